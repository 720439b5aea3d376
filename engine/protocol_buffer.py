"""Fields of a protocol buffer (Protocol Buffers, *Encoding*), read without its schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


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


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a protocol buffer by their number: varints (the last of each), and the bytes of all others."""

    numbers: dict[int, int] = field(default_factory=dict)
    parts: dict[int, list[bytes]] = field(default_factory=dict)

    @classmethod
    def of(cls, record: bytes) -> Fields:
        """Return the fields of ``record``. Raises as ``read_fields`` does."""
        message = cls()
        for number, value in read_fields(record):
            if isinstance(value, int):
                message.numbers[number] = value
            else:
                message.parts.setdefault(number, []).append(value)
        return message

    def all(self, number: int) -> list[bytes]:
        """Return the bytes of every field of that number."""
        return self.parts.get(number, [])

    def last(self, number: int) -> bytes:
        """Return the bytes of the last field of that number, empty where there is none."""
        return self.parts.get(number, [b""])[-1]

    def signed(self, number: int) -> int:
        """Return a varint that may be negative, 0 where there is none."""
        value = self.numbers.get(number, 0)
        return value - (1 << 64) if value >> 63 else value


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
