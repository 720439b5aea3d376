"""Figures of the forgetting report, drawn with matplotlib: SVG that uses the colours of the page, and PNG.

This is the only module that imports matplotlib, which is part of the extra ``engine``.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import TypedDict

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from engine import paths
from engine.analysis.forgetting import stability_plasticity
from engine.analysis.run_groups import RunGroup, group_curves
from engine.analysis.series_styles import SERIES, distinct_slots, series_dash
from engine.metrics.base import Metric, known_metrics
from engine.store import Store
from engine.store.metrics import MetricCurve

TEXT, FAINT, LINE, GRID, SURFACE = "#1b2330", "#5c6779", "#8a94a3", "#e9ecf0", "#ffffff"
LineStyle = str | tuple[int, tuple[int, ...]]
"""Line style of matplotlib: its name, or offset and dashes."""


class SeriesStyle(TypedDict):
    """Colour and dash of the lines of a strategy, as arguments of matplotlib."""

    color: str
    linestyle: LineStyle


CSS_VARIABLES = {TEXT: "--text", FAINT: "--faint", LINE: "--line", GRID: "--grid", SURFACE: "--surface"} | {
    colour: f"--series-{slot}" for slot, colour in enumerate(SERIES, start=1)
}
"""CSS variable of the page for each colour of a figure, so the dark theme can change it."""
_STYLE = mpl.rc_params_from_file(paths.RESOURCES / "report.mplstyle", use_default_template=False)


@dataclass(frozen=True, eq=False)
class ReportFigure:
    """Figure that is drawn on demand. ``caption`` explains how to read it."""

    title: str
    caption: str
    canvas: Canvas

    @property
    def width(self) -> int:
        """The width on the page in px."""
        return round(96 * float(self.canvas.get_figwidth()))

    @cached_property
    def svg(self) -> str:
        """Return the figure as an SVG element whose colours are the page's variables (``CSS_VARIABLES``)."""
        buffer = io.StringIO()
        # Ids within the SVG are derived from the salt, and figures of one page must not share them.
        with mpl.rc_context({**_STYLE, "svg.hashsalt": self.title}):
            self.canvas.savefig(
                buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None}
            )
        text = buffer.getvalue()
        text = text[text.index("<svg") :]
        for colour, variable in CSS_VARIABLES.items():
            text = text.replace(colour, f"var({variable}, {colour})")
        return re.sub(r"font-family: [^;\"]*", "font-family: inherit", text)

    @cached_property
    def png(self) -> bytes:
        """Return the figure as a PNG for print, in the light theme, at twice ``width``."""
        buffer = io.BytesIO()
        with mpl.rc_context(_STYLE):
            self.canvas.savefig(buffer, format="png", dpi=192, facecolor=SURFACE)
        return buffer.getvalue()


def draw_figures(store: Store, strategies: Sequence[RunGroup]) -> dict[str, Sequence[ReportFigure]]:
    """Return the figures of the report by name, without figures that have no measurements."""
    styles = _styles(strategies)
    figures = {
        "plane": _stability_plasticity(strategies, styles),
        "retention": _curves(
            store, strategies, styles, {"": "retention/loss"}, "nats per hidden word",
            "Loss on general text", "Higher = more forgetting. Thin: single runs. Vertical lines: stages.",
        ),
        "earlier": _curves(
            store, strategies, styles, {label: f"earlier/{label}/{name}" for label, name in _tasks(strategies).items()},
            _earlier_axis(strategies), "Earlier tasks, each with its own head", _earlier_caption(strategies),
        ),
        "knowledge": _curves(
            store, strategies, styles, {name: f"knowledge/{name}/error" for name in _abilities(strategies)}, "error, %",
            "What a linear probe reads of the top layer", "Higher = less is readable.",
        ),
        "examples": _curves(
            store, strategies, styles, {"": "examples/forgotten"}, "% of the stage's texts",
            "Training texts forgotten at least once", "Counted anew in each stage.",
        ),
    }  # fmt: skip
    return {name: (figure,) for name, figure in figures.items() if figure is not None}


def _styles(groups: Sequence[RunGroup]) -> list[SeriesStyle]:
    """Return the colour and dash of each strategy: those of its first run, as in the window.

    If two strategies have the same style, the second gets the next free one.
    """
    slots = distinct_slots(dict(enumerate(group.slot for group in groups))).values()
    return [{"color": SERIES[(slot - 1) % len(SERIES)], "linestyle": _line_style(slot)} for slot in slots]


def _line_style(slot: int) -> LineStyle:
    dash = series_dash(slot)
    return (0, dash) if dash else "-"


def _tasks(groups: Sequence[RunGroup]) -> dict[str, str]:
    """Return the main metric of each task, by the task's label."""
    records = [group.records[0] for group in groups]
    return {label: name for group in records for label, name in zip(group.tasks, group.metrics, strict=True)}


def _earlier_metrics(groups: Sequence[RunGroup]) -> list[Metric]:
    return [known_metrics()[name] for name in dict.fromkeys(_tasks(groups).values())]


def _earlier_axis(groups: Sequence[RunGroup]) -> str:
    labels = [", ".join(filter(None, (f"validation {m.title}", m.unit))) for m in _earlier_metrics(groups)]
    return labels[0] if len(labels) == 1 else "validation, each task's main metric"


def _earlier_caption(groups: Sequence[RunGroup]) -> str:
    directions = {metric.direction for metric in _earlier_metrics(groups)}
    captions = {"min": "Higher = more forgetting.", "max": "Lower = more forgetting."}
    return captions[directions.pop()] if len(directions) == 1 else ""


def _abilities(groups: Sequence[RunGroup]) -> list[str]:
    return list(dict.fromkeys(name for g in groups for record in g.records for name in record.knowledge))


def _canvas(width: float, height: float) -> Canvas:
    return Canvas(figsize=(width, height), layout="constrained")


def _curves(
    store: Store,
    groups: Sequence[RunGroup],
    styles: Sequence[SeriesStyle],
    keys: dict[str, str],
    unit: str,
    title: str,
    caption: str,
) -> ReportFigure | None:
    """Draw one panel per measured key of ``keys`` (by heading), with one line per strategy."""
    lines_of = {name: list(_lines(store, groups, key)) for name, key in keys.items()}
    panels = {name: lines for name, lines in lines_of.items() if any(singles for _, singles, _ in lines)}
    if not panels:
        return None
    columns = min(3, len(panels))
    rows = -(-len(panels) // columns)
    with mpl.rc_context(_STYLE):
        canvas = _canvas(7.2, 2.7 * rows if rows > 1 else 3.0)
        axes = canvas.subplots(rows, columns, squeeze=False, sharex=True)
        for axis, (name, lines) in zip(axes.flat, panels.items(), strict=False):
            values = np.concatenate([curve.value for _, singles, _ in lines for curve in singles])
            for index, singles, mean in lines:
                style = {"linewidth": 0.8, "alpha": 0.35} if mean else {"linewidth": 1.6}
                for curve in singles:
                    axis.plot(curve.step, curve.value, **style, **styles[index])
                if mean:
                    axis.plot(*mean, linewidth=1.8, **styles[index])
            smallest, largest = np.nanmin(values), np.nanmax(values)
            if smallest > 0 and largest > 6 * smallest and "%" not in unit:
                axis.set_yscale("log")
            if name:
                axis.set_title(name.replace(":", ". ", 1))
            _mark_stages(axis, groups, has_titles=len(panels) == 1 and not name)
        for axis in axes.flat[len(panels) :]:
            axis.set_axis_off()
        for axis in axes[-1]:
            axis.set_xlabel("step", fontsize=8, color=FAINT)
        canvas.supylabel(unit, fontsize=8, color=FAINT)
        _legend(canvas, groups, styles)
    return ReportFigure(title, caption, canvas)


def _lines(
    store: Store, groups: Sequence[RunGroup], key: str
) -> Iterator[tuple[int, list[MetricCurve], tuple[np.ndarray, np.ndarray] | None]]:
    """Yield the index of each strategy, the curves of its runs, and for several runs their mean on common steps."""
    for index, strategy in enumerate(groups):
        singles, aligned = group_curves(store, strategy, key)
        mean = None
        if aligned is not None and len(singles) > 1 and len(aligned.steps) > 1:
            mean = (aligned.steps, aligned.values.mean(0))
        yield index, [curve for curve in singles if np.isfinite(curve.value).any()], mean


def _mark_stages(axis: Axes, groups: Sequence[RunGroup], *, has_titles: bool) -> None:
    """Mark the beginnings of stages if they are at the same steps in all strategies."""
    layouts = {tuple((stage.first_step, stage.title) for stage in group.stages) for group in groups}
    if len(layouts) != 1 or len(stages := next(iter(layouts))) < 2:
        return
    low, high = axis.get_xlim()
    for number, (step, title) in enumerate(stages, start=1):
        if number > 1 and low < step < high:
            axis.axvline(step, color=LINE, linewidth=0.8)
        if has_titles and low <= max(step, low) < high:
            axis.annotate(
                f"{number}. {title}", xy=(max(step, low), 1.0), xycoords=("data", "axes fraction"), xytext=(3, 2),
                textcoords="offset points", fontsize=8, color=FAINT,
            )  # fmt: skip
    axis.set_xlim(low, high)


def _legend(canvas: Canvas, groups: Sequence[RunGroup], styles: Sequence[SeriesStyle]) -> None:
    if len(groups) < 2:
        return
    from matplotlib.lines import Line2D

    lines = [Line2D([], [], linewidth=1.8) for _ in styles]
    for line, style in zip(lines, styles, strict=True):
        line.set(**style)
    canvas.legend(lines, _labels(groups, 44), loc="outside lower center", ncols=min(3, len(groups)))


def _labels(groups: Sequence[RunGroup], length: int) -> list[str]:
    """Return the names of strategies without their common prefix, at most ``length`` characters each."""
    names = [group.name for group in groups]
    equal = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    common = "".join(letters[0] for letters in equal) if len(names) > 1 else ""
    start = max((common.rfind(mark) + len(mark) for mark in (": ", ", ") if mark in common), default=0)
    short = [name[start:] or name for name in names]
    return [name if len(name) <= length else f"{name[: length - 1]}…" for name in short]


def _stability_plasticity(groups: Sequence[RunGroup], styles: Sequence[SeriesStyle]) -> ReportFigure | None:
    """Draw test error against forgetting with 95 % intervals, and the Pareto front as a staircase."""
    pairs = [
        (each, style) for each, style in zip(groups, styles, strict=True) if each.factor and each.test_error
    ]
    if len(pairs) < 2:
        return None
    metric = pairs[0][0].main_metric
    y_label = stability_plasticity.axis_label(stability_plasticity.find_axis("test"), metric)
    points = [
        (each.factor.mean, each.test_error.mean) for each, _ in pairs if each.factor and each.test_error
    ]
    is_max = metric is not None and metric.direction == "max"
    with mpl.rc_context(_STYLE):
        canvas = _canvas(7.2, 3.9)
        axis = canvas.subplots()
        names = _labels([each for each, _ in pairs], 36)
        for (each, style), (x, y), name in zip(pairs, points, names, strict=True):
            assert each.factor is not None and each.test_error is not None
            for bounds, is_horizontal in (
                (each.factor.bounds(interval=True), True),
                (each.test_error.bounds(interval=True), False),
            ):
                if bounds[0] is not None:
                    segment = (bounds, (y, y)) if is_horizontal else ((x, x), bounds)
                    axis.plot(*segment, linewidth=1.2, color=style["color"], alpha=0.6)
            axis.plot([x], [y], "o", markersize=7, color=style["color"])
            axis.annotate(name, (x, y), (7, 5), textcoords="offset points", fontsize=8)
        axis.set_xscale("log")
        low, high = min(x for x, _ in points), max(x for x, _ in points)
        axis.set_xlim(low / 1.15, high * max(1.6, (high / low) ** 0.35))
        ticks = factor_ticks(low, high, *axis.get_xlim()) or [low]
        axis.set_xticks(ticks, [f"× {tick:.3g}" for tick in ticks])
        axis.minorticks_off()
        front = [points[index] for index in stability_plasticity.pareto_front(points)]
        top, right = axis.get_ylim()[1], axis.get_xlim()[1]
        corners = stability_plasticity.front_corners(front, top, right)
        axis.plot([x for x, _ in corners], [y for _, y in corners], color=LINE, linewidth=1, zorder=0)
        if metric is not None and is_max:  # the shortfall is plotted, with labels of the metric itself
            axis.yaxis.set_major_formatter(lambda value, _place: f"{metric.shortfall(value):g}")
            axis.invert_yaxis()
        axis.set_xlabel("perplexity on general text, × before", fontsize=8, color=FAINT)
        axis.set_ylabel(y_label.lower(), fontsize=8, color=FAINT)
    corner = "Left and up" if is_max else "Left and down"
    caption = f"{corner} is better. Bars: 95 % intervals over seeds. The line: what no other strategy beats."
    return ReportFigure("Stability and plasticity", caption, canvas)


def factor_ticks(low: float, high: float, left: float, right: float) -> list[float]:
    """Return ticks for values of ``low`` to ``high`` on a logarithmic axis from ``left`` to ``right``.

    Rounder numbers have priority, and ticks are at least a twelfth of the axis apart, so that labels do not overlap.
    For example, 1.2 and 1.5 are ticks between 1 and 2, but not between 1 and 200.
    """
    ticks: list[float] = []
    distance = math.log(right / left) / 12
    for tick in (1, 10, 100, 1000, 10_000, 2, 5, 20, 50, 200, 500, 2000, 5000, 3, 1.5, 0.5, 0.8, 8, 1.2, 12):
        is_near = any(abs(math.log(tick / other)) < distance for other in ticks)
        if low / 1.1 <= tick <= high * 1.1 and not is_near:
            ticks.append(tick)
    return sorted(ticks)
