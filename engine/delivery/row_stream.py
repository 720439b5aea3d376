"""Read the rows of a file of texts, batch by batch, with every column: CSV, JSON lines, Parquet, Excel or plain lines.

A data set for training goes through ``engine.data.readers``, which know labels and splits. Here nothing but the rows
matters, and they are kept as they are: columns that no one asks for, values in other values, rows without a text.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from engine import paths
from engine.data import character_encodings, limits
from engine.data.column_names import distinct_names, is_usual_name
from engine.data.header import has_header
from engine.data.read_errors import explain_read_errors
from engine.data.readers.base import read_start
from engine.data.readers.delimited import CsvReader, find_dialect
from engine.data.readers.json_document import JsonReader, find_rows, read_document, row_objects
from engine.data.readers.jsonl import parse_object
from engine.data.readers.parquet import PARQUET, ParquetReader, open_parquet, parquet_batches
from engine.data.readers.spreadsheet import SpreadsheetReader, open_workbook
from engine.errors import UserError, require_plain_file
from engine.parsing import parsing

if TYPE_CHECKING:
    import pyarrow as pa

RowFormat = Literal["csv", "jsonl", "json", "parquet", "xlsx", "lines"]
Record = Mapping[str, object]
"""One row: value by column."""

BATCH_ROWS = 1024
"""Rows of a batch: what is in memory at a time."""
LINE_COLUMN = "text"
"""The one column of a file with a text per line."""
TABLE_ENDINGS = (".csv", ".tsv", ".tab", ".psv")
STANDARD_INPUT = "-"
_HEADER_SAMPLE = 200
"""Rows of a sheet by which its header is told."""


@dataclass(frozen=True)
class RowBatch:
    """Some consecutive rows; ``numbers`` are their places in the file, as a text editor or spreadsheet counts."""

    numbers: list[int]
    records: list[Record]


@dataclass(frozen=True)
class RowStream:
    """The rows of one file. It was read through once before, so what is wrong with a row has been said.

    Attributes:
        name: the file's name, for messages.
        format: how it is read.
        columns: all columns, in order.
        has_header: whether the columns have names of their own.
        rows: the number of rows.
        detection: what was found, in words.
        open_batches: gives the rows from the first on, batch by batch.
        schema: the types of the columns, where the file has types.
    """

    name: str
    format: RowFormat
    columns: list[str]
    has_header: bool
    rows: int
    detection: str
    open_batches: Callable[[], Iterator[RowBatch]]
    schema: pa.Schema | None = None


def open_rows(
    path: Path,
    format_: RowFormat | None = None,
    csv: CsvReader | None = None,
    known_columns: Sequence[str] = (),
) -> RowStream:
    """Return the rows of ``path``.

    Args:
        format_: how it is read; None: as its content says (see ``detect_format``).
        csv: options of a delimited file.
        known_columns: names that make a header of a first row in which one of them stands.

    Raises UserError that names the row at fault, or why the file cannot be read.
    """
    with explain_read_errors(path):
        require_plain_file(paths.user_path(path))
        if path.is_dir():
            raise UserError("is a folder.", place=str(path), remedy="Name a file of texts.")
        chosen = format_ or detect_format(path)
        if chosen == "csv":
            return _open_csv(path, csv or CsvReader(), known_columns)
        if chosen == "xlsx":
            return _open_xlsx(path, csv or CsvReader(), known_columns)
        if chosen == "lines":
            return _open_lines(path, csv is not None and csv.header == "no")
        return {"jsonl": _open_jsonl, "json": _open_json, "parquet": _open_parquet}[chosen](path)


@contextmanager
def spooled_input(name: str = STANDARD_INPUT) -> Iterator[Path]:
    """Give the file ``name``, or for ``-`` a temporary file with all that standard input holds."""
    if name != STANDARD_INPUT:
        yield Path(name)
        return
    with tempfile.TemporaryDirectory(prefix="palimpsest-") as folder:
        path = Path(folder) / "standard input"
        with path.open("wb") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
        yield path


def detect_format(path: Path) -> RowFormat:
    """Return how a file is read, by its content and name.

    A file is one of lines only where nothing else fits: its first line is then a text, so what looks like the name of a
    column is refused rather than classified.
    """
    if ParquetReader().recognises(path):
        return "parquet"
    if SpreadsheetReader().recognises(path):
        return "xlsx"
    if JsonReader().recognises(path):
        return "json"
    start = read_start(path)
    if start.lstrip("\ufeff \t\r\n").startswith("{"):
        return "jsonl"
    if path.suffix.lower() in TABLE_ENDINGS:
        return "csv"
    dialect = find_dialect(start)
    # Prose has commas, and a short file may have the same number in each line: only a header makes a table of it.
    if dialect is not None and dialect.share > 0.9:
        fields = start.lstrip("\ufeff\r\n").partition("\n")[0].strip("\r").split(dialect.delimiter)
        if dialect.delimiter == "\t" or any(_names_a_column(field) for field in fields):
            return "csv"
    return "lines"


def _names_a_column(field: str) -> bool:
    return len(field.split()) == 1 and is_usual_name(field.strip().strip('"'))


def _batches(rows: Iterable[tuple[int, Record]]) -> Iterator[RowBatch]:
    numbers: list[int] = []
    records: list[Record] = []
    for number, record in rows:
        numbers.append(number)
        records.append(record)
        if len(records) == BATCH_ROWS:
            yield RowBatch(numbers, records)
            numbers, records = [], []
    if records:
        yield RowBatch(numbers, records)


def _require_rows(count: int, path: Path) -> int:
    if not count:
        raise UserError("there is no row.", place=path.name, remedy="Choose a file with rows.")
    return count


def _open_csv(path: Path, reader: CsvReader, known_columns: Sequence[str]) -> RowStream:
    opened = reader.open_records(path, one_column=True)
    first = {cell.strip().casefold() for cell in opened.start[0]}
    if reader.header == "auto" and not opened.named and first & {name.casefold() for name in known_columns}:
        return _open_csv(path, reader.model_copy(update={"header": "yes"}), ())
    count = _require_rows(sum(1 for _ in opened.rows()), path)

    def records() -> Iterator[tuple[int, Record]]:
        for number, fields in reader.open_records(path, one_column=True).rows():
            yield number, dict(zip(opened.names, fields, strict=True))

    if opened.named:
        header = f"the first row names the columns ({', '.join(opened.names)})"
    else:
        cells = " | ".join(cell.strip()[:20] for cell in opened.start[0])
        header = f"no header (the first row, {cells}, is read as texts; --header yes if it names the columns)"
    found = opened.detection
    between = f", {found['delimiter']} between fields" if len(opened.names) > 1 else ""
    words = f"CSV in {opened.encoding.describe()}{between}, {header}"
    return RowStream(path.name, "csv", opened.names, opened.named, count, words, lambda: _batches(records()))


def _open_jsonl(path: Path) -> RowStream:
    written = character_encodings.choose_encoding(path)

    def records() -> Iterator[tuple[int, Record]]:
        with path.open(encoding=written.name) as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    yield number, parse_object(line.lstrip("\ufeff"), path, number)

    columns: dict[str, None] = {}
    count = 0
    for _, record in records():
        columns.update(dict.fromkeys(record))
        count += 1
    names = list(columns)
    words = f"JSON lines in {written.describe()} ({', '.join(names)})"
    return RowStream(
        path.name, "jsonl", names, True, _require_rows(count, path), words, lambda: _batches(records())
    )


def _open_json(path: Path) -> RowStream:
    written = character_encodings.choose_encoding(path)
    value: object = read_document(path, written)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        value = [{LINE_COLUMN: each} for each in value]
    parts, _ = find_rows(value, path.name)
    if len(parts) > 1:
        raise UserError(
            f"there is a list of rows for each of {', '.join(parts)}.",
            place=path.name,
            remedy="Write the one to classify as a file of its own.",
        )
    records = list(row_objects(parts["train"][1], path.name))
    names = list(dict.fromkeys(name for _, record in records for name in record))
    words = f"JSON in {written.describe()} ({', '.join(names)})"
    return RowStream(
        path.name, "json", names, True, _require_rows(len(records), path), words, lambda: _batches(records)
    )


def _open_parquet(path: Path) -> RowStream:
    with open_parquet(path) as file:
        schema, count = file.schema_arrow, file.metadata.num_rows

    def batches() -> Iterator[RowBatch]:
        done = 0
        with open_parquet(path) as file:
            for batch in parquet_batches(file, path, BATCH_ROWS):
                with parsing(path.name, PARQUET):
                    records = batch.to_pylist()
                yield RowBatch(list(range(done + 1, done + 1 + len(batch))), records)
                done += len(batch)

    words = f"Parquet ({', '.join(schema.names)})"
    return RowStream(
        path.name, "parquet", schema.names, True, _require_rows(count, path), words, batches, schema
    )


def _open_xlsx(path: Path, reader: CsvReader, known_columns: Sequence[str]) -> RowStream:
    """Return the rows of a workbook's first sheet; of ``reader`` only the header counts.

    Values are texts as a data set for training would have them: whole numbers without a point, dates as ISO 8601.
    """

    with open_workbook(path) as book:
        if not book.sheets:
            raise UserError("there is no sheet with rows.", place=path.name, remedy="Choose another file.")
        title, widths, start = book.sheets[0], [0], list[list[str]]()
        for _, cells in book.records(title):
            widths.append(len(cells))
            if len(start) < _HEADER_SAMPLE:
                start.append(cells)
    width, count = max(widths), len(widths) - 1
    _require_rows(count, path)
    limits.require_columns(width, f"{path.name}, {title}")
    first = start[0] + [""] * (width - len(start[0]))
    known = {name.casefold() for name in known_columns} & {cell.strip().casefold() for cell in first}
    automatic = bool(known) or has_header([first, *start[1:]])
    named = reader.header == "yes" or (reader.header == "auto" and automatic)
    _require_rows(count - named, path)
    given = [cell.strip() or str(i + 1) for i, cell in enumerate(first)]
    names = distinct_names(given if named else [str(i + 1) for i in range(width)])

    def records() -> Iterator[tuple[int, Record]]:
        with open_workbook(path) as book:
            for place, (number, cells) in enumerate(book.records(title)):
                if place or not named:
                    yield number, dict(zip(names, cells + [""] * (width - len(cells)), strict=True))

    header = f"the first row names the columns ({', '.join(names)})" if named else "no header"
    words = f"Excel, sheet {title}, {header}"
    return RowStream(path.name, "xlsx", names, named, count - named, words, lambda: _batches(records()))


def _open_lines(path: Path, no_header: bool) -> RowStream:
    written = character_encodings.choose_encoding(path)

    def records() -> Iterator[tuple[int, Record]]:
        with path.open(encoding=written.name) as stream:
            for number, line in enumerate(stream, start=1):
                yield number, {LINE_COLUMN: line.removeprefix("\ufeff").rstrip("\r\n")}

    count, first = 0, ""
    for _, record in records():
        first = first or str(record[LINE_COLUMN]).strip()
        count += 1
    if count > 1 and not no_header and _names_a_column(first):
        raise UserError(
            f"the first line, '{first}', looks like the name of a column, and would be classified as a text.",
            place=path.name,
            remedy="If it is a header, give --format csv; if it is a text, --header no.",
        )
    return RowStream(
        path.name,
        "lines",
        [LINE_COLUMN],
        False,
        _require_rows(count, path),
        f"a text per line in {written.describe()}",
        lambda: _batches(records()),
    )


def rows_of_texts(texts: Sequence[str]) -> RowStream:
    """Return given texts as rows of one column."""

    def batches() -> Iterator[RowBatch]:
        return _batches(enumerate(({LINE_COLUMN: text} for text in texts), start=1))

    return RowStream("texts", "lines", [LINE_COLUMN], False, len(texts), "given texts", batches)


def check_format(name: str) -> RowFormat | None:
    """Return ``name`` as a format; None for ''. Raises UserError for another."""
    known: dict[str, RowFormat] = {each: each for each in get_args(RowFormat)}
    if name and name not in known:
        raise UserError(f"there is no format '{name}'.", place="--format", remedy=f"Use {', '.join(known)}.")
    return known.get(name)


def show_cell(value: object) -> str:
    """Return a value of a row as the cell of a CSV file: nothing for none, values in other values as JSON."""
    if value is None:
        return ""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value if isinstance(value, str) else str(value)
