"""Parallel coordinates: an axis beside the other for each quantity, a line across them for each run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.language import tr
from workbench.look import theme
from workbench.plots.parallel.axes import ParallelAxis, ParallelLayout, ParallelLine
from workbench.widgets.actions import KeyHelp
from workbench.widgets.base import Themed, paint_box

NEAR = 0.04
"""Of an axis: how near the mouse must be to a line."""
_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class ParallelCanvas(Themed, QWidget):
    """The drawing. ``pointed(key)`` at a line, None for none; ``ranges_changed`` when other lines are in the ranges.

    Dragging along an axis sets a range on it, a click on the axis takes it away; lines outside of a range turn grey.
    """

    pointed = Signal(object)
    ranges_changed = Signal()
    KEY_HELP: ClassVar[KeyHelp] = (
        (tr("Up, Down"), tr("In parallel coordinates: the next line")),
        ("Esc", tr("In parallel coordinates: no ranges")),
    )

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan = ParallelLayout()
        self.current: int | None = None
        self.ranges: dict[int, tuple[float, float]] = {}
        self._drag: tuple[int, float] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_lines(self, axes: Sequence[ParallelAxis], lines: Sequence[ParallelLine]) -> None:
        """Draw these; ranges on axes that stay are kept."""
        ranges = {self.plan.axes[i].name: span for i, span in self.ranges.items()}
        self.plan = ParallelLayout(axes, lines)
        self.ranges = {i: ranges[axis.name] for i, axis in enumerate(axes) if axis.name in ranges}
        texts = (f"{each.name}: {', '.join(self.words(each.key))}" for each in lines)
        self.setAccessibleDescription("; ".join(texts))
        self._point_at(None)
        self.ranges_changed.emit()
        self.update()

    def words(self, key: int) -> list[str]:
        """Return the values of a line as they are written, with their axes' names."""
        place = next(i for i, each in enumerate(self.plan.lines) if each.key == key)
        return [f"{axis.head} {axis.text(axis.values[place]) or '–'}" for axis in self.plan.axes]

    def within(self) -> set[int]:
        """Return the keys of the lines that lie in all ranges."""
        return self.plan.within(self.ranges)

    def clear_ranges(self) -> None:
        """Take all ranges away."""
        if self.ranges:
            self.ranges = {}
            self.ranges_changed.emit()
            self.update()

    def minimumSizeHint(self) -> QSize:
        """Room for a few axes."""
        return QSize(theme.sizes().px(320), theme.sizes().px(160))

    # -- places --------------------------------------------------------------------------------------------

    def area(self) -> QRectF:
        """Return what the axes enclose, px."""
        s, line = theme.sizes(), theme.metrics("caption").height()
        half = self._column() / 2
        return QRectF(self.rect()).adjusted(half, line + s.s16, -half, -s.s12)

    def _column(self) -> float:
        return self.width() / max(len(self.plan.axes), 1)

    def point(self, axis: float, place: float) -> QPointF:
        """Return the px of a place on an axis; the largest is at the top."""
        area = self.area()
        return QPointF(area.left() + axis * self._column(), area.bottom() - place * area.height())

    def _at(self, spot: QPointF) -> tuple[float, float]:
        """Return axis and place of a px; the inverse of :meth:`point`."""
        area = self.area()
        return (
            (spot.x() - area.left()) / self._column(),
            (area.bottom() - spot.y()) / max(area.height(), 1.0),
        )

    def _axis_at(self, spot: QPointF) -> int | None:
        """Return the axis within a few px of the mouse."""
        if not self.plan.axes:
            return None
        near = min(max(round(self._at(spot)[0]), 0), len(self.plan.axes) - 1)
        return near if abs(self.point(near, 0).x() - spot.x()) <= theme.sizes().s8 else None

    # -- mouse and keys ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        axis = self._axis_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and axis is not None:
            self._drag = (axis, self._at(event.position())[1])
            self.ranges.pop(axis, None)
            self.ranges_changed.emit()
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x, y = self._at(event.position())
        if self._drag is None:
            self._point_at(self.plan.nearest(x, y, NEAR))
            over = self._axis_at(event.position()) is not None
            self.setCursor(Qt.CursorShape.SizeVerCursor if over else Qt.CursorShape.ArrowCursor)
            return
        axis, began = self._drag
        low, high = sorted((began, y))
        if high - low >= NEAR / 2:
            self.ranges[axis] = (low, high)
            self.ranges_changed.emit()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._drag = None

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = [each.key for each in self.plan.lines]
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None and keys:
            now = keys.index(self.current) + step if self.current in keys else 0 if step > 0 else -1
            self._point_at(keys[now % len(keys)])
        elif event.key() == Qt.Key.Key_Escape and self.ranges:
            self.clear_ranges()
        else:
            super().keyPressEvent(event)

    def _point_at(self, key: int | None) -> None:
        if key != self.current:
            self.current = key
            self.pointed.emit(key)
            self.update()

    # -- painting ------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        within = self.within()
        order = sorted(range(len(self.plan.lines)), key=lambda i: self._rank(i, within))
        for place in order:
            self._paint_line(painter, place, within)
        for place, axis in enumerate(self.plan.axes):
            self._paint_axis(painter, place, axis)
        if self.hasFocus():
            paint_box(painter, self, None, None, theme.sizes().radius)

    def _rank(self, place: int, within: set[int]) -> int:
        key = self.plan.lines[place].key
        return 2 if key == self.current else int(key in within)

    def _paint_line(self, painter: QPainter, place: int, within: set[int]) -> None:
        line = self.plan.lines[place]
        if line.key in within:
            pen = theme.series_pen(line.slot, 3 if line.key == self.current else 1.5)
        else:
            pen = QPen(theme.color("line"), 1)
        painter.setPen(pen)
        polyline = QPolygonF()
        for axis, at in enumerate([*self.plan.places[place], None]):
            if at is not None:
                polyline.append(self.point(axis, at))
                continue
            if polyline.size() == 1:
                painter.drawEllipse(polyline.at(0), 2, 2)
            elif polyline.size():
                painter.drawPolyline(polyline)
            polyline = QPolygonF()

    def _paint_axis(self, painter: QPainter, place: int, axis: ParallelAxis) -> None:
        s, top, bottom = theme.sizes(), self.point(place, 1), self.point(place, 0)
        painter.setPen(QPen(theme.color("control"), 1))
        painter.drawLine(top, bottom)
        if (span := self.ranges.get(place)) is not None:
            high, low = self.point(place, span[1]), self.point(place, span[0])
            ground = QColor(theme.color("accent"))
            ground.setAlpha(60)
            painter.fillRect(QRectF(high.x() - s.px(5), high.y(), s.px(10), low.y() - high.y()), ground)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text2"))
        room = self._column() - s.s8
        name = theme.metrics("caption").elidedText(axis.head, Qt.TextElideMode.ElideRight, int(room))
        head = QRectF(top.x() - room / 2, 0, room, theme.metrics("caption").height() + s.s4)
        painter.drawText(head, _MIDDLE | Qt.AlignmentFlag.AlignHCenter, name)
        painter.setFont(theme.font("tick"))
        line, last = theme.metrics("tick").height(), float("inf")
        ground = QColor(theme.color("surface"))
        ground.setAlpha(215)
        for at, text in axis.ticks():
            spot = self.point(place, at)
            if last - spot.y() < line:
                continue  # it would lie on the one below
            last = spot.y()
            shown = theme.metrics("tick").elidedText(text, Qt.TextElideMode.ElideMiddle, int(0.8 * room))
            wide = theme.text_width(shown, "tick")
            box = QRectF(spot.x() + s.px(5), spot.y() - line / 2, wide + s.s4, line)
            painter.fillRect(box, ground)
            painter.setPen(theme.color("text3"))
            painter.drawLine(QPointF(spot.x() - 3, spot.y()), QPointF(spot.x() + 3, spot.y()))
            painter.drawText(box, _MIDDLE | Qt.AlignmentFlag.AlignHCenter, shown)
