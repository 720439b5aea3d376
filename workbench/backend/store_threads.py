"""The session's long-lived threads: one reads the store, one watches it for changes, one per device runs the queue."""

from __future__ import annotations

import queue
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from engine import launch
from engine.errors import UserError
from engine.launch.status import actual_status, silent_since
from engine.store import Store, runs
from workbench.backend.tasks import TaskRunner, error_sentence
from workbench.language import tr

POLL_SECONDS = 0.3
RETRY_SECONDS = 5.0
_CHECK_SECONDS = 3.0
"""Interval at which the processes of running runs are checked."""


@dataclass
class SharedStore:
    """State of the session's store for threads. They hold this object, because the session belongs to the GUI thread.

    Attributes:
        path: the store.
        slots: largest number of runs that share a device.
        threads: largest number of CPU threads of a queued run, 0 for all.
        problem: why the store cannot be used, empty once it is open.
        is_immutable: whether the store is read-only: it can be read, but no queue runs.
    """

    path: Path
    slots: int = 1
    threads: int = 0
    problem: str = tr("The session is closed.")
    is_immutable: bool = False
    _settled: threading.Event = field(default_factory=threading.Event)

    @property
    def is_open(self) -> bool:
        """Whether the store exists and is up to date."""
        return not self.problem

    def settle(self, problem: str | None = None) -> None:
        """Release the threads that wait. ``problem`` replaces the reason passed to them, "" for an open store."""
        if problem is not None:
            self.problem = problem
        self._settled.set()

    def wait(self) -> None:
        """Wait, in a worker thread, until the store is open. Raise UserError if it cannot be opened."""
        self._settled.wait()
        if self.problem:
            raise UserError(self.problem)


class StoreReader(QThread):
    """Open the store, then answer questions one after another on one read-only connection."""

    opened = Signal()
    failed = Signal(str)

    def __init__(self, shared: SharedStore, tasks: TaskRunner, parent: QObject) -> None:
        super().__init__(parent)
        self.setObjectName("store reader")
        self._shared, self._tasks = shared, tasks
        self._questions = queue.SimpleQueue[tuple[int, Callable[[Store], object]] | None]()

    def ask(self, number: int, work: Callable[[Store], object]) -> None:
        """Add a question. The task runner of the session keeps its callbacks."""
        self._questions.put((number, work))

    def end(self) -> None:
        """End the thread after the questions already added."""
        self._questions.put(None)

    def run(self) -> None:
        try:
            # Creates or migrates the file and marks runs whose process has died in the meantime.
            launch.reconcile_runs(self._shared.path)
            store = Store(self._shared.path, read_only=True)
        except Exception as error:
            self._shared.settle(error_sentence(error))
            _clear_frames(error)
            self.failed.emit(self._shared.problem)
            return
        self._shared.is_immutable = store.is_immutable
        self._shared.settle("")
        with store:
            self.opened.emit()
            while self._answer_next(store):
                pass

    def _answer_next(self, store: Store) -> bool:
        """Answer one question. Return False at the end. A separate function, so that no frame keeps the question while
        waiting.
        """
        question = self._questions.get()
        if question is None:
            return False
        number, work = question
        self._tasks.perform(number, partial(_answer, store, work))
        return True


def _clear_frames(error: BaseException | None) -> None:
    """Clear the frames of an error, which may hold an SQLite statement that keeps the store in use."""
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__


def _answer(store: Store, work: Callable[[Store], object]) -> object:
    with store.explain_errors():
        return work(store)


class StoreWatcher(QThread):
    """Poll the store for writes three times a second, and read only after a write.

    ``failed(sentence)`` is emitted once per kind of failure. The watcher then reopens the store until it succeeds.
    """

    changed = Signal()
    progressed = Signal(object)
    counts_changed = Signal(int, int, int)
    """Numbers of running and of queued runs, and how many of both belong to the queue."""
    devices_detected = Signal(object)
    failed = Signal(str)

    def __init__(self, path: Path, parent: QObject) -> None:
        super().__init__(parent)
        self.setObjectName("store watcher")
        self._path, self._ending = path, threading.Event()
        self._version = self._change_counter = -1
        self._counts = (0, 0, 0)
        self._markers: dict[int, tuple[object, ...]] = {}
        self._unresponsive = frozenset[int]()
        self._problem = ""

    def stop(self) -> None:
        """Request the end of the thread, which follows within a fraction of a second."""
        self._ending.set()

    def run(self) -> None:
        try:
            self.devices_detected.emit(launch.local_devices())
        except Exception as error:
            self.failed.emit(tr("The devices of this computer cannot be listed: {error}", error=error))
        while not self._ending.is_set():
            try:
                with Store(self._path, read_only=True) as store:
                    self._version = -1  # nothing is known about this connection yet
                    self._watch(store)
            except Exception as error:
                # A full disk, a locked file, an unmounted folder: the next attempt may succeed.
                self._report_problem(tr("The store cannot be read: {error}", error=error))
                self._ending.wait(RETRY_SECONDS)

    def _report_problem(self, problem: str) -> None:
        if problem != self._problem:
            self._problem = problem
            self.failed.emit(problem)

    def _watch(self, store: Store) -> None:
        since_check = _CHECK_SECONDS
        while not self._ending.wait(POLL_SECONDS):
            store.require_supported_version()
            since_check += POLL_SECONDS
            if since_check >= _CHECK_SECONDS and self._markers:
                since_check = 0.0
                self._check_running(store)
            if store.data_version != self._version:
                self._version = store.data_version
                self._poll(store)
            self._problem = ""

    def _poll(self, store: Store) -> None:
        latest, now = runs.change_counter(store), runs.progress_markers(store)
        ids = {number for number in {*now, *self._markers} if now.get(number) != self._markers.get(number)}
        self._markers = now
        if ids:
            self.progressed.emit(frozenset(ids))
        if latest != self._change_counter:
            self._change_counter = latest
            self.changed.emit()
            counts = runs.count_active_and_queue_runs(store)
            if counts != self._counts:
                self._counts = counts
                self.counts_changed.emit(*counts)

    def _check_running(self, store: Store) -> None:
        """Record the end of runs whose process has died, and report runs that stopped responding.

        A run that responds again is detected by its writes.
        """
        running = runs.list_runs(store, status=["running"], archived=None)
        silent = frozenset(row.id for row in running if silent_since(row) is not None)
        if silent - self._unresponsive:
            self.progressed.emit(silent - self._unresponsive)
        self._unresponsive = silent
        if any(actual_status(row).status != "running" for row in running):
            launch.reconcile_runs(self._path)


class QueueRunner(QThread):
    """Run the queue of one device, with as many runs at once as the shared ``slots``.

    Attributes:
        ended: set when it takes no more runs.
    """

    failed = Signal(str)

    def __init__(self, shared: SharedStore, device: str, devices: tuple[str, ...], parent: QObject) -> None:
        super().__init__(parent)
        self.setObjectName(f"queue runner {device}")
        self._shared, self._device, self._devices = shared, device, devices
        self._ending = threading.Event()
        self.ended = threading.Event()

    def stop(self) -> None:
        """Request the end of the thread. A run that it started goes on."""
        self._ending.set()

    def run(self) -> None:
        shared = self._shared
        try:
            launch.run_queue(
                shared.path,
                self._device,
                self._ending.is_set,
                devices=self._devices,
                slots=lambda: shared.slots,
                threads=lambda: shared.threads,
            )
        except Exception as error:
            self.failed.emit(
                tr(
                    "The queue of {device} has stopped: {reason}",
                    device=self._device,
                    reason=error_sentence(error),
                )
            )
        finally:
            self.ended.set()
