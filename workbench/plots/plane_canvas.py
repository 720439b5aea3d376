"""The drawing area of the plane, and what mouse and keyboard do in it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.look import theme
from workbench.plots import plane_paint as paint
from workbench.plots.plane_layout import PlaneAxis, PlaneLayout, PlanePoint
from workbench.widgets.base import Themed

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class PlaneCanvas(Themed, QWidget):
    """Points with intervals in two directions, the border of the best, names, and what lies beyond.

    Arrow keys go from point to point, Enter or a click chooses one (``chosen(key)``), Ctrl+Enter or a double click
    opens it (``opened(key)``). ``moved`` says that mouse or keyboard are elsewhere: see :attr:`current` and
    :meth:`pointed_at`.
    """

    chosen = Signal(object)
    opened = Signal(object)
    moved = Signal()

    def __init__(self, name: str, empty: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._empty = empty
        self._given: tuple[Sequence[PlanePoint], PlaneAxis, PlaneAxis] = ((), PlaneAxis("x"), PlaneAxis("y"))
        self._layout: PlaneLayout | None = None
        self.selected: int | None = None
        self.current: int | None = None
        self._mouse: QPointF | None = None
        self._boxes: dict[int | None, QRectF] = {}
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # -- data ----------------------------------------------------------------------------------------------

    def set_points(self, spots: Sequence[PlanePoint], x: PlaneAxis, y: PlaneAxis) -> None:
        """Draws these points on these axes."""
        self._given = (list(spots), x, y)
        if self.point_of(self.current) is None:
            self.current = None
        self.apply_theme()
        front = self.plan.front
        said = [
            f"{s.name}: {x.text(s.x)}, {y.text(s.y)}{', on the front' if s.key in front else ''}"
            for s in spots
        ]
        self.setAccessibleDescription("; ".join(said))

    def set_empty(self, text: str) -> None:
        """What is said while there is no point."""
        self._empty = text
        self.update()

    @property
    def points(self) -> Sequence[PlanePoint]:
        """The points drawn."""
        return self._given[0]

    @property
    def plan(self) -> PlaneLayout:
        """What lies where in the present size."""
        size = (self.width(), self.height())
        if self._layout is None or (self._layout.width, self._layout.height) != size:
            self._layout = PlaneLayout(*self._given, *size)
        return self._layout

    def point_of(self, key: int | None) -> PlanePoint | None:
        """The point called ``key``."""
        return next((s for s in self.points if s.key == key), None)

    def select(self, key: int | None) -> None:
        """Marks a point, without a signal."""
        if key != self.selected:
            self.selected = key
            self.update()

    def pointed_at(self) -> tuple[float, float] | None:
        """The values under the mouse; None when it is elsewhere."""
        return None if self._mouse is None else self.plan.from_px(self._mouse)

    def apply_theme(self) -> None:
        self._layout = None
        self.update()

    # -- input ---------------------------------------------------------------------------------------------

    def near(self, place: QPointF) -> int | None:
        """The point under ``place``, or its arrow; None where there is none."""
        plan = self.plan
        for spot in plan.far:
            if spot.key in self._boxes and self._boxes[spot.key].contains(place):
                return spot.key
        away = [(math.hypot(*(plan.position(s) - place).toTuple()), s.key) for s in plan.seen]
        distance, key = min(away, default=(math.inf, 0))
        return key if distance <= theme.sizes().px(14) else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        self._mouse = place if self.points and self.plan.area.contains(place) else None
        self._point(self.near(place) if self.points else None)

    def leaveEvent(self, event: QEvent) -> None:
        """The cross-hair goes with the mouse."""
        self._mouse = None
        self._point(None)

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
        far, key = self.plan.beyond, Qt.Key(event.key())
        across = [s.key for s in sorted(self.points, key=lambda s: (s.key in far, s.x, s.y))]
        up = [s.key for s in sorted(self.points, key=lambda s: (s.key in far, s.y, s.x))]
        steps = {Qt.Key.Key_Left: (across, -1), Qt.Key.Key_Right: (across, 1), Qt.Key.Key_Down: (up, -1),
                 Qt.Key.Key_Up: (up, 1)}  # fmt: skip
        if across and key in steps:
            self._mouse = None
            self._point(_beside(self.current, *steps[key]))
        elif across and key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._mouse = None
            self._point(across[0 if key == Qt.Key.Key_Home else -1])
        elif self.current is not None and key in _ENTER:
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.opened.emit(self.current)
            else:
                self.choose(self.current)
        elif self.current is not None and key == Qt.Key.Key_Escape:
            self._point(None)
        else:
            super().keyPressEvent(event)

    def choose(self, key: int) -> None:
        """As if the user had clicked the point."""
        self.selected = key
        self._point(key)
        self.chosen.emit(key)

    def _point(self, key: int | None) -> None:
        self.current = key
        hand = key is not None and self._mouse is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        self.moved.emit()
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Room for axes and a few points."""
        return QSize(theme.sizes().px(260), theme.sizes().px(160))

    # -- painting ------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, plan = QPainter(self), self.plan
        painter.fillRect(self.rect(), theme.color("surface"))
        paint.axes(painter, plan)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if plan.points:
            paint.points(painter, plan, self.selected)
            self._boxes = paint.words(painter, plan, {self.selected, self.current})
            paint.names(painter, plan, plan.labels([*self._boxes.values()]))
            self._paint_cross(painter, plan)
        else:
            painter.setFont(theme.font("tick"))
            painter.setPen(theme.color("text3"))
            painter.drawText(plan.area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._empty)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(theme.color("accent"), theme.sizes().focus))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _paint_cross(self, painter: QPainter, plan: PlaneLayout) -> None:
        """Through the point that is meant, else through the mouse."""
        spot = self.point_of(self.current)
        if spot is not None and spot.key not in plan.beyond:
            paint.cross(painter, plan, plan.position(spot), spot.x, spot.y)
        elif self._mouse is not None:
            paint.cross(painter, plan, self._mouse, *plan.from_px(self._mouse))


def _beside(key: int | None, among: Sequence[int], step: int) -> int:
    """The neighbour of ``key``; from nowhere the first or the last."""
    if key not in among:
        return among[0 if step > 0 else -1]
    return among[min(max(among.index(key) + step, 0), len(among) - 1)]
