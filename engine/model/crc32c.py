"""The CRC-32C checksum (Castagnoli) that TensorFlow keeps of each block and tensor, fast enough for whole models."""

from __future__ import annotations

import numpy as np

_POLYNOMIAL = 0x82F63B78
_LANES = 4096


def _table() -> np.ndarray:
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ np.uint32(_POLYNOMIAL), table >> 1).astype(np.uint32)
    return table


_BYTE = _table()
_BYTES = _BYTE.tolist()


def crc32c(data: bytes | np.ndarray) -> int:
    """The checksum of ``data`` (bytes, or an array of uint8).

    The data is cut into lanes that advance side by side; since the register is linear over GF(2), the lanes' results
    are then chained by the operator "advance by a lane's length".
    """
    row = np.frombuffer(data, np.uint8) if isinstance(data, bytes) else data
    state, width = 0xFFFFFFFF, len(row) // _LANES
    if width:
        lanes = np.zeros(_LANES, np.uint32)
        for column in np.ascontiguousarray(row[: width * _LANES].reshape(_LANES, width).T):
            lanes = _BYTE[(lanes ^ column) & 0xFF] ^ (lanes >> 8)
        tables = _tables(_advance(width))
        for lane in lanes.tolist():
            state = lane ^ _apply(tables, state)
    for byte in row[width * _LANES :].tolist():
        state = _BYTES[(state ^ byte) & 0xFF] ^ (state >> 8)
    return state ^ 0xFFFFFFFF


def masked(checksum: int) -> int:
    """The form in which LevelDB's tables and TensorFlow's bundles store a checksum."""
    return ((checksum >> 15 | checksum << 17) + 0xA282EAD8) & 0xFFFFFFFF


def _advance(count: int) -> list[int]:
    """What ``count`` zero bytes do to each of the register's 32 bits: a matrix over GF(2) as its columns."""
    step = [_BYTES[(1 << bit) & 0xFF] ^ (1 << bit) >> 8 for bit in range(32)]
    result = [1 << bit for bit in range(32)]
    while count:
        if count & 1:
            result = [_product(step, column) for column in result]
        step = [_product(step, column) for column in step]
        count >>= 1
    return result


def _product(matrix: list[int], vector: int) -> int:
    total = 0
    for bit in range(32):
        if vector >> bit & 1:
            total ^= matrix[bit]
    return total


def _tables(matrix: list[int]) -> list[list[int]]:
    return [[_product(matrix, value << shift) for value in range(256)] for shift in (0, 8, 16, 24)]


def _apply(tables: list[list[int]], state: int) -> int:
    a, b, c, d = tables
    return a[state & 0xFF] ^ b[state >> 8 & 0xFF] ^ c[state >> 16 & 0xFF] ^ d[state >> 24]
