"""Parquet files, with class names from the metadata of Hugging Face's ``datasets``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.data import read_errors
from engine.data.column_names import distinct_names
from engine.data.columns import keeps_nested
from engine.data.readers.base import FormatReader
from engine.errors import UserError, is_unicode, require_plain_file
from engine.json_types import JsonObject
from engine.parsing import ParsingWatch, parse_items, parsing
from engine.spec.data import DataSource

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from engine.data.records import Records


_HEAD_ROWS = 2000
PARQUET = "Parquet"


class ParquetReader(FormatReader):
    """Columns as stored; class names of ``datasets`` are kept."""

    title: ClassVar[str] = "Parquet"
    kind: Literal["parquet"] = "parquet"
    precedence: ClassVar[int] = 10
    suffixes: ClassVar[tuple[str, ...]] = (".parquet",)

    def recognises(self, path: Path) -> bool:
        if path.is_dir():
            return False
        with path.open("rb") as stream:
            return stream.read(4) == b"PAR1"

    def write_head(self, path: Path, target: Path, size: int) -> bool:
        import pyarrow.parquet as pq

        try:
            with open_parquet(path) as file, pq.ParquetWriter(target, file.schema_arrow) as head:
                remaining = size
                for batch in parquet_batches(file, path, _HEAD_ROWS):
                    head.write_batch(batch)
                    remaining -= batch.nbytes
                    if remaining <= 0:
                        break
        except UserError:
            return False  # reading the whole file reports the problem
        return True

    def read(self, path: Path, source: DataSource) -> Records:
        from engine.cache import arrow_spill

        def report(position: int) -> None:
            self.report_progress(path, position)

        with open_parquet(path) as file:
            batches = parquet_batches(file, path, arrow_spill.BATCH_ROWS, report)
            data = arrow_spill.spill_table(file.schema_arrow, batches)
        if self._keeps_all:
            return _unchanged_records(data, path, {"format": self.kind})
        features = _features(data.schema.metadata)
        return table_from_arrow(
            data, features, path, {"format": self.kind}, lambda name: keeps_nested(name, source)
        )


@contextmanager
def open_parquet(path: Path) -> Iterator[pq.ParquetFile]:
    """Open a Parquet file. Raises UserError for another file, and for more columns, rows or bytes than the limits
    allow.
    """
    import pyarrow.parquet as pq

    require_plain_file(path)
    with parsing(path.name, PARQUET):
        file = pq.ParquetFile(path)
    with file:
        with parsing(path.name, PARQUET):
            columns, rows = len(file.schema_arrow), file.metadata.num_rows
            groups = (file.metadata.row_group(k) for k in range(file.metadata.num_row_groups))
            unpacked = sum(group.total_byte_size for group in groups)
        read_errors.require_columns(columns, path.name)
        read_errors.require_rows(rows, path.name)
        read_errors.require_unpacked(unpacked, path.name)
        yield file


def parquet_batches(
    file: pq.ParquetFile, path: Path, rows: int, report: Callable[[int], None] | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield batches of at most ``rows`` rows. ``report`` receives the corresponding number of bytes of the file.

    Raises UserError when they cannot be read, exceed the limit when unpacked, or take too long.
    """
    watch, rows_read, unpacked = ParsingWatch(path, report), 0, 0
    for batch in parse_items(file.iter_batches(rows), path.name, PARQUET, watch=watch):
        rows_read += len(batch)
        unpacked += batch.nbytes
        read_errors.require_unpacked(unpacked, path.name)
        watch.position = watch.size * rows_read // max(1, file.metadata.num_rows)
        yield batch


def _features(metadata: dict[bytes, bytes] | None) -> JsonObject:
    try:
        info = json.loads((metadata or {}).get(b"huggingface", b"{}"))
        return dict(info["info"]["features"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}


def table_from_arrow(
    data: pa.Table,
    features: JsonObject,
    place: Path | str,
    detection: Mapping[str, object],
    keeps: Callable[[str], bool] = lambda name: False,
) -> Records:
    """Return typed columns as ``Records``. Class numbers become names, and nested columns are left out.

    Args:
        features: description of each column by ``datasets``. Only ClassLabel (``names``), also in lists, is used.
        keeps: returns whether the nested values of a column are kept, as JSON.
    """
    import numpy as np
    import pyarrow as pa

    from engine.data.records import Records

    orders: dict[str, tuple[str, ...]] = {}
    columns: dict[str, pa.ChunkedArray] = {}
    left_out, notes = [], []
    stored = data.column_names  # a new list of all names at each access
    for index, name in enumerate(distinct_names(stored)):
        column = data.column(index)
        names = _class_names(features.get(stored[index]))
        if names and pa.types.is_integer(column.type):
            orders[name] = names
            columns[name] = _name_classes(column, names, name, place)
        elif keeps(name) and pa.types.is_nested(column.type):
            columns[name] = _as_json(column, features.get(stored[index]))
        elif (scalars := _scalar_column(column, name, place)) is not None:
            columns[name] = scalars
            notes += (
                [f"The class names of column '{name}' are for numbers and are not used."] if names else []
            )
        else:
            left_out.append(name)
    if left_out:
        notes.append(f"Columns with nested or binary values are left out: {', '.join(left_out)}.")
    rows = np.arange(1, data.num_rows + 1)
    return Records(
        pa.table(columns),
        rows,
        place,
        has_header=True,
        class_orders=orders,
        detection=detection,
        nested=tuple(left_out),
        notes=tuple(notes),
    )


def _unchanged_records(data: pa.Table, path: Path, detection: Mapping[str, object]) -> Records:
    """Return all columns with their types. Raises UserError for a text that is not UTF-8."""
    import numpy as np
    import pyarrow as pa

    from engine.data.records import Records

    for name, column in zip(data.column_names, data.columns, strict=True):
        if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
            _require_utf8(column, name, path)
    table = data.rename_columns(distinct_names(data.column_names))
    return Records(table, np.arange(1, len(data) + 1), path, has_header=True, detection=detection)


def _as_json(column: pa.ChunkedArray, feature: object) -> pa.ChunkedArray:
    """Return lists and objects as JSON texts. Class numbers in lists become names if these are known."""
    import pyarrow as pa

    names = _class_names(feature.get("feature")) if isinstance(feature, dict) else ()

    def text(value: object) -> str | None:
        if (
            isinstance(value, list)
            and names
            and all(isinstance(n, int) and 0 <= n < len(names) for n in value)
        ):
            value = [names[number] for number in value]
        return None if value is None else json.dumps(value, ensure_ascii=False, default=str)

    return pa.chunked_array([pa.array(map(text, column.to_pylist()), pa.large_string())])


def _class_names(feature: object) -> tuple[str, ...]:
    """Return the class names in the description of a column. Empty if it has none, or invalid ones."""
    if not isinstance(feature, dict) or feature.get("_type") != "ClassLabel":
        return ()
    names = feature.get("names")
    if not isinstance(names, list) or not all(isinstance(each, str) and is_unicode(each) for each in names):
        return ()
    return tuple(names) if len(set(names)) == len(names) and all(map(str.strip, names)) else ()


def _scalar_column(column: pa.ChunkedArray, name: str, place: Path | str) -> pa.ChunkedArray | None:
    """Return a column as numbers or strings, None for nested and binary values. Raises UserError for invalid UTF-8."""
    import pyarrow as pa

    kind = column.type
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        column = (
            column if column.type == kind and kind != pa.string_view() else column.cast(pa.large_string())
        )
        _require_utf8(column, name, place)
        return column
    if pa.types.is_nested(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return None
    if pa.types.is_fixed_size_binary(kind) or pa.types.is_binary_view(kind):
        return None
    if pa.types.is_float16(kind):
        return column.cast(pa.float64())
    if (pa.types.is_integer(kind) or pa.types.is_floating(kind)) and column.type == kind:
        return column
    try:
        return column.cast(pa.large_string())
    except pa.ArrowException:
        return None


def _require_utf8(column: pa.ChunkedArray, name: str, place: Path | str) -> None:
    """Raise UserError that names the first row with invalid UTF-8. Arrow does not check it when reading."""
    import pyarrow as pa

    octets = pa.large_binary() if pa.types.is_large_string(column.type) else pa.binary()
    row = 0
    for chunk in column.chunks:
        try:
            chunk.view(octets).cast(column.type)
        except pa.ArrowInvalid:
            cells = [cell or b"" for cell in chunk.view(octets).to_pylist()]
            invalid_row = next(
                k for k, cell in enumerate(cells, row + 1) if cell.decode(errors="ignore").encode() != cell
            )
            raise UserError(
                f"column '{name}' is not UTF-8.",
                place=f"{Path(place).name}, row {invalid_row}",
                remedy="Write the file again.",
            ) from None
        row += len(chunk)


def _name_classes(
    column: pa.ChunkedArray, names: tuple[str, ...], name: str, place: Path | str
) -> pa.ChunkedArray:
    """Return class numbers as names. -1, which ``datasets`` writes for a missing label, becomes null.

    Raises UserError that names the first row with a number that has no name.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    largest = pc.max(column).as_py()
    if largest is not None and largest >= len(names):
        row = pc.index(pc.greater_equal(column, len(names)), True).as_py() + 1
        raise UserError(
            f"column '{name}' has the class number {column[row - 1].as_py()}, and the file "
            f"names {len(names)} classes, from 0.",
            place=f"{Path(place).name}, row {row}",
            remedy="Write the file again with a name for each class.",
        )
    numbers = pc.if_else(pc.less(column, 0), pa.scalar(None, column.type), column)
    words = pa.array(list(names), pa.large_string())
    return pa.chunked_array([words.take(chunk) for chunk in numbers.chunks], pa.large_string())
