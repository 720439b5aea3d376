"""Rows are written whole, in any format, and nothing a spreadsheet would compute."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from openpyxl import load_workbook

from engine.delivery.row_writer import RowWriter, open_writer
from engine.errors import UserError

ROWS: list[dict[str, object]] = [
    {"id": 1, "text": "=1+1", "more": [1, 2]},
    {"id": -2, "text": 'He said "no", then\nleft', "more": None},
]
RESULTS: list[dict[str, object]] = [{"predicted": "good", "p": 0.25}, {"predicted": None, "p": None}]


def fill(path: Path, keep: bool = False, schema: pa.Schema | None = None) -> RowWriter:
    columns = ["id", "text", "more", "predicted", "p"]
    with open_writer(
        path, columns, {"predicted": "text", "p": "number"}, schema=schema, keep_formulas=keep
    ) as writer:
        writer.write(ROWS[:1], RESULTS[:1])
        writer.write(ROWS[1:], RESULTS[1:])
        assert not path.exists()
    return writer


def test_excel_has_numbers_and_texts_that_nothing_computes(tmp_path: Path) -> None:
    assert fill(tmp_path / "a.xlsx").note() == ""
    sheet = load_workbook(tmp_path / "a.xlsx").active
    assert sheet is not None
    rows = list(sheet.iter_rows())
    assert [cell.value for cell in rows[0]] == ["id", "text", "more", "predicted", "p"]
    assert [cell.value for cell in rows[1]] == [1, "=1+1", "[1, 2]", "good", 0.25]
    assert [cell.data_type for cell in rows[1]] == ["n", "s", "s", "s", "n"]  # no "f"
    assert [cell.value for cell in rows[2]] == [-2, 'He said "no", then\nleft', None, None, None]


@pytest.mark.parametrize("text", ["x" * 32_768, "\x0bvertical tab"])
def test_what_no_cell_of_excel_can_hold(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.xlsx"
    if len(text) < 100:
        with open_writer(path, ["text"], {}) as writer:
            writer.write([{"text": text}], [{}])
        sheet = load_workbook(path).active
        assert sheet is not None and sheet["A2"].value == " vertical tab"
        return
    told = r"row 2: a text of 32,768 characters, and a cell of Excel holds 32,767"
    with pytest.raises(UserError, match=told), open_writer(path, ["text"], {}) as writer:
        writer.write([{"text": text}], [{}])
    assert not list(tmp_path.iterdir())


def test_formulas_stay_where_asked(tmp_path: Path) -> None:
    assert fill(tmp_path / "a.csv", keep=True).note() == ""
    assert ",=1+1," not in (tmp_path / "a.csv").read_text(encoding="utf-8").replace("1,=1+1", "")
    assert "1,=1+1," in (tmp_path / "a.csv").read_text(encoding="utf-8")


def test_parquet_with_and_without_types(tmp_path: Path) -> None:
    schema = pa.schema([("id", pa.int16()), ("text", pa.string()), ("more", pa.list_(pa.int64()))])
    fill(tmp_path / "a.parquet", schema=schema)
    typed = pq.read_table(tmp_path / "a.parquet")
    assert typed.schema.field("id").type == pa.int16() and typed.schema.field("p").type == pa.float64()
    assert typed.to_pylist() == [{**row, **result} for row, result in zip(ROWS, RESULTS, strict=True)]
    fill(tmp_path / "b.parquet")
    assert pq.read_table(tmp_path / "b.parquet").to_pylist()[0] == {
        "id": "1", "text": "=1+1", "more": "[1, 2]", "predicted": "good", "p": 0.25
    }  # fmt: skip


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    with pytest.raises(KeyError), open_writer(tmp_path / "a.csv", ["x"], {}) as writer:
        writer.write([{"x": "1"}], [{}])
        raise KeyError("broken off")
    assert list(tmp_path.iterdir()) == []
