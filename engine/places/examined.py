"""Results of the last *Test* of each place, kept in the home, so that a design's estimates need no connection."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from engine import paths, private_files
from engine.errors import UserError
from engine.places.messages import PlaceReport
from engine.places.settings import find_place


class ExaminedPlace(BaseModel):
    """What a place had when it was tested: address, devices, bytes free for its runs, seconds since 1970.

    ``partitions``: the names of a cluster's partitions. Empty elsewhere, and where an older version did the test.
    """

    model_config = ConfigDict(frozen=True)

    address: str
    devices: tuple[str, ...]
    disk_free: int
    when: float
    partitions: tuple[str, ...] = ()


_FINDINGS = TypeAdapter(dict[str, ExaminedPlace])


def examinations_file() -> Path:
    """Return the file with the test results. It may be deleted."""
    return paths.home() / "places-tested.json"


def examine_place(name: str) -> PlaceReport:
    """Ask a place what it has, store that, and return it. Raises UserError as ``Link.examine`` does."""
    place = find_place(name)
    with place.connect() as link:
        report = link.examine()
    examined = ExaminedPlace(
        address=place.address, devices=report.devices, disk_free=report.disk_free, when=time.time(),
        partitions=report.partitions,
    )  # fmt: skip
    text = _FINDINGS.dump_json(_read() | {name: examined}).decode()
    with suppress(OSError):  # what was found is told all the same
        private_files.replace_file(examinations_file(), text)
    return report


def last_examination(name: str) -> ExaminedPlace | None:
    """Return the last test result of a place, or None where it was not tested at its present address."""
    with suppress(UserError):
        if (examined := _read().get(name)) is not None and examined.address == find_place(name).address:
            return examined
    return None


def _read() -> dict[str, ExaminedPlace]:
    try:
        return _FINDINGS.validate_json(examinations_file().read_bytes())
    except (OSError, ValidationError):
        return {}
