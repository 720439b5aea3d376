"""Faults of machine and surroundings, in real processes of a real queue: what is said, kept, and goes on."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import launch
from engine.spec.experiment import Experiment
from engine.store import Store, metrics, runs

Make = Callable[..., Experiment]
KEYS = ["train/loss", "validation/error", "test/error"]
LENGTH = {"epochs": 15.0, "learning_rate": 1e-3, "evaluations": 15}
EXPECTED = {
    "lost gpu": (
        "failed",
        r"The GPU has failed at step [\d,]+ \(CUDA error: unspecified launch failure\)\. Resume",
    ),
    "killed": ("interrupted", r"killed \(SIGKILL\), perhaps by the system for want of memory"),
    "no memory to evaluate": (
        "out_of_memory",
        r"Out of memory while it was evaluated, at step [\d,]+\. .*smaller batch or length",
    ),
    "nothing": ("finished", "^$"),
}


@pytest.mark.nightly  # in every suite kills, a locked store and a full disk, each in a test of its own
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_each_fault_is_told_and_the_queue_and_then_the_runs_go_on(
    path: Path, experiment: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PALIMPSEST_PLUGINS", "tests.engine.launch.injected_faults")
    numbers = launch.enqueue(path, [experiment(name, **LENGTH) for name in EXPECTED])
    launch.run_queue(path, "cpu", lambda: False, until_empty=True)
    with Store(path) as store:
        for number, (status, reason) in zip(numbers, EXPECTED.values(), strict=True):
            row = runs.get_run(store, number)
            assert row.status == status, runs.read_log_tail(row.folder)
            assert re.search(reason, row.reason), row.reason
            if status != "finished":
                assert row.resumable
                launch.resume_run(store, number)
    launch.run_queue(path, "cpu", lambda: False, until_empty=True)
    with Store(path) as store:
        whole = metrics.read_curves(store, [numbers[-1]], KEYS)
        for number in numbers:
            assert runs.get_run(store, number).status == "finished"
            found = metrics.read_curves(store, [number], KEYS)
            for key in KEYS:
                mine, theirs = found[number, key], whole[numbers[-1], key]
                assert list(mine.step) == list(theirs.step)
                assert list(mine.value) == list(theirs.value)
