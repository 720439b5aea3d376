"""``Records``: the unchanged rows of one file, for training, previews, versions and predictions."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import overload

import numpy as np
import pyarrow as pa

from engine.cache import arrow_spill
from engine.cache.mapped_tables import release_pages
from engine.data.column_names import is_number

_CHUNK = 4096
_KINDS = {pa.int32(): np.int32, pa.int64(): np.int64, pa.uint64(): np.uint64, pa.float64(): np.float64}
TEXT_SCHEMA = pa.schema([("text", pa.large_string()), ("second", pa.large_string()), ("row", pa.int64())])
"""Text columns of a cached part. ``second`` is null unless texts are pairs."""
PART_COLUMNS = ("text", "second", "label", "row")
"""All columns of a cached part.

``label`` is int32 for class numbers, float64 for numbers, and lists of float64, all of one length, where labels are
rows of numbers.
"""


class TextColumn(Sequence[str]):
    """Sequence of ``len(rows)`` texts: the given rows of a column of strings, loaded on access."""

    def __init__(self, column: pa.ChunkedArray, rows: np.ndarray) -> None:
        self._chunks = column.chunks
        self._starts = np.cumsum([0, *(len(chunk) for chunk in self._chunks)])
        self._rows = rows.astype(np.int32) if self._starts[-1] < 2**31 else rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return self.take(np.arange(len(self))[index])
        row = int(self._rows[index])
        chunk = int(np.searchsorted(self._starts, row, side="right")) - 1
        return str(self._chunks[chunk][row - int(self._starts[chunk])].as_py())

    def take(self, indices: np.ndarray) -> list[str]:
        """Return the texts at ``indices``, in that order."""
        rows = self._rows[indices]
        chunks = np.searchsorted(self._starts, rows, side="right") - 1
        result: list[str] = [""] * len(rows)
        for chunk in np.unique(chunks):
            positions = np.flatnonzero(chunks == chunk)
            texts = self._chunks[chunk].take(integer_array(rows[positions] - self._starts[chunk]))
            for position, text in zip(positions, texts.to_pylist(), strict=True):
                result[position] = text
        return result

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), _CHUNK):
            yield from self[start : start + _CHUNK]


def integer_values(column: pa.ChunkedArray | pa.Array) -> np.ndarray:
    """Return a column of numbers without nulls as NumPy values.

    ``to_numpy`` would import pandas, which takes half a second.
    """
    kind = _KINDS[column.type]
    chunks = [chunk for chunk in getattr(column, "chunks", [column]) if len(chunk)]
    parts = [
        np.frombuffer(chunk.buffers()[1], kind)[chunk.offset : chunk.offset + len(chunk)] for chunk in chunks
    ]
    return np.concatenate(parts) if parts else np.zeros(0, kind)


def boolean_values(column: pa.ChunkedArray | pa.Array) -> np.ndarray:
    """Return a boolean column without nulls as NumPy values, bool [n]. See ``integer_values``."""
    parts = [np.zeros(0, bool)]
    for chunk in getattr(column, "chunks", [column]):
        if len(chunk):
            bits = np.unpackbits(np.frombuffer(chunk.buffers()[1], np.uint8), bitorder="little")
            parts.append(bits[chunk.offset : chunk.offset + len(chunk)].astype(bool))
    return np.concatenate(parts)


def label_values(column: pa.ChunkedArray) -> np.ndarray:
    """Return the labels of a part: class numbers int64 [n], numbers float64 [n], or rows of numbers [n, C]."""
    if pa.types.is_fixed_size_list(column.type):
        flat = [integer_values(chunk.flatten()) for chunk in column.chunks]
        return np.concatenate([*flat, np.zeros(0)]).reshape(-1, column.type.list_size)
    values = integer_values(column)
    return values.astype(np.int64) if values.dtype == np.int32 else values


def label_array(values: np.ndarray) -> pa.Array:
    """Return ``values`` as the label column of a part: int32 or float64 [n], or float64 [n, C].

    See ``label_values`` for the inverse.
    """
    if values.dtype == np.int32:
        return integer_array(values)
    flat = np.ascontiguousarray(values, np.float64).ravel()
    column = pa.Array.from_buffers(pa.float64(), len(flat), [None, pa.py_buffer(flat)])
    return column if values.ndim == 1 else pa.FixedSizeListArray.from_arrays(column, values.shape[1])


def integer_array(values: np.ndarray) -> pa.Array:
    """Return an Arrow array on the memory of ``values`` (int64 or int32). ``pa.array`` would import pandas."""
    values = np.ascontiguousarray(values)
    kind = pa.int32() if values.dtype == np.int32 else pa.int64()
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)])


def string_array(values: Sequence[str]) -> pa.Array:
    """Return an Arrow array of strings. ``pa.array`` would import pandas."""
    encoded = [value.encode("utf-8") for value in values]
    ends = np.zeros(len(encoded) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)), out=ends[1:])
    return pa.LargeStringArray.from_buffers(len(encoded), pa.py_buffer(ends), pa.py_buffer(b"".join(encoded)))


def write_part(file: Path, table: pa.Table) -> None:
    """Write a part (``PART_COLUMNS``) uncompressed, so that it can be memory-mapped."""
    with pa.OSFile(str(file), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        for batch in table.to_batches(max_chunksize=16_384):
            writer.write_batch(batch)
            release_pages()


@dataclass(frozen=True)
class Records:
    """Records of one file (or of one split of it), in Arrow batches that may lie on disk.

    Attributes:
        data: the columns, strings for text formats. Columns without a name are named "1", "2", ...
        rows: row number of each record in its file, int64 [n]. A header is row 1, as in a spreadsheet.
        place: the file or folder, for messages.
        text_columns: the text columns if the format defines them (0-based), else empty.
        label_column: the label column if the format defines it (0-based), else -1.
        has_header: whether the columns have names.
        class_orders: class names by column in the order of the format, if it defines one.
        class_names: names for numeric labels, in order, from a file next to the data.
        record_files: the file of each record, if each record is a file.
        target: value of ``data.target`` if the format defines it, else empty.
        nested: keys or columns of lists and objects, which were left out.
        structured: columns of JSON texts, for values that are neither texts nor numbers.
        detection: detected properties (encoding, delimiter...), displayed to the user.
        notes: sentences about irregularities.
    """

    data: pa.Table
    rows: np.ndarray
    place: Path | str
    text_columns: tuple[int, ...] = ()
    label_column: int = -1
    has_header: bool = False
    class_orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    class_names: tuple[str, ...] = ()
    record_files: Sequence[str] = ()
    target: Mapping[str, str] = field(default_factory=dict)
    nested: tuple[str, ...] = ()
    structured: frozenset[str] = frozenset()
    detection: Mapping[str, object] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self.data.column_names)

    @property
    def name(self) -> str:
        """The name of the file or folder, for messages."""
        return str(self.place).replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]

    def __len__(self) -> int:
        return len(self.rows)

    def describe_record(self, index: int) -> str:
        """Return the location of record ``index`` (0-based): ``reviews.csv, row 18``, or the file of the record."""
        if self.record_files:
            return str(self.record_files[index])
        return f"{Path(self.place).name}, row {self.rows[index]}"

    def list_records(self, indices: np.ndarray, limit: int = 5) -> str:
        """Return a list of the rows (or files) of records: ``rows 3, 18, 40, ...``."""
        names = [str(self.record_files[i] if self.record_files else self.rows[i]) for i in indices[:limit]]
        unit = "" if self.record_files else "row " if len(indices) == 1 else "rows "
        return f"{unit}{', '.join(names)}{', ...' if len(indices) > limit else ''}"

    def keep(self, mask: np.ndarray) -> Records:
        """Return the records selected by ``mask``, bool [n]."""
        indices = np.flatnonzero(mask)
        files = [self.record_files[i] for i in indices.tolist()] if self.record_files else ()
        return replace(self, data=keep_rows(self.data, mask), rows=self.rows[mask], record_files=files)


def keep_rows(data: pa.Table, mask: np.ndarray) -> pa.Table:
    """Return the rows of ``data`` selected by ``mask``, bool [n]. A table on disk is not loaded."""

    def batches() -> Iterator[pa.RecordBatch]:
        start = 0
        for batch in data.to_batches(max_chunksize=arrow_spill.BATCH_ROWS):
            yield batch.take(integer_array(np.flatnonzero(mask[start : start + len(batch)])))
            start += len(batch)

    return arrow_spill.spill_table(data.schema, batches())


def table_from_batches(names: Sequence[str], batches: Iterable[Sequence[Sequence[str]]]) -> pa.Table:
    """Return an Arrow table of strings from batches of columns. Each batch is read once.

    ``batch[column]`` is a list of strings.
    """
    schema = pa.schema([(name, pa.large_string()) for name in names])
    return arrow_spill.spill_table(
        schema,
        (pa.record_batch([string_array(column) for column in batch], schema=schema) for batch in batches),
    )


def records_of_cells(
    rows: Iterable[tuple[int, Sequence[str]]],
    names: Sequence[str],
    place: Path | str,
    *,
    has_header: bool,
    header: Sequence[str] = (),
    detection: Mapping[str, object],
) -> Records:
    """Return records from numbered rows of cells. Each row has a cell for each of ``names``.

    Below a ``header``, rows equal to it, a last row that sums up those above, and rows with fewer cells at the end are
    left out with a note.
    """
    numbers, repeated, closing = array("q"), list[int](), list[str]()
    head = [cell.strip() for cell in header]

    def batches() -> Iterator[list[tuple[str, ...]]]:
        batch: list[Sequence[str]] = []
        for number, cells in rows:
            if head and cells[0].strip() == head[0] and [cell.strip() for cell in cells] == head:
                repeated.append(number)
                continue
            if head and len(cells) < len(names):
                closing.append(f"{number} ({cells[0][:60]})")
                continue
            numbers.append(number)
            batch.append(cells)
            if len(batch) == arrow_spill.BATCH_ROWS:
                yield list(zip(*batch, strict=True))
                batch = []
        if head and sums_up(batch):
            closing.insert(0, f"{numbers.pop()} ({', '.join(filter(None, batch.pop()))[:60]})")
        if batch:
            yield list(zip(*batch, strict=True))

    data = table_from_batches(names, batches())
    numbers_text = ", ".join(map(str, repeated[:5])) + (", ..." if len(repeated) > 5 else "")
    notes = [f"Repeated headers in {Path(place).name} are left out: row {numbers_text}."] if repeated else []
    if closing:
        notes.append(f"Lines left out below the table in {Path(place).name}: row {', '.join(closing)}.")
    return Records(
        data,
        np.frombuffer(numbers, np.int64) if numbers else np.zeros(0, np.int64),
        place,
        has_header=has_header,
        detection=detection,
        notes=tuple(notes),
    )


def sums_up(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the last of ``rows`` is their total: a few words, and a number where others have words."""
    above, last = rows[-200:-1], [cell.strip() for cell in rows[-1]] if rows else []
    if len(above) < 10 or is_number(last[0]) or any(len(cell.split()) > 3 for cell in last):
        return False
    columns = [[cell for row in above if (cell := row[i].strip())] for i in range(len(last))]
    return any(
        is_number(cell) and 2 * len(column) > len(above) and not any(map(is_number, column))
        for cell, column in zip(last, columns, strict=True)
    )
