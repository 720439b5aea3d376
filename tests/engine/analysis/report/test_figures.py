"""The figures of the report."""

import itertools
import math

import pytest

from engine.analysis.report.figures import factor_ticks


@pytest.mark.parametrize(("low", "high"), [(0.62, 0.9), (1.0, 1.6), (1.01, 224.0), (1.0, 9.7), (1.3, 7300.0)])
def test_ticks_of_factors_are_apart(low: float, high: float) -> None:
    left, right = low / 1.15, high * 1.6
    ticks = factor_ticks(low, high, left, right)
    assert ticks and all(low / 1.1 <= tick <= high * 1.1 for tick in ticks)
    shares = [math.log(tick / left) / math.log(right / left) for tick in ticks]
    assert all(after - before >= 1 / 12 - 1e-9 for before, after in itertools.pairwise(shares))


def test_a_narrow_axis_has_fine_ticks_and_a_wide_one_round_ones() -> None:
    assert factor_ticks(1.0, 1.6, 0.87, 2.56) == [1, 1.2, 1.5]
    assert factor_ticks(1.01, 224.0, 0.88, 358.0) == [1, 2, 5, 10, 20, 50, 100, 200]
