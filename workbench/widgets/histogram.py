"""A histogram with a line that can be dragged: what lies beyond it is cut."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.look import formats, theme
from workbench.widgets.base import paint_box


def nice_step(span: float, most: int) -> float:
    """The smallest of 1, 2, 2.5, 5 × 10^k that divides ``span`` into at most ``most`` steps."""
    if span <= 0 or most < 1:
        return 1.0
    raw = span / most
    power = 10.0 ** math.floor(math.log10(raw))
    return next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw * (1 - 1e-9))


class HistogramPlot(QWidget):
    """Counts over bins, with an optional draggable line.

    ``set_bins(edges, counts)`` shows counts (n) over edges (n + 1); ``set_cut(x)`` the line (None: none).
    Bars right of the line have the warning colour. ``cut_moved(x)``, a whole number, while the *user* drags
    it or presses left and right (Page keys: 16 at a time). ``set_note(text)`` says at the right what lies
    beyond the axis.
    """

    cut_moved = Signal(float)

    def __init__(self, name: str, movable: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edges = np.array([0.0, 1.0])
        self._counts = np.array([0.0])
        self._cut: float | None = None
        self._label = self._note = ""
        self._empty = ""
        self._movable, self._dragging = movable, False
        self.setAccessibleName(name)
        self.setMouseTracking(movable)
        if movable:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_bins(self, edges: Sequence[float] | np.ndarray, counts: Sequence[float] | np.ndarray) -> None:
        """Show ``counts`` (n) over ``edges`` (n + 1, ascending). Raises ValueError if the lengths do not
        fit."""
        new_edges, new_counts = np.asarray(edges, float), np.asarray(counts, float)
        if len(new_edges) != len(new_counts) + 1 or len(new_counts) == 0:
            raise ValueError(f"{len(new_counts)} counts need one more edge, not {len(new_edges)}")
        self._edges, self._counts = new_edges, new_counts
        self._empty = ""
        self._describe()

    def set_empty(self, text: str) -> None:
        """No data: keep the axes and say ``text``."""
        self._counts = np.zeros_like(self._counts)
        self._empty = text
        self._describe()

    def set_cut(self, x: float | None, label: str = "") -> None:
        """Place the line at ``x``, labelled ``label`` (default: the number), without a signal."""
        self._cut, self._label = x, label
        self._describe()

    def cut(self) -> float | None:
        """Where the line is."""
        return self._cut

    def set_note(self, text: str) -> None:
        """A grey remark at the right of the axis: "294 texts beyond 1,200"."""
        self._note = text
        self.update()

    def share_beyond(self) -> float:
        """Share of the counts right of the line, bins cut by it counted in proportion; 0..1."""
        total = float(self._counts.sum())
        if self._cut is None or total == 0:
            return 0.0
        widths = np.diff(self._edges)
        beyond = np.clip((self._edges[1:] - self._cut) / np.where(widths > 0, widths, 1), 0, 1)
        return float((self._counts * beyond).sum() / total)

    def sizeHint(self) -> QSize:
        return QSize(theme.sizes().px(320), theme.sizes().px(190))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.sizes().px(200), theme.sizes().px(110))

    def _describe(self) -> None:
        total = int(self._counts.sum())
        words = f"{formats.count(total)} in {len(self._counts)} bins"
        if self._cut is not None:
            words += (
                f", line at {formats.count(self._cut)}, {formats.percent(self.share_beyond())} % beyond it"
            )
        self.setAccessibleDescription(self._empty or words)
        self.update()

    # -- geometry ------------------------------------------------------------------------------------------

    def _plot(self) -> QRectF:
        s = theme.sizes()
        left = theme.text_width(formats.count(self._top()), "tick") + s.s8
        top = s.px(20) if self._cut is not None else s.s8
        return QRectF(
            left, top, max(10.0, self.width() - left - s.s8), max(10.0, self.height() - top - s.px(20))
        )

    def _top(self) -> float:
        highest = max(1.0, float(self._counts.max(initial=0)))
        step = max(1.0, nice_step(highest, 3))
        return max(step, math.ceil(highest / step - 0.3) * step, highest)

    def _x(self, value: float) -> float:
        plot, low, high = self._plot(), self._edges[0], self._edges[-1]
        return plot.left() + plot.width() * (value - low) / ((high - low) or 1.0)

    def _value(self, x: float) -> float:
        plot, low, high = self._plot(), self._edges[0], self._edges[-1]
        return float(low + (high - low) * min(max((x - plot.left()) / plot.width(), 0.0), 1.0))

    # -- input ---------------------------------------------------------------------------------------------

    def _near(self, x: float) -> bool:
        return self._movable and self._cut is not None and abs(self._x(self._cut) - x) <= 8

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._dragging = self._near(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragging:
            self._move_to(self._value(event.position().x()))
        shape = (
            Qt.CursorShape.SplitHCursor if self._near(event.position().x()) else Qt.CursorShape.ArrowCursor
        )
        self.setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragging = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageDown: -16, Qt.Key.Key_PageUp: 16}.get(
            Qt.Key(event.key())
        )
        if by is None or self._cut is None or not self._movable:
            super().keyPressEvent(event)
        else:
            self._move_to(self._cut + by)

    def _move_to(self, value: float) -> None:
        value = float(round(min(max(value, self._edges[0]), self._edges[-1])))
        if value != self._cut:
            self._cut, self._label = value, ""
            self._describe()
            self.cut_moved.emit(value)

    # -- painting ------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, plot = QPainter(self), self._plot()
        self._paint_axes(painter, plot)
        top = self._top()
        for i, many in enumerate(self._counts):
            left, right = self._x(self._edges[i]), self._x(self._edges[i + 1])
            height = plot.height() * many / top
            gap = 1.0 if right - left > 3 else 0.0
            self._paint_bar(
                painter, QRectF(left, plot.bottom() - height, max(right - left - gap, 0.5), height)
            )
        painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.color("control"))
        if self._cut is not None:
            self._paint_cut(painter, plot)
        painter.setFont(theme.font("tick"))
        painter.setPen(theme.color("text3"))
        if self._empty:
            painter.drawText(plot, Qt.AlignmentFlag.AlignCenter, self._empty)
        elif self._note:
            painter.drawText(self._note_box(painter, plot), Qt.AlignmentFlag.AlignRight, self._note)
        if self.hasFocus():
            paint_box(painter, self, None, None, theme.sizes().radius)

    def _note_box(self, painter: QPainter, plot: QRectF) -> QRectF:
        """Right end of the plot, just above the bars that stand there."""
        left = plot.right() - painter.fontMetrics().horizontalAdvance(self._note) - theme.sizes().s8
        under = self._counts[self._edges[1:] > self._value(left)]
        height = plot.height() * float(under.max(initial=0)) / self._top()
        line = theme.sizes().px(14)
        return QRectF(
            plot.left(), max(plot.top() + line, plot.bottom() - height - 1.5 * line), plot.width(), line
        )

    def _paint_bar(self, painter: QPainter, bar: QRectF) -> None:
        cut = self._x(self._cut) if self._cut is not None else math.inf
        if bar.left() < cut:
            kept = QRectF(bar)
            kept.setRight(min(bar.right(), cut))
            painter.fillRect(kept, theme.color("tint_line"))
        if bar.right() > cut:
            lost = QRectF(bar)
            lost.setLeft(max(bar.left(), cut))
            painter.fillRect(lost, theme.color("warning_bar"))

    def _paint_axes(self, painter: QPainter, plot: QRectF) -> None:
        s = theme.sizes()
        painter.setFont(theme.font("tick"))
        line = s.px(14)
        top, numbered = self._top(), bool(self._counts.any())  # without data the numbers would mean nothing
        step = max(1.0, nice_step(top, 3))
        for k in range(int(top / step + 1e-9) + 1):
            y = plot.bottom() - plot.height() * k * step / top
            painter.fillRect(QRectF(plot.left(), round(y), plot.width(), 1), theme.color("grid"))
            painter.setPen(theme.color("text3"))
            box = QRectF(0, y - line / 2, plot.left() - s.s8, line)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, flags, formats.count(k * step) if numbered else "")
        low, high = float(self._edges[0]), float(self._edges[-1])
        step = max(1.0, nice_step(high - low, max(2, int(plot.width() / s.px(56)))))
        value = math.ceil(low / step) * step
        while value <= high + 1e-9:
            x = self._x(value)
            painter.fillRect(QRectF(round(x), plot.top(), 1, plot.height()), theme.color("grid"))
            painter.fillRect(QRectF(round(x), plot.bottom(), 1, s.s4), theme.color("control"))
            painter.setPen(theme.color("text3"))
            text = formats.count(value) if numbered else ""
            wide = painter.fontMetrics().horizontalAdvance(text) + 2
            middle = min(x, self.width() - wide / 2)  # the last number stays inside
            box = QRectF(middle - wide / 2, plot.bottom() + s.px(5), wide, line)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
            value += step
        painter.fillRect(QRectF(plot.left(), plot.top(), 1, plot.height()), theme.color("control"))

    def _paint_cut(self, painter: QPainter, plot: QRectF) -> None:
        assert self._cut is not None
        s, x = theme.sizes(), self._x(self._cut)
        painter.setPen(QPen(theme.color("accent"), 2))
        painter.drawLine(QPointF(x, plot.top() - s.s8), QPointF(x, plot.bottom()))
        if self._movable:
            side = s.px(10)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            grip = QRectF(x - side / 2, plot.top() - s.s8 - side / 2, side, side)
            painter.drawRoundedRect(grip, s.radius_bar, s.radius_bar)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        text = self._label or formats.count(self._cut)
        painter.setFont(theme.font("tick"))
        painter.setPen(theme.color("text2"))
        width = painter.fontMetrics().horizontalAdvance(text) + 2
        right = x + s.s8
        left = right if right + width <= self.width() else max(0.0, x - s.s8 - width)
        box = QRectF(left, plot.top() - s.s8 - s.px(7), width, s.px(14))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
