"""JSON lines: one object per row."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import character_encodings, limits
from engine.data.columns import keeps_nested
from engine.data.readers.base import FormatReader, encoding_field, is_binary, read_position, read_start
from engine.errors import UserError, is_unicode
from engine.json_types import JsonObject, ParsedJson
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

        from engine.cache import arrow_spill
        from engine.data.source_table import SourceTable

        encoding = character_encodings.choose_encoding(path, self.encoding)
        columns = _Columns(lambda key: keeps_nested(key, source))
        rows = array("q")

        def objects() -> Iterator[JsonObject]:
            with path.open(encoding=encoding) as stream:
                for number, line in enumerate(stream, start=1):
                    if number % _BATCH == 0:
                        self.tell_progress(path, read_position(stream))
                    if not line.strip():
                        continue
                    rows.append(number)
                    yield parse_object(line, path, number)

        batches = arrow_spill.spill_batches(
            columns.batches(objects(), lambda: f"{path.name}, row {rows[-1]}")
        )
        arrays = columns.arrays(batches)
        notes = []
        if columns.nested:
            notes.append(f"Keys with nested values are left out: {', '.join(sorted(columns.nested))}.")
        if not rows:
            raise UserError("the file is empty.", place=path.name, remedy="Choose a file with rows.")
        return SourceTable(
            pa.table(arrays),
            np.frombuffer(rows, np.int64),
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
    """Columns that are added as keys occur; numbers stay numbers at the end.

    ``keeps_nested`` says of a key whether its lists and objects are kept, as JSON.

    Attributes:
        kinds: by key, in the order in which they first occur, the types of its values.
        nested: keys with lists or objects, which become no columns.
    """

    def __init__(self, keeps_nested: Callable[[str], bool]) -> None:
        self._keeps_nested = keeps_nested
        self.kinds: dict[str, set[type]] = {}
        self.nested: set[str] = set()

    def batches(self, objects: Iterator[JsonObject], place: Callable[[], str]) -> Iterator[pa.RecordBatch]:
        """Yield the objects as strings, with the columns known until then.

        Raises UserError, naming ``place``, when there are too many.
        """
        import pyarrow as pa

        while rows := list(islice(self._noted(objects, place), _BATCH)):
            nested = {key: self._keeps_nested(key) for key in self.kinds}
            cells = {key: [_cell(row.get(key), nested=nested[key]) for row in rows] for key in self.kinds}
            yield pa.record_batch({key: pa.array(each, pa.large_string()) for key, each in cells.items()})

    def _noted(self, objects: Iterator[JsonObject], place: Callable[[], str]) -> Iterator[JsonObject]:
        for row in objects:
            for key, value in row.items():
                self.kinds.setdefault(key, set()).add(type(value))
            limits.require_columns(len(self.kinds), place())
            yield row

    def arrays(self, batches: list[pa.RecordBatch]) -> dict[str, pa.ChunkedArray]:
        """Return one Arrow array per key."""
        import pyarrow as pa

        result = {}
        for key, kinds in self.kinds.items():
            if kinds & {dict, list} and not self._keeps_nested(key):
                self.nested.add(key)
                continue
            chunks = [
                batch.column(key) if key in batch.schema.names else pa.nulls(len(batch), pa.large_string())
                for batch in batches
            ]
            column = pa.chunked_array(chunks, pa.large_string())
            kinds = kinds - {type(None)}
            if kinds == {int}:
                column = _cast(column, pa.int64())
            elif kinds and kinds <= {int, float}:
                column = _cast(column, pa.float64())
            result[key] = column
        return result


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
