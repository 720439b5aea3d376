"""A store that another program locks while a run trains: the run waits, and nothing is lost or doubled."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine import launch
from engine.spec.experiment import Experiment
from engine.store import Store, metrics, runs
from engine.store.rows import RunRow

Make = Callable[..., Experiment]
Wait = Callable[..., RunRow]
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
