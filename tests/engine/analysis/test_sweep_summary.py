"""Several runs in one line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.analysis.sweep_summary import summarise_runs
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs
from engine.store.rows import RunRow


@pytest.fixture
def row(tmp_path: Path) -> RunRow:
    experiment = parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]})
    with Store(tmp_path / "store.sqlite") as store:
        return runs.get_run(store, runs.create_run(store, experiment))


def test_what_is_done_and_what_is_left(row: RunRow) -> None:
    done = replace(row, status="finished", active_seconds=100.0, validation_best=8.0, started=50.0)
    waiting = replace(row, status="queued")
    found = summarise_runs([done, waiting])
    assert (found.finished, found.active, found.share, found.best, found.started) == (1, 1, 0.5, 8.0, 50.0)
    running = replace(row, status="running", progress=0.25, eta_seconds=30.0)
    found = summarise_runs([done, waiting, running])
    assert found.share == pytest.approx(1.25 / 3)
    assert summarise_runs([done]).share is None


def test_the_best_follows_the_metric_and_is_none_over_different_data(row: RunRow) -> None:
    values = [replace(row, status="finished", validation_best=value) for value in (8.0, 9.0)]
    assert summarise_runs(values).best == 8.0
    assert summarise_runs([replace(each, metric="macro_f1") for each in values]).best == 9.0
    mixed = summarise_runs([values[0], replace(values[1], data="other")])
    assert (mixed.best, mixed.metric, mixed.data) == (None, "", "2 data sets")
    failed = replace(values[0], status="failed", validation_best=1.0)
    assert summarise_runs([failed, values[1]]).best == 9.0, "a failed run gives no best"


def test_what_was_forgotten_is_the_mean_of_finished_runs(row: RunRow) -> None:
    finished = [replace(row, status="finished", retention_rise=rise) for rise in (0.0, None)]
    assert summarise_runs([*finished, replace(row, status="running", retention_rise=3.0)]).forgot == 1.0
