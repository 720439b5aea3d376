"""A difference and its confidence interval, painted in a row: a forest plot down the column."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionViewItem

from workbench.language import tr, tr_engine
from workbench.look import theme
from workbench.tables.delegates import CellDelegate, value_of
from workbench.tables.model import Index


@dataclass(frozen=True)
class Interval:
    """Value of an interval cell: a difference with its confidence interval.

    Args:
        middle, low, high: the difference and its interval, in the column's unit.
        verdict: better, worse, equivalent, cannot tell; or baseline, which is drawn as a square at zero.
    """

    middle: float
    low: float
    high: float
    verdict: str = "cannot tell"

    def __str__(self) -> str:
        return tr(
            "{verdict}, {low:.2f} to {high:.2f}",
            verdict=tr_engine(self.verdict),
            low=self.low,
            high=self.high,
        )


VERDICTS = {
    "better": "ok",
    "worse": "error",
    "equivalent": "text",
    "cannot tell": "text2",
    "baseline": "text2",
}


class IntervalDelegate(CellDelegate):
    """A forest mark per row over one common axis, zero in the middle; beyond the axis an arrow at its edge.

    :meth:`set_range` sets how far the axis goes either side of zero.
    """

    def __init__(self, reach: float = 1.0) -> None:
        super().__init__()
        self._reach = reach

    def set_range(self, reach: float) -> None:
        """Set the axis to go from ``-reach`` to ``reach``, in the column's unit."""
        self._reach = max(reach, 1e-12)

    def paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        interval = value_of(index)
        rect = QRectF(self.content_rect(option, index))
        middle, half = rect.center(), rect.width() / 2
        zero = QRectF(round(middle.x()), option.rect.top(), 2, option.rect.height())
        painter.fillRect(zero, theme.color("line"))
        if not isinstance(interval, Interval):
            return

        def x(value: float) -> float:
            return middle.x() + half * min(max(value / self._reach, -1.0), 1.0)

        colour = theme.color(VERDICTS.get(interval.verdict, "text2"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if interval.verdict == "baseline":
            side = 8
            painter.fillRect(QRectF(middle.x() - side / 2 + 1, middle.y() - side / 2, side, side), colour)
            return
        if abs(interval.middle) > self._reach:
            self._arrow(painter, rect, interval.middle > 0, colour)
            return
        painter.setPen(QPen(colour, 1.5))
        y, cap = middle.y(), 4
        painter.drawLine(QPointF(x(interval.low), y), QPointF(x(interval.high), y))
        for end in (interval.low, interval.high):
            if abs(end) <= self._reach:
                painter.drawLine(QPointF(x(end), y - cap), QPointF(x(end), y + cap))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(x(interval.middle), y), 4, 4)

    @staticmethod
    def _arrow(painter: QPainter, rect: QRectF, right: bool, colour: QColor) -> None:
        side, y = 8, rect.center().y()
        tip = rect.right() if right else rect.left()
        base = tip - side if right else tip + side
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon([QPointF(tip, y), QPointF(base, y - side / 2), QPointF(base, y + side / 2)])
