"""The view of a plot whose x range is chosen with the mouse: brushed, or moved once it is a part."""

from __future__ import annotations

import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseDragEvent
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPen

from workbench.look import theme
from workbench.plots.lines import data_pen, widened


class BrushBox(pg.ViewBox):
    """Dragging over a whole plot chooses a part of it, and moves a part; with Shift it chooses in a part too.

    ``brushed(low, high)`` gives the x range that was chosen, as drawn. Less than ``LEAST`` px is a click that slipped.
    """

    brushed = Signal(float, float)
    LEAST = 4

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.shows_all = True
        """Whether the whole x range is shown: there is nothing to move then."""
        self._brushing = False
        self._region = pg.LinearRegionItem(movable=False)
        self._region.setZValue(4)
        self._region.hide()
        self.addItem(self._region, ignoreBounds=True)

    def mouseDragEvent(self, event: MouseDragEvent, axis: int | None = None) -> None:
        """Brush or move. The right button is for the menu."""
        if event.button() == Qt.MouseButton.RightButton:
            event.ignore()
            return
        if event.isStart():
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            chooses = self.mouseEnabled()[0] and (shift or self.shows_all)
            self._brushing = event.button() == Qt.MouseButton.LeftButton and chooses
        if not self._brushing:
            super().mouseDragEvent(event, axis)
            return
        event.accept()
        (left, right), _ = self.viewRange()
        ends = (self.mapToView(place).x() for place in (event.buttonDownPos(), event.pos()))
        low, high = sorted(float(min(max(end, left), right)) for end in ends)
        if not event.isFinish():
            self._show(low, high)
            return
        self._brushing = False
        self._region.hide()
        if high - low >= self.LEAST * self.viewPixelSize()[0]:
            self.brushed.emit(low, high)

    def _show(self, low: float, high: float) -> None:
        ground, edge = theme.color("accent"), theme.color("accent")
        ground.setAlphaF(0.12)
        self._region.setBrush(ground)
        view = self.getViewWidget()
        pen = widened(data_pen(QPen(edge, 1)), view.devicePixelRatioF() if view is not None else 1.0)
        for line in self._region.lines:
            line.setPen(pen)
        self._region.setRegion((low, high))
        self._region.show()
