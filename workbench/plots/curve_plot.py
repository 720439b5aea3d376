"""A card with curves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QWidget

from workbench.backend.tasks import Steps
from workbench.language import tr
from workbench.look import formats
from workbench.plots.annotations import PlotAnnotations, end_room
from workbench.plots.canvas import Canvas
from workbench.plots.curve import GuideLine, PlotCurve, RangeNote
from workbench.plots.curve_items import MOST_POINTS, CurveItems, log10_or_nan
from workbench.plots.picture import LegendLine, PlotPicture
from workbench.plots.plot_card import PlotCard
from workbench.plots.table import CurveTable
from workbench.widgets.actions import KeyHelp
from workbench.widgets.base import Themed
from workbench.widgets.cards import Readout, ReadoutValue

MOST_FINE = 6
"""Largest number of long curves with antialiasing. With more, a repaint would be too slow."""
MOST_TOGETHER, LEAST = 4_000, 200
"""Number of points drawn of all curves together, and at least of each."""
AT_ONCE = 16
"""Number of curves drawn in one call. User events are handled in between."""


class CurvePlot(Themed, PlotCard):
    """Curves over a shared x, in a card with caption, table, export and readout.

    Args:
        title, caption: bold name; unit and reading aid ("%, ring = best").
        x_title: name of x, for the table's head and the readout ("Step").
        y_text: a value as text in readout, table and end labels (default three digits).
        y_tick: a tick's text (default: with the decimals required by the step), for example in units of 1e-5.
        x_text: an x as text under the cross-hair (default a whole number with commas).
        log_y: logarithmic y. Values ≤ 0 become gaps.
        readout: show the line under the plot.
        empty: the text of an empty plot. Its axes stay.

    ``set_curves`` redraws only what changed, so call it for every update. The table and the export have all values;
    the drawing has at most 1,000 points per curve, fewer with more than four curves.

    Signals: ``cross_moved(x)`` when the user moves the cross-hair (see :class:`LinkedCrosshair`),
    ``notice(sentence)`` after an export.

    To remove a plot, delete it (``deleteLater``, or its parent): without that it stays, because its scene and its
    items refer to each other.
    """

    cross_moved = Signal(float)
    KEY_HELP: ClassVar[KeyHelp] = (("Shift+F10", tr("In a plot: scale of its y axis")),)

    def __init__(
        self,
        title: str,
        caption: str = "",
        x_title: str = tr("Step"),
        y_text: Callable[[float], str] | None = None,
        y_tick: Callable[[float], str] | None = None,
        x_text: Callable[[float], str] | None = None,
        log_y: bool = False,
        readout: bool = True,
        empty: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, caption, parent)
        self._x_title, self._y_text = x_title, y_text or formats.short
        self._default_x_text = self._x_text = x_text or formats.whole_or_short
        self._log, self._own_caption = log_y, caption
        self._curves: list[PlotCurve] = []
        self._drawn: dict[str, CurveItems] = {}
        self._drawn_keys: list[str] = []
        self._spans: dict[str, tuple[PlotCurve, bool, tuple[float, float] | None]] = {}
        self._x_range: tuple[float, float] | None = None
        self._y_range: tuple[float | None, float | None] = (None, None)
        self._labelled = False
        """Whether guides have names, which stand at the top of the plot."""
        self._cross: float | None = None
        self._end_room = 0
        self.canvas = Canvas(title, y_tick)
        self.canvas.set_log(log_y)
        self._marks = PlotAnnotations(self.canvas, empty)
        self._x_name: Callable[[float], str] | None = None
        self.set_parts(self.canvas, lambda: self.table, lambda: self.table.csv())
        self.readout: Readout | None = Readout() if readout else None
        if self.readout is not None:
            self.add_readout(self.readout)
        self._y_tick = y_tick
        self.canvas.hovered.connect(self._hovered)
        self.canvas.stepped.connect(self._step)
        self.canvas.range_changed.connect(self._range_changed)
        self.canvas.menu_requested.connect(lambda place: self.menu().popup(place))
        self._steps = Steps(self)
        self.set_caption(caption)
        self._fit()

    # -- data ----------------------------------------------------------------------------------------------

    @cached_property
    def table(self) -> CurveTable:
        """The table of the curves."""
        title = tr("{title}, as a table", title=self.title.text())
        table = CurveTable(title, self._x_title, self._y_text, self._x_name)
        table.setParent(self)
        table.set_curves(self._curves)
        return table

    def set_curves(self, curves: Sequence[PlotCurve]) -> None:
        """Draw these curves, in this order, the last on top. Curves already drawn are updated in place."""
        self._curves = list(curves)
        if "table" in vars(self):
            self.table.set_curves(self._curves)
        keys = {curve.key for curve in curves}
        for key in [key for key in self._drawn if key not in keys]:
            self._drawn.pop(key).remove()
        self._read_out()
        if (layout := self.layout()) is not None:
            layout.activate()  # the layout is then final, so everything is painted once
        self._fit()
        self._draw()

    def curves(self) -> list[PlotCurve]:
        """Return the last curves set."""
        return list(self._curves)

    def set_guides(self, guides: Sequence[GuideLine]) -> None:
        """Set the vertical lines: epochs, stages."""
        self.canvas.set_guides(guides)
        labelled = any(guide.label for guide in guides)
        if labelled != self._labelled:
            self._labelled = labelled
            self._fit()
        self._marks.update()

    def set_range_notes(self, notes: Sequence[RangeNote]) -> None:
        """Set explanations of ranges of x without data."""
        self._marks.set_range_notes(notes)

    def set_x_range(self, low: float | None, high: float | None = None) -> None:
        """Fix the x range, for example to the whole of a running run. None: the range of the curves."""
        limits = None if low is None or high is None or high <= low else (float(low), float(high))
        if limits == self._x_range:
            return
        self._x_range = limits
        self._fit()
        self._draw()

    def set_y_range(self, low: float | None, high: float | None) -> None:
        """Fix one or both ends of the y range. None: as the curves require."""
        self._y_range = (low, high)
        self._fit()
        self._draw()

    def set_log(self, on: bool) -> None:
        """Draw y on a logarithmic or linear scale."""
        self._log = on
        self.canvas.set_log(on)
        self.set_caption(self._own_caption)
        self._fit()
        self._draw(force=True)

    def menu(self) -> QMenu:
        """Return the context menu. It is deleted when it closes."""
        menu = QMenu(self.canvas)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Show all"), self.canvas.show_all).setEnabled(self.canvas.is_zoomed())
        log = menu.addAction(tr("Logarithmic y axis"))
        log.setCheckable(True)
        log.setChecked(self._log)
        log.toggled.connect(self.set_log)
        menu.addAction(tr("Copy picture"), self.copy_picture)
        return menu

    def set_caption(self, text: str) -> None:
        """Change the grey words after the title. A logarithmic scale is mentioned."""
        self._own_caption = text
        if self._log:
            text = tr("{caption} · log", caption=text) if text else tr("log", "scale of an axis")
        super().set_caption(text)

    def set_x_text(
        self, title: str, text: Callable[[float], str] | None = None, *, named: bool = False
    ) -> None:
        """Change the name of x (step, epoch, time) and its format (None: the initial one).

        ``named``: x consists of positions named by ``text``, so table and export have the names too.
        """
        label = text or self._default_x_text
        if (title, label) == (self._x_title, self._x_text):
            return
        self._x_title, self._x_text = title, label
        self._x_name = text if named else None
        if "table" in vars(self):
            self.table.set_format(title, self._y_text, self._x_name)
        self.canvas.set_texts(text, self._y_tick)

    def set_end_room(self, px: int) -> None:
        """Leave at least ``px`` px at the right, to align plots arranged vertically."""
        self._end_room = px
        self._draw()

    def set_empty(self, text: str) -> None:
        """Set the text shown while the plot has no curve."""
        self._marks.set_empty(text)

    @property
    def empty(self) -> str:
        """The text shown while the plot has no curve."""
        return self._marks.empty

    shares_x = True
    """Whether it shares its x with other plots, for :class:`workbench.plots.linked.LinkedZoom`."""

    # -- ranges --------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        xs = [c.x for c in self._curves if len(c.x)]
        if self._x_range is not None:
            x = self._x_range
        elif xs:
            x = (min(float(v[0]) for v in xs), max(float(v[-1]) for v in xs))
        else:
            x = (0.0, 1.0)
        if x[1] <= x[0]:
            x = (x[0] - 0.5, x[0] + 0.5)
        # Space for a dot on the last point, in every plot, so that linked plots stay aligned; at the left only
        # if there is a dot.
        pad = 0.02 * (x[1] - x[0])
        dots = any(c.markers and len(c.x) and c.x[0] <= x[0] + pad for c in self._curves)
        x = (x[0] - (pad if dots else 0.0), x[1] + pad)
        self.canvas.set_numbers_shown(bool(xs) or self._x_range is not None)
        self.canvas.set_full_range(x, self._y_limits())

    def _y_limits(self) -> tuple[float, float]:
        # The span of an identical curve object is already known.
        before, self._spans = self._spans, {}
        for c in self._curves:
            last = before.get(c.key)
            same = last is not None and last[0] is c and last[1] == self._log
            self._spans[c.key] = last if last is not None and same else (c, self._log, self._span(c))
        spans = {key: span for key, (_, _, span) in self._spans.items() if span is not None}
        beyond = _outliers(spans)
        inner = [span for key, span in spans.items() if key not in beyond]
        low = min((a for a, _ in inner), default=-1.0 if self._log else 0.0)
        high = max((b for _, b in inner), default=0.0 if self._log else 1.0)
        pad = 0.06 * (high - low) or (0.15 if self._log else abs(high) * 0.05 or 1.0)
        rings = any(c.ring is not None and c.ring[2] for c in self._curves)
        bottom, top = (
            low - pad * (2.5 if rings else 1),
            high + pad * (2 if self._labelled else 1),
        )  # the best value is below its ring, the names of guides at the top
        if not self._log and low >= 0 > bottom:
            dots = any(c.markers or c.ring is not None for c in self._curves)
            bottom = -0.1 * (high + pad) if low == 0 and dots else 0.0  # a ring at 0 is fully visible
        ends = self._y_range
        fixed = [v if v is None or not self._log else (math.log10(v) if v > 0 else None) for v in ends]
        bottom = fixed[0] if fixed[0] is not None else bottom
        top = fixed[1] if fixed[1] is not None else top
        return (bottom, top) if top > bottom else (bottom, bottom + 1.0)

    def _span(self, curve: PlotCurve) -> tuple[float, float] | None:
        """Return the lowest and highest value to show: all of the line, and the bulk of its raw values."""
        parts = [curve.y, *(curve.band or ())]
        values = np.concatenate([log10_or_nan(p) if self._log else p for p in parts])
        values = values[np.isfinite(values)]
        if len(values) == 0:
            return None
        low, high = float(values.min()), float(values.max())
        if curve.raw is not None:
            raw = log10_or_nan(curve.raw) if self._log else curve.raw
            raw = raw[np.isfinite(raw)]
            if len(raw):
                # np.percentile would work, but imports numpy.ma at its first call.
                ends = np.multiply([0.02, 0.98], len(raw) - 1)
                first, last = np.interp(ends, np.arange(len(raw)), np.sort(raw))
                low, high = min(low, float(first)), max(high, float(last))
        return low, high

    def _range_changed(self) -> None:
        self._marks.update()
        self._draw()

    # -- drawing -------------------------------------------------------------------------------------------

    def _draw(self, force: bool = False, all_now: bool = False) -> None:
        """Draw the changed curves, the rest of many a moment later. ``all_now``: at once. ``force``: redraw all."""
        all_now = all_now or force
        if all_now or not self._steps.are_under_way():  # pending steps draw the curves present at their turn
            self._steps.begin(self._draw_in_steps(force, all_now))

    def _draw_in_steps(self, force: bool, all_now: bool) -> Iterator[None]:
        """Draw the changed curves, at most ``AT_ONCE`` in each step unless ``all_now``."""
        while self._draw_some(force, len(self._curves) if all_now else AT_ONCE):
            yield

    def _draw_some(self, force: bool, left: int) -> bool:
        """Draw at most ``left`` of the changed curves. Return whether some remain."""
        some_left = False
        window = self.canvas.x_range() if self.canvas.is_zoomed() else None
        fine = len(self._curves) <= MOST_FINE
        most = max(LEAST, min(MOST_POINTS, MOST_TOGETHER // max(1, len(self._curves))))
        changed = self._drawn_keys != [c.key for c in self._curves]
        self._drawn_keys = [c.key for c in self._curves]
        for z, curve in enumerate(self._curves):
            drawn = self._drawn.get(curve.key)
            if left == 0:
                some_left = True
                break
            if drawn is None:
                drawn = self._drawn[curve.key] = CurveItems(self.canvas.box)
            redrawn = drawn.update(curve, self._log, window, force, fine, most)
            changed, left = changed or redrawn, left - redrawn
            drawn.raise_to(z / 1000)
        self._marks.show_curves(self._curves, self._log, changed or force)
        self.canvas.set_right_room(max(end_room(self._curves), self._end_room))
        if self.isVisible():
            self.canvas.settle()
        return some_left

    # -- cross-hair and readout ----------------------------------------------------------------------------

    def _hovered(self, x: float) -> None:
        if math.isfinite(x):
            self._move_cross(x)

    def _move_cross(self, x: float) -> None:
        self.set_cross(x)
        self.cross_moved.emit(self._cross if self._cross is not None else math.nan)

    def _step(self, steps: int) -> None:
        """Move the cross-hair by ``steps`` points of the first curve, for the arrow keys."""
        xs = next((c.x for c in self._curves if len(c.x)), None)
        if xs is None:
            return
        index = int(np.searchsorted(xs, self._cross)) if self._cross is not None else len(xs) - 1 - steps
        self._move_cross(float(xs[min(max(index + steps, 0), len(xs) - 1)]))

    def set_cross(self, x: float | None) -> None:
        """Set the cross-hair to ``x`` (None: none) without a signal. The readout follows."""
        self._cross = x
        self.canvas.set_cross(x, self._x_text(x) if x is not None else "")
        self._read_out()

    def cross(self) -> float | None:
        """Return the position of the cross-hair."""
        return self._cross

    def _read_out(self) -> None:
        if self.readout is None:
            return
        values: list[ReadoutValue] = []
        places: list[float] = []
        for curve in self._curves:
            if curve.faint or not curve.in_readout:
                continue
            point = curve.last_point() if self._cross is None else curve.at(self._cross)
            if point is not None:
                places.append(point[0])
                values.append(
                    ReadoutValue(curve.slot, self._y_text(point[1]), curve.label or curve.key, curve.dash)
                )
            elif curve.last_point() is not None:  # it has ended, or not begun, at this x
                values.append(ReadoutValue(curve.slot, "–", curve.label or curve.key, curve.dash))
        if not values:
            at = ""
        elif self._cross is None:
            at = tr("Last")
        else:
            near = min(places, key=lambda p: abs(p - self._cross_x()), default=self._cross_x())
            at = tr("At {text}", text=self._x_text(near))
        self.readout.set_readout(at, values)

    def _cross_x(self) -> float:
        return self._cross if self._cross is not None else 0.0

    # -- table and export ----------------------------------------------------------------------------------

    def picture(self) -> PlotPicture:
        self._draw(all_now=True)
        named = [c for c in self._curves if c.label and not c.faint and len(c.x)]
        return PlotPicture(
            (self.canvas,),
            self.title.text(),
            self.caption.text(),
            self._x_title,
            self.title.text(),
            tuple(LegendLine(c.slot, c.label, c.dash) for c in named),
        )

    # -- theme ---------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def apply_theme(self) -> None:
        self._draw(force=True)


def _outliers(spans: dict[str, tuple[float, float]]) -> set[str]:
    """Return keys of curves that lie entirely and far above the others: a diverged run must not flatten the rest."""
    if len(spans) < 3:
        return set()
    highs = sorted(high for _, high in spans.values())
    lows = sorted(low for low, _ in spans.values())
    median = highs[len(highs) // 2]
    room = median - lows[0]
    return {key for key, (low, _) in spans.items() if room > 0 and low > median + 3 * room}
