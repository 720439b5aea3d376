"""Mean curves, against SciPy's own intervals point by point."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from engine.analysis.curves.aligned import as_factors, merge_on_common_steps, merge_repetitions

X = np.array([1.0, 2.0, 3.0])
YS = [np.array([1.0, 2.0, 4.0]), np.array([2.0, 2.0, 1.0]), np.array([4.0, 2.0, 0.0])]


def test_one_curve_is_itself_without_a_band() -> None:
    found = merge_repetitions([(X, YS[0])], interval=True)
    assert found is not None and np.array_equal(found.y, YS[0]) and found.low is None and found.high is None
    assert merge_repetitions([]) is None and merge_on_common_steps([]) is None


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


def test_the_mean_ends_where_the_shortest_does() -> None:
    found = merge_repetitions([(X, YS[0]), (X[:2], YS[1][:2])])
    assert found is not None and found.unequal and len(found.x) == 2 and found.y.tolist() == [1.5, 2.0]


def test_curves_of_other_steps_meet_on_straight_lines() -> None:
    found = merge_on_common_steps(
        [(X, np.array([0.0, 1.0, 2.0])), (np.array([1.0, 3.0]), np.array([0.0, 4.0]))]
    )
    assert found is not None and found.interpolated and found.y.tolist() == [0.0, 1.5, 3.0]


def test_factors_have_the_geometric_mean() -> None:
    found = merge_repetitions([(X, np.log(y + 1)) for y in YS])
    assert found is not None
    assert as_factors(found).y == pytest.approx(stats.gmean(np.stack(YS) + 1))
