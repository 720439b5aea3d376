"""Reader of TensorFlow's checkpoints (tensor bundles) without TensorFlow and without running any code in them.

A bundle is ``PREFIX.index``, which maps names to entries, and ``PREFIX.data-00000-of-00001``... with the raw
numbers. The index is a LevelDB table: blocks of sorted, prefix-compressed keys, a block that lists these blocks, and
a footer of 48 bytes that points to that list. Entries are protocol buffers (BundleEntryProto), of which only a few
fields matter here.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import google_crc32c
import numpy as np

from engine.errors import UserError
from engine.parsing import parsing
from engine.protocol_buffer import read_fields, read_varint

_MAGIC = 0xDB4775248B80FB57
_FOOTER = 48
_LARGEST_INDEX = 2**28
_UNCOMPRESSED, _SNAPPY = 0, 1
DTYPES: dict[int, np.dtype[Any]] = {
    1: np.dtype("<f4"), 2: np.dtype("<f8"), 3: np.dtype("<i4"), 9: np.dtype("<i8"), 19: np.dtype("<f2"),
    14: np.dtype("<u2"),
}  # fmt: skip
"""NumPy types by TensorFlow's type numbers. 14 is bfloat16, whose bits are read as 16-bit integers."""
_BFLOAT16 = 14


@dataclass(frozen=True)
class BundleEntry:
    """The location of a tensor. ``sliced``: whether it is stored in parts under other names."""

    dtype: int
    shape: tuple[int, ...]
    shard: int
    offset: int
    size: int
    checksum: int
    sliced: bool


class TensorBundle:
    """The tensors of a TensorFlow checkpoint, by name.

    Attributes:
        entries: entry by tensor name, sorted by name.

    Raises UserError when the index is not that of a bundle, is damaged, or uses an unknown compression.
    """

    def __init__(self, prefix: Path) -> None:
        self.prefix = prefix
        self.index = prefix.with_name(f"{prefix.name}.index")
        try:
            records = dict(self._records())
            header = dict(read_fields(records.pop(b"")))
            self._shards = int(header.get(1, 1))
            if header.get(2, 0):
                raise self._user_error("was written on a big-endian machine")
            self.entries = {name.decode("utf-8"): _entry(record) for name, record in records.items()}
        except OSError as error:
            raise UserError(
                f"cannot be read ({error.strerror}).",
                place=str(self.index),
                remedy="A checkpoint is PREFIX.index and PREFIX.data-00000-of-00001.",
            ) from None
        except (KeyError, IndexError, ValueError, struct.error, RecursionError):
            raise self._user_error("is damaged, or not a TensorFlow checkpoint") from None

    def read(self, name: str) -> np.ndarray:
        """Return the tensor ``name``, with float64 and 16-bit floats converted to float32.

        Raises UserError when the data file is missing, cut short or altered (its checksum differs), or when the
        tensor is sliced or not numeric.
        """
        entry = self.entries[name]
        file = self.prefix.with_name(f"{self.prefix.name}.data-{entry.shard:05d}-of-{self._shards:05d}")
        dtype = DTYPES.get(entry.dtype)
        if dtype is None or entry.sliced:
            reason = "is stored in slices" if entry.sliced else "holds no numbers"
            raise UserError(f"the tensor '{name}' {reason}.", place=str(self.index), remedy="Save all of it.")
        count = 1
        for length in entry.shape:
            count *= length
        try:
            if count * dtype.itemsize != entry.size or entry.offset + entry.size > file.stat().st_size:
                raise UserError(
                    f"holds no complete tensor '{name}': it is cut short, or belongs to another checkpoint.",
                    place=str(file),
                    remedy="Copy or download the checkpoint again.",
                )
            with parsing(file, "a TensorFlow checkpoint"):
                data = np.fromfile(file, np.uint8, entry.size, offset=entry.offset)
        except OSError as error:
            raise UserError(
                f"cannot be read ({error.strerror}).",
                place=str(file),
                remedy="Put all files of the checkpoint into one folder.",
            ) from None
        if _checksum(data) != entry.checksum:
            raise UserError(
                f"the tensor '{name}' is damaged: its checksum differs.",
                place=str(file),
                remedy="Copy or download the checkpoint again.",
            )
        with parsing(
            self.index, f"a checkpoint with '{name}'"
        ):  # NumPy rejects shapes of 40 dimensions, or of 2^63 rows without columns
            values = data.view(dtype).reshape(entry.shape)
        if entry.dtype == _BFLOAT16:
            return (values.astype(np.uint32) << 16).view(np.float32)
        return values.astype(np.float32) if dtype.kind == "f" else values

    def _records(self) -> Iterator[tuple[bytes, bytes]]:
        if self.index.stat().st_size > _LARGEST_INDEX:
            raise self._user_error("is too large for an index")
        data = self.index.read_bytes()
        footer = data[-_FOOTER:]
        if len(footer) < _FOOTER or struct.unpack("<Q", footer[-8:])[0] != _MAGIC:
            raise self._user_error("is not the index of a TensorFlow checkpoint")
        _, _, position = _read_handle(footer, 0)
        offset, size, _ = _read_handle(footer, position)
        for _, value in self._block(data, offset, size):
            first, length, _ = _read_handle(value, 0)
            yield from self._block(data, first, length)

    def _block(self, data: bytes, offset: int, size: int) -> Iterator[tuple[bytes, bytes]]:
        """Yield keys and values of the block at ``offset``. Its compression type and checksum follow it."""
        method, checksum = struct.unpack_from("<BI", data, offset + size)
        if method != _UNCOMPRESSED:
            raise self._user_error(f"is compressed ({'snappy' if method == _SNAPPY else f'method {method}'})")
        if _checksum(data[offset : offset + size + 1]) != checksum:
            raise self._user_error("is damaged: the checksum of a block differs")
        block = data[offset : offset + size]
        (restarts,) = struct.unpack_from("<I", block, size - 4)
        end, position, key = size - 4 - 4 * restarts, 0, b""
        while position < end:
            shared, position = read_varint(block, position)
            unshared, position = read_varint(block, position)
            length, position = read_varint(block, position)
            if shared > len(key) or position + unshared + length > end:
                raise ValueError
            key = key[:shared] + block[position : position + unshared]
            position += unshared
            yield key, block[position : position + length]
            position += length

    def _user_error(self, problem: str) -> UserError:
        return UserError(
            f"{problem}.", place=str(self.index), remedy="Give a checkpoint as TensorFlow's Saver writes it."
        )


def _read_handle(data: bytes, position: int) -> tuple[int, int, int]:
    offset, position = read_varint(data, position)
    size, position = read_varint(data, position)
    return offset, size, position


def _entry(message: bytes) -> BundleEntry:
    numbers, parts = _split_fields(message)
    dimensions = _split_fields(parts[2][-1])[1].get(2, []) if 2 in parts else []
    sizes = [_split_fields(each)[0].get(1, 0) for each in dimensions]
    dtype, shard, offset, size = (numbers.get(number, 0) for number in (1, 3, 4, 5))
    checksum = int.from_bytes(parts[6][-1], "little") if 6 in parts else 0  # of fixed length
    return BundleEntry(dtype, tuple(sizes), shard, offset, size, checksum, 7 in numbers or 7 in parts)


def _split_fields(message: bytes) -> tuple[dict[int, int], dict[int, list[bytes]]]:
    """Return the last varint of each field number in a message, and all values of its other fields."""
    numbers, parts = dict[int, int](), dict[int, list[bytes]]()
    for number, value in read_fields(message):
        if isinstance(value, int):
            numbers[number] = value
        else:
            parts.setdefault(number, []).append(value)
    return numbers, parts


def _checksum(data: bytes | np.ndarray) -> int:
    """Return the CRC-32C of ``data`` in the masked form of LevelDB's tables and TensorFlow's bundles."""
    crc = int(google_crc32c.value(data))
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
