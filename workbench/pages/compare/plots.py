"""The lower half of the Compare page: how runs got there, and what they forgot for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from engine.analysis.forgetting.stability_plasticity import PLASTICITY_AXES, STABILITY_AXES, axis_name
from engine.metrics.keys import find_metric
from workbench.engine_texts import describe_key
from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.compare.error_dots import ErrorDots
from workbench.pages.compare.plot_data import curves_and_dots, plane_axes, plane_points, plot_curves
from workbench.pages.compare.query import ComparisonData
from workbench.plots import CurvePlot, GuideLine, PlanePlot, PlotCurve
from workbench.widgets import Card, ComboBox, Label, Panel
from workbench.widgets.arrange import arrange_columns
from workbench.widgets.base import Themed

LEFT = {
    "error": tr("Validation error"),
    "retention": tr("Language forgotten"),
    "earlier": tr("Earlier tasks"),
    "dots": tr("Best, last, test"),
}
"""Kinds of the left plot; only the first where nothing of forgetting was measured."""
WIDE = 1640
"""Width in px at 100 % from which the head of the plane has room for its name, its choices and its caption."""
SHORT_X = {"factor": tr("Forgot"), "forgetting": tr("F, earlier tasks"), "drift": tr("Drift")}


class ComparePlots(Themed, Panel):
    """Validation error beside best, last and test error; where runs have measured what they forgot, the plane of
    stability and plasticity at the right, and a choice of curves at the left.

    ``chosen(key)``: the user has chosen a strategy in the plane; ``opened(key)``: its runs are wanted;
    ``notice(sentence)``: after an export.
    """

    chosen = Signal(object)
    opened = Signal(object)
    notice = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("window", parent=parent)
        self._view: ComparisonData | None = None
        self._hidden: set[int] = set()
        self._headed: tuple[Card | None, bool] = (None, False)
        self.error = CurvePlot(
            LEFT["error"],
            tr("%, by epoch"),
            tr("Epoch"),
            empty=tr("Curves appear with the first evaluation of a run"),
        )
        self.retention = CurvePlot(
            tr("Language forgotten"), "", tr("Step"), y_text=formats.times, y_tick=_times, log_y=True,
            empty=tr("Curves appear with the first probe of a run"),
        )  # fmt: skip
        self.earlier = CurvePlot(
            tr("Earlier tasks"), "", tr("Step"), y_text=formats.fixed,
            empty=tr("Curves appear once a second stage measures the tasks before it"),
        )  # fmt: skip
        self.dots = ErrorDots()
        self.dots_card = Card(
            LEFT["dots"], tr("error, %. Ring = best validation, bar = last, filled = test at the best step")
        )
        self.dots_card.content.addWidget(self.dots)
        self.dots_card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.plane = PlanePlot(tr("Stability and plasticity"))
        self.stability = ComboBox([], tr("What is forgotten"))
        self.plasticity = ComboBox([(tr_engine(m.label), m.key) for m in PLASTICITY_AXES], tr("Which error"))
        between = Label(tr("against", "one axis and the other"), "caption", "text2")
        self.plane.add_head_choice(self.plasticity, between, self.stability)
        for chooser in (self.stability, self.plasticity):
            chooser.allow_shrinking()
            chooser.activated.connect(lambda _index: self._draw_plane())
        self.curves_shown = ComboBox([], tr("Curves shown"))
        self.curves_shown.activated.connect(
            lambda _index: self.show_left(str(self.curves_shown.currentData()))
        )
        self.left, self.right = QStackedWidget(), QStackedWidget()
        self._cards: dict[str, Card] = {
            "error": self.error, "retention": self.retention, "earlier": self.earlier, "dots": self.dots_card,
        }  # fmt: skip
        for card in (self.error, self.retention, self.earlier):
            self.left.addWidget(card)
            card.notice.connect(self.notice)
        self.plane.notice.connect(self.notice)
        self.plane.chosen.connect(self.chosen)
        self.plane.opened.connect(self.opened)
        self.right.addWidget(self.plane)
        self._row = arrange_columns((self.left, 48), (self.right, 52), on=self)
        self._offer([], [])
        self.apply_theme()

    def apply_theme(self) -> None:
        """Let the margins follow the text size."""
        s = theme.sizes()
        self._row.setContentsMargins(s.s16, s.s8, s.s16, s.s8)
        self._row.setSpacing(s.s8)
        self._fit_plane_head()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the plane's name give way to its caption where there is no room for both."""
        super().resizeEvent(event)
        self._fit_plane_head()

    def _fit_plane_head(self) -> None:
        """The choices of its axes say as much as its name."""
        self.plane.title.setVisible(self.width() >= theme.sizes().px(WIDE))

    # -- what is offered -----------------------------------------------------------------------------------

    def _offer(self, lefts: list[str], xs: list[str]) -> None:
        """Set the choices there are now; what was chosen stays chosen where it can."""
        left, x = str(self.curves_shown.currentData() or "error"), str(self.stability.currentData() or "")
        self.curves_shown.set_choices([(LEFT[key], key) for key in lefts])
        self.stability.set_choices([(SHORT_X[key], key) for key in xs])
        self.stability.set_current(x if x in xs else next(iter(xs), ""))
        # With the plane at the right, the dots are one of the choices at the left.
        (self.left if xs else self.right).addWidget(self.dots_card)
        self.right.setCurrentWidget(self.plane if xs else self.dots_card)
        self.show_left(left if left in lefts else "error")

    def show_left(self, key: str) -> None:
        """Show the left plot called ``key``; the chooser moves into its head."""
        self.curves_shown.set_current(key)
        card, several = self._cards[key], self.curves_shown.count() > 1
        if (card, several) != self._headed:
            self._headed = (card, several)
            focused = self.curves_shown.hasFocus()
            card.add_head_choice(self.curves_shown, replaces_title=several)
            self.curves_shown.setVisible(several)  # moving has hidden it
            self.left.setCurrentWidget(card)
            if focused:
                self.curves_shown.setFocus()

    def current(self) -> CurvePlot | None:
        """Return the curves shown at the left; None for the dots."""
        card = self._cards.get(str(self.curves_shown.currentData() or "error"))
        return card if isinstance(card, CurvePlot) else None

    # -- drawing -------------------------------------------------------------------------------------------

    def show_view(self, view: ComparisonData, hidden: Collection[int]) -> None:
        """Draw a comparison without the rows in ``hidden``."""
        for _ in self.show_in_steps(view, hidden):
            pass

    def show_in_steps(self, view: ComparisonData, hidden: Collection[int]) -> Iterator[None]:
        """Draw a comparison without the rows in ``hidden``, one plot in each step."""
        self._view, self._hidden, curves = view, set(hidden), view.curves
        self._offer_measured(view)
        errors, dots = curves_and_dots(view, hidden)
        drawn = describe_key(curves.key)
        self.error.set_title(drawn.title)
        self.curves_shown.setItemText(self.curves_shown.findData("error"), drawn.title)
        for place, axis in enumerate(PLASTICITY_AXES):
            self.plasticity.setItemText(place, tr_engine(axis_name(axis, find_metric(curves.key))))
        caption = ", ".join(part for part in (drawn.unit, tr("by epoch")) if part)
        self._draw_curves(self.error, caption, errors, [])
        yield
        self.dots.set_rows(dots)
        yield
        guides = [GuideLine(float(step), title, "stage") for step, title in curves.stages]
        forgot = tr("perplexity on general text, × before. Up = forgot more")
        self._draw_curves(self.retention, forgot, plot_curves(view, curves.retention, hidden), guides)
        yield
        forgot = tr(
            "{earlier_title}, mean over tasks. Down = forgot more", earlier_title=curves.earlier_title
        )
        self._draw_curves(self.earlier, forgot, plot_curves(view, curves.earlier, hidden), guides)
        yield
        self._draw_plane()
        yield

    def _offer_measured(self, view: ComparisonData) -> None:
        """Offer the plots and axes of which the comparison has measures."""
        lefts = [
            "error",
            *(["retention"] if view.curves.retention else []),
            *(["earlier"] if view.curves.earlier else []),
        ]
        xs = [m.key for m in STABILITY_AXES if any(x == m.key for x, _ in view.places)]
        if xs:
            lefts.append("dots")
        offered = [str(self.curves_shown.itemData(i)) for i in range(self.curves_shown.count())]
        if offered != lefts or [str(self.stability.itemData(i)) for i in range(self.stability.count())] != xs:
            self._offer(lefts, xs)

    def _draw_curves(
        self, plot: CurvePlot, caption: str, curves: Sequence[PlotCurve], guides: Sequence[GuideLine]
    ) -> None:
        band = tr("95 % interval") if self._view is not None and self._view.interval else "s.d."
        banded = any(curve.band for curve in curves)
        plot.set_caption(
            tr("{caption}. Band = {band} over seeds", caption=caption, band=band) if banded else caption
        )
        last = max((float(c.x[-1]) for c in curves), default=None)
        first = min((float(c.x[0]) for c in curves), default=0.0) if plot is self.earlier else 0.0
        plot.set_x_range(None if last is None else first, last)
        plot.set_guides(guides)
        plot.set_curves(curves)

    def _draw_plane(self) -> None:
        view = self._view
        if view is None:
            return
        x, y = str(self.stability.currentData() or "factor"), str(self.plasticity.currentData() or "test")
        across = next(m for m in STABILITY_AXES if m.key == x)
        points = plane_points(view, self._hidden, x, y)
        caption = tr_engine(across.unit)
        if any(spot.x_ends or spot.y_ends for spot in points):
            caption = (
                tr("95 % intervals; {caption}", caption=caption)
                if view.interval
                else tr("± s.d.; {caption}", caption=caption)
            )
        self.plane.set_caption(caption)
        self.plane.set_empty(tr("Points appear when a run has measured both"))
        self.plane.set_points(points, *plane_axes(x, y, find_metric(view.curves.key)))

    def save(self, target: Path) -> None:
        """Save the left plot as a picture."""
        (self.current() or self.error).save(target)


def _times(value: float) -> str:
    return f"{formats.TIMES} {value:.3g}"
