"""The text of a new row is put together as that of a training row was."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.data.dataset import load_dataset
from engine.data.records import Records
from engine.delivery.rows import describe_rows, open_rows, row_batches
from engine.delivery.text_columns import choose_text_columns
from engine.errors import UserError
from engine.spec.data import DataSource


def stream(tmp_path: Path, text: str, name: str = "new.csv") -> Records:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return open_rows(tmp_path / name)


NEW = "id,body,headline\n1,It rained,Weather\n2,They won,Sport\n"


@pytest.mark.parametrize(
    ("source", "trained", "asked", "chosen"),
    [
        ({"text": ["headline", "body"]}, [], [], ("headline", "body")),
        ({}, ["headline", "body"], [], ("headline", "body")),
        ({}, ["title", "story"], [], ("headline", "body")),  # the likely ones by name
        ({"text": ["headline", "body"]}, [], ["BODY"], ("body",)),
        ({"text": ["headline", "body"]}, [], ["2"], ("body",)),
    ],
)
def test_columns_are_those_of_training(
    tmp_path: Path,
    source: dict[str, list[str]],
    trained: list[str],
    asked: list[str],
    chosen: tuple[str, ...],
) -> None:
    found = choose_text_columns(stream(tmp_path, NEW), DataSource(source="x", **source), trained, asked)
    assert found.first == chosen


def test_what_cannot_be_told_is_asked(tmp_path: Path) -> None:
    (tmp_path / "new.csv").write_text("alpha,beta\nIt rained,One more\nThey won,Again\n", encoding="utf-8")
    unnamed = open_rows(tmp_path / "new.csv")
    assert "the first row, alpha | beta, is read as texts; --header yes" in describe_rows(unnamed)
    rows = open_rows(tmp_path / "new.csv", known_columns=["Beta"])
    assert rows.has_header
    with pytest.raises(UserError, match="learnt from words") as error:
        choose_text_columns(rows, DataSource(source="x"), ["words"])
    assert "Columns: alpha, beta" in str(error.value) and "--column" in str(error.value)
    with pytest.raises(UserError, match="there is no column 'alpa'"):
        choose_text_columns(rows, DataSource(source="x"), requested=["alpa"])


def test_texts_are_those_that_training_reads(tmp_path: Path) -> None:
    """Joined, cleaned and paired: row by row the same as the data set of the same file, blank cells included."""
    cells = ["a &amp; b|&lt;i&gt;c", "|only the second\\n line", "first|", "x\ty|z"]
    lines = "".join(f"{'good' if i % 2 else 'bad'}|{cell}\n" for i, cell in enumerate(cells * 5))
    (tmp_path / "train.psv").write_text("label|one|two\n" + lines, encoding="utf-8")
    for options in ({}, {"cleaning": "escapes"}, {"join": " / "}, {"pair": True, "cleaning": "escapes"}):
        source = DataSource.model_validate(
            {"source": str(tmp_path / "train.psv"), "text": ["one", "two"], "label": "label", **options}
        )
        split = load_dataset(source).splits["train"]
        rows = open_rows(tmp_path / "train.psv")
        columns = choose_text_columns(rows, source)
        (batch,) = row_batches(rows)
        mine = {
            number: columns.read(record) for number, record in zip(batch.numbers, batch.records, strict=True)
        }
        for place, row in enumerate(split.rows):
            expected = split.texts[place]
            if split.second_texts is not None:
                expected = f"{expected.replace(chr(9), ' ')}\t{split.second_texts[place]}"
            assert mine[int(row)] == expected


def test_lines_of_pairs_hold_both_segments(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one &amp; two\tthree\n", encoding="utf-8")
    rows = open_rows(tmp_path / "a.txt", "lines")
    source = DataSource.model_validate({"source": "x", "pair": True, "cleaning": "escapes"})
    columns = choose_text_columns(rows, source)
    assert columns.read({"text": "one &amp; two\tthree"}) == "one & two\tthree"
