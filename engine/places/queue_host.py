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
"""Time for a new queue runner to take the lease before another one is started."""


class QueueHost:
    """The queue of this machine, for the requests of ``engine.places.answering``.

    The token of its order names a run.
    """

    def __init__(self, store: Store, memory: PlaceMemory) -> None:
        self.store, self.memory = store, memory

    @property
    def devices(self) -> Sequence[str]:
        """The devices of the queue."""
        return launch.local_devices()

    def describe_request(self) -> list[str]:
        """Return nothing, because the queue needs no resource request."""
        return []

    def accept(self, order: OrderRecord) -> str:
        """Queue a run, and return its number. An order sent twice is one run."""
        return str(receive_run(self.store, order))

    def find(self, token: str) -> str:
        """Return the number of the run with that token, or ""."""
        return str(self._number(token) or "")

    def stop(self, token: str) -> None:
        """Request that a run stops."""
        launch.request_stop(self.store, self._number(token))

    def resume(self, token: str, anew: bool) -> None:
        """Requeue an ended run, with ``anew`` to restart from scratch.

        Active, finished and deleted runs are not changed.
        """
        launch.reconcile_runs(self.store)
        if (number := self._number(token)) and runs.get_run(self.store, number).resumable:
            launch.resume_run(self.store, number, restart=anew)

    def attend(self, tokens: Sequence[str]) -> None:
        """Correct rows of dead processes, and start queue runners if runs wait without one.

        The runners end when the queue is empty.
        """
        launch.reconcile_runs(self.store)
        if abs(time.time() - self.memory.started) < _RUNNER_SECONDS:
            return
        if runs.count_active_runs(self.store)[1] and not launch.has_runner(self.store):
            self.memory.started = time.time()
            launch.start_detached_runners(self.store.path, launch.local_devices())

    def folder(self, token: str) -> Path:
        """Return the folder of a run. It may not exist."""
        return paths.run_folder(self.store.path, self._number(token))

    def rows(self, token: str) -> tuple[Path, int] | None:
        """Return the store with a run's progress, and its number there. None if the run was deleted."""
        number = self._number(token)
        return (self.store.path, number) if number else None

    def end(self, token: str, remote: str) -> PlaceEnd | None:
        """Return the end of a deleted run. All other runs report their end themselves."""
        reason = f"Run {remote} was deleted there."
        return None if self._number(token) else PlaceEnd(status="interrupted", reason=reason)

    def waits_for(self, token: str) -> str:
        """Return "", because the status *queued* is enough here."""
        return ""

    def pack(self, token: str, models: bool, file: Path) -> None:
        """Write the files of an ended run as a capsule, with ``models`` including its weights."""
        from engine.capsule.writing import write_capsule

        write_capsule(self.store, [self._number(token)], file, with_models=models, overwrite=True)

    def inputs_in_use(self) -> set[str]:
        """Return the inputs of runs that have not finished."""
        return received_inputs_in_use(self.store)

    def findings(self) -> list[Finding]:
        """Return no findings beyond those of ``palimpsest doctor``."""
        return []

    def _number(self, token: str) -> int:
        """Return the number of a run, 0 if it was deleted."""
        return find_received_run(self.store, token) or 0
