"""Real runs for tests of processes: a tiny encoder, a data set of forty rows, a store of their own."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from engine import launch
from engine.launch import processes
from engine.spec.experiment import Experiment, parse
from engine.store import Store, runs
from engine.store.rows import RunRow


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Store(tmp_path / "s.sqlite").close()
    return tmp_path / "s.sqlite"


@pytest.fixture
def reviews(tmp_path: Path) -> Path:
    """Forty rows of two classes that a model can tell apart by one word."""
    rows = [f"the {'good' if n % 2 else 'bad'} film number {n % 10},{'pos' if n % 2 else 'neg'}" for n in range(40)]
    file = tmp_path / "reviews.csv"
    file.write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    return file


@pytest.fixture
def experiment(reviews: Path, tiny_bert_folder: Path) -> Callable[..., Experiment]:
    """An experiment on the forty rows: 9 updates in 2 epochs unless told otherwise, a checkpoint every second."""

    def make(name: str = "tiny", *, epochs: float = 2.0, source: Path | None = None, **changes: object) -> Experiment:
        data = {"source": str(source or reviews), "validation_share": 0.2}
        stage = {"kind": "finetune", "data": data, "epochs": epochs, "batch_size": 4, "max_length": 24}
        compute = {"device": "cpu", "precision": "fp32", "checkpoint_seconds": 1, "threads": 1}
        encoder = {"source": str(tiny_bert_folder)}
        return parse({"name": name, "encoder": encoder, "stages": [stage | changes], "compute": compute})

    return make


@pytest.fixture(autouse=True)
def no_process_left() -> Iterator[None]:
    """Ends what a failed test has left running."""
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    yield
    for child in psutil.Process().children(recursive=True):
        if child.pid not in before:
            child.kill()
            child.wait(5)


def wait_for(store: Store, run_id: int, done: Callable[[RunRow], bool], seconds: float = 120) -> RunRow:
    """The run's row once ``done`` says so. Fails with the run's log when that takes too long."""
    deadline = time.monotonic() + seconds
    while not done(row := runs.run(store, run_id)):
        if time.monotonic() > deadline:
            pytest.fail(f"{row}\n{runs.log_tail(row.folder)}")
        time.sleep(0.05)
    return row


def queue_one(path: Path, experiment: Experiment) -> int:
    """The number of a freshly queued run."""
    (number,) = launch.enqueue(path, [experiment])
    return number


def pretend_running(store: Store, run_id: int, pid: int, **changes: object) -> RunRow:
    """Makes a row say that process ``pid`` trains it."""
    runs.set_fields(
        store,
        [run_id],
        **{
            "status": "running",
            "host": processes.host(),
            "pid": pid,
            "pid_started": processes.started(pid),
            "heartbeat": time.time(),
        }
        | changes,
    )
    return runs.run(store, run_id)


ME = os.getpid()
