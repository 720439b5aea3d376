"""Name, tags and notes of the selected run, edited in place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QWidget

from workbench.language import tr
from workbench.look import theme
from workbench.widgets import Label, TextField

if TYPE_CHECKING:
    from engine.store.rows import RunRow


class NotesField(QPlainTextEdit):
    """A few lines of text. ``left`` when it loses the focus, or on Ctrl+Enter."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Notes on this run"))
        self.setProperty("field", "true")
        self.setTabChangesFocus(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Save when the focus leaves."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Save on Ctrl+Enter and keep the focus."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class RunFields(QWidget):
    """Three fields. ``changed(run id, "name" | "tags" | "notes", value)`` when the user leaves a changed one.

    A refresh never overwrites typed text.
    """

    changed = Signal(int, str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run: RunRow | None = None
        self.name = TextField("", "", tr("Name of the run"))
        self.tags = TextField("", tr("Words, separated by commas"), tr("Tags of the run"))
        self.notes = NotesField()
        self._grid = QGridLayout(self)
        self._grid.setColumnStretch(1, 1)
        for row, (text, field) in enumerate(
            ((tr("Name"), self.name), (tr("Tags"), self.tags), (tr("Notes"), self.notes))
        ):
            label = Label(text, "caption", "text2")
            label.setBuddy(field)
            label.setFixedHeight(theme.sizes().control)
            self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(field, row, 1)
        self.name.editingFinished.connect(lambda: self._leave("name"))
        self.tags.editingFinished.connect(lambda: self._leave("tags"))
        self.notes.left.connect(lambda: self._leave("notes"))
        self._grid.setContentsMargins(16, 12, 16, 8)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        self.notes.setFont(theme.font("body"))
        self.notes.setFixedHeight(60)
        self.show_run(None)

    def show_run(self, run: RunRow | None) -> None:
        """Show a run, or nothing."""
        before, self._run = self._run, run
        same = before is not None and run is not None and before.id == run.id
        for what, field in (("name", self.name), ("tags", self.tags), ("notes", self.notes)):
            field.setEnabled(run is not None)
            old, new = self._stored(before, what), self._stored(run, what)
            if not same or (old != new and self._typed(what) == old):
                self._fill(what, new)

    def _fill(self, what: str, text: str) -> None:
        if what == "notes":
            self.notes.setPlainText(text)
        else:
            getattr(self, what).setText(text)

    def _typed(self, what: str) -> str:
        return self.notes.toPlainText() if what == "notes" else str(getattr(self, what).text())

    @staticmethod
    def _stored(run: RunRow | None, what: str) -> str:
        if run is None:
            return ""
        return ", ".join(run.tags) if what == "tags" else str(getattr(run, what))

    def _leave(self, what: str) -> None:
        if self._run is None:
            return
        typed, stored = self._typed(what).strip(), self._stored(self._run, what)
        if what == "name" and not typed:
            self._fill(what, stored)  # a run without a name could not be found again
        elif typed != stored:
            value = [word.strip() for word in typed.split(",") if word.strip()] if what == "tags" else typed
            self.changed.emit(self._run.id, what, value)
            stored_value = tuple(value) if isinstance(value, list) else value
            self._run = replace(self._run, **{what: stored_value})  # type: ignore[arg-type]  # until it is read again
