"""Layouts in one line: vertical and horizontal arrangements."""

from __future__ import annotations

from types import EllipsisType
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QScrollArea, QStyle, QVBoxLayout, QWidget

Part = QWidget | QLayout
Margins = tuple[int, int, int, int]
Box = TypeVar("Box", bound=QBoxLayout)


def arrange_rows(
    *parts: Part | tuple[Part, int] | EllipsisType,
    on: QWidget | None = None,
    spacing: int | None = 0,
    margins: Margins = (0, 0, 0, 0),
) -> QVBoxLayout:
    """Arrange ``parts`` vertically.

    Args:
        parts: widgets and layouts; with a stretch as ``(part, stretch)``. ``...`` takes the extra space.
        on: the parent widget. None: the layout becomes a part of another one.
        spacing: px between them. None: the style's default.
        margins: px around them: left, top, right, bottom.

    For example the head of a page over its body, which takes the remaining space::

    arrange_rows(self.head, (self.stack, 1), on=self)
    """
    return _filled(QVBoxLayout(), parts, on, spacing, margins)


def arrange_columns(
    *parts: Part | tuple[Part, int] | EllipsisType,
    on: QWidget | None = None,
    spacing: int | None = 0,
    margins: Margins = (0, 0, 0, 0),
) -> QHBoxLayout:
    """Arrange ``parts`` horizontally, see :func:`arrange_rows`."""
    return _filled(QHBoxLayout(), parts, on, spacing, margins)


def scrolling(inside: QWidget, name: str = "", sideways: bool = False) -> QScrollArea:
    """Return ``inside`` in a frameless area that scrolls if there is too little space.

    Args:
        inside: contains the focusable widgets. The area itself takes no focus, unless it has a ``name``.
        name: name for screen readers of contents without a focusable widget.
        sideways: also scrolls horizontally.
    """
    area = QScrollArea()
    area.setWidget(inside)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setAccessibleName(name)
    if not name:
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if not sideways:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def resize_on_screen(window: QWidget, width: int, height: int) -> None:
    """Make a window or dialog ``width`` × ``height`` px, or smaller if its screen is.

    The limit of a dialog is its screen or its parent window, whichever is larger.
    """
    parent = window.parentWidget()
    room = window.screen().availableGeometry().size()
    if parent is not None:
        room = room.expandedTo(parent.window().size())
    title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)  # otherwise it hides the foot
    window.resize(min(width, room.width()), min(height, room.height() - title))


def arrange_foot(message: QWidget, *buttons: QWidget, spacing: int) -> QHBoxLayout:
    """Put ``message`` at the left of a dialog's foot and ``buttons`` at the right, where they stay without it."""
    box = QHBoxLayout()
    box.setContentsMargins(0, 0, 0, 0)
    box.setSpacing(spacing)
    box.addWidget(message, 1)
    box.addStretch(0)  # takes space only while the message, which has a stretch, is hidden
    for button in buttons:
        box.addWidget(button)
    return box


def clear_layout(layout: QLayout, keep: int = 0) -> None:
    """Remove all but the last ``keep`` items from ``layout``. Widgets are hidden now and deleted a turn later."""
    while layout.count() > keep and (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


def _filled(
    box: Box,
    parts: tuple[Part | tuple[Part, int] | EllipsisType, ...],
    on: QWidget | None,
    spacing: int | None,
    margins: Margins,
) -> Box:
    if on is not None:
        on.setLayout(box)
    box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for each in parts:
        if isinstance(each, EllipsisType):
            box.addStretch(1)
            continue
        part, stretch = each if isinstance(each, tuple) else (each, 0)
        if isinstance(part, QWidget):
            box.addWidget(part, stretch)
        else:
            box.addLayout(part, stretch)
    return box
