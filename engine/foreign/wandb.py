"""Runs of Weights & Biases as they lie on disk (``run-ID.wandb``), offline or synchronised, read without W&B.

The file is a log in LevelDB's format: after a header of 7 bytes (``:W&B``, 0xBEE1, version 0), blocks of 32,768 bytes
with records of checksum (CRC-32 of kind and content), length and kind (whole, first, middle, last part), little-endian.
Less than 7 bytes at the end of a block are filled with zeros (LevelDB, ``doc/log_format.md``). Of a Record (a protocol
buffer, ``wandb_internal.proto``) the fields read are history (2), config (5), run (17), exit (18). Of a run they are
config (4), display_name (8) and start_time (17), of items key (1), nested_key (2), integer (5), number (6) and
value_json (16).
"""

from __future__ import annotations

import io
import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import UserError, printable
from engine.foreign.keys import translate_measure
from engine.foreign.record import MOST_STEPS, ForeignTraining, without_restarted
from engine.parsing import open_plain_file
from engine.protocol_buffer import Fields
from engine.store.metrics import MetricPoint

SUFFIX = ".wandb"
HEADER = b":W&B" + struct.pack("<HB", 0xBEE1, 0)
BLOCK = 32768
_HEAD = struct.Struct("<IHB")
_WHOLE, _FIRST, _MIDDLE, _LAST = 1, 2, 3, 4
STEPS = ("train/global_step", "trainer/global_step")
"""Measures that other programs (transformers, Lightning) use for the update. W&B counts its own calls."""
_NO_MEASURES = ("epoch", "train/epoch", *STEPS)
_MOST_CHARACTERS = 500
"""Of a setting."""


@dataclass
class _Found:
    """Content of a file's records.

    Attributes:
        rows: for each step that was logged, its measures by name.
        settings: of the run, as JSON text by name.
        ended: whether the training came to its end.
    """

    name: str = ""
    started: float | None = None
    rows: list[dict[str, float]] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    ended: bool = False


def find_wandb_file(place: Path) -> Path | None:
    """Return the ``.wandb`` file that ``place`` is or holds, at any depth, or None.

    Raises UserError where it holds several: these are several trainings.
    """
    if place.is_file():
        return place if place.suffix == SUFFIX else None
    # ``latest-run`` is a link to one of the others.
    files = sorted({file.resolve(): file for file in sorted(place.rglob(f"*{SUFFIX}"))}.values())
    if len(files) > 1:
        names = ", ".join(str(file.parent.relative_to(place)) for file in files[:6])
        raise UserError("holds several trainings.", place=str(place), remedy=f"Name one: {names}.")
    return files[0] if files else None


def read_wandb_file(file: Path) -> ForeignTraining:
    """Return the history of a run of W&B.

    The step is the update that transformers or Lightning logged, else W&B's own count of calls.

    Raises UserError when it is no such file, damaged, or without measures.
    """
    content, notes = _Found(), list[str]()
    number = 0
    try:
        for record in read_records(file):
            number += 1
            _read_record(record, content)
    except EOFError:
        notes.append(f"{file.name} is cut short; what stands before is read.")
    except (IndexError, struct.error, ValueError, OverflowError, RecursionError):
        raise _damaged(file, number) from None
    points = _points(content, notes)
    if not points:
        raise UserError("holds no measures.", place=str(file), remedy="Name a run that logged some numbers.")
    if not any(name in row for row in content.rows for name in STEPS):
        notes.append("The log tells no updates; steps are W&B's own count of what was logged.")
    if not content.ended and not notes:
        notes.append("The log has no end: the training was cut off, or goes on.")
    settings = [
        f"{printable(name, _MOST_CHARACTERS)} = {text}"
        for name, text in content.settings.items()
        if name != "_wandb"
    ]
    return ForeignTraining(
        printable(content.name, 200) or file.stem,
        "Weights & Biases",
        file.absolute(),
        points,
        max(point[1] for point in points),
        settings,
        content.started,
        notes,
    )


def read_records(file: Path) -> Iterator[bytes]:
    """Yield the records of a file of W&B.

    Raises UserError where it is none or a checksum is wrong, EOFError after the last whole record of one cut short.
    """
    number, parts = 0, list[bytes]()
    with io.BufferedReader(open_plain_file(file)) as stream:
        if (head := stream.read(len(HEADER))) != HEADER:
            what = "of another version" if head[:4] == HEADER[:4] else "not a file of Weights & Biases"
            raise UserError(f"is {what}.", place=str(file), remedy="Name a run-ID.wandb of this format.")
        place = len(HEADER)
        while True:
            if (rest := BLOCK - place % BLOCK) < _HEAD.size:
                stream.read(rest)
                place += rest
            if not (head := stream.read(_HEAD.size)):
                break
            if len(head) < _HEAD.size:
                raise EOFError
            check, length, kind = _HEAD.unpack(head)
            content = stream.read(length)
            if len(content) < length:
                raise EOFError
            place += _HEAD.size + length
            if zlib.crc32(content, zlib.crc32(bytes([kind]))) != check or bool(parts) != (
                kind in (_MIDDLE, _LAST)
            ):
                raise _damaged(file, number + 1)
            parts.append(content)
            if kind in (_WHOLE, _LAST):
                number += 1
                yield b"".join(parts)
                parts.clear()
            elif kind not in (_FIRST, _MIDDLE):
                raise _damaged(file, number + 1)
    if parts:
        raise EOFError


def _read_record(record: bytes, content: _Found) -> None:
    fields = Fields.of(record)
    content.rows += map(_read_history, fields.all(2))
    for config in fields.all(5):
        _read_config(config, content)
    for run in map(Fields.of, fields.all(17)):
        for config in run.all(4):
            _read_config(config, content)
        content.name = run.last(8).decode("utf-8") or content.name
        for moment in run.all(17):
            parts = Fields.of(moment).numbers
            content.started = parts.get(1, 0) + parts.get(2, 0) / 1e9
    content.ended |= bool(fields.all(18))


def _read_config(record: bytes, log: _Found) -> None:
    for name, content in map(_read_item, Fields.of(record).all(1)):
        log.settings[name] = printable(json.dumps(content, ensure_ascii=False), _MOST_CHARACTERS)


def _read_history(record: bytes) -> dict[str, float]:
    """Return the numbers of one logged row by name. Dictionaries are flattened with dots, other values skipped."""
    row: dict[str, float] = {}
    fields = Fields.of(record)
    for name, content in map(_read_item, fields.all(1)):
        _add_numbers(row, name, content)
    if 1 in (step := Fields.of(fields.last(2)).numbers):  # as W&B counts
        row["_step"] = float(step[1])
    return row


def _add_numbers(row: dict[str, float], name: str, content: object) -> None:
    if isinstance(content, dict):
        for key, value in content.items():
            _add_numbers(row, f"{name}.{key}", value)
    elif isinstance(content, int | float) and not isinstance(content, bool):
        row[name] = float(content)


def _read_item(record: bytes) -> tuple[str, object]:
    """Return the name of an item (dots between nested names) and its value, None where it is no number."""
    fields = Fields.of(record)
    content: object = fields.signed(5) if 5 in fields.numbers else None
    for number in fields.all(6):
        (content,) = struct.unpack("<d", number)
    for text in fields.all(16):
        content = json.loads(text)
    name = fields.last(1).decode("utf-8")
    return name or ".".join(part.decode("utf-8") for part in fields.all(2)), content


def _points(content: _Found, notes: list[str]) -> list[MetricPoint]:
    """Return (key, step, seconds, value) of all measures. Where a step has several values of a key, the last counts."""
    began = content.started
    points: list[MetricPoint] = []
    last: dict[str, int] = {}
    step = 0
    for row in content.rows:
        recorded = next((row[name] for name in (*STEPS, "_step") if name in row), step)
        step = int(recorded) if 0 <= recorded <= MOST_STEPS else step
        moment = row.get("_timestamp")
        seconds = row.get("_runtime", 0.0) if moment is None or began is None else moment - began
        for name, value in row.items():
            if name.startswith("_") or name in _NO_MEASURES:
                continue
            key, own = translate_measure(name, value)
            if key not in last or points[last[key]][1] != step:
                last[key] = len(points)
                points.append((key, step, max(0.0, seconds), own))
            points[last[key]] = (key, step, max(0.0, seconds), own)
    return without_restarted(points, notes)


def _damaged(file: Path, number: int) -> UserError:
    return UserError(
        "the record is damaged.",
        place=f"{file.name}, record {number}",
        remedy="Copy the file again.",
    )
