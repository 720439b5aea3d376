"""Each strategy's factor with both intervals: the report's own figures, of finished runs only."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.analysis.forgetting.strategy_retention import read_strategy_retention
from engine.analysis.run_groups import group_runs
from engine.store import Store, runs
from tests.engine.analysis.told import experiment, told


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("strategies") / "s.sqlite"
    for seed in (1, 2, 3):
        told(made, "Plain", seed, 1e-4, harm=0.5, passages=64)
        told(made, "Older", seed, 2e-4, harm=0.2)
    return made


def test_they_are_the_figures_of_the_report(path: Path) -> None:
    with Store(path) as store:
        found = read_strategy_retention(store, range(1, 7))
        groups, _ = group_runs(store, range(1, 7))
    assert [each.name for each in found] == ["Plain", "Older"]
    for each, group in zip(found, groups, strict=True):
        assert group.factor is not None
        assert each.factor.n == 3
        assert (each.factor.mean, *each.factor.bounds(True)) == pytest.approx(
            (group.factor.mean, *group.factor.bounds(True))
        )
        assert each.over_passages == group.factor_interval
    assert found[0].over_passages is not None and found[0].over_passages.passages == 64
    assert found[1].over_passages is None  # an older run, without the losses of single passages


def test_one_run_has_its_own_name_and_no_interval_over_seeds(path: Path) -> None:
    with Store(path) as store:
        (found,) = read_strategy_retention(store, [3])
    assert found.name == "Plain: seed 2" and found.factor.bounds(interval=True) == (None, None)
    assert found.over_passages is not None


def test_what_has_not_finished_has_handed_on_nothing(path: Path) -> None:
    with Store(path) as store:
        waiting = runs.create_run(store, experiment("Waiting", 1, 1e-4))
        runs.set_run_columns(store, [2], status="running")
        found = read_strategy_retention(store, [waiting, 1, 2, 4])
        runs.set_run_columns(store, [2], status="finished")
    assert [(each.name, each.factor.n) for each in found] == [("Plain: seed 1", 1), ("Older: seed 2", 1)]
