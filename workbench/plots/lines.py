"""Lines over data that are equally thick on screens of every density, and in pictures.

The transformation of a plot knows the data, so its lines have cosmetic pens, whose width it leaves alone. Qt takes that
width for pixels of the screen, of which there are two for each px of the window at 200 %: so pens are widened when they
paint, by the density of what is painted on.
"""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget


def data_pen(pen: QPen) -> QPen:
    """Return ``pen`` for a line over data: as wide as it says in px of the window, not in units of the data."""
    cosmetic = QPen(pen)
    cosmetic.setCosmetic(True)
    return cosmetic


def mark_pen(colour: QColor, width: float, size: float) -> QPen:
    """Return the pen of an outline of ``width`` px on the edge of a mark of ``size`` px.

    pyqtgraph paints marks at size 1 and enlarges them with their pens. It leaves half a px around them: a thicker
    outline needs a smaller mark, see :func:`small_circle`.
    """
    return QPen(colour, width / size)


def small_circle(share: float) -> QPainterPath:
    """Return a circle as a mark that fills only ``share`` of its size, so that an outline has room."""
    circle = QPainterPath()
    circle.addEllipse(QPointF(), share / 2, share / 2)
    return circle


def pixel_density(painter: QPainter) -> float:
    """Return how many pixels of the screen or picture a px of the window has."""
    device, world = painter.deviceTransform().determinant(), painter.worldTransform().determinant()
    return math.sqrt(abs(device / world)) if world else 1.0


def widened(pen: QPen, density: float) -> QPen:
    """Return a pen over data as it has to be where a px has ``density`` pixels."""
    if density <= 1.0 or pen.style() == Qt.PenStyle.NoPen:
        return pen
    wide = QPen(pen)
    wide.setWidthF(pen.widthF() * density)
    return wide


class _WidePen:
    """Mixin of items whose pen is an option: drawn as wide as the screen or picture needs it."""

    opts: dict[str, QPen]

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None) -> None:
        pen = self.opts["pen"]
        self.opts["pen"] = widened(pen, pixel_density(painter))
        try:
            super().paint(painter, option, widget)  # type: ignore[misc]
        finally:
            self.opts["pen"] = pen


class DataLine(_WidePen, pg.PlotCurveItem):
    """A line whose ends are found at once: pyqtgraph silences all warnings around its search, at each change."""

    def dataBounds(
        self, ax: int, frac: float = 1.0, orthoRange: tuple[float, float] | None = None
    ) -> tuple[float | None, float | None]:
        values = self.xData if ax == 0 else self.yData
        values = None if values is None else values[np.isfinite(values)]
        return (
            (None, None) if values is None or not len(values) else (float(values.min()), float(values.max()))
        )


class StraightLine(pg.InfiniteLine):
    """A line through the whole plot: a guide, a level, the cross-hair."""

    currentPen: QPen

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None) -> None:
        pen = self.currentPen
        self.currentPen = widened(pen, pixel_density(painter))
        try:
            super().paint(painter, option, widget)
        finally:
            self.currentPen = pen


class ErrorBars(_WidePen, pg.ErrorBarItem):
    """Intervals around points."""
