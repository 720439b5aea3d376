"""The drawing area: a pyqtgraph plot in the window's look, with its own axes, guides, ranges and cross-hair."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import ClassVar

import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseDragEvent
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPicture,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsGridLayout, QWidget

from workbench.language import tr
from workbench.look import theme
from workbench.plots.axes import Axis
from workbench.plots.curve import GuideLine
from workbench.plots.lines import StraightLine, data_pen, widened
from workbench.widgets.actions import KeyHelp
from workbench.widgets.base import Themed, paint_box


class BrushBox(pg.ViewBox):
    """Dragging over a whole plot zooms into a range and moves a zoomed one; Shift zooms further.

    ``brushed(low, high)`` is the selected x range, as drawn. Drags shorter than ``LEAST`` px are ignored.
    """

    brushed = Signal(float, float)
    LEAST = 4

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.shows_all = True
        """Whether the whole x range is shown: there is nothing to move then."""
        self._brushing = False

    @cached_property
    def _region(self) -> pg.LinearRegionItem:
        """The selected range during a drag."""
        region = pg.LinearRegionItem(movable=False)
        region.setZValue(4)
        self.addItem(region, ignoreBounds=True)
        return region

    def mouseDragEvent(self, event: MouseDragEvent, axis: int | None = None) -> None:
        """Zoom or move. The right button is for the menu."""
        if event.button() == Qt.MouseButton.RightButton:
            event.ignore()
            return
        if event.isStart():
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            chooses = self.mouseEnabled()[0] and (shift or self.shows_all)
            self._brushing = event.button() == Qt.MouseButton.LeftButton and chooses
        if not self._brushing:
            super().mouseDragEvent(event, axis)
            return
        event.accept()
        (left, right), _ = self.viewRange()
        ends = (self.mapToView(place).x() for place in (event.buttonDownPos(), event.pos()))
        low, high = sorted(float(min(max(end, left), right)) for end in ends)
        if not event.isFinish():
            self._show(low, high)
            return
        self._brushing = False
        self._region.hide()
        if high - low >= self.LEAST * self.viewPixelSize()[0]:
            self.brushed.emit(low, high)

    def _show(self, low: float, high: float) -> None:
        ground, edge = theme.color("accent"), theme.color("accent")
        ground.setAlphaF(0.12)
        self._region.setBrush(ground)
        view = self.getViewWidget()
        pen = widened(data_pen(QPen(edge, 1)), view.devicePixelRatioF() if view is not None else 1.0)
        for line in self._region.lines:
            line.setPen(pen)
        self._region.setRegion((low, high))
        self._region.show()


pg.setConfigOptions(antialias=False, useOpenGL=False)


def hairline(token: str) -> QPen:
    """Return the pen of a line over data, one px wide, in a token's colour."""
    return data_pen(QPen(theme.color(token), 1))


def _guide_pen(style: str) -> QPen:
    pen = hairline("text2" if style == "stage" else "text3")
    if style != "stage":
        pen.setStyle(Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([1, 3])
    return pen


class _Flag(QWidget):
    """The dark label on the x axis under the cross-hair."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_at(self, x: float, top: float, text: str) -> None:
        """Centre the label at ``x`` px, below ``top`` px."""
        self._text = text
        width, height = theme.text_width(text, "tick_strong") + 2 * 8, 17
        self.setGeometry(round(x - width / 2), round(top) + 3, width, height)
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_box(painter, self, theme.color("text2"), None, theme.sizes().radius_bar)
        theme.draw_line(painter, QRect(self.rect()), self._text, "tick_strong", "surface", "center")


class Canvas(Themed, pg.GraphicsView):
    """An empty plot area: two axes and a view, without pyqtgraph's context menu.

    Zoom x with Ctrl + wheel or by dragging (with Shift if already zoomed: dragging alone moves the range). A double
    click shows everything. ``menu_requested(place)``: a right click, or the menu key, at a screen position.
    ``hovered(x)`` follows the mouse (NaN when it leaves). Left and right arrows emit ``stepped(±1)``.
    """

    hovered = Signal(float)
    stepped = Signal(int)
    menu_requested = Signal(QPoint)
    range_changed = Signal()
    resized = Signal()
    KEY_HELP: ClassVar[KeyHelp] = (
        ("Left", tr("In a plot: move the cross-hair back (with Shift by ten)")),
        ("Right", tr("In a plot: move the cross-hair on (with Shift by ten)")),
        ("Esc", tr("In a plot: reset the zoom")),
    )

    def __init__(
        self, name: str, y_text: Callable[[float], str] | None = None, parent: QWidget | None = None
    ) -> None:
        self._axes = {"left": Axis("left", y_text), "bottom": Axis("bottom")}
        self.is_bare = False
        # The base class resizes itself in its constructor.
        self._cross_x: float | None = None
        self._full: tuple[float, float, float, float] | None = None
        self.box = BrushBox()
        pg.GraphicsView.__init__(self, parent, background=None)
        self.setAccessibleName(name)
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the plot already has one
        self.enableMouse(False)
        self.item, self.parts = pg.GraphicsWidget(), QGraphicsGridLayout()
        self.item.setLayout(self.parts)
        self.setCentralItem(self.item)
        self.parts.setSpacing(0)
        for part, row, column in ((self._axes["left"], 0, 0), (self.box, 0, 1), (self._axes["bottom"], 1, 1)):
            self.parts.addItem(part, row, column)
        self.parts.setRowStretchFactor(0, 100)
        self.parts.setColumnStretchFactor(1, 100)
        for axis in self._axes.values():
            axis.linkToView(self.box)
            axis.setZValue(-1000)  # its grid is under the curves
        self.box.disableAutoRange()
        self.box.setMouseEnabled(x=True, y=False)
        self.box.brushed.connect(lambda low, high: self.box.setXRange(low, high, padding=0))
        self.box.setDefaultPadding(0)
        self._cross = StraightLine(angle=90, movable=False)
        self._cross.hide()
        self._cross.setZValue(5)
        self.box.addItem(self._cross, ignoreBounds=True)
        self._flag = _Flag(self)
        self._guides: list[GuideLine] = []
        self._guide_lines: list[StraightLine] = []
        self._right_room = 0
        self._top_room = 8
        self._x_text: Callable[[float], str] = str
        self.scene().sigMouseMoved.connect(self._mouse_moved)
        self.box.sigRangeChanged.connect(self._ranged)
        Canvas.apply_theme(self)

    # -- ranges --------------------------------------------------------------------------------------------

    def set_full_range(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """Set the range without zoom. A zoomed plot keeps its x range."""
        zoomed = self.is_zoomed()
        self._full = (*x, *y)
        self.box.setLimits(xMin=x[0], xMax=x[1])
        if not zoomed:
            self.box.setXRange(*x, padding=0)
        self.box.setYRange(*y, padding=0)

    def is_zoomed(self) -> bool:
        """Return whether only part of the x range is shown."""
        if self._full is None:
            return False
        (low, high), (first, last, *_) = self.box.viewRange()[0], self._full
        return high - low < 0.999 * (last - first)

    def show_all(self) -> None:
        """Undo zooming."""
        if self._full is not None:
            self.box.setXRange(self._full[0], self._full[1], padding=0)

    def x_range(self) -> tuple[float, float]:
        """Return the shown x range."""
        low, high = self.box.viewRange()[0]
        return float(low), float(high)

    def set_log(self, on: bool) -> None:
        """Set whether the values of y are log10."""
        self._axes["left"].setLogMode(on)

    def set_texts(self, x: Callable[[float], str] | None, y: Callable[[float], str] | None) -> None:
        """Set the formats of ticks. None is the default format."""
        self._axes["bottom"].set_text(x)
        self._axes["left"].set_text(y)

    def set_numbers_shown(self, on: bool) -> None:
        """Show or hide the labels of the axes, which are meaningless without data."""
        for axis in self._axes.values():
            axis.setStyle(showValues=on)

    def set_axis_width(self, width: float | None) -> None:
        """Fix the y axis to ``width`` px, to align plots arranged vertically. None: as wide as required."""
        self._axes["left"].setWidth(width)

    def set_right_room(self, px: int) -> None:
        """Leave ``px`` px free at the right, for labels at line ends."""
        if px != self._right_room:
            self._right_room = px
            self._margins()

    def set_top_room(self, px: int) -> None:
        """Leave ``px`` px free above the plot."""
        if px != self._top_room:
            self._top_room = px
            self._margins()

    def _margins(self) -> None:
        # Space at the bottom for descenders of commas: pyqtgraph underestimates the height of labels.
        self.parts.setContentsMargins(0, self._top_room, max(16, self._right_room), 2)

    def settle(self) -> None:
        """Lay out the axes for their present labels, and then the curves.

        pyqtgraph does both while painting, and then repaints.
        """
        self.parts.activate()
        for axis in self._axes.values():
            if axis.picture is None:  # its labels may have changed
                picture = QPicture()
                painter = QPainter(picture)
                painter.setFont(theme.font("tick"))
                axis.generateDrawSpecs(painter)
                painter.end()
        self.parts.activate()
        self.scene().prepareForPaint()

    # -- guides and cross-hair -----------------------------------------------------------------------------

    def set_guides(self, guides: Sequence[GuideLine]) -> None:
        """Draw these vertical lines instead of the present ones."""
        if list(guides) == self._guides and self._guide_lines:
            return
        for line in self._guide_lines:
            self.box.removeItem(line)
        self._guides = list(guides)
        self._guide_lines = [self._guide_line(guide) for guide in self._guides]

    def _guide_line(self, guide: GuideLine) -> StraightLine:
        style = guide.style
        line = StraightLine(guide.x, angle=0 if style == "level" else 90, pen=_guide_pen(style))
        line.setZValue(-10)
        self.box.addItem(line, ignoreBounds=True)
        return line

    def guides(self) -> list[GuideLine]:
        """Return the guides drawn."""
        return list(self._guides)

    def set_cross(self, x: float | None, text: str = "") -> None:
        """Show the cross-hair at ``x`` with ``text`` on the axis. None hides it."""
        self._cross_x = x
        if x is None or not math.isfinite(x):
            self._cross.hide()
            self._flag.hide()
            return
        self._cross.setPos(x)
        self._cross.show()
        low, high = self.x_range()
        if low <= x <= high:
            place = self.to_widget(x, self.box.viewRange()[1][0])
            self._flag.show_at(place.x(), place.y(), text)
        else:
            self._flag.hide()

    def set_bare(self, on: bool) -> None:
        """Hide cross-hair, marks and focus while a picture is painted."""
        self.is_bare = on
        for part in (self._cross, self._flag):
            if on:
                part.hide()
        if not on:
            self.set_cross(self._cross_x, self._flag._text)

    def to_widget(self, x: float, y: float) -> QPointF:
        """Return the position of (x, y), as drawn (y after the log), in this widget, px."""
        return self.viewportTransform().map(self.box.mapViewToScene(QPointF(x, y)))

    def from_widget(self, place: QPointF) -> QPointF:
        """Return the (x, y), as drawn, at a position in this widget; the inverse of :meth:`to_widget`."""
        transform, _ = self.viewportTransform().inverted()
        return self.box.mapSceneToView(transform.map(place))

    def plot_rect(self) -> QRectF:
        """Return the area inside the axes, on whole px of this widget."""
        area = self.viewportTransform().mapRect(self.box.sceneBoundingRect())
        left, top = round(area.left()), round(area.top())
        return QRectF(left, top, round(area.right()) - left, round(area.bottom()) - top)

    # -- events --------------------------------------------------------------------------------------------

    def _mouse_moved(self, place: QPointF) -> None:
        if self.box.sceneBoundingRect().contains(place):
            self.hovered.emit(float(self.box.mapSceneToView(place).x()))

    def _ranged(self) -> None:
        self.box.shows_all = not self.is_zoomed()
        if self._cross_x is not None:
            self.set_cross(self._cross_x, self._flag._text)
        self.range_changed.emit()

    def close(self) -> bool:
        """Close like any widget: pyqtgraph would destroy its scene and viewport, which Qt still uses."""
        return QWidget.close(self)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(math.nan)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
        else:
            event.ignore()  # the page scrolls

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_requested.emit(event.globalPos())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.show_all()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None:
            self.stepped.emit(step * (10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1))
        elif event.key() == Qt.Key.Key_Escape and self.is_zoomed():
            self.show_all()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._ranged()
        self.resized.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus() and not self.is_bare:
            painter = QPainter(self.viewport())
            painter.setPen(QPen(theme.color("accent"), theme.sizes().focus))
            painter.drawRect(QRect(self.viewport().rect()).adjusted(1, 1, -1, -1))

    def apply_theme(self) -> None:
        self.setBackground(theme.color("surface"))
        self._margins()
        for axis in self._axes.values():
            axis.apply_theme()
        pen = hairline("text")
        self._cross.setPen(pen)
        self._cross.setHoverPen(pen)
        for guide, line in zip(self._guides, self._guide_lines, strict=False):
            line.setPen(_guide_pen(guide.style))


class Overlay(QWidget):
    """Covers ``canvas`` and lets the mouse through. A subclass implements :meth:`paint`."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.canvas = canvas
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(canvas.rect())
        canvas.installEventFilter(self)
        canvas.range_changed.connect(self.update)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Resize with the canvas."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self.canvas.rect())
        return False

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint in px of the canvas. ``area`` is enclosed by the axes. The default paints nothing."""

    def paintEvent(self, event: QPaintEvent) -> None:
        self.paint(QPainter(self), self.canvas.plot_rect())
