"""The window's connection to store and engine: every query, run and job happens off the GUI thread.

Pages ask with a function and a callback; the function runs in a thread, the callback in the GUI thread. Results of a
question that has been asked again since are never delivered, nor is anything to a page that no longer exists.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar, TypeVarTuple

from PySide6.QtCore import QObject, QThread, Signal

from engine import launch, paths
from engine.errors import UserError
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from workbench.backend.cli_job import CliJob
from workbench.backend.store_threads import QueueRunner, StoreWatcher
from workbench.backend.tasks import OnFailure, TaskRunner, error_sentence

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

MAX_JOBS = 2
"""Command lines that run at the same time; further ones wait."""


class Session(QObject):
    """Source of data for the pages. Lives in the GUI thread and never blocks it.

    Args:
        store_path: the store; None for the user's own.
        parent: Qt's owner of this object.
        run_queue: whether queued runs are run here. Without it the session only looks (tests, a second window).

    Attributes:
        slots: how many runs may share a device; may be changed at any time.
        tasks: runs work that needs no store.
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
        self.tasks = TaskRunner(self)
        self._jobs: dict[int, CliJob] = {}
        self._reader = _Reader(self)
        self._watcher = StoreWatcher(self.store_path, self)
        self._runners: list[QueueRunner] = []
        self.tasks.error.connect(self.error)
        self.tasks.dropped.connect(self._answer_dropped)
        self._wound_up.connect(self._say_closed)
        self._reader.opened.connect(self._store_opened)
        self._reader.failed.connect(self.failed)
        self._watcher.changed.connect(self.runs_changed)
        self._watcher.progressed.connect(self.run_progress)
        self._watcher.counts_changed.connect(self._counted)
        self._watcher.devices_found.connect(self._start_runners)
        self._watcher.failed.connect(self.error)

    def start(self) -> None:
        """Open the store and take up the queue. Call once the window is shown."""
        self._reader.start()

    def query(
        self,
        fn: Callable[[Store, *Ts], T],
        *args: *Ts,
        then: Callable[[T], object],
        owner: QObject,
        slot: str = "",
        failed: OnFailure | None = None,
    ) -> None:
        """Run ``fn(store, *args)`` with a read-only store and hand the result to ``then`` in the GUI thread.

        Args:
            fn: a reading function of ``engine.store``, or one made of several; no method of a widget.
            args: its further arguments.
            then: takes the result.
            owner: who asks; nothing is delivered once it is destroyed.
            slot: a newer question of the same owner and slot makes this one void: its result is never delivered.
            failed: takes the error as a sentence; without it ``error`` is emitted.
        """
        number = self.tasks.register(then, failed, owner, slot)
        self._reader.ask(number, lambda store: fn(store, *args))

    def busy(self, owner: QObject, slot: str) -> bool:
        """Return whether a question of this slot is still to be answered. Polling pages skip a turn then."""
        return self.tasks.busy(owner, slot)

    def act(
        self,
        fn: Callable[[Store, *Ts], T],
        *args: *Ts,
        then: Callable[[T], object] | None = None,
        owner: QObject | None = None,
        failed: OnFailure | None = None,
    ) -> None:
        """Run ``fn(store, *args)`` with a writable store in a worker thread: rename, archive, delete..."""

        def work() -> T:
            self._wait_for_store()
            with Store(self.store_path) as store:
                return fn(store, *args)

        self.tasks.run(work, then=then, failed=failed, owner=owner)

    def enqueue(
        self,
        experiments: Iterable[Experiment],
        sweep_name: str = "",
        then: Callable[[list[int]], object] | None = None,
        owner: QObject | None = None,
        failed: OnFailure | None = None,
    ) -> None:
        """Queue experiments, all or none; ``then`` takes the list of their numbers."""
        self.act(launch.enqueue, list(experiments), sweep_name, then=then, owner=owner, failed=failed)

    def stop_run(self, run_id: int, failed: OnFailure | None = None) -> None:
        """Stop a run, politely first; ``runs_changed`` tells when it has ended."""
        self._with_store(launch.stop_run, run_id, failed)

    def resume_run(self, run_id: int, failed: OnFailure | None = None) -> None:
        """Put an ended run back into the queue."""
        self._with_store(launch.resume_run, run_id, failed)

    def _with_store(self, do: Callable[[Path, int], object], run_id: int, failed: OnFailure | None) -> None:
        def work() -> None:
            self._wait_for_store()
            do(self.store_path, run_id)

        self.tasks.run(work, failed=failed)

    def _wait_for_store(self) -> None:
        """Wait, in a worker thread, until the store is open. Raises UserError when it cannot be opened."""
        self._ready.wait()
        if self._reader.store is None:
            raise UserError(self._reader.problem)

    def job(
        self,
        argv: Iterable[str],
        read: Callable[[bytes], T],
        then: Callable[[T], object],
        owner: QObject,
        slot: str = "",
        failed: OnFailure | None = None,
        progress: Callable[[str], object] | None = None,
    ) -> CliJob:
        """Run ``palimpsest ARGV --json`` as a child process and hand its answer to ``then`` in the GUI thread.

        A newer job of the same owner and slot ends this one.

        Args:
            argv: the words after ``palimpsest``.
            read: makes a value of the JSON that the process wrote, in a thread.
            then: takes the value.
            owner: who asks; nothing is delivered once it is destroyed.
            slot: a newer job of the same owner and slot makes this one void.
            failed: takes what went wrong as a sentence.
            progress: takes the last line of its error output.
        """
        number = self.tasks.register(then, failed, owner, slot)
        job = self._jobs[number] = CliJob([*argv, "--json"], self.tasks, parent=self)
        if progress is not None:
            tell = progress
            job.progressed.connect(lambda text: tell(text) if self.tasks.is_wanted(number) else None)
        job.ended.connect(lambda: self._job_ended(number, job, read))
        self._start_jobs()
        return job

    def _start_jobs(self) -> None:
        begun = sum(job.begun for job in self._jobs.values())
        waiting = [job for job in self._jobs.values() if not job.begun]
        for job in waiting[: max(0, MAX_JOBS - begun)]:
            job.start()

    def _job_ended(self, number: int, job: CliJob, read: Callable[[bytes], object]) -> None:
        del self._jobs[number]
        if job.cancelled:
            self.tasks.drop(number)
        elif job.problem:
            self.tasks.fail(number, job.problem)
        else:
            self.tasks.start(number, partial(read, job.output))
        job.deleteLater()
        if not self._ending:
            self._start_jobs()

    def _answer_dropped(self, number: int) -> None:
        """End the process that works at a job nobody waits for any more."""
        job = self._jobs.get(number)
        if job is not None:
            job.cancel()

    def shutdown(self, keep_runs: bool) -> None:
        """End the session and emit ``closed`` when that is done.

        Args:
            keep_runs: running runs go on and queued ones are left to a runner in a process of its own; otherwise the
                queue is emptied and its runs are stopped, which may take some seconds. Runs that were started from a
                command line are left alone either way.
        """
        if self._ending:
            return
        self._end_threads()
        self.tasks.run(self._wind_up, keep_runs)

    def close(self) -> None:
        """Wait for every thread and end. Blocks; for the end of the program and for tests.

        Without an earlier ``shutdown`` runs go on.
        """
        if not self._ending:
            self._end_threads()
            self._wind_up(keep_runs=True)
        self._reader.end()
        self.tasks.wait()
        for job in list(self._jobs.values()):  # each leaves the dictionary as it ends
            job.wait()
        for thread in (self._reader, self._watcher, *self._runners):
            thread.wait()

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
        """Ask all threads to end, without waiting."""
        self._ending = True
        if not self._reader.isRunning():
            self._ready.set()  # never started: nobody will answer those who wait for the store
        for job in list(self._jobs.values()):
            job.cancel()
        self._watcher.stop()
        for runner in self._runners:
            runner.stop()

    def _wind_up(self, keep_runs: bool) -> None:
        """Hand the queue over or empty it, in a worker thread."""
        problem = ""
        try:
            for runner in self._runners:
                runner.wait()
            if self._run_queue and self._reader.store is not None:
                self._leave_queue() if keep_runs else self._empty_queue()
        except Exception as error:
            problem = error_sentence(error)
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
        self._session = session
        self._questions = queue.SimpleQueue[tuple[int, Callable[[Store], object]] | None]()
        self.store: Store | None = None
        self.problem = "The session is closed."

    def ask(self, number: int, work: Callable[[Store], object]) -> None:
        """Add a question; the session's tasks know who asked."""
        self._questions.put((number, work))

    def end(self) -> None:
        """End the thread after the questions before."""
        self._questions.put(None)

    def run(self) -> None:
        try:
            # Creates or migrates the file and tells the truth about runs whose process died while nobody looked.
            launch.reconcile_runs(self._session.store_path)
            self.store = Store(self._session.store_path, read_only=True)
        except Exception as error:
            self.problem = error_sentence(error)
            self.failed.emit(self.problem)
            return
        finally:
            self._session._ready.set()
        self.opened.emit()
        with self.store as store:
            while self._answer_next(store):
                pass

    def _answer_next(self, store: Store) -> bool:
        """Answer one question; False at the end. A function of its own: no frame keeps the question while waiting."""
        question = self._questions.get()
        if question is None:
            return False
        number, work = question
        self._session.tasks.perform(number, lambda: work(store))
        return True


def require_session(session: Session | None) -> Session:
    """``session``, asked for where only its answers can have led. Raises RuntimeError when it is None."""
    if session is None:
        raise RuntimeError("there is no session to ask")
    return session
