"""A plot as a picture for others: title, axis names and legend around it, on a light ground, no cross-hair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from workbench.look import theme
from workbench.plots.canvas import Canvas
from workbench.widgets.base import Themed

RATIO = 2.0
"""Px of a PNG for each px of the window."""
SAMPLE = 24
"""Length in px at 100 % of a line in the legend."""
_TEXT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class LegendLine:
    """A line of the plot as the legend has it: its series, its name, and a dash of its own if it has one."""

    slot: int
    name: str
    dash: tuple[int, ...] | None = None


@dataclass(frozen=True)
class PlotPicture:
    """A plot and what is written around it.

    ``widgets`` are painted under each other and flush right, as they are shown. ``caption`` tells units and how to read
    them.
    """

    widgets: tuple[QWidget, ...]
    title: str
    caption: str = ""
    x_name: str = ""
    y_name: str = ""
    legend: tuple[LegendLine, ...] = ()

    def image(self) -> QImage:
        """Return the picture with ``RATIO`` px for each px of the window."""
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

    # -- layout --------------------------------------------------------------------------------------------

    def size(self) -> QSize:
        """Return the picture's size in px of the window."""
        width, height = self._figure_size()
        margins = 2 * 16
        legend = len(self._legend_rows(width)) * self._line()
        head = self._head_height(width) + 8
        names = (self._line() if self.x_name else 0) + (legend + 8 if legend else 0)
        return QSize(width + self._side() + margins, head + height + names + margins)

    def _figure_size(self) -> tuple[int, int]:
        return max(w.width() for w in self.widgets), sum(w.height() for w in self.widgets)

    def _side(self) -> int:
        """Return the width of the y axis's name."""
        return self._line() if self.y_name else 0

    @staticmethod
    def _line() -> int:
        return theme.metrics("caption").height() + 4

    def _head_height(self, width: int) -> int:
        title = theme.metrics("strong").height()
        return title + (self._caption_box(width).height() if self.caption else 0)

    def _caption_box(self, width: int) -> QRect:
        room = QRect(0, 0, width + self._side(), 10_000)
        return theme.metrics("caption").boundingRect(room, Qt.TextFlag.TextWordWrap, self.caption)

    def _legend_rows(self, width: int) -> list[list[LegendLine]]:
        rows: list[list[LegendLine]] = []
        left = 0
        for each in self.legend:
            wide = self._entry_width(each)
            if not rows or left + wide > width + self._side():
                rows.append([])
                left = 0
            rows[-1].append(each)
            left += wide
        return rows

    @staticmethod
    def _entry_width(line: LegendLine) -> int:
        return SAMPLE + 8 + theme.text_width(line.name, "caption") + 16

    # -- painting ------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Paint all of it at the painter's origin, in px of the window."""
        with _as_pictured(self.widgets):
            width, height = self._figure_size()
            painter.fillRect(QRect(QPoint(), self.size()), theme.color("surface"))
            painter.setFont(theme.font("strong"))
            painter.setPen(theme.color("text"))
            top = 16 + theme.metrics("strong").height()
            painter.drawText(QRect(16, 16, width + self._side(), top - 16), _TEXT, self.title)
            painter.setFont(theme.font("caption"))
            painter.setPen(theme.color("text2"))
            if self.caption:
                box = self._caption_box(width)
                painter.drawText(
                    QRect(16, top, width + self._side(), box.height()),
                    Qt.TextFlag.TextWordWrap,
                    self.caption,
                )
            top = 16 + self._head_height(width) + 8
            left = 16 + self._side()
            if self.y_name:
                painter.save()
                painter.translate(16, top + height)
                painter.rotate(-90)
                painter.drawText(QRect(0, 0, height, self._side()), Qt.AlignmentFlag.AlignCenter, self.y_name)
                painter.restore()
            self._paint_widgets(painter, QPoint(left, top), width)
            top += height
            if self.x_name:
                painter.drawText(
                    QRect(left, top, width, self._line()), Qt.AlignmentFlag.AlignCenter, self.x_name
                )
                top += self._line()
            self._paint_legend(painter, QPoint(16, top + 8), width)

    def _paint_widgets(self, painter: QPainter, at: QPoint, width: int) -> None:
        top = at.y()
        for widget in self.widgets:
            place = QPoint(at.x() + width - widget.width(), top)
            # A graphics view has another render of its own; without their ground, which has the window's colours.
            QWidget.render(widget, painter, place, QRegion(), QWidget.RenderFlag.DrawChildren)
            top += widget.height()

    def _paint_legend(self, painter: QPainter, at: QPoint, width: int) -> None:
        line = self._line()
        for row, entries in enumerate(self._legend_rows(width)):
            left, top = at.x(), at.y() + row * line
            for each in entries:
                paint_line_sample(painter, QRectF(left, top, SAMPLE, line), each)
                painter.setPen(theme.color("text"))
                name = QRect(left + SAMPLE + 8, top, theme.text_width(each.name, "caption") + 4, line)
                painter.drawText(name, _TEXT, each.name)
                left += self._entry_width(each)


def png_bytes(image: QImage) -> bytes:
    """Return an image as a PNG file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs know bytes only
    return bytes(data.data())


def paint_line_sample(painter: QPainter, box: QRectF, line: LegendLine) -> None:
    """Paint a piece of a line, with its colour and dash, through the middle of ``box``."""
    painter.setPen(theme.series_pen(line.slot, 2, dash=line.dash))
    middle = round(box.center().y())
    painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle))


@contextmanager
def _as_pictured(widgets: Sequence[QWidget]) -> Iterator[None]:
    """Give ``widgets`` the light colours, without cross-hair and focus, as long as they are painted."""
    parts = [part for widget in widgets for part in (widget, *widget.findChildren(QWidget))]
    canvases = [part for part in parts if isinstance(part, Canvas)]
    for canvas in canvases:
        canvas.set_bare(True)
    try:
        with theme.shown_as("light"):
            _retheme(widgets)
            yield
    finally:
        for canvas in canvases:
            canvas.set_bare(False)
        _retheme(widgets)


def _retheme(widgets: Sequence[QWidget]) -> None:
    """Let the plots take their colours anew: kept in pens, they are those of before in a plot that is out of sight."""
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
