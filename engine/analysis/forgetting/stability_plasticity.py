"""The stability-plasticity plane: forgetting of each strategy on x, its error on y.

Left and down are better (up if the main metric is better when higher). Pure arithmetic without store or drawing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.comparison import Comparison
from engine.analysis.forgetting.measured import ForgettingRecord
from engine.analysis.verdicts.statistics import Spread, geometric_spread, spread
from engine.metrics.base import Metric, known_metrics
from engine.store.rows import RunRow


@dataclass(frozen=True)
class TradeoffAxis:
    """Axis of the plane. ``is_ratio``: values are factors, with geometric means and a logarithmic axis.

    ``value_of`` maps a run and its forgetting record (None: not measured) to the value.
    """

    key: str
    label: str
    unit: str
    value_of: Callable[[RunRow, ForgettingRecord | None], float | None]
    is_ratio: bool = False


def _forgetting_getter(name: str) -> Callable[[RunRow, ForgettingRecord | None], float | None]:
    def value(_run: RunRow, record: ForgettingRecord | None) -> float | None:
        result: float | None = None if record is None else getattr(record, name)
        return result

    return value


STABILITY_AXES = (
    TradeoffAxis(
        "factor",
        "Forgot",
        "× the perplexity before",
        _forgetting_getter("factor"),
        is_ratio=True,
    ),
    TradeoffAxis("forgetting", "F, earlier tasks", "percentage points", _forgetting_getter("forgetting")),
    TradeoffAxis("drift", "Drift", "relative to pre-trained weights", _forgetting_getter("drift")),
)
"""Choices for the x axis."""
PLASTICITY_AXES = (
    TradeoffAxis("test", "Test error", "%", lambda run, _: _installed(run, run.final_test)),
    TradeoffAxis("validation", "Validation error", "%, best", lambda run, _: _installed(run, run.final_best)),
)
"""Choices for the y axis. Another main metric of the runs replaces the error."""


@dataclass(frozen=True)
class TradeoffPoint:
    """Strategy in the plane.

    Attributes:
        key: its first run, which identifies its row in the table.
        x, y: spread over the runs that have both measures.
        runs: (run, x, y) of these runs.
    """

    key: int
    x: Spread
    y: Spread
    runs: tuple[tuple[int, float, float], ...]


def _installed(run: RunRow, value: float | None) -> float | None:
    """Return a result unless its metric is no longer installed."""
    return value if run.metric in known_metrics() else None


def axis_name(axis: TradeoffAxis, metric: Metric | None) -> str:
    """Return the name of an axis, for runs of the main metric ``metric``: ``Test error``, ``Test RMSE``."""
    if axis in STABILITY_AXES or metric is None:
        return axis.label
    return axis.label.replace("error", metric.title)


def axis_label(axis: TradeoffAxis, metric: Metric | None) -> str:
    """Return the name of an axis with its unit, for runs of the main metric ``metric``: ``Test error, %``."""
    unit = "" if axis in STABILITY_AXES else "%" if metric is None else metric.unit
    return f"{axis_name(axis, metric)}, {unit}" if unit else axis_name(axis, metric)


def find_axis(key: str) -> TradeoffAxis:
    """Return the axis called ``key``. Raises KeyError for another name."""
    return {axis.key: axis for axis in (*STABILITY_AXES, *PLASTICITY_AXES)}[key]


def plane_points(
    comparison: Comparison,
    runs: Mapping[int, RunRow],
    forgetting: Mapping[int, ForgettingRecord],
    x: TradeoffAxis,
    y: TradeoffAxis,
) -> list[TradeoffPoint]:
    """Return the point of each row of ``comparison``. Rows without a run that has both measures are omitted.

    Both means are over the same runs, so that runs lie around the point. Runs whose main metric differs from the first
    run's are omitted.
    """
    points = []
    metric = runs[comparison.rows[0].runs[0]].metric
    for row in comparison.rows:
        pairs = [
            (i, x.value_of(runs[i], forgetting.get(i)), y.value_of(runs[i], forgetting.get(i)))
            for i in row.runs
            if runs[i].metric == metric
        ]
        complete = tuple(
            (i, a, b)
            for i, a, b in pairs
            if a is not None
            and b is not None
            and math.isfinite(a)
            and math.isfinite(b)
            and (a > 0 or not x.is_ratio)
        )
        x_spread = (geometric_spread if x.is_ratio else spread)([a for _, a, _ in complete])
        y_spread = spread([b for _, _, b in complete])
        if x_spread is not None and y_spread is not None:
            points.append(TradeoffPoint(row.runs[0], x_spread, y_spread, complete))
    return points


def pareto_front(points: Sequence[tuple[float, float]]) -> list[int]:
    """Return the indices of the Pareto-optimal points, from left to right.

    A point dominates another if it is greater on no axis and smaller on at least one. Equal points do not dominate each
    other. For [(1, 5), (2, 3), (3, 4)] the front is [0, 1].
    """
    order = sorted(range(len(points)), key=lambda i: points[i])
    front: list[int] = []
    for i in order:
        if not front or points[i][1] < points[front[-1]][1] or points[i] == points[front[-1]]:
            front.append(i)
    return front


def front_corners(
    points: Iterable[tuple[float, float]], top: float, right: float
) -> list[tuple[float, float]]:
    """Return the corners of the staircase around the dominated region, from ``top`` down and out to ``right``.

    ``points`` are a front from left to right. Example: (1, 5) and (2, 3) with ``top`` 6 and ``right`` 4 give (1, 6),
    (1, 5), (2, 5), (2, 3), (4, 3).
    """
    corners: list[tuple[float, float]] = []
    level = top
    for x, y in points:
        corners += [(x, level), (x, y)]
        level = y
    return [*corners, (right, level)] if corners else []


OUTLIER_GAP = 2.0
"""Minimum width of the gap below outliers, as a multiple of the span of all values below the gap."""
MIN_VALUES = 4


def find_outliers(values: Sequence[float], exempt: Iterable[int] = ()) -> set[int]:
    """Return the indices of values so high that plotting them would flatten the rest.

    These are the values above a gap of more than ``OUTLIER_GAP`` times the span of everything below it. The lower half,
    the three lowest values and the indices in ``exempt`` are never outliers. There are none among fewer than four
    values. For [1, 1.5, 2, 9] the result is {3}.

    Args:
        values: the plotted values (logarithms on a logarithmic axis).
        exempt: indices that are always plotted, such as the baseline.
    """
    if len(values) < MIN_VALUES:
        return set()
    order = sorted(range(len(values)), key=lambda i: values[i])
    inliers = set(exempt) | set(order[: max(MIN_VALUES - 1, math.ceil(len(order) / 2))])
    low, top = values[order[0]], max(values[i] for i in inliers)
    for i in order:
        if i not in inliers and values[i] > top and values[i] - top > OUTLIER_GAP * (top - low):
            return {j for j in order if values[j] >= values[i] and j not in inliers}
        if values[i] > top:
            top = values[i]
    return set()
