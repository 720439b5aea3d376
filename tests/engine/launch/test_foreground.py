"""Following runs from a terminal, and Ctrl+C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import launch
from engine.launch import processes
from engine.spec.experiment import Experiment
from engine.store import Store, metrics, runs
from engine.store.rows import RunRow
from tests import patience

Make = Callable[..., Experiment]
Wait = Callable[..., RunRow]

COMMAND = """
import sys
from pathlib import Path
from engine import launch
code = None
for snapshot in launch.run_foreground(Path(sys.argv[1]), int(sys.argv[2])):
    code = snapshot.exit_code
print(snapshot.row.status)
sys.exit(code)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is sent differently on Windows")
def test_ctrl_c_stops_with_a_checkpoint_and_exit_code_three(
    path: Path, experiment: Make, wait_for: Wait
) -> None:
    (number,) = launch.enqueue(path, [experiment(epochs=4000.0)])
    command = [sys.executable, "-P", "-c", COMMAND, str(path), str(number)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process, Store(path) as store:
        wait_for(store, number, lambda row: row.step > 3)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=patience.seconds(90))
        assert (output.strip(), process.returncode) == ("stopped", 3)
        row = runs.get_run(store, number)
        assert row.resumable
        assert any(artefact.kind == "last" for artefact in runs.list_artefacts(store, number))


def test_following_what_others_run(path: Path) -> None:
    """A run that another process moves: each change gives a snapshot, its end the exit code."""
    from engine.spec.experiment import parse_experiment

    (number,) = launch.enqueue(
        path, [parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]})]
    )

    def others() -> None:
        with Store(path) as store:
            time.sleep(0.5)
            pid = os.getpid()
            started = processes.start_time(pid)
            host = processes.host_name()
            runs.set_run_columns(store, [number], status="running", host=host, pid=pid, pid_started=started)
            runs.set_run_columns(store, [number], heartbeat=time.time(), step=5)
            time.sleep(0.5)
            metrics.add_points(store, number, [("train/loss", 6, 0.1, 0.25)])
            runs.set_run_columns(store, [number], status="finished", pid=None)

    thread = threading.Thread(target=others)
    thread.start()
    snapshots = list(launch.follow_run(path, number))
    thread.join()
    assert [snapshot.row.status for snapshot in snapshots] == ["queued", "running", "finished"]
    assert [snapshot.exit_code for snapshot in snapshots] == [None, None, 0]
    assert snapshots[-1].values == {"train/loss": 0.25}


def test_following_a_run_whose_process_dies_ends(path: Path) -> None:
    from engine.spec.experiment import parse_experiment

    (number,) = launch.enqueue(
        path, [parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]})]
    )
    with Store(path) as store:
        host = processes.host_name()
        runs.set_run_columns(store, [number], status="running", host=host, pid=2**22 + 1, pid_started=1.0)
    snapshots = list(launch.follow_run(path, number))
    assert (snapshots[-1].row.status, snapshots[-1].exit_code) == ("interrupted", 3)
