"""JSON lines: one object per row."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import character_encodings, read_errors
from engine.data.columns import keeps_nested
from engine.data.readers.base import FormatReader, encoding_field, is_binary, read_position, read_start
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
    """Return the values of a key, as numbers if all of them are numbers."""
    import pyarrow as pa

    chunks = [
        batch.column(key) if key in batch.schema.names else pa.nulls(len(batch), pa.large_string())
        for batch in batches
    ]
    column = pa.chunked_array(chunks, pa.large_string())
    types = types - {type(None)}
    if not types or not types <= {int, float}:
        return column
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
    if isinstance(value, dict | list) and not nested:
        return None
    return json.dumps(value, ensure_ascii=False)


_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
_ONE_OBJECT = 'Write each row as {"text": "...", "label": "..."}, one on a line.'


class JsonlReader(FormatReader):
    """One JSON object per line; its keys are the columns."""

    title: ClassVar[str] = "JSON lines"
    kind: Literal["jsonl"] = "jsonl"
    precedence: ClassVar[int] = 40
    suffixes: ClassVar[tuple[str, ...]] = (".jsonl", ".ndjson")
    encoding: str = encoding_field()

    def recognises(self, path: Path) -> bool:
        if path.is_dir() or is_binary(path):
            return False
        return path.suffix.lower() in self.suffixes or read_start(path, 4096).lstrip(
            "\ufeff \t\r\n"
        ).startswith("{")  # a document of rows was recognised before

    def read(self, path: Path, source: DataSource) -> Records:
        encoding = character_encodings.choose_encoding(path, self.encoding, self._usual_encoding)

        def objects() -> Iterator[tuple[int, JsonObject]]:
            with path.open(encoding=encoding.name) as stream:
                for number, line in enumerate(stream, start=1):
                    if number % BATCH == 0:
                        self.report_progress(path, read_position(stream))
                    if line.strip("\ufeff \t\r\n"):
                        yield number, parse_object(line.removeprefix("\ufeff"), path, number)

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
        return records


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
            f"this is not JSON: {reason} at character {column}.",
            place=place,
            remedy=_ONE_OBJECT,
        ) from None
    if not isinstance(value, dict):
        raise UserError(
            "the line holds no JSON object.",
            place=place,
            remedy=_ONE_OBJECT,
        )
    # Only an escape can give a lone surrogate, because the file itself is valid text.
    if _HALF_PAIR.search(line):
        require_characters(value, place)
    return value
