"""CSV, TSV and their relatives: fields between delimiters, with or without quotes and header."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import character_encodings, read_errors
from engine.data.character_encodings import FileEncoding
from engine.data.class_names import find_class_file, read_class_names
from engine.data.column_names import has_header, header_names
from engine.data.readers.base import (
    FormatReader,
    delimiter_field,
    encoding_field,
    has_marks,
    header_field,
    is_binary,
    quoting_field,
    read_lines,
    read_position,
    read_start,
)
from engine.errors import UserError
from engine.formatting.numbers import read_index
from engine.json_types import JsonObject
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.records import Records


DELIMITERS = {"auto": "", "comma": ",", "tab": "\t", "semicolon": ";", "pipe": "|"}
_SAMPLE_ROWS = 200
_TELL_EVERY = 20_000
"""Lines between two reports of progress."""
# The csv module refuses fields over 128 kB by default; whole articles are longer.
csv.field_size_limit(read_errors.MOST_LINE_BYTES)


class CsvReader(FormatReader):
    """Comma, tab, semicolon or pipe between fields; quotes as in spreadsheets."""

    title: ClassVar[str] = "CSV / TSV"
    kind: Literal["csv"] = "csv"
    precedence: ClassVar[int] = 90
    suffixes: ClassVar[tuple[str, ...]] = (".csv", ".tsv", ".tab", ".psv")
    header: Literal["auto", "yes", "no"] = header_field()
    delimiter: Literal["auto", "comma", "tab", "semicolon", "pipe"] = delimiter_field()
    quoting: Literal["auto", "on", "off"] = quoting_field()
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        if path.is_dir() or is_binary(path):
            return False
        if path.suffix.lower() in self.suffixes or self.delimiter != "auto":
            return True
        if has_marks(read_lines(path)):
            return False
        # Prose has commas too, but not the same number on each line.
        dialect = find_dialect(read_start(path), path.suffix)
        return dialect is not None and dialect.share > 0.9

    def files(self, path: Path) -> list[Path]:
        names = find_class_file(path)
        return [path, names] if names else [path]

    def read(self, path: Path, source: DataSource) -> Records:
        from engine.data.records import records_of_cells

        alone = self._companion or self._whole  # a file without any delimiter is one column then
        encoding = self._encoding(path, alone)
        dialect = self._dialect(path, encoding.name, alone)
        quoted = self._quoted(path, encoding.name, dialect)
        start = [
            fields
            for _, fields in _take(_records(path, encoding.name, dialect.delimiter, quoted), _SAMPLE_ROWS)
        ]
        read_errors.require_columns(len(start[0]), path.name)
        named = self.header == "yes" or (self.header == "auto" and has_header(start))
        columns = header_names(start[0]) if named else [str(i + 1) for i in range(len(start[0]))]
        detection: JsonObject = {
            "format": self.kind,
            "encoding": encoding.name,
            "delimiter": _name(dialect.delimiter),
            "quoting": quoted,
            "header": named,
        }
        records = _records(
            path,
            encoding.name,
            dialect.delimiter,
            quoted,
            partial(self.tell_progress, path),
            keeps_blank=alone and len(columns) == 1,  # a row with an empty text
        )
        header = start[0] if named and not self._whole else ()
        rows = _below_header(path, records, len(columns), named)
        table = records_of_cells(rows, columns, path, has_header=named, header=header, detection=detection)
        notes = [*encoding.notes(path.name), *table.notes]
        has_quotes = any('"' in text for row in start for text in row)
        if not quoted and self.quoting == "auto" and has_quotes:
            notes.append(f"Quotes in {path.name} are read as ordinary characters.")
        table = replace(table, notes=tuple(notes))
        if named or not (names := find_class_file(path)):
            return table
        facts = {**detection, "class names": names.name}
        return replace(table, class_names=read_class_names(names), detection=facts)

    def _dialect(self, path: Path, encoding: str, alone: bool) -> CsvDialect:
        """Return the delimiter of fields. Raises UserError for an empty file and where none is found, unless
        ``alone``.
        """
        sample = _sample(path, encoding)
        if not sample.strip():
            raise UserError("the file is empty.", place=path.name, remedy="Choose a file with rows.")
        dialect = find_dialect(sample, path.suffix, DELIMITERS[self.delimiter])
        if dialect is None and alone:
            return CsvDialect(DELIMITERS[self.delimiter] or ",", 1, 1.0)
        if dialect is None:
            raise UserError(
                "no delimiter was found: every row is one field.",
                place=path.name,
                remedy="Set the delimiter (--set data.format.delimiter=tab; in the window: Delimiter), or check that "
                "each row has a text and a label.",
            )
        return dialect

    def with_detection(self, found: Mapping[str, object]) -> CsvReader:
        same = {"header": "yes" if found["header"] else "no", "delimiter": found["delimiter"]}
        alike = self.model_copy(update=same)
        alike._companion = True
        return alike

    def _encoding(self, path: Path, alone: bool) -> FileEncoding:
        try:
            return character_encodings.choose_encoding(path, self.encoding, self._usual_encoding)
        except character_encodings.UndecodableFile as error:
            try:  # a record may span lines; Latin-1 reads any byte, which is all that counting takes
                dialect = self._dialect(path, "latin-1", alone)
            except UserError:
                raise error from None
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


def _below_header(
    path: Path, records: Iterator[tuple[int, list[str]]], width: int, named: bool
) -> Iterator[tuple[int, list[str]]]:
    """Yield the records below a header. Raises UserError for one with another number of fields."""
    for index, (number, fields) in enumerate(records):
        if len(fields) != width:
            raise _ragged(path, number, len(fields), width, named)
        if index or not named:
            yield number, fields


def find_dialect(sample: str, suffix: str = "", delimiter: str = "") -> CsvDialect | None:
    """Return the delimiter under which most records of ``sample`` have the same number (two or more) of fields."""
    usual = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".psv": "|"}.get(suffix.lower(), "\t")
    best: tuple[float, bool, int] | None = None
    dialect = None
    for candidate in [delimiter] if delimiter else [",", "\t", ";", "|"]:
        for quoted in (True, False):
            option = _consistency(sample, candidate, quoted)
            if option is None:
                continue
            rank = (round(option.share, 2), candidate == usual, -option.columns)
            if best is None or rank > best:
                best, dialect = rank, option
    return dialect if dialect is not None and (dialect.share > 0.5 or delimiter) else None


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
    """Return the first whole records of ``sample`` read with quotes, empty when it cannot be read so."""
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
    """Return whether every line is one record when quotes are ordinary characters, and some must be.

    True for a TSV in which a text merely begins with a quote: read with quoting, it would swallow the lines up to
    the next quote. False as soon as a line has another number of fields, or when all quotes enclose whole fields.
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


def _records(
    path: Path,
    encoding: str,
    delimiter: str,
    quoted: bool,
    tell: Callable[[int], None] = lambda _position: None,
    *,
    keeps_blank: bool = False,
) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of the record, fields). Blank lines are counted and left out, unless ``keeps_blank``.

    ``tell`` receives the number of bytes read.
    """
    # A bare carriage return in an unquoted text ends no record (csv with QUOTE_NONE would think so).
    with path.open(encoding=encoding, newline="" if quoted else "\n") as stream:
        if not quoted:
            for number, line in enumerate(_lines(stream), start=1):
                if number % _TELL_EVERY == 0:
                    tell(read_position(stream))
                if line or keeps_blank:
                    yield number, line.split(delimiter)
            return
        reader = csv.reader(stream, delimiter=delimiter, strict=True)
        number, first = 0, 1
        try:
            for fields in reader:
                number += 1
                if number % _TELL_EVERY == 0:
                    tell(read_position(stream))
                first = reader.line_num + 1
                if fields or keeps_blank:
                    yield number, fields or [""]
        except csv.Error as error:
            raise _unbalanced(path, number + 1, first, reader.line_num, str(error)) from None


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


def _unbalanced(path: Path, row: int, first: int, line: int, reason: str) -> UserError:
    what = (
        "a quote is opened and not closed"
        if "unexpected end" in reason or "field limit" in reason
        else "a quote occurs inside a quoted field"
    )
    return UserError(
        f"{what} (lines {first} to {line} of the file).",
        place=f"{path.name}, row {row}",
        remedy='Double quotes within a field (""), or read quotes as ordinary characters '
        "(--set data.format.quoting=off; in the window: Quotes).",
    )


def _ragged(path: Path, row: int, width: int, expected: int, named: bool) -> UserError:
    of = "the header" if named else "the first row"
    return UserError(
        f"the row has {width} columns, {of} has {expected}.",
        place=f"{path.name}, row {row}",
        remedy="Quote fields that contain the delimiter, or set delimiter and quotes (--set data.format.delimiter=tab, "
        "data.format.quoting=off; in the window: Delimiter, Quotes).",
    )


def _take(items: Iterator, count: int) -> Iterator:
    for _, item in zip(range(count), items, strict=False):
        yield item


def _sample(path: Path, encoding: str) -> str:
    with path.open(encoding=encoding, newline="") as stream:
        return stream.read(1 << 20)


def _name(delimiter: str) -> str:
    return next(name for name, mark in DELIMITERS.items() if mark == delimiter)


class ZhangReader(FormatReader):
    """Zhang et al. 2015: "class","title","text" without header, classes counted from 1; names from classes.txt."""

    title: ClassVar[str] = "Zhang et al. CSV"
    kind: Literal["zhang"] = "zhang"
    precedence: ClassVar[int] = 60
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        if path.suffix.lower() != ".csv" or not path.is_file() or is_binary(path):
            return False
        records = read_first_records(read_start(path), ",")
        first = [fields[0] for fields in records]
        # A column of numbers that hardly repeat is a row number, not a class.
        return (
            0 < len(records) < 20 + 2 * (len(first) - len(set(first)))
            and all(len(fields) == len(records[0]) > 1 for fields in records)
            and all(1 <= (read_index(fields[0]) or 0) <= 999 for fields in records)
            and not any(fields[-1].replace(".", "").isdecimal() for fields in records[:1])
        )

    def files(self, path: Path) -> list[Path]:
        return self._csv().files(path)

    def read(self, path: Path, source: DataSource) -> Records:
        table = self._csv().read(path, source)
        return replace(
            table,
            label_column=0,
            text_columns=tuple(range(1, len(table.columns))),
            detection={**table.detection, "format": self.kind},
        )

    def _csv(self) -> CsvReader:
        return CsvReader(header="no", delimiter="comma", quoting="on", encoding=self.encoding).with_progress(
            self._report
        )
