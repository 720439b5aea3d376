"""The drawing area of a heat map: a mesh of cells, and over it stage lines and the marked cell in whole px."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.language import tr
from workbench.look import formats, theme
from workbench.plots.canvas import Canvas, Overlay
from workbench.plots.curve import GuideLine
from workbench.plots.heat_grid import HeatGrid
from workbench.widgets.actions import KeyHelp

MIN_CELL = 5
"""Px of the cell of a map that was measured only once: it has no width of its own."""


class _Marks(Overlay):
    """Overlay of the cells: stage lines, the marked cell, the frame; or the text of an empty map."""

    def __init__(self, canvas: HeatCanvas) -> None:
        super().__init__(canvas)
        self._map = canvas

    def paint(self, painter: QPainter, area: QRectF) -> None:
        if self._map.grid() is None:
            painter.setFont(theme.font("caption"))
            painter.setPen(theme.color("text3"))
            inside = area.adjusted(16, 0, -16, 0)
            painter.drawText(inside, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._map.empty)
        else:
            painter.save()
            painter.setClipRect(area)
            self._paint_guides(painter, area)
            self._paint_mark(painter)
            painter.restore()
        # The axes close it at the left and at the bottom.
        painter.fillRect(QRectF(area.left(), area.top(), area.width(), 1), theme.color("control"))
        painter.fillRect(QRectF(area.right() - 1, area.top(), 1, area.height()), theme.color("control"))

    def _paint_guides(self, painter: QPainter, area: QRectF) -> None:
        for guide in self._map.guides():
            x = round(self._map.to_widget(guide.x, 0).x())
            if guide.style == "stage" and area.left() < x < area.right() - 1:
                painter.fillRect(QRectF(x - 1, area.top(), 3, area.height()), theme.color("surface"))
                painter.fillRect(QRectF(x, area.top(), 1, area.height()), theme.color("text"))

    def _paint_mark(self, painter: QPainter) -> None:
        box = self._map.cell_rect(*self._map.marked) if self._map.marked is not None else None
        if box is None or self._map.bare:
            return
        least = 6
        more = max(0.0, (least - box.width()) / 2), max(0.0, (least - box.height()) / 2)
        box = box.adjusted(-more[0], -more[1], more[0], more[1])
        for token, inset, width in (("text", 0.0, 2), ("surface", 1.5, 1)):
            painter.setPen(QPen(theme.color(token), width, j=Qt.PenJoinStyle.MiterJoin))
            painter.drawRect(box.adjusted(inset, inset, -inset, -inset))


class HeatCanvas(Canvas):
    """Cells over a plot's axes. ``marked`` is the (row, column) that is looked at.

    Signals: ``moved(row, column)`` when mouse or arrow keys come to another cell, ``picked(row, column)`` on a click,
    Enter or Space.
    """

    moved = Signal(int, int)
    picked = Signal(int, int)
    KEY_HELP: ClassVar[KeyHelp] = (
        (tr("Arrow keys"), tr("In a heat map: move the marked cell")),
        ("Enter", tr("In a heat map: choose the marked cell")),
    )

    def __init__(self, name: str, empty: str = "", parent: QWidget | None = None) -> None:
        self._grid: HeatGrid | None = None
        self.marked: tuple[int, int] | None = None
        self.empty = empty
        self._mesh = pg.PColorMeshItem(levels=(0.0, 1.0), enableAutoLevels=False)
        super().__init__(name, parent=parent)
        self.box.addItem(self._mesh, ignoreBounds=True)
        self._sheet = _Marks(self)
        self.range_changed.connect(self._widen_single)
        self._cross.setVisible(False)
        self.apply_theme()

    def grid(self) -> HeatGrid | None:
        """Return the grid that is drawn, or None without data."""
        return self._grid

    def set_grid(self, grid: HeatGrid | None, x: tuple[float, float]) -> None:
        """Draw ``grid``. ``x`` is the whole range of the x axis, which goes on where nothing was measured yet."""
        self._grid = grid
        rows = grid.rows if grid is not None else ()
        self._axes["left"].set_names(rows)
        self._axes["bottom"].set_names(grid.columns if grid is not None and grid.named else None)
        widest = max((theme.text_width(name, "tick") for name in rows), default=56)
        self.set_axis_width(widest + 2 * 8)
        self.set_numbers_shown(grid is not None)
        self.set_full_range(x, (-0.5, max(len(rows), 1) - 0.5))
        self._draw_cells()
        self._sheet.update()

    def _draw_cells(self) -> None:
        """Give the mesh the cells' corners, (R + 1, C + 1), and where their values lie between the levels, (R, C)."""
        if self._grid is None:
            self._mesh.hide()
            return
        rows = np.arange(len(self._grid.rows) + 1) - 0.5
        self._mesh.setData(*np.meshgrid(self._borders(), rows), self._grid.shares())
        self._mesh.show()

    def _borders(self) -> np.ndarray:
        """Return the borders of the columns. A map that was measured only once is ``MIN_CELL`` px wide."""
        assert self._grid is not None
        borders = self._grid.borders()
        if len(borders) == 2 and not self._grid.named:
            (low, high), width = self.x_range(), max(self.plot_rect().width(), 1.0)
            borders[1] = max(borders[1], borders[0] + MIN_CELL * (high - low) / width)
        return borders

    def _widen_single(self) -> None:
        if self._grid is not None and len(self._grid.borders()) == 2:
            self._draw_cells()

    def mark(self, cell: tuple[int, int] | None) -> None:
        """Mark a cell, or none, without a signal."""
        if cell != self.marked:
            self.marked = cell
            self._sheet.update()

    # -- places in px --------------------------------------------------------------------------------------

    def edges(self) -> tuple[list[float], list[float]]:
        """Px of the columns' borders from left to right, and of the rows' borders from the bottom up."""
        if self._grid is None:
            return [], []
        ratio = self.devicePixelRatioF()
        (left, right), (low, high) = self.box.viewRange()
        begin, end = self.to_widget(left, low), self.to_widget(right, high)
        xs = begin.x() + (self._borders() - left) / (right - left) * (end.x() - begin.x())
        rows = np.arange(len(self._grid.rows) + 1) - 0.5
        ys = begin.y() + (rows - low) / (high - low) * (end.y() - begin.y())
        return list(np.round(xs * ratio) / ratio), list(np.round(ys * ratio) / ratio)

    def cell_rect(self, row: int, column: int) -> QRectF | None:
        """Return the box of a cell in px of this widget."""
        xs, ys = self.edges()
        if not (0 <= column < len(xs) - 1 and 0 <= row < len(ys) - 1):
            return None
        return QRectF(QPointF(xs[column], ys[row + 1]), QPointF(xs[column + 1], ys[row]))

    # -- events --------------------------------------------------------------------------------------------

    def _cell_at(self, place: QPointF) -> tuple[int, int] | None:
        if self._grid is None or not self.plot_rect().contains(place):
            return None
        spot = self.from_widget(place)
        column, row = self._grid.column_at(float(spot.x())), self._grid.row_at(float(spot.y()))
        return (row, column) if row is not None and column is not None else None

    def _mouse_moved(self, place: QPointF) -> None:
        self._go(self._cell_at(QPointF(self.mapFromScene(place))))

    def _go(self, cell: tuple[int, int] | None) -> None:
        if cell is not None and cell != self.marked:
            self.mark(cell)
            self.moved.emit(*cell)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        cell = self._cell_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if cell is not None:
            self._go(cell)
            self.picked.emit(*cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._grid is None or not self._grid.values.size:
            super().keyPressEvent(event)
            return
        rows, columns = self._grid.values.shape
        row, column = self.marked or (rows - 1, columns - 1)
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._go((row, column))
            self.picked.emit(row, column)
            return
        steps = {
            Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (1, 0), Qt.Key.Key_Down: (-1, 0),
            Qt.Key.Key_Home: (0, -columns), Qt.Key.Key_End: (0, columns),
            Qt.Key.Key_PageUp: (rows, 0), Qt.Key.Key_PageDown: (-rows, 0),
        }  # fmt: skip
        if key not in steps:
            super().keyPressEvent(event)
            return
        up, right = steps[key] if self.marked is not None else (0, 0)
        self._go((min(max(row + up, 0), rows - 1), min(max(column + right, 0), columns - 1)))

    def set_guides(self, guides: Sequence[GuideLine]) -> None:
        """Set the lines where stages meet, painted over the cells."""
        self._guides = list(guides)
        self._sheet.update()

    def apply_theme(self) -> None:
        super().apply_theme()
        self.box.setBackgroundColor(theme.color("alt"))
        self._mesh.setColorMap(pg.ColorMap(None, [QColor(stop) for stop in theme.current().heat]))
        self._sheet.update()


class ColourBar(QWidget):
    """The legend: the values at both ends of the colours."""

    def __init__(self, text: Callable[[float], str]) -> None:
        super().__init__()
        self._text = text
        self._levels: tuple[float, float] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_levels(self, levels: tuple[float, float] | None) -> None:
        """Set the values of the first and the last colour. None hides the bar."""
        self._levels = levels
        if levels is not None:
            self.setAccessibleName(
                tr("Colours from {low} to {high}", low=self._end(levels[0]), high=self._end(levels[1]))
            )
        self.setVisible(levels is not None)
        self.updateGeometry()
        self.update()

    def _end(self, value: float) -> str:
        return "0" if value == 0 else formats.MINUS * (value < 0) + self._text(abs(value))

    def sizeHint(self) -> QSize:
        width = sum(theme.text_width(self._end(v), "caption") for v in self._levels or ())
        return QSize(width + 2 * 8 + 116, 20)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._levels is None:
            return
        painter = QPainter(self)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text2"))
        left, right = (theme.text_width(self._end(value), "caption") for value in self._levels)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect(), middle | Qt.AlignmentFlag.AlignLeft, self._end(self._levels[0]))
        painter.drawText(self.rect(), middle | Qt.AlignmentFlag.AlignRight, self._end(self._levels[1]))
        high = 12
        width = self.width() - left - right - 2 * 8
        bar = QRectF(left + 8, (self.height() - high) // 2, width, high)
        count = max(1, round(width))
        for i in range(count):
            painter.fillRect(
                QRectF(bar.left() + i, bar.top(), 1, high), QColor(theme.heat_color(i / max(count - 1, 1)))
            )
        painter.setPen(theme.color("control"))
        painter.drawRect(bar.adjusted(0, 0, -1, -1))
