"""Spread and intervals against numpy, published tables and the formula by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from engine.analysis.statistics import (
    Spread,
    adjust_holm,
    bayesian_t_test,
    bootstrap_difference,
    compare_classifiers,
    compare_paired,
    compare_unpaired,
    spread,
    wilson_interval,
)


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
    low, high = wilson_interval(errors, n)
    assert low == pytest.approx(100 * (middle - half), abs=1e-9)
    assert high == pytest.approx(100 * (middle + half), abs=1e-9)
    assert 0 <= low <= 100 * p <= high <= 100


# -- paired over seeds -------------------------------------------------------------------------------------

A = [5.42, 5.51, 5.38, 5.47, 5.60]
B = [5.30, 5.44, 5.41, 5.29, 5.35]


def test_pairs_are_scipys_t_test_and_permutation_test() -> None:
    found = compare_paired(A, B)
    reference = stats.ttest_rel(A, B)
    interval = reference.confidence_interval(0.95)
    assert (found.n, found.mean) == (5, pytest.approx(np.mean(A) - np.mean(B)))
    assert found.p_t == pytest.approx(reference.pvalue)
    assert (found.low, found.high) == (pytest.approx(interval.low), pytest.approx(interval.high))
    swaps = stats.permutation_test(
        (np.array(A), np.array(B)),
        lambda x, y: np.mean(x - y),
        permutation_type="samples",
        n_resamples=np.inf,
    )
    assert found.p_exact == pytest.approx(swaps.pvalue)


def test_sign_flips_counted_by_hand() -> None:
    # 1 + 2 + 3: only all signs equal reach a sum of 6: 2 of 8 ways.
    assert compare_paired([1.0, 2.0, 3.0], [0.0, 0.0, 0.0]).p_exact == 2 / 8
    # 1 + 2 - 3 = 0: every way is as far from 0.
    assert compare_paired([1.0, 2.0, -3.0], [0.0, 0.0, 0.0]).p_exact == 1.0
    # 3 + 2 - 1 = 4; sums of at least 4: +-(3+2+1), +-(3+2-1): 4 of 8.
    assert compare_paired([3.0, 2.0, -1.0], [0.0, 0.0, 0.0]).p_exact == 4 / 8


def test_many_pairs_are_flipped_at_random_near_the_t_test() -> None:
    rng = np.random.default_rng(5)
    first = rng.normal(0.25, 1.0, 60)
    found = compare_paired(first.tolist(), [0.0] * 60)
    assert found.p_t is not None
    assert found.p_exact == pytest.approx(found.p_t, abs=0.01)


def test_pairs_that_differ_alike_have_no_t_test() -> None:
    found = compare_paired([3.0, 4.0], [2.0, 3.0])
    assert (found.mean, found.low, found.high, found.p_t, found.p_exact) == (1.0, 1.0, 1.0, None, 0.5)
    one = compare_paired([3.0], [2.0])
    assert (one.n, one.low, one.p_t, one.p_exact) == (1, None, None, 1.0)
    with pytest.raises(ValueError, match="no pairs"):
        compare_paired([], [])


def test_welch_is_the_formula() -> None:
    first, second = np.array([5.4, 5.5, 5.7, 5.3]), np.array([5.0, 5.1, 5.6])
    va, vb = first.var(ddof=1) / 4, second.var(ddof=1) / 3
    freedom = (va + vb) ** 2 / (va**2 / 3 + vb**2 / 2)
    t = (first.mean() - second.mean()) / math.sqrt(va + vb)
    half = stats.t.ppf(0.975, freedom) * math.sqrt(va + vb)
    found = compare_unpaired(first.tolist(), second.tolist())
    assert found.p == pytest.approx(2 * stats.t.sf(abs(t), freedom))
    assert found.high - found.mean == pytest.approx(half)
    assert found.mean - found.low == pytest.approx(half)
    assert compare_unpaired([2.0, 2.0], [1.0, 1.0]).p is None


# -- over texts --------------------------------------------------------------------------------------------


def _wrong(only_first: int, only_second: int, both: int, neither: int) -> tuple[np.ndarray, np.ndarray]:
    first = [True] * only_first + [False] * only_second + [True] * both + [False] * neither
    second = [False] * only_first + [True] * only_second + [True] * both + [False] * neither
    return np.array(first), np.array(second)


def test_mcnemar_by_hand_and_by_scipy() -> None:
    found = compare_classifiers(*_wrong(1, 5, 3, 91))
    # Six texts of disagreement: P(X <= 1) = 7/64; twice that; mid-p takes P(X = 1) = 6/64 off.
    assert (found.only_first, found.only_second) == (1, 5)
    assert found.p_exact == pytest.approx(14 / 64)
    assert found.p_mid == pytest.approx(8 / 64)
    for b, c in ((0, 7), (12, 25), (9, 9), (40, 22)):
        found = compare_classifiers(*_wrong(b, c, 10, 50))
        assert found.p_exact == pytest.approx(stats.binomtest(b, b + c, 0.5).pvalue)
        assert found.p_mid < found.p_exact
    # Equal counts: 1 less half the chance of the table itself (Fagerland et al. 2013).
    assert compare_classifiers(*_wrong(2, 2, 0, 5)).p_mid == pytest.approx(1 - 6 / 16 / 2)
    assert compare_classifiers(*_wrong(0, 0, 4, 6)).p_mid == 1.0


def test_bootstrap_is_that_of_drawing_texts_and_near_the_normal_interval() -> None:
    first, second = _wrong(60, 30, 50, 860)
    low, high = bootstrap_difference(first, second)
    rng = np.random.default_rng(1)
    differences = first.astype(float) - second
    drawn = [100 * rng.choice(differences, len(differences)).mean() for _ in range(4000)]
    assert (low, high) == pytest.approx(np.percentile(drawn, [2.5, 97.5]), abs=0.12)
    half = 1.96 * 100 * differences.std() / math.sqrt(1000)
    assert (low, high) == pytest.approx((3.0 - half, 3.0 + half), abs=0.12)
    assert bootstrap_difference(first, second) == (low, high)  # the same seed, the same interval
    with pytest.raises(ValueError, match="no texts"):
        bootstrap_difference(np.array([]), np.array([]))


# -- Bayes, Holm -------------------------------------------------------------------------------------------


def test_posterior_is_the_t_distribution_drawn_and_counted() -> None:
    differences = np.array(A) - np.array(B)
    found = bayesian_t_test(differences.tolist(), 0.1)
    assert found is not None
    assert found.left + found.rope + found.right == pytest.approx(1.0)
    # The posterior by its definition: variance from a scaled inverse chi-square, then the mean from a normal.
    rng = np.random.default_rng(2)
    n = len(differences)
    variance = (n - 1) * differences.var(ddof=1) / rng.chisquare(n - 1, 400_000)
    means = rng.normal(differences.mean(), np.sqrt(variance / n))
    assert found.left == pytest.approx(np.mean(means < -0.1), abs=0.004)
    assert found.rope == pytest.approx(np.mean(np.abs(means) <= 0.1), abs=0.004)
    assert found.right == pytest.approx(np.mean(means > 0.1), abs=0.004)
    # Without a region, half of the one-sided p of the t-test lies on the other side of 0.
    none = bayesian_t_test(differences.tolist(), 0.0)
    assert none is not None
    assert 2 * none.left == pytest.approx(stats.ttest_rel(A, B).pvalue)


def test_posterior_of_correlated_differences_is_wider() -> None:
    differences = [0.3, 0.5, 0.4, 0.6]
    free, tied = bayesian_t_test(differences, 0.0), bayesian_t_test(differences, 0.0, correlation=0.1)
    assert free is not None and tied is not None
    scale = np.std(differences, ddof=1) * math.sqrt(1 / 4 + 0.1 / 0.9)
    assert tied.left == pytest.approx(stats.t.cdf(-0.45 / scale, 3))
    assert tied.left > free.left
    assert bayesian_t_test([0.2], 0.1) is None
    certain = bayesian_t_test([0.2, 0.2], 0.1)
    assert certain is not None and (certain.left, certain.rope, certain.right) == (0.0, 0.0, 1.0)


def test_holm_by_hand() -> None:
    # Sorted: 0.01 x 4, 0.02 x 3, 0.03 x 2, 0.5 x 1; never falling.
    assert adjust_holm([0.03, 0.01, None, 0.5, 0.02]) == pytest.approx([0.06, 0.04, None, 0.5, 0.06])
    assert adjust_holm([0.6, 0.7]) == [1.0, 1.0]
    assert adjust_holm([0.04]) == [0.04]
    assert adjust_holm([]) == []


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
