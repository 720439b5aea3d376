"""The points of the drawn runs read so far. No Qt."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.metrics.keys import KeyDescription
from workbench.look import formats
from workbench.plots import smooth

if TYPE_CHECKING:
    from engine.store.metrics import MetricCurve

Floats = NDArray[np.float64]
_versions = itertools.count()
SPARE = 8
"""One in this many points is reserved for growth."""


class MetricSeries:
    """The points of one run's measure: step, seconds of training, value. Grows, and drops replaced points.

    ``version`` is a number that no other state of any history has. The arrays are views into a larger one: new arrays
    for every point would fragment memory. Returned arrays are never written again.
    """

    def __init__(self) -> None:
        self.version = next(_versions)
        self._buffer: Floats = np.empty((3, 0))
        self._show(0)

    def add(self, curve: MetricCurve) -> None:
        """Append points. Those from the first new step on are replaced (a resumed run reports them again)."""
        if not len(curve.step):
            return
        self.version = next(_versions)
        before = len(self.step)
        kept_count = int(np.searchsorted(self.step, curve.step[0]))
        count = kept_count + len(curve.step)
        if kept_count < before or count > self._buffer.shape[1]:
            room = np.empty((3, count + (count // SPARE if before else 0)))  # an ended run needs none
            room[:, :kept_count] = self._buffer[:, :kept_count]
            self._buffer = room
        for row, values in zip(self._buffer, (curve.step, curve.time, curve.value), strict=True):
            row[kept_count:count] = values
        self._show(count)

    def _show(self, count: int) -> None:
        self.step, self.time, self.value = self._buffer[:, :count]


def mean_value(histories: Mapping[tuple[int, str], MetricSeries], run_id: int, key: str) -> float | None:
    """Return the mean of a measure over the run, or None if it was never measured."""
    history = histories.get((run_id, key))
    values = np.asarray([] if history is None else history.value, dtype=np.float64)
    return float(np.nanmean(values)) if np.isfinite(values).any() else None


def insert_stage_gaps(
    step: Floats, seconds: Floats, value: Floats, begins: Sequence[int]
) -> tuple[Floats, Floats, Floats]:
    """Return points with a gap (NaN) at each stage start, because measures of two stages are unrelated.

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
    """Return the best point of the last segment: earlier segments belong to other stages."""
    gaps = np.flatnonzero(np.isnan(y))
    begin = int(gaps[-1]) + 1 if len(gaps) else 0
    if not np.isfinite(y[begin:]).any():
        return None
    best = begin + int(np.nanargmax(y[begin:]) if shown.higher_is_better else np.nanargmin(y[begin:]))
    return float(x[best]), float(y[best]), formats.fixed(float(y[best]), shown.digits)


def smooth_by_stage(values: Floats, weight: float) -> Floats:
    """Return each segment between gaps smoothed separately: losses of different stages are unrelated."""
    gaps = np.flatnonzero(np.isnan(values))
    if not len(gaps):
        return smooth(values, weight)
    return np.concatenate([smooth(part, weight) for part in np.split(values, gaps)])


def round_up(value: float) -> float:
    """Return the next round number, at most a twentieth larger: multiples of 1, 2 or 5 times a power of ten."""
    if value <= 0:
        return value
    power = 10.0 ** math.floor(math.log10(value / 20))
    apart = max(power * m for m in (1, 2, 5) if power * m <= value / 20)
    return math.ceil(value / apart) * apart


def format_rate(value: float) -> str:
    """Return a learning rate with three significant digits: "3.52e-5"."""
    return formats.plain(float(f"{value:.3g}"))
