"""Undo and redo belong to the whole form, not to single lines of text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget


class UndoKeyFilter(QObject):
    """Keeps a line of text from taking the keys of undo and redo, so that the window's actions get them."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        lines = [widget] if isinstance(widget, QLineEdit) else widget.findChildren(QLineEdit)
        for line in lines:
            line.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo_keys = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
            if any(event.matches(key) for key in undo_keys):
                event.ignore()
                return True
        return super().eventFilter(watched, event)
