"""Runs that were sent to this machine, in its own store, computed by its own queue."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from engine import launch, paths
from engine.places.base import Finding, PlaceEnd
from engine.places.changes import stamp_of
from engine.places.messages import BadMessageError
from engine.places.receiving import ReceivedOrder, find_received_run, receive_run, received_inputs_in_use
from engine.store import Store, runs

_POLL_SECONDS = 0.2
_RUNNER_SECONDS = 5.0
"""How long a new queue runner is given to take the lease before another one is started."""


class QueueHost:
    """The queue of this machine, behind the questions of ``engine.places.serving``. A run is named by its number in the
    store.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._stamps: dict[int, str] = {}
        self._runner_started = float("-inf")

    @property
    def devices(self) -> Sequence[str]:
        """The devices that the queue computes on."""
        return launch.local_devices()

    def describe_request(self) -> list[str]:
        """Return nothing: the queue takes what comes."""
        return []

    def accept(self, order: ReceivedOrder) -> str:
        """Queue a run, and return its name. An order that comes twice is one run."""
        number = receive_run(self.store, order)
        self._care_for_queue()
        return str(number)

    def find(self, token: str) -> str:
        """Return the number of the run that was queued under ``token``, or "" for none."""
        number = find_received_run(self.store, token)
        return "" if number is None else str(number)

    def stop(self, run: str) -> None:
        """Request that a run stops."""
        launch.request_stop(self.store, _number(run))

    def resume(self, run: str, anew: bool) -> None:
        """Put an ended run back into the queue, ``anew`` to start from the beginning.

        Active and finished runs are left alone.
        """
        launch.reconcile_runs(self.store)
        if runs.get_run(self.store, _number(run)).resumable:
            launch.resume_run(self.store, _number(run), anew=anew)
        self._care_for_queue()

    def attend(self, names: Sequence[str]) -> None:
        """Start missing queue runners, and correct rows whose process has gone. Called several times a second."""
        self._care_for_queue()
        launch.reconcile_runs(self.store)

    def folder(self, run: str) -> Path:
        """Return the folder of a run, there or not."""
        return paths.run_folder(self.store.path, _number(run))

    def news(self, run: str) -> tuple[Path, int] | None:
        """Return the store with a run's progress, and its number there. None where that was reported before."""
        number = _number(run)
        if not self._is_here(number) or self._stamps.get(number) == (stamp := stamp_of(self.store, number)):
            return None
        self._stamps[number] = stamp
        return self.store.path, number

    def end(self, run: str) -> PlaceEnd | None:
        """Return that a run was deleted. All others report their end themselves."""
        return (
            None if self._is_here(_number(run)) else PlaceEnd("interrupted", f"Run {run} was deleted there.")
        )

    def waits_for(self, run: str) -> str:
        """Return "": the status *queued* is enough here."""
        return ""

    def wait_for_change(self, until: float) -> None:
        """Return when the store has changed, or at ``until``."""
        version = self.store.data_version
        while time.monotonic() < until and self.store.data_version == version:
            time.sleep(_POLL_SECONDS)

    def pack(self, run: str, models: bool, file: Path) -> None:
        """Write what an ended run has left as a capsule, ``models``: with its weights."""
        from engine.capsule.writing import write_capsule

        write_capsule(self.store, [_number(run)], file, with_models=models, overwrite=True)

    def inputs_in_use(self) -> set[str]:
        """Return the inputs of runs that have not finished."""
        return received_inputs_in_use(self.store)

    def findings(self) -> list[Finding]:
        """Return no findings beyond those of ``palimpsest doctor``."""
        return []

    def _is_here(self, number: int) -> bool:
        return self.store.execute("SELECT 1 FROM runs WHERE id = ?", (number,)).fetchone() is not None

    def _care_for_queue(self) -> None:
        """Start queue runners where runs wait without one. Each ends by itself when nothing is left."""
        if time.monotonic() - self._runner_started < _RUNNER_SECONDS:
            return
        if runs.count_active_runs(self.store)[1] and not launch.has_runner(self.store):
            self._runner_started = time.monotonic()
            launch.start_detached_runners(self.store.path, launch.local_devices())


def _number(run: str) -> int:
    try:
        return int(run)
    except ValueError:
        raise BadMessageError("run is no number of a run") from None
