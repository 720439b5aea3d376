"""Mean curves over repetitions, with a band of ± s.d. or the 95 % interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.analysis.curves.alignment import align_curves
from engine.analysis.verdicts.statistics import half_widths

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MeanCurve:
    """The mean of n curves: ``x``, ``y`` [m]. ``low`` to ``high`` is mean ± s.d., or the 95 % interval of the mean.

    The band is None for n = 1. An interval is NaN at points where the curves are equal, which cannot show that there is
    no noise. ``unequal`` says that not all curves have all points. The mean then stops where the shortest does.
    ``interpolated``: some values lie on the straight line between two measured ones, because the curves were measured
    at different steps.
    """

    x: Floats
    y: Floats
    low: Floats | None = None
    high: Floats | None = None
    unequal: bool = False
    interpolated: bool = False


def merge_repetitions(curves: Sequence[tuple[Floats, Floats]], interval: bool = False) -> MeanCurve | None:
    """Return the mean of curves (x, y) measured at the same places, at the points of all, or None for no curves."""
    if not curves:
        return None
    length = min(len(x) for x, _ in curves)
    values = np.stack([y[:length] for _, y in curves])
    return _mean(curves[0][0][:length], values, interval, unequal=any(len(x) != length for x, _ in curves))


def merge_on_common_steps(
    curves: Sequence[tuple[Floats, Floats]], interval: bool = False
) -> MeanCurve | None:
    """Return the mean of curves (steps, values) measured at different steps, or None where they do not overlap."""
    aligned = align_curves(curves)
    if aligned is None:
        return None
    mean = _mean(aligned.steps, aligned.values, interval, unequal=aligned.shortened)
    return replace(mean, interpolated=aligned.interpolated)


def as_factors(curve: MeanCurve) -> MeanCurve:
    """Return a mean of logarithms as factors, so that the mean of ratios is the geometric one."""
    low, high = (None if part is None else np.exp(part) for part in (curve.low, curve.high))
    return replace(curve, y=np.exp(curve.y), low=low, high=high)


def _mean(x: Floats, values: Floats, interval: bool, *, unequal: bool) -> MeanCurve:
    """Return the mean curve of ``values`` [n, m]."""
    mean, half = values.mean(0), half_widths(values, interval)
    low, high = (None, None) if half is None else (mean - half, mean + half)
    return MeanCurve(x, mean, low, high, unequal)
