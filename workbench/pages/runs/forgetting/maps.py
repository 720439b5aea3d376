"""Grids of the maps stored by probes. No Qt."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from workbench.pages.runs.forgetting.wording import MapWording, column_names, row_names
from workbench.pages.runs.learning.series import Floats
from workbench.plots import HeatGrid

if TYPE_CHECKING:
    from engine.store.probe_results import MapSeries

MapPositions = Callable[[Floats, Floats], Floats]
"""(steps, seconds) -> positions on the x axis, each of shape (n,)."""


def over_steps(series: MapSeries, words: MapWording, places: MapPositions) -> HeatGrid | None:
    """Return the rows of a map over the run: ``series.value`` is [n, R], or [n, R, columns], which is averaged."""
    values = _values(series, words)
    if values.ndim == 3:
        filled = np.asarray(np.isfinite(values).any(axis=2))
        values = np.nanmean(np.where(filled[..., None], values, 0.0), axis=2)
        values[~filled] = np.nan
    names = row_names(words.rows, values.shape[1])
    finite = np.asarray(np.isfinite(values).any(axis=0))
    if not finite.any():
        return None
    values, names = values[:, finite], tuple(name for name, keep in zip(names, finite, strict=True) if keep)
    x = places(series.step.astype(np.float64), series.time)
    return HeatGrid(values.T, names, x, levels=color_levels(values, words))


def at_step(series: MapSeries, words: MapWording, step: float | None) -> tuple[HeatGrid | None, int]:
    """Return rows by columns at the measurement nearest to ``step`` (None: the last), and its step."""
    values = _values(series, words)
    if values.ndim != 3 or not len(series):
        return None, 0
    at = len(series) - 1 if step is None else int(np.argmin(np.abs(series.step - step)))
    shown = values[at]
    names = row_names(words.rows, shown.shape[0])
    finite = np.asarray(np.isfinite(shown).any(axis=1))
    names = tuple(name for name, keep in zip(names, finite, strict=True) if keep)
    columns = column_names(words.columns, shown.shape[1])
    # One scale for all steps makes colours comparable over the run.
    limits = (0.0, 1.0) if words.key == "similarity/matrix" else color_levels(values, words)
    return HeatGrid(shown[finite], names, columns=columns, levels=limits), int(series.step[at])


def color_levels(values: Floats, words: MapWording) -> tuple[float, float] | None:
    """Return the colour levels: falling from the value that means "unchanged", or None (rising from 0)."""
    finite = values[np.isfinite(values)]
    if not len(finite):
        return None
    if words.falls_from is None:
        top = float(finite.max())
        return (0.0, _round_up(top)) if top > 0 else None
    if words.percent_right:
        high, low = math.ceil(float(finite.max())), math.floor(float(finite.min()))
        return float(high), float(low if low < high else high - 1)
    return words.falls_from, words.falls_from - _round_up(max(words.falls_from - float(finite.min()), 1e-6))


def _values(series: MapSeries, words: MapWording) -> Floats:
    values: Floats = series.value
    return 100.0 - values if words.percent_right else values


def _round_up(value: float) -> float:
    """Return the next larger number with two significant digits."""
    power = 10.0 ** (math.floor(math.log10(value)) - 1)
    return math.ceil(value / power - 1e-9) * power


def resets(series: MapSeries | None, before: float | None) -> tuple[Floats, Floats] | None:
    """Return (k, perplexity × before) with the top k layers reset, at the last measurement."""
    if series is None or not len(series) or before is None:
        return None
    losses = series.value[-1]
    return np.arange(len(losses), dtype=np.float64), np.exp(losses - before)
