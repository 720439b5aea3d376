"""Processing of a run's points before they are drawn. No Qt."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engine.metrics.keys import KeyDescription
from workbench.look import formats
from workbench.pages.runs.learning.series import Floats
from workbench.plots import smooth


def insert_stage_gaps(
    step: Floats, seconds: Floats, value: Floats, begins: Sequence[int]
) -> tuple[Floats, Floats, Floats]:
    """Points with a gap (NaN) where a stage begins: what two stages measured has nothing to do with each other.

    Args:
        step, seconds, value: the points, shape (n,).
        begins: the last update before each stage but the first.
    """
    meet = [begin for begin in begins if step[0] <= begin < step[-1]]
    if not meet:
        return step, seconds, value
    at = np.array(sorted({*np.searchsorted(step, meet, side="right").tolist()}), np.intp)
    step, seconds = (np.insert(a, at, a[np.maximum(at - 1, 0)]) for a in (step, seconds))
    return step, seconds, np.insert(value, at, np.nan)


def best_point(x: Floats, y: Floats, shown: KeyDescription) -> tuple[float, float, str] | None:
    """Return the best point of the last stretch without a gap: earlier ones belong to other stages."""
    gaps = np.flatnonzero(np.isnan(y))
    begin = int(gaps[-1]) + 1 if len(gaps) else 0
    if not np.isfinite(y[begin:]).any():
        return None
    best = begin + int(np.nanargmax(y[begin:]) if shown.higher_is_better else np.nanargmin(y[begin:]))
    return float(x[best]), float(y[best]), formats.fixed(float(y[best]), shown.digits)


def smooth_by_stage(values: Floats, weight: float) -> Floats:
    """Return each stretch between gaps smoothed by itself: a stage's loss says nothing of the next one's."""
    gaps = np.flatnonzero(np.isnan(values))
    if not len(gaps):
        return smooth(values, weight)
    return np.concatenate([smooth(part, weight) for part in np.split(values, gaps)])


def round_up(value: float) -> float:
    """Return the next round number, at most a twentieth beyond: 1,2 or 5 times a power of ten apart."""
    if value <= 0:
        return value
    power = 10.0 ** math.floor(math.log10(value / 20))
    apart = max(power * m for m in (1, 2, 5) if power * m <= value / 20)
    return math.ceil(value / apart) * apart


def format_rate(value: float) -> str:
    """Return a learning rate with three significant digits: "3.52e-5"."""
    return formats.plain(float(f"{value:.3g}"))
