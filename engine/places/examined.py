"""What the last *Test* of each place has found, kept in the home, so that a design's estimates need no connection."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine import paths, private_files
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.places.base import PlaceReport
from engine.places.messages import BadMessageError, Message
from engine.places.settings import find_place


@dataclass(frozen=True, slots=True)
class ExaminedPlace:
    """What a place had when it was tested: devices, bytes free for its runs, and the moment in seconds since 1970.

    ``partitions``: the names of a cluster's; none elsewhere, nor where a version before these were kept has tested it.
    """

    devices: tuple[str, ...]
    disk_free: int
    when: float
    partitions: tuple[str, ...] = ()


def examinations_file() -> Path:
    """Return the file that the findings are kept in; it may be deleted."""
    return paths.home() / "places-tested.json"


def examine_place(name: str) -> PlaceReport:
    """Connect to a place, remember what is there, and return it. Raises UserError as ``Place.probe`` does."""
    place = find_place(name)
    found = place.probe()
    findings = _read() | {
        name: {
            "address": place.address, "devices": list(found.devices), "disk_free": found.disk_free,
            "when": time.time(), "partitions": list(found.partitions),
        }
    }  # fmt: skip
    file = examinations_file()
    draft = file.with_name(f".{file.name}.{os.getpid()}.part")
    with suppress(OSError):  # what was found is told all the same
        private_files.make_file(draft)
        draft.write_text(json.dumps(findings), encoding="utf-8")
        os.replace(draft, file)
    return found


def last_examination(name: str) -> ExaminedPlace | None:
    """Return what the last test of a place has found; None where it was not tested since it has this address."""
    with suppress(BadMessageError, UserError):
        message = Message(Message(_read()).table(name))
        if message.text("address") == find_place(name).address:
            partitions = message.texts("partitions") if "partitions" in message.values else ()
            return ExaminedPlace(
                tuple(message.texts("devices")),
                message.number("disk_free"),
                message.seconds("when"),
                tuple(partitions),
            )
    return None


def _read() -> JsonObject:
    try:
        return dict(Message.parse(examinations_file().read_bytes()).values)
    except (OSError, BadMessageError):
        return {}
