"""Write rows as CSV, TSV, JSON lines, Parquet or Excel, batch by batch. Files are written atomically."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TextIO

from engine.delivery.rows import BATCH_ROWS, Record, show_cell
from engine.errors import UserError
from engine.formatting.spreadsheets import delimited_text, neutralise, neutralised_note
from engine.output_files import output_file, require_output

if TYPE_CHECKING:
    import pyarrow as pa

ResultKind = Literal["text", "number", "integer"]
"""Type of an added column: string, float64 or int64."""
ENDINGS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".xlsx": "xlsx",
}
MAX_SHEET_ROWS, MAX_CELL_CHARACTERS = 1_048_576, 32_767
"""Limits of Excel: rows of a sheet including the header, and characters of a cell."""
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
DIGITS = 6
"""Decimals of numbers in text formats."""


class RowWriter(Protocol):
    """Interface of a writer of rows, batch by batch."""

    def write(self, records: Sequence[Record], results: Sequence[Record]) -> None:
        """Write rows, each with its results (value by added column)."""

    def note(self) -> str:
        """Return a note for the user on how they were written, or ""."""


class DelimitedWriter:
    """CSV or TSV with a header."""

    def __init__(
        self, stream: TextIO, columns: Sequence[str], delimiter: str, keep_formulas: bool = False
    ) -> None:
        self._stream, self._delimiter = stream, delimiter
        self._columns, self._keep_formulas, self._neutralised = columns, keep_formulas, 0
        self._write([columns])

    def write(self, records: Sequence[Record], results: Sequence[Record]) -> None:
        rows = ({**record, **result} for record, result in zip(records, results, strict=True))
        self._write([[show_cell(_round(row.get(name))) for name in self._columns] for row in rows])

    def note(self) -> str:
        return neutralised_note(self._neutralised)

    def _write(self, rows: Sequence[Sequence[str]]) -> None:
        if not self._keep_formulas:
            self._neutralised += sum(neutralise(cell) != cell for row in rows for cell in row)
        self._stream.write(delimited_text(rows, self._delimiter, keep_formulas=self._keep_formulas))


class JsonLinesWriter:
    """One object per row. Nested values stay as they are."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, records: Sequence[Record], results: Sequence[Record]) -> None:
        for record, result in zip(records, results, strict=True):
            row = {**record, **{name: _round(value) for name, value in result.items()}}
            self._stream.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")

    def note(self) -> str:
        return ""


class ParquetWriter:
    """Columns with their original types. Columns from text formats are strings."""

    def __init__(
        self, path: Path, columns: Sequence[str], results: Mapping[str, ResultKind], schema: pa.Schema | None
    ) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        types = {"text": pa.large_string(), "number": pa.float64(), "integer": pa.int64()}
        self._fields = (
            {} if schema is None else {name: schema.field(name) for name in columns if name in schema.names}
        )
        row_fields = [
            self._fields.get(name, pa.field(name, pa.large_string()))
            for name in columns
            if name not in results
        ]
        self._schema = pa.schema(
            [*row_fields, *(pa.field(name, types[kind]) for name, kind in results.items())]
        )
        self._results = results
        self._writer = pq.ParquetWriter(path, self._schema)

    def write(self, records: Sequence[Record], results: Sequence[Record]) -> None:
        import pyarrow as pa

        rows = [
            {name: self._value(name, value) for name, value in {**record, **result}.items()}
            for record, result in zip(records, results, strict=True)
        ]
        self._writer.write_batch(pa.RecordBatch.from_pylist(rows, schema=self._schema))

    def note(self) -> str:
        return ""

    def close(self) -> None:
        """Write the end of the file."""
        self._writer.close()

    def _value(self, name: str, value: object) -> object:
        if name in self._results or name in self._fields or value is None:
            return value
        return show_cell(value)


class SpreadsheetWriter:
    """One sheet of an Excel workbook with a header. Numbers stay numbers, and no text becomes a formula."""

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        from openpyxl import Workbook

        self._path, self._columns, self._rows = path, columns, 0
        self._book = Workbook(write_only=True)
        self._sheet = self._book.create_sheet("predictions")
        self._append(columns)

    def write(self, records: Sequence[Record], results: Sequence[Record]) -> None:
        for record, result in zip(records, results, strict=True):
            row = {**record, **result}
            self._append([_round(row.get(name)) for name in self._columns])

    def note(self) -> str:
        return ""

    def close(self) -> None:
        """Write the file."""
        self._book.save(self._path)

    def discard(self) -> None:
        """Discard the workbook without writing a file."""
        self._sheet.close()

    def _append(self, values: Sequence[object]) -> None:
        from openpyxl.cell import WriteOnlyCell

        self._rows += 1
        if self._rows > MAX_SHEET_ROWS:
            raise UserError(
                f"a sheet of Excel holds at most {MAX_SHEET_ROWS:,} rows.",
                place="--out",
                remedy="Write .csv or .parquet.",
            )
        cells = []
        for value in values:
            if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
                cells.append(WriteOnlyCell(self._sheet, value))
                continue
            text = _NOT_IN_XML.sub(" ", show_cell(value))
            if len(text) > MAX_CELL_CHARACTERS:
                raise UserError(
                    f"a text has {len(text):,} characters, but a cell of Excel holds {MAX_CELL_CHARACTERS:,}.",
                    place=f"row {self._rows}",
                    remedy="Write .csv or .parquet.",
                )
            cell = WriteOnlyCell(self._sheet, text or None)
            if text:
                cell.data_type = "s"  # a text that begins with = stays a text
            cells.append(cell)
        self._sheet.append(cells)


def _round(value: object) -> object:
    return round(value, DIGITS) if isinstance(value, float) else value


def result_format(path: Path) -> str:
    """Return the format of a file's suffix: csv, tsv, jsonl, parquet, xlsx. Raises UserError for any other."""
    format_ = ENDINGS.get(path.suffix.lower())
    if format_ is None:
        raise UserError(
            f"'{path.suffix}' is not a known ending." if path.suffix else "the name has no ending.",
            place=str(path),
            remedy=f"Use {', '.join(ENDINGS)}.",
        )
    return format_


@contextmanager
def open_writer(
    path: Path,
    columns: Sequence[str],
    results: Mapping[str, ResultKind],
    *,
    schema: pa.Schema | None = None,
    keep_formulas: bool = False,
    overwrite: bool = False,
) -> Iterator[RowWriter]:
    """Yield a writer of a new file, which appears only after everything was written.

    Args:
        path: the file. Its suffix determines the format.
        columns: all columns in order, including those of ``results``.
        results: the kind of each added column.
        schema: the types of the other columns, if known.
        keep_formulas: keep cells of CSV and TSV that look like formulas unchanged.
        overwrite: replace an existing file at the end.

    Raises UserError when the file exists (unless ``overwrite``) or cannot be written.
    """
    kind = result_format(path)
    require_output(path, overwrite=overwrite)
    with output_file(path) as draft:
        if kind == "parquet":
            with closing(ParquetWriter(draft, columns, results, schema)) as writer:
                yield writer
        elif kind == "xlsx":
            workbook = SpreadsheetWriter(draft, columns)
            try:
                yield workbook
            except BaseException:
                workbook.discard()
                raise
            workbook.close()
        else:
            with draft.open("w", encoding="utf-8", newline="") as stream:
                yield stream_writer(stream, kind, columns, keep_formulas)


def write_table(
    path: Path,
    kinds: Mapping[str, ResultKind],
    rows: Iterable[Record],
    *,
    keep_formulas: bool = False,
    overwrite: bool = False,
) -> str:
    """Write rows with the columns ``kinds``, see ``open_writer``. Return its note for the user."""
    iterator = iter(rows)
    with open_writer(path, list(kinds), kinds, keep_formulas=keep_formulas, overwrite=overwrite) as writer:
        while batch := list(islice(iterator, BATCH_ROWS)):
            writer.write([{}] * len(batch), batch)
    return writer.note()


def stream_writer(
    stream: TextIO, kind: str, columns: Sequence[str], keep_formulas: bool = False
) -> RowWriter:
    """Return a writer to an open text stream. ``kind`` is csv, tsv or jsonl."""
    if kind == "jsonl":
        return JsonLinesWriter(stream)
    return DelimitedWriter(stream, columns, "\t" if kind == "tsv" else ",", keep_formulas)
