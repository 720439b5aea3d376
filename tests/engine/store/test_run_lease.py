"""The run lease: one process writes a run's rows, and who has lost the run finds out before the next commit."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.events import PhaseKind, PhaseProgress, StepMetrics
from engine.store import Store, metrics, runs
from engine.store.writer import LeaseLostError, RunLease, RunWriter

MINE, OTHER = RunLease("here", 11, 100.0), RunLease("here", 12, 200.0)
Columns = dict[str, object]


def take(store: Store, lease: RunLease, status: str = "running") -> None:
    columns: Columns = {"host": lease.host, "pid": lease.pid, "pid_started": lease.pid_started}
    runs.set_run_columns(store, [1], status=status, **columns)


@pytest.fixture
def path(path: Path) -> Path:
    """A store with one run, which this process trains."""
    with Store(path) as store:
        take(store, MINE)
    return path


def test_who_has_lost_the_run_writes_nothing_more(path: Path) -> None:
    messages: list[str] = []
    writer = RunWriter(path, 1, lease=MINE, report_failure=messages.append)
    writer.write(StepMetrics(1, {"train/loss": 1.0}))
    assert writer.flush()
    with Store(path) as store:
        take(store, OTHER)
    writer.write(StepMetrics(2, {"train/loss": 0.5}))
    assert not writer.flush()
    assert "process 12 trains it" in writer.lease_error and messages == [writer.lease_error]
    writer.write(PhaseProgress("Saving a checkpoint", kind=PhaseKind.SAVING))  # does not wait
    writer.set_columns(status="finished")
    writer.close()
    with Store(path) as store:
        assert metrics.read_curves(store, [1], ["train/loss"])[1, "train/loss"].step.tolist() == [1]
        assert (runs.get_run(store, 1).status, runs.get_run(store, 1).pid) == ("running", 12)


def test_a_run_that_was_taken_for_dead_is_taken_back_unless_somebody_has_it(path: Path) -> None:
    with Store(path) as store:
        for status, keeps in (("interrupted", True), ("queued", False), ("stopped", False)):
            runs.set_run_columns(store, [1], status=status, pid=None, pid_started=None)
            with store.transaction():
                if keeps:
                    MINE.require(store, 1)
                    assert (runs.get_run(store, 1).status, runs.get_run(store, 1).pid) == ("running", 11)
                else:
                    with pytest.raises(LeaseLostError, match=f"it is {status}"):
                        MINE.require(store, 1)
        runs.delete_runs(store, [1])
        with pytest.raises(LeaseLostError, match="was deleted"):
            MINE.require(store, 1)


def test_it_is_given_back_with_the_end_of_the_run(path: Path) -> None:
    messages: list[str] = []
    writer = RunWriter(path, 1, lease=MINE, report_failure=messages.append)
    writer.set_columns(status="finished", pid=None, pid_started=None)
    assert writer.flush() and writer.close()
    assert messages == [] and not writer.lease_error
    with Store(path) as store:
        assert runs.get_run(store, 1).status == "finished"
