"""A process that is halted: it is told as not answering, goes on when it is continued, and can be stopped."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import launch
from engine.cli import output
from engine.launch import status
from engine.spec.experiment import Experiment
from engine.store import Store
from engine.store.rows import RunRow

Make = Callable[..., Experiment]
Wait = Callable[..., RunRow]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows halts no processes")
def test_a_halted_process_does_not_answer_until_it_is_continued(
    path: Path, experiment: Make, wait_for: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status, "SILENCE_WARNING_SECONDS", 5.0)
    (number,) = launch.enqueue(path, [experiment(epochs=4000.0)])
    pid = launch.launch_run(path, number)
    with Store(path) as store:
        wait_for(store, number, lambda row: row.step > 3)
        os.kill(pid, signal.SIGSTOP)
        halted = wait_for(store, number, lambda row: launch.silent_since(row) is not None)
        truth = launch.actual_status(halted)
        assert (truth.status, truth.alive) == ("running", True)
        assert truth.note.startswith("not answering")
        assert launch.reconcile_runs(store) == []
        assert output.status_text(halted).startswith("not answering for 0:")
        assert output.run_json(halted)["not_answering"] is True
        os.kill(pid, signal.SIGCONT)
        wait_for(store, number, lambda row: launch.silent_since(row) is None and row.step > halted.step)
        os.kill(pid, signal.SIGSTOP)
        launch.stop_run(store, number, patience=(0.2, 0.2))
        ended = wait_for(store, number, lambda row: not row.active)
    assert (ended.status, ended.resumable) == ("stopped", True)
    assert "Did not stop when asked and was killed" in ended.reason
