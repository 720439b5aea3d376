"""Data of a comparison for the plots of the Compare page."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from engine.analysis.curves.aligned import MeanCurve
from engine.analysis.forgetting import stability_plasticity
from engine.formatting.phrases import small
from engine.metrics.keys import find_metric
from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.compare.error_dots import ErrorDotRow
from workbench.pages.compare.query import ComparisonData
from workbench.pages.compare.rows import cell_value, shown_names, shown_slots
from workbench.plots import PlaneMarker, PlaneScale, PlotCurve

if TYPE_CHECKING:
    from engine.analysis.verdicts.statistics import GeometricSpread, Spread
    from engine.metrics.base import Metric

MOST_NAMED = 8
"""Curves that get their names at their ends; more would be a heap of words."""
END_NAME, LEVEL_NAME = 150, 110
"""Px at 100 % of a name at the end of a line, and of one with a test result behind it."""


def curves_and_dots(
    view: ComparisonData, hidden: Collection[int]
) -> tuple[list[PlotCurve], list[ErrorDotRow]]:
    """Return the curves and the rows of dots; rows whose first run is in ``hidden`` are left out."""
    names, slots, dots = shown_names(view.comparison), shown_slots(view.comparison), []
    for row in view.comparison.rows:
        if row.runs[0] not in hidden:
            values = row.values
            best, last, test = (
                cell_value(values.get(key)) for key in ("validation_best", "validation_last", "test")
            )
            sd = getattr(values.get("test"), "half_interval" if view.interval else "sd", None)
            dots.append(ErrorDotRow(names[row.runs[0]], slots[row.runs[0]], best, last, test, sd))
    return [*plot_curves(view, view.curves.validation, hidden), *_levels(view, hidden)], dots


def _levels(view: ComparisonData, hidden: Collection[int]) -> list[PlotCurve]:
    """Return the errors of baselines as levels, over as many epochs as the other rows have, with their test errors."""
    names, slots = shown_names(view.comparison), shown_slots(view.comparison)
    end = max((float(curve.x[-1]) for curve in view.curves.validation.values()), default=1.0)
    about = find_metric(view.curves.key)
    tests = {
        row.runs[0]: formats.fixed(cell_value(row.values.get("test")), about.digits if about else 2)
        for row in view.comparison.rows
    }
    return [
        PlotCurve.level(
            str(key), value, (0.0, end), slots[key], names[key], _end(names[key], LEVEL_NAME), tests[key]
        )
        for key, value in view.curves.levels.items()
        if key not in hidden
    ]


def plot_curves(
    view: ComparisonData, curves_by_row: Mapping[int, MeanCurve], hidden: Collection[int]
) -> list[PlotCurve]:
    """Return the lines of one plot: ``curves_by_row`` by the row's first run."""
    names, slots = shown_names(view.comparison), shown_slots(view.comparison)
    shown = [row for row in view.comparison.rows if row.runs[0] not in hidden]
    curves = []
    for row in shown:
        curve, name = curves_by_row.get(row.runs[0]), names[row.runs[0]]
        if curve is not None:
            band = None if curve.low is None or curve.high is None else (curve.low, curve.high)
            end = _end(name) if len(shown) <= MOST_NAMED else ""
            curves.append(
                PlotCurve(str(row.runs[0]), curve.x, curve.y, slots[row.runs[0]], name, markers=True, band=band,
                      end_label=end)
            )  # fmt: skip
    return curves


def plane_points(view: ComparisonData, hidden: Collection[int], x: str, y: str) -> list[PlaneMarker]:
    """Return the points of the plane on two axes of ``engine.analysis.forgetting.stability_plasticity``."""
    names, slots = shown_names(view.comparison), shown_slots(view.comparison)
    points = []
    for place in view.places.get((x, y), ()):
        if place.key not in hidden:
            points.append(
                PlaneMarker(
                    place.key,
                    slots[place.key],
                    names[place.key],
                    place.x.mean,
                    place.y.mean,
                    _ends(place.x, view.interval),
                    _ends(place.y, view.interval),
                    tuple((a, b) for _, a, b in place.runs),
                    place.key == view.baseline,
                )
            )
    return points


def _ends(spread: Spread | GeometricSpread, interval: bool) -> tuple[float, float] | None:
    low, high = spread.bounds(interval)
    return None if low is None or high is None else (low, high)


def plane_axes(x: str, y: str, metric: Metric | None) -> tuple[PlaneScale, PlaneScale]:
    """Return how the axes of the plane are written, for runs of the main metric ``metric``."""
    across, up = stability_plasticity.find_axis(x), stability_plasticity.find_axis(y)
    text = formats.times if across.is_ratio else formats.short if x == "drift" else formats.fixed
    name = tr_engine(across.label)
    title = {"factor": f"{name}, ×", "forgetting": tr("{name}, points", name=name)}.get(x, name)
    measure = tr_engine(stability_plasticity.axis_name(up, metric))
    better = (
        tr("fewer errors")
        if metric is None or metric.counts_errors
        else tr("lower {measure}", measure=small(measure))
    )
    return PlaneScale(title, text, across.is_ratio, across.is_ratio), PlaneScale(
        tr_engine(stability_plasticity.axis_label(up, metric)), formats.fixed, better=better
    )


def _end(name: str, width: int = END_NAME) -> str:
    """Return a name short enough for the end of a line."""
    return theme.metrics("tick").elidedText(name, Qt.TextElideMode.ElideMiddle, theme.sizes().px(width))
