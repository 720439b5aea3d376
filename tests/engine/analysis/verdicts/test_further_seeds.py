"""Which runs are planned for strategies that cannot be told apart, over a real store."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import launch
from engine.analysis.verdicts.significance import compare_with_baseline
from engine.analysis.verdicts.verdict import PILOT_SEEDS, seeds_needed
from engine.launch.baselines import baseline_experiments
from engine.launch.further_seeds import plan_seeds
from engine.store import Store, runs
from engine.store.rows import RunRow
from tests.workbench.pages.stored import experiment, finished, queued


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "s.sqlite"
    Store(path).close()
    return path


def add(store: Path, rate: float, errors: dict[int, float], texts: int = 500) -> list[RunRow]:
    ids = [
        finished(store, f"rate {rate:g}, seed {seed}", seed=seed, rate=rate, test=error, texts=texts)
        for seed, error in errors.items()
    ]
    with Store(store) as opened:
        return [runs.get_run(opened, number) for number in ids]


def test_both_strategies_get_the_same_seeds_and_only_those_they_lack(store: Path) -> None:
    base, other = add(store, 2e-5, {1: 20.0, 2: 20.4}), add(store, 1e-4, {1: 20.2, 2: 20.6, 3: 20.1})
    with Store(store) as opened:
        plan = plan_seeds(opened, [(base, 5), (other, 5)])
        assert [(made.name, made.seed) for made in plan.experiments] == [
            ("rate 2e-05, seed 3", 3), ("rate 2e-05, seed 4", 4), ("rate 2e-05, seed 5", 5),
            ("rate 0.0001, seed 4", 4), ("rate 0.0001, seed 5", 5),
        ]  # fmt: skip
        assert {made.group_identity() for made in plan.experiments} == {
            base[0].group_identity,
            other[0].group_identity,
        }
        numbers = launch.enqueue(opened, plan.experiments, "Further seeds")
        again = plan_seeds(opened, [(base, 5), (other, 5)])
    assert (again.experiments, set(again.existing)) == ((), set(numbers))


def test_what_a_verdict_needs_is_what_is_planned(store: Path) -> None:
    base, other = add(store, 2e-5, {1: 20.0, 2: 20.4, 3: 19.8}), add(store, 1e-4, {1: 20.2, 2: 20.0, 3: 20.4})
    with Store(store) as opened:
        found = compare_with_baseline(opened, base, {7: other}, margin=2.0)
        assert found[7].verdict in ("equivalent", "cannot tell")
        found = compare_with_baseline(opened, base, {7: other}, margin=1.0)
    made = found[7]
    assert made.verdict == "cannot tell" and made.needed is not None
    assert seeds_needed(found) == ({} if made.needed.units is None else {7: made.needed.units})


def test_single_runs_begin_with_a_pilot(store: Path) -> None:
    base, other = add(store, 2e-5, {1: 20.0}), add(store, 1e-4, {1: 20.4})
    with Store(store) as opened:
        found = compare_with_baseline(opened, base, {7: other}, margin=0.3)
        assert seeds_needed(found) == {7: PILOT_SEEDS}
        plan = plan_seeds(opened, [(base, PILOT_SEEDS), (other, PILOT_SEEDS)])
    assert [made.seed for made in plan.experiments] == [2, 3, 2, 3]


def test_linear_baselines_get_no_seeds(store: Path) -> None:
    (tuned,) = add(store, 2e-5, {1: 20.0})
    with Store(store) as opened:
        made = baseline_experiments([runs.get_experiment(opened, tuned.id)])
        linear = [[runs.get_run(opened, number)] for number in launch.enqueue(opened, made)]
        assert plan_seeds(opened, [(of, PILOT_SEEDS) for of in linear]).experiments == ()
        plan = plan_seeds(opened, [(linear[0], PILOT_SEEDS), ([tuned], PILOT_SEEDS)])
    # The baseline's own seed is none that others need.
    assert [each.seed for each in plan.experiments] == [2, 3]
    assert all(each.reads_encoder for each in plan.experiments)


def test_runs_under_way_are_not_planned_again(store: Path) -> None:
    base = add(store, 2e-5, {1: 20.0})
    waiting = queued(store, [experiment("rate 2e-05, seed 2", 2, 2e-5)])
    with Store(store) as opened:
        plan = plan_seeds(opened, [(base, 2)])
    assert (plan.experiments, plan.existing) == ((), tuple(waiting))
