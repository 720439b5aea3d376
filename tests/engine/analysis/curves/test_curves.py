"""Mean curves against SciPy's intervals, and schedules as they are drawn."""

from __future__ import annotations

import math
from typing import Any, ClassVar, Literal

import numpy as np
import pytest
from scipy import stats

from engine.analysis.curves.compared import merge_on_common_steps, merge_repetitions
from engine.analysis.curves.rates import MAX_POINTS, layer_rates, rate_curves, rate_factors
from engine.spec.base import field
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.freezing import FreezingPhase, rate_factor
from engine.spec.schedules import Schedule

X = np.array([1.0, 2.0, 3.0])
YS = [np.array([1.0, 2.0, 4.0]), np.array([2.0, 2.0, 1.0]), np.array([4.0, 2.0, 0.0])]


@pytest.mark.parametrize("interval", [False, True])
def test_the_band_is_that_of_each_point(interval: bool) -> None:
    found = merge_repetitions([(X, y) for y in YS], interval)
    assert found is not None and found.low is not None and found.high is not None and not found.unequal
    for place, values in enumerate(np.stack(YS).T):
        if interval and not values.std():
            low = high = math.nan  # equal values do not show that there is no noise
        elif interval:
            low, high = stats.t.interval(0.95, 2, loc=values.mean(), scale=stats.sem(values))
        else:
            low, high = values.mean() - values.std(ddof=1), values.mean() + values.std(ddof=1)
        assert (found.low[place], found.high[place]) == pytest.approx((low, high), nan_ok=True)


def test_curves_of_other_steps_meet_on_straight_lines() -> None:
    found = merge_on_common_steps(
        [(X, np.array([0.0, 1.0, 2.0])), (np.array([1.0, 3.0]), np.array([0.0, 4.0]))]
    )
    assert found is not None and found.interpolated and found.y.tolist() == [0.0, 1.5, 3.0]


def experiment(*stages: dict[str, Any]) -> Experiment:
    return parse_experiment({"stages": [{"kind": "finetune", "data": "x", **s} for s in stages]})


def test_the_drawn_schedule_is_the_schedule() -> None:
    made = experiment({"learning_rate": 1e-3, "schedule": "linear"})
    found = rate_curves(made, 4, [200])
    stage = made.stages[0]
    expected = [1e-3 * stage.schedule.factor(step, 200) for step in range(200)]
    assert np.allclose(found.top, expected) and found.is_uniform
    assert found.x[0] == 1 and found.x[-1] == 200


@pytest.mark.parametrize("kind", ["slanted_triangular", "linear", "broken_line", "cosine", "constant"])
def test_long_schedules_are_thinned_without_losing_their_turns(kind: str) -> None:
    stage = experiment({"schedule": kind}).stages[0]
    total = 100_000
    at, factors = rate_factors(stage.schedule, stage.freezing.timetable(4, total), total)
    assert len(at) <= MAX_POINTS and at[0] == 0 and at[-1] == total - 1
    drawn = np.interp(np.arange(total), at, factors)
    exact = np.array([stage.schedule.factor(s, total) for s in range(total)])
    assert np.abs(drawn - exact).mean() < 0.002
    assert drawn.max() == pytest.approx(exact.max(), abs=0.01)


def test_all_stages_stand_on_one_axis() -> None:
    found = rate_curves(experiment({"learning_rate": 1e-3}, {"learning_rate": 2e-3}), 4, [100, 50])
    assert found.x[-1] == 150 and np.isnan(found.top).sum() == 1
    assert np.all(np.diff(found.x) >= 0)
    assert np.nanmax(found.top[found.x <= 100]) == pytest.approx(1e-3, rel=0.01)
    assert np.nanmax(found.top) == pytest.approx(2e-3, rel=0.01)


def test_frozen_embeddings_are_drawn_as_learning_nothing() -> None:
    found = rate_curves(experiment({"freezing": "embeddings"}), 4, [100])
    assert not found.is_uniform and np.nanmax(found.bottom) == 0 < np.nanmax(found.top)


def test_with_the_encoder_frozen_the_heads_rate_is_drawn() -> None:
    found = rate_curves(experiment({"freezing": "all", "learning_rate": 1e-3}), 4, [100])
    assert np.nanmax(found.top) == pytest.approx(1e-3, rel=0.01) and np.nanmax(found.bottom) == 0


def test_rates_per_layer_follow_the_decay() -> None:
    stage = experiment({"learning_rate": 1e-4, "decay": {"kind": "zhang", "xi": 0.5}}).stages[0]
    found = {row.name: row.rate for row in layer_rates(stage, 2, 100)}
    # Zhang et al. 2021: head 1, top layer ξ, layer l ξ^(L+1-l), embeddings ξ^(L+1).
    assert found == pytest.approx({"Head": 1e-4, "Layer 2": 5e-5, "Layer 1": 2.5e-5, "Embeddings": 1.25e-5})


def test_frozen_layers_have_no_rate_and_the_head_its_own() -> None:
    stage = experiment({"freezing": {"kind": "lowest", "layers": 1}, "head_learning_rate": 1e-2}).stages[0]
    found = {row.name: row.rate for row in layer_rates(stage, 2, 100)}
    assert found["Embeddings"] == found["Layer 1"] == 0 and found["Layer 2"] > 0
    assert found["Head"] == 1e-2


@pytest.mark.parametrize(
    "freezing", ["none", "all", {"kind": "gradual"}, {"kind": "chain_thaw"}, {"kind": "head_first"}], ids=str
)
@pytest.mark.parametrize("total", [1, 7, 300, 1234])
def test_factors_of_many_updates_are_those_of_each(freezing: Any, total: int) -> None:
    stage = experiment({"freezing": freezing, "schedule": "cosine"}).stages[0]
    phases = stage.freezing.timetable(4, total, max(1, total // 3))
    at, factors = rate_factors(stage.schedule, phases, total)
    expected = [rate_factor(phases, stage.schedule, int(step), total) for step in at]
    assert np.allclose(factors, expected, rtol=1e-12)


class Points(Schedule):
    """Straight lines between given factors: its field, a list, has no hash of its own."""

    title: ClassVar[str] = "Points of a test"
    kind: Literal["test_points"] = "test_points"
    factors: list[str] = field(["1", "0"], label="Factors", help="Numbers, at evenly spaced updates.")

    def factor(self, step: int, total: int) -> float:
        return float(
            np.interp(step / total, np.linspace(0, 1, len(self.factors)), np.asarray(self.factors, float))
        )


def test_a_schedule_whose_settings_are_lists_is_drawn_and_computed_once() -> None:
    one, twin, other = (Points(factors=values.split()) for values in ("0 1", "0 1", "1 2"))
    phases = (FreezingPhase(0, frozenset({0, 1, 2})),)
    at, drawn = rate_factors(one, phases, 10)
    np.testing.assert_allclose(drawn, at / 10)
    assert rate_factors(twin, phases, 10)[1] is drawn
    assert rate_factors(other, phases, 10)[1][0] == 1.0
    assert len({one, twin, other}) == 2


def test_combinations_that_share_a_schedule_are_computed_once() -> None:
    rate_factors.cache_clear()
    for rate in (1e-5, 2e-5, 3e-5):
        rate_curves(experiment({"learning_rate": rate}), 4, [800])
    assert rate_factors.cache_info().misses == 1
