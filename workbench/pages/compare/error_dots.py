"""Best, last and test error of each row as dots on one scale: what was lost after the best step, and to the test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.language import tr
from workbench.look import formats, theme
from workbench.plots.canvas import Canvas
from workbench.plots.lines import DataLine, ErrorBars, data_pen, mark_pen, small_circle
from workbench.plots.overlay import Overlay

NAME_SHARE = 0.42
"""Of the width, what names may take."""
ROW_HEIGHT = 64
"""Px of a row at most; below fewer rows than there is room for the plot stays empty."""


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


class ErrorDots(Canvas):
    """A row of dots per strategy: ring = best validation, bar = last validation, filled = test at the best step.

    An outlier beyond three times the median's distance from the smallest is drawn as an arrow at the edge with its
    value, so that one diverged run does not flatten the rest.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Best, last and test error by run"), parent=parent)
        self._rows: list[ErrorDotRow] = []
        self.box.setMouseEnabled(x=False, y=False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._spans = DataLine(connect="pairs")
        self._spreads: list[ErrorBars] = []
        self._best, self._last, self._test = (
            pg.ScatterPlotItem(pxMode=True, antialias=True) for _ in range(3)
        )
        for item in (self._spans, self._last, self._best, self._test):
            self.box.addItem(item, ignoreBounds=True)
        self._words = _Words(self)
        self.resized.connect(self._draw)
        self.apply_theme()

    def set_rows(self, rows: Sequence[ErrorDotRow]) -> None:
        """Show ``rows`` from top to bottom."""
        self._rows = list(rows)
        texts = [
            tr(
                "{name}: best {best}, last {last}, test {test}",
                name=r.name,
                best=_say(r.best),
                last=_say(r.last),
                test=_say(r.test),
            )
            for r in rows
        ]
        self.setAccessibleDescription("; ".join(texts))
        self._draw()

    def rows(self) -> list[ErrorDotRow]:
        """Return the rows shown, from top to bottom."""
        return list(self._rows)

    def minimumSizeHint(self) -> QSize:
        """Room for a few rows and the axis."""
        return QSize(theme.sizes().px(240), theme.sizes().px(120))

    def limits(self) -> tuple[float, float]:
        """Return the scale's ends, in percent, outliers left out."""
        values = sorted(v for r in self._rows for v in (r.best, r.last, r.test) if v is not None)
        if not values:
            return 0.0, 100.0
        low, middle = values[0], values[len(values) // 2]
        cutoff = low + max(3 * (middle - low), 1.0)
        inside = [v for v in values if v <= cutoff] or values
        high, margin = inside[-1], max(0.25, 0.08 * (inside[-1] - low))
        return max(0.0, low - margin), high + margin

    def level(self, row: int) -> float:
        """Return where row ``row``, counted from the top, stands on y."""
        return float(len(self._rows) - 1 - row)

    # -- drawing -------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        s, count = theme.sizes(), len(self._rows)
        fit = theme.metrics("tick").elidedText
        room = int(self.width() * NAME_SHARE)
        names = [fit(r.name, Qt.TextElideMode.ElideMiddle, room) for r in reversed(self._rows)]
        self._axes["left"].set_names(names)
        self.set_axis_width(max([s.px(64), *(theme.text_width(name, "tick") for name in names)]) + s.s12)
        self.set_right_room(s.px(56))
        self.set_numbers_shown(bool(self._rows))
        places = max(count, 1, self.height() / s.px(ROW_HEIGHT))
        self.set_full_range(self.limits(), (count - 0.5 - places, max(count, 1) - 0.5))
        self._draw_marks()
        self._words.update()

    def _draw_marks(self) -> None:
        high = self.limits()[1]
        spans: list[tuple[float, float]] = []
        for bar in self._spreads:
            self.box.removeItem(bar)
        self._spreads = []
        marks: dict[str, list[tuple[float, float, int]]] = {"best": [], "last": [], "test": []}
        for number, row in enumerate(self._rows):
            y = self.level(number)
            values = {"best": row.best, "last": row.last, "test": row.test}
            inside = {kind: value for kind, value in values.items() if value is not None and value <= high}
            for kind, value in inside.items():
                marks[kind].append((value, y, row.slot))
            if len(inside) > 1:
                spans += [(min(inside.values()), y), (max(inside.values()), y)]
            if "test" in inside and row.sd is not None:
                self._add_spread(inside["test"], y, row.sd, row.slot)
        self._spans.setData(np.array([x for x, _ in spans]), np.array([y for _, y in spans]))
        self._spans.setPen(data_pen(QPen(theme.color("line"), theme.sizes().px(2))))
        for kind, item in (("best", self._best), ("last", self._last), ("test", self._test)):
            self._set_marks(item, kind, marks[kind])

    def _set_marks(
        self, item: pg.ScatterPlotItem, kind: str, marks: Sequence[tuple[float, float, int]]
    ) -> None:
        s = theme.sizes()
        symbol: str | QPainterPath = "o"
        colours = [theme.series_color(slot) for _, _, slot in marks]
        size, pens = float(s.px(8)), [QPen(Qt.PenStyle.NoPen)] * len(marks)
        brushes = [QBrush(theme.color("surface"))] * len(marks)
        if kind == "test":
            brushes = [QBrush(colour) for colour in colours]
        elif kind == "best":
            width = s.px(2) - 0.5
            size, symbol = size + width, small_circle(size / (size + width))
            pens = [mark_pen(colour, width, size) for colour in colours]
        else:
            size, symbol = float(s.px(10)), "|"
            pens = [mark_pen(colour, 1.0, size) for colour in colours]
        item.setData(
            [x for x, _, _ in marks],
            [y for _, y, _ in marks],
            size=size,
            symbol=symbol,
            pen=pens,
            brush=brushes,
        )

    def _add_spread(self, test: float, y: float, sd: float, slot: int) -> None:
        bar = ErrorBars(
            x=np.array([test]), y=np.array([y]), left=np.array([sd]), right=np.array([sd]), beam=0,
            pen=data_pen(QPen(theme.series_color(slot), 1)),
        )  # fmt: skip
        self.box.addItem(bar, ignoreBounds=True)
        self._spreads.append(bar)

    def apply_theme(self) -> None:
        super().apply_theme()
        self._draw()


class _Words(Overlay):
    """Test errors right of the dots, and arrows with the errors of what lies beyond the scale."""

    def __init__(self, dots: ErrorDots) -> None:
        super().__init__(dots)
        self._dots = dots

    def paint(self, painter: QPainter, area: QRectF) -> None:
        s, high = theme.sizes(), self._dots.limits()[1]
        painter.setFont(theme.font("caption"))
        middle = Qt.AlignmentFlag.AlignVCenter
        for number, row in enumerate(self._dots.rows()):
            values = [v for v in (row.best, row.last, row.test) if v is not None]
            beyond = row.test if row.test is not None else max(values, default=0.0)
            y = self._dots.to_widget(0, self._dots.level(number)).y()
            if beyond > high:
                painter.setPen(theme.series_color(row.slot))
                box = QRectF(area.right() - s.px(76), y - s.px(10), s.px(132), s.px(20))
                painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, f"▶ {formats.fixed(beyond, 2)}")
            elif row.test is not None:
                end = max([*(v for v in values if v <= high), row.test + (row.sd or 0.0)])
                at = QPointF(self._dots.to_widget(end, 0).x() + s.s8, y - s.px(10))
                painter.setPen(theme.color("text2"))
                box = QRectF(at.x(), at.y(), s.px(60), s.px(20))
                painter.drawText(box, middle | Qt.AlignmentFlag.AlignLeft, formats.fixed(row.test, 2))


def _say(value: float | None) -> str:
    return "none" if value is None else f"{value:.2f} %"
