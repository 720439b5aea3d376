"""Spread and intervals against numpy, published tables and the formula by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from engine.analysis.statistics import Spread, spread, wilson


def test_spread_of_three_values_by_hand() -> None:
    # Mean 5, squared distances 1 + 0 + 1, variance 2 / 2; t(0.975, 2) = 4.303 from any table.
    found = spread([4.0, 5.0, 6.0])
    assert found is not None
    assert (found.n, found.mean, found.sd) == (3, 5.0, 1.0)
    assert found.half_interval == pytest.approx(4.303 / math.sqrt(3), abs=1e-3)


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


def test_equal_values_have_no_spread() -> None:
    found = spread([2.0, 2.0, 2.0])
    assert found is not None
    assert found.sd == 0.0
    assert found.half_interval == 0.0


@pytest.mark.parametrize(("errors", "n"), [(0, 50), (3, 50), (25, 50), (50, 50), (291, 7600)])
def test_wilson_is_the_formula(errors: int, n: int) -> None:
    # Wilson 1927: (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)
    z, p = 1.959963984540054, errors / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low, high = wilson(errors, n)
    assert low == pytest.approx(100 * (middle - half), abs=1e-9)
    assert high == pytest.approx(100 * (middle + half), abs=1e-9)
    assert 0 <= low <= 100 * p <= high <= 100
