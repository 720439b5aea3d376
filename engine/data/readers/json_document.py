"""A whole JSON document: a list of rows, or an object that has such a list for each split."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import character_encodings
from engine.data.character_encodings import FileEncoding
from engine.data.columns import keeps_nested
from engine.data.readers.base import FormatReader, encoding_field, is_binary, read_start
from engine.data.readers.json_columns import JsonColumns
from engine.errors import UserError, is_unicode
from engine.json_types import JsonObject, ParsedJson
from engine.spec.data import DataSource

if TYPE_CHECKING:
    from engine.data.source_table import SourceTable

MOST_BYTES = 1 << 30
"""Bytes of a document, which is read whole."""
_START = re.compile(r'\s*(\[\s*[\[{]|\{\s*"([^"\\]{1,40})"\s*:\s*\[\s*[\[{])')
_REMEDY = (
    'Write a list of rows, [{"text": "...", "label": "..."}, ...], or one for each split: '
    '{"train": [...], "test": [...]}.'
)
_LISTS = ("text", "label")
"""Columns of rows that are lists of two: [text, label]."""


class JsonReader(FormatReader):
    """A list of objects (or of [text, label]), or such a list under each of train, validation and test."""

    title: ClassVar[str] = "JSON document"
    kind: Literal["json"] = "json"
    precedence: ClassVar[int] = 35
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        if path.is_dir() or is_binary(path):
            return False
        start = _START.match(read_start(path, 4096).lstrip("\ufeff"))
        # An object may as well be the first of JSON lines: those have no list of rows.
        return start is not None and (start[2] is None or _split_of(start[2]) is not None)

    def write_head(self, path: Path, target: Path, size: int) -> bool:
        return False  # nothing but the whole document can be read

    def read(self, path: Path, source: DataSource) -> SourceTable | dict[str, SourceTable]:
        written = character_encodings.choose_encoding(path, self.encoding)
        if path.stat().st_size > MOST_BYTES:
            raise UserError(
                f"the document has more than {MOST_BYTES >> 30} GB, and is read whole.",
                place=path.name,
                remedy="Write it as JSON lines: one object on each line.",
            )
        self.tell_progress(path, 0)
        value = _parsed(path, written.name)
        if isinstance(value, list):
            return _table(value, path, "", source, written)
        rows = {
            key: each for key, each in value.items() if isinstance(each, list) and _split_of(key) is not None
        }
        found: dict[str, SourceTable] = {}
        for key, each in rows.items():
            split = _split_of(key) or "train"
            if split in found:
                raise UserError(
                    f"two of its lists are the {split} split, the second is '{key}'.",
                    place=path.name,
                    remedy="Leave one out, or write them as files of their own.",
                )
            found[split] = _table(each, path, key, source, written)
        left_out = [key for key in value if key not in rows]
        if "train" not in found:
            raise UserError("no list of training rows is there.", place=path.name, remedy=_REMEDY)
        if left_out:
            from dataclasses import replace

            note = f"Keys that name no split are left out: {', '.join(left_out)[:200]}."
            found["train"] = replace(found["train"], notes=(*found["train"].notes, note))
        return found if found.keys() != {"train"} else found["train"]


def _split_of(key: str) -> str | None:
    """Return the split that a key stands for; None for none. ``data`` and its like are the training rows."""
    from engine.data.source_files import SPLIT_WORDS

    name = key.casefold()
    if name in ("data", "rows", "examples", "instances"):
        return "train"
    return next((split for split, usual in SPLIT_WORDS.items() if name in usual), None)


def _parsed(path: Path, encoding: str) -> ParsedJson | list[object]:
    """Return the document. Raises UserError with the line and character of what is no JSON."""
    text = path.read_text(encoding=encoding).removeprefix("\ufeff")
    try:
        value = json.loads(text)
    except RecursionError:
        raise UserError("the values are nested too deeply.", place=path.name, remedy=_REMEDY) from None
    except ValueError as error:
        reason, line = getattr(error, "msg", str(error)), getattr(error, "lineno", 1)
        column = getattr(error, "colno", 1)
        raise UserError(
            f"this is not JSON: {reason} at line {line}, character {column}.", place=path.name, remedy=_REMEDY
        ) from None
    if not isinstance(value, dict | list) or not value:
        raise UserError("the document holds no rows.", place=path.name, remedy=_REMEDY)
    return value


def _table(
    rows: list[object], path: Path, key: str, source: DataSource, written: FileEncoding
) -> SourceTable:
    """Return the rows of one list; ``key`` is the one that it stands under, empty for the document itself."""
    import numpy as np
    import pyarrow as pa

    from engine.cache import arrow_spill
    from engine.data.source_table import SourceTable

    name = f"{path.name}, {key}" if key else path.name
    columns = JsonColumns(lambda column: keeps_nested(column, source))
    at = 0

    def objects() -> Iterator[JsonObject]:
        nonlocal at
        for at, row in enumerate(rows, start=1):
            found = dict(zip(_LISTS, row, strict=True)) if isinstance(row, list) and len(row) == 2 else row
            if not isinstance(found, dict):
                raise UserError("the row is not a JSON object.", place=f"{name}, row {at}", remedy=_REMEDY)
            if not is_unicode(json.dumps(found, ensure_ascii=False)):
                raise UserError(
                    "a character is half of a pair (\\ud800 to \\udfff), which no text can hold.",
                    place=f"{name}, row {at}",
                    remedy="Write the whole character.",
                )
            yield found

    batches = arrow_spill.spill_batches(columns.batches(objects(), lambda: f"{name}, row {at}"))
    arrays = columns.arrays(batches)
    if not rows:
        raise UserError("the list is empty.", place=name, remedy="Leave the key out, or fill it.")
    nested = ", ".join(sorted(columns.nested))
    left_out = [f"Keys with nested values are left out: {nested}."] if nested else []
    return SourceTable(
        pa.table(arrays),
        np.arange(1, len(rows) + 1),
        name if key else path,
        has_header=True,
        detection={"format": "json", "encoding": written.name},
        notes=(*written.notes(path.name), *left_out),
    )
