"""The interval over passages: by hand, by simulation, and not where passages were not kept."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from engine.analysis.forgetting.retention import mean_interval, passage_interval


def test_the_worked_example() -> None:
    found = passage_interval(np.array([1.0, 3.0]), np.array([10.0, 10.0]))
    assert found is not None
    assert found.factor == pytest.approx(math.exp(0.2))
    half = stats.t.ppf(0.975, 1) * 0.1
    assert (found.low, found.high) == pytest.approx((math.exp(0.2 - half), math.exp(0.2 + half)))


def test_of_equal_counts_it_is_the_interval_of_a_mean() -> None:
    d, n = np.random.default_rng(0).normal(2.0, 1.0, 40), np.full(40, 8.0)
    found = passage_interval(d, n)
    assert found is not None
    low, high = stats.t.interval(0.95, 39, d.mean() / 8, stats.sem(d) / 8)
    assert (math.log(found.low), math.log(found.high)) == pytest.approx((low, high))


def test_it_covers_the_population_95_times_in_100() -> None:
    random, covered = np.random.default_rng(1), 0
    for _ in range(2000):
        n = random.integers(4, 14, 64).astype(float)
        d = n * (0.3 + 0.4 * random.normal(size=64)) + np.sqrt(n) * random.normal(size=64)
        found = passage_interval(d, n)
        assert found is not None
        covered += found.low <= math.exp(0.3) <= found.high
    assert 0.935 <= covered / 2000 <= 0.965


def test_as_many_passages_as_it_says_are_needed() -> None:
    random = np.random.default_rng(2)

    def measured(count: int) -> tuple[np.ndarray, np.ndarray]:
        return random.normal(3.0, 2.0, count), np.full(count, 10.0)

    found = passage_interval(*measured(400))
    assert found is not None
    narrow = passage_interval(*measured(found.needed))
    assert narrow is not None
    assert math.sqrt(narrow.high / narrow.low) - 1 == pytest.approx(0.02, rel=0.15)


def test_runs_on_other_passages_have_no_common_interval() -> None:
    one, other = np.array([[1.0, 2.0, 1.5], [9.0, 8.0, 9.0]]), np.array([[1.0, 2.0, 1.5], [9.0, 9.0, 9.0]])
    assert mean_interval([one, one]) == passage_interval(*one)
    assert mean_interval([one, other]) is None
    assert mean_interval([]) is None
    assert mean_interval([np.zeros((2, 0))]) is None
