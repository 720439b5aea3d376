"""The area of a plane: its points, where they lie in px, and which of them are meant."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from workbench.plots.canvas import Canvas
from workbench.plots.plane.layout import PlaneLayout, PlaneMarker


class PlaneArea(Canvas):
    """A plot area with points that are not drawn yet: what those who draw and name them ask of it.

    ``selected`` is the key of the chosen point, ``current`` that of the one under mouse or keyboard.
    ``less_is_better``: see :class:`PlaneLayout`.
    """

    def __init__(self, name: str, parent: QWidget | None = None, *, less_is_better: bool = True) -> None:
        super().__init__(name, parent=parent)
        self.less_is_better = less_is_better
        self.plan = PlaneLayout(less_is_better=less_is_better)
        self.selected: int | None = None
        self.current: int | None = None

    @property
    def points(self) -> Sequence[PlaneMarker]:
        """The points drawn."""
        return self.plan.points

    def point_of(self, key: int | None) -> PlaneMarker | None:
        """Return the point called ``key``."""
        return next((p for p in self.points if p.key == key), None)

    def position(self, point: PlaneMarker) -> QPointF:
        """Return where a point lies, px."""
        return self.place(point.x, point.y)

    def place(self, x: float, y: float) -> QPointF:
        """Return where a pair of values lies, px."""
        return self.to_widget(self.plan.x.scaled(x), self.plan.y.scaled(y))
