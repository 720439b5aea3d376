"""Best, last and test error of each row as dots on one scale: what was lost after the best step, and to the test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.look import formats, theme


@dataclass(frozen=True)
class ErrorDotRow:
    """One row: errors in percent, None where there is none yet; ``sd``: of the test error over seeds, or half its 95 %
    interval."""

    name: str
    slot: int
    best: float | None
    last: float | None
    test: float | None
    sd: float | None = None


class ErrorDots(QWidget):
    """A row of dots per strategy: ring = best validation, bar = last validation, filled = test at the best step.

    An outlier beyond three times the median's distance from the smallest is drawn as an arrow at the edge with its
    value, so that one diverged run does not flatten the rest.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ErrorDotRow] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Best, last and test error by run")

    def set_rows(self, rows: Sequence[ErrorDotRow]) -> None:
        """Shows ``rows`` from top to bottom."""
        self._rows = list(rows)
        said = [f"{r.name}: best {_say(r.best)}, last {_say(r.last)}, test {_say(r.test)}" for r in rows]
        self.setAccessibleDescription("; ".join(said))
        self.setToolTip("")
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Room for a few rows and the axis."""
        return QSize(theme.sizes().px(240), theme.sizes().px(120))

    def limits(self) -> tuple[float, float]:
        """The scale's ends, in percent, outliers left out."""
        values = sorted(v for r in self._rows for v in (r.best, r.last, r.test) if v is not None)
        if not values:
            return 0.0, 100.0
        low, middle = values[0], values[len(values) // 2]
        reach = low + max(3 * (middle - low), 1.0)
        inside = [v for v in values if v <= reach] or values
        high, margin = inside[-1], max(0.25, 0.08 * (inside[-1] - low))
        return max(0.0, low - margin), high + margin

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws names, scale and dots."""
        s = theme.sizes()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("caption"))
        metrics = painter.fontMetrics()
        names = max([s.px(64), *(metrics.horizontalAdvance(r.name) for r in self._rows)], default=s.px(64))
        left = min(names + s.px(16), int(self.width() * 0.42))
        room = self.height() - s.px(36)
        height = min(s.px(64), room / max(1, len(self._rows)))
        area = QRectF(
            left, s.px(8), self.width() - left - s.px(56), height * len(self._rows) if self._rows else room
        )
        low, high = self.limits()

        def place(value: float) -> float:
            return area.left() + (value - low) / (high - low) * area.width()

        self._paint_scale(painter, area, low, high)
        if not self._rows:
            return
        for number, row in enumerate(self._rows):
            y = area.top() + (number + 0.5) * height
            color = theme.color(f"series{(row.slot - 1) % 8 + 1}")
            painter.setPen(theme.color("text"))
            shown = metrics.elidedText(row.name, Qt.TextElideMode.ElideMiddle, left - s.px(12))
            painter.drawText(
                QRectF(0, y - height / 2, left - s.px(12), height),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
                shown,
            )
            inside = [v for v in (row.best, row.last, row.test) if v is not None and v <= high]
            if len(inside) > 1:
                painter.setPen(QPen(theme.color("line"), s.px(2)))
                painter.drawLine(QPointF(place(min(inside)), y), QPointF(place(max(inside)), y))
            for value, kind in ((row.last, "last"), (row.best, "best"), (row.test, "test")):
                if value is None:
                    continue
                if value > high:
                    if kind == "test" or row.test is None:
                        painter.setPen(color)
                        painter.drawText(
                            QRectF(area.right() - s.px(76), y - height / 2, s.px(132), height),
                            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
                            f"▶ {formats.fixed(value, 2)}",
                        )
                    continue
                self._paint_mark(painter, QPointF(place(value), y), kind, color, row, place)
            if row.test is not None and row.test <= high:
                painter.setPen(theme.color("text2"))
                right = place(max(inside))
                spread = 0.0 if row.sd is None else place(row.test + row.sd) - place(row.test)
                painter.drawText(
                    QRectF(max(right, place(row.test) + spread) + s.px(8), y - height / 2, s.px(60), height),
                    Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                    formats.fixed(row.test, 2),
                )

    def _paint_mark(self, painter: QPainter, at: QPointF, kind: str, color, row: ErrorDotRow, place) -> None:  # type: ignore[no-untyped-def]
        s = theme.sizes()
        if kind == "last":
            painter.setPen(QPen(color, s.px(2)))
            painter.drawLine(at + QPointF(0, -s.px(5)), at + QPointF(0, s.px(5)))
        elif kind == "best":
            painter.setPen(QPen(color, s.px(2) - 0.5))
            painter.setBrush(theme.color("surface"))
            painter.drawEllipse(at, s.px(4), s.px(4))
        else:
            if row.sd is not None and row.test is not None:
                painter.setPen(QPen(color, 1))
                painter.drawLine(
                    QPointF(place(row.test - row.sd), at.y()), QPointF(place(row.test + row.sd), at.y())
                )
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawEllipse(at, s.px(4), s.px(4))

    def _paint_scale(self, painter: QPainter, area: QRectF, low: float, high: float) -> None:
        s = theme.sizes()
        painter.setFont(theme.font("tick"))
        step = next(w for w in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if (high - low) / w <= 6)
        value = step * -(-low // step)
        while value <= high + 1e-9:
            x = area.left() + (value - low) / (high - low) * area.width()
            painter.setPen(theme.color("grid"))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            painter.setPen(theme.color("text3"))
            painter.drawText(
                QRectF(x - s.px(30), area.bottom() + s.px(4), s.px(60), s.px(16)),
                Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop,
                formats.fixed(value, 1 if step < 1 else 0),
            )
            value += step
        painter.setPen(theme.color("control"))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.setFont(theme.font("caption"))


def _say(value: float | None) -> str:
    return "none" if value is None else f"{value:.2f} %"
