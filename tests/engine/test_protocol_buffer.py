"""Fields of protocol buffers are read as they are encoded, and what is none ends with an error rather than never."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.foreign.tensorboard import _masked_checksum, read_event_files
from engine.protocol_buffer import read_fields, read_varint


def test_fields_of_every_kind() -> None:
    assert read_varint(b"\xac\x02", 0) == (300, 2)
    assert read_varint(b"\xff" * 9 + b"\x01", 0) == (2**64 - 1, 10)
    record = (
        b"\x08\x96\x01" + b"\x12\x02ab" + b"\x1d" + struct.pack("<f", 0.5) + b"\x21" + struct.pack("<d", 2.5)
    )
    assert list(read_fields(record)) == [
        (1, 150), (2, b"ab"), (3, struct.pack("<f", 0.5)), (4, struct.pack("<d", 2.5)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "record",
    [
        b"\x08",
        b"\x08\x96",
        b"\x12\x05ab",
        b"\x1d\x00",
        b"\x0b",
        b"\x08" + b"\xff" * 10 + b"\x01",
        b"\x80" * 2**20,
    ],
    ids=["no number", "half a number", "short bytes", "short float", "a group", "eleven bytes", "endless"],
)
def test_what_is_no_record_is_an_error(record: bytes) -> None:
    with pytest.raises((ValueError, IndexError)):
        list(read_fields(record))


def test_a_file_whose_number_never_ends_is_called_damaged(tmp_path: Path) -> None:
    def event(data: bytes) -> bytes:
        length = struct.pack("<Q", len(data))
        checks = [struct.pack("<I", _masked_checksum(part)) for part in (length, data)]
        return length + checks[0] + data + checks[1]

    file = tmp_path / "events.out.tfevents.1"
    file.write_bytes(event(b"\x10\x01") + event(b"\x10" + b"\xff" * 2**20))
    with pytest.raises(UserError, match="damaged"):
        read_event_files([file], tmp_path)
