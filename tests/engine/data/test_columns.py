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


def test_content_tells_where_names_do_not():
    table = a_table(
        alpha=[str(i) for i in range(90)], beta=texts(90), gamma=[f"kind {i % 4}" for i in range(90)]
    )
    assert chosen(table) == (["beta"], "gamma")
    headerless = a_table(False, a=["x", "y"] * 45, b=texts(90, 3), c=texts(90, 12))
    assert chosen(headerless) == (["3"], "1")


def test_numbers_from_one_and_names_in_any_case():
    table = a_table(a=["x", "y"] * 45, b=texts(90, 3), Body=texts(90, 12))
    assert chosen(table, text=["2", "body"], label="1") == (["b", "Body"], "a")


def test_a_text_column_asked_for_is_not_the_label():
    table = a_table(
        text=texts(40), other=[f"o{i % 2}" for i in range(40)], topic=[f"t{i % 5}" for i in range(40)]
    )
    assert chosen(table, text=["topic"]) == (["topic"], "other")


def test_numbers_are_no_text():
    table = a_table(price=[float(i) * 1e9 for i in range(50)], note=texts(50, 2), label=["a", "b"] * 25)
    assert chosen(table) == (["note"], "label")


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


def test_columns_without_names_are_counted_for_the_user():
    table = a_table(False, a=["x", "y"] * 10, b=texts(20))
    with pytest.raises(UserError, match="no header; its columns are numbered 1 to 2"):
        choose_columns(table, DataSource(source="file.csv", label="label"))


def test_pairs_need_two_text_columns():
    table = a_table(label=["x", "y"] * 10, text=texts(20))
    with pytest.raises(UserError, match="no column looks like text|two segments need two"):
        choose_columns(table, DataSource(source="file.csv", pair=True))
    three = a_table(label=["x", "y"] * 10, text=texts(20), answer=texts(20, 3))
    assert len(choose_columns(three, DataSource(source="file.csv", pair=True)).text) == 2


def test_no_label_in_sight():
    with pytest.raises(UserError, match="no column looks like labels"):
        choose_columns(a_table(one=texts(50), two=texts(50, 3)), DataSource(source="file.csv"))


def prices(count: int) -> list[str]:
    return [f"{3 + 0.37 * ((7 * i) % count):.2f}" for i in range(count)]


def test_the_only_column_of_numbers_is_the_label_where_none_holds_classes():
    table = a_table(number=[str(i) for i in range(60)], note=texts(60), price=prices(60))
    assert chosen(table) == (["note"], "price"), "rows are counted by the first"
    both = a_table(note=texts(60), here=prices(60), there=prices(60)[::-1])
    with pytest.raises(UserError, match="no column looks like labels"):
        choose_columns(both, DataSource(source="file.csv"))


def test_where_numbers_are_learnt_the_column_of_numbers_comes_before_classes():
    table = a_table(note=texts(60), shop=["north", "south"] * 30, price=prices(60))
    assert chosen(table) == (["note"], "shop")
    assert chosen(table, target={"kind": "number"}) == (["note"], "price")
