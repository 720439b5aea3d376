"""The session's long-lived threads: one that watches the store for changes, one per device that runs the queue."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from engine import launch
from engine.launch.status import actual_status
from engine.store import Store, runs

POLL_SECONDS = 0.3
_CHECK_SECONDS = 3.0
"""How often running runs are checked for a living process."""


class StoreWatcher(QThread):
    """Looks three times a second whether anybody has written to the store, and only then at what is new."""

    changed = Signal()
    progressed = Signal(object)
    counts_changed = Signal(int, int)
    devices_found = Signal(object)
    failed = Signal(str)

    def __init__(self, path: Path, parent: QObject) -> None:
        super().__init__(parent)
        self.setObjectName("store watcher")
        self._path, self._ending = path, threading.Event()

    def stop(self) -> None:
        """Asks the thread to end; it does within a fraction of a second."""
        self._ending.set()

    def run(self) -> None:
        self.devices_found.emit(launch.local_devices())
        version, known, counts = -1, -1, (0, 0)
        moving: dict[int, tuple[object, ...]] = {}
        since_check = _CHECK_SECONDS
        with Store(self._path, read_only=True) as store:
            while not self._ending.wait(POLL_SECONDS):
                try:
                    since_check += POLL_SECONDS
                    if since_check >= _CHECK_SECONDS and moving:
                        since_check = 0.0
                        self._mark_dead_runs(store)
                    if store.data_version == version:
                        continue
                    version = store.data_version
                    latest, now = runs.change_counter(store), runs.running_markers(store)
                    moved = {number for number in {*now, *moving} if now.get(number) != moving.get(number)}
                    moving = now
                    if moved:
                        self.progressed.emit(frozenset(moved))
                    if latest != known:
                        known = latest
                        self.changed.emit()
                        if (now_counts := runs.count_active_runs(store)) != counts:
                            counts = now_counts
                            self.counts_changed.emit(*counts)
                except sqlite3.Error as error:
                    # A full disk or a locked file; the next look may succeed.
                    self.failed.emit(f"The store cannot be read: {error}")
                    self._ending.wait(5.0)

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
        """Asks the thread to end; a run it has started goes on."""
        self._ending.set()

    def run(self) -> None:
        try:
            launch.run_queue(
                self._path, self._device, self._ending.is_set, devices=self._devices, slots=self._slots
            )
        except Exception as error:
            self.failed.emit(f"The queue of {self._device} has stopped: {error}")
