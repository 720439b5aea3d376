"""Variance components and intervals against the definitions, SciPy's t and drawn samples."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from engine.analysis.verdicts.crossed_effects import CrossedEstimate, SampledUnits, estimate_difference


def test_the_table_of_two_seeds_and_three_texts_by_hand() -> None:
    found = estimate_difference([[np.array([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]])]])
    assert (found.mean, found.texts) == (0.5, 3)
    assert found.units == (SampledUnits(pytest.approx(1 / 18), 2, 1),)
    assert found.text_variance == pytest.approx(17 / 360)


def test_components_are_those_of_a_table_that_was_drawn_with_them() -> None:
    random = np.random.default_rng(4)
    seed, text, rest = 0.5, 3.0, 2.0
    tables = [
        random.normal(0, seed, (12, 1))
        + random.normal(0, text, (1, 2000))
        + random.normal(0, rest, (12, 2000))
        for _ in range(60)
    ]
    found = [estimate_difference([[table]]).components for table in tables]
    means = [np.mean([getattr(each, name) for each in found]) for name in ("seed", "text", "rest")]
    assert means == pytest.approx([seed**2, text**2, rest**2], rel=0.08)
    # The variance that is claimed is that of the means.
    claimed = np.mean(
        [e.text_variance + e.units[0].variance for e in (estimate_difference([[t]]) for t in tables)]
    )
    assert claimed == pytest.approx(seed**2 / 12 + text**2 / 2000 + rest**2 / 24_000, rel=0.1)


def test_seeds_alone_are_students_t_and_texts_alone_the_normal() -> None:
    for df in (1, 2, 9):
        only = CrossedEstimate(0.0, (SampledUnits(4.0 * (df + 1), df + 1, df),), 0.0, 100)
        assert only.half_width() == pytest.approx(2 * stats.t.ppf(0.975, df), rel=1e-6)
        assert only.tail(6.0) == pytest.approx(stats.t.sf(3.0, df), rel=1e-5)
    texts = CrossedEstimate(1.0, (), 4.0, 100)
    assert texts.interval() == pytest.approx((1 - 2 * 1.959964, 1 + 2 * 1.959964))
    assert texts.p_value() == pytest.approx(2 * stats.norm.sf(0.5))


def test_both_together_are_their_sum_as_drawn() -> None:
    random = np.random.default_rng(5)
    both = CrossedEstimate(0.0, (SampledUnits(3.0, 3, 2), SampledUnits(1.0, 4, 3)), 2.0, 100)
    count = 2_000_000
    drawn = (
        random.standard_t(2, count)
        + 0.5 * random.standard_t(3, count)
        + math.sqrt(2) * random.normal(size=count)
    )
    for distance in (0.5, 2.0, 5.0, 12.0):
        assert both.tail(distance) == pytest.approx(np.mean(drawn > distance), rel=0.03)
    assert both.half_width(0.9) == pytest.approx(np.quantile(np.abs(drawn), 0.9), rel=0.01)


def test_equivalence_is_the_larger_of_two_one_sided_tests() -> None:
    texts = CrossedEstimate(0.1, (), 0.01, 100)
    assert texts.equivalence_p(0.3) == pytest.approx(stats.norm.sf(2.0))
    assert CrossedEstimate(-0.1, (), 0.01, 100).equivalence_p(0.3) == pytest.approx(stats.norm.sf(2.0))
    assert CrossedEstimate(0.5, (), 0.01, 100).equivalence_p(0.3) > 0.5


def test_no_disagreement_is_not_no_noise() -> None:
    """Without any disagreement in n texts, differences up to about 3 / n may well have stayed hidden."""
    found = estimate_difference([[np.zeros((3, 400), np.float32)]])
    low, high = found.interval()
    assert found.mean == 0.0
    assert low == -high
    assert 1 / 400 < high < 4 / 400


def test_tasks_weigh_alike_and_seeds_move_them_together() -> None:
    random = np.random.default_rng(6)
    table = random.normal(size=(4, 300))
    one, twice = estimate_difference([[table]]), estimate_difference([[table, table]])
    assert twice.mean == pytest.approx(one.mean)
    # The same seed in both tasks: not two samples of seeds. Texts of two tasks are two samples.
    assert twice.units[0].variance == pytest.approx(one.units[0].variance)
    assert twice.text_variance < one.text_variance
