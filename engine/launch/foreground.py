"""Follow a run from a terminal: a stream of snapshots for a progress bar."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.errors import UserError
from engine.launch import processes, starting
from engine.launch.at_places import start_follower
from engine.launch.processes import RunProcess
from engine.launch.status import exit_code_of_status, reconcile_runs, record_exit
from engine.launch.stopping import request_stop
from engine.store import Store, metrics, runs
from engine.store.placed_runs import LAUNCHER
from engine.store.rows import RunRow

POLL_SECONDS = 0.2
_READ_SECONDS = 0.5, 1.0
"""Minimum and maximum interval between two reads of the store. The minimum, the run's write interval, applies at first,
the maximum after 50 s.
"""


@dataclass(frozen=True, slots=True)
class RunSnapshot:
    """The current state of a run.

    Attributes:
        row: its row.
        values: the last value of every metric.
        exit_code: None while it runs, then 0 finished, 3 stopped, 2 invalid input, 1 any other failure.
    """

    row: RunRow
    values: dict[str, float]
    exit_code: int | None = None


def follow_run(store_path: Path, run_id: int) -> Iterator[RunSnapshot]:
    """Yield a snapshot of a queued or running run after each change. The last one has the exit code."""
    with Store(store_path) as store:
        version = -1
        while True:
            # Changes by this connection itself do not change the version.
            if reconcile_runs(store) or store.data_version != version:
                version, row = store.data_version, runs.get_run(store, run_id)
                if not row.active:
                    yield RunSnapshot(
                        row, metrics.latest_values(store, run_id), exit_code_of_status(row.status)
                    )
                    return
                yield RunSnapshot(row, metrics.latest_values(store, run_id))
            time.sleep(POLL_SECONDS)


def run_foreground(store_path: Path, run_id: int) -> Iterator[RunSnapshot]:
    """Start a queued run at once, ahead of the queue, and yield snapshots until it has ended.

    Ctrl+C requests that the run stops (with a checkpoint), and a second Ctrl+C kills it. In both cases the snapshots
    continue until it has ended. If a queue runner has started the run first, its process is followed instead. A run on
    another place is followed there, and Ctrl+C only ends the following.
    """
    with Store(store_path) as store:
        if runs.get_run(store, run_id).launcher == LAUNCHER:
            start_follower(store_path)
            yield from follow_run(store_path, run_id)
            return
        if not starting.claim_run(store, run_id, launcher="cli"):
            yield from follow_run(store_path, run_id)
            return
        process: RunProcess | None = None
        version, started_at, last_read = -1, time.monotonic(), float("-inf")

        def kill() -> None:
            if process is not None:
                processes.kill_tree(process.pid, None)

        with _handle_interrupts(store_path, run_id, kill):
            yield RunSnapshot(runs.get_run(store, run_id), {})
            _wait_for_fork_server(store, run_id)
            process = _start(store, store_path, run_id)
            while (code := process.poll()) is None:
                now = time.monotonic()
                shortest, longest = _READ_SECONDS
                is_due = now - last_read >= min(longest, max(shortest, (now - started_at) / 50))
                if is_due and (current := store.data_version) != version:
                    version, last_read = current, now
                    row = runs.get_run(store, run_id)
                    if row.active:  # the last snapshot follows the exit of the process
                        yield RunSnapshot(row, metrics.latest_values(store, run_id))
                time.sleep(POLL_SECONDS)
        record_exit(store, run_id, code, process.pid)
        row = runs.get_run(store, run_id)
        yield RunSnapshot(
            row,
            metrics.latest_values(store, run_id),
            code if code in (0, 1, 2, 3) else exit_code_of_status(row.status),
        )


def _wait_for_fork_server(store: Store, run_id: int) -> None:
    """Wait until the run can be started at once.

    Until then the heartbeat is renewed, so that no other process takes the run.
    """
    with closing(starting.connect_fork_server(runs.get_run(store, run_id).device)) as server:
        while not server.is_ready():
            runs.set_run_columns(store, [run_id], heartbeat=time.time())
            time.sleep(POLL_SECONDS)


def _start(store: Store, store_path: Path, run_id: int) -> RunProcess:
    try:
        return starting.start_run_process(store_path, run_id)
    except OSError as error:
        record_exit(store, run_id, 1)
        raise UserError(f"could not be started ({error}).", place=f"run {run_id}") from error


@contextmanager
def _handle_interrupts(store_path: Path, run_id: int, kill: Callable[[], object]) -> Iterator[None]:
    """Turn the first Ctrl+C (or SIGTERM) into a stop request and the second into a kill, in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    is_requested = False

    def handle(number: int, frame: object) -> None:
        nonlocal is_requested
        if is_requested:
            kill()
        else:
            request_stop(store_path, run_id)
        is_requested = True

    previous_handlers = {name: signal.signal(name, handle) for name in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for name, handler in previous_handlers.items():
            signal.signal(name, handler)
