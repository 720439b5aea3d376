"""Parquet files, with the class names that Hugging Face's ``datasets`` leaves in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data.readers.base import FormatReader
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.spec.data import DataSource

if TYPE_CHECKING:
    import pyarrow as pa

    from engine.data.source_table import SourceTable


class ParquetReader(FormatReader):
    """Columns as stored; class names of ``datasets`` are kept."""

    title: ClassVar[str] = "Parquet"
    kind: Literal["parquet"] = "parquet"
    precedence: ClassVar[int] = 10

    def recognises(self, path: Path) -> bool:
        if path.is_dir():
            return False
        with path.open("rb") as stream:
            return stream.read(4) == b"PAR1"

    def read(self, path: Path, source: DataSource) -> SourceTable:
        import pyarrow as pa
        import pyarrow.parquet as pq

        from engine.cache import arrow_spill

        try:
            with pq.ParquetFile(path) as file:
                data = arrow_spill.spill_table(file.schema_arrow, file.iter_batches(arrow_spill.BATCH_ROWS))
        except (pa.ArrowException, OSError) as error:
            reason = str(error).splitlines()[0]
            raise UserError(
                f"the file cannot be read as Parquet ({reason}).",
                place=path.name,
                remedy="Check that it is whole.",
            ) from None
        features = _features(data.schema.metadata)
        return table_from_arrow(data, features, path, {"format": self.kind})


def _features(metadata: dict[bytes, bytes] | None) -> JsonObject:
    try:
        info = json.loads((metadata or {}).get(b"huggingface", b"{}"))
        return dict(info["info"]["features"])
    except (ValueError, KeyError, TypeError):
        return {}


def table_from_arrow(
    data: pa.Table, features: JsonObject, place: Path | str, found: JsonObject
) -> SourceTable:
    """Return a ``SourceTable`` from typed columns: class numbers become their names, nested columns are left
    out.

    Args:
        features: by column, its description by ``datasets``; only ClassLabel (``names``) matters.
    """
    import numpy as np
    import pyarrow as pa

    from engine.data.source_table import SourceTable

    orders: dict[str, tuple[str, ...]] = {}
    kept: dict[str, pa.ChunkedArray] = {}
    left_out = []
    for name in data.column_names:
        column, feature = data.column(name), features.get(name)
        names = (
            feature.get("names")
            if isinstance(feature, dict) and feature.get("_type") == "ClassLabel"
            else None
        )
        if names:
            orders[name] = tuple(names)
            kept[name] = _named(column, names)
        elif pa.types.is_nested(column.type) or column.type in (pa.binary(), pa.large_binary()):
            left_out.append(name)
        elif pa.types.is_boolean(column.type) or pa.types.is_dictionary(column.type):
            kept[name] = column.cast(pa.large_string())
        else:
            kept[name] = column
    notes = (
        (f"Columns with nested or binary values are left out: {', '.join(left_out)}.",) if left_out else ()
    )
    rows = np.arange(1, data.num_rows + 1)
    return SourceTable(
        pa.table(kept), rows, place, has_header=True, class_orders=orders, detection=found, notes=notes
    )


def _named(column: pa.ChunkedArray, names: list[str]) -> pa.ChunkedArray:
    """Return class numbers as names; -1, which ``datasets`` writes for "no label", becomes null."""
    import pyarrow as pa
    import pyarrow.compute as pc

    numbers = pc.if_else(pc.less(column, 0), pa.scalar(None, column.type), column)
    words = pa.array(names, pa.large_string())
    return pa.chunked_array([words.take(chunk) for chunk in numbers.chunks], pa.large_string())
