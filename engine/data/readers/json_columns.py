"""Columns made of JSON objects: one for each key, added as keys occur."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from engine.data import limits
from engine.errors import UserError, is_unicode
from engine.json_types import JsonObject

if TYPE_CHECKING:
    import pyarrow as pa

    from engine.data.records import Records

BATCH = 20_000
"""Objects that are turned into columns at once."""


def records_of_objects(
    objects: Iterator[tuple[int, JsonObject]],
    place: Path | str,
    keeps_nested: Callable[[str], bool],
    *,
    has_header: bool,
    detection: Mapping[str, object],
    notes: tuple[str, ...],
) -> Records:
    """Return objects, each with the number of its row, as records. Numbers stay numbers.

    ``keeps_nested`` returns for a key whether its lists and objects are kept, as JSON. Others are left out, with a
    note. Raises UserError when there are too many keys.
    """
    import numpy as np
    import pyarrow as pa

    from engine.cache import arrow_spill
    from engine.data.records import Records

    rows = array("q")
    kinds: dict[str, set[type]] = {}
    keeps: dict[str, bool] = {}
    name = place.name if isinstance(place, Path) else place

    def read() -> Iterator[JsonObject]:
        for number, row in objects:
            rows.append(number)
            for key, value in row.items():
                kinds.setdefault(key, set()).add(type(value))
            if len(keeps) < len(kinds):
                limits.require_columns(len(kinds), f"{name}, row {number}")
                keeps.update({key: keeps_nested(key) for key in kinds.keys() - keeps.keys()})
            yield row

    def batches() -> Iterator[pa.RecordBatch]:
        some = read()
        while chunk := list(islice(some, BATCH)):
            cells = {key: [_cell(row.get(key), nested=keeps[key]) for row in chunk] for key in kinds}
            yield pa.record_batch({key: pa.array(each, pa.large_string()) for key, each in cells.items()})

    table = arrow_spill.spill_batches(batches())
    nested = tuple(sorted(key for key, own in kinds.items() if own & {dict, list} and not keeps[key]))
    columns = {key: _column(table, key, own) for key, own in kinds.items() if key not in nested}
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
            if str not in kinds[key] and kinds[key] != {type(None)} and pa.types.is_large_string(each.type)
        ),
        detection=detection,
        notes=(*notes, *left_out),
    )


def _column(batches: list[pa.RecordBatch], key: str, kinds: set[type]) -> pa.ChunkedArray:
    """Return the values of a key, as numbers where all of them are numbers."""
    import pyarrow as pa

    chunks = [
        batch.column(key) if key in batch.schema.names else pa.nulls(len(batch), pa.large_string())
        for batch in batches
    ]
    column = pa.chunked_array(chunks, pa.large_string())
    kinds = kinds - {type(None)}
    if not kinds or not kinds <= {int, float}:
        return column
    try:
        return column.cast(pa.int64() if kinds == {int} else pa.float64())
    except pa.ArrowInvalid:
        return column  # an integer beyond 64 bits is a name, not a number


def require_characters(value: object, place: str) -> None:
    """Raise UserError where a value of JSON holds half of a surrogate pair."""
    if not is_unicode(json.dumps(value, ensure_ascii=False)):
        raise UserError(
            "a character is half of a pair (\\ud800 to \\udfff), which no text can hold.",
            place=place,
            remedy="Write the whole character.",
        )


def _cell(value: object, *, nested: bool) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, dict | list) and not nested:
        return None
    return json.dumps(value, ensure_ascii=False)
