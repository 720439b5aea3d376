"""Focus that is drawn when it came by the keyboard or the keyboard is used, not when a click or the program set it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractItemView

_BY_KEYS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class KeyboardFocus(QObject):
    """Watches ``view``; ``visible`` says whether its current item should have the focus outline."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        self.visible = False
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        before = self.visible
        if event.type() == QEvent.Type.FocusIn and isinstance(event, QFocusEvent):
            self.visible = event.reason() in _BY_KEYS
        elif event.type() == QEvent.Type.KeyPress:
            self.visible = True
        elif event.type() == QEvent.Type.MouseButtonPress:
            self.visible = False
        if self.visible != before:
            self._view.viewport().update()
        return False
