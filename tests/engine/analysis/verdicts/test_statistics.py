"""Spread and intervals against numpy, published tables and the formula by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from engine.analysis.verdicts.statistics import (
    Spread,
    adjust_holm,
    geometric_spread,
    half_widths,
    spread,
    wilson_interval,
)


def test_spread_is_numpys_and_its_interval_scipys() -> None:
    values = np.random.default_rng(3).normal(5.4, 0.3, 7)
    found = spread(list(values))
    assert found is not None
    assert found.mean == pytest.approx(np.mean(values))
    assert found.sd == pytest.approx(np.std(values, ddof=1))
    low, high = stats.t.interval(0.95, 6, loc=np.mean(values), scale=stats.sem(values))
    assert found.half_interval == pytest.approx((high - low) / 2)
    assert found.mean - found.half_interval == pytest.approx(low)


def test_what_is_missing_or_not_finite_does_not_count() -> None:
    assert spread([None, 2.0, float("nan"), float("inf"), 4.0]) == spread([2.0, 4.0])
    assert spread([3.5]) == Spread(1, 3.5, None, None)
    assert spread([None, float("nan")]) is None
    assert spread([]) is None


@pytest.mark.parametrize(
    "values", [[2.0, 2.0, 2.0], [2.0, 2.0], [0.1 + 0.2, 0.3, 0.3], [1e6, 1e6, 1e6 + 1e-9]]
)
def test_equal_values_have_no_spread_and_no_interval(values: list[float]) -> None:
    """Two or three equal values say nothing of the noise; one of 0 would make anything certain."""
    found = spread(values)
    assert found is not None
    assert found.sd == 0.0
    assert found.half_interval is None and found.bounds(interval=True) == (None, None)
    factors = geometric_spread(values)
    assert factors is not None and factors.sd == 1.0 and factors.bounds(interval=True) == (None, None)


def test_columns_of_equal_values_have_no_interval_beside_others_that_have() -> None:
    table = np.array([[1.0, 2.0], [1.0, 3.0], [1.0, 4.0]])
    half, sd = half_widths(table, interval=True), half_widths(table)
    assert half is not None and math.isnan(half[0])
    assert half[1] == pytest.approx(4.303 / math.sqrt(3), abs=1e-3)
    assert sd is not None and sd.tolist() == [0.0, 1.0]


@pytest.mark.parametrize(("errors", "n"), [(0, 50), (3, 50), (25, 50), (50, 50), (291, 7600)])
def test_wilson_is_the_formula(errors: int, n: int) -> None:
    # Wilson 1927: (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)
    z, p = 1.959963984540054, errors / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low, high = wilson_interval(errors, n)
    assert low == pytest.approx(100 * (middle - half), abs=1e-9)
    assert high == pytest.approx(100 * (middle + half), abs=1e-9)
    assert 0 <= low <= 100 * p <= high <= 100


def test_holm_is_the_step_down_rule() -> None:
    """Adjusted p below alpha exactly for what Holm's procedure rejects, walked through as he states it."""
    rng = np.random.default_rng(7)
    for _ in range(50):
        ps = rng.uniform(0, 0.1, 6).tolist()
        rejected: set[int] = set()
        for rank, i in enumerate(np.argsort(ps)):
            if ps[i] > 0.05 / (6 - rank):
                break
            rejected.add(int(i))
        assert {i for i, p in enumerate(adjust_holm(ps)) if p is not None and p <= 0.05} == rejected
