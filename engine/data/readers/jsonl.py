"""JSON lines, one object per row; and JSON documents: rows as a list, as columns or by index, also under keys."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import character_encodings, read_errors
from engine.data.character_encodings import FileEncoding
from engine.data.column_names import has_header, header_names, is_usual_name, name_roles
from engine.data.columns import SPLIT_WORDS, keeps_nested, split_from_name
from engine.data.readers.base import TextReader, encoding_field, read_position, read_start
from engine.errors import UserError, is_unicode
from engine.json_types import JsonObject, ParsedJson
from engine.spec.data import DataSource

if TYPE_CHECKING:
    import pyarrow as pa

    from engine.data.records import Records


BATCH = 20_000
"""Number of objects that are converted to columns at once."""


def records_of_objects(
    objects: Iterator[tuple[int, JsonObject]],
    place: Path | str,
    keeps_nested: Callable[[str], bool],
    *,
    has_header: bool,
    detection: Mapping[str, object],
    notes: tuple[str, ...],
) -> Records:
    """Return records from numbered objects. Numbers stay numbers.

    ``keeps_nested`` returns whether lists and objects under a key are kept, as JSON. Others are left out with a note.
    Raises UserError when there are too many keys.
    """
    import numpy as np
    import pyarrow as pa

    from engine.cache import arrow_spill
    from engine.data.records import Records

    rows = array("q")
    types: dict[str, set[type]] = {}
    keeps: dict[str, bool] = {}
    name = place.name if isinstance(place, Path) else place

    def read_rows() -> Iterator[JsonObject]:
        for number, row in objects:
            rows.append(number)
            for key, value in row.items():
                types.setdefault(key, set()).add(type(value))
            if len(keeps) < len(types):
                read_errors.require_columns(len(types), f"{name}, row {number}")
                keeps.update({key: keeps_nested(key) for key in types.keys() - keeps.keys()})
            yield row

    def batches() -> Iterator[pa.RecordBatch]:
        row_objects = read_rows()
        while chunk := list(islice(row_objects, BATCH)):
            cells = {key: [_cell(row.get(key), nested=keeps[key]) for row in chunk] for key in types}
            yield pa.record_batch({key: pa.array(each, pa.large_string()) for key, each in cells.items()})

    table = arrow_spill.spill_batches(batches())
    nested = tuple(sorted(key for key, own in types.items() if own & {dict, list} and not keeps[key]))
    columns = {key: _column(table, key, own) for key, own in types.items() if key not in nested}
    left_out = (f"Keys with nested values are left out: {', '.join(nested)}.",) if nested else ()
    return Records(
        pa.table(columns),
        np.frombuffer(rows, np.int64) if rows else np.zeros(0, np.int64),
        place,
        has_header=has_header,
        nested=nested,
        structured=frozenset(
            key
            for key, each in columns.items()
            if str not in types[key] and types[key] != {type(None)} and pa.types.is_large_string(each.type)
        ),
        detection=detection,
        notes=(*notes, *left_out),
    )


def _column(batches: list[pa.RecordBatch], key: str, types: set[type]) -> pa.ChunkedArray:
    """Return the values of a key, as numbers if all of them are numbers that Arrow represents exactly."""
    import pyarrow as pa
    import pyarrow.compute as pc

    chunks = [
        batch.column(key) if key in batch.schema.names else pa.nulls(len(batch), pa.large_string())
        for batch in batches
    ]
    column = pa.chunked_array(chunks, pa.large_string())
    types = types - {type(None)}
    if not types or not types <= {int, float}:
        return column
    if types == {int, float} and pc.any(pc.match_substring_regex(column, r"^-?\d{16,}$")).as_py():
        return column  # an integer beyond 2^53 is not exact as a fraction
    try:
        return column.cast(pa.int64() if types == {int} else pa.float64())
    except pa.ArrowInvalid:
        return column  # an integer beyond 64 bits stays text


def require_characters(value: object, place: str) -> None:
    """Raise UserError if a JSON value contains a lone surrogate."""
    if not is_unicode(json.dumps(value, ensure_ascii=False)):
        raise UserError(
            "a character is half of a pair (\\ud800 to \\udfff), which no text can hold.",
            place=place,
            remedy="Write the whole character.",
        )


def _cell(value: object, *, nested: bool) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if value != value or (isinstance(value, dict | list) and not nested):  # NaN is a missing value
        return None
    return json.dumps(value, ensure_ascii=False)


_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
_ONE_OBJECT = 'Write each row as {"text": "...", "label": "..."}, one on a line.'


class JsonlReader(TextReader):
    """One JSON object per line; its keys are the columns."""

    title: ClassVar[str] = "JSON lines"
    kind: Literal["jsonl"] = "jsonl"
    precedence: ClassVar[int] = 40
    suffixes: ClassVar[tuple[str, ...]] = (".jsonl", ".ndjson")
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        return path.suffix.lower() in self.suffixes or read_start(path, 4096).lstrip(
            "\ufeff \t\r\n"
        ).startswith("{")  # a document of rows was recognised before

    def read(self, path: Path, source: DataSource) -> Records:
        encoding = character_encodings.choose_encoding(path, self.encoding, self._usual_encoding)
        rejected = 0

        def objects() -> Iterator[tuple[int, JsonObject]]:
            nonlocal rejected
            with path.open(encoding=encoding.name) as stream:
                for number, line in enumerate(stream, start=1):
                    if number % BATCH == 0:
                        self.report_progress(path, read_position(stream))
                    if line.strip("\ufeff \t\r\n"):
                        row = parse_object(line.removeprefix("\ufeff"), path, number)
                        is_valid = row.get("answer", "accept") == "accept" or "accept" not in row
                        rejected += not is_valid
                        if is_valid or self._keeps_all:
                            yield number, row

        records = records_of_objects(
            objects(),
            path,
            lambda key: self._keeps_all or keeps_nested(key, source),
            has_header=True,
            detection={"format": self.kind, "encoding": encoding.name},
            notes=encoding.notes(path.name),
        )
        if not len(records):
            raise UserError("the file is empty.", place=path.name, remedy="Choose a file with rows.")
        if rejected and not self._keeps_all:
            note = f"Rows of {path.name} whose answer is not accept are left out: {rejected:,}."
            records = replace(records, notes=(*records.notes, note))
        return records


def _parse(text: str, place: str, remedy: str) -> object:
    """Return a JSON value. Raises UserError with ``remedy`` for anything else."""
    try:
        return json.loads(text)
    except RecursionError:
        raise UserError("the values are nested too deeply.", place=place, remedy=remedy) from None
    except ValueError as error:
        reason, line = getattr(error, "msg", str(error)), getattr(error, "lineno", 1)
        column = getattr(error, "colno", 1)
        problem = f"this is not JSON: {reason} at line {line}, character {column}."
        if remedy == _ONE_OBJECT:
            problem = f"this is not JSON: {reason} at character {column}."
        raise UserError(problem, place=place, remedy=remedy) from None


def parse_object(line: str, path: Path, number: int) -> ParsedJson:
    """Return the object of line ``number`` of a file. Raises UserError that names the line for anything else."""
    place = f"{path.name}, row {number}"
    value = _parse(line, place, _ONE_OBJECT)
    if not isinstance(value, dict):
        raise UserError("the line holds no JSON object.", place=place, remedy=_ONE_OBJECT)
    # Only an escape can give a lone surrogate, because the file itself is valid text.
    if _HALF_PAIR.search(line):
        require_characters(value, place)
    return value


MOST_BYTES = 1 << 30
"""Maximum size of a document, which is read into memory."""
_START = re.compile(r"\s*(\[|\{\s*(\n|\r)|\{\s*\"(?:[^\"\\]|\\.){0,200}\"\s*:\s*[\[{]\s*[\[{\"\n\r0-9])")
_ROWS = re.compile(r"\"\s*:\s*\[\s*[\[{]")
_REMEDY = (
    'Write a list of rows, [{"text": "...", "label": "..."}, ...], or one for each split: '
    '{"train": [...], "test": [...]}.'
)
_LISTS = ["text", "label"]
"""Columns of rows that are lists of two: [text, label]."""
_SHOWN_KEYS = 8


class JsonReader(TextReader):
    """Rows as a list of objects (or of [text, label]), as columns, or by index; also under keys, as train and test."""

    title: ClassVar[str] = "JSON document"
    kind: Literal["json"] = "json"
    precedence: ClassVar[int] = 35
    suffixes: ClassVar[tuple[str, ...]] = (".json",)
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        """Return whether a file is one JSON value. An object that ends with the first line is JSON lines instead."""
        start = read_start(path, 1 << 16).lstrip("\ufeff \t\r\n")
        is_named = path.suffix.lower() == ".json"
        if start.startswith("["):
            return is_named or re.match(r"\[\s*[\[{]", start) is not None
        first, feed, _ = start.partition("\n")
        if not start.startswith("{") or path.suffix.lower() in (".jsonl", ".ndjson"):
            return False
        if not feed:
            return _START.match(start) is not None or (is_named and _ROWS.search(start) is not None)
        try:
            json.loads(first)
        except ValueError:
            return is_named or _START.match(start) is not None
        return False

    def write_head(self, path: Path, target: Path, size: int) -> bool:
        return False  # only whole documents can be read

    def read(self, path: Path, source: DataSource) -> Records | dict[str, Records]:
        self.report_progress(path, 0)
        encoding = character_encodings.choose_encoding(path, self.encoding, self._usual_encoding)
        value: object = read_document(path, encoding)
        if self._keeps_all and isinstance(value, list) and all(isinstance(each, str) for each in value):
            value = [{"text": each} for each in value]
        parts, left_out = find_rows(value, path.name)
        if self._keeps_all and len(parts) > 1:
            raise UserError(
                f"there is a list of rows for each of {', '.join(parts)}.",
                place=path.name,
                remedy="Write the one to classify as a file of its own.",
            )
        tables = {name: self._table(rows, path, key, source, encoding) for name, (key, rows) in parts.items()}
        if left_out:
            note = f"Keys that name no split are left out: {', '.join(left_out)[:200]}."
            tables["train"] = replace(tables["train"], notes=(*tables["train"].notes, note))
        return tables if tables.keys() != {"train"} else tables["train"]

    def _table(
        self, rows: list[object], path: Path, key: str, source: DataSource, encoding: FileEncoding
    ) -> Records:
        """Return the records of one list. ``key`` is its key, empty for the whole document."""
        names, skipped = _list_names(rows) if isinstance(rows[0], list) else ([], 0)
        name = f"{path.name}, {key}" if key else path.name
        return records_of_objects(
            _row_objects(rows, names, skipped, name),
            name if key else path,
            lambda column: self._keeps_all or keeps_nested(column, source),
            has_header=not names or names == _LISTS or skipped == 1,
            detection={"format": self.kind, "encoding": encoding.name},
            notes=encoding.notes(path.name),
        )


def find_rows(value: object, name: str) -> tuple[dict[str, tuple[str, list[object]]], list[str]]:
    """Return (key, rows) by split, and the keys that are left out.

    Raises UserError that describes a document without rows, and for a split that occurs twice.
    """
    if (rows := as_rows(value)) is not None:
        return {"train": ("", rows)}, []
    if not isinstance(value, dict):
        raise UserError(f"this is JSON, but {_describe(value)}, and no rows.", place=name, remedy=_REMEDY)
    for key, each in value.items():
        if each == [] and _split_of(key):
            raise UserError(
                "the list is empty.", place=f"{name}, {key}", remedy="Leave the key out, or fill it."
            )
    tables = {key: rows for key, each in value.items() if (rows := as_rows(each)) is not None}
    exact = {key: split for key in tables if (split := _split_of(key))}
    splits = exact or {key: split for key in tables if (split := split_from_name(key))}
    if not splits and len(tables) == 1:
        splits = dict.fromkeys(tables, "train")
    result: dict[str, tuple[str, list[object]]] = {}
    for key, split in splits.items():
        if split in result:
            raise UserError(
                f"two of its lists are the {split} split, '{result[split][0]}' and '{key}'.",
                place=name,
                remedy="Leave one out, or write them as files of their own.",
            )
        result[split] = (key, tables[key])
    if "train" not in result:
        inner = [each for each in value.values() if isinstance(each, dict)]
        if not tables and len(inner) == 1 and any(as_rows(each) is not None for each in inner[0].values()):
            return find_rows(inner[0], name)
        raise UserError(
            f"this is JSON, but {_describe(value)}, and there is no list of training rows.",
            place=name,
            remedy=_REMEDY,
        )
    return result, [key for key in value if key not in splits]


def as_rows(value: object) -> list[object] | None:
    """Return the rows of a table in any supported notation, or None for other values.

    Supported are lists of objects or lists, {column: [value, ...]}, {column: {index: value}}, {index: {column: value}},
    {"columns": [...], "data": [[...], ...]} and {label: [text, ...]}.
    """
    if isinstance(value, list):
        return value if value and isinstance(value[0], dict | list) else None
    if not isinstance(value, dict) or not value:
        return None
    columns, data = value.get("columns"), value.get("data")
    if isinstance(columns, list) and isinstance(data, list):
        return [dict(zip(map(str, columns), row, strict=False)) for row in data if isinstance(row, list)]
    each = list(value.values())
    if len(value) > 1 and all(isinstance(cells, list) and cells for cells in each):
        return _from_lists(value)
    if all(isinstance(cells, dict) and cells for cells in each):
        return _from_maps(value)
    return None


def _from_lists(value: dict[str, list[object]]) -> list[object] | None:
    """Return rows from columns that are lists of equal length, or from lists of texts by label."""
    if any(isinstance(cell, dict | list) for cells in value.values() for cell in cells[:20]):
        return None
    lengths = {len(cells) for cells in value.values()}
    roles = {role for key in value for role in ("text", "label") if name_roles(key).get(role, 0) >= 0.5}
    if len(lengths) == 1 and (roles or lengths != {1}):
        return [dict(zip(value, row, strict=True)) for row in zip(*value.values(), strict=True)]
    if len(roles) == 2 or any(split_from_name(key) for key in value):
        return None
    if all(isinstance(cell, str) for cells in value.values() for cell in cells):
        return [{"text": cell, "label": key} for key, cells in value.items() for cell in cells]
    return None


def _from_maps(value: dict[str, dict[str, object]]) -> list[object] | None:
    """Return rows from {column: {index: value}} or {index: {column: value}}."""
    inner = list(value.values())
    if any(isinstance(cell, dict | list) for cells in inner[:20] for cell in cells.values()):
        return None
    if all(key.isdecimal() for key in inner[0]):
        keys = dict.fromkeys(key for cells in inner for key in cells)
        return [{name: cells.get(key) for name, cells in value.items()} for key in keys]
    return list(inner) if len(value) > 2 or all(key.isdecimal() for key in value) else None


def _split_of(key: str) -> str:
    """Return the split for a key, empty for none. ``data`` and similar keys are the training rows."""
    name = key.casefold()
    if name in ("data", "rows", "examples", "instances"):
        return "train"
    return next((split for split, usual in SPLIT_WORDS.items() if name in usual), "")


def _describe(value: object) -> str:
    """Return a description of the content of a document."""
    if isinstance(value, dict):
        keys = list(value)
        return f"an object with the keys {', '.join(keys[:_SHOWN_KEYS])}{', ...' if len(keys) > _SHOWN_KEYS else ''}"
    if isinstance(value, list):
        return "an empty list" if not value else f"a list of {type(value[0]).__name__} values"
    return "a single value"


def read_document(path: Path, encoding: FileEncoding) -> ParsedJson | list[object]:
    """Return the document. Raises UserError if it is too large, or not JSON, with the line and character."""
    if path.stat().st_size > MOST_BYTES:
        raise UserError(
            f"the document is larger than {MOST_BYTES >> 30} GB and must be read as a whole.",
            place=path.name,
            remedy="Write it as JSON lines: one object on each line.",
        )
    text = path.read_text(encoding=encoding.name).removeprefix("\ufeff")
    value = _parse(text, path.name, _REMEDY)
    if not isinstance(value, dict | list) or not value:
        raise UserError("the document holds no rows.", place=path.name, remedy=_REMEDY)
    return value


def _list_names(rows: list[object]) -> tuple[list[str], int]:
    """Return the column names for rows that are lists, and the number of header rows: 1 or 0."""
    first = rows[0]
    assert isinstance(first, list)
    cells = [[str(cell) for cell in row] for row in rows[:200] if isinstance(row, list)]
    if all(map(is_usual_name, cells[0])) and has_header(cells):
        return header_names(cells[0]), 1
    return (_LISTS if len(first) == 2 else [str(i + 1) for i in range(len(first))]), 0


def _row_objects(
    rows: list[object], names: list[str], skipped: int, name: str
) -> Iterator[tuple[int, JsonObject]]:
    """Yield each row from ``skipped`` on as an object, with its number from 1. Rows that are lists have ``names``.

    Raises UserError for a row that is neither.
    """
    for number, row in enumerate(rows[skipped:], start=1 + skipped):
        cells = (
            dict(zip(names, row, strict=True)) if isinstance(row, list) and len(row) == len(names) else row
        )
        if not isinstance(cells, dict):
            form = f"a list of {len(names)} values" if names else "a JSON object"
            raise UserError(f"the row is not {form}.", place=f"{name}, row {number}", remedy=_REMEDY)
        require_characters(cells, f"{name}, row {number}")
        yield number, cells
