"""Parse protocol buffers (Protocol Buffers, *Encoding*) without their schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


def read_fields(record: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield (number, value) for each field of a protocol buffer. Varints are numbers, other values bytes.

    ``08 96 01`` is field 1 with the number 150: tag 08 = 1 << 3 | 0, value 0x16 + (0x01 << 7).

    Raises ValueError or IndexError if the record is invalid.
    """
    offset = 0
    while offset < len(record):
        tag, offset = read_varint(record, offset)
        kind = tag & 7
        if kind == 0:
            number, offset = read_varint(record, offset)
            yield tag >> 3, number
            continue
        if kind == 2:
            size, offset = read_varint(record, offset)
        else:
            size = {1: 8, 5: 4}[kind] if kind in (1, 5) else -1
        if size < 0 or offset + size > len(record):
            raise ValueError(kind)
        yield tag >> 3, record[offset : offset + size]
        offset += size


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a protocol buffer by number: the last varint of each, and the bytes of all others."""

    numbers: dict[int, int] = field(default_factory=dict)
    payloads: dict[int, list[bytes]] = field(default_factory=dict)

    @classmethod
    def of(cls, record: bytes) -> Fields:
        """Return the fields of ``record``. Raises like ``read_fields``."""
        message = cls()
        for number, value in read_fields(record):
            if isinstance(value, int):
                message.numbers[number] = value
            else:
                message.payloads.setdefault(number, []).append(value)
        return message

    def all(self, number: int) -> list[bytes]:
        """Return the bytes of every field with that number."""
        return self.payloads.get(number, [])

    def last(self, number: int) -> bytes:
        """Return the bytes of the last field with that number, b"" without one."""
        return self.payloads.get(number, [b""])[-1]

    def signed_number(self, number: int) -> int:
        """Return a varint that may be negative, 0 without one."""
        value = self.numbers.get(number, 0)
        return value - (1 << 64) if value >> 63 else value


def read_varint(record: bytes, offset: int) -> tuple[int, int]:
    """Return a varint and the offset after it: the bytes AC 02 at 0 give (300, 2).

    Raises IndexError if the record ends within it, ValueError if it has more than the ten bytes of 64 bits.
    """
    number = 0
    for shift in range(0, 70, 7):
        byte = record[offset]
        offset += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, offset
    raise ValueError(offset)
