"""The window's connection to store and engine: every query, run and job happens off the GUI thread.

Pages ask with a function and a callback; the function runs in a thread, the callback in the GUI thread. Results of a
question that has been asked again since are never delivered, nor is anything to a page that no longer exists.
"""

from __future__ import annotations

import queue
import threading
import traceback
import weakref
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QThread, QThreadPool, Signal
from shiboken6 import isValid

from engine import launch, paths
from engine.errors import UserError
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from workbench.backend.cli_job import CliJob
from workbench.backend.store_threads import QueueRunner, StoreWatcher

OnResult = Callable[[Any], None]
OnFailure = Callable[[str], None]


@dataclass(frozen=True)
class PendingQuery:
    """Something asked of a thread, and who wants to know."""

    work: Callable[[], Any]
    then: OnResult | None
    failed: OnFailure | None
    owner: weakref.ref[QObject] | None
    key: tuple[int, str] | None
    number: int


class Session(QObject):
    """What pages ask for data. Lives in the GUI thread and never blocks it.

    Args:
        store_path: the store; None for the user's own.
        parent: Qt's owner of this object.
        run_queue: whether queued runs are run here. Without it the session only looks (tests, a second window).

    Attributes:
        slots: how many runs may share a device; may be changed at any time.
    """

    opened = Signal()
    """The store is open and up to date; dead runs say so. Questions asked earlier are answered from here on."""
    failed = Signal(str)
    """The store cannot be opened, and why; no question will be answered."""
    runs_changed = Signal()
    """Runs were added, removed, renamed or changed status."""
    run_progress = Signal(object)
    """frozenset[int]: runs that have moved since the last time, about three times a second."""
    activity = Signal(int, int)
    """The number of running and of queued runs has changed."""
    error = Signal(str)
    """A question failed whose asker did not want to hear of it."""
    closed = Signal()
    """``shutdown`` is through."""
    _answered = Signal(object, object, object)
    _wound_up = Signal(str)

    def __init__(
        self, store_path: Path | None = None, parent: QObject | None = None, *, run_queue: bool = True
    ) -> None:
        super().__init__(parent)
        self.store_path = Path(store_path or paths.default_store())
        self.devices: tuple[str, ...] = ()
        self.running = self.queued = 0
        self.slots = 1
        self._run_queue = run_queue
        self._ready, self._ending = threading.Event(), False
        self._count = 0
        self._latest: dict[tuple[int, str], int] = {}
        self._jobs: dict[int, CliJob] = {}
        self._reader = _Reader(self)
        self._watcher = StoreWatcher(self.store_path, self)
        self._runners: list[QueueRunner] = []
        self._workers, self._job_workers = QThreadPool(self), QThreadPool(self)
        self._workers.setMaxThreadCount(8)
        self._job_workers.setMaxThreadCount(2)
        # Bound methods of an object of the GUI thread: whoever emits, they run there.
        self._answered.connect(self._deliver)
        self._wound_up.connect(self._say_closed)
        self._reader.opened.connect(self._store_opened)
        self._reader.failed.connect(self.failed)
        self._watcher.changed.connect(self.runs_changed)
        self._watcher.progressed.connect(self.run_progress)
        self._watcher.counts_changed.connect(self._counted)
        self._watcher.devices_found.connect(self._start_runners)
        self._watcher.failed.connect(self.error)

    def start(self) -> None:
        """Opens the store and takes up the queue. Call once the window is shown."""
        self._reader.start()

    def query(
        self,
        fn: Callable[..., Any],
        *args: Any,
        then: OnResult,
        owner: QObject,
        slot: str = "",
        failed: OnFailure | None = None,
    ) -> None:
        """Runs ``fn(store, *args)`` with a read-only store and hands the result to ``then`` in the GUI thread.

        Args:
            fn: a reading function of ``engine.store``, or one made of several.
            args: its further arguments.
            then: takes the result.
            owner: who asks; nothing is delivered once it is destroyed.
            slot: a newer question of the same owner and slot makes this one void: its result is never delivered.
            failed: takes the error as a sentence; without it ``error`` is emitted.
        """
        question = self._question(lambda: fn(self._reader.store, *args), then, failed, owner, slot)
        self._reader.ask(question)

    def busy(self, owner: QObject, slot: str) -> bool:
        """Whether a question of this slot is still to be answered. Polling pages skip a turn then."""
        return (id(owner), slot) in self._latest

    def act(
        self,
        fn: Callable[..., Any],
        *args: Any,
        then: OnResult | None = None,
        owner: QObject | None = None,
        failed: OnFailure | None = None,
    ) -> None:
        """Runs ``fn(store, *args)`` with a writable store in a worker thread: rename, archive, delete..."""

        def work() -> Any:
            with Store(self.store_path) as store:
                return fn(store, *args)

        self._do(work, then, owner, failed)

    def enqueue(
        self,
        experiments: Iterable[Experiment],
        sweep_name: str = "",
        then: OnResult | None = None,
        owner: QObject | None = None,
        failed: OnFailure | None = None,
    ) -> None:
        """Queues experiments, all or none; ``then`` takes the list of their numbers."""
        self.act(launch.enqueue, list(experiments), sweep_name, then=then, owner=owner, failed=failed)

    def stop_run(self, run_id: int, failed: OnFailure | None = None) -> None:
        """Stops a run, politely first; ``runs_changed`` tells when it has ended."""
        self._do(lambda: launch.stop_run(self.store_path, run_id), None, None, failed)

    def resume_run(self, run_id: int, failed: OnFailure | None = None) -> None:
        """Puts an ended run back into the queue."""
        self._do(lambda: launch.resume_run(self.store_path, run_id), None, None, failed)

    def job(
        self,
        argv: Iterable[str],
        then: OnResult,
        owner: QObject,
        slot: str = "",
        failed: OnFailure | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> CliJob:
        """Runs ``palimpsest ARGV --json`` as a child process and hands its JSON to ``then`` in the GUI thread.

        A newer job of the same owner and slot ends this one. ``progress`` takes the last line of its error output.
        """
        older = self._jobs.get(self._latest.get((id(owner), slot), 0))
        if older is not None:
            older.cancel()
        question = self._question(lambda: None, then, failed, owner, slot)
        job = CliJob([*argv, "--json"], lambda text: self._tell(question, progress, text), parent=self)
        self._jobs[question.number] = job
        self._job_workers.start(lambda: self._answer(question, job.work))
        return job

    def shutdown(self, keep_runs: bool) -> None:
        """Ends the session and emits ``closed`` when that is done.

        Args:
            keep_runs: running runs go on and queued ones are left to a runner in a process of its own; otherwise the
                queue is emptied and its runs are stopped, which may take some seconds. Runs that were started from a
                command line are left alone either way.
        """
        if self._ending:
            return
        self._end_threads()
        self._workers.start(lambda: self._wind_up(keep_runs))

    def close(self) -> None:
        """Waits for every thread and ends. Blocks; for the end of the program and for tests.

        Without an earlier ``shutdown`` runs go on.
        """
        if not self._ending:
            self._end_threads()
            self._wind_up(keep_runs=True)
        self._reader.ask(None)
        self._workers.waitForDone()
        self._job_workers.waitForDone()
        for thread in (self._reader, self._watcher, *self._runners):
            thread.wait()

    # Asking and answering.

    def _question(
        self,
        work: Callable[[], Any],
        then: OnResult | None,
        failed: OnFailure | None,
        owner: QObject | None,
        slot: str = "",
    ) -> PendingQuery:
        self._count += 1
        key = (id(owner), slot) if slot else None
        if key is not None:
            self._latest[key] = self._count
        return PendingQuery(
            work, then, failed, None if owner is None else weakref.ref(owner), key, self._count
        )

    def _do(
        self, work: Callable[[], Any], then: OnResult | None, owner: QObject | None, failed: OnFailure | None
    ) -> None:
        question = self._question(work, then, failed, owner)

        def run() -> Any:
            self._ready.wait()
            if self._reader.store is None:
                raise UserError(self._reader.problem)
            return question.work()

        self._workers.start(lambda: self._answer(question, run))

    def _answer(self, question: PendingQuery, work: Callable[[], Any]) -> None:
        """In a worker thread: does the work and sends the outcome to the GUI thread."""
        try:
            result, problem = (work(), None) if self._current(question) else (None, CliJob.CANCELLED)
        except Exception as error:
            result, problem = None, _sentence(error)
        self._answered.emit(question, result, problem)

    def _current(self, question: PendingQuery) -> bool:
        return question.key is None or self._latest.get(question.key) == question.number

    def _wanted(self, question: PendingQuery) -> bool:
        owner = question.owner and question.owner()
        return self._current(question) and (question.owner is None or (owner is not None and isValid(owner)))

    def _tell(self, question: PendingQuery, progress: Callable[[str], None] | None, text: str) -> None:
        if progress is not None and self._wanted(question):
            progress(text)

    def _deliver(self, question: PendingQuery, result: Any, problem: str | None) -> None:
        """In the GUI thread."""
        wanted = self._wanted(question)
        if question.key is not None and self._current(question):
            del self._latest[question.key]
        if (job := self._jobs.pop(question.number, None)) is not None:
            job.deleteLater()
        if not wanted or problem == CliJob.CANCELLED:
            return
        if problem is None:
            if question.then is not None:
                question.then(result)
        elif question.failed is not None:
            question.failed(problem)
        else:
            self.error.emit(problem)

    # The store, the queue, the end.

    def _store_opened(self) -> None:
        if not self._ending:
            self._watcher.start()
        self.opened.emit()

    def _counted(self, running: int, queued: int) -> None:
        self.running, self.queued = running, queued
        self.activity.emit(running, queued)

    def _start_runners(self, devices: tuple[str, ...]) -> None:
        self.devices = devices
        if self._run_queue and not self._ending:
            for device in devices:
                runner = QueueRunner(self.store_path, device, devices, self, lambda: self.slots)
                runner.failed.connect(self.error)
                self._runners.append(runner)
                runner.start()

    def _end_threads(self) -> None:
        """Asks all threads to end, without waiting."""
        self._ending = True
        if not self._reader.isRunning():
            self._ready.set()  # never started: nobody will answer those who wait for the store
        for job in self._jobs.values():
            job.cancel()
        self._watcher.stop()
        for runner in self._runners:
            runner.stop()

    def _wind_up(self, keep_runs: bool) -> None:
        """In a worker thread: hands the queue over or empties it."""
        problem = ""
        try:
            for runner in self._runners:
                runner.wait()
            if self._run_queue and self._reader.store is not None:
                self._leave_queue() if keep_runs else self._empty_queue()
        except Exception as error:
            problem = _sentence(error)
        self._wound_up.emit(problem)

    def _say_closed(self, problem: str) -> None:
        if problem:
            self.error.emit(problem)
        self.closed.emit()

    def _leave_queue(self) -> None:
        with Store(self.store_path) as store:
            waiting = runs.count_runs(store, status=["queued"], archived=None)
        if waiting and self.devices:
            launch.start_detached_runners(self.store_path, self.devices, self.slots)

    def _empty_queue(self) -> None:
        with Store(self.store_path) as store:
            active = runs.list_runs(store, status=["queued", "running"], archived=None)
        ours = [row.id for row in active if row.launcher == "queue"]
        threads = [
            threading.Thread(target=launch.stop_run, args=(self.store_path, number)) for number in ours
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


class _Reader(QThread):
    """Opens the store, then answers queries one after another on one read-only connection."""

    opened = Signal()
    failed = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.setObjectName("store reader")
        self._session, self._questions = session, queue.SimpleQueue[PendingQuery | None]()
        self.store: Store | None = None
        self.problem = "The session is closed."

    def ask(self, question: PendingQuery | None) -> None:
        """Adds a question; None ends the thread after those before it."""
        self._questions.put(question)

    def run(self) -> None:
        try:
            # Creates or migrates the file and tells the truth about runs whose process died while nobody looked.
            launch.reconcile_runs(self._session.store_path)
            self.store = Store(self._session.store_path, read_only=True)
        except Exception as error:
            self.problem = _sentence(error)
            self.failed.emit(self.problem)
            return
        finally:
            self._session._ready.set()
        self.opened.emit()
        while (question := self._questions.get()) is not None:
            self._session._answer(question, question.work)
        self.store.close()


def _sentence(error: Exception) -> str:
    """An error as a sentence for the user; what is no user's fault is also printed in full."""
    if isinstance(error, UserError):
        return str(error)
    traceback.print_exception(error)
    return f"{type(error).__name__}: {error}"
