"""Curves on common steps: by epoch or update, averaged over repetitions, for the rows of a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.analysis.verdicts.statistics import Spread, half_widths
from engine.spec.stages import Stage
from engine.store import metrics

if TYPE_CHECKING:
    from engine.analysis.comparison import Comparison
    from engine.analysis.forgetting.measured import ForgettingRecord
    from engine.metrics.base import Metric
    from engine.store import Store
    from engine.store.metrics import MetricCurve
    from engine.store.rows import StageRow


Floats = NDArray[np.float64]


def steps_per_epoch(stage: StageRow) -> float:
    """Return the updates of one epoch of ``stage``, 0 if it counts no epochs."""
    count = stage.info.get("steps_per_epoch")
    return float(count) if isinstance(count, int | float) else 0.0


def is_fitted_at_once(stages: Sequence[StageRow]) -> bool:
    """Return whether a run has no updates, such as a linear baseline, whose steps are its trials."""
    options = [Stage.known_options().get(stage.kind) for stage in stages]
    return any(options) and all(option.fitted_at_once for option in options if option is not None)


def last_stage_by_epoch(curve: MetricCurve, stages: Sequence[StageRow]) -> tuple[Floats, Floats]:
    """Return (epochs, values) of the last measured stage. Earlier stages had other texts and epochs.

    If no stage counts epochs, return (steps, values). Example: stages have 10 and 20 updates, and 5 updates make an
    epoch of the second. Values at steps 10, 15 and 30 give the epochs 1 and 4, since step 10 belongs to the first
    stage.
    """
    step = np.asarray(curve.step, float)
    for stage in reversed(stages):
        epoch_steps, is_inside = steps_per_epoch(stage), step > stage.first_step
        if epoch_steps and is_inside.any():
            return (step[is_inside] - stage.first_step) / epoch_steps, curve.value[is_inside]
    return step, curve.value


@dataclass(frozen=True, eq=False)
class AlignedCurves:
    """n curves on m common steps: ``steps`` [m], ``values`` [n, m].

    ``interpolated``: the curves were measured at different steps, so some values are linearly interpolated.
    ``shortened``: some curves extend beyond the common range.
    """

    steps: Floats
    values: Floats
    interpolated: bool
    shortened: bool


def align_curves(curves: Sequence[tuple[Floats, Floats]]) -> AlignedCurves | None:
    """Return all curves at every step at which any of them was measured, within their common range.

    Nothing is extrapolated. Return None if a curve has no value, or no step lies within all of them.

    Args:
        curves: (steps, values), [k] each, with rising steps; k may differ. Values that are not finite count as missing.

    Example: ([0, 2, 4], [0, 2, 4]) and ([1, 3], [5, 7]) overlap from 1 to 3: steps [1, 2, 3], values [[1, 2, 3],
    [5, 6, 7]].
    """
    finite = [(x[np.isfinite(y)], y[np.isfinite(y)]) for x, y in curves]
    if not finite or any(not len(x) for x, _ in finite):
        return None
    start, end = max(x[0] for x, _ in finite), min(x[-1] for x, _ in finite)
    steps = np.unique(np.concatenate([x for x, _ in finite]))
    common = steps[(steps >= start) & (steps <= end)]
    if not len(common):
        return None
    values = np.stack([np.interp(common, x, y) for x, y in finite])
    interpolated = any(not np.isin(common, x).all() for x, _ in finite)
    shortened = any(x[0] < start or x[-1] > end for x, _ in finite)
    return AlignedCurves(common.astype(np.float64), values, interpolated, shortened)


@dataclass(frozen=True, eq=False)
class MeanCurve:
    """Mean of n curves: ``x``, ``y`` [m]. ``low`` to ``high`` is mean ± s.d., or the 95 % interval of the mean.

    The band is None for n = 1. An interval is NaN at points where all curves are equal, since equal values do not show
    that there is no noise. ``unequal``: the curves have different lengths, and the mean ends with the shortest.
    ``interpolated``: the curves were measured at different steps, so some values are linearly interpolated.
    """

    x: Floats
    y: Floats
    low: Floats | None = None
    high: Floats | None = None
    unequal: bool = False
    interpolated: bool = False


def merge_repetitions(curves: Sequence[tuple[Floats, Floats]], interval: bool = False) -> MeanCurve | None:
    """Return the mean of curves (x, y) measured at the same points, over their common length; None without curves."""
    if not curves:
        return None
    length = min(len(x) for x, _ in curves)
    values = np.stack([y[:length] for _, y in curves])
    return _mean(curves[0][0][:length], values, interval, unequal=any(len(x) != length for x, _ in curves))


def merge_on_common_steps(
    curves: Sequence[tuple[Floats, Floats]], interval: bool = False
) -> MeanCurve | None:
    """Return the mean of curves (steps, values) measured at different steps, or None if they do not overlap."""
    aligned = align_curves(curves)
    if aligned is None:
        return None
    mean = _mean(aligned.steps, aligned.values, interval, unequal=aligned.shortened)
    return replace(mean, interpolated=aligned.interpolated)


def as_factors(curve: MeanCurve) -> MeanCurve:
    """Return a mean of logarithms as factors: the geometric mean of ratios."""
    low, high = (None if part is None else np.exp(part) for part in (curve.low, curve.high))
    return replace(curve, y=np.exp(curve.y), low=low, high=high)


def _mean(x: Floats, values: Floats, interval: bool, *, unequal: bool) -> MeanCurve:
    """Return the mean curve of ``values`` [n, m]."""
    mean, half = values.mean(0), half_widths(values, interval)
    low, high = (None, None) if half is None else (mean - half, mean + half)
    return MeanCurve(x, mean, low, high, unequal)


def validation_curves(
    store: Store,
    comparison: Comparison,
    metric: str,
    stages: Mapping[int, Sequence[StageRow]],
    interval: bool,
) -> dict[int, MeanCurve]:
    """Return the validation ``metric`` over the epochs of the last stage. Rows fitted at once have no curve.

    Args:
        store: the store of the runs.
        comparison: the rows.
        metric: the metric's name.
        stages: the stages of each run that have begun.
        interval: bands are 95 % intervals of the mean rather than ± s.d.
    """
    key = f"validation/{metric}"
    curves = metrics.read_curves(store, [number for row in comparison.rows for number in row.runs], [key])
    by_run = {
        number: last_stage_by_epoch(curve, stages[number])
        for (number, _), curve in curves.items()
        if len(curve.step)
    }
    means = {
        row.runs[0]: merge_repetitions([by_run[number] for number in row.runs if number in by_run], interval)
        for row in comparison.rows
        if not is_fitted_at_once(stages[row.runs[0]])
    }
    return {number: curve for number, curve in means.items() if curve is not None}


def fitted_levels(comparison: Comparison, stages: Mapping[int, Sequence[StageRow]]) -> dict[int, float]:
    """Return the best validation value of rows fitted at once (linear baselines), averaged over runs."""
    levels = {}
    for row in comparison.rows:
        value = row.values.get("validation_best")
        level = value.mean if isinstance(value, Spread) else value
        if isinstance(level, int | float) and is_fitted_at_once(stages[row.runs[0]]):
            levels[row.runs[0]] = float(level)
    return levels


def retention_curves(
    store: Store, comparison: Comparison, records: Mapping[int, ForgettingRecord], interval: bool
) -> dict[int, MeanCurve]:
    """Return the perplexity on general text over a run's steps, as a factor of the initial one.

    Differences of losses are averaged before they become factors, so the mean of ratios is geometric.
    """
    ids = [number for number, each in records.items() if each.loss_before is not None and not each.weak_head]
    curves = metrics.read_curves(store, ids, ["retention/loss"])
    by_run = {
        number: (np.asarray(curve.step, float), curve.value - records[number].loss_before)
        for (number, _), curve in curves.items()
    }
    return {key: as_factors(curve) for key, curve in _align_rows(comparison, by_run, interval).items()}


def earlier_task_curves(
    store: Store,
    comparison: Comparison,
    records: Mapping[int, ForgettingRecord],
    metric: Metric | None,
    interval: bool,
) -> dict[int, MeanCurve]:
    """Return the mean score on earlier tasks over a run's steps, for runs whose tasks share ``metric``."""
    if metric is None:
        return {}
    numbers = [number for number, record in records.items() if record.metric is metric]
    keys = sorted({f"earlier/{label}/{metric.name}" for number in numbers for label in records[number].tasks})
    values: dict[int, dict[int, list[float]]] = {}
    for (number, _), curve in metrics.read_curves(store, numbers, keys).items():
        by_step = values.setdefault(number, {})
        for step, value in zip(curve.step.tolist(), curve.value.tolist(), strict=True):
            by_step.setdefault(step, []).append(value)
    by_run = {}
    for number, by_step in values.items():
        steps = sorted(by_step)
        means = [metric.score(float(np.mean(by_step[step]))) for step in steps]
        by_run[number] = (np.array(steps, float), np.array(means, float))
    return _align_rows(comparison, by_run, interval)


def _align_rows(
    comparison: Comparison, by_run: Mapping[int, tuple[Floats, Floats]], interval: bool
) -> dict[int, MeanCurve]:
    means = {
        row.runs[0]: merge_on_common_steps(
            [by_run[number] for number in row.runs if number in by_run], interval
        )
        for row in comparison.rows
    }
    return {key: curve for key, curve in means.items() if curve is not None}
