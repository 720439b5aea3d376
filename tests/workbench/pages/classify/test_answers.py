"""What predict has written is listed and saved: every row, with an answer or without."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from openpyxl import load_workbook

from workbench.pages.classify import answers
from workbench.pages.classify.answers import FilePlan, column_lengths, first_rows, read_answers, save_answers

ROWS = [
    {"id": 1, "body": "Where is\nmy parcel?", "predicted": "Delivery", "confidence": 0.55,
     "probability:Delivery": 0.55, "probability:Refunds": 0.45},
    {"id": 2, "body": "", "predicted": None, "confidence": None, "probability:Delivery": None,
     "probability:Refunds": None},
    {"id": 3, "body": "=money back", "predicted": "Refunds", "confidence": 0.999, "probability:Delivery": 0.001,
     "probability:Refunds": 0.999},
]  # fmt: skip
PLAN = FilePlan(
    reading="CSV", rows=3, notes=[], problem="", columns=["id", "body"], text=["body"],
    first=[{"id": str(row["id"]), "body": str(row["body"])} for row in ROWS],
)  # fmt: skip


@pytest.fixture
def written(tmp_path: Path) -> Path:
    file = tmp_path / "answers.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return file


def test_every_row_is_listed_with_its_answer_and_the_next_likely(written: Path) -> None:
    found = read_answers(written, PLAN, ["body"])
    assert [(row.number, row.text, row.answer, row.second) for row in found.rows] == [
        (1, "Where is my parcel?", "Delivery", "Refunds 45 %"), (2, "", None, ""), (3, "=money back", "Refunds", ""),
    ]  # fmt: skip
    assert (found.all, found.answered, found.unsure) == (3, 2, 1)
    assert [row.text for row in first_rows(PLAN, ["body"])] == ["Where is my parcel?", "", "=money back"]


def test_columns_of_the_text_are_offered_in_its_order() -> None:
    columns = column_lengths(PLAN.model_copy(update={"text": ["id", "body"]}))
    assert [*columns] == ["id", "body"] and [*column_lengths(PLAN)] == ["body", "id"]


def test_of_many_rows_the_least_sure_are_listed(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_ROWS", 1)
    found = read_answers(written, PLAN, ["body"])
    assert [row.number for row in found.rows] == [1] and (found.all, found.answered) == (3, 2)


def test_saved_rows_are_those_that_were_read(written: Path, tmp_path: Path) -> None:
    said = save_answers(written, PLAN, tmp_path / "out.csv")
    assert "3 rows" in said and "begins like a formula" in said
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as stream:
        saved = list(csv.DictReader(stream))
    assert [row["id"] for row in saved] == ["1", "2", "3"]
    assert [row["predicted"] for row in saved] == ["Delivery", "", "Refunds"]
    assert float(saved[0]["confidence"]) == 0.55 and saved[0]["body"] == ROWS[0]["body"]
    save_answers(written, PLAN, tmp_path / "out.xlsx")
    sheet = load_workbook(tmp_path / "out.xlsx").active
    assert sheet is not None and sheet.max_row == 4
    assert [cell.value for cell in sheet[4]][:4] == [3, "=money back", "Refunds", 0.999]
