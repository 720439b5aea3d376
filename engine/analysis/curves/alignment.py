"""Align repetitions of a curve on common steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class AlignedCurves:
    """n curves on m common steps: ``steps`` [m], ``values`` [n, m].

    ``interpolated``: they were measured at different steps, so some values lie on the straight line between the two
    measured ones around them. ``shortened``: some curves extend beyond the common range.
    """

    steps: Floats
    values: Floats
    interpolated: bool
    shortened: bool


def align_curves(curves: Sequence[tuple[Floats, Floats]]) -> AlignedCurves | None:
    """Return all curves at all steps at which any was measured, within their common range: nothing is extrapolated.

    Args:
        curves: (steps, values), [k] each, k its own, steps rising. Values that are not finite were not measured.

    Returns None when a curve has no value, or when no step lies within all of them.

    Curves ([0, 2, 4], [0, 2, 4]) and ([1, 3], [5, 7]) overlap from 1 to 3: steps [1, 2, 3], values [[1, 2, 3], [5, 6,
    7]].
    """
    finite = [(x[np.isfinite(y)], y[np.isfinite(y)]) for x, y in curves]
    if not finite or any(not len(x) for x, _ in finite):
        return None
    first, last = max(x[0] for x, _ in finite), min(x[-1] for x, _ in finite)
    steps = np.unique(np.concatenate([x for x, _ in finite]))
    common = steps[(steps >= first) & (steps <= last)]
    if not len(common):
        return None
    values = np.stack([np.interp(common, x, y) for x, y in finite])
    interpolated = any(not np.isin(common, x).all() for x, _ in finite)
    shortened = any(x[0] < first or x[-1] > last for x, _ in finite)
    return AlignedCurves(common.astype(np.float64), values, interpolated, shortened)
