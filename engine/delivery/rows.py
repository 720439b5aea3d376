"""The rows of a file of texts for prediction: read as in training, but complete.

The source is an ordinary ``Records`` with all columns and rows. Labels are not required, rows without a text are kept,
and a file may have one text per line.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine import paths
from engine.data.column_names import describe_columns, name_roles, pair_columns
from engine.errors import UserError, require_plain_file
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.readers.auto import AutoReader
    from engine.data.readers.base import FormatReader
    from engine.data.records import Records


Record = Mapping[str, object]
"""One row: value by column."""

BATCH_ROWS = 1024
"""Number of rows in a batch, which are in memory at a time."""
LINE_COLUMN = "text"
"""The only column of a file with one text per line."""
LINES = "lines"
FORMATS = ("csv", "jsonl", "json", "parquet", "xlsx", LINES)
STANDARD_INPUT = "-"
_PACKED = (".parquet", ".xlsx", ".xlsm")
"""Suffixes of files that never contain lines, even if damaged."""


@dataclass(frozen=True)
class RowBatch:
    """Some consecutive rows. ``numbers`` are their line numbers as in a text editor or spreadsheet."""

    numbers: list[int]
    records: list[Record]


def open_rows(
    path: Path, format_: str = "", options: FormatReader | None = None, known_columns: Sequence[str] = ()
) -> Records:
    """Return the rows of ``path``. Large ones stay on disk.

    Args:
        format_: one of ``FORMATS``. Empty: detected by content.
        options: given options (encoding, header, delimiter, quotes), or the reader itself.
        known_columns: a first row with one of these names is a header.

    Raises UserError that names the invalid row, or why the file cannot be read.
    """
    from engine.data.read_errors import explain_read_errors
    from engine.data.readers.auto import AutoReader

    if format_ and format_ not in FORMATS:
        raise UserError(
            f"there is no format '{format_}'.", place="--format", remedy=f"Use {', '.join(FORMATS)}."
        )
    with explain_read_errors(path):
        require_plain_file(paths.user_path(path))
        if path.is_dir():
            raise UserError("is a folder.", place=str(path), remedy="Name a file of texts.")
        auto = options if isinstance(options, AutoReader) else AutoReader()
        reader = options if options not in (None, auto) else _find_reader(path, format_, auto)
        records = _read(reader, path) if reader else _read_lines(path, auto, refuse_header=not format_)
        if reader and getattr(reader, "header", "") == "auto" and records.detection.get("header") is False:
            first = {str(cell).strip().casefold() for cell in (next(iter(_rows(records)), {})).values()}
            if first & {name.casefold() for name in known_columns}:
                records = _read(reader.model_copy(update={"header": "yes"}), path)
    if not len(records):
        raise UserError("there is no row.", place=path.name, remedy="Choose a file with rows.")
    return records


def _find_reader(path: Path, format_: str, options: AutoReader) -> FormatReader | None:
    """Return the reader of a file, or None for one text per line, the format of last resort.

    The caller then refuses a first line that looks like a column name, because it would be classified as a text.
    """
    from engine.data.readers.base import is_binary, read_start
    from engine.data.readers.delimited import CsvReader, find_dialect

    if format_ == LINES:
        return None
    kinds = (format_,) if format_ else FORMATS[:-1]
    reader = options.find(path, kinds, certain=bool(format_))
    if reader is None and (path.suffix.lower() in _PACKED or is_binary(path)):
        return options.detect(path, kinds)  # it raises an error with the expected kind
    if format_ or not isinstance(reader, CsvReader) or path.suffix.lower() in reader.suffixes:
        return reader
    # Prose has commas, even the same number in each line of a short file. Only a header makes it a table.
    start = read_start(path)
    dialect = find_dialect(start)
    if dialect is None or options.delimiter != "auto" or dialect.delimiter == "\t":
        return reader
    fields = start.lstrip("\ufeff\r\n").partition("\n")[0].strip("\r").split(dialect.delimiter)
    return reader if any(map(_is_column_name, fields)) else None


def _is_column_name(field: str) -> bool:
    from engine.data.column_names import is_usual_name

    return len(field.split()) == 1 and is_usual_name(field.strip().strip('"'))


def _read(reader: FormatReader, path: Path) -> Records:
    from engine.data.records import Records
    from engine.spec.data import DataSource

    records = reader.keeping_all().read(path, DataSource(source=str(path)))
    return records if isinstance(records, Records) else records["train"]


def _read_lines(path: Path, options: AutoReader, *, refuse_header: bool) -> Records:
    """Return the lines of a file. ``refuse_header``: refuse a first line that looks like the name of a column."""
    from dataclasses import replace

    from engine.data.character_encodings import choose_encoding
    from engine.data.records import records_of_cells

    encoding = choose_encoding(path, options.encoding)
    with path.open(encoding=encoding.name) as stream:
        lines = (
            (number, (line.removeprefix("\ufeff").rstrip("\r\n"),))
            for number, line in enumerate(stream, start=1)
        )
        records = records_of_cells(
            lines,
            [LINE_COLUMN],
            path,
            has_header=False,
            detection={"format": LINES, "encoding": encoding.name},
        )
    first = str(records.data.column(0)[0].as_py()).strip() if len(records) else ""
    if refuse_header and len(records) > 1 and options.header != "no" and _is_column_name(first):
        raise UserError(
            f"the first line, '{first}', looks like the name of a column, and would be classified as a text.",
            place=path.name,
            remedy="If it is a header, give --format csv. If it is a text, --header no.",
        )
    return replace(records, notes=encoding.notes(path.name))


def rows_of_texts(texts: Sequence[str]) -> Records:
    """Return texts as rows with one column."""
    from engine.data.records import records_of_cells

    rows = ((number, (text,)) for number, text in enumerate(texts, start=1))
    return records_of_cells(rows, [LINE_COLUMN], "texts", has_header=False, detection={"format": LINES})


def row_batches(records: Records) -> Iterator[RowBatch]:
    """Yield all rows with all their columns, batch by batch. Nested values are kept."""
    from engine.cache.mapped_tables import release_pages
    from engine.parsing import parsing

    position = 0
    for batch in records.data.to_batches(max_chunksize=BATCH_ROWS):
        release_pages()
        with parsing(records.name, "a table"):
            rows = batch.to_pylist()
        for name in records.structured:
            for row in rows:
                row[name] = None if row[name] is None else json.loads(row[name])
        yield RowBatch(records.rows[position : position + len(batch)].tolist(), rows)
        position += len(batch)


def _rows(records: Records) -> Iterator[Record]:
    return (row for batch in row_batches(records) for row in batch.records)


def describe_rows(records: Records) -> str:
    """Return a description of how a file was read."""
    detection, names = records.detection, ", ".join(records.columns)
    titles = {"csv": "CSV", "jsonl": "JSON lines", "json": "JSON", "xlsx": "Excel", LINES: "a text per line"}
    text = titles.get(str(detection["format"]), "Parquet")
    for key in ("encoding", "sheet", *(["delimiter"] if len(records.columns) > 1 else [])):
        if key in detection:
            text += f", {detection[key]}"
    if "header" not in detection:
        return f"{text}." if detection["format"] == LINES else f"{text}: {names}."
    if records.has_header:
        return f"{text}. The first row names the columns: {names}."
    cells = " | ".join(str(cell).strip()[:20] for cell in next(iter(_rows(records))).values())
    return f"{text}. There is no header: the first row, {cells}, is read as texts. Use --header yes if it has names."


@contextmanager
def spool_input(name: str = STANDARD_INPUT) -> Iterator[Path]:
    """Yield the file ``name``, or for ``-`` a temporary file with the content of standard input."""
    if name != STANDARD_INPUT:
        yield Path(name)
        return
    with tempfile.TemporaryDirectory(prefix="palimpsest-") as folder:
        path = Path(folder) / "standard input"
        with path.open("wb") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
        yield path


def show_cell(value: object) -> str:
    """Return a value as the cell of a CSV file: empty for None, JSON for nested values."""
    if value is None:
        return ""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value if isinstance(value, str) else str(value)


@dataclass(frozen=True)
class TextColumns:
    """The columns of the text, by name, and how the cells of a row become one input.

    Attributes:
        first: columns of the text, or of the first segment.
        second: columns of the second segment. Empty if texts are not pairs, or contain both segments, separated by a
            tab.
        source: the training data set, which determines how cells are joined and cleaned.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    source: DataSource

    def describe(self) -> str:
        """Return the columns in words: ``title, body``."""
        first = ", ".join(self.first)
        return f"{first} | {', '.join(self.second)}" if self.second else first

    def read(self, record: Record) -> str:
        """Return the text of a row, '' without one. The second segment of a pair follows after a tab."""
        if self.source.pair and not self.second:
            first, tab, second = show_cell(record.get(self.first[0])).partition("\t")
            return f"{self._clean(first)}{tab}{self._clean(second)}"
        first = self._join_cells(record, self.first)
        if not self.second:
            return first
        second = self._join_cells(record, self.second)
        # A tab separates the segments, so tabs in the first become spaces. Tokenizers treat both alike.
        return f"{first.replace(chr(9), ' ')}\t{second}" if first or second else ""

    def _join_cells(self, record: Record, columns: Sequence[str]) -> str:
        cells = [show_cell(record.get(name)) for name in columns]
        filled = [cell for cell in cells if cell.strip()]
        return self._clean(self.source.join.join(filled)) if filled else ""

    def _clean(self, text: str) -> str:
        return self.source.cleaning.clean(text)


def choose_text_columns(
    records: Records, source: DataSource, training_columns: Sequence[str] = (), requested: Sequence[str] = ()
) -> TextColumns:
    """Return the columns of the text: the requested ones, else those of the training data, else likely ones.

    Args:
        records: the rows.
        source: the training data set.
        training_columns: the columns of its text, in the order in which they were joined.
        requested: names, or numbers from 1. For a pair the last entry is the second segment, and 'title + body' joins
            columns.

    Raises UserError, with the available columns, if one is missing or none can be determined.
    """
    if requested:
        return _by_entries(records, source, requested)
    if records.detection["format"] == LINES:
        return TextColumns((LINE_COLUMN,), (), source)
    if source.text and _has_all(records, [part for entry in source.text for part in entry.split("+")]):
        return _by_entries(records, source, source.text)
    if training_columns and _has_all(records, training_columns):
        return _by_entries(records, source, training_columns)
    if len(records.columns) == 1 and not source.pair:
        return TextColumns((records.columns[0],), (), source)
    if records.has_header and (likely := _likely_columns(records, 2 if source.pair else 0)):
        return _by_entries(records, source, [str(i + 1) for i in likely])
    learnt = ", ".join(training_columns or source.text)
    hint = f" The model learnt from {learnt}." if learnt else ""
    raise UserError(
        f"it is not clear which column holds the text.{hint}",
        place=records.name,
        remedy=f"Name it with --column. {describe_columns(records.columns, records.has_header)}",
    )


def _likely_columns(records: Records, count: int) -> tuple[int, ...]:
    """Return the columns that training would use as the text, if their names confirm it, else none."""
    from engine.data.columns import column_facts, likely_text

    try:
        likely = likely_text(records, column_facts(records), (), count)
    except UserError:
        return ()
    names = [records.columns[i] for i in likely]
    are_text_names = [{"text", "title"} & name_roles(name).keys() for name in names]
    return likely if all(are_text_names) or pair_columns(records.columns, likely) == likely else ()


def _has_all(records: Records, expected: Sequence[str]) -> bool:
    """Return whether the file has all columns called ``expected``. Numbers only count if they are column names."""
    names = {name.casefold() for name in records.columns}
    return all(each.strip().casefold() in names for each in expected)


def _by_entries(records: Records, source: DataSource, entries: Sequence[str]) -> TextColumns:
    from engine.data.columns import entry_columns

    columns = [tuple(records.columns[i] for i in entry_columns(records, entry)) for entry in entries]
    if not source.pair:
        return TextColumns(tuple(name for names in columns for name in names), (), source)
    if len(columns) < 2:
        raise UserError(
            "the model reads two segments, and one column was given.",
            place=records.name,
            remedy=f"Give --column twice. {describe_columns(records.columns, records.has_header)}",
        )
    return TextColumns(tuple(name for names in columns[:-1] for name in names), columns[-1], source)
