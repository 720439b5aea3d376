"""The window's connection to store and engine: every query, run and job happens off the GUI thread.

Pages pass a function and a callback. The function runs in a thread, the callback in the GUI thread. A result is not
delivered if the same question has been asked again since, or if the page no longer exists.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar, TypeVarTuple

from PySide6.QtCore import QObject, Signal

from engine import launch, paths
from engine.installation import is_engine_installed
from engine.spec.experiment import Experiment
from engine.store import Store, placed_runs, runs
from workbench.backend.cli_job import CliJob
from workbench.backend.store_threads import QueueRunner, SharedStore, StoreReader, StoreWatcher
from workbench.backend.tasks import OnFailure, TaskRunner, error_sentence
from workbench.engine_texts import progress_text, sentence_text
from workbench.language import tr

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

MAX_JOBS = 2
"""Number of command lines that run at the same time. Others wait."""


class Session(QObject):
    """Data source of the pages. Lives in the GUI thread and never blocks it.

    No thread holds the session, and it is in no reference cycle. It is destroyed in the GUI thread with its last
    reference, and waits for its threads even if nobody has closed it.

    Args:
        store_path: the store, None for the user's own.
        run_queue: whether queued runs are run here. If False the session only reads (tests, a second window).

    Attributes:
        tasks: runs work that needs no store.
        running, queued: numbers of runs of each status.
        queue_runs: how many of both ``shutdown`` stops on request. Runs of command lines and compute targets go on.
    """

    opened = Signal()
    """The store is open and up to date, and dead runs are marked. Earlier questions are answered from now on."""
    failed = Signal(str)
    """The store cannot be opened, with the reason. No question will be answered."""
    runs_changed = Signal()
    """Runs were added, removed, renamed or changed status."""
    run_progress = Signal(object)
    """frozenset[int]: runs with progress since the last signal, about three times a second."""
    activity = Signal(int, int)
    """The number of running and of queued runs has changed."""
    error = Signal(str)
    """A question without a ``failed`` callback failed."""
    closed = Signal()
    """``shutdown`` has finished."""
    _is_closed = True  # until the constructor is done

    def __init__(self, store_path: Path | None = None, *, run_queue: bool = True) -> None:
        super().__init__()
        self.store_path = Path(store_path or paths.default_store())
        self.devices: tuple[str, ...] = ()
        self.running = self.queued = self.queue_runs = 0
        self._run_queue = run_queue
        self._ending = False
        self._store = SharedStore(self.store_path)
        self.tasks = TaskRunner(self)
        self._jobs: dict[int, CliJob] = {}
        self._read_answer: dict[int, Callable[[bytes], object]] = {}
        self._reader = StoreReader(self._store, self.tasks, self)
        self._watcher = StoreWatcher(self.store_path, self)
        self._runners: list[QueueRunner] = []
        self.tasks.error.connect(self.error)
        self.tasks.dropped.connect(self._answer_dropped)
        self._reader.opened.connect(self._store_opened)
        self._reader.failed.connect(self._store_failed)
        self._watcher.changed.connect(self.runs_changed)
        self._watcher.progressed.connect(self.run_progress)
        self._watcher.counts_changed.connect(self._counted)
        self._watcher.devices_detected.connect(self._start_runners)
        self._watcher.failed.connect(self.error)
        self._is_closed = False
        self.problem = ""
        """Why the store cannot be opened, for pages that are made after :attr:`failed` has said it."""

    def __del__(self) -> None:
        # Qt aborts the process if a thread is destroyed while it runs.
        self.close()

    @property
    def slots(self) -> int:
        """Largest number of runs that share a device. May be changed at any time."""
        return self._store.slots

    @slots.setter
    def slots(self, count: int) -> None:
        self._store.slots = count

    @property
    def lanes(self) -> int:
        """Number of runs that may run at once on this machine, over all devices."""
        return max(1, len(self.devices)) * self.slots

    @property
    def threads(self) -> int:
        """Largest number of CPU threads of a queued run, 0 for all. May be changed at any time."""
        return self._store.threads

    @threads.setter
    def threads(self, count: int) -> None:
        self._store.threads = count

    @property
    def is_open(self) -> bool:
        """Whether the store is open."""
        return self._store.is_open

    def start(self) -> None:
        """Open the store and start the queue. Call once the window is shown, and again after a repair."""
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
        """Run ``fn(store, *args)`` with a read-only store and pass the result to ``then`` in the GUI thread.

        Args:
            fn: a reading function of ``engine.store``, or a combination of several; no method of a widget.
            args: its further arguments.
            then: takes the result.
            owner: the object that the answer is for. Nothing is delivered once it is destroyed.
            slot: a newer question of the same owner and slot cancels this one.
            failed: takes the error as a sentence. Without it ``error`` is emitted.
        """
        number = self.tasks.register(then, failed, owner, slot)
        self._reader.ask(number, lambda store: fn(store, *args))

    def busy(self, owner: QObject, slot: str) -> bool:
        """Return whether a question of this slot is still pending. Polling pages then skip a turn."""
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

        self.tasks.run(_with_open_store, self._store, fn, args, then=then, failed=failed, owner=owner)

    def enqueue(
        self,
        experiments: Iterable[Experiment],
        sweep_name: str = "",
        then: Callable[[list[int]], object] | None = None,
        owner: QObject | None = None,
        failed: OnFailure | None = None,
    ) -> None:
        """Queue experiments, all or none. ``then`` takes the list of their run numbers."""
        self.act(launch.enqueue, list(experiments), sweep_name, then=then, owner=owner, failed=failed)

    def stop_run(self, run_id: int, failed: OnFailure | None = None) -> None:
        """Stop a run, gracefully first. ``runs_changed`` is emitted when it has ended."""
        self.tasks.run(_with_store_path, self._store, launch.stop_run, run_id, failed=failed)

    def resume_run(self, run_id: int, failed: OnFailure | None = None, *, anew: bool = False) -> None:
        """Queue an ended run again. ``anew`` restarts it from the beginning and ignores its checkpoints."""
        action = partial(launch.resume_run, restart=anew)
        self.tasks.run(_with_store_path, self._store, action, run_id, failed=failed)

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
        """Run ``palimpsest ARGV --json`` as a child process and pass its answer to ``then`` in the GUI thread.

        A newer job of the same owner and slot ends this one. A closing session starts no job: it returns a cancelled
        one and delivers nothing.

        Args:
            argv: the words after ``palimpsest``.
            read: parses the JSON written by the process, in a thread.
            then: takes the parsed value.
            owner: the object that the answer is for. Nothing is delivered once it is destroyed.
            slot: a newer job of the same owner and slot cancels this one.
            failed: takes the error as a sentence.
            progress: takes the last line of its error output.
        """
        if self._ending:
            void = CliJob(0, argv, self.tasks)
            void.cancel()
            return void
        number = self.tasks.register(then, failed, owner, slot)
        job = self._jobs[number] = CliJob(number, [*argv, "--json"], self.tasks, parent=self)
        self._read_answer[number] = read
        if progress is not None:
            report, is_pending = progress, self.tasks.is_pending
            job.progressed.connect(lambda text: report(progress_text(text)) if is_pending(number) else None)
        job.ended.connect(self._job_ended)
        self._start_jobs()
        return job

    def _start_jobs(self) -> None:
        started_count = sum(job.begun for job in self._jobs.values())
        waiting = [job for job in self._jobs.values() if not job.begun]
        for job in waiting[: max(0, MAX_JOBS - started_count)]:
            job.start()

    def _job_ended(self, number: int) -> None:
        job, read = self._jobs.pop(number), self._read_answer.pop(number)
        if job.cancelled:
            self.tasks.drop(number)
        elif job.problem:
            self.tasks.fail(number, sentence_text(job.problem))
        else:
            self.tasks.start(number, partial(read, job.output))
        job.deleteLater()
        if not self._ending:
            self._start_jobs()

    def _answer_dropped(self, number: int) -> None:
        """End the process of a job whose answer is no longer needed."""
        job = self._jobs.get(number)
        if job is not None:
            job.cancel()

    def shutdown(self, keep_runs: bool) -> None:
        """End the session and emit ``closed`` afterwards.

        Args:
            keep_runs: whether running runs go on and queued ones pass to a runner in its own process. Otherwise the
                queue is emptied and its runs are stopped, which may take some seconds. Runs started from a command
                line are not affected.
        """
        if self._ending:
            return
        self._end_threads()
        self.tasks.run(self._shutdown_work(keep_runs), then=self._emit_closed)

    def close(self) -> None:
        """Wait for every thread and end. Blocks; for the end of the program and for tests.

        Without an earlier ``shutdown`` runs go on.
        """
        if self._is_closed:
            return
        self._is_closed = True
        if not self._ending:
            self._end_threads()
            self._emit_closed(self._shutdown_work(keep_runs=True)())
        self._reader.end()
        self.tasks.wait()
        for job in list(self._jobs.values()):  # each job removes itself from the dictionary when it ends
            job.wait()
        for thread in (self._reader, self._watcher, *self._runners):
            thread.wait()

    # The store, the queue, the end.

    def _store_failed(self, problem: str) -> None:
        self.problem = problem
        self.failed.emit(problem)

    def _store_opened(self) -> None:
        if not self._ending:
            self._watcher.start()
            if self._run_queue and not self._store.is_immutable:
                self.tasks.run(_follow_places, self._store)
        self.opened.emit()
        if self._store.is_immutable:
            self.error.emit(
                tr("This store is read-only: its file or folder cannot be written to. No run can start here.")
            )

    def _counted(self, running: int, queued: int, queue_runs: int) -> None:
        self.running, self.queued, self.queue_runs = running, queued, queue_runs
        self.activity.emit(running, queued)

    def _start_runners(self, devices: tuple[str, ...]) -> None:
        self.devices = devices
        if self._run_queue and not self._store.is_immutable and not self._ending and is_engine_installed():
            for device in devices:
                runner = QueueRunner(self._store, device, devices, self)
                runner.failed.connect(self.error)
                self._runners.append(runner)
                runner.start()

    def _end_threads(self) -> None:
        """Request the end of all threads, without waiting."""
        self._ending = True
        if not self._reader.isRunning():
            self._store.settle()  # never started: no thread would release those that wait for the store
        for job in list(self._jobs.values()):
            job.cancel()
        self._watcher.stop()
        for runner in self._runners:
            runner.stop()

    def _shutdown_work(self, keep_runs: bool) -> Callable[[], str]:
        """Return a function for any thread that hands over or empties the queue. It returns the problem, or ""."""
        ended = [runner.ended for runner in self._runners]
        devices = self.devices if self._run_queue and is_engine_installed() else None
        return partial(_close_queue, self._store, ended, devices, keep_runs)

    def _emit_closed(self, problem: str) -> None:
        if problem:
            self.error.emit(problem)
        self.closed.emit()


# Work of threads for the session, without a reference to it.


def _with_open_store(shared: SharedStore, fn: Callable[[Store, *Ts], T], args: tuple[*Ts]) -> T:
    shared.wait()
    with Store(shared.path) as store:
        return fn(store, *args)


def _with_store_path(shared: SharedStore, action: Callable[[Path, int], object], run_id: int) -> None:
    shared.wait()
    action(shared.path, run_id)


def _follow_places(shared: SharedStore) -> None:
    """Start the process that follows runs on other compute targets, if there are any."""
    with Store(shared.path, read_only=True) as store:
        is_needed = bool(placed_runs.list_open_runs(store))
    if is_needed:
        launch.start_follower(shared.path)


def _close_queue(
    shared: SharedStore,
    runners_ended: Sequence[threading.Event],
    devices: tuple[str, ...] | None,
    keep_runs: bool,
) -> str:
    """Hand over or empty the queue once the runners have ended. ``devices`` is None if this session runs no queue."""
    try:
        for ended in runners_ended:
            ended.wait()
        if devices is not None and shared.is_open:
            _leave_queue(shared, devices) if keep_runs else _empty_queue(shared.path)
    except Exception as error:
        return error_sentence(error)
    return ""


def _leave_queue(shared: SharedStore, devices: tuple[str, ...]) -> None:
    with Store(shared.path) as store:
        waiting = runs.count_runs(store, status=["queued"], archived=None)
    if waiting and devices:
        launch.start_detached_runners(shared.path, devices, shared.slots, shared.threads)


def _empty_queue(path: Path) -> None:
    with Store(path) as store:
        active = runs.list_runs(store, status=["queued", "running"], archived=None)
    queued = [row.id for row in active if row.launcher == "queue"]
    # In parallel, since each may wait seconds for a last checkpoint. In Python's threads, since this runs in one of the
    # pool's threads, which holds neither the session nor its pool.
    threads = [threading.Thread(target=launch.stop_run, args=(path, number)) for number in queued]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def require_session(session: Session | None) -> Session:
    """Return ``session`` where code can only run after one of its answers. Raise RuntimeError if it is None."""
    if session is None:
        raise RuntimeError("there is no session to ask")
    return session
