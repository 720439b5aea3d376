"""Fields of a protocol buffer (Protocol Buffers, *Encoding*), read without its schema."""

from __future__ import annotations

from collections.abc import Iterator


def read_fields(record: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield (number, value) of the fields of a protocol buffer: varints as numbers, all else as its bytes.

    ``08 96 01`` is field 1 with the number 150: tag 08 = 1 << 3 | 0, value 0x16 + (0x01 << 7).

    Raises ValueError or IndexError where the record is none.
    """
    place = 0
    while place < len(record):
        tag, place = read_varint(record, place)
        kind = tag & 7
        if kind == 0:
            number, place = read_varint(record, place)
            yield tag >> 3, number
            continue
        if kind == 2:
            size, place = read_varint(record, place)
        else:
            size = {1: 8, 5: 4}[kind] if kind in (1, 5) else -1
        if size < 0 or place + size > len(record):
            raise ValueError(kind)
        yield tag >> 3, record[place : place + size]
        place += size


def read_varint(record: bytes, place: int) -> tuple[int, int]:
    """Return a number of variable length and the place after it: the bytes AC 02 at 0 give (300, 2).

    Raises IndexError where the record ends in it, and ValueError where it has more than the ten bytes of 64 bits.
    """
    number = 0
    for shift in range(0, 70, 7):
        byte = record[place]
        place += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, place
    raise ValueError(place)
