"""What runs are at, judged by their processes; and the order of the queue."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from engine import launch
from engine.launch import processes, starting
from engine.launch.queue_order import move_in_queue, queued_ids
from engine.launch.status import outcome_of_exit_code, record_end, record_exit
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, metrics, runs, schema
from engine.store.database import NewerStoreError
from engine.store.rows import RunRow
from tests import patience
from tests.workbench.pages.stored import experiment, queued

EXPERIMENT = parse_experiment({"name": "one", "stages": [{"kind": "finetune", "data": "samples:reviews"}]})


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "s.sqlite") as made:
        runs.create_run(made, EXPERIMENT)
        yield made


@pytest.fixture
def sleeper():
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    yield process
    process.kill()
    process.wait()


def say_running(store: Store, pid: int | None, started: float | None, **changes: object) -> runs.RunRow:
    values = {"status": "running", "host": processes.host_name(), "pid": pid, "pid_started": started}
    runs.set_run_columns(store, [1], **(values | {"heartbeat": time.time()} | changes))
    return runs.get_run(store, 1)


def test_a_living_process_is_running_even_when_silent(store: Store, sleeper: subprocess.Popen) -> None:
    row = say_running(store, sleeper.pid, processes.start_time(sleeper.pid))
    assert launch.actual_status(row) == launch.ActualStatus("running", is_alive=True)
    silent = launch.actual_status(row, now=time.time() + 300)
    assert (silent.status, silent.is_alive) == ("running", True)
    assert "has not written for 300 s" in silent.note
    assert launch.reconcile_runs(store) == []


def test_a_killed_process_is_interrupted(store: Store, sleeper: subprocess.Popen) -> None:
    row = say_running(store, sleeper.pid, processes.start_time(sleeper.pid), heartbeat=time.time() - 5)
    sleeper.kill()
    # Not yet waited for: a zombie still has pid and start time, but trains nothing.
    deadline = time.monotonic() + patience.seconds(10)
    while launch.actual_status(row).is_alive and time.monotonic() < deadline:
        time.sleep(0.02)
    assert launch.actual_status(row).status == "interrupted"
    assert launch.reconcile_runs(store.path) == [1]
    row = runs.get_run(store, 1)
    assert (row.status, row.pid) == ("interrupted", None)
    assert row.finished == row.heartbeat  # it ended when it was last heard of, not when somebody looked
    assert row.resumable


def test_a_pid_that_belongs_to_somebody_else_now_does_not_count(
    store: Store, sleeper: subprocess.Popen
) -> None:
    started = processes.start_time(sleeper.pid)
    assert started is not None
    say_running(store, sleeper.pid, started - 1000)
    assert launch.reconcile_runs(store) == [1]
    assert runs.get_run(store, 1).status == "interrupted"


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_set_ends_no_run(
    store: Store, sleeper: subprocess.Popen, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """Neither its process nor its heartbeat is taken for another's; only the next heartbeat is waited for."""
    row = say_running(store, sleeper.pid, processes.start_time(sleeper.pid))
    jump, now, booted = 3600 * hours, time.time, psutil.boot_time
    monkeypatch.setattr(time, "time", lambda: now() + jump)
    if (
        sys.platform == "linux"
    ):  # what a process's start is counted from is the clock less the time since booting
        monkeypatch.setattr(psutil._pslinux, "boot_time", lambda: booted() + jump)
    truth = launch.actual_status(row)
    assert (truth.status, truth.is_alive) == ("running", True)
    assert launch.reconcile_runs(store) == []
    assert launch.silent_since(row) == row.heartbeat
    assert launch.silent_since(say_running(store, sleeper.pid, row.pid_started)) is None


def test_a_process_that_version_0_1_0_has_recorded_is_found_again(
    store: Store, sleeper: subprocess.Popen
) -> None:
    row = say_running(store, sleeper.pid, psutil.Process(sleeper.pid).create_time())
    assert launch.actual_status(row).is_alive


def test_the_exit_of_a_process_that_no_longer_has_the_run_says_nothing(
    store: Store, sleeper: subprocess.Popen
) -> None:
    say_running(store, sleeper.pid, processes.start_time(sleeper.pid))
    record_exit(store, 1, 2, pid=sleeper.pid + 1)
    assert runs.get_run(store, 1).status == "running"


def test_a_claimed_run_that_never_got_a_process_goes_back_to_the_queue(store: Store) -> None:
    row = say_running(store, None, None)
    assert launch.actual_status(row).status == "running"  # it may be about to
    assert launch.actual_status(row, now=time.time() + 60).status == "queued"
    say_running(store, None, None, heartbeat=time.time() - 60)
    assert launch.reconcile_runs(store) == [1]
    assert runs.get_run(store, 1).status == "queued"


def test_runs_of_another_machine_are_judged_by_their_heartbeat(store: Store) -> None:
    row = say_running(store, 1, 1.0, host="elsewhere")
    assert launch.actual_status(row).status == "running"
    assert launch.actual_status(row, now=time.time() + 3600).status == "interrupted"
    assert launch.reconcile_runs(store) == []


def test_a_run_that_has_just_ended_itself_is_left_alone(store: Store) -> None:
    """The row is read, the process finishes, and only then the reader decides."""
    seen = say_running(store, 2**22 + 1, 1.0)
    runs.set_run_columns(store, [1], status="finished", pid=None)
    assert not record_end(store, seen, "interrupted", "killed")
    assert runs.get_run(store, 1).status == "finished"


@pytest.mark.parametrize(
    ("code", "stopping", "status", "words"),
    [
        (0, False, "finished", ""),
        (3, False, "stopped", "on request"),
        (-9, False, "interrupted", "perhaps by the system because memory ran out"),
        (-9, True, "stopped", "did not stop"),
        (-15, False, "interrupted", "SIGTERM"),
        (-11, False, "failed", "crashed"),
        (1, False, "failed", "exit code 1"),
    ],
)
def test_what_an_exit_code_says(code: int, stopping: bool, status: str, words: str) -> None:
    found, reason = outcome_of_exit_code(code, is_stop_requested=stopping)
    assert found == status
    assert words.lower() in reason.lower()


def test_what_a_process_has_logged_of_its_end_is_its_outcome_where_the_store_could_not_be_written(
    store: Store,
) -> None:
    row = say_running(store, 2**22 + 1, 1.0)
    log = (
        "12:00:01 out_of_memory: Out of memory at update 3.\n12:00:01 the store could not be written: ^^^\n\n"
    )
    (row.folder / "run.log").write_text(log, encoding="utf-8")
    record_exit(store, 1, 1)
    ended = runs.get_run(store, 1)
    assert (ended.status, ended.reason) == ("out_of_memory", "Out of memory at update 3.")


def test_what_an_earlier_process_has_logged_is_not_the_outcome_of_this_one(store: Store) -> None:
    row = say_running(store, 2**22 + 1, 1.0)
    log = "12:00:01 failed: no such file\n12:05:00 run 1, process 77\n12:05:01 Reading rows.csv\n"
    (row.folder / "run.log").write_text(log, encoding="utf-8")
    record_exit(store, 1, 1)
    ended = runs.get_run(store, 1)
    assert ended.status == "failed" and ended.reason.endswith("Last output: 12:05:01 Reading rows.csv")


def test_exit_codes_of_commands() -> None:
    assert [
        launch.exit_code_of_status(s)
        for s in ("finished", "stopped", "interrupted", "failed", "out_of_memory")
    ] == [0, 3, 3, 1, 1]


CRASHED = """Thread 0x00007f (most recent call first):
  File "/lib/loop.py", line 12 in step

Extension modules: numpy, torch._C (total: 2)
"""


ALLOCATOR = "memory allocation of 1073741824 bytes failed"
ABORT = "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc"


@pytest.mark.parametrize(
    ("before", "fatal", "status", "words"),
    [
        ("12:05:01 epoch 1", "Segmentation fault", "failed", "Fatal Python error: Segmentation fault"),
        (ALLOCATOR, "Aborted", "out_of_memory", ALLOCATOR),
        (ABORT, "Aborted", "out_of_memory", "what():  std::bad_alloc"),
    ],
)
def test_the_reason_of_a_crash_is_its_fatal_line(
    store: Store, before: str, fatal: str, status: str, words: str
) -> None:
    row = say_running(store, 2**22 + 1, 1.0)
    many = CRASHED.split("\n\n")[0] * 40
    log = f"{before}\nFatal Python error: {fatal}\n\n{many}{CRASHED}"
    (row.folder / "run.log").write_text(log, encoding="utf-8")
    record_exit(store, 1, -6)
    ended = runs.get_run(store, 1)
    assert ended.status == status and ended.reason.endswith(f"Last output: {words}"), ended.reason


@pytest.fixture
def five_queued(tmp_path: Path) -> Iterator[Store]:
    path = tmp_path / "s.sqlite"
    queued(path, [experiment(str(number)) for number in range(1, 6)])
    with Store(path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("moved", "places", "expected"),
    [
        ([3], -1, [1, 3, 2, 4, 5]),
        ([3], 1, [1, 2, 4, 3, 5]),
        ([3, 5], -1, [1, 3, 5, 2, 4]),
        ([5, 3], -99, [3, 5, 1, 2, 4]),  # they keep their order among themselves
        ([1, 2], 1, [3, 1, 2, 4, 5]),
        ([1], 99, [2, 3, 4, 5, 1]),
        ([1], -1, [1, 2, 3, 4, 5]),
        ([1, 2, 3, 4, 5], -1, [1, 2, 3, 4, 5]),
        ([99], -1, [1, 2, 3, 4, 5]),
        ([], -1, [1, 2, 3, 4, 5]),
    ],
)
def test_runs_move_past_others(
    five_queued: Store, moved: list[int], places: int, expected: list[int]
) -> None:
    assert move_in_queue(five_queued, moved, places) == expected
    assert queued_ids(five_queued) == expected
    taken = runs.list_runs(five_queued, status=["queued"], order_by="queued", descending=False, archived=None)
    assert [row.id for row in taken] == expected, "the order in which a runner takes them"


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
