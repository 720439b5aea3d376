"""Preparation of numbers for drawing: smoothing of *all* values, then decimation to the resolution of the screen.

The order matters: smoothing after decimation would let new points change the past.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

_BLOCK = 64
"""Values averaged together: few enough for cheap products, enough for a small number of blocks."""
_NO_BIAS = math.log(2.0**-54)
"""Logarithm of the power of the weight below which 1 minus the power is 1 in float64."""


def smooth(values: ArrayLike, weight: float) -> Array:
    """Exponential moving average without start-up bias.

    ``m_t = weight · m_(t-1) + (1 - weight) · y_t``, shown as ``m_t / (1 - weight^n)``, where n counts the values so
    far: the bias correction of Adam (Kingma and Ba 2015, section 3), so that the first value is unchanged. NaN and
    infinite values are skipped: they stay NaN in the result and do not affect later values.

    Args:
        values: shape (n,).
        weight: 0 (no smoothing) or more, and below 1.

    Returns:
        Shape (n,), float64. Raises ValueError for a weight outside [0, 1).
    """
    if not 0 <= weight < 1:
        raise ValueError(f"the smoothing weight is in [0, 1), not {weight}")
    data = np.asarray(values, dtype=np.float64)
    finite = np.isfinite(data)
    measured = data if finite.all() else data[finite]
    if weight == 0 or len(measured) == 0:
        return np.where(finite, data, np.nan)
    # In blocks: within one, a lower triangular matrix of powers of the weight; between blocks, the last mean.
    # Every factor is at most 1, so series of any length do not overflow.
    # Few arrays of this size, because each growing array of a live run fragments the heap.
    powers, matrix = _average(weight, _BLOCK)
    count = len(measured)
    blocks = np.zeros((-(-count // _BLOCK), _BLOCK))
    blocks.ravel()[:count] = measured
    within = np.einsum(
        "bj,ij->bi", blocks, matrix
    )  # not by BLAS, whose threads take longer to wake than they save
    mean, before = 0.0, []
    for end in within[:, -1].tolist():
        before.append(mean)
        mean = end + float(powers[-1]) * mean
    within += np.multiply.outer(before, powers[1:], out=blocks)
    means: Array = within.ravel()[:count]
    biased = min(count, math.ceil(_NO_BIAS / math.log(weight)))
    means[:biased] /= 1 - weight ** np.arange(1, biased + 1)
    if count == len(data):
        return means
    out = np.full(data.shape, np.nan)
    out[finite] = means
    return out


@lru_cache(maxsize=8)
def _average(weight: float, size: int) -> tuple[Array, Array]:
    """Return the powers of the weight [size + 1], and the matrix [size, size] that averages a block.

    The cached arrays must not be modified.
    """
    powers: Array = np.asarray(weight ** np.arange(size + 1), np.float64)
    lag = np.subtract.outer(np.arange(size), np.arange(size))
    block: Array = np.where(lag >= 0, (1 - weight) * powers[np.maximum(lag, 0)], 0.0)
    return powers, block


def decimate(x: ArrayLike, y: ArrayLike, most: int = 1000) -> tuple[Array, Array]:
    """Return at most ``most`` points that look like all of them: the lowest and highest of each bucket.

    First and last point stay, points within a straight line do not. No extreme is lost. A bucket without finite values
    gives one NaN, so a gap stays a gap.

    Args:
        x, y: shape (n,) each, x ascending.
        most: at least 4.

    Returns:
        Two arrays of shape (m,), m ≤ ``most``, in the order of ``x``.
        Raises ValueError if the shapes differ or ``most`` is below 4.
    """
    xs, ys = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if xs.shape != ys.shape or xs.ndim != 1:
        raise ValueError(f"x and y have one equal length, not {xs.shape} and {ys.shape}")
    if most < 4:
        raise ValueError(f"at least 4 points are needed, not {most}")
    if len(ys) > 2:
        xs, ys = _bends(xs, ys)
    n = len(ys)
    if n <= most:
        return xs, ys
    buckets = (most - 2) // 2
    edges = np.linspace(1, n - 1, buckets + 1).astype(np.intp)  # the ends are handled separately
    starts = edges[:-1]
    finite = np.isfinite(ys)
    low = np.where(finite, ys, np.inf)
    high = np.where(finite, ys, -np.inf)
    inner = slice(1, n - 1)
    lowest = np.minimum.reduceat(low[inner], starts - 1)
    highest = np.maximum.reduceat(high[inner], starts - 1)
    bucket_of = np.repeat(np.arange(buckets), np.diff(edges))
    first_low = _first(low[inner] == lowest[bucket_of], starts - 1, bucket_of) + 1
    first_high = _first(high[inner] == highest[bucket_of], starts - 1, bucket_of) + 1
    # An all-NaN bucket has lowest = +inf = each of its "low": its first point, a NaN, represents it twice.
    keep = np.zeros(n, bool)  # np.unique would work, but imports numpy.ma at its first call: 90 ms
    keep[[0, n - 1]] = keep[first_low] = keep[first_high] = True
    return xs[keep], ys[keep]


def _bends(x: Array, y: Array) -> tuple[Array, Array]:
    """Return the first and last point and those at which the line bends: a straight one of thousands needs two."""
    over, up = np.diff(x), np.diff(y)
    before, after = up[:-1] * over[1:], up[1:] * over[:-1]
    straight = np.abs(before - after) <= 1e-9 * (np.abs(before) + np.abs(after))  # False beside a NaN
    keep = np.concatenate(([True], ~straight, [True]))
    return x[keep], y[keep]


def _first(hit: NDArray[np.bool_], starts: NDArray[np.intp], bucket_of: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the index of the first True of each bucket. Every bucket has one."""
    places = np.flatnonzero(hit)
    return places[np.flatnonzero(np.diff(bucket_of[places], prepend=-1))]
