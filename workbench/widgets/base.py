"""Behaviour shared by the project's own widgets: following the theme, and the focus outline."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from workbench.look import theme
from workbench.look.restyle import Themed as Themed
from workbench.widgets.keyboard_focus import shows_focus


def paint_box(
    painter: QPainter,
    widget: QWidget,
    ground: QColor | None,
    line: QColor | None,
    radius: int,
    dashed: bool = False,
) -> None:
    """Fill and outline a widget's box with crisp 1 px lines. With focus the outline is 2 px accent.

    The outline lies inside the box, so focus changes no size.
    """
    focus = shows_focus(widget)
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
