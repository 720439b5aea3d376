"""An independent writer of TensorFlow's checkpoint files, from the published formats of LevelDB and TensorFlow."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

KINDS = {"float32": 1, "float64": 2, "int32": 3, "int64": 9, "float16": 19}


def checksum(data: bytes) -> int:
    """Masked CRC-32C, bit by bit."""
    state = 0xFFFFFFFF
    for byte in data:
        state ^= byte
        for _ in range(8):
            state = (state >> 1) ^ (0x82F63B78 if state & 1 else 0)
    state ^= 0xFFFFFFFF
    return (((state >> 15) | (state << 17)) + 0xA282EAD8) % 2**32


def varint(number: int) -> bytes:
    result = b""
    while number > 127:
        result += bytes([number % 128 + 128])
        number //= 128
    return result + bytes([number])


def proto(*fields: tuple[int, int | bytes], fixed: tuple[int, int] | None = None) -> bytes:
    """A protocol buffer of varint and bytes fields, and one fixed32 field at the end."""
    result = b""
    for number, value in fields:
        if isinstance(value, bytes):
            result += varint(number * 8 + 2) + varint(len(value)) + value
        else:
            result += varint(number * 8) + varint(value)
    if fixed is not None:
        result += varint(fixed[0] * 8 + 5) + struct.pack("<I", fixed[1])
    return result


def block(records: list[tuple[bytes, bytes]], restart_every: int = 4) -> bytes:
    """A LevelDB block: keys share prefixes but at every fourth record, where it can be entered."""
    body, restarts, before = b"", [], b""
    for number, (key, value) in enumerate(records):
        shared = 0
        if number % restart_every == 0:
            restarts.append(len(body))
        else:
            while shared < min(len(key), len(before)) and key[shared] == before[shared]:
                shared += 1
        body += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        before = key
    restarts = restarts or [0]
    return body + b"".join(struct.pack("<I", at) for at in restarts) + struct.pack("<I", len(restarts))


def table(records: list[tuple[bytes, bytes]], per_block: int = 7, kind: int = 0) -> bytes:
    """A whole table file: data blocks, an empty meta-index, the index, the footer."""
    data, handles = b"", []

    def place(content: bytes) -> bytes:
        nonlocal data
        handle = varint(len(data)) + varint(len(content))
        data += content + bytes([kind]) + struct.pack("<I", checksum(content + bytes([kind])))
        return handle

    records = sorted(records)
    for start in range(0, len(records), per_block):
        part = records[start : start + per_block]
        handles.append((part[-1][0] + b"\x00", place(block(part))))
    meta, index = place(block([])), place(block(handles, restart_every=1))
    footer = (meta + index).ljust(40, b"\x00") + struct.pack("<Q", 0xDB4775248B80FB57)
    return data + footer


def write_bundle(prefix: Path, tensors: dict[str, np.ndarray], shards: int = 1, kind: int = 0) -> None:
    """Writes ``tensors`` as PREFIX.index and its data files, dealt out over ``shards``."""
    data = [b""] * shards
    records = [(b"", proto((1, shards), (3, proto((1, 1)))))]
    for number, name in enumerate(sorted(tensors)):
        array, shard = np.ascontiguousarray(tensors[name]), number % shards
        raw = array.tobytes()
        shape = b"".join(proto((2, proto((1, size)))) for size in array.shape)
        fields: list[tuple[int, int | bytes]] = [(1, KINDS[array.dtype.name]), (2, shape)]
        fields += [(3, shard)] if shard else []
        fields += [(4, len(data[shard]))] if data[shard] else []
        records.append((name.encode(), proto(*fields, (5, len(raw)), fixed=(6, checksum(raw)))))
        data[shard] += raw
    prefix.with_name(f"{prefix.name}.index").write_bytes(table(records, kind=kind))
    for shard, raw in enumerate(data):
        prefix.with_name(f"{prefix.name}.data-{shard:05d}-of-{shards:05d}").write_bytes(raw)
