"""Means over seeds, with the interval named."""

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


def spread(values: Sequence[float | None]) -> Spread | None:
    """The spread of the values that are there and finite; None when there are none."""
    known = np.asarray([v for v in values if v is not None and math.isfinite(v)], float)
    if not len(known):
        return None
    if len(known) == 1:
        return Spread(1, float(known[0]), None, None)
    from scipy import stats  # a second to import: not while the window opens

    sd = float(known.std(ddof=1))
    half = float(stats.t.ppf(0.975, len(known) - 1) * sd / math.sqrt(len(known)))
    return Spread(len(known), float(known.mean()), sd, half)


def wilson(errors: int, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval, in percent, of an error rate of ``errors`` in ``n`` texts (one run, one test set)."""
    from scipy import stats

    interval = stats.binomtest(errors, n).proportion_ci(0.95, method="wilson")
    return 100 * float(interval.low), 100 * float(interval.high)
