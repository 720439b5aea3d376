"""JSON lines: one object per row."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import character_encodings, limits
from engine.data.columns import keeps_nested
from engine.data.readers.base import FormatReader, encoding_field, is_binary, read_start
from engine.errors import UserError, is_unicode
from engine.json_types import ParsedJson
from engine.spec.data import DataSource

if TYPE_CHECKING:
    import pyarrow as pa

    from engine.data.source_table import SourceTable

_BATCH = 20_000
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
_ONE_OBJECT = 'Write each row as {"text": "...", "label": "..."}, one on a line.'


class JsonlReader(FormatReader):
    """One JSON object per line; its keys are the columns."""

    title: ClassVar[str] = "JSON lines"
    kind: Literal["jsonl"] = "jsonl"
    precedence: ClassVar[int] = 40
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        if path.is_dir() or is_binary(path):
            return False
        return path.suffix.lower() in (".jsonl", ".ndjson") or read_start(path, 4096).lstrip(
            "\ufeff \t\r\n"
        ).startswith("{")

    def read(self, path: Path, source: DataSource) -> SourceTable:
        import numpy as np
        import pyarrow as pa

        from engine.data.source_table import SourceTable

        encoding = character_encodings.choose_encoding(path, self.encoding)
        columns = _Columns(lambda key: keeps_nested(key, source))
        rows: list[int] = []
        with path.open(encoding=encoding) as stream:
            for number, line in enumerate(stream, start=1):
                if not line.strip():
                    continue
                columns.add(parse_object(line, path, number))
                limits.require_columns(columns.count, f"{path.name}, row {number}")
                rows.append(number)
        arrays = columns.arrays()
        notes = []
        if columns.nested:
            notes.append(f"Keys with nested values are left out: {', '.join(sorted(columns.nested))}.")
        if not rows:
            raise UserError("the file is empty.", place=path.name, remedy="Choose a file with rows.")
        return SourceTable(
            pa.table(arrays),
            np.asarray(rows, np.int64),
            path,
            has_header=True,
            detection={"format": self.kind, "encoding": encoding},
            notes=tuple(notes),
        )


def parse_object(line: str, path: Path, number: int) -> ParsedJson:
    """Return the object of line ``number`` of a file. Raises UserError that names the line for anything else."""
    place = f"{path.name}, row {number}"
    try:
        value = json.loads(line)
    except RecursionError:
        raise UserError("the values are nested too deeply.", place=place, remedy=_ONE_OBJECT) from None
    except ValueError as error:
        reason = getattr(error, "msg", str(error))
        column = getattr(error, "colno", 1)
        raise UserError(
            f"this is no JSON: {reason} at character {column}.",
            place=place,
            remedy=_ONE_OBJECT,
        ) from None
    if not isinstance(value, dict):
        raise UserError(
            "the line holds no JSON object.",
            place=place,
            remedy=_ONE_OBJECT,
        )
    # Only an escape can make half a surrogate pair; the file itself was read as sound text.
    if _HALF_PAIR.search(line) and not is_unicode(json.dumps(value, ensure_ascii=False)):
        raise UserError(
            "a character is half of a pair (\\ud800 to \\udfff), which no text can hold.",
            place=place,
            remedy="Write the whole character.",
        )
    return value


class _Columns:
    """Columns that are added as keys occur, kept as Arrow strings batch by batch; numbers stay numbers at the end.

    ``keeps_nested`` says of a key whether its lists and objects are kept, as JSON.
    """

    def __init__(self, keeps_nested: Callable[[str], bool]) -> None:
        self._keeps_nested = keeps_nested
        self.nested: set[str] = set()
        self._kinds: dict[str, set[type]] = {}
        self._batch: list[dict[str, object]] = []
        self._done: dict[str, list[object]] = {}
        self._count = 0

    def add(self, row: ParsedJson) -> None:
        for key, value in row.items():
            self._kinds.setdefault(key, set()).add(type(value))
        self._batch.append(row)
        if len(self._batch) == _BATCH:
            self._flush()

    @property
    def count(self) -> int:
        """How many different keys have occurred."""
        return len(self._kinds)

    def arrays(self) -> ParsedJson:
        """Return one Arrow array per key, in the order in which the keys first occur."""
        import pyarrow as pa

        self._flush()
        result = {}
        for key, kinds in self._kinds.items():
            if kinds & {dict, list} and not self._keeps_nested(key):
                self.nested.add(key)
                continue
            column = pa.chunked_array(self._done[key], pa.large_string())
            kinds = kinds - {type(None)}
            if kinds == {int}:
                column = _cast(column, pa.int64())
            elif kinds and kinds <= {int, float}:
                column = _cast(column, pa.float64())
            result[key] = column
        return result

    def _flush(self) -> None:
        import pyarrow as pa

        for key in self._kinds:
            if key not in self._done:
                self._done[key] = [pa.nulls(self._count, pa.large_string())] if self._count else []
            nested = self._keeps_nested(key)
            cells = [_cell(row.get(key), nested=nested) for row in self._batch]
            self._done[key].append(pa.array(cells, pa.large_string()))
        self._count += len(self._batch)
        self._batch = []


def _cell(value: object, *, nested: bool) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, dict | list) and not nested:
        return None
    return json.dumps(value, ensure_ascii=False)


def _cast(column: pa.Array, kind: pa.DataType) -> pa.Array:
    import pyarrow as pa

    try:
        return column.cast(kind)
    except pa.ArrowInvalid:
        return column  # an integer beyond 64 bits is a name, not a number
