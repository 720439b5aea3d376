"""Each strategy's F with both intervals: the report's own figures, of finished runs only."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.analysis.forgetting.forgetting_verdict import judge_forgetting
from engine.analysis.forgetting.strategy_forgetting import read_strategy_forgetting
from engine.analysis.run_groups import group_runs
from engine.store import Store, runs
from tests.engine.analysis.told import told
from tests.engine.analysis.told_answers import TEXTS, add_answers


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three seeds of a strategy whose answers are known, then three of one of an older version."""
    made = tmp_path_factory.mktemp("strategies") / "s.sqlite"
    for seed in (1, 2, 3):
        told(made, "Plain", seed, 1e-4, harm=0.5)
        told(made, "Older", seed, 2e-4, harm=0.2)
    for number in (1, 3, 5):
        add_answers(made, number, before=20, after=80 + number)
    return made


def test_they_are_the_figures_of_the_report(path: Path) -> None:
    with Store(path) as store:
        found = read_strategy_forgetting(store, range(1, 7))
        groups, _ = group_runs(store, range(1, 7))
    assert [each.name for each in found] == ["Plain", "Older"]
    assert [each.texts for each in found] == [TEXTS, 0]
    for each, group in zip(found, groups, strict=True):
        assert each.forgetting == group.spread_of("forgetting")
    own = judge_forgetting(groups[0])
    assert own is not None and found[0].judged is not None and found[1].judged is None
    assert (found[0].judged.low, found[0].judged.high) == (own.low, own.high)
    assert found[0].forgetting.mean == pytest.approx(100 * np.mean([61, 63, 65]) / TEXTS)


def test_what_has_not_finished_has_handed_on_nothing(path: Path) -> None:
    with Store(path) as store:
        runs.set_run_columns(store, [3], status="running")
        found = read_strategy_forgetting(store, [1, 3])
        runs.set_run_columns(store, [3], status="finished")
    assert [(each.name, each.forgetting.n) for each in found] == [("Plain: seed 1", 1)]
    assert found[0].judged is not None and found[0].judged.sample.scope == "weights"
