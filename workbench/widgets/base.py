"""Behaviour shared by the custom widgets: following the theme, and the focus outline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QWidget

from workbench.look import theme
from workbench.look.restyle import Themed as Themed

if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object

_BY_KEYS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class KeyboardFocus(QObject):
    """Watch ``view``. ``is_visible`` tells whether its current item should have the focus outline."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        self.is_visible = False
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        before = self.is_visible
        if event.type() == QEvent.Type.FocusIn and isinstance(event, QFocusEvent):
            self.is_visible = event.reason() in _BY_KEYS
        elif event.type() == QEvent.Type.KeyPress:
            self.is_visible = True
        elif event.type() == QEvent.Type.MouseButtonPress:
            self.is_visible = False
        if self.is_visible != before:
            self._view.viewport().update()
        return False


class FocusByKeys(_Widget):
    """Mixin of buttons and similar widgets, which show the focus only from the keyboard. Text fields always show it."""

    _by_keys = False

    def shows_focus(self) -> bool:
        """Return whether to draw the outline now."""
        return self.hasFocus() and self.isEnabled() and self._by_keys

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() not in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason):
            self._by_keys = event.reason() in _BY_KEYS
        super().focusInEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._by_keys = False
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._by_keys = True
        self.update()
        super().keyPressEvent(event)


def shows_focus(widget: QWidget) -> bool:
    """Return whether ``widget`` is to have its focus outline now."""
    if isinstance(widget, FocusByKeys):
        return widget.shows_focus()
    return widget.hasFocus() and widget.isEnabled()


def paint_box(
    painter: QPainter, widget: QWidget, ground: QColor | None, line: QColor | None, radius: int
) -> None:
    """Fill and outline a widget's box with crisp 1 px lines. With focus the outline is 2 px accent.

    The outline lies inside the box, so focus does not change the size.
    """
    focus = shows_focus(widget)
    width = theme.sizes().focus if focus else theme.sizes().hairline
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if focus:
        pen = QPen(theme.color("accent"), width)
    elif line is not None:
        pen = QPen(line, width)
    else:
        pen = QPen(Qt.PenStyle.NoPen)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush if ground is None else ground)
    inset = width / 2
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()
