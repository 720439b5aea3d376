"""``RunHost``: what computes the runs that a machine was sent, behind the questions of ``engine.places.serving``.

A machine has a queue of its own (``engine.places.queue_host``); a cluster has a scheduler (``engine.places.slurm``).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from engine.places.base import PlaceEnd
from engine.places.receiving import ReceivedOrder

Finding = tuple[str, bool, str, str]
"""Name, whether it is well, what was found, and what to do where it is not; as ``palimpsest doctor`` tells it."""


class RunHost(Protocol):
    """Takes runs and says what becomes of them. Its name for a run is made of letters and digits.

    Every method raises UserError for what it refuses.
    """

    @property
    def devices(self) -> Sequence[str]:
        """What it computes on, in words."""
        ...

    def describe_request(self) -> list[str]:
        """Return, in sentences, what is asked for when a run is sent; nothing where nobody is asked."""
        ...

    def accept(self, order: ReceivedOrder) -> str:
        """Take a run and return its name; an order that comes twice is one run."""
        ...

    def find(self, token: str) -> str:
        """Return the name of the run that was taken under ``token``; empty when there is none."""
        ...

    def stop(self, run: str) -> None:
        """Request that a run stops, with a checkpoint."""
        ...

    def resume(self, run: str, anew: bool) -> None:
        """Let an ended run go on, ``anew``: from the beginning; nothing where it is active or finished."""
        ...

    def attend(self, names: Sequence[str]) -> None:
        """Do what is due for these runs: start what waits, see what has ended. It is called several times a second."""
        ...

    def folder(self, run: str) -> Path:
        """Return the folder of a run, there or not."""
        ...

    def news(self, run: str) -> tuple[Path, int] | None:
        """Return the store that tells what a run has come to, and its number there; None where it was told before.

        The file is as it is until the next call.
        """
        ...

    def end(self, run: str) -> PlaceEnd | None:
        """Return how a run has ended that cannot say so itself; None for all others."""
        ...

    def waits_for(self, run: str) -> str:
        """Return what a queued run waits for, in a few words; empty where that is not known."""
        ...

    def wait_for_change(self, until: float) -> None:
        """Return when something may have changed, or at ``until`` (``time.monotonic``)."""
        ...

    def pack(self, run: str, models: bool, file: Path) -> None:
        """Write what an ended run has left as a capsule, ``models``: with its weights."""
        ...

    def inputs_in_use(self) -> set[str]:
        """Return the folders of inputs (``ReceivedOrder``) that runs need which have not finished."""
        ...

    def findings(self) -> list[Finding]:
        """Return what is to be known of it beside the machine."""
        ...
