"""``LogWriter``: what another program's client is given of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

Settings = Mapping[str, str | int | float | bool]


@dataclass(frozen=True, slots=True)
class Point:
    """A measure at an update. ``time`` is in seconds since 1970."""

    key: str
    step: int
    time: float
    value: float


@dataclass(frozen=True)
class Destination:
    """Subject and target of an export.

    Attributes:
        run: the run's name.
        project: its project in the other program.
        place: its folder or address. Empty: the client's default.
        settings: of the run, by dotted name.
    """

    run: str
    project: str
    place: str
    settings: Settings


class LogWriter(Protocol):
    """Passes points to a client. Created with a ``Destination``."""

    def write(self, points: Sequence[Point]) -> None:
        """Write points, in order of their steps within each call."""

    def close(self, status: str) -> str:
        """End with the run's status, and return in words where the curves are."""
