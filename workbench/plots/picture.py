"""A plot as a picture for export: title, axis names and legend around it, on a light ground, without cross-hair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPalette, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from workbench.look import theme
from workbench.plots.canvas import Canvas
from workbench.widgets.arrange import arrange_rows
from workbench.widgets.base import Themed
from workbench.widgets.flow import FlowLayout
from workbench.widgets.labels import Label

RATIO = 2.0
"""Pixels of a PNG per px of the window."""
SAMPLE = 24
"""Length in px at 100 % of a line in the legend."""


@dataclass(frozen=True)
class LegendLine:
    """A line of the legend: its series, its name, and its own dash if it has one."""

    slot: int
    name: str
    dash: tuple[int, ...] | None = None


@dataclass(frozen=True)
class PlotPicture:
    """A plot and the texts around it.

    ``widgets`` are painted vertically, aligned right, as displayed. ``caption`` has units and reading aid.
    """

    widgets: tuple[QWidget, ...]
    title: str
    caption: str = ""
    x_name: str = ""
    y_name: str = ""
    legend: tuple[LegendLine, ...] = ()

    def image(self) -> QImage:
        """Return the picture with ``RATIO`` pixels per px of the window."""
        size = self.size()
        image = QImage(size * RATIO, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(RATIO)
        painter = QPainter(image)
        self.paint(painter)
        painter.end()
        return image

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        return png_bytes(self.image())

    def svg(self) -> bytes:
        """Return the picture as an SVG drawing with text as text."""
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(self.size())
        generator.setViewBox(QRectF(QPoint(), self.size()))
        generator.setTitle(self.title)
        painter = QPainter(generator)
        self.paint(painter)
        painter.end()
        return bytes(data.data())

    def size(self) -> QSize:
        """Return the picture's size in px of the window."""
        return self._sheet()[0].size()

    def paint(self, painter: QPainter) -> None:
        """Paint everything at the painter's origin, in px of the window."""
        # A graphics view overrides render; without the ground, which has the window's colours.
        only = QWidget.RenderFlag.DrawChildren
        with _as_pictured(self.widgets):
            sheet, place = self._sheet()
            painter.fillRect(sheet.rect(), theme.color("surface"))
            QWidget.render(sheet, painter, QPoint(), QRegion(), only)
            top = place.y()
            for widget in self.widgets:
                at = QPoint(place.x() + place.width() - widget.width(), top)
                QWidget.render(widget, painter, at, QRegion(), only)
                top += widget.height()

    def _sheet(self) -> tuple[QWidget, QWidget]:
        """Return the laid-out texts around the plot, and the placeholder of the plot in it."""
        sheet, place, legend = QWidget(), QWidget(), QWidget()
        place.setFixedSize(max(w.width() for w in self.widgets), sum(w.height() for w in self.widgets))
        y_name = self.y_name if self.y_name != self.title else ""
        words = [Label(text, "caption", "text2", wrap=True) for text in (self.caption, y_name) if text]
        names = [Label(self.x_name, "caption", "text2")] if self.x_name else []
        for name in names:
            name.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        entries = FlowLayout(legend, spacing=4)
        for line in self.legend:
            entries.addWidget(_LegendEntry(line))
        column = arrange_rows(
            Label(self.title, "strong"),
            *words,
            place,
            *names,
            legend,
            on=sheet,
            spacing=4,
            margins=(16, 16, 16, 16),
        )
        wide = place.width() + 2 * 16
        sheet.resize(wide, column.totalHeightForWidth(wide))
        column.activate()
        sheet.setPalette(theme.palette_for(theme.current()))  # once its parts exist
        return sheet, place


class _LegendEntry(Label):
    """A name after a sample of its line."""

    def __init__(self, line: LegendLine) -> None:
        super().__init__(line.name, "caption")
        self._line = line
        self.setContentsMargins(SAMPLE + 8, 0, 16, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, middle = QPainter(self), self.height() // 2
        painter.setPen(theme.series_pen(self._line.slot, 2, dash=self._line.dash))
        painter.drawLine(0, middle, SAMPLE, middle)


def png_bytes(image: QImage) -> bytes:
    """Return an image as a PNG file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs know bytes only
    return bytes(data.data())


@contextmanager
def _as_pictured(widgets: Sequence[QWidget]) -> Iterator[None]:
    """Give ``widgets`` the light colours, without cross-hair and focus, while they are painted."""
    parts = [part for widget in widgets for part in (widget, *widget.findChildren(QWidget))]
    canvases = [part for part in parts if isinstance(part, Canvas)]
    for canvas in canvases:
        canvas.set_bare(True)
    try:
        with theme.shown_as("light"):
            _retheme(widgets)
            for widget in widgets:
                widget.setPalette(theme.palette_for(theme.current()))
            yield
    finally:
        for canvas in canvases:
            canvas.set_bare(False)
        for widget in widgets:
            widget.setPalette(QPalette())
        _retheme(widgets)


def _retheme(widgets: Sequence[QWidget]) -> None:
    """Update the colours of the plots: pens of invisible plots still have the previous ones."""
    cards: list[QWidget] = []
    for widget in widgets:
        above = widget.parentWidget()
        while above is not None and not isinstance(above, Themed):
            above = above.parentWidget()
        parts = (widget, *widget.findChildren(QWidget), *([above] if above is not None else []))
        cards += [part for part in parts if part not in cards]
    for part in cards:
        if isinstance(part, Themed):
            part.apply_theme()
