"""Columns made of JSON objects: one for each key, added as keys occur."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from engine.data import limits
from engine.json_types import JsonObject

if TYPE_CHECKING:
    import pyarrow as pa

BATCH = 20_000
"""Objects that are turned into columns at once."""


class JsonColumns:
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

        while rows := list(islice(self._noted(objects, place), BATCH)):
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

    def left_out(self) -> tuple[str, ...]:
        """Return the keys with lists or objects that became no columns."""
        return tuple(sorted(self.nested))

    def notes(self) -> tuple[str, ...]:
        """Return what is said of them."""
        names = ", ".join(self.left_out())
        return (f"Keys with nested values are left out: {names}.",) if names else ()


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
