"""A store that a newer program migrates while this one has it open: its queue is left alone, and that is said."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine import launch
from engine.launch import starting
from engine.launch.status import record_exit
from engine.spec.experiment import Experiment
from engine.store import Store, metrics, runs, schema
from engine.store.database import NewerStoreError
from engine.store.rows import RunRow
from tests import patience

Make = Callable[..., Experiment]
Wait = Callable[..., RunRow]
NEWER = len(schema.MIGRATIONS) + 1


@pytest.fixture(autouse=True)
def store_is_of_this_version_again(no_process_left: None, path: Path) -> Iterator[None]:
    """What ends the processes of failed tests reads the store as this version does."""
    yield
    with closing(sqlite3.connect(path)) as opened:
        opened.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS)}")


class Runner(threading.Thread):
    """A queue runner of this version, and the error that it has ended with."""

    def __init__(self, path: Path) -> None:
        super().__init__(daemon=True)
        self.path, self.error = path, None
        self.start()

    def run(self) -> None:
        try:
            launch.run_queue(self.path, "cpu", lambda: False)
        except NewerStoreError as error:
            self.error = error

    def is_told(self) -> str:
        """What the runner says, once it has ended."""
        self.join(patience.seconds(60))
        assert not self.is_alive()
        return str(self.error)


def migrate(path: Path, *statements: str) -> None:
    """Do as a newer program does: all that it changes, and the version, in one transaction."""
    with closing(sqlite3.connect(path, isolation_level=None)) as newer:
        newer.execute("BEGIN IMMEDIATE")
        for statement in statements:
            newer.execute(statement)
        newer.execute(f"PRAGMA user_version = {NEWER}")
        newer.execute("COMMIT")


def rows_of(path: Path, table: str, columns: str) -> list[tuple[object, ...]]:
    """Read a table as a newer program would."""
    with closing(sqlite3.connect(path)) as newer:
        return newer.execute(f"SELECT {columns} FROM {table} ORDER BY 1").fetchall()


def test_an_idle_runner_leaves_what_is_queued_to_the_newer_program(
    path: Path, experiment: Make, wait_for: Wait
) -> None:
    with Store(path) as store:
        (number,) = launch.enqueue(store, [experiment()], launcher="cli")
        starting.reserve_runs(store, [number])  # this process starts it, so no runner does
    runner = Runner(path)
    while not rows_of(path, "leases", "holder"):
        assert runner.is_alive()
    lease = rows_of(path, "leases", "holder, heartbeat")
    migrate(path, "UPDATE runs SET launcher = 'queue', pid = NULL, pid_started = NULL")
    said = runner.is_told()
    assert f"migrated by one (store version {NEWER}, this one reads {NEWER - 1})" in said
    assert rows_of(path, "runs", "id, status, reason, launcher") == [(number, "queued", "", "queue")]
    assert rows_of(path, "leases", "holder, heartbeat") == lease


@pytest.mark.slow
def test_a_run_that_trains_ends_as_ever_and_the_next_stays_queued(
    path: Path, experiment: Make, wait_for: Wait
) -> None:
    first, second = launch.enqueue(path, [experiment("first", epochs=25.0), experiment("second")])
    runner = Runner(path)
    with Store(path) as store:
        wait_for(store, first, lambda row: row.step > 0)
        migrate(path, "CREATE TABLE later (id INTEGER PRIMARY KEY)")
        assert "which alone may run its queue" in runner.is_told()
        row = wait_for(store, first, lambda row: not row.active)
        assert row.status == "finished", runs.read_log_tail(row.folder)
        curve = metrics.read_curves(store, [first], ["train/loss"])[first, "train/loss"]
        assert len(curve.value) == row.steps
        waiting = runs.get_run(store, second)
        assert (waiting.status, waiting.reason, waiting.started) == ("queued", "", None)


def test_whoever_had_the_store_open_claims_no_run_and_ends_none(path: Path, experiment: Make) -> None:
    first, second = launch.enqueue(path, [experiment("first"), experiment("second")])
    with Store(path) as store:
        assert starting.claim_run(store, first, launcher="queue")
        migrate(path)
        with pytest.raises(NewerStoreError):
            starting.claim_run(store, second, launcher="queue")
        with pytest.raises(NewerStoreError):
            starting.start_run_process(path, first)
        with pytest.raises(NewerStoreError):
            record_exit(store, first, 2)
    assert rows_of(path, "runs", "id, status, pid, reason") == [
        (first, "running", None, ""),
        (second, "queued", None, ""),
    ]
