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


class MetricSeries:
    """The points of one run's measure: step, seconds of training, value; grows, and forgets what is replaced.

    ``version`` is a number that no other state of any history has.
    """

    def __init__(self) -> None:
        self.version = next(_versions)
        self.step: Floats = np.empty(0)
        self.time: Floats = np.empty(0)
        self.value: Floats = np.empty(0)

    def add(self, curve: MetricCurve) -> None:
        """Append points; those from the first new step on are replaced (a resumed run reports them again)."""
        if not len(curve.step):
            return
        self.version = next(_versions)
        kept = int(np.searchsorted(self.step, curve.step[0]))
        self.step = np.concatenate([self.step[:kept], curve.step.astype(float)])
        self.time = np.concatenate([self.time[:kept], curve.time])
        self.value = np.concatenate([self.value[:kept], curve.value])


def recent_values(histories: Mapping[tuple[int, str], MetricSeries], run_id: int, key: str) -> list[float]:
    """Return the last sixty values of a measure, for a sparkline."""
    history = histories.get((run_id, key))
    return [] if history is None else [float(v) for v in history.value[-60:] if np.isfinite(v)]
