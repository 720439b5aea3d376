"""The curves of the Forgetting tab, built from the measures of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt

from engine.metrics.base import known_metrics
from engine.store.rows import SERIES_COLOURS
from workbench.look import formats, theme
from workbench.look.names import brief_names
from workbench.pages.runs.forgetting import wording as words
from workbench.pages.runs.forgetting.query import RunForgetting
from workbench.pages.runs.forgetting.wording import PlotWording
from workbench.pages.runs.learning.axis import AxisControls
from workbench.pages.runs.learning.series import Floats
from workbench.plots import PlotCurve

if TYPE_CHECKING:
    from engine.store.rows import RunRow

NAME_WIDTH = 96
"""Largest width of a run's name at the end of a curve, px at 100 %."""


def loss_before(measured: RunForgetting) -> float | None:
    """Return the loss on general text before training."""
    curve = measured.curves.get(words.LOSS)
    if curve is None or not len(curve.step) or curve.step[0] != 0 or not np.isfinite(curve.value[0]):
        return None
    return float(curve.value[0])


def x_range(axis: AxisControls, runs: Sequence[tuple[RunRow, RunForgetting]]) -> tuple[float, float | None]:
    """Return the x range of all plots: whole runs including steps to come, or one whole stage."""
    lows, highs = [], []
    for run, measured in runs:
        low, high = axis.bounds(measured.stages)
        last = max((int(c.step[-1]) for c in measured.curves.values() if len(c.step)), default=0)
        steps = np.array([max(low, 0.0), min(high, float(max(run.steps, last)))])
        if axis.kind() == "time":
            times = [c.time[(c.step >= low) & (c.step <= high)] for c in measured.curves.values()]
            spent = np.concatenate([t for t in times if len(t)] or [np.zeros(1)])
            ends = np.array([0.0 if axis.starts_with_run() else spent.min(), spent.max()])
        else:
            ends = axis.places(measured.stages, steps, steps)
        lows.append(float(ends[0]))
        highs.append(float(ends[1]))
    return min(lows, default=0.0), max(highs, default=None)


def language_curve(
    axis: AxisControls, run: RunRow, measured: RunForgetting, shown: PlotWording
) -> PlotCurve | None:
    """Return the first plot's curve of a run."""
    ratio = shown.key == words.RATIO
    key = words.LOSS if ratio else shown.key
    line, began = _line(axis, measured, key), loss_before(measured)
    if line is None or (ratio and (began is None or measured.weak_head)):
        return None
    x, y, step = line
    if ratio and began is not None:
        y = np.exp(y - began)
    return _curve(run, str(run.id), run.name, x, y, step == measured.chosen_step, shown, None, "")


def second_curves(
    axis: AxisControls, run: RunRow, measured: RunForgetting, shown: PlotWording, brief: str = ""
) -> list[PlotCurve]:
    """Return a run's curves in the second plot: one per ability or earlier task, distinguished by dashes and name.

    ``brief`` names the run at the ends of its curves, followed by the task if there are several.
    """
    family = shown.key in (words.KNOWLEDGE, words.EARLIER)
    keys = words.measures_by_choice(measured.curves).get(shown.key, [])
    curves = []
    for index, (name, key) in enumerate(keys):
        line = _line(axis, measured, key)
        if line is None:
            continue
        x, y, step = line
        chosen = (step == measured.chosen_step) & (key in measured.chosen)
        metric = known_metrics().get(key.rpartition("/")[2]) if family else None
        wording = shown
        if metric is not None:
            y = np.array([metric.score(value) for value in y.tolist()])
            wording = shown if metric.unit == "%" else replace(shown, text=None)
        named = family and (len(keys) > 1 or shown.key == words.EARLIER)
        label = f"{run.name}, {name}" if named else run.name
        dash = theme.series_dash(run.style + SERIES_COLOURS * index)
        task = name if len(keys) > 1 or not brief else ""
        end = ", ".join(filter(None, (brief, task))) if named else ""
        curves.append(_curve(run, f"{run.id} {name}", label, x, y, chosen, wording, dash, end))
    return curves


def brief_run_names(runs: Sequence[RunRow]) -> dict[int, str]:
    """Return words that distinguish several runs, short enough for the ends of curves, or "" for a single run."""
    if len(runs) < 2:
        return {run.id: "" for run in runs}
    fit, room = theme.metrics("tick").elidedText, NAME_WIDTH
    names = brief_names([run.name for run in runs])
    return {
        run.id: fit(name, Qt.TextElideMode.ElideMiddle, room) for run, name in zip(runs, names, strict=True)
    }


def _line(axis: AxisControls, measured: RunForgetting, key: str) -> tuple[Floats, Floats, Floats] | None:
    """(x, values, steps) of a measure within the stage that is shown."""
    curve = measured.curves.get(key)
    if curve is None:
        return None
    low, high = axis.bounds(measured.stages)
    inside = (curve.step >= low) & (curve.step <= high)
    if not inside.any():
        return None
    step = curve.step[inside].astype(np.float64)
    return axis.places(measured.stages, step, curve.time[inside]), curve.value[inside], step


def _curve(
    run: RunRow, key: str, label: str, x: Floats, y: Floats, chosen: NDArray[np.bool_], shown: PlotWording,
    dash: tuple[int, ...] | None, name: str,
) -> PlotCurve:  # fmt: skip
    """Return a line with its last value at its end, and a ring at the selected step (``chosen``) if earlier."""
    text = shown.text or formats.short
    finite = np.flatnonzero(np.isfinite(y))
    at = finite[chosen[finite]]
    earlier = len(at) and at[0] != finite[-1]
    ring = (float(x[at[0]]), float(y[at[0]]), "") if earlier else None
    end = f"{name} {text(float(y[finite[-1]]))}".strip() if len(finite) else ""
    dot = run.status == "running" or len(finite) == 1  # a line of one point would be invisible
    return PlotCurve(
        key, x, y, run.style, label, dash=dash, end_dot=dot, end_label=end, ring=ring, measured=True
    )
