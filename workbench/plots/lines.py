"""Lines over data with equal widths on screens of every density, and in pictures.

Lines are transformed with the data, so they have cosmetic pens, whose width does not change. Qt interprets this width
as pixels of the screen; at 200 % there are two per px of the window. Pens are therefore widened during painting, by
the density of the paint device.
"""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget


def data_pen(pen: QPen) -> QPen:
    """Return ``pen`` for a line over data: its width is in px of the window, not in units of the data."""
    cosmetic = QPen(pen)
    cosmetic.setCosmetic(True)
    return cosmetic


def mark_pen(colour: QColor, width: float, size: float) -> QPen:
    """Return the pen of an outline of ``width`` px at the edge of a mark of ``size`` px.

    pyqtgraph paints marks at size 1 and scales them with their pens. It reserves half a px around them: a thicker
    outline needs a smaller mark, see :func:`small_circle`.
    """
    return QPen(colour, width / size)


def small_circle(share: float) -> QPainterPath:
    """Return a circle as a mark that fills only ``share`` of its size, to leave space for an outline."""
    circle = QPainterPath()
    circle.addEllipse(QPointF(), share / 2, share / 2)
    return circle


def pixel_density(painter: QPainter) -> float:
    """Return the pixels of the screen or picture per px of the window."""
    device, world = painter.deviceTransform().determinant(), painter.worldTransform().determinant()
    return math.sqrt(abs(device / world)) if world else 1.0


def widened(pen: QPen, density: float) -> QPen:
    """Return a pen over data for a device with ``density`` pixels per px."""
    if density <= 1.0 or pen.style() == Qt.PenStyle.NoPen:
        return pen
    wide = QPen(pen)
    wide.setWidthF(pen.widthF() * density)
    return wide


class _WidePen:
    """Mixin of items with a pen in their options: drawn with the width required by the screen or picture."""

    opts: dict[str, QPen]

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None) -> None:
        pen = self.opts["pen"]
        self.opts["pen"] = widened(pen, pixel_density(painter))
        try:
            super().paint(painter, option, widget)  # type: ignore[misc]
        finally:
            self.opts["pen"] = pen


class DataLine(_WidePen, pg.PlotCurveItem):
    """A line with a fast bounds computation: pyqtgraph's own silences all warnings on each change."""

    def dataBounds(
        self, ax: int, frac: float = 1.0, orthoRange: tuple[float, float] | None = None
    ) -> tuple[float | None, float | None]:
        values = self.xData if ax == 0 else self.yData
        values = None if values is None else values[np.isfinite(values)]
        return (
            (None, None) if values is None or not len(values) else (float(values.min()), float(values.max()))
        )


class DataDots(DataLine):
    """A dot at each point, as wide as the pen: pyqtgraph's marks take three times as long."""

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None) -> None:
        to_px = painter.worldTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(widened(self.opts["pen"], pixel_density(painter)))
        painter.resetTransform()  # Qt draws a point as a line, 1/63 unit long
        painter.drawPoints([to_px.map(QPointF(x, y)) for x, y in zip(self.xData, self.yData, strict=True)])
        painter.setWorldTransform(to_px)


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
