"""Shared types of places and their runs: reports, orders, ends, plans, and the error of an unreachable place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import UserError
from engine.json_types import JsonObject
from engine.store.rows import RunStatus

Finding = tuple[str, bool, str, str]
"""Name, whether it is well, the finding, and the remedy where it is not, as ``palimpsest doctor`` shows them."""


class PlaceUnreachableError(UserError):
    """A place cannot be reached now. That may pass, and nothing is lost until then."""


@dataclass(frozen=True, slots=True)
class PlaceReport:
    """What was found at a place.

    Attributes:
        program: version of the Palimpsest there.
        schema_version: of its store.
        host: the machine's host name.
        devices: what its queue computes on, in words.
        disk_free: bytes free for its runs.
        notes: further sentences: memory, what differs from here.
        partitions: the names of a cluster's partitions, empty elsewhere.
    """

    program: str
    schema_version: int
    host: str
    devices: tuple[str, ...]
    disk_free: int
    notes: tuple[str, ...] = ()
    partitions: tuple[str, ...] = ()

    def sentence(self, name: str) -> str:
        """Return the report in a sentence, without the notes. ``name`` is that of the place."""
        return (
            f"{name} answers: {self.host}, Palimpsest {self.program}, {' and '.join(self.devices)}, "
            f"{self.disk_free / 1e9:,.1f} GB free"
        )

    def as_json(self) -> JsonObject:
        """Return it as the stable JSON of the command line."""
        return {
            "program": self.program, "schema_version": self.schema_version, "host": self.host,
            "devices": list(self.devices), "disk_free": self.disk_free, "notes": list(self.notes),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Order:
    """A run to be computed at a place.

    Attributes:
        token: random name by which the place knows it. An order that comes twice is one run.
        spec: the specification as it was frozen here, in plain values.
        name: the run's name.
        resources: where the bundled files are here. The specification may name files in it.
        folders: folders whose files the run reads here, and of each file its path below the folder.
        hashes: SHA-256 of each of these files.
        elsewhere: inputs that are not transferred, in sentences.
    """

    token: str
    spec: JsonObject
    name: str
    resources: str
    folders: Mapping[Path, Mapping[str, Path]] = field(default_factory=dict)
    hashes: Mapping[Path, str] = field(default_factory=dict)
    elsewhere: tuple[str, ...] = ()

    @property
    def bytes(self) -> int:
        """Bytes of all files that it needs."""
        return sum(path.stat().st_size for path in self.hashes)


@dataclass(frozen=True, slots=True)
class PlaceEnd:
    """How a run has ended at its place when it could not report that itself: the new values of its row."""

    status: RunStatus
    reason: str


@dataclass(frozen=True, slots=True)
class TransferPlan:
    """What sending runs to a place would do: what is copied and what is requested, in sentences."""

    sentences: tuple[str, ...]
    bytes_to_copy: int
