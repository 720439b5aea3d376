"""TensorBoard's event files: scalars, read without TensorBoard.

An event file is a sequence of records (TFRecord): length (uint64), its checksum, the bytes of one Event, their
checksum, all little-endian. Checksums are CRC-32C, masked (TensorFlow, ``lib/io/record_writer.cc``). Of an Event (a
protocol buffer, ``event.proto``) the fields read are wall_time (1, double), step (2, varint) and summary (5). Of a
Summary they are its values (1). Of a value they are tag (1), simple_value (2, float) and tensor (8), in which newer
writers put a scalar.
"""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import google_crc32c

from engine.errors import UserError
from engine.foreign.keys import translate_measure
from engine.foreign.record import ForeignTraining, drop_overwritten
from engine.parsing import open_plain_file
from engine.protocol_buffer import Fields

PREFIX = "events.out.tfevents."
_MASK = 0xA282EAD8
_FLOAT, _DOUBLE = 1, 2
"""DT_FLOAT and DT_DOUBLE of a tensor."""


@dataclass(frozen=True)
class Scalar:
    """Measured value. ``time`` is in seconds since 1970."""

    tag: str
    step: int
    time: float
    value: float


def find_event_files(path: Path) -> list[Path]:
    """Return the event file ``path``, or all event files of the training in a folder.

    Subfolders of a folder with event files hold further curves of the same training. Raises UserError if sibling
    folders have event files, which are different trainings.
    """
    if path.is_file():
        return [path] if path.name.startswith(PREFIX) else []
    files = sorted(file for file in path.rglob(f"{PREFIX}*") if file.is_file())
    folders = dict.fromkeys(file.parent for file in files)
    tops = [folder for folder in folders if folders.keys().isdisjoint(folder.parents)]
    if len(tops) > 1:
        names = ", ".join(str(folder.relative_to(path)) for folder in tops[:6])
        raise UserError("holds several trainings.", place=str(path), remedy=f"Name one: {names}.")
    return files


def read_event_files(files: list[Path], path: Path) -> ForeignTraining:
    """Return the scalars of one training from ``files`` in ``path`` (see ``find_event_files``).

    Raises UserError for a damaged file, or without scalars.
    """
    scalars: list[Scalar] = []
    notes: list[str] = []
    top = min((file.parent for file in files), key=lambda folder: len(folder.parts))
    for file in files:
        # A writer of several curves with one name puts each into a folder with the name of the curve.
        subfolder = file.parent.relative_to(top).as_posix() if file.parent != top else ""
        for scalar in _scalars(file, notes):
            scalars.append(Scalar(subfolder or scalar.tag, scalar.step, scalar.time, scalar.value))
    if not scalars:
        raise UserError(
            "holds no scalars.", place=str(path), remedy="Name a folder with event files of a training."
        )
    start = min(scalar.time for scalar in scalars)
    all_points = [
        (key, max(0, scalar.step), scalar.time - start, value)
        for scalar in scalars
        for key, value in [translate_measure(scalar.tag, scalar.value)]
    ]
    points = drop_overwritten(all_points, notes)
    name = (path if path.is_dir() else path.parent).absolute().name
    steps = max(point[1] for point in points)
    return ForeignTraining(name, "TensorBoard log", path.absolute(), points, steps, (), start, notes)


def read_records(file: Path) -> Iterator[bytes]:
    """Yield the records of a TFRecord file.

    Raises UserError for a wrong checksum, and EOFError after the last complete record of a truncated file.
    """
    with io.BufferedReader(open_plain_file(file)) as stream:
        size = os.fstat(stream.fileno()).st_size
        number = 0
        while head := stream.read(12):
            number += 1
            if len(head) < 12:
                raise EOFError
            (length,), (check,) = struct.unpack("<Q", head[:8]), struct.unpack("<I", head[8:])
            if _masked_checksum(head[:8]) != check:
                raise _damaged(file, number)
            if length > size - stream.tell():  # do not trust the length in a header
                raise EOFError
            data = stream.read(length)
            tail = stream.read(4)
            if len(data) < length or len(tail) < 4:
                raise EOFError
            if _masked_checksum(data) != struct.unpack("<I", tail)[0]:
                raise _damaged(file, number)
            yield data


def _scalars(file: Path, notes: list[str]) -> Iterator[Scalar]:
    try:
        for number, record in enumerate(read_records(file), 1):
            try:
                yield from _event_scalars(record)
            except (IndexError, struct.error, ValueError):
                raise _damaged(file, number) from None
    except EOFError:
        notes.append(f"{file.name} is truncated, and everything before the cut is read.")


def _event_scalars(record: bytes) -> Iterator[Scalar]:
    event = Fields.of(record)
    (time,) = struct.unpack("<d", event.last(1) or bytes(8))
    if not 0 <= time < 253_402_300_800:  # the year 10,000
        raise ValueError(time)
    for summary in map(Fields.of, event.all(5)):
        for value in map(Fields.of, summary.all(1)):
            tag, scalar = value.last(1).decode("utf-8"), _scalar_of_tensor(Fields.of(value.last(8)))
            for simple in value.all(2):
                (scalar,) = struct.unpack("<f", simple)
            if scalar is not None:
                yield Scalar(tag, event.signed_number(2), time, scalar)


def _scalar_of_tensor(tensor: Fields) -> float | None:
    """Return the number in a scalar tensor, or None for other shapes and types (histograms, texts)."""
    kind, content = tensor.numbers.get(1, 0), tensor.last(4)
    floats, doubles = content or tensor.last(5), content or tensor.last(6)
    if kind == _FLOAT and len(floats) == 4:
        return float(struct.unpack("<f", floats)[0])
    if kind == _DOUBLE and len(doubles) == 8:
        return float(struct.unpack("<d", doubles)[0])
    return None


def _masked_checksum(data: bytes) -> int:
    plain = int(google_crc32c.value(data))
    return ((plain >> 15 | plain << 17) + _MASK) & 0xFFFFFFFF


def _damaged(file: Path, number: int) -> UserError:
    return UserError(
        "the record is damaged.",
        place=f"{file.name}, record {number}",
        remedy="Copy the file again, or leave it out.",
    )
