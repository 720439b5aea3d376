"""Rows in and out: columns of texts, batches of questions, and files of answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from openpyxl import load_workbook

from engine.data.dataset import load_dataset
from engine.data.records import Records
from engine.delivery import batching
from engine.delivery.batching import Batcher, QueueFullError
from engine.delivery.row_writer import RowWriter, open_writer
from engine.delivery.rows import choose_text_columns, describe_rows, open_rows, row_batches
from engine.errors import UserError
from engine.spec.data import DataSource

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
    told = r"row 2: a text has 32,768 characters, but a cell of Excel holds 32,767"
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
    assert "the first row, alpha | beta, is read as texts. Use --header yes" in describe_rows(unnamed)
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


def test_a_failure_is_told_to_those_who_asked_only() -> None:
    def compute(texts: Sequence[str]) -> list[str]:
        if "bad" in texts:
            raise ValueError("no such text")
        return list(texts)

    async def ask_all() -> list[str]:
        batcher = Batcher(compute)
        batcher.start()
        with pytest.raises(ValueError, match="no such text"):
            await batcher.ask(["bad"])
        found = await batcher.ask(["good"])
        await batcher.stop()
        return found

    assert asyncio.run(ask_all()) == ["good"]


def test_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batching, "MAX_WAITING_TEXTS", 2)

    async def ask_all() -> None:
        batcher: Batcher[str] = Batcher(list)
        waiting = asyncio.create_task(batcher.ask(["a", "b"]))
        await asyncio.sleep(0)
        with pytest.raises(QueueFullError):
            await batcher.ask(["c"])
        batcher.start()
        assert await waiting == ["a", "b"]
        assert await batcher.ask(["c", "d", "e"]) == ["c", "d", "e"]  # nothing waits: any number is taken
        await batcher.stop()

    asyncio.run(ask_all())
