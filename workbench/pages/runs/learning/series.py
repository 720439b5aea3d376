"""The points of the drawn runs, as far as they were read. No Qt."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from engine.store.metrics import MetricCurve

Floats = NDArray[np.float64]
_versions = itertools.count()
SPARE = 8
"""One point in so many is room for those that will come."""


class MetricSeries:
    """The points of one run's measure: step, seconds of training, value. Grows, and forgets what is replaced.

    ``version`` is a number that no other state of any history has. The arrays are views into one with room to spare:
    made anew with every point that comes, they would leave holes in memory that nothing else fits into. What was
    handed out is never written to again.
    """

    def __init__(self) -> None:
        self.version = next(_versions)
        self._room: Floats = np.empty((3, 0))
        self._show(0)

    def add(self, curve: MetricCurve) -> None:
        """Append points. Those from the first new step on are replaced (a resumed run reports them again)."""
        if not len(curve.step):
            return
        self.version = next(_versions)
        before = len(self.step)
        kept_count = int(np.searchsorted(self.step, curve.step[0]))
        count = kept_count + len(curve.step)
        if kept_count < before or count > self._room.shape[1]:
            room = np.empty((3, count + (count // SPARE if before else 0)))  # a run that has ended needs none
            room[:, :kept_count] = self._room[:, :kept_count]
            self._room = room
        for row, values in zip(self._room, (curve.step, curve.time, curve.value), strict=True):
            row[kept_count:count] = values
        self._show(count)

    def _show(self, count: int) -> None:
        self.step, self.time, self.value = self._room[:, :count]


def recent_values(histories: Mapping[tuple[int, str], MetricSeries], run_id: int, key: str) -> list[float]:
    """Return the last sixty values of a measure, for a sparkline."""
    history = histories.get((run_id, key))
    return [] if history is None else [float(v) for v in history.value[-60:] if np.isfinite(v)]


def mean_value(histories: Mapping[tuple[int, str], MetricSeries], run_id: int, key: str) -> float | None:
    """Return the mean of a measure over the run, or None where it was never measured."""
    history = histories.get((run_id, key))
    values = np.asarray([] if history is None else history.value, dtype=np.float64)
    return float(np.nanmean(values)) if np.isfinite(values).any() else None
