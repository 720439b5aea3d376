"""CSV, TSV and similar formats: delimited fields, with or without quotes and header."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from engine.data import read_errors
from engine.data.character_encodings import FileEncoding, UndecodableFile, choose_encoding
from engine.data.column_names import TableStart, find_table_start
from engine.data.readers.base import (
    TextReader,
    encoding_field,
    has_fasttext_labels,
    read_lines,
    read_position,
    read_start,
    table_field,
)
from engine.data.readers.labelled_lines import begin_with_labels, split_prefixed
from engine.errors import UserError
from engine.formatting.numbers import read_index
from engine.json_types import JsonObject
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.records import Records


DELIMITERS = {"auto": "", "comma": ",", "tab": "\t", "semicolon": ";", "pipe": "|"}
_SAMPLE_ROWS = 200
_CLOSING_ROWS = 3
"""Maximum number of lines below a table, such as its total."""
_REPORT_EVERY = 20_000
"""Lines between two reports of progress."""
# By default the csv module rejects fields over 128 kB, which articles may exceed.
csv.field_size_limit(read_errors.MOST_LINE_BYTES)


class CsvReader(TextReader):
    """Comma, tab, semicolon or pipe between fields; quotes as in spreadsheets."""

    title: ClassVar[str] = "CSV / TSV"
    kind: Literal["csv"] = "csv"
    precedence: ClassVar[int] = 90
    suffixes: ClassVar[tuple[str, ...]] = (".csv", ".tsv", ".tab", ".psv")
    header: Literal["auto", "yes", "no"] = table_field("header")
    delimiter: Literal["auto", "comma", "tab", "semicolon", "pipe"] = table_field("delimiter")
    quoting: Literal["auto", "on", "off"] = table_field("quoting")
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        if path.suffix.lower() in self.suffixes or self.delimiter != "auto":
            return True
        lines = read_lines(path)
        if has_fasttext_labels(lines) or begin_with_labels(lines, split_prefixed):
            return False
        # Prose has commas too, but their number varies between lines.
        dialect = find_dialect(read_start(path), path.suffix)
        return dialect is not None and dialect.share > 0.9

    def read(self, path: Path, source: DataSource) -> Records:
        from engine.data.records import records_of_cells

        one_column = self._companion or self._keeps_all  # a file without any delimiter is one column then
        encoding = self._encoding(path)
        dialect = self._dialect(path, encoding.name, one_column)
        quoted = self._quoted(path, encoding.name, dialect)
        records = partial(_records, path, encoding.name, dialect, quoted)
        sample = [fields for _, fields in islice(records(), _SAMPLE_ROWS)]
        start = find_table_start(sample, self.header, path.name, keeps_captions=self._keeps_all)
        read_errors.require_columns(len(start.names), path.name)
        detection: JsonObject = {
            "format": self.kind,
            "encoding": encoding.name,
            "delimiter": {mark: name for name, mark in DELIMITERS.items()}[dialect.delimiter],
            "quoting": quoted,
            "header": start.has_header,
        }
        rows = records(
            partial(self.report_progress, path),
            keeps_blank=one_column and len(start.names) == 1,  # a row with an empty text
        )
        table = records_of_cells(
            _require_width(
                path, islice(rows, start.first_row, None), start, 0 if self._keeps_all else _CLOSING_ROWS
            ),
            start.names,
            path,
            has_header=start.has_header,
            header=() if self._keeps_all else start.header,
            detection=detection,
        )
        notes = [*encoding.notes(path.name), *start.notes, *table.notes]
        if quoted and dialect.style is _Escaped:
            notes.append(f"Backslashes that escape quotes in {path.name} are left out.")
        has_quotes = any('"' in text for row in sample for text in row)
        if not quoted and self.quoting == "auto" and has_quotes:
            notes.append(f"Quotes in {path.name} are read as ordinary characters.")
        return replace(table, notes=tuple(notes))

    def _dialect(self, path: Path, encoding: str, one_column: bool) -> CsvDialect:
        """Return the dialect. Raises UserError for an empty file, or if none is found, unless ``one_column``."""
        with path.open(encoding=encoding, newline="") as stream:
            sample = stream.read(1 << 20)
        if not sample.strip():
            raise UserError("the file is empty.", place=path.name, remedy="Choose a file with rows.")
        dialect = find_dialect(sample, path.suffix, DELIMITERS[self.delimiter])
        if dialect is None and one_column:
            return CsvDialect(DELIMITERS[self.delimiter] or ",", 1, 1.0)
        if dialect is None:
            raise UserError(
                "no delimiter was found that gives most rows the same number of fields.",
                place=path.name,
                remedy="Quote texts that hold the delimiter, or set it (--set data.format.delimiter=tab; in the "
                "window: Delimiter). Each row needs a text and a label.",
            )
        return dialect

    def with_detection(self, detection: Mapping[str, object]) -> Self:
        options = {"header": "yes" if detection["header"] else "no", "delimiter": detection["delimiter"]}
        reader = super().with_detection(detection).model_copy(update=options)
        reader._companion = True
        return reader

    def _encoding(self, path: Path) -> FileEncoding:
        try:
            return choose_encoding(path, self.encoding, self._usual_encoding)
        except UndecodableFile as error:
            # A record may span lines. Latin-1 decodes any byte, which suffices for counting records.
            dialect = self._dialect(path, "latin-1", one_column=True)
            if self._quoted(path, "latin-1", dialect):
                with path.open(encoding="latin-1", newline="") as stream:
                    reader = csv.reader(stream, dialect.style, delimiter=dialect.delimiter)
                    rows = (row for row, _ in enumerate(reader, start=1) if reader.line_num >= error.line)
                    error.place = f"{path.name}, row {next(rows, error.line)}"
            raise

    def _quoted(self, path: Path, encoding: str, dialect: CsvDialect) -> bool:
        if self.quoting != "auto":
            return self.quoting == "on"
        return not reads_unquoted(path, encoding, dialect.delimiter, partial(self.report_progress, path))


@dataclass(frozen=True)
class CsvDialect:
    """Dialect of a sample: a ``share`` of its records have ``columns`` fields, separated by ``delimiter``.

    ``style`` is the notation of quotes. ``has_labels``: a column has few different values.
    """

    delimiter: str
    columns: int
    share: float
    has_labels: bool = False
    style: type[csv.Dialect] = csv.excel


def _require_width(
    path: Path, records: Iterator[tuple[int, list[str]]], start: TableStart, closing_rows: int
) -> Iterator[tuple[int, list[str]]]:
    """Yield records without blank extra fields. Raises UserError for another number of fields.

    Only the last ``closing_rows`` records below a header may have a single field.
    """
    width = len(start.names)
    closing: list[tuple[int, list[str]]] = []
    for number, fields in records:
        if start.has_header and len(fields) == 1 < width and len(closing) < closing_rows:
            closing.append((number, fields))
            continue
        number, fields = (closing or [(number, fields)])[0]
        if len(fields) < width or any(map(str.strip, fields[width:])):
            raise _width_error(path, number, len(fields), width, start.has_header)
        yield number, fields[:width]
    yield from closing


def find_dialect(sample: str, suffix: str = "", delimiter: str = "") -> CsvDialect | None:
    """Return the dialect in which most records of ``sample`` have the same number (two or more) of fields, or None."""
    usual = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".psv": "|"}.get(suffix.lower(), "\t")
    options = [
        ((round(option.share, 2), option.has_labels, candidate == usual, -option.columns, -index), option)
        for candidate in ([delimiter] if delimiter else [",", "\t", ";", "|"])
        for index, pattern in enumerate(_STYLES)
        if (option := _consistency(sample, candidate, pattern)) is not None
    ]
    dialect = max(options, key=lambda each: each[0])[1] if options else None
    return dialect if dialect is not None and (dialect.share > 0.5 or delimiter) else None


class _BehindBlank(csv.excel):
    skipinitialspace = True


class _Escaped(csv.excel):
    escapechar = "\\"


_STYLES = {r'^[^"\n]*{} +"': _BehindBlank, "": csv.excel, "(?=)": None, r'\\"': _Escaped}
"""Notations of quotes, preferred ones first: after a blank, usual, none, with backslash escapes.

The keys are patterns that occur in files with the notation.
"""


def _consistency(sample: str, delimiter: str, pattern: str) -> CsvDialect | None:
    if not re.search(pattern.replace("{}", re.escape(delimiter)), sample, re.MULTILINE):
        return None
    if (style := _STYLES[pattern]) is None:
        records = [line.split(delimiter) for line in sample.split("\n")[:_SAMPLE_ROWS] if line]
    else:
        records = read_first_records(sample, delimiter, style)
    counts = [len(fields) for fields in records]
    pairs = ((c, counts.count(c) / len(counts)) for c in set(counts))
    columns, share = max(pairs, key=lambda pair: pair[1], default=(0, 0.0))
    if columns < 2:
        return None
    table = zip(*(fields for fields in records if len(fields) == columns), strict=True)
    has_labels = any(1 < len(set(cells)) <= len(cells) / 4 for cells in table)
    return CsvDialect(delimiter, columns, share, has_labels, style or csv.excel)


def read_first_records(sample: str, delimiter: str, style: type[csv.Dialect] = csv.excel) -> list[list[str]]:
    """Return the first complete records of ``sample``, read with quotes. Empty if that fails."""
    lines = list(io.StringIO(sample, newline=""))
    reader = csv.reader(lines, style, delimiter=delimiter, strict=True)
    records = []
    try:
        for fields in islice(reader, _SAMPLE_ROWS):
            # The sample may end within a record.
            if fields and (reader.line_num < len(lines) or sample.endswith("\n")):
                records.append(fields)
    except csv.Error:
        if reader.line_num < len(lines) - 1:
            return []
    return records


def reads_unquoted(
    path: Path, encoding: str, delimiter: str, report: Callable[[int], None] = lambda _position: None
) -> bool:
    """Return whether quotes are ordinary characters, so that every line is one record.

    True for a TSV with a text that begins with a quote: with quoting, it would include all lines up to the next quote.
    False if a line has another number of fields, or all quotes enclose whole fields.
    """
    columns = 0
    enclosed = stray = 0
    with path.open(encoding=encoding, newline="\n") as stream:
        for number, raw in enumerate(stream, start=1):
            if number % _REPORT_EVERY == 0:
                report(read_position(stream))
            line = raw.rstrip("\r\n")
            if "\r" in line and number == 1 and not raw.endswith("\n"):
                return False  # lines end with CR only
            if not line:
                continue
            fields = line.split(delimiter)
            columns = columns or len(fields)
            if len(fields) != columns:
                return False
            if '"' in line:
                for text in fields:
                    if (text := text.lstrip(" ")).startswith('"'):
                        if _encloses(text):
                            enclosed += 1
                        else:
                            stray += 1
    return stray > 0 or not enclosed


def _encloses(text: str) -> bool:
    return len(text) > 1 and text.endswith('"') and '"' not in re.sub(r'""|\\"', "", text[1:-1])


def _records(
    path: Path,
    encoding: str,
    dialect: CsvDialect,
    quoted: bool,
    report: Callable[[int], None] = lambda _position: None,
    *,
    keeps_blank: bool = False,
) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of the record, fields). Blank lines are counted but left out, unless ``keeps_blank``.

    ``report`` receives the number of bytes read.
    """
    # In unquoted text a bare CR does not end a record, unlike for csv with QUOTE_NONE.
    with path.open(encoding=encoding, newline="" if quoted else "\n") as stream:
        if not quoted:
            for number, line in enumerate((each.rstrip("\r\n") for each in stream), start=1):
                if number % _REPORT_EVERY == 0:
                    report(read_position(stream))
                if line or keeps_blank:
                    yield number, line.split(dialect.delimiter)
            return
        reader = csv.reader(stream, dialect.style, delimiter=dialect.delimiter, strict=True)
        number, first = 0, 1
        try:
            for fields in reader:
                number += 1
                if number % _REPORT_EVERY == 0:
                    report(read_position(stream))
                first = reader.line_num + 1
                if fields or keeps_blank:
                    yield number, fields or [""]
        except csv.Error as error:
            raise _quote_error(path, number + 1, first, reader.line_num, str(error)) from None


def _quote_error(path: Path, row: int, first: int, line: int, reason: str) -> UserError:
    problem = (
        "a quote is opened and not closed"
        if "unexpected end" in reason or "field limit" in reason
        else "a quote occurs inside a quoted field"
    )
    return UserError(
        f"{problem} (lines {first} to {line} of the file).",
        place=f"{path.name}, row {row}",
        remedy='Double quotes within a field (""), or read quotes as ordinary characters '
        "(--set data.format.quoting=off; in the window: Quotes).",
    )


def _width_error(path: Path, row: int, width: int, expected: int, has_header: bool) -> UserError:
    reference = "the header" if has_header else "the first row"
    return UserError(
        f"the row has {width} columns, {reference} has {expected}.",
        place=f"{path.name}, row {row}",
        remedy="Quote fields that contain the delimiter, or set delimiter and quotes (--set data.format.delimiter=tab, "
        "data.format.quoting=off; in the window: Delimiter, Quotes).",
    )


class ZhangReader(TextReader):
    """Zhang et al. 2015: "class","title","text" without header, classes counted from 1; names from classes.txt."""

    title: ClassVar[str] = "Zhang et al. CSV"
    kind: Literal["zhang"] = "zhang"
    precedence: ClassVar[int] = 60
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        if path.suffix.lower() != ".csv":
            return False
        records = read_first_records(read_start(path), ",")
        first = [fields[0] for fields in records]
        # Numbers that hardly repeat are row numbers, not classes.
        return (
            0 < len(records) < 20 + 2 * (len(first) - len(set(first)))
            and all(len(fields) == len(records[0]) > 1 for fields in records)
            and all(1 <= (read_index(fields[0]) or 0) <= 999 for fields in records)
            and not any(fields[-1].replace(".", "").isdecimal() for fields in records[:1])
        )

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
