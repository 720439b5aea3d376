"""A run in the foreground, beside a locked store, and without its secrets."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine import launch
from engine.launch import processes
from engine.launch.fork_client import SWITCH
from engine.spec.experiment import Experiment, parse_experiment
from engine.stages.finetune import FinetuneTask
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


@pytest.fixture
def number(path: Path) -> int:
    """A run that waits in the store."""
    stage = {"kind": "finetune", "data": "samples:reviews"}
    return launch.enqueue(path, [parse_experiment({"stages": [stage]})])[0]


def test_following_what_others_run(path: Path, number: int) -> None:
    """A run that another process moves: each change gives a snapshot, its end the exit code."""

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


def test_following_a_run_whose_process_dies_ends(path: Path, number: int) -> None:
    with Store(path) as store:
        host = processes.host_name()
        runs.set_run_columns(store, [number], status="running", host=host, pid=2**22 + 1, pid_started=1.0)
    snapshots = list(launch.follow_run(path, number))
    assert (snapshots[-1].row.status, snapshots[-1].exit_code) == ("interrupted", 3)


LENGTH = {"epochs": 8.0, "learning_rate": 1e-3}
KEYS = ["train/loss", "validation/error", "test/error"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "seconds", [3.0, pytest.param(65.0, marks=[pytest.mark.nightly, pytest.mark.timeout(1800)])]
)
def test_a_store_that_is_locked_while_a_run_trains(
    path: Path, experiment: Make, wait_for: Wait, seconds: float
) -> None:
    locked, free = launch.enqueue(path, [experiment("locked", **LENGTH), experiment("free", **LENGTH)])
    launch.launch_run(path, locked)
    with Store(path) as store:
        wait_for(store, locked, lambda row: row.step > 3)
        with closing(sqlite3.connect(path, isolation_level=None, timeout=60)) as other:
            other.execute("BEGIN EXCLUSIVE")
            time.sleep(seconds)  # the length of the lock is what is tried here
            other.execute("ROLLBACK")
        ended = wait_for(store, locked, lambda row: not row.active)
        assert (ended.status, ended.reason) == ("finished", ""), runs.read_log_tail(ended.folder)
        launch.launch_run(path, free)
        wait_for(store, free, lambda row: not row.active)
        found = metrics.read_curves(store, [locked, free], KEYS)
    for key in KEYS:
        assert list(found[locked, key].step) == list(found[free, key].step)
        assert list(found[locked, key].value) == list(found[free, key].value)


HUB = "hf_" + "aB3dE5gH7jK9mN1pQ2rS"
SECRETS = {
    "HF_TOKEN": HUB,
    "PALIMPSEST_SERVE_TOKEN": "correct-horse-battery-staple",
    "HTTPS_PROXY": "http://me:pa55-of-the-proxy@127.0.0.1:9",
}

TALKATIVE = """
import logging, os, sys, warnings
from engine.stages.finetune import FinetuneTask

compute_loss, calls = FinetuneTask.compute_loss, []


def talkative(task, micro_batch):
    calls.append(1)
    told = " ".join(os.environ[name] for name in ("HF_TOKEN", "PALIMPSEST_SERVE_TOKEN", "HTTPS_PROXY"))
    print("a library prints", told)
    warnings.warn(f"a library warns of {told} {len(calls)}")
    logging.getLogger("engine.some.module").warning("a module warns of %s", told)
    if len(calls) > 4:
        raise ConnectionError(f"a library raises, with {told}")
    return compute_loss(task, micro_batch)


FinetuneTask.compute_loss = talkative
"""


@pytest.mark.slow
def test_a_run_leaves_no_secret(
    path: Path, experiment: Callable[..., Experiment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "talkative.py").write_text(TALKATIVE, encoding="utf-8")
    (number,) = launch.enqueue(path, [experiment()], launcher="cli")
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PALIMPSEST_PLUGINS", "talkative")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv(SWITCH, "0")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(FinetuneTask, "compute_loss", FinetuneTask.compute_loss)  # put back afterwards
    last = list(launch.run_foreground(path, number))[-1]
    assert last.row.status == "failed"
    log = runs.read_log_tail(last.row.folder)
    for words in ("a library prints", "a library warns", "a module warns", "a library raises"):
        assert words in log  # all of it was said
    with Store(path, read_only=True) as store:
        assert any("a module warns" in note.text for note in runs.list_log_lines(store, number))
    assert "a library raises" in last.row.reason
    written = [file for file in path.parent.rglob("*") if file.is_file()]
    assert len(written) > 3
    for secret in (HUB, SECRETS["PALIMPSEST_SERVE_TOKEN"], "pa55-of-the-proxy"):
        assert [file for file in written if secret.encode() in file.read_bytes()] == []
