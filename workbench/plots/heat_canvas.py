"""The drawing area of a heat map: a mesh of cells, stage lines and the marked cell, in whole px."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QLinearGradient, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.language import tr
from workbench.look import formats, theme
from workbench.plots.canvas import Canvas, Overlay
from workbench.plots.curve import Array, GuideLine, PlotCurve
from workbench.widgets.actions import KeyHelp
from workbench.widgets.arrange import arrange_columns
from workbench.widgets.labels import Label


@dataclass(frozen=True, eq=False)
class HeatGrid:
    """Values of R rows and C columns.

    Args:
        values: shape (R, C). The first row is drawn at the bottom. NaN is blank: not measurable.
        rows: R names.
        x: shape (C,), ascending: the positions of the columns on the x axis, possibly uneven.
        columns: C names instead of ``x``. The columns then have equal widths.
        levels: (value at the first colour, value at the last). The first colour is that of the ground, so a measure
            whose 1 means "unchanged" has levels from 1 downwards. None: from 0 to just above the largest value.
    """

    values: Array
    rows: tuple[str, ...]
    x: Array | None = None
    columns: tuple[str, ...] = ()
    levels: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", np.asarray(self.values, dtype=np.float64))
        if self.x is not None:
            object.__setattr__(self, "x", np.asarray(self.x, dtype=np.float64))
        shape = (len(self.rows), len(self.columns) if self.x is None else len(self.x))
        if self.values.shape != shape:
            raise ValueError(f"a grid of {shape} rows and columns has no values of shape {self.values.shape}")

    @property
    def named(self) -> bool:
        """Whether the columns have names instead of positions."""
        return self.x is None

    def places(self) -> Array:
        """Return the position of each column on the x axis, shape (C,)."""
        return np.arange(len(self.columns), dtype=np.float64) if self.x is None else self.x

    def borders(self) -> Array:
        """Return the borders of the cells, shape (C + 1,): midway between two measurements.

        The first cell begins, and the last one ends, at its measurement: the time before and after is unknown. Named
        columns have width one.
        """
        places = self.places()
        if self.x is None:
            return np.append(places - 0.5, len(places) - 0.5)
        if not len(places):
            return np.empty(0)
        return np.concatenate([places[:1], (places[1:] + places[:-1]) / 2, places[-1:]])

    def column_at(self, x: float) -> int | None:
        """Return the column whose cell is at ``x``, or the nearest one, or None without columns."""
        places = self.places()
        if not len(places) or math.isnan(x):
            return None
        return int(np.searchsorted(self.borders()[1:-1], x, side="right"))

    def row_at(self, y: float) -> int | None:
        """Return the row at ``y`` (rows are at 0, 1, ...), or the nearest one, or None without rows."""
        if not self.rows or math.isnan(y):
            return None
        return min(max(round(y), 0), len(self.rows) - 1)

    def scale(self) -> tuple[float, float]:
        """Return the levels, computed from the values if not given."""
        if self.levels is not None:
            return self.levels
        finite = self.values[np.isfinite(self.values)]
        low = min(0.0, float(finite.min(initial=0.0)))
        high = _just_above(float(finite.max(initial=0.0)))
        return low, high if high > low else low + 1.0

    def shares(self) -> Array:
        """Return the position of each value between the levels, 0 to 1, shape (R, C); NaN stays NaN."""
        first, last = self.scale()
        share: Array = np.clip((self.values - first) / (last - first), 0.0, 1.0)
        return share

    def as_curves(self) -> list[PlotCurve]:
        """Return the rows as curves over the columns, the topmost first, for the table and CSV."""
        return [
            PlotCurve(name, self.places(), self.values[row], label=name)
            for row, name in reversed(list(enumerate(self.rows)))
        ]

    def same_as(self, other: HeatGrid | None) -> bool:
        """Return whether drawing ``other`` would give the same picture."""
        return other is self or (
            other is not None
            and (self.rows, self.columns, self.scale()) == (other.rows, other.columns, other.scale())
            and np.array_equal(self.places(), other.places())
            and np.array_equal(self.values, other.values, equal_nan=True)
        )


def _just_above(value: float) -> float:
    """Return the next larger number with two significant digits, which keeps the legend readable and stable."""
    if value <= 0:
        return value
    power = 10.0 ** (math.floor(math.log10(value)) - 1)
    return math.ceil(value / power - 1e-9) * power


MIN_CELL = 5
"""Width of the cell of a map with a single measurement, px."""


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
        # The axes complete the frame at the left and bottom.
        painter.fillRect(QRectF(area.left(), area.top(), area.width(), 1), theme.color("control"))
        painter.fillRect(QRectF(area.right() - 1, area.top(), 1, area.height()), theme.color("control"))

    def _paint_guides(self, painter: QPainter, area: QRectF) -> None:
        for guide in self._map.guides():
            x = round(self._map.to_widget(guide.x, 0).x())
            if guide.style == "stage" and area.left() < x < area.right() - 1:
                painter.fillRect(QRectF(x - 1, area.top(), 3, area.height()), theme.color("surface"))
                painter.fillRect(QRectF(x, area.top(), 1, area.height()), theme.color("text"))

    def _paint_mark(self, painter: QPainter) -> None:
        box = self._map.cell_rect(*self._map.cell) if self._map.cell is not None else None
        if box is None or self._map.is_bare:
            return
        least = 6
        more = max(0.0, (least - box.width()) / 2), max(0.0, (least - box.height()) / 2)
        box = box.adjusted(-more[0], -more[1], more[0], more[1])
        for token, inset, width in (("text", 0.0, 2), ("surface", 1.5, 1)):
            painter.setPen(QPen(theme.color(token), width, j=Qt.PenJoinStyle.MiterJoin))
            painter.drawRect(box.adjusted(inset, inset, -inset, -inset))


class HeatCanvas(Canvas):
    """Cells over a plot's axes. ``cell`` is the (row, column) of the marked cell.

    Signals: ``moved(row, column)`` when mouse or arrow keys reach another cell, ``picked(row, column)`` on a click,
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
        self.cell: tuple[int, int] | None = None
        self.empty = empty
        self._mesh = pg.PColorMeshItem(levels=(0.0, 1.0), enableAutoLevels=False)
        super().__init__(name, parent=parent)
        self.box.addItem(self._mesh, ignoreBounds=True)
        self._sheet = _Marks(self)
        self.range_changed.connect(self._widen_single)
        self._cross.setVisible(False)
        self.apply_theme()

    def grid(self) -> HeatGrid | None:
        """Return the grid drawn, or None without data."""
        return self._grid

    def set_grid(self, grid: HeatGrid | None, x: tuple[float, float]) -> None:
        """Draw ``grid``. ``x`` is the full range of the x axis, including parts not measured yet."""
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
        """Set the mesh's corners, (R + 1, C + 1), and the positions of the values between the levels, (R, C)."""
        if self._grid is None:
            self._mesh.hide()
            return
        rows = np.arange(len(self._grid.rows) + 1) - 0.5
        self._mesh.setData(*np.meshgrid(self._borders(), rows), self._grid.shares())
        self._mesh.show()

    def _borders(self) -> np.ndarray:
        """Return the borders of the columns. A map with a single measurement is ``MIN_CELL`` px wide."""
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
        if cell != self.cell:
            self.cell = cell
            self._sheet.update()

    # -- places in px --------------------------------------------------------------------------------------

    def edges(self) -> tuple[list[float], list[float]]:
        """Return the px of the columns' borders from left to right, and of the rows' borders from the bottom up."""
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
        if cell is not None and cell != self.cell:
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
        row, column = self.cell or (rows - 1, columns - 1)
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
        up, right = steps[key] if self.cell is not None else (0, 0)
        self._go((min(max(row + up, 0), rows - 1), min(max(column + right, 0), columns - 1)))

    def set_guides(self, guides: Sequence[GuideLine]) -> None:
        """Set the stage boundaries, painted over the cells."""
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
        self._low, self._high = Label("", "caption", "text2"), Label("", "caption", "text2")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        arrange_columns(self._low, _Colours(), self._high, on=self, spacing=8)

    def set_levels(self, levels: tuple[float, float] | None) -> None:
        """Set the values of the first and the last colour. None hides the bar."""
        if levels is not None:
            low, high = map(self._end, levels)
            self._low.setText(low)
            self._high.setText(high)
            self.setAccessibleName(tr("Colours from {low} to {high}", low=low, high=high))
        self.setVisible(levels is not None)

    def _end(self, value: float) -> str:
        return "0" if value == 0 else formats.MINUS * (value < 0) + self._text(abs(value))


class _Colours(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(72, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, gradient = QPainter(self), QLinearGradient(0, 0, self.width(), 0)
        for i in range(11):
            gradient.setColorAt(i / 10, QColor(theme.heat_color(i / 10)))
        painter.setBrush(gradient)
        painter.setPen(theme.color("control"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
