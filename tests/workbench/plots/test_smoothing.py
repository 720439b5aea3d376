"""Smoothing and thinning against plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from workbench.plots import decimate, smooth


def by_hand(values: list[float], weight: float) -> list[float]:
    """The definition, one value at a time."""
    out, mean, seen = [], 0.0, 0
    for value in values:
        if not np.isfinite(value):
            out.append(float("nan"))
            continue
        mean = weight * mean + (1 - weight) * value
        seen += 1
        out.append(mean / (1 - weight**seen))
    return out


@pytest.mark.parametrize("weight", [0.0, 0.3, 0.9, 0.99, 0.999])
@pytest.mark.parametrize("n", [1, 2, 511, 512, 513, 3000])
def test_smoothing_is_the_debiased_mean(weight: float, n: int) -> None:
    rng = np.random.default_rng(n)
    values = rng.normal(3, 2, n)
    values[rng.random(n) < 0.05] = np.nan
    np.testing.assert_allclose(smooth(values, weight), by_hand(list(values), weight), rtol=1e-9, atol=1e-12)


def test_gaps_stay_gaps_and_change_nothing_after_them() -> None:
    smoothed = smooth([1.0, np.nan, np.inf, 2.0, 3.0], 0.5)
    assert np.isnan(smoothed[1]) and np.isnan(smoothed[2])
    np.testing.assert_allclose(smoothed[[0, 3, 4]], smooth([1.0, 2.0, 3.0], 0.5))


def test_new_values_never_change_the_past() -> None:
    values = np.random.default_rng(0).normal(size=1500)
    np.testing.assert_allclose(smooth(values, 0.98)[:1000], smooth(values[:1000], 0.98))


@given(
    arrays(np.float64, st.integers(5, 3000), elements=st.floats(-1e6, 1e6)),
    st.integers(4, 400),
)
def test_thinning_keeps_ends_extremes_and_order(y: np.ndarray, most: int) -> None:
    x = np.arange(len(y), dtype=float)
    thin_x, thin_y = decimate(x, y, most)
    assert len(thin_x) <= most
    assert (np.diff(thin_x) > 0).all()
    np.testing.assert_array_equal(thin_y, y[thin_x.astype(int)])  # only points that were there
    assert thin_x[0] == 0 and thin_x[-1] == len(y) - 1
    if len(y) > most:
        assert thin_y.min() == y.min() and thin_y.max() == y.max()


def test_a_gap_survives_thinning() -> None:
    y = np.sin(np.linspace(0, 20, 5000))
    y[2000:3000] = np.nan
    x, thin = decimate(np.arange(5000), y, 200)
    missing = np.isnan(thin)
    assert missing.any() and len(x) <= 200
    assert (x[missing] >= 2000).all() and (x[missing] < 3000).all()
    assert np.nanmax(thin) == np.nanmax(y)
    nothing = decimate(np.arange(5000), np.full(5000, np.nan), 100)[1]
    assert np.isnan(nothing).all()
