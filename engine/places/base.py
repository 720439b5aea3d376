"""The family of places, and what a new one must provide.

A place is one class, in one file, imported by being listed in ``engine.plugins`` or by an entry point of the group
``palimpsest``. Its fields are its settings, kept in ``places.toml`` (``engine.places.settings``); no password is
among them. It gives two things:

- ``probe()``: what is there, before anything is sent: versions, devices, disk, and what stands in the way.
- ``connect()``: a ``PlaceLink``, by which the follower (``engine.places.follower``) sends runs, stops and resumes
  them, takes their changes and fetches their files. Links may break at any moment, and every call may come again:
  ``submit`` is known by the token of its order, files by their hash; changes are rows, which may be merged twice.

What links are made of is here to be used: an ``Order`` says what a run needs; ``engine.places.receiving`` makes a run
of it in the store over there; ``engine.places.changes`` copies what becomes of it into a small store, and merges that
into the run here. None of them needs a network: a place whose machines share a disk hands on the files.

Modules of places import nothing heavy before one of these methods is called.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from engine.errors import UserError
from engine.json_types import JsonObject
from engine.spec.base import Choice
from engine.store.rows import RunStatus

if TYPE_CHECKING:
    from engine.places.changes import Changes, Known


Finding = tuple[str, bool, str, str]
"""Name, whether it is well, what was found, and what to do where it is not; as ``palimpsest doctor`` tells it."""


class PlaceUnreachableError(UserError):
    """A place cannot be asked now; that may pass, and nothing is lost until then."""


@dataclass(frozen=True, slots=True)
class PlaceReport:
    """What was found at a place.

    Attributes:
        program: version of the Palimpsest there.
        schema_version: of its store.
        host: how the machine calls itself.
        devices: what its queue computes on, in words.
        disk_free: bytes free for its runs.
        notes: further sentences: memory, what differs from here.
        partitions: the names of a cluster's partitions; none elsewhere.
    """

    program: str
    schema_version: int
    host: str
    devices: tuple[str, ...]
    disk_free: int
    notes: tuple[str, ...] = ()
    partitions: tuple[str, ...] = ()

    def sentence(self, name: str) -> str:
        """Return what is there, in a sentence without the notes; ``name`` is that of the place."""
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
        token: random name by which the place knows it: an order that comes twice is one run.
        spec: the specification as it was frozen here, in plain values.
        name: the run's name.
        resources: where the bundled files are here; the specification may name files in it.
        folders: folders whose files the run reads here, and of each file its path below the folder.
        hashes: SHA-256 of each of these files.
        elsewhere: what it reads and what does not travel, in sentences.
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
    """How a run has ended at its place where it could not say so itself: what its row gets."""

    status: RunStatus
    reason: str


@dataclass(frozen=True, slots=True)
class TransferPlan:
    """What sending runs to a place would do: what is copied and what is asked for, in sentences."""

    sentences: tuple[str, ...]
    bytes_to_copy: int


class PlaceLink(Protocol):
    """An open connection to a place.

    Every method raises PlaceUnreachableError when the place cannot be asked now, and UserError for what it refuses.
    """

    def report(self) -> PlaceReport:
        """Return what is there."""
        ...

    def plan(self, orders: Sequence[Order]) -> TransferPlan:
        """Return what ``submit`` would copy and ask for."""
        ...

    def submit(self, order: Order) -> Iterator[tuple[int, int]]:
        """Send what is missing there, then the order; yield bytes sent and to be sent. What was sent before is not
        again.

        Nothing is accepted before the last step; ``remote_of`` knows the run from then on.
        """
        ...

    def remote_of(self, token: str) -> str:
        """Return what the place calls the run that it has accepted under ``token``; empty when there is none."""
        ...

    def cancel(self, remote: str) -> None:
        """Request that a run stops, with a checkpoint; one that waits leaves the queue."""
        ...

    def resume(self, remote: str, anew: bool = False) -> None:
        """Put an ended run back into the queue there, ``anew``: to begin from the beginning in spite of its
        checkpoints; nothing where it is active or finished.
        """
        ...

    def changes(self, since: Mapping[str, Known], wait: float) -> Changes:
        """Return what is new of runs, by what the place calls them; wait up to ``wait`` seconds for the first change.

        ``since``: what is here already.
        """
        ...

    def end(self, remote: str) -> PlaceEnd | None:
        """Return how a run has ended whose rows cannot say it, as the place's scheduler tells; None where they do.

        What is returned here means that the run will not go on by itself.
        """
        ...

    def waits_for(self, remote: str) -> str:
        """Return what a queued run waits for at the place, in a few words; empty where nobody knows."""
        ...

    def fetch(self, remote: str, models: bool, folder: Path) -> Iterator[tuple[int, int]]:
        """Bring the files that a finished run has left, ``models``: its weights too, and yield bytes here and in all.

        ``folder`` is the run's folder here; what was fetched before is gone on with.
        """
        ...

    def clean(self) -> int:
        """Remove what was copied there and no active run needs; return the bytes that became free."""
        ...

    def close(self) -> None:
        """End the connection; runs go on."""
        ...


class Place(Choice):
    """Where runs compute."""

    noun: ClassVar[str] = "kind of place"

    @property
    @abstractmethod
    def address(self) -> str:
        """Where it is, in a few words."""

    @abstractmethod
    def probe(self) -> PlaceReport:
        """Return what is there. Raises PlaceUnreachableError, and UserError for what stands in the way of any run."""

    @abstractmethod
    def connect(self) -> PlaceLink:
        """Open a connection. Raises PlaceUnreachableError, and UserError for what stands in the way of any run."""

    def begin_connecting(self) -> Callable[[], PlaceLink]:
        """Begin to connect, where that takes a while, and return what ends it, like ``connect``."""
        return self.connect
