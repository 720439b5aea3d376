"""The session's long-lived threads: one that watches the store for changes, one per device that runs the queue."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from engine import launch
from engine.launch.status import actual_status
from engine.store import Store, runs
from workbench.backend.tasks import error_sentence

POLL_SECONDS = 0.3
RETRY_SECONDS = 5.0
_CHECK_SECONDS = 3.0
"""How often running runs are checked for a living process."""


class StoreWatcher(QThread):
    """Looks three times a second whether anybody has written to the store, and only then at what is new.

    ``failed(sentence)`` when it cannot, once per kind of failure; it then opens the store anew, until it can again.
    """

    changed = Signal()
    progressed = Signal(object)
    counts_changed = Signal(int, int)
    devices_found = Signal(object)
    failed = Signal(str)

    def __init__(self, path: Path, parent: QObject) -> None:
        super().__init__(parent)
        self.setObjectName("store watcher")
        self._path, self._ending = path, threading.Event()
        self._version = self._known = -1
        self._counts = (0, 0)
        self._moving: dict[int, tuple[object, ...]] = {}
        self._problem = ""

    def stop(self) -> None:
        """Ask the thread to end; it does within a fraction of a second."""
        self._ending.set()

    def run(self) -> None:
        try:
            self.devices_found.emit(launch.local_devices())
        except Exception as error:
            self.failed.emit(f"The devices of this computer cannot be listed: {error}")
        while not self._ending.is_set():
            try:
                with Store(self._path, read_only=True) as store:
                    self._version = -1  # of this connection nothing is known
                    self._watch(store)
            except Exception as error:
                # A full disk, a locked file, a folder that is not mounted just now: the next attempt may succeed.
                self._say(f"The store cannot be read: {error}")
                self._ending.wait(RETRY_SECONDS)

    def _say(self, problem: str) -> None:
        if problem != self._problem:
            self._problem = problem
            self.failed.emit(problem)

    def _watch(self, store: Store) -> None:
        since_check = _CHECK_SECONDS
        while not self._ending.wait(POLL_SECONDS):
            since_check += POLL_SECONDS
            if since_check >= _CHECK_SECONDS and self._moving:
                since_check = 0.0
                self._mark_dead_runs(store)
            if store.data_version != self._version:
                self._version = store.data_version
                self._look(store)
            self._problem = ""

    def _look(self, store: Store) -> None:
        latest, now = runs.change_counter(store), runs.running_markers(store)
        moved = {number for number in {*now, *self._moving} if now.get(number) != self._moving.get(number)}
        self._moving = now
        if moved:
            self.progressed.emit(frozenset(moved))
        if latest != self._known:
            self._known = latest
            self.changed.emit()
            if (counts := runs.count_active_runs(store)) != self._counts:
                self._counts = counts
                self.counts_changed.emit(*counts)

    def _mark_dead_runs(self, store: Store) -> None:
        running = runs.list_runs(store, status=["running"], archived=None)
        if any(actual_status(row).status != "running" for row in running):
            launch.reconcile_runs(self._path)


class QueueRunner(QThread):
    """Runs what is queued for one device, as many at once as ``slots`` says."""

    failed = Signal(str)

    def __init__(
        self,
        path: Path,
        device: str,
        devices: tuple[str, ...],
        parent: QObject,
        slots: Callable[[], int] = lambda: 1,
    ) -> None:
        super().__init__(parent)
        self._slots = slots
        self.setObjectName(f"queue runner {device}")
        self._path, self._device, self._devices = path, device, devices
        self._ending = threading.Event()

    def stop(self) -> None:
        """Ask the thread to end; a run it has started goes on."""
        self._ending.set()

    def run(self) -> None:
        try:
            launch.run_queue(
                self._path, self._device, self._ending.is_set, devices=self._devices, slots=self._slots
            )
        except Exception as error:
            self.failed.emit(f"The queue of {self._device} has stopped: {error_sentence(error)}")
