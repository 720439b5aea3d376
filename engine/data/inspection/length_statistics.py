"""Statistics of the lengths of texts."""

from __future__ import annotations

import numpy as np

from engine.data.inspection.report import LengthHistogram, LengthStatistics

_BINS = 40


def length_statistics(values: np.ndarray) -> LengthStatistics:
    """Return mean, median, longest, percentiles and histogram of ``values``, int64 [n], zeros where there are none."""
    if not len(values):
        nothing = LengthHistogram(edges=[0, 1], counts=[0], beyond=0)
        return LengthStatistics(
            mean=0,
            median=0,
            longest=0,
            percentiles=dict.fromkeys(("50", "90", "95", "99"), 0.0),
            histogram=nothing,
        )
    points = np.percentile(values, [50, 90, 95, 99])
    return LengthStatistics(
        mean=float(values.mean()),
        median=float(points[0]),
        longest=int(values.max()),
        percentiles={str(p): float(v) for p, v in zip((50, 90, 95, 99), points, strict=True)},
        histogram=length_histogram(values),
    )


def length_histogram(values: np.ndarray, bins: int = _BINS) -> LengthHistogram:
    """Return a histogram of at most ``bins`` bars of equal round width.

    The bars hold at least 99.5 % of ``values``. The rest is ``beyond``.
    """
    top = float(np.percentile(values, 99.5))
    if values.max() <= 1.25 * top:
        top = float(values.max())
    width = _round_up((top + 1) / bins)
    edges = np.arange(0, int(np.ceil((top + 1) / width)) + 1) * width
    counts = np.histogram(values[values < edges[-1]], edges)[0]
    return LengthHistogram(
        edges=edges.tolist(), counts=counts.tolist(), beyond=int((values >= edges[-1]).sum())
    )


def _round_up(width: float) -> int:
    """Return the next of 1, 2, 5, 10, 20, 50..."""
    size = 1
    while True:
        for step in (1, 2, 5):
            if step * size >= width:
                return step * size
        size *= 10
