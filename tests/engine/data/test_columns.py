"""Which columns are text and label."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from engine.data.columns import choose_columns
from engine.data.records import Records
from engine.errors import UserError
from engine.spec.data import DataSource

WORDS = "the plot is thin but the actors carry it to a warm end".split()


def texts(count: int, length: int = 8) -> list[str]:
    random = np.random.default_rng(count)
    return [" ".join(random.choice(WORDS, length)) + f" {i}" for i in range(count)]


def a_table(named: bool = True, **columns: list) -> Records:
    count = len(next(iter(columns.values())))
    names = list(columns) if named else [str(i + 1) for i in range(len(columns))]
    data = pa.table([pa.array(values) for values in columns.values()], names=names)
    return Records(data, np.arange(count), "file.csv", has_header=named)


def chosen(table: Records, **wanted: object) -> tuple[list[str], str]:
    mapping = choose_columns(table, DataSource(source="file.csv", **wanted))
    return [table.columns[i] for i in mapping.text], table.columns[mapping.label]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["label", "text"], (["text"], "label")),
        (["Sentence", "Label", "idx"], (["Sentence"], "Label")),
        (["id", "title", "description", "category"], (["title", "description"], "category")),
        (["review", "sentiment"], (["review"], "sentiment")),
        (["stars", "useful", "text"], (["text"], "stars")),
        (["premise", "hypothesis", "gold_label", "label"], (["premise", "hypothesis"], "label")),
        (["question1", "question2", "label"], (["question1", "question2"], "label")),
        (
            ["topic", "question_title", "question_content", "best_answer"],
            (["question_title", "question_content", "best_answer"], "topic"),
        ),
    ],
)
def test_usual_names(names: list[str], expected: tuple[list[str], str]):
    columns: dict[str, list] = {}
    for name in names:
        few = name.casefold() in ("label", "category", "sentiment", "stars", "topic", "useful", "gold_label")
        columns[name] = [f"c{i % 3}" for i in range(60)] if few else texts(60)
    assert chosen(a_table(**columns)) == expected


def test_a_text_column_asked_for_is_not_the_label():
    table = a_table(
        text=texts(40), other=[f"o{i % 2}" for i in range(40)], topic=[f"t{i % 5}" for i in range(40)]
    )
    assert chosen(table, text=["topic"]) == (["topic"], "other")


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"label": "lable"}, "no column 'lable'.*Did you mean 'label'.*Columns: text, label, more"),
        ({"label": "9"}, "no column '9'"),
        ({"text": ["label"], "label": "label"}, "as text and as label"),
        ({"pair": True, "text": ["text", "more"], "label": "more"}, "as text and as label"),
    ],
)
def test_wrong_columns_are_named(wanted: dict, message: str):
    table = a_table(text=texts(30), label=["a", "b"] * 15, more=texts(30, 2))
    with pytest.raises(UserError, match=message):
        choose_columns(table, DataSource(source="file.csv", **wanted))


def test_pairs_need_two_text_columns():
    table = a_table(label=["x", "y"] * 10, text=texts(20))
    with pytest.raises(UserError, match="no column looks like text|two segments need two"):
        choose_columns(table, DataSource(source="file.csv", pair=True))
    three = a_table(label=["x", "y"] * 10, text=texts(20), answer=texts(20, 3))
    assert len(choose_columns(three, DataSource(source="file.csv", pair=True)).text) == 2
