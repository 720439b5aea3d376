"""Means over seeds with intervals, and adjustments for multiple comparisons."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.formatting.phrases import phrase

EQUAL_SEEDS = phrase(
    "All seeds gave the same result, so there is no interval: too few seeds to estimate their variance."
)
"""Note for several runs with the same result, whose ``Spread`` has no interval."""


@dataclass(frozen=True)
class Spread:
    """Spread of n values: mean, sample standard deviation (None for n = 1) and half the 95 % t-interval of the mean.

    The interval is None for n = 1, and for equal values, since a few equal values do not show that there is no noise.

    For factors (``is_factor``) the mean is geometric. ``sd`` and ``half_interval`` are then factors too, exp of those
    of the logarithms: the mean of × 2 and × 1/2 is × 1, and an interval divides and multiplies the mean.
    """

    n: int
    mean: float
    sd: float | None
    half_interval: float | None
    is_factor: bool = False

    def bounds(self, interval: bool = False) -> tuple[float | None, float | None]:
        """Return the ends of mean ± s.d., or of the 95 % interval of the mean; None if unknown."""
        half = self.half_interval if interval else self.sd
        if half is None:
            return None, None
        return (
            (self.mean / half, self.mean * half) if self.is_factor else (self.mean - half, self.mean + half)
        )


def geometric_spread(values: Sequence[float | None]) -> Spread | None:
    """Return the spread of those factors that are finite and above zero, or None without any."""
    logs = spread([math.log(v) for v in values if v is not None and v > 0 and math.isfinite(v)])
    if logs is None:
        return None
    sd, half = (None if part is None else math.exp(part) for part in (logs.sd, logs.half_interval))
    return Spread(logs.n, math.exp(logs.mean), sd, half, is_factor=True)


def spread(values: Sequence[float | None]) -> Spread | None:
    """Return the spread of those values that are present and finite, or None without any."""
    present = np.asarray([v for v in values if v is not None and math.isfinite(v)], float)
    if not len(present):
        return None
    sd, half = half_widths(present[:, None]), half_widths(present[:, None], interval=True)
    if sd is None or half is None:
        return Spread(1, float(present[0]), None, None)
    half_interval = None if math.isnan(half[0]) else float(half[0])
    return Spread(len(present), float(present.mean()), float(sd[0]), half_interval)


def split_bimodal(values: Sequence[float]) -> tuple[list[float], list[float]] | None:
    """Return the results of seeds, in points, in two groups if they are bimodal (some seeds failed), else None.

    Results are bimodal if the widest gap between neighbours exceeds 5 points and 4 times the range within each group.
    Two seeds are too few to decide.

    Example: [21.8, 50.0, 21.2] gives [21.2, 21.8] and [50.0].
    """
    if len(values) < 3:
        return None
    ascending = sorted(values)
    gaps = [high - low for low, high in itertools.pairwise(ascending)]
    cut = gaps.index(max(gaps)) + 1
    low, high = ascending[:cut], ascending[cut:]
    range_ = max(low[-1] - low[0], high[-1] - high[0])
    return (low, high) if max(gaps) > max(5.0, 4 * range_) else None


_ROUNDING = 1e-9
"""Tolerance for equal values, relative to a mean above 1, well above the effect of rounding."""


def half_widths(values: np.ndarray, interval: bool = False) -> np.ndarray | None:
    """Return the sample s.d. of each column of ``values`` [n, m], or half the 95 % t-interval of its mean: [m].

    None for n = 1. The interval is NaN if the values of a column are equal, because their noise is unknown.
    """
    n = len(values)
    if n == 1:
        return None
    sd: np.ndarray = values.std(0, ddof=1)
    sd = np.where(sd <= _ROUNDING * np.maximum(1.0, np.abs(values.mean(0))), 0.0, sd)
    if not interval:
        return sd
    from scipy import stats  # a second to import: not while the window opens

    half: np.ndarray = sd * (float(stats.t.ppf(0.975, n - 1)) / math.sqrt(n))
    return np.where(sd > 0, half, np.nan)


def wilson_interval(errors: int, n: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval, in percent, of an error rate of ``errors`` in ``n`` texts."""
    from scipy import stats

    interval = stats.binomtest(errors, n).proportion_ci(0.95, method="wilson")
    return 100 * float(interval.low), 100 * float(interval.high)


def adjust_holm(ps: Sequence[float | None]) -> list[float | None]:
    """Return Holm-adjusted p values (1979) in the given order. They control the family-wise error rate.

    None marks a missing test and stays None: [0.01, None, 0.04] gives [0.02, None, 0.04].
    """
    tests = sorted((p, i) for i, p in enumerate(ps) if p is not None)
    adjusted: list[float | None] = [None] * len(ps)
    highest = 0.0
    for rank, (p, i) in enumerate(tests):
        highest = max(highest, min(1.0, (len(tests) - rank) * p))
        adjusted[i] = highest
    return adjusted
