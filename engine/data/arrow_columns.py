"""Arrow columns of a split, memory-mapped and loaded on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import overload

import numpy as np
import pyarrow as pa

from engine.cache.mapped_tables import release_pages

_CHUNK = 4096
_KINDS = {pa.int32(): np.int32, pa.int64(): np.int64, pa.uint64(): np.uint64, pa.float64(): np.float64}
TEXT_SCHEMA = pa.schema([("text", pa.large_string()), ("second", pa.large_string()), ("row", pa.int64())])
"""The texts of a cached part. ``second`` is null throughout unless texts are pairs."""
PART_COLUMNS = ("text", "second", "label", "row")
"""All columns of a cached part.

``label`` is int32 for class numbers, float64 for numbers, and lists of float64, all of one length, where labels are
rows of numbers.
"""


class TextColumn(Sequence[str]):
    """Column of strings addressed by row numbers: ``len(rows)`` texts, loaded when read."""

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
        taken_texts: list[str] = [""] * len(rows)
        for chunk in np.unique(chunks):
            places = np.flatnonzero(chunks == chunk)
            texts = self._chunks[chunk].take(integer_array(rows[places] - self._starts[chunk]))
            for place, text in zip(places, texts.to_pylist(), strict=True):
                taken_texts[place] = text
        return taken_texts

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
    """Return a column of truth values without nulls as NumPy values, bool [n], see ``integer_values``."""
    parts = [np.zeros(0, bool)]
    for chunk in getattr(column, "chunks", [column]):
        if len(chunk):
            bits = np.unpackbits(np.frombuffer(chunk.buffers()[1], np.uint8), bitorder="little")
            parts.append(bits[chunk.offset : chunk.offset + len(chunk)].astype(bool))
    return np.concatenate(parts)


def label_values(column: pa.ChunkedArray) -> np.ndarray:
    """Return the labels of a part as NumPy values: class numbers int64 [n], numbers float64 [n], rows of them
    [n, C].
    """
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
    """Return an Arrow array over the memory of ``values`` (int64 or int32). ``pa.array`` would import pandas too."""
    values = np.ascontiguousarray(values)
    kind = pa.int32() if values.dtype == np.int32 else pa.int64()
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)])


def string_array(values: Sequence[str]) -> pa.Array:
    """Return an Arrow array of strings. ``pa.array`` would import pandas too."""
    encoded = [value.encode("utf-8") for value in values]
    ends = np.zeros(len(encoded) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)), out=ends[1:])
    return pa.LargeStringArray.from_buffers(len(encoded), pa.py_buffer(ends), pa.py_buffer(b"".join(encoded)))


def write_part(file: Path, table: pa.Table) -> None:
    """Write a part (``PART_COLUMNS``) uncompressed, so that it can be mapped."""
    with pa.OSFile(str(file), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        for batch in table.to_batches(max_chunksize=16_384):
            writer.write_batch(batch)
            release_pages()
