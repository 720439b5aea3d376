"""Means over seeds, intervals, and tests of differences (first less second, always)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Spread:
    """n values: mean, sample standard deviation (None for n = 1) and half the 95 % t-interval of the mean."""

    n: int
    mean: float
    sd: float | None
    half_interval: float | None

    def bounds(self, interval: bool = False) -> tuple[float | None, float | None]:
        """Return mean ± s.d., or the 95 % interval of the mean; None for n = 1."""
        half = self.half_interval if interval else self.sd
        return (None, None) if half is None else (self.mean - half, self.mean + half)


@dataclass(frozen=True)
class GeometricSpread:
    """n factors: their geometric mean, exp of the s.d. of their logarithms, and the factor of the 95 % interval.

    A factor is a ratio, so logarithms are averaged: the mean of × 2 and × 1/2 is × 1, and the interval divides and
    multiplies. s.d. and interval are None for n = 1.
    """

    n: int
    mean: float
    sd: float | None
    half_interval: float | None

    def bounds(self, interval: bool = False) -> tuple[float | None, float | None]:
        """Return the mean divided by and times the factor of one s.d., or of the 95 % interval; None for n = 1."""
        half = self.half_interval if interval else self.sd
        return (None, None) if half is None else (self.mean / half, self.mean * half)


def geometric_spread(values: Sequence[float | None]) -> GeometricSpread | None:
    """Return the spread of the factors that are present, finite and above zero; None when there are none."""
    logs = spread([math.log(v) for v in values if v is not None and v > 0 and math.isfinite(v)])
    if logs is None:
        return None
    parts = (None if part is None else math.exp(part) for part in (logs.sd, logs.half_interval))
    return GeometricSpread(logs.n, math.exp(logs.mean), *parts)


def spread(values: Sequence[float | None]) -> Spread | None:
    """Return the spread of the values that are present and finite; None when there are none."""
    known = np.asarray([v for v in values if v is not None and math.isfinite(v)], float)
    if not len(known):
        return None
    sd, half = half_widths(known[:, None]), half_widths(known[:, None], interval=True)
    if sd is None or half is None:
        return Spread(1, float(known[0]), None, None)
    return Spread(len(known), float(known.mean()), float(sd[0]), float(half[0]))


def half_widths(values: np.ndarray, interval: bool = False) -> np.ndarray | None:
    """Return the sample s.d. of each column of ``values`` [n, m], or half the 95 % t-interval of its mean: [m].

    None for n = 1.
    """
    n = len(values)
    if n == 1:
        return None
    sd: np.ndarray = values.std(0, ddof=1)
    if not interval:
        return sd
    from scipy import stats  # a second to import: not while the window opens

    half: np.ndarray = sd * (float(stats.t.ppf(0.975, n - 1)) / math.sqrt(n))
    return half


def wilson_interval(errors: int, n: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval, in percent, of an error rate of ``errors`` in ``n`` texts."""
    from scipy import stats

    interval = stats.binomtest(errors, n).proportion_ci(0.95, method="wilson")
    return 100 * float(interval.low), 100 * float(interval.high)


@dataclass(frozen=True)
class PairedComparison:
    """The comparison of n paired values by their differences (first less second), in the unit of the values.

    Attributes:
        low, high: the 95 % t-interval of the mean; None for n = 1.
        p_t: two-sided p of the paired t-test; None for n = 1 and where all differences are equal.
        p_exact: two-sided p of the sign-flip test: the share of the 2^n ways to swap pairs whose mean is as far from
        0.
    """

    n: int
    mean: float
    sd: float | None
    low: float | None
    high: float | None
    p_t: float | None
    p_exact: float


MAX_EXACT_PAIRS = 16
"""Pairs up to which all 2^n swaps are tried; with more, a hundred thousand of them are drawn."""


def compare_paired(first: Sequence[float], second: Sequence[float]) -> PairedComparison:
    """Compare paired values (the same seed, the same fold): float [n] each, n at least 1."""
    differences = np.asarray(first, float) - np.asarray(second, float)
    summary = spread(differences.tolist())
    if summary is None:
        raise ValueError("there are no pairs")
    half, mean = summary.half_interval, summary.mean
    low, high = (None, None) if half is None else (mean - half, mean + half)
    p_t: float | None = None
    if summary.sd:
        from scipy import stats

        p_t = float(stats.ttest_1samp(differences, 0.0).pvalue)
    return PairedComparison(summary.n, mean, summary.sd, low, high, p_t, _sign_flip_p(differences))


def _sign_flip_p(differences: np.ndarray) -> float:
    n = len(differences)
    if n <= MAX_EXACT_PAIRS:
        signs = 1 - 2 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
    else:
        signs = np.random.default_rng(0).choice([-1, 1], (100_000, n))
        signs[0] = 1  # the data themselves are one of the ways (Phipson and Smyth 2010)
    means = np.abs(signs @ differences)
    # Sums of the same numbers in other orders differ in their last digits.
    return float(np.mean(means >= means[0] - 1e-9 * max(1.0, float(means[0]))))


@dataclass(frozen=True)
class WelchComparison:
    """The difference of two means of unequal variance: 95 % interval and two-sided p (Welch 1947)."""

    mean: float
    low: float
    high: float
    p: float | None


def compare_unpaired(first: Sequence[float], second: Sequence[float]) -> WelchComparison:
    """Compare unpaired values: float [n] and [m], each at least two.

    Where neither varies at all there is no p and the interval has no width.
    """
    a, b = np.asarray(first, float), np.asarray(second, float)
    mean = float(a.mean() - b.mean())
    if a.std() == 0 and b.std() == 0:
        return WelchComparison(mean, mean, mean, None)
    from scipy import stats

    result = stats.ttest_ind(a, b, equal_var=False)
    interval = result.confidence_interval(0.95)
    return WelchComparison(mean, float(interval.low), float(interval.high), float(result.pvalue))


@dataclass(frozen=True)
class RopePosterior:
    """Probabilities that the true mean difference lies left of the region of practical equivalence, in it, right."""

    left: float
    rope: float
    right: float


def adjust_holm(ps: Sequence[float | None], most_true: int | None = None) -> list[float | None]:
    """Return Holm's (1979) adjusted p-values, in the given order: the chance of any false alarm stays below alpha.

    A None is no test and stays None: [0.01, None, 0.04] gives [0.02, None, 0.04]. Where no more than ``most_true`` of
    the hypotheses can be true together, no factor is larger than that (Shaffer 1986).
    """
    known = sorted((p, i) for i, p in enumerate(ps) if p is not None)
    adjusted: list[float | None] = [None] * len(ps)
    highest = 0.0
    for rank, (p, i) in enumerate(known):
        left = len(known) - rank
        highest = max(highest, min(1.0, (left if most_true is None else min(left, most_true)) * p))
        adjusted[i] = highest
    return adjusted
