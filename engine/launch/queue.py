"""The queue: frozen runs in the order of queueing, one at a time on each device, or a few (slots).

The same function runs in a thread of the window and, without a window, in its own process (``python -m engine.launch
--store FILE``). A lease in the store ensures that each device has only one runner.

The runner of the first device takes a run on several devices when all of them are free. The run then occupies all of
them. Until then none of their runners takes a run that was queued later. Otherwise a series of small runs would delay
it for ever.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from engine import child_processes
from engine.errors import UserError
from engine.installation import TRAINING, require_engine
from engine.launch import processes, starting
from engine.launch.device_sharing import GpuMemoryAdmission, thread_limit
from engine.launch.devices import accepts_request, devices_of_request, join_gpu_names
from engine.launch.processes import RunProcess
from engine.launch.search_steps import SearchSteps
from engine.launch.status import actual_status, record_end, record_exit
from engine.spec.data import find_sources
from engine.spec.experiment import Experiment
from engine.store import Store, data_names, datasets, model_paths, open_store, placed_runs, runs
from engine.store.database import NewerStoreError, StoreUnavailableError
from engine.store.rows import RunRow

_log = logging.getLogger(__name__)

POLL_SECONDS = 0.2
LEASE_SECONDS = 30.0
"""Age at which a lease that was not renewed expires."""
_RENEW_SECONDS = 5.0
_PREPARE_AFTER_SECONDS = 10.0
"""Seconds before a runner prepares for future runs, so that an opening window has the processor first."""
_MIN_FREE_BYTES = 100 * 2**20


def enqueue(
    store: Store | Path,
    experiments: Iterable[Experiment],
    sweep_name: str = "",
    *,
    launcher: str = "queue",
    is_resolved: bool = False,
    sweep: int | None = None,
    place: str = "",
) -> list[int]:
    """Freeze experiments into queued runs, all or none, and return their numbers.

    Args:
        store: the store or its file.
        experiments: the experiments to run.
        sweep_name: name of a new sweep for them. Empty: no sweep.
        is_resolved: whether ``resolve_names`` has just returned the experiments. Otherwise it is called here.
        launcher: ``queue``: the next queue runner takes them. ``cli``: this process starts them itself, and a runner
            takes them only if it dies.
        sweep: the number of an existing sweep for them, instead of ``sweep_name``.
        place: the compute target, instead of a launcher here. Empty for this computer.

    Raises:
        UserError: the store cannot be written, its disk is full, an encoder or a data set is missing, or the engine is
            required here and not installed. Nothing was queued then.
    """
    to_queue = list(experiments)
    if not place:
        require_engine(TRAINING)
    with open_store(store) as db:
        free = shutil.disk_usage(db.path.parent).free
        if free < _MIN_FREE_BYTES:
            raise UserError(
                f"only {free // 2**20} MB are left on this disk, too little for a run's checkpoints.",
                place=str(db.path.parent),
                remedy="Free some space or name another store.",
            )
        numbers: list[int] = []
        if not is_resolved:
            to_queue = resolve_names(db, to_queue)
        try:
            with db.transaction():
                if sweep_name and to_queue:
                    sweep = runs.create_sweep(db, sweep_name)
                for experiment in to_queue:
                    numbers.append(runs.create_run(db, experiment, sweep, launcher=launcher))
                datasets.mark_datasets_used(
                    db, {source.source for each in to_queue for _, source in find_sources(each)}
                )
                if place:
                    placed_runs.add_placed_runs(db, numbers, place)
                elif launcher != "queue":
                    starting.reserve_runs(db, numbers)
        except OSError as error:
            raise UserError(
                f"the run's folder cannot be written ({error.strerror}).", place=str(db.path)
            ) from error
        return numbers


def resolve_names(store: Store | Path, experiments: Sequence[Experiment]) -> list[Experiment]:
    """Return ``experiments``, queued together, with encoders of runs as folders and with resolved data sets.

    Raises UserError that names what is missing.
    """
    return data_names.resolve_data(store, model_paths.resolve_encoders(store, experiments))


def run_queue(
    store_path: Path,
    device: str,
    should_stop: Callable[[], bool],
    *,
    devices: Sequence[str] = (),
    until_empty: bool = False,
    slots: Callable[[], int] = lambda: 1,
    threads: Callable[[], int] = lambda: 0,
) -> None:
    """Run queued runs on ``device``, in order. A failed run does not stop the next.

    Args:
        store_path: the store's file.
        device: ``cpu``, ``cuda:0``...
        should_stop: called several times a second. If it returns True, the function returns and leaves active runs
            running.
        devices: all devices that have a runner, see ``devices.accepts_request``. Empty for this one only.
        until_empty: return when nothing is queued or running here, or when another runner has the device.
        slots: number of runs that may share the device, called before each start.
        threads: maximum CPU threads of a run, 0 for all, called before each start. A run's own specification takes
            precedence.

    Raises UserError when the store is damaged or the engine is not installed, NewerStoreError when a newer program has
    migrated the store. Queued runs then stay queued. It waits for a store that is locked or on a full disk.
    """
    require_engine(TRAINING)
    runner = _QueueRunner(Path(store_path), device, tuple(devices) or (device,), slots, threads)
    started_at, problem = time.monotonic(), ""
    try:
        while not should_stop():
            try:
                state = runner.poll_once()
            except StoreUnavailableError as error:  # it passes, and the queue continues then
                if str(error) != problem:
                    _log.warning("The queue of %s waits: %s", device, error)
                state, problem = "waiting", str(error)
            else:
                problem = ""
            if until_empty and state in ("empty", "elsewhere"):
                return
            if time.monotonic() - started_at > _PREPARE_AFTER_SECONDS:
                runner.prepare_once()
            time.sleep(POLL_SECONDS)
    finally:
        runner.close()


class _QueueRunner:
    """The queue runner of one device. Each ``poll_once`` takes the one action that is due."""

    def __init__(
        self,
        path: Path,
        device: str,
        devices: tuple[str, ...],
        slots: Callable[[], int] = lambda: 1,
        threads: Callable[[], int] = lambda: 0,
    ) -> None:
        self.path, self.device, self.devices, self.slots = path, device, devices, slots
        self.threads = threads
        self.name, self.pid = uuid.uuid4().hex, os.getpid()
        self.store: Store | None = None
        self.renewed_at = float("-inf")
        self.is_prepared = False
        self.processes: dict[int, RunProcess] = {}
        self.admission = GpuMemoryAdmission(device)
        self.fork_server = starting.connect_fork_server(device)
        self.steps = SearchSteps(path)

    def poll_once(self) -> str:
        """Return 'elsewhere' (another runner has the device), 'busy', 'started' or 'empty'.

        Raises UserError when the store is damaged, StoreUnavailableError when it cannot be used now.
        """
        self.store = self.store or Store(self.path)
        with self.store.explain_errors():
            return self._poll_once()

    def _poll_once(self) -> str:
        assert self.store is not None
        self.store.require_supported_version()
        if not self._renew_lease(self.store):
            return "elsewhere"
        self._record_ended_runs(self.store)
        active_runs, slots = self._runs_on_device(self.store), max(1, self.slots())
        if len(active_runs) >= slots:
            self.steps.advance(self.store, include_running=False)
            return "busy"
        number = self._claim_next_run(self.store, active_runs)
        if not number:
            # With nothing left to take, a search may queue one more run alongside its running ones.
            is_advancing = self.steps.advance(self.store, include_running=number is None)
            return "empty" if number is None and not active_runs and not is_advancing else "busy"
        thread_count = thread_limit(slots, len(self.devices), self.threads())
        try:
            self.processes[number] = starting.start_run_process(self.path, number, threads=thread_count)
        except NewerStoreError:
            raise  # the newer program finds it claimed without a process, and requeues it
        except (OSError, UserError) as error:
            record_end(
                self.store, runs.get_run(self.store, number), "failed", f"Could not be started: {error}"
            )
        return "started"

    def prepare_once(self) -> None:
        """Prepare the fork server for the next run, once. Later runs prepare it themselves."""
        if not self.is_prepared:
            self.is_prepared = True
            self.fork_server.is_ready()

    def close(self) -> None:
        """Release the lease of the device. Active runs continue."""
        self.fork_server.close()
        self.steps.close()
        for process in self.processes.values():
            if process.poll() is None:
                processes.disown(process)
        if self.store is None:
            return
        try:
            with self.store.transaction():
                self.store.require_supported_version()
                self.store.execute("DELETE FROM leases WHERE holder = ?", (self.name,))
        except (sqlite3.Error, NewerStoreError):
            pass  # the lease will expire
        self.store.close()

    def _renew_lease(self, store: Store) -> bool:
        now = time.monotonic()
        if now - self.renewed_at < _RENEW_SECONDS:
            return True
        key = (processes.host_name(), self.device)
        with store.transaction():
            store.require_supported_version()
            if _lease_holder(store, self.device) not in ("", self.name):
                return False
            sql = """INSERT OR REPLACE INTO leases (host, device, holder, pid, pid_started, heartbeat)
                     VALUES (?, ?, ?, ?, ?, ?)"""
            store.execute(
                sql, (*key, self.name, self.pid, processes.start_time(self.pid) or 0.0, time.time())
            )
        self.renewed_at = now
        return True

    def _record_ended_runs(self, store: Store) -> None:
        """Record the end of runs whose processes this runner started and which have exited."""
        for number, process in list(self.processes.items()):
            if (code := process.poll()) is not None:
                del self.processes[number]
                record_exit(store, number, code, process.pid)

    def _runs_on_device(self, store: Store) -> list[RunRow]:
        """Return the runs that occupy this device, whoever started them."""
        rows = []
        for row in self._running_queue_runs(store):
            if self.device in devices_of_request(row.device, self.devices):
                actual = actual_status(row)
                if actual.status == "running" or row.id in self.processes:
                    rows.append(row)
                else:
                    record_end(store, row, actual.status, actual.note)
        return rows

    def _running_queue_runs(self, store: Store) -> list[RunRow]:
        rows = runs.list_runs(store, status=["running"], archived=None)
        return [row for row in rows if row.launcher == "queue" and row.host == processes.host_name()]

    def _claim_next_run(self, store: Store, running: Sequence[RunRow]) -> int | None:
        """Claim the next run for this device. Return 0 if it has to wait, None if there is none."""
        for row in runs.list_runs(
            store, status=["queued"], order_by="queued", descending=False, archived=None
        ):
            if row.launcher == placed_runs.LAUNCHER:
                continue  # another machine trains it
            if row.launcher != "queue" and processes.is_alive(row.pid, row.pid_started):
                continue  # its launcher will start it
            requested = devices_of_request(row.device, self.devices)
            needs_all = len(requested) > 1 and all(device in self.devices for device in requested)
            if needs_all and self.device in requested[1:] and _lease_holder(store, requested[0]):
                return 0  # it starts when all its devices are free
            if not accepts_request(self.device, row.device, self.devices):
                continue
            if running and not self.admission.has_room(store, row, running):
                return 0
            if not self.fork_server.is_ready():
                return 0  # waiting for the server's imports is faster than importing everything again
            devices = requested if needs_all else (self.device,)
            with store.transaction():
                if self._is_blocked(store, devices):
                    return 0
                single = row.device if requested == devices else self.device
                device = join_gpu_names(devices) if needs_all else single
                if starting.claim_run(store, row.id, launcher="queue", device=device):
                    return row.id
        return None

    def _is_blocked(self, store: Store, devices: Sequence[str]) -> bool:
        """Return whether a run occupies one of ``devices`` that cannot be shared.

        A run on several devices does not share them.
        """
        for row in self._running_queue_runs(store):
            occupied = devices_of_request(row.device, self.devices)
            if set(occupied).intersection(devices) and (len(devices) > 1 or len(occupied) > 1):
                return True
        return False


def has_runner(store: Store) -> bool:
    """Return whether a living runner has the lease of any device of this machine."""
    leases = store.execute("SELECT device FROM leases WHERE host = ?", (processes.host_name(),)).fetchall()
    return any(_lease_holder(store, row[0]) for row in leases)


def _lease_holder(store: Store, device: str) -> str:
    """Return the living runner with the lease of ``device`` of this machine, or ""."""
    key = (processes.host_name(), device)
    lease = store.execute("SELECT * FROM leases WHERE host = ? AND device = ?", key).fetchone()
    # A heartbeat from the future (the clock was set back) counts as expired.
    is_fresh = lease is not None and abs(time.time() - lease["heartbeat"]) < LEASE_SECONDS
    return str(lease["holder"]) if is_fresh and processes.is_alive(lease["pid"], lease["pid_started"]) else ""


def start_detached_runners(
    store_path: Path, devices: Sequence[str], slots: int = 1, threads: int = 0
) -> list[int]:
    """Start a queue runner for each device in its own process, and return their pids.

    They end when the queue is empty. ``slots``: number of runs that may share each device. ``threads``: maximum CPU
    threads of each run, 0 for all.
    """
    pids = []
    for device in devices:
        arguments = ["--store", str(store_path), "--device", device, "--devices", ",".join(devices)]
        arguments += ["--slots", str(slots), "--threads", str(threads)]
        process = child_processes.start_detached("engine.launch", *arguments)
        processes.disown(process)
        pids.append(process.pid)
    return pids
