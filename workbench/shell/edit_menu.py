"""The Edit menu's Undo, Redo, Cut, Copy, Paste and Select all, for the focused widget."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from workbench.language import tr
from workbench.tables import TableView

Editor = QLineEdit | QPlainTextEdit | QTextEdit
_KEYS = QKeySequence.StandardKey
_ENTRIES = (
    (tr("&Undo"), "undo", _KEYS.Undo),
    (tr("&Redo"), "redo", _KEYS.Redo),
    (tr("Cu&t"), "cut", _KEYS.Cut),
    (tr("&Copy"), "copy", _KEYS.Copy),
    (tr("&Paste"), "paste", _KEYS.Paste),
    (tr("Select &all"), "selectAll", _KEYS.SelectAll),
)


class EditMenu:
    """Add the usual entries to a menu.

    Their keys are only displayed: texts and tables handle them. A page's own Undo or Redo for the whole page replaces
    them.
    """

    def __init__(self, window: QWidget, menu: QMenu) -> None:
        self._window = window
        self.actions: dict[str, QAction] = {}
        for text, name, key in _ENTRIES:
            keys = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
            action = QAction(f"{text}\t{keys}", menu)
            action.triggered.connect(partial(self._edit, name))
            menu.addAction(action)
            self.actions[name] = action
            if name == "redo":
                menu.addSeparator()
        menu.aboutToShow.connect(self._enable)

    def allow_shrinking(self, items: list[QAction]) -> None:
        """Hide Undo and Redo if one of ``items``, the shown page's actions, has their keys."""
        for name, key in (("undo", _KEYS.Undo), ("redo", _KEYS.Redo)):
            conflict = any(_is_edit_of(item, key) for item in items)
            self.actions[name].setVisible(not conflict)

    def place_before(self, item: QAction) -> QAction | None:
        """Return the entry before which to insert a page's action: its Undo and Redo come first. None for others."""
        for name, key in (("undo", _KEYS.Undo), ("redo", _KEYS.Redo)):
            if _is_edit_of(item, key):
                return self.actions[name]
        return None

    def _enable(self) -> None:
        widget = self._target()
        for name, action in self.actions.items():
            action.setEnabled(_can(widget, name))

    def _edit(self, name: str, _checked: bool = False) -> None:
        widget = self._target()
        if _can(widget, name):
            getattr(widget, name)()

    def _target(self) -> Editor | TableView | None:
        """Return the focused text or table of the window; for a spin box or combo its text field."""
        widget: QWidget | None = self._window.focusWidget()  # an open menu has the application's focus
        if isinstance(widget, QAbstractSpinBox | QComboBox):
            widget = widget.findChild(QLineEdit)
        return widget if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit | TableView) else None


def _is_edit_of(item: QAction, key: QKeySequence.StandardKey) -> bool:
    return item.property("menu") == "Edit" and item.shortcut() in QKeySequence.keyBindings(key)


def _can(widget: Editor | TableView | None, name: str) -> bool:
    if widget is None:
        return False
    if isinstance(widget, TableView):
        return name == "selectAll" or (name == "copy" and bool(widget.selected()))
    if name in ("copy", "selectAll"):
        return True
    if widget.isReadOnly():
        return False
    if isinstance(widget, QLineEdit) and name in ("undo", "redo"):
        return widget.isUndoAvailable() if name == "undo" else widget.isRedoAvailable()
    return True
