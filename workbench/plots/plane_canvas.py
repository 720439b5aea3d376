"""Points with intervals in two directions, the front of the best, and names that avoid each other."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.analysis.plane import beyond, front, staircase
from workbench import formats, theme
from workbench.plots import labels
from workbench.plots.axes import log_ticks, tick_text
from workbench.widgets.histogram import nice_step

RUN_ALPHA = 110
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True)
class Spot:
    """One strategy: its means, the ends of its intervals where it has any, and the single runs behind it."""

    key: int
    slot: int
    label: str
    x: float
    y: float
    x_ends: tuple[float, float] | None = None
    y_ends: tuple[float, float] | None = None
    runs: tuple[tuple[float, float], ...] = ()
    baseline: bool = False


@dataclass(frozen=True)
class AxisOf:
    """How one axis is written: its name for table and readout, values as text, and whether it is logarithmic."""

    title: str
    text: Callable[[float], str] = formats.fixed
    log: bool = False


class PlaneCanvas(QWidget):
    """The drawing of :class:`workbench.plots.plane.PlanePlot`.

    Arrow keys go from point to point, Enter or a click chooses one (``chosen(key)``), a double click opens it
    (``opened(key)``). ``pointed(key or None)`` says at which point the mouse or the keyboard is, ``hovered(x, y)``
    where the mouse is, NaN when it has left.
    """

    chosen = Signal(object)
    opened = Signal(object)
    pointed = Signal(object)
    hovered = Signal(float, float)

    def __init__(self, name: str, empty: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._empty = empty
        self._spots: list[Spot] = []
        self._x, self._y = AxisOf("x"), AxisOf("y")
        self.front: list[int] = []
        self.beyond: set[int] = set()
        self.selected: int | None = None
        self.current: int | None = None
        self._mouse: QPointF | None = None
        self._arrows: list[tuple[QRectF, int]] = []
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.theme_changed.connect(self.update)

    # -- data ----------------------------------------------------------------------------------------------

    def set_spots(self, spots: Sequence[Spot], x: AxisOf, y: AxisOf) -> None:
        """Draws these points on these axes; on a logarithmic x values are above zero."""
        self._spots, self._x, self._y = list(spots), x, y
        ahead = front([(s.x, s.y) for s in self._spots])
        kept = {*ahead, *(i for i, s in enumerate(self._spots) if s.baseline)}
        self.front = [self._spots[i].key for i in ahead]
        outside = beyond([self._scaled(s.x) for s in self._spots], kept) | beyond(
            [s.y for s in self._spots], kept
        )
        self.beyond = {self._spots[i].key for i in outside}
        keys = {s.key for s in self._spots}
        self.current = self.current if self.current in keys else None
        said = [
            f"{s.label}: {x.text(s.x)}, {y.text(s.y)}{', on the front' if s.key in self.front else ''}"
            for s in self._spots
        ]
        self.setAccessibleDescription("; ".join(said))
        self.update()

    def spots(self) -> list[Spot]:
        """The points drawn."""
        return list(self._spots)

    def spot(self, key: int | None) -> Spot | None:
        """The point called ``key``."""
        return next((s for s in self._spots if s.key == key), None)

    def select(self, key: int | None) -> None:
        """Marks a point, without a signal."""
        if key != self.selected:
            self.selected = key
            self.update()

    def _scaled(self, x: float) -> float:
        return math.log10(x) if self._x.log else x

    # -- places --------------------------------------------------------------------------------------------

    def limits(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The ends of x (its logarithm on a logarithmic axis) and of y: of what is not beyond, with room around."""
        seen = [s for s in self._spots if s.key not in self.beyond]
        across = _reach(
            [self._scaled(s.x) for s in seen],
            [self._scaled(v) for s in seen for v in (*(s.x_ends or ()), *(x for x, _ in s.runs)) if v > 0 or not self._x.log],
            0.0,
        )  # fmt: skip
        up = _reach(
            [s.y for s in seen], [v for s in seen for v in (*(s.y_ends or ()), *(y for _, y in s.runs))], None
        )
        return across, up

    def area(self) -> QRectF:
        """Inside the axes, px."""
        s = theme.sizes()
        low, high = self.limits()[1]
        widest = max(theme.text_width(self._y_tick(v, high - low), "tick") for v in (low, high))
        left = widest + s.s12
        return QRectF(left, s.s8, self.width() - left - s.s16, self.height() - s.s8 - s.px(26))

    def to_px(self, x: float, y: float) -> QPointF:
        """Where a pair of values lies, px; the top line of words stays free of points."""
        area, ((x0, x1), (y0, y1)) = self.area(), self.limits()
        top = area.top() + self._words()
        return QPointF(
            area.left() + (self._scaled(x) - x0) / (x1 - x0) * area.width(),
            area.bottom() - (y - y0) / (y1 - y0) * (area.bottom() - top),
        )

    def from_px(self, place: QPointF) -> tuple[float, float]:
        """The values at a place; the inverse of :meth:`to_px`."""
        area, ((x0, x1), (y0, y1)) = self.area(), self.limits()
        top = area.top() + self._words()
        x = x0 + (place.x() - area.left()) / area.width() * (x1 - x0)
        y = y0 + (area.bottom() - place.y()) / (area.bottom() - top) * (y1 - y0)
        return (10.0**x if self._x.log else x), y

    def _words(self) -> float:
        """Height of the words at the top: the reading aid, then a line for each point beyond."""
        return float(theme.sizes().px(24) + len(self.beyond) * theme.sizes().px(18))

    def near(self, place: QPointF) -> int | None:
        """The point under ``place``, or its arrow; None where there is none."""
        for box, key in self._arrows:
            if box.contains(place):
                return key
        reach = theme.sizes().px(14)
        best: tuple[float, int] | None = None
        for spot in self._spots:
            if spot.key not in self.beyond:
                away = self.to_px(spot.x, spot.y) - place
                distance = math.hypot(away.x(), away.y())
                if distance <= reach and (best is None or distance < best[0]):
                    best = (distance, spot.key)
        return None if best is None else best[1]

    # -- input ---------------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        self._mouse = place if self._spots and self.area().contains(place) else None
        self._point(self.near(place) if self._spots else None)
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if self.current is not None else Qt.CursorShape.ArrowCursor
        )
        if self._mouse is None:
            self.hovered.emit(math.nan, math.nan)
        else:
            self.hovered.emit(*self.from_px(place))
        self.update()

    def leaveEvent(self, event: object) -> None:
        """The cross-hair goes with the mouse."""
        self._mouse = None
        self._point(None)
        self.hovered.emit(math.nan, math.nan)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.near(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if found is None:
            super().mousePressEvent(event)
        else:
            self.choose(found)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self.near(event.position())
        if found is not None:
            self.opened.emit(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        order = [s.key for s in sorted(self._spots, key=lambda s: (s.key in self.beyond, s.x, s.y))]
        upward = [s.key for s in sorted(self._spots, key=lambda s: (s.key in self.beyond, s.y, s.x))]
        key = Qt.Key(event.key())
        steps = {Qt.Key.Key_Left: (order, -1), Qt.Key.Key_Right: (order, 1), Qt.Key.Key_Down: (upward, -1),
                 Qt.Key.Key_Up: (upward, 1)}  # fmt: skip
        if order and key in steps:
            among, step = steps[key]
            here = (
                among.index(self.current) + step
                if self.current in among
                else (0 if step > 0 else len(among) - 1)
            )
            self._point(among[min(max(here, 0), len(among) - 1)])
        elif order and key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._point(order[0 if key == Qt.Key.Key_Home else -1])
        elif self.current is not None and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            self.opened.emit(self.current) if control else self.choose(self.current)
        elif self.current is not None and key == Qt.Key.Key_Escape:
            self._point(None)
        else:
            super().keyPressEvent(event)
            return
        self._mouse = None
        self.update()

    def choose(self, key: int) -> None:
        """As if the user had clicked the point."""
        self.selected = self.current = key
        self.update()
        self.chosen.emit(key)

    def _point(self, key: int | None) -> None:
        if key != self.current:
            self.current = key
            self.pointed.emit(key)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Room for axes and a few points."""
        return QSize(theme.sizes().px(260), theme.sizes().px(160))

    # -- painting ------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("surface"))
        area = self.area()
        self._paint_axes(painter, area)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._spots:
            painter.setFont(theme.font("tick"))
            painter.setPen(theme.color("text3"))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._empty)
        else:
            self._paint_points(painter, area)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(theme.color("accent"), theme.sizes().focus))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _paint_points(self, painter: QPainter, area: QRectF) -> None:
        seen = [s for s in self._spots if s.key not in self.beyond]
        corners = self._paint_staircase(painter, area)
        painter.save()
        painter.setClipRect(area.adjusted(-1, -1, theme.sizes().s8, 1))
        self._paint_behind(painter, seen)
        painter.restore()
        for spot in seen:
            self._paint_spot(painter, spot)
        words = self._paint_words(painter, area)
        self._paint_labels(painter, area, seen, words, corners)
        self._paint_cross(painter, area)

    def _paint_axes(self, painter: QPainter, area: QRectF) -> None:
        s, ((x0, x1), (y0, y1)) = theme.sizes(), self.limits()
        painter.setFont(theme.font("tick"))
        line = s.px(14)
        numbered = bool(self._spots)
        for value in self._y_ticks(y0, y1):
            y = round(self.to_px(10.0**x0 if self._x.log else x0, value).y()) + 0.5
            painter.setPen(theme.color("grid"))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme.color("control"))
            painter.drawLine(QPointF(area.left() - s.s4, y), QPointF(area.left(), y))
            painter.setPen(theme.color("text3"))
            box = QRectF(0, y - line / 2, area.left() - s.s8, line)
            painter.drawText(box, _RIGHT, self._y_tick(value, y1 - y0) if numbered else "")
        for value, text in self._x_ticks(x0, x1, area.width()):
            x = round(area.left() + (value - x0) / (x1 - x0) * area.width()) + 0.5
            painter.setPen(theme.color("grid"))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            painter.setPen(theme.color("control"))
            painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + s.s4))
            painter.setPen(theme.color("text3"))
            wide = theme.text_width(text, "tick") + 2
            left = min(max(x - wide / 2, 0), self.width() - wide)
            painter.drawText(
                QRectF(left, area.bottom() + s.px(6), wide, line), _LEFT, text if numbered else ""
            )
        painter.setPen(theme.color("control"))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.drawLine(area.topLeft(), area.bottomLeft())

    def _y_ticks(self, low: float, high: float) -> list[float]:
        # To the upper edge, though no point lies behind the words there.
        area = self.area()
        room = area.bottom() - area.top() - self._words()
        end = low + (high - low) * area.height() / max(room, 1.0)
        step = nice_step(high - low, max(2, int(room / theme.sizes().px(48))))
        return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(end / step + 1e-9) + 1)]

    def _y_tick(self, value: float, span: float) -> str:
        room = max(1.0, self.height() - self._words() - theme.sizes().px(34))
        return tick_text(value, nice_step(span, max(2, int(room / theme.sizes().px(48)))))

    def _x_ticks(self, low: float, high: float, width: float) -> list[tuple[float, str]]:
        """Places (logarithms on a logarithmic axis) and their words."""
        most = max(2, int(width / theme.sizes().px(72)))
        if self._x.log:
            found = log_ticks(low, high, most)
            values = [10.0**v for v in found]
            steps = [b - a for a, b in zip(values, values[1:], strict=False)]
            step = min(steps, default=1.0)
            return [(v, f"{formats.TIMES} {tick_text(x, min(step, 0.1 if x < 10 else step))}") for v, x in zip(found, values, strict=True)]  # fmt: skip
        step = nice_step(high - low, most)
        places = [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]
        return [(v, tick_text(v, step)) for v in places]

    def _paint_staircase(self, painter: QPainter, area: QRectF) -> list[QRectF]:
        """The dashed border of what the front beats; the boxes of its lines."""
        best = [spot for key in self.front if (spot := self.spot(key)) is not None]
        (_, x1), (_, y1) = self.limits()
        corners = staircase([(s.x, s.y) for s in best], y1, 10.0**x1 if self._x.log else x1)
        line = [self.to_px(x, y) for x, y in corners]
        if not line:
            return []
        line[0].setY(area.top())
        pen = QPen(theme.color("accent"), 1.5)
        pen.setDashPattern([3, 2])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(line))
        return [
            QRectF(a, b).normalized().adjusted(-1, -1, 1, 1) for a, b in zip(line, line[1:], strict=False)
        ]

    def _paint_behind(self, painter: QPainter, seen: Sequence[Spot]) -> None:
        """Single runs, small and pale, then the intervals."""
        s = theme.sizes()
        for spot in seen:
            colour = theme.series_color(spot.slot)
            pale = QColor(colour)
            pale.setAlpha(RUN_ALPHA)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pale)
            if len(spot.runs) > 1:
                for x, y in spot.runs:
                    painter.drawEllipse(self.to_px(x, y), s.px(2), s.px(2))
            painter.setPen(QPen(colour, 1.2))
            for a, b in self._bars(spot):
                painter.drawLine(a, b)

    def _bars(self, spot: Spot) -> list[tuple[QPointF, QPointF]]:
        bars = []
        if spot.x_ends is not None:
            bars.append((self.to_px(spot.x_ends[0], spot.y), self.to_px(spot.x_ends[1], spot.y)))
        if spot.y_ends is not None:
            bars.append((self.to_px(spot.x, spot.y_ends[0]), self.to_px(spot.x, spot.y_ends[1])))
        return bars

    def _paint_spot(self, painter: QPainter, spot: Spot) -> None:
        s, at = theme.sizes(), self.to_px(spot.x, spot.y)
        if spot.key == self.selected:
            painter.setPen(QPen(theme.color("tint_line"), 1))
            painter.setBrush(theme.color("tint"))
            painter.drawEllipse(at, s.px(11), s.px(11))
        if spot.key in self.front:
            painter.setPen(QPen(theme.color("accent"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, s.px(8), s.px(8))
        painter.setPen(QPen(theme.color("surface"), 1))
        painter.setBrush(theme.series_color(spot.slot))
        size = s.px(5)
        if spot.baseline:
            painter.drawRect(QRectF(at.x() - size, at.y() - size, 2 * size, 2 * size))
        else:
            painter.drawEllipse(at, size, size)

    def _paint_words(self, painter: QPainter, area: QRectF) -> list[QRectF]:
        """The reading aid, and an arrow with its values for each point beyond; the boxes they take."""
        s, line = theme.sizes(), theme.sizes().px(16)
        painter.setFont(theme.font("tick"))
        aid, ring = "Left: remembers more. Down: fewer errors", "Ringed: nothing is better on both"
        top = area.top() + s.s4
        wide = [theme.text_width(text, "tick") + 2 for text in (aid, ring)]
        taken = []
        inset = area.adjusted(s.s8, 0, -s.s4, 0)
        both = sum(wide) + s.s24 <= inset.width()
        boxes = [(aid, "text2", QRectF(inset.left(), top, wide[0], line))] if both else []
        boxes.append((ring, "accent", QRectF(max(inset.right() - wide[1], inset.left()), top, wide[1], line)))
        for text, colour, box in boxes:
            painter.fillRect(box.adjusted(-2, 0, 2, 0), theme.color("surface"))
            painter.setPen(theme.color(colour))
            painter.drawText(box, _LEFT, text)
            taken.append(box)
        self._arrows = []
        for number, spot in enumerate(s for s in self._spots if s.key in self.beyond):
            y = top + line + s.s4 + number * s.px(18)
            box = self._paint_arrow(painter, inset, y, line, spot)
            self._arrows.append((box, spot.key))
            taken.append(box)
        return taken

    def _paint_arrow(self, painter: QPainter, inset: QRectF, y: float, line: float, spot: Spot) -> QRectF:
        s, side = theme.sizes(), theme.sizes().px(8)
        (_, x1), (_, y1) = self.limits()
        text = f"{spot.label} lies beyond: {self._y.text(spot.y)} at {self._x.text(spot.x)}"
        room = int(inset.width() - side - s.s8)
        text = theme.metrics("tick").elidedText(text, Qt.TextElideMode.ElideMiddle, room)
        wide = theme.text_width(text, "tick") + 2
        tip = QPointF(inset.right(), y + line / 2 - side / 2)
        right, up = self._scaled(spot.x) > x1, spot.y > y1
        if right and up:
            corners = [tip, tip + QPointF(0, side), tip + QPointF(-side, side * 0.7)]
        elif right:
            corners = [tip + QPointF(0, side / 2), tip + QPointF(-side, 0), tip + QPointF(-side, side)]
        else:
            corners = [tip + QPointF(-side / 2, 0), tip + QPointF(0, side), tip + QPointF(-side, side)]
        box = QRectF(tip.x() - side - s.s8 - wide, y, wide + side + s.s8, line)
        painter.fillRect(box.adjusted(-2, 0, 0, 0), theme.color("tint" if spot.key in (self.selected, self.current) else "surface"))  # fmt: skip
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.series_color(spot.slot))
        painter.drawPolygon(QPolygonF(corners))
        painter.setPen(theme.color("text"))
        painter.drawText(QRectF(box.left(), y, wide, line), _LEFT, text)
        return box

    def labels(self, area: QRectF, seen: Sequence[Spot], words: Sequence[QRectF], lines: Sequence[QRectF]) -> list[tuple[Spot, str, QRectF]]:  # fmt: skip
        """(point, name, box) of the names that found room."""
        s, line = theme.sizes(), theme.sizes().px(14)
        texts = [
            theme.metrics("tick").elidedText(
                f"{spot.label}, baseline" if spot.baseline else spot.label,
                Qt.TextElideMode.ElideMiddle,
                s.px(180),
            )
            for spot in seen
        ]
        bars = [
            QRectF(a, b).normalized().adjusted(-1, -1, 1, 1) for spot in seen for a, b in self._bars(spot)
        ]
        boxes = labels.place(
            [self.to_px(spot.x, spot.y) for spot in seen],
            [(theme.text_width(text, "tick") + 2.0, float(line)) for text in texts],
            area.adjusted(2, 2, s.s12, -2),
            s.px(11),
            taken=words,
            crossed=[*lines, *bars],
        )
        return [(a, b, box) for a, b, box in zip(seen, texts, boxes, strict=True) if box is not None]

    def _paint_labels(
        self, painter: QPainter, area: QRectF, seen: Sequence[Spot], words: Sequence[QRectF], lines: Sequence[QRectF]
    ) -> None:  # fmt: skip
        painter.setFont(theme.font("tick"))
        for spot, text, box in self.labels(area, seen, words, lines):
            led = labels.leader(self.to_px(spot.x, spot.y), box, theme.sizes().px(11))
            if led is not None:
                painter.setPen(QPen(theme.color("control"), 1))
                painter.drawLine(*led)
            painter.setPen(theme.color("text"))
            painter.drawText(box, _LEFT, text)

    def _paint_cross(self, painter: QPainter, area: QRectF) -> None:
        """Hairlines through the point that is meant, else through the mouse, with the values on the axes."""
        spot = self.spot(self.current)
        if spot is not None and spot.key not in self.beyond:
            at, (x, y) = self.to_px(spot.x, spot.y), (spot.x, spot.y)
        elif self._mouse is not None:
            at, (x, y) = self._mouse, self.from_px(self._mouse)
        else:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(theme.color("text3"), 1))
        painter.drawLine(QPointF(at.x(), area.top()), QPointF(at.x(), area.bottom()))
        painter.drawLine(QPointF(area.left(), at.y()), QPointF(area.right(), at.y()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        s = theme.sizes()
        for text, centre in (
            (self._x.text(x), QPointF(at.x(), area.bottom() + s.px(13))),
            (self._y.text(y), QPointF(area.left() / 2, at.y())),
        ):
            wide = theme.text_width(text, "tick_strong") + s.s8
            left = min(max(centre.x() - wide / 2, 0), self.width() - wide)
            box = QRectF(left, centre.y() - s.px(8), wide, s.px(16))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("text2"))
            painter.drawRoundedRect(box, s.radius_bar, s.radius_bar)
            painter.setPen(theme.color("surface"))
            painter.setFont(theme.font("tick_strong"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _reach(middles: Sequence[float], ends: Sequence[float], origin: float | None) -> tuple[float, float]:
    """An axis for the points ``middles`` with room around them.

    It also shows the ``ends`` of intervals, but makes no more room for them, on either side, than the points need
    (at least for themselves): an interval over two seeds can be twenty times as wide as all else. ``origin`` is shown
    where it lies no farther from the points than they lie apart.
    """
    if not middles:
        return 0.0, 1.0
    low, high = min(middles), max(middles)
    span = high - low or max((abs(v - low) for v in ends), default=0.0) or max(abs(high), 1.0) * 0.1
    first = max(min([low, *ends]), low - span)
    last = min(max([high, *ends]), high + span)
    if origin is not None and first - span <= origin < first:
        first = origin
    pad = 0.08 * (last - first)
    floor = 0.0 if origin is None and low >= 0 else None
    start = first if first == origin else first - pad
    return (max(start, floor) if floor is not None else start), last + pad
