"""Rows of any table come whole, with every column; no header is taken for a text."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from openpyxl import Workbook

from engine.data.readers.delimited import CsvReader
from engine.delivery.row_stream import BATCH_ROWS, open_rows, rows_of_texts
from engine.errors import UserError


def records(path: Path, *arguments: object) -> list[dict[str, object]]:
    stream = open_rows(path, *arguments)  # type: ignore[arg-type]
    found = [dict(record) for batch in stream.open_batches() for record in batch.records]
    assert len(found) == stream.rows
    return found


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_csv_keeps_all_columns_and_quoted_line_breaks(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", 'id;body;day\n7;"two\nlines; and a mark";Monday\n8;;Tuesday\n')
    assert records(path) == [
        {"id": "7", "body": "two\nlines; and a mark", "day": "Monday"},
        {"id": "8", "body": "", "day": "Tuesday"},
    ]


def test_a_table_of_one_column_has_a_header_too(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "text\nA good film.\nA bad film.\n")
    stream = open_rows(path)
    assert (stream.columns, stream.has_header, stream.rows) == (["text"], True, 2)
    assert "the first row names the columns" in stream.detection


def test_without_a_header_columns_are_numbered(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "1\tA good film.\n2\tA bad film, though long.\n")
    assert records(path)[0] == {"1": "1", "2": "A good film."}
    with_header = records(path, "csv", CsvReader(header="yes"))
    assert with_header == [{"1": "2", "A good film.": "A bad film, though long."}]


def test_a_table_by_any_name_is_a_table(tmp_path: Path) -> None:
    """A comma-separated file called .txt was classified line by line, header included."""
    path = write(tmp_path / "a.txt", "text,stars\nGood film,5\nBad film,1\n")
    assert open_rows(path).format == "csv"
    prose = write(tmp_path / "b.txt", "Good, I think.\nBad, I think.\n")
    assert [record["text"] for record in records(prose)] == ["Good, I think.", "Bad, I think."]


def test_a_line_that_names_a_column_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "Review\nGood film\nBad film\n")
    with pytest.raises(UserError, match="'Review', looks like the name of a column") as error:
        open_rows(path)
    assert "--format csv" in str(error.value) and "--header no" in str(error.value)
    assert len(records(path, "csv")) == 2
    assert len(records(path, None, CsvReader(header="no"))) == 3


def test_json_lines_keep_values_in_values_and_late_keys(tmp_path: Path) -> None:
    rows = [{"text": "a", "tags": ["x", {"y": 1}]}, {"text": "b", "late": None}]
    path = write(tmp_path / "a.jsonl", "\n".join(map(json.dumps, rows)) + "\n\n")
    assert records(path) == rows
    assert open_rows(path).columns == ["text", "tags", "late"]
    with pytest.raises(UserError, match="row 2"):
        open_rows(write(tmp_path / "b.jsonl", '{"text": "a"}\n{"text": \n'))


def test_a_json_document_is_read_however_its_rows_are_written(tmp_path: Path) -> None:
    rows = [{"text": "a", "tags": ["x"]}, {"text": "b"}]
    assert records(write(tmp_path / "a.json", json.dumps(rows))) == rows
    assert records(write(tmp_path / "b.json", json.dumps({"data": rows}))) == rows
    columns, by_row = {"id": [1, 2], "body": ["a", "b"]}, [{"id": 1, "body": "a"}, {"id": 2, "body": "b"}]
    assert records(write(tmp_path / "c.json", json.dumps(columns))) == by_row
    assert records(write(tmp_path / "d.json", '["a", "b"]')) == [{"text": "a"}, {"text": "b"}]
    with pytest.raises(UserError, match="each of train, test"):
        open_rows(write(tmp_path / "e.json", json.dumps({"train": rows, "test": rows})))


def test_a_text_of_parquet_that_is_no_utf_8_is_said(tmp_path: Path) -> None:
    broken = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\2\0\0\0"), pa.py_buffer(b"\xff\xfe")]
    )
    pq.write_table(pa.table({"text": broken}), tmp_path / "a.parquet")
    with pytest.raises(UserError, match=r"a\.parquet"):
        records(tmp_path / "a.parquet")


def test_parquet_keeps_its_types(tmp_path: Path) -> None:
    table = pa.table({"id": pa.array([1, 2], pa.int16()), "text": ["a", None], "more": [[1], [2, 3]]})
    pq.write_table(table, tmp_path / "a.parquet")
    stream = open_rows(tmp_path / "a.parquet")
    assert stream.schema == table.schema
    assert records(tmp_path / "a.parquet") == table.to_pylist()


def test_rows_come_in_batches_with_their_numbers(tmp_path: Path) -> None:
    count = 2 * BATCH_ROWS + 3
    path = write(tmp_path / "a.csv", "id,text\n" + "".join(f"{n},word {n}\n" for n in range(count)))
    batches = list(open_rows(path).open_batches())
    assert [len(batch.records) for batch in batches] == [BATCH_ROWS, BATCH_ROWS, 3]
    assert batches[0].numbers[0] == 2 and batches[-1].numbers[-1] == count + 1  # a header is row 1


def test_what_is_wrong_is_said_before_the_first_row(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="row 3"):
        open_rows(write(tmp_path / "a.csv", "id,text\n1,a\n2,b,c\n"), "csv")
    with pytest.raises(UserError, match="empty"):
        open_rows(write(tmp_path / "b.csv", ""), "csv")
    with pytest.raises(UserError, match="no row"):
        open_rows(write(tmp_path / "c.csv", "id,text\n"), "csv")
    with pytest.raises(UserError, match="there is no such file"):
        open_rows(tmp_path / "nothing.csv")
    with pytest.raises(UserError, match="is a folder"):
        open_rows(tmp_path)


def test_given_texts_are_rows() -> None:
    stream = rows_of_texts(["a", "b"])
    (batch,) = stream.open_batches()
    assert batch.records == [{"text": "a"}, {"text": "b"}] and stream.rows == 2


def workbook(path: Path, rows: list[list[object]]) -> Path:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    book.create_sheet("notes").append(["not read"])
    book.save(path)
    return path


def test_the_first_sheet_of_a_workbook_is_read_with_all_columns(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["id", "text", "when"],
        [7, "A good film.", date(2024, 5, 1)],
        [],
        [8, None, None],
        [9, "Bad.", True],
    ]
    path = workbook(tmp_path / "a.xlsx", rows)
    assert records(path) == [
        {"id": "7", "text": "A good film.", "when": "2024-05-01T00:00:00"},
        {"id": "8", "text": "", "when": ""},
        {"id": "9", "text": "Bad.", "when": "true"},
    ]
    stream = open_rows(path)
    assert [batch.numbers for batch in stream.open_batches()] == [[2, 4, 5]]
    assert stream.detection == "Excel, sheet Sheet, the first row names the columns (id, text, when)"


def test_a_workbook_without_a_header_or_without_rows(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [["A good film.", 1], ["A bad film.", 2]])
    assert records(path, None, CsvReader(header="no")) == [
        {"1": "A good film.", "2": "1"},
        {"1": "A bad film.", "2": "2"},
    ]
    with pytest.raises(UserError, match="there is no row"):
        open_rows(workbook(tmp_path / "empty.xlsx", []))
    with pytest.raises(UserError, match="there is no row"):
        open_rows(workbook(tmp_path / "head.xlsx", [["text"]]), None, CsvReader(header="yes"))
    broken = tmp_path / "broken.xlsx"
    broken.write_bytes(path.read_bytes()[:900])
    with pytest.raises(UserError):
        open_rows(broken, "xlsx")
