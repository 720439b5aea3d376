"""Behaviour shared by the project's own widgets: following the theme, and the focus outline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from workbench.look import theme

if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object


class Themed(_Widget):
    """Mixin before the Qt class of a widget that keeps sizes, fonts or colours of the theme.

    Qt sends every widget a ``StyleChange`` when the theme or the text size changes: then :meth:`apply_theme` is
    called. What is asked for in ``paintEvent`` and ``sizeHint`` needs no such call. A constructor calls the
    ``apply_theme`` of its own class once its parts are made, by the name of the class where another class overrides
    it: in the constructor of the base the parts of that other class are still missing.
    """

    def apply_theme(self) -> None:
        """Take sizes, fonts and colours from the present theme; a widget that keeps none has nothing to do."""

    def changeEvent(self, event: QEvent) -> None:
        """See to the theme when Qt says that it changed."""
        super().changeEvent(event)
        # A widget that gets a parent hears the same, many times while a page is made: nothing is new then.
        if theme.is_changing() and event.type() == QEvent.Type.StyleChange:
            self.apply_theme()


def paint_box(
    painter: QPainter,
    widget: QWidget,
    ground: QColor | None,
    line: QColor | None,
    radius: int,
    dashed: bool = False,
) -> None:
    """Fill and outline a widget's box with crisp 1 px lines; with focus the outline is 2 px accent.

    The outline lies inside the box, so focus changes no size.
    """
    focus = widget.hasFocus() and widget.isEnabled()
    width = theme.sizes().focus if focus else theme.sizes().hairline
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if focus:
        pen = QPen(theme.color("accent"), width)
    elif line is not None:
        pen = QPen(line, width)
        if dashed:
            pen.setDashPattern([3, 2])
    else:
        pen = QPen(Qt.PenStyle.NoPen)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush if ground is None else ground)
    inset = width / 2
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()
