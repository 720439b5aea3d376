"""The course of compared runs: for each row of a comparison the mean curve over its runs, by the row's first run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from engine.analysis.curves.aligned import MeanCurve, as_factors, merge_on_common_steps, merge_repetitions
from engine.analysis.curves.epochs import Floats, is_fitted_at_once, last_stage_by_epoch
from engine.analysis.verdicts.statistics import Spread
from engine.store import metrics

if TYPE_CHECKING:
    from engine.analysis.comparison import Comparison
    from engine.analysis.forgetting.measured import ForgettingRecord
    from engine.metrics.base import Metric
    from engine.store import Store
    from engine.store.rows import StageRow


def validation_curves(
    store: Store,
    comparison: Comparison,
    metric: str,
    stages: Mapping[int, Sequence[StageRow]],
    interval: bool,
) -> dict[int, MeanCurve]:
    """Return the validation ``metric`` over epochs of the last stage. Rows that are fitted at once have no course.

    Args:
        store: where the runs are.
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
    """Return the best validation value of the rows that are fitted at once (linear baselines), the mean over runs."""
    levels = {}
    for row in comparison.rows:
        best = row.values.get("validation_best")
        level = best.mean if isinstance(best, Spread) else best
        if isinstance(level, int | float) and is_fitted_at_once(stages[row.runs[0]]):
            levels[row.runs[0]] = float(level)
    return levels


def retention_curves(
    store: Store, comparison: Comparison, records: Mapping[int, ForgettingRecord], interval: bool
) -> dict[int, MeanCurve]:
    """Return the growth of the perplexity on general text over a run's steps, as a factor.

    Differences of losses are averaged and only then made factors: the mean of ratios is the geometric one.
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
    """Return the mean score on earlier tasks, over a run's steps, of the runs whose tasks share ``metric``."""
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
