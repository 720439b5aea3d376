"""The stop ladder against processes that obey, that ignore the request, and that ignore everything."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from engine import launch
from engine.errors import UserError
from engine.launch import processes
from engine.spec.experiment import parse_experiment
from engine.store import Store, metrics, runs
from tests import patience

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals to ignore on Windows")
EXPERIMENT = parse_experiment({"name": "one", "stages": [{"kind": "finetune", "data": "samples:reviews"}]})

STUBBORN = """
import signal, subprocess, sys, time
from pathlib import Path
if "ignore" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import signal, time; signal.signal(15, 1); print(1); time.sleep(90)"])
print("ready", child.pid, flush=True)
time.sleep(90)
"""


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "s.sqlite") as made:
        runs.create_run(made, EXPERIMENT)
        yield made


def start(store: Store, *arguments: str) -> tuple[subprocess.Popen, psutil.Process]:
    process = subprocess.Popen(
        [sys.executable, "-c", STUBBORN, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    with process.stdout as said:
        grandchild = psutil.Process(int(said.readline().split()[1]))
    started = processes.start_time(process.pid)
    runs.set_run_columns(
        store,
        [1],
        status="running",
        host=processes.host_name(),
        pid=process.pid,
        pid_started=started,
        heartbeat=time.time(),
    )
    return process, grandchild


def ended(process: psutil.Process) -> bool:
    """Waits until a process is gone, or a zombie that nobody takes away."""
    deadline = time.monotonic() + patience.seconds(20)
    while time.monotonic() < deadline:
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.02)
    return False


def test_a_process_that_ignores_the_request_is_terminated(store: Store) -> None:
    process, grandchild = start(store)
    launch.stop_run(store, 1, patience=(0.2, 30))
    assert process.wait(10) == -15
    assert runs.get_run(store, 1).status == "stopped"
    grandchild.kill()


def test_a_process_that_ignores_everything_is_killed_with_all_it_has_started(store: Store) -> None:
    process, grandchild = start(store, "ignore")
    launch.stop_run(store.path, 1, patience=(0.2, 0.2))
    assert process.wait(10) == -9
    assert ended(grandchild)
    processes.kill_tree(
        process.pid, runs.get_run(store, 1).pid_started
    )  # again: nothing there, nothing happens
    row = runs.get_run(store, 1)
    assert (row.status, row.pid) == ("stopped", None)
    assert "was killed" in row.reason
    assert (row.folder / "stop").exists()


def test_a_pid_that_was_given_to_somebody_else_is_not_killed(store: Store) -> None:
    process, grandchild = start(store)
    started = processes.start_time(process.pid)
    assert started is not None
    processes.terminate(process.pid, started - 1000)
    processes.kill_tree(process.pid, started - 1000)
    time.sleep(0.2)
    assert process.poll() is None
    processes.kill_tree(process.pid, started)
    process.wait(10)
    psutil.wait_procs([grandchild], timeout=patience.seconds(10))


def test_a_queued_run_leaves_the_queue(store: Store) -> None:
    launch.stop_run(store, 1, patience=(0, 0))
    assert runs.get_run(store, 1).status == "stopped"
    assert runs.count_active_runs(store) == (0, 0)
    assert not (runs.get_run(store, 1).folder / "stop").exists()
    launch.stop_run(store, 1, patience=(0, 0))  # nothing to do
    assert runs.get_run(store, 1).reason == "Removed from the queue."


def test_resuming_without_a_checkpoint_begins_anew(store: Store) -> None:
    metrics.add_points(store, 1, [("train/loss", 1, 0.1, 0.5)])
    runs.set_run_columns(store, [1], status="interrupted", active_seconds=9.0, device="cuda:0", step=1)
    assert launch.resume_run(store, 1) is False
    row = runs.get_run(store, 1)
    assert (row.status, row.resume, row.step, row.active_seconds, row.device) == (
        "queued",
        False,
        0,
        0.0,
        "auto",
    )
    assert metrics.list_metric_keys(store, [1]) == []


def test_resuming_with_a_checkpoint_keeps_what_was_measured_unless_it_begins_anew(store: Store) -> None:
    metrics.add_points(store, 1, [("train/loss", 1, 0.1, 0.5)])
    runs.set_run_columns(store, [1], status="stopped", active_seconds=9.0)
    slots = runs.get_run(store, 1).folder / "checkpoints"
    (slots / "last-0-00000001").mkdir(parents=True)
    (slots / "last.txt").write_text("last-0-00000001", encoding="utf-8")
    assert launch.resume_run(store.path, 1) is True
    row = runs.get_run(store, 1)
    assert (row.status, row.resume, row.active_seconds) == ("queued", True, 9.0)
    assert metrics.list_metric_keys(store, [1]) == ["train/loss"]
    runs.set_run_columns(store, [1], status="failed", step=1)
    assert launch.resume_run(store, 1, restart=True) is False
    row = runs.get_run(store, 1)
    assert (row.status, row.resume, row.step, row.active_seconds) == ("queued", False, 0, 0.0)
    assert metrics.list_metric_keys(store, [1]) == []


def test_only_what_ended_early_can_be_resumed(store: Store) -> None:
    for status in ("queued", "finished"):
        runs.set_run_columns(store, [1], status=status)
        with pytest.raises(UserError, match=f"is {status}"):
            launch.resume_run(store, 1)
    for status in ("stopped", "failed", "interrupted", "out_of_memory"):
        runs.set_run_columns(store, [1], status=status)
        launch.resume_run(store, 1)
        assert runs.get_run(store, 1).status == "queued"
