"""The drawing area of points, with intervals and the border of the front, and its mouse and keyboard input."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QMouseEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.language import tr
from workbench.look import theme
from workbench.plots.lines import DataLine, ErrorBars, data_pen, mark_pen, small_circle
from workbench.plots.plane.layout import PlaneLayout, PlaneMarker, PlaneScale, with_room_for_marks
from workbench.plots.plane.words import PlaneArea, PlaneWords
from workbench.widgets.actions import KeyHelp

RUN_ALPHA = 110
WORD_WIDTH = 140
"""Largest width of a word on an axis, px at 100 %."""
RING_SIZE = 16
"""Diameter of the ring around a point of the front, px at 100 %."""
NEAR = 14
"""Distance in px within which the mouse selects a point."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


def _border_pen() -> QPen:
    pen = QPen(theme.color("accent"), 1.5)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([3, 2])
    return data_pen(pen)


class PlaneCanvas(PlaneArea):
    """Points with intervals in two directions, the border of the front, names, and points beyond the axes.

    Arrow keys go from point to point, Enter or a click chooses one (``chosen(key)``), Ctrl+Enter or a double click
    opens it (``opened(key)``). ``moved``: mouse or keyboard are at another point, see :attr:`current`.
    ``less_is_better``: see :class:`PlaneLayout`.
    """

    chosen = Signal(object)
    opened = Signal(object)
    moved = Signal()
    KEY_HELP: ClassVar[KeyHelp] = (
        (tr("Arrow keys"), tr("In a plot of points: go to the next point")),
        ("Enter", tr("In a plot of points: choose the point")),
        ("Ctrl+Enter", tr("In a plot of points: open the run of the point")),
    )

    def __init__(
        self, name: str, empty: str, parent: QWidget | None = None, *, less_is_better: bool = True
    ) -> None:
        super().__init__(name, parent, less_is_better=less_is_better)
        self.box.setMouseEnabled(x=False, y=False)
        self._border = DataLine(antialias=True)
        self._runs, self._halo, self._rings, self._points = (
            pg.ScatterPlotItem(pxMode=True, antialias=True) for _ in range(4)
        )
        self._bars: list[ErrorBars] = []
        for z, item in enumerate((self._border, self._runs, self._halo, self._rings, self._points)):
            item.setZValue(z)
            self.box.addItem(item, ignoreBounds=True)
        self.words = PlaneWords(self, empty)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.resized.connect(self._refit)
        self.apply_theme()

    # -- data ----------------------------------------------------------------------------------------------

    def set_points(self, points: Sequence[PlaneMarker], x: PlaneScale, y: PlaneScale) -> None:
        """Draw these points on these axes."""
        self.plan = PlaneLayout(list(points), x, y, self.less_is_better)
        if self.point_of(self.current) is None:
            self.current = None
        for side, scale in (("bottom", x), ("left", y)):
            self._axes[side].setLogMode(scale.log)
            self._axes[side].set_names(_elided(scale.words) if scale.words else None)
        self.set_texts(x.tick if x.ratio else None, y.tick if y.ratio else None)
        self.set_numbers_shown(bool(points))
        front = self.plan.front
        texts = []
        for p in points:
            text = f"{p.name}: {x.text(p.x)}, {y.text(p.y)}"
            texts.append(tr("{name}, on the front", name=text) if p.key in front else text)
        self.setAccessibleDescription("; ".join(texts))
        self._fit()
        self._draw()

    def select(self, key: int | None) -> None:
        """Mark a point, without a signal."""
        if key != self.selected:
            self.selected = key
            self._draw_halo()
            self.words.update()

    # -- drawing -------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Fit the ranges: y continues behind the words at the top, so that no point is hidden there. All rings are
        whole.
        """
        area, (low, high) = self.plot_rect(), self.plan.y_range
        share = min(self.words.needed_height() / max(area.height(), 1.0), 0.6)
        radius = RING_SIZE / 2 + 2
        xs = [self.plan.x.scaled(p.x) for p in self.plan.near]
        ys = [self.plan.y.scaled(p.y) for p in self.plan.near]
        self.set_full_range(
            with_room_for_marks(self.plan.x_range, xs, radius / max(area.width(), 1.0)),
            with_room_for_marks(
                (low, low + (high - low) / (1 - share)), ys, radius / max(area.height(), 1.0)
            ),
        )

    def _draw(self) -> None:
        plan = self.plan
        across, up = plan.x.scaled, plan.y.scaled
        (_, right), ends = self.box.viewRange()
        corners = plan.border(ends, right)
        self._border.setData([x for x, _ in corners], [y for _, y in corners])
        self._border.setPen(_border_pen())
        runs = [(p, x, y) for p in plan.near if len(p.runs) > 1 for x, y in p.runs]
        self._runs.setData(
            [across(x) for _, x, _ in runs],
            [up(y) for _, _, y in runs],
            size=4,
            pen=QPen(Qt.PenStyle.NoPen),
            brush=[_series(p, RUN_ALPHA) for p, _, _ in runs],
        )
        self._draw_intervals()
        xs, ys = [across(p.x) for p in plan.near], [up(p.y) for p in plan.near]
        front, full_size = [i for i, p in enumerate(plan.near) if p.key in plan.front], RING_SIZE + 1.5
        self._rings.setData(
            [xs[i] for i in front],
            [ys[i] for i in front],
            size=full_size,
            symbol=small_circle(RING_SIZE / full_size),
            brush=QBrush(Qt.BrushStyle.NoBrush),
            pen=mark_pen(theme.color("accent"), 1.5, full_size),
        )
        self._points.setData(
            xs,
            ys,
            size=10,
            pen=mark_pen(theme.color("surface"), 1, 10),
            brush=[_series(p) for p in plan.near],
            symbol=["s" if p.baseline else "o" for p in plan.near],
        )
        self._draw_halo()
        self.words.update()

    def _draw_intervals(self) -> None:
        for bar in self._bars:
            self.box.removeItem(bar)
        self._bars = []
        for p in self.plan.near:
            if p.x_ends is None and p.y_ends is None:
                continue
            x, y = self.plan.x.scaled(p.x), self.plan.y.scaled(p.y)
            left, right = (self.plan.x.scaled(v) for v in p.x_ends or (p.x, p.x))
            low, high = (self.plan.y.scaled(v) for v in p.y_ends or (p.y, p.y))
            pen = data_pen(QPen(_series(p).color(), 1.2))
            bar = ErrorBars(
                x=np.array([x]), y=np.array([y]), left=np.array([x - left]), right=np.array([right - x]),
                bottom=np.array([y - low]), top=np.array([high - y]), beam=0, pen=pen,
            )  # fmt: skip
            bar.setZValue(1)
            self.box.addItem(bar, ignoreBounds=True)
            self._bars.append(bar)

    def _draw_halo(self) -> None:
        point = self.point_of(self.selected)
        points = [point] if point is not None and point.key not in self.plan.far_keys else []
        self._halo.setData(
            [self.plan.x.scaled(p.x) for p in points],
            [self.plan.y.scaled(p.y) for p in points],
            size=22,
            pen=mark_pen(theme.color("tint_line"), 1, 22),
            brush=QBrush(theme.color("tint")),
        )

    # -- input ---------------------------------------------------------------------------------------------

    def near(self, place: QPointF) -> int | None:
        """Return the point under ``place``, or None."""
        away = [(math.hypot(*(self.position(p) - place).toTuple()), p.key) for p in self.plan.near]
        distance, key = min(away, default=(math.inf, 0))
        return key if distance <= NEAR else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point(self.near(event.position()) if self.points else None)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        key = self.near(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if key is None:
            super().mousePressEvent(event)
        else:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.choose(key)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        key = self.near(event.position())
        if key is not None:
            self.opened.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        far, key = self.plan.far_keys, Qt.Key(event.key())
        across = [p.key for p in sorted(self.points, key=lambda p: (p.key in far, p.x, p.y))]
        up = [p.key for p in sorted(self.points, key=lambda p: (p.key in far, p.y, p.x))]
        steps = {Qt.Key.Key_Left: (across, -1), Qt.Key.Key_Right: (across, 1), Qt.Key.Key_Down: (up, -1),
                 Qt.Key.Key_Up: (up, 1)}  # fmt: skip
        if across and key in steps:
            self._point(_neighbour(self.current, *steps[key]))
        elif across and key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._point(across[0 if key == Qt.Key.Key_Home else -1])
        elif self.current is not None and key in _ENTER:
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.opened.emit(self.current)
            else:
                self.choose(self.current)
        elif self.current is not None and key == Qt.Key.Key_Escape:
            self._point(None)
        else:
            super().keyPressEvent(event)

    def choose(self, key: int) -> None:
        """Choose a point, as a click does."""
        self.selected = key
        self._draw_halo()
        self._point(key)
        self.chosen.emit(key)

    def _point(self, key: int | None) -> None:
        self.current = key
        hand = key is not None and self.underMouse()
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        self.moved.emit()
        self.words.update()

    # -- look ----------------------------------------------------------------------------------------------

    def minimumSizeHint(self) -> QSize:
        """Return the size for axes and a few points. Large text does not increase it: the window must fit a small
        screen.
        """
        return QSize(260, min(160, 172))

    def _refit(self) -> None:
        self._fit()
        self._draw()

    def apply_theme(self) -> None:
        super().apply_theme()
        self._refit()


def _series(point: PlaneMarker, alpha: int = 255) -> QBrush:
    colour = QColor(theme.series_color(point.slot))
    colour.setAlpha(alpha)
    return QBrush(colour)


def _elided(names: Sequence[str]) -> list[str]:
    """Return words that fit an axis, elided in the middle."""
    elided, most = theme.metrics("tick").elidedText, WORD_WIDTH
    return [elided(word, Qt.TextElideMode.ElideMiddle, most) for word in names]


def _neighbour(key: int | None, among: Sequence[int], step: int) -> int:
    """Return the neighbour of ``key``, or the first or last point if there is no current one."""
    if key not in among:
        return among[0 if step > 0 else -1]
    return among[min(max(among.index(key) + step, 0), len(among) - 1)]
