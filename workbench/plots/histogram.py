"""A histogram with a draggable line; the values beyond it are cut."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.language import tr
from workbench.look import formats, theme
from workbench.plots.axes import nice_step
from workbench.plots.canvas import Canvas, Overlay
from workbench.plots.lines import StraightLine, data_pen

STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageDown: -16, Qt.Key.Key_PageUp: 16}
"""Steps of the line by keys."""
GAP = 3
"""Width of bars in px from which they have a gap of one px."""


class HistogramPlot(Canvas):
    """Counts over bins, with an optional draggable line.

    ``set_bins(edges, counts)`` shows counts (n) over edges (n + 1); ``set_cut(x)`` the line (None: none). Bars right
    of the line have the warning colour. ``cut_moved(x)``, a whole number, while the *user* drags it or presses a key
    of :data:`STEPS`. ``set_note(text)`` shows at the right what lies beyond the axis.
    """

    cut_moved = Signal(float)

    def __init__(self, name: str, movable: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(name, formats.count, parent)
        self._edges, self._counts = np.array([0.0, 1.0]), np.array([0.0])
        self.cut_label = self.note = self.empty = ""
        self._movable = movable
        if not movable:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.box.setMouseEnabled(x=False, y=False)
        self.set_texts(formats.count, formats.count)
        self._axes["left"].set_most(4)
        self._kept_bars, self._cut_bars = (
            pg.BarGraphItem(x0=[], x1=[], height=[], pen=None) for _ in range(2)
        )
        self._line = StraightLine(angle=90, movable=movable)
        self._line.hide()
        for item in (self._kept_bars, self._cut_bars, self._line):
            self.box.addItem(item, ignoreBounds=True)
        self._line.sigDragged.connect(lambda line: self._move_to(line.value()))
        self._overlay = _Words(self)
        self.range_changed.connect(self._draw)
        self.set_empty("")
        self.apply_theme()

    # -- data ----------------------------------------------------------------------------------------------

    def set_bins(self, edges: Sequence[float] | np.ndarray, counts: Sequence[float] | np.ndarray) -> None:
        """Show ``counts`` (n) over ``edges`` (n + 1, ascending). Raises ValueError if the lengths do not fit."""
        new_edges, new_counts = np.asarray(edges, float), np.asarray(counts, float)
        if len(new_edges) != len(new_counts) + 1 or len(new_counts) == 0:
            raise ValueError(f"{len(new_counts)} counts need one more edge, not {len(new_edges)}")
        self._edges, self._counts, self.empty = new_edges, new_counts, ""
        self._show()

    def set_empty(self, text: str) -> None:
        """Show that there is no data: keep the axes and display ``text``."""
        self._counts, self.empty = np.zeros_like(self._counts), text
        self._show()

    def set_cut(self, x: float | None, label: str = "") -> None:
        """Place the line at ``x``, labelled ``label`` (default: the number), without a signal."""
        self.cut_label = label or ("" if x is None else formats.count(x))
        self._line.setVisible(x is not None)
        if x is not None:
            self._line.setValue(x)
        self._show()

    def cut(self) -> float | None:
        """Return the position of the line."""
        return float(self._line.value()) if self._line.isVisible() else None

    def set_note(self, text: str) -> None:
        """Set a grey remark at the right of the axis: "294 texts beyond 1,200"."""
        self.note = text
        self._overlay.update()

    def note_box(self, area: QRectF) -> QRectF:
        """Return the box of the note in ``area``: above the bars at the right, next to the line if that is there."""
        line = 14
        width, cut, right = theme.text_width(self.note, "tick") + 2.0, self.cut(), area.right()
        at = None if cut is None else self.to_widget(cut, 0).x()
        if at is not None and right - width - 4 < at and at - 4 - width > area.left():
            right = at - 4
        highest = self.highest_right_of(self.from_widget(QPointF(right - width - 8, 0)).x())
        top = max(area.top() + line, self.to_widget(0, highest).y() - 1.5 * line)
        return QRectF(right - width, top, width, line)

    def share_beyond(self) -> float:
        """Return the share of the counts right of the line, with partial bins in proportion, 0..1."""
        total, cut = float(self._counts.sum()), self.cut()
        if cut is None or total == 0:
            return 0.0
        widths = np.diff(self._edges)
        beyond = np.clip((self._edges[1:] - cut) / np.where(widths > 0, widths, 1), 0, 1)
        return float((self._counts * beyond).sum() / total)

    def highest_right_of(self, x: float) -> float:
        """Return the highest count of the bins that end right of ``x``."""
        return float(self._counts[self._edges[1:] > x].max(initial=0))

    def _show(self) -> None:
        """Update ranges, bars and description."""
        total, cut = int(self._counts.sum()), self.cut()
        text = tr("{total} in {bins} bins", total=formats.count(total), bins=len(self._counts))
        if cut is not None:
            text = tr(
                "{counts}, line at {cut}, {beyond} % beyond it",
                counts=text,
                cut=formats.count(cut),
                beyond=formats.percent(self.share_beyond()),
            )
        self.setAccessibleDescription(self.empty or text)
        self.set_numbers_shown(bool(self._counts.any()))  # without data they are meaningless
        self.set_top_room(20 if cut is not None else 8)
        self.set_full_range((float(self._edges[0]), float(self._edges[-1])), (0.0, self._top()))
        self._draw()
        self._overlay.update()

    def _top(self) -> float:
        """Return the upper end of the scale: the next tick, unless that leaves a third of its step empty."""
        highest = max(1.0, float(self._counts.max(initial=0)))
        step = max(1.0, nice_step(highest, 3))
        return max(step, math.ceil(highest / step - 0.3) * step, highest)

    def _draw(self) -> None:
        """Draw the bars, divided at the line."""
        px = (self._edges[-1] - self._edges[0]) / max(self.plot_rect().width(), 1.0)
        left, right = self._edges[:-1], self._edges[1:]
        right = np.where(right - left > GAP * px, right - px, right)
        cut = self.cut()
        at = math.inf if cut is None else cut
        for bars, begin, end in (
            (self._kept_bars, np.minimum(left, at), np.minimum(right, at)),
            (self._cut_bars, np.maximum(left, at), np.maximum(right, at)),
        ):
            visible = end > begin
            bars.setOpts(x0=begin[visible], x1=end[visible], height=self._counts[visible])

    # -- input ---------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by, cut = STEPS.get(Qt.Key(event.key())), self.cut()
        if by is None or cut is None or not self._movable:
            super().keyPressEvent(event)
        else:
            self._move_to(cut + by)

    def _move_to(self, value: float) -> None:
        value = float(round(min(max(value, self._edges[0]), self._edges[-1])))
        label = formats.count(value)
        changed = value != self.cut() or label != self.cut_label
        self.set_cut(value)
        if changed:
            self.cut_moved.emit(value)

    # -- look ----------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(320, 190)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 110)

    def apply_theme(self) -> None:
        super().apply_theme()
        self._kept_bars.setOpts(brush=theme.color("tint_line"))
        self._cut_bars.setOpts(brush=theme.color("warning_bar"))
        pen = data_pen(QPen(theme.color("accent"), 2))
        self._line.setPen(pen)
        self._line.setHoverPen(pen)
        self._show()


class _Words(Overlay):
    """The line's grip and label above the plot, the note over the bars, or the text of an empty histogram."""

    def __init__(self, canvas: HistogramPlot) -> None:
        super().__init__(canvas)
        self._plot = canvas

    def paint(self, painter: QPainter, area: QRectF) -> None:
        plot = self._plot
        painter.setFont(theme.font("tick"))
        cut = plot.cut()
        if cut is not None:
            self._paint_cut(painter, area, cut)
        painter.setPen(theme.color("text3"))
        if plot.empty:
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, plot.empty)
        elif plot.note:
            painter.drawText(plot.note_box(area), Qt.AlignmentFlag.AlignRight, plot.note)

    def _paint_cut(self, painter: QPainter, area: QRectF, cut: float) -> None:
        s, x, line = theme.sizes(), self._plot.to_widget(cut, 0).x(), 14
        middle, side = area.top() - 8, 10
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawRect(QRectF(x - 1, middle, 2, 8))
        if self._plot._movable:
            painter.drawRoundedRect(
                QRectF(x - side / 2, middle - side / 2, side, side), s.radius_bar, s.radius_bar
            )
        painter.setPen(theme.color("text2"))
        # Next to the grip, never on it: at its right if it fits, else at the wider side, elided.
        width = theme.text_width(self._plot.cut_label, "tick") + 2
        before, behind = x - 8, self.width() - x - 8
        right = behind >= min(width, before)
        room = min(float(width), behind if right else before)
        text = painter.fontMetrics().elidedText(self._plot.cut_label, Qt.TextElideMode.ElideRight, int(room))
        left = x + 8 if right else before - room
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(left, middle - line / 2, room, line), flags, text)
