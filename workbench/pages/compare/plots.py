"""The lower half of the Compare page: learning curves and forgetting.

``PLOTS`` lists the available curves. To add a plot, add a record.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from engine.analysis.curves.compared import MeanCurve
from engine.analysis.forgetting.stability_plasticity import (
    PLASTICITY_AXES,
    STABILITY_AXES,
    axis_label,
    axis_name,
    find_axis,
)
from engine.formatting.phrases import small
from engine.metrics.base import Metric
from engine.metrics.keys import find_metric
from workbench.engine_texts import describe_key
from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.compare.columns import display_names, display_slots
from workbench.pages.compare.query import ComparisonData
from workbench.plots import CurvePlot, GuideLine, PlaneMarker, PlanePlot, PlaneScale, PlotCurve
from workbench.widgets import ComboBox, Label, Panel
from workbench.widgets.arrange import arrange_columns

if TYPE_CHECKING:
    from engine.analysis.verdicts.statistics import Spread

MOST_NAMED = 8
"""Largest number of curves with names at their ends; more names would overlap."""
END_NAME = 150
"""Width of a name at the end of a line, px at 100 %."""
SHORT_X = {"factor": tr("Forgot"), "forgetting": tr("F, earlier tasks"), "drift": tr("Drift")}
Means = Mapping[int, MeanCurve]


def _by_epoch(view: ComparisonData) -> str:
    return ", ".join(part for part in (describe_key(view.curves.key).unit, tr("by epoch")) if part)


@dataclass(frozen=True)
class ComparePlot:
    """Curves of a comparison: one card of the choice at the left.

    Attributes:
        title: its name for a comparison.
        curves: the curves by the row's first run. The plot is not offered if there are none.
        caption: unit and reading aid.
        card: creates the plot.
        levels: results without a curve, drawn as horizontal lines.
        by_steps: whether x counts the updates of all stages, whose ends are marked.
    """

    key: str
    title: Callable[[ComparisonData], str]
    curves: Callable[[ComparisonData], Means]
    caption: Callable[[ComparisonData], str]
    card: Callable[[], CurvePlot]
    levels: Callable[[ComparisonData], Mapping[int, float]] = lambda _view: {}
    by_steps: bool = True


PLOTS = (
    ComparePlot(
        "error",
        title=lambda view: describe_key(view.curves.key).title,
        curves=lambda view: view.curves.validation,
        caption=_by_epoch,
        card=lambda: CurvePlot(
            "", x_title=tr("Epoch"), empty=tr("Curves appear with the first evaluation of a run")
        ),
        levels=lambda view: view.curves.levels,
        by_steps=False,
    ),
    ComparePlot(
        "retention",
        title=lambda _view: tr("Language forgotten"),
        curves=lambda view: view.curves.retention,
        caption=lambda _view: tr("perplexity on general text, × before; higher = more forgetting"),
        card=lambda: CurvePlot(
            "",
            y_text=formats.times,
            y_tick=lambda factor: f"{formats.TIMES} {factor:.3g}",
            log_y=True,
            empty=tr("Curves appear with the first probe of a run"),
        ),
    ),
    ComparePlot(
        "earlier",
        title=lambda _view: tr("Earlier tasks"),
        curves=lambda view: view.curves.earlier,
        caption=lambda view: tr(
            "{title}, mean over tasks; lower = more forgetting",
            title=view.curves.earlier_title,
        ),
        card=lambda: CurvePlot(
            "",
            y_text=formats.fixed,
            empty=tr("Curves appear once a second stage measures the tasks before it"),
        ),
    ),
)


class ComparePlots(Panel):
    """A choice of curves and, for runs with measures of forgetting, the plane of stability and plasticity.

    ``chosen(key)``: the user has selected a strategy in the plane. ``opened(key)``: its runs are requested;
    ``notice(sentence)``: after an export.
    """

    chosen = Signal(object)
    opened = Signal(object)
    notice = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("window", parent=parent)
        self._view: ComparisonData | None = None
        self._offered: list[tuple[str, str]] = []
        self._hidden: set[int] = set()
        self.cards = {each.key: each.card() for each in PLOTS}
        self.left = QStackedWidget()
        for card in self.cards.values():
            self.left.addWidget(card)
            card.notice.connect(self.notice)
        self.curves_shown = ComboBox([], tr("Curves shown"))
        self.curves_shown.activated.connect(lambda _index: self.show_curves(self.curves_shown.currentData()))
        self.plane = PlanePlot(tr("Stability and plasticity"))
        self.stability = ComboBox([], tr("What is forgotten"))
        self.plasticity = ComboBox([(tr_engine(m.label), m.key) for m in PLASTICITY_AXES], tr("Result shown"))
        between = Label(tr("against", "one axis and the other"), "caption", "text2")
        self.plane.add_head_choice(self.plasticity, between, self.stability, replaces_title=True)
        for chooser in (self.stability, self.plasticity):
            chooser.allow_shrinking()
            chooser.activated.connect(lambda _index: self._draw_plane())
        self.plane.notice.connect(self.notice)
        self.plane.chosen.connect(self.chosen)
        self.plane.opened.connect(self.opened)
        arrange_columns((self.left, 48), (self.plane, 52), on=self, margins=(16, 8, 16, 8), spacing=8)
        self.show_curves(None)

    def current(self) -> CurvePlot:
        """Return the curves shown."""
        return self.cards[str(self.curves_shown.currentData() or PLOTS[0].key)]

    def show_curves(self, key: object) -> None:
        """Show the plot ``key``. The chooser moves into its head."""
        self.curves_shown.set_current(key)
        card, several = self.current(), self.curves_shown.count() > 1
        focused = self.curves_shown.hasFocus()
        card.add_head_choice(self.curves_shown, replaces_title=several)
        self.curves_shown.setVisible(several)  # reparenting has hidden it
        self.left.setCurrentWidget(card)
        if focused:
            self.curves_shown.setFocus()

    # -- drawing -------------------------------------------------------------------------------------------

    def show_in_steps(self, view: ComparisonData, hidden: Collection[int]) -> Iterator[None]:
        """Draw a comparison without the rows in ``hidden``, one plot in each step.

        Only plots with curves are offered: levels alone over an axis of epochs are uninformative.
        """
        self._view, self._hidden = view, set(hidden)
        offered = [(each.title(view), each.key) for each in PLOTS if each.curves(view)]
        if offered != self._offered:
            self._offered = offered
            self.curves_shown.set_choices(offered)
            self.show_curves(self.curves_shown.currentData())
        self.left.setVisible(bool(offered))
        xs = [m.key for m in STABILITY_AXES if any(x == m.key for x, _ in view.places)]
        self.stability.set_choices([(SHORT_X[key], key) for key in xs])
        self.plane.setVisible(bool(xs))
        self.setVisible(bool(offered or xs))
        yield
        for each in PLOTS:
            self._draw_curves(each, view)
            yield
        for index, axis in enumerate(PLASTICITY_AXES):
            self.plasticity.setItemText(index, tr_engine(axis_name(axis, find_metric(view.curves.key))))
        self._draw_plane()

    def _draw_curves(self, plot: ComparePlot, view: ComparisonData) -> None:
        card = self.cards[plot.key]
        curves = plot_curves(plot, view, self._hidden)
        parts = [plot.caption(view)]
        if any(curve.band for curve in curves):
            band = tr("95 % interval") if view.interval else tr("s.d.")
            parts.append(tr("band = {text} over seeds", text=band))
        if view.tasks:
            parts.append(tr("different tasks: compare lines of one task only"))
        elif plot.by_steps and view.curves.stages_differ:
            parts.append(tr("the stages of these runs differ"))
        card.set_title(plot.title(view))
        card.set_caption("; ".join(parts))
        last = max((float(c.x[-1]) for c in curves), default=None)
        first = min((float(c.x[0]) for c in curves), default=0.0) if plot.key == "earlier" else 0.0
        card.set_x_range(None if last is None else first, last)
        if plot.by_steps:
            card.set_guides([GuideLine(float(step), title, "stage") for step, title in view.curves.stages])
        card.set_curves(curves)

    def _draw_plane(self) -> None:
        view, x, y = self._view, str(self.stability.currentData()), str(self.plasticity.currentData())
        if view is None or not view.places:
            return
        points = plane_points(view, self._hidden, x, y)
        caption = tr_engine(find_axis(x).unit)
        if any(spot.x_ends or spot.y_ends for spot in points):
            caption = f"{tr('95 % intervals') if view.interval else tr('± s.d.')}; {caption}"
        self.plane.set_caption(caption)
        self.plane.set_empty(tr("Points appear when a run has measured both"))
        self.plane.set_points(points, *plane_axes(x, y, find_metric(view.curves.key)))


def plot_curves(plot: ComparePlot, view: ComparisonData, hidden: Collection[int]) -> list[PlotCurve]:
    """Return the curves of a plot, and its levels over the same epochs, without the rows in ``hidden``."""
    names, slots = display_names(view.comparison), display_slots(view.comparison)
    courses, levels = plot.curves(view), plot.levels(view)
    shown = [row.runs[0] for row in view.comparison.rows if row.runs[0] not in hidden]
    end = max((float(curve.x[-1]) for curve in courses.values()), default=1.0)
    metric = find_metric(view.curves.key)
    lines = []
    for key in shown:
        name = tr("{name}, {task}", name=names[key], task=view.tasks[key]) if view.tasks else names[key]
        label = theme.metrics("tick").elidedText(name, Qt.TextElideMode.ElideMiddle, END_NAME)
        if (curve := courses.get(key)) is not None:
            band = None if curve.low is None or curve.high is None else (curve.low, curve.high)
            label = label if len(shown) <= MOST_NAMED else ""
            lines.append(
                PlotCurve(
                    str(key), curve.x, curve.y, slots[key], name, markers=True, band=band, end_label=label
                )
            )
        elif (value := levels.get(key)) is not None:
            # Its value in the split of this plot: a test result would be misread as the height of the line.
            height = formats.fixed(value, metric.digits if metric is not None else 2)
            lines.append(PlotCurve.level(str(key), value, (0.0, end), slots[key], name, f"{label}, {height}"))
    return lines


def plane_points(view: ComparisonData, hidden: Collection[int], x: str, y: str) -> list[PlaneMarker]:
    """Return the points of the plane on two axes of ``engine.analysis.forgetting.stability_plasticity``."""
    names, slots = display_names(view.comparison), display_slots(view.comparison)

    def ends(spread: Spread) -> tuple[float, float] | None:
        low, high = spread.bounds(view.interval)
        return None if low is None or high is None else (low, high)

    return [
        PlaneMarker(
            place.key, slots[place.key], names[place.key], place.x.mean, place.y.mean, ends(place.x), ends(place.y),
            tuple((a, b) for _, a, b in place.runs), place.key == view.baseline,
        )
        for place in view.places.get((x, y), ())
        if place.key not in hidden
    ]  # fmt: skip


def plane_axes(x: str, y: str, metric: Metric | None) -> tuple[PlaneScale, PlaneScale]:
    """Return the axes of the plane for runs of the main metric ``metric``."""
    across, up = find_axis(x), find_axis(y)
    text = formats.times if across.is_ratio else formats.short if x == "drift" else formats.fixed
    name = tr_engine(across.label)
    title = {"factor": f"{name}, ×", "forgetting": tr("{name}, points", name=name)}.get(x, name)
    measure = tr_engine(axis_name(up, metric))
    errors, more = metric is None or metric.counts_errors, metric is not None and metric.direction == "max"
    better = (
        tr("higher {measure}", measure=small(measure))
        if more
        else tr("lower {measure}", measure=small(measure))
    )
    return PlaneScale(title, text, across.is_ratio, across.is_ratio), PlaneScale(
        tr_engine(axis_label(up, metric)), formats.fixed, better=tr("fewer errors") if errors else better,
        more_is_better=more,
    )  # fmt: skip
