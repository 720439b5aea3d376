"""A clear sheet over a plot, for what is painted in px: words that keep their size, edges that must not blur."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from workbench.plots.canvas import Canvas


class Overlay(QWidget):
    """Covers ``canvas`` and lets the mouse through. A subclass implements :meth:`paint`."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.canvas = canvas
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(canvas.rect())
        canvas.installEventFilter(self)
        canvas.range_changed.connect(self.update)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the canvas."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self.canvas.rect())
        return False

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint in px of the canvas. ``area`` is what its axes enclose. Nothing, unless overridden."""

    def paintEvent(self, event: QPaintEvent) -> None:
        self.paint(QPainter(self), self.canvas.plot_rect())
