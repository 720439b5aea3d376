"""Results of the last *Test* of each place, stored in the home, so that estimates need no connection."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from engine import paths
from engine.errors import UserError
from engine.output_files import write_output
from engine.places.messages import PlaceReport
from engine.places.settings import find_place


class ExaminedPlace(BaseModel):
    """Result of a place's test: address, devices, free bytes for its runs, time in seconds since 1970.

    ``partitions``: the names of a cluster's partitions. Empty for other places, and for tests by older versions.
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
    """Test a place, store the result, and return it. Raises UserError like ``Link.examine``."""
    place = find_place(name)
    with place.connect() as link:
        report = link.examine()
    result = ExaminedPlace(
        address=place.address, devices=report.devices, disk_free=report.disk_free, when=time.time(),
        partitions=report.partitions,
    )  # fmt: skip
    text = _FINDINGS.dump_json(_read_results() | {name: result}).decode()
    with suppress(UserError):  # the result is returned in any case
        write_output(examinations_file(), text, private=True)
    return report


def last_examination(name: str) -> ExaminedPlace | None:
    """Return the last test result of a place, or None if it was not tested at its current address."""
    with suppress(UserError):
        if (result := _read_results().get(name)) is not None and result.address == find_place(name).address:
            return result
    return None


def _read_results() -> dict[str, ExaminedPlace]:
    try:
        return _FINDINGS.validate_json(examinations_file().read_bytes())
    except (OSError, ValidationError):
        return {}
