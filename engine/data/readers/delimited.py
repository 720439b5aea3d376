"""CSV, TSV and their relatives: fields between delimiters, with or without quotes and header."""

from __future__ import annotations

import csv
import io
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import character_encodings, limits
from engine.data.character_encodings import FileEncoding
from engine.data.class_names import find_class_file, read_class_names
from engine.data.columns import LABEL_NAMES, TEXT_NAMES, distinct_names
from engine.data.readers.base import FormatReader, encoding_field, is_binary, read_position, read_start
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.spec.base import field
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.source_table import SourceTable

DELIMITERS = {"auto": "", "comma": ",", "tab": "\t", "semicolon": ";", "pipe": "|"}
_SAMPLE_ROWS = 200
_TELL_EVERY = 20_000
"""Lines between two words on progress."""
_WORD = re.compile(r"[^\W\d_][\w .\-/]{0,39}", re.UNICODE)
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?")
# The csv module refuses fields over 128 kB by default; whole articles are longer.
csv.field_size_limit(limits.MOST_LINE_BYTES)


class CsvReader(FormatReader):
    """Comma, tab, semicolon or pipe between fields; quotes as in spreadsheets."""

    title: ClassVar[str] = "CSV / TSV"
    kind: Literal["csv"] = "csv"
    precedence: ClassVar[int] = 90
    header: Literal["auto", "yes", "no"] = field(
        "auto",
        label="Header",
        help="Whether the first row names the columns.",
        choices={"auto": "Automatic", "yes": "First row", "no": "None"},
    )
    delimiter: Literal["auto", "comma", "tab", "semicolon", "pipe"] = field(
        "auto",
        label="Delimiter",
        help="The character between fields.",
        choices={"auto": "Automatic", "comma": "Comma", "tab": "Tab", "semicolon": "Semicolon", "pipe": "|"},
    )
    quoting: Literal["auto", "on", "off"] = field(
        "auto",
        label="Quotes",
        help='on: "..." holds a field together and "" is a quote in it; off: quotes are ordinary characters.',
        choices={"auto": "Automatic", "on": "Hold fields together", "off": "Ordinary characters"},
    )
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        if path.is_dir() or is_binary(path):
            return False
        if path.suffix.lower() in (".csv", ".tsv", ".tab", ".psv"):
            return True
        # Prose has commas too, but not the same number on each line.
        dialect = find_dialect(read_start(path), path.suffix)
        return dialect is not None and dialect.share > 0.9

    def files(self, path: Path) -> list[Path]:
        names = find_class_file(path)
        return [path, names] if names else [path]

    def read(self, path: Path, source: DataSource) -> SourceTable:
        opened = self.open_records(path)
        names = find_class_file(path)
        table = replace(_table(path, opened), notes=opened.encoding.notes(path.name))
        if (
            not opened.quoted
            and self.quoting == "auto"
            and any('"' in text for row in opened.start for text in row)
        ):
            note = f"Quotes in {path.name} are read as ordinary characters."
            table = replace(table, notes=(*table.notes, note))
        if names and not opened.named:
            return replace(
                table,
                class_names=read_class_names(names),
                detection={**opened.detection, "class names": names.name},
            )
        return replace(table, detection=opened.detection)

    def open_records(self, path: Path, *, one_column: bool = False) -> CsvRecords:
        """Return the columns and records of a file, which are read one by one as they are asked for.

        Args:
            one_column: a file without any delimiter is one column; otherwise it is refused.

        Raises UserError for an empty file and where no delimiter is found.
        """
        written = self._encoding(path, one_column)
        encoding = written.name
        sample = _sample(path, encoding)
        if not sample.strip():
            raise UserError("the file is empty.", place=path.name, remedy="Choose a file with rows.")
        dialect = find_dialect(sample, path.suffix, DELIMITERS[self.delimiter])
        if dialect is None and one_column:
            dialect = CsvDialect(DELIMITERS[self.delimiter] or ",", 1, 1.0)
        if dialect is None:
            raise UserError(
                "no delimiter was found: every row is one field.",
                place=path.name,
                remedy="Set the delimiter, or check that each row has a text and a label.",
            )
        quoted = self._quoted(path, encoding, dialect)
        start = [
            fields for _, fields in _take(_records(path, encoding, dialect.delimiter, quoted), _SAMPLE_ROWS)
        ]
        named = self.header == "yes" or (self.header == "auto" and has_header(start))
        limits.require_columns(len(start[0]), path.name)
        if named:
            names = distinct_names([name.strip() or str(i + 1) for i, name in enumerate(start[0])])
        else:
            names = [str(i + 1) for i in range(len(start[0]))]
        detection: JsonObject = {
            "format": self.kind,
            "encoding": encoding,
            "delimiter": _name(dialect.delimiter),
            "quoting": quoted,
            "header": named,
        }
        records = _records(path, encoding, dialect.delimiter, quoted, partial(self.tell_progress, path))
        return CsvRecords(path, names, named, quoted, start, written, detection, records)

    def with_detection(self, found: Mapping[str, object]) -> CsvReader:
        same = {"header": "yes" if found["header"] else "no", "delimiter": found["delimiter"]}
        return self.model_copy(update=same)

    def _encoding(self, path: Path, one_column: bool = False) -> FileEncoding:
        try:
            return character_encodings.choose_encoding(path, self.encoding)
        except character_encodings.UndecodableFile as error:
            # A record may span lines; Latin-1 reads any byte, which is all that counting takes.
            dialect = find_dialect(_sample(path, "latin-1"), path.suffix, DELIMITERS[self.delimiter])
            if dialect is None and one_column:
                dialect = CsvDialect(",", 1, 1.0)
            if dialect is None:
                raise
            quoted = self._quoted(path, "latin-1", dialect)
            raise error.at_row(_row_of_line(path, error.line, dialect, quoted)) from None

    def _quoted(self, path: Path, encoding: str, dialect: CsvDialect) -> bool:
        if self.quoting != "auto":
            return self.quoting == "on"
        return not reads_unquoted(path, encoding, dialect.delimiter, partial(self.tell_progress, path))


@dataclass(frozen=True)
class CsvDialect:
    """Dialect of a sample: ``columns`` fields at ``delimiter`` in ``share`` of its records."""

    delimiter: str
    columns: int
    share: float


@dataclass(frozen=True)
class CsvRecords:
    """The records of a file.

    Attributes:
        path: the file.
        names: the columns; "1", "2", ... where the file does not name them.
        named: whether the first row names the columns.
        quoted: whether quotes hold fields together.
        start: the first records, a header included.
        encoding: that of the file.
        detection: what was found, for the user.
        records: (number of the record, its fields), a header included; they can be read once.
    """

    path: Path
    names: list[str]
    named: bool
    quoted: bool
    start: list[list[str]]
    encoding: FileEncoding
    detection: JsonObject
    records: Iterator[tuple[int, list[str]]]

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the records below a header. Raises UserError for one with another number of fields."""
        for index, (number, fields) in enumerate(self.records):
            if len(fields) != len(self.names):
                raise _ragged(self.path, number, len(fields), len(self.names), self.named)
            if index or not self.named:
                yield number, fields


def find_dialect(sample: str, suffix: str = "", delimiter: str = "") -> CsvDialect | None:
    """Return the delimiter under which most records of ``sample`` have the same number (two or more) of fields."""
    expected = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".psv": "|"}.get(suffix.lower(), "\t")
    best: tuple[float, bool, int] | None = None
    chosen = None
    for candidate in [delimiter] if delimiter else [",", "\t", ";", "|"]:
        for quoted in (True, False):
            found = _consistency(sample, candidate, quoted)
            if found is None:
                continue
            rank = (round(found.share, 2), candidate == expected, -found.columns)
            if best is None or rank > best:
                best, chosen = rank, found
    return chosen if chosen is not None and (chosen.share > 0.5 or delimiter) else None


def _consistency(sample: str, delimiter: str, quoted: bool) -> CsvDialect | None:
    if quoted:
        counts = [len(fields) for fields in read_first_records(sample, delimiter)]
    else:
        counts = [line.count(delimiter) + 1 for line in sample.split("\n")[:_SAMPLE_ROWS] if line]
    if not counts:
        return None
    columns, share = max(((c, counts.count(c) / len(counts)) for c in set(counts)), key=lambda pair: pair[1])
    return CsvDialect(delimiter, columns, share) if columns > 1 else None


def read_first_records(sample: str, delimiter: str) -> list[list[str]]:
    """Return the first whole records of ``sample`` read with quotes; empty when it cannot be read so."""
    lines = list(io.StringIO(sample, newline=""))
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    records = []
    try:
        for fields in _take(reader, _SAMPLE_ROWS):
            # The sample may end within a record.
            if fields and (reader.line_num < len(lines) or sample.endswith("\n")):
                records.append(fields)
    except csv.Error:
        if reader.line_num < len(lines) - 1:
            return []
    return records


def reads_unquoted(
    path: Path, encoding: str, delimiter: str, tell: Callable[[int], None] = lambda _position: None
) -> bool:
    """Return whether every line is one record when quotes are ordinary characters, and some are meant so.

    True for a TSV in which a text merely begins with a quote: read with quoting, it would swallow the lines
    up to the next quote. False as soon as a line has another number of fields, or when all quotes enclose
    whole fields.
    """
    columns = 0
    enclosed = stray = 0
    with path.open(encoding=encoding, newline="\n") as stream:
        for number, line in enumerate(_lines(stream), start=1):
            if number % _TELL_EVERY == 0:
                tell(read_position(stream))
            if not line:
                continue
            fields = line.split(delimiter)
            columns = columns or len(fields)
            if len(fields) != columns:
                return False
            if '"' in line:
                for text in fields:
                    if text.startswith('"'):
                        if _encloses(text):
                            enclosed += 1
                        else:
                            stray += 1
    return stray > 0 or not enclosed


def _encloses(text: str) -> bool:
    return len(text) > 1 and text.endswith('"') and '"' not in text[1:-1].replace('""', "")


def has_header(rows: list[list[str]]) -> bool:
    """Return whether the first of ``rows`` names columns rather than being a record.

    It does when its fields are short and distinct and one is a usual name of a text or label column, or when
    all are words, and one stands above numbers, or none occurs below while the columns' contents look otherwise.
    """
    names = [name.strip() for name in rows[0]]
    given = [name for name in names if name]
    if len(set(given)) < len(given) or any(len(name) > 60 for name in names):
        return False
    if any(name.casefold() in LABEL_NAMES or name.casefold() in TEXT_NAMES for name in names):
        return True
    if len(rows) < 2 or not all(_WORD.fullmatch(name) for name in names):
        return False
    columns = [[row[index].strip() for row in rows[1:] if index < len(row)] for index in range(len(names))]
    if any(
        _are_numbers(below) and not _are_numbers([name]) for name, below in zip(names, columns, strict=True)
    ):
        return True
    for name, below in zip(names, columns, strict=True):
        if name in below:
            return False
        mean = sum(map(len, below)) / max(1, len(below))
        if len(name) > 0.8 * mean and len(set(below)) > len(below) / 2:
            return False
    return True


def _are_numbers(cells: list[str]) -> bool:
    """Return whether all cells that are not empty, of which there are some, are numbers."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(_NUMBER.fullmatch(cell) for cell in filled)


def _records(
    path: Path,
    encoding: str,
    delimiter: str,
    quoted: bool,
    tell: Callable[[int], None] = lambda _position: None,
) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of the record, fields); wholly blank lines count but are left out.

    ``tell`` hears how many bytes were read.
    """
    # A bare carriage return in an unquoted text ends no record (csv with QUOTE_NONE would think so).
    with path.open(encoding=encoding, newline="" if quoted else "\n") as stream:
        if not quoted:
            for number, line in enumerate(_lines(stream), start=1):
                if number % _TELL_EVERY == 0:
                    tell(read_position(stream))
                if line:
                    yield number, line.split(delimiter)
            return
        reader = csv.reader(stream, delimiter=delimiter, strict=True)
        number, opened = 0, 1
        try:
            for fields in reader:
                number += 1
                if number % _TELL_EVERY == 0:
                    tell(read_position(stream))
                opened = reader.line_num + 1
                if fields:
                    yield number, fields
        except csv.Error as error:
            raise _unbalanced(path, number + 1, opened, reader.line_num, str(error)) from None


def _row_of_line(path: Path, line: int, dialect: CsvDialect, quoted: bool) -> int:
    """Return the number of the record that line ``line`` of the file belongs to."""
    if not quoted:
        return line
    with path.open(encoding="latin-1", newline="") as stream:
        reader = csv.reader(stream, delimiter=dialect.delimiter)
        return next((row for row, _ in enumerate(reader, start=1) if reader.line_num >= line), line)


def _lines(stream: Iterable[str]) -> Iterator[str]:
    for line in stream:
        yield line.rstrip("\r\n")


def _unbalanced(path: Path, row: int, opened: int, line: int, reason: str) -> UserError:
    what = (
        "a quote is opened and not closed"
        if "unexpected end" in reason or "field limit" in reason
        else "a quote stands inside a quoted field"
    )
    return UserError(
        f"{what} (lines {opened} to {line} of the file).",
        place=f"{path.name}, row {row}",
        remedy='Double quotes within a field (""), or read quotes as ordinary characters (quoting = "off").',
    )


def _table(path: Path, opened: CsvRecords) -> SourceTable:
    import numpy as np

    from engine.cache import arrow_spill
    from engine.data.source_table import SourceTable, table_from_batches

    rows = array("q")

    def batches() -> Iterator[list[tuple[str, ...]]]:

        batch: list[list[str]] = []
        for number, fields in opened.rows():
            rows.append(number)
            batch.append(fields)
            if len(batch) == arrow_spill.BATCH_ROWS:
                yield list(zip(*batch, strict=True))
                batch = []
        if batch:
            yield list(zip(*batch, strict=True))

    data = table_from_batches(opened.names, batches())
    return SourceTable(data, np.frombuffer(rows, np.int64), path, has_header=opened.named)


def _ragged(path: Path, row: int, width: int, expected: int, named: bool) -> UserError:
    of = "the header" if named else "the first row"
    return UserError(
        f"the row has {width} columns, {of} has {expected}.",
        place=f"{path.name}, row {row}",
        remedy="Quote fields that contain the delimiter, or set delimiter and quoting of the format.",
    )


def _take(items: Iterator, count: int) -> Iterator:
    for _, item in zip(range(count), items, strict=False):
        yield item


def _sample(path: Path, encoding: str) -> str:
    with path.open(encoding=encoding, newline="") as stream:
        return stream.read(1 << 20)


def _name(delimiter: str) -> str:
    return next(name for name, mark in DELIMITERS.items() if mark == delimiter)
