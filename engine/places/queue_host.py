"""Runs that were sent to this machine, in its own store, computed by its own queue."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from engine import launch, paths
from engine.places.base import Finding
from engine.places.messages import OrderRecord, PlaceEnd, PlaceMemory
from engine.places.receiving import find_received_run, receive_run, received_inputs_in_use
from engine.store import Store, runs

_RUNNER_SECONDS = 5.0
"""How long a new queue runner is given to take the lease before another one is started."""


class QueueHost:
    """The queue of this machine, behind the questions of ``engine.places.answering``.

    A run is named by the token of its order.
    """

    def __init__(self, store: Store, memory: PlaceMemory) -> None:
        self.store, self.memory = store, memory

    @property
    def devices(self) -> Sequence[str]:
        """The devices that the queue computes on."""
        return launch.local_devices()

    def describe_request(self) -> list[str]:
        """Return nothing: the queue takes what comes."""
        return []

    def accept(self, order: OrderRecord) -> str:
        """Queue a run, and return its number. An order that comes twice is one run."""
        return str(receive_run(self.store, order))

    def find(self, token: str) -> str:
        """Return the number of the run that was queued under ``token``, or "" for none."""
        return str(self._number(token) or "")

    def stop(self, token: str) -> None:
        """Request that a run stops."""
        launch.request_stop(self.store, self._number(token))

    def resume(self, token: str, anew: bool) -> None:
        """Put an ended run back into the queue, ``anew`` to start from the beginning.

        Active, finished and deleted runs are left alone.
        """
        launch.reconcile_runs(self.store)
        if (number := self._number(token)) and runs.get_run(self.store, number).resumable:
            launch.resume_run(self.store, number, restart=anew)

    def attend(self, tokens: Sequence[str]) -> None:
        """Correct rows whose process has gone, and start queue runners where runs wait without one.

        Each ends by itself when nothing is left.
        """
        launch.reconcile_runs(self.store)
        if abs(time.time() - self.memory.started) < _RUNNER_SECONDS:
            return
        if runs.count_active_runs(self.store)[1] and not launch.has_runner(self.store):
            self.memory.started = time.time()
            launch.start_detached_runners(self.store.path, launch.local_devices())

    def folder(self, token: str) -> Path:
        """Return the folder of a run, there or not."""
        return paths.run_folder(self.store.path, self._number(token))

    def rows(self, token: str) -> tuple[Path, int] | None:
        """Return the store with a run's progress, and its number there. None where the run was deleted."""
        number = self._number(token)
        return (self.store.path, number) if number else None

    def end(self, token: str, remote: str) -> PlaceEnd | None:
        """Return that a run was deleted. All others report their end themselves."""
        reason = f"Run {remote} was deleted there."
        return None if self._number(token) else PlaceEnd(status="interrupted", reason=reason)

    def waits_for(self, token: str) -> str:
        """Return "": the status *queued* is enough here."""
        return ""

    def pack(self, token: str, models: bool, file: Path) -> None:
        """Write what an ended run has left as a capsule, ``models``: with its weights."""
        from engine.capsule.writing import write_capsule

        write_capsule(self.store, [self._number(token)], file, with_models=models, overwrite=True)

    def inputs_in_use(self) -> set[str]:
        """Return the inputs of runs that have not finished."""
        return received_inputs_in_use(self.store)

    def findings(self) -> list[Finding]:
        """Return no findings beyond those of ``palimpsest doctor``."""
        return []

    def _number(self, token: str) -> int:
        """Return the number of a run, 0 where it was deleted."""
        return find_received_run(self.store, token) or 0
