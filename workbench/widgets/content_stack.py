"""A part of a page that shows what was read, that it is being read, or why there is nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from workbench.widgets.labels import Label
from workbench.widgets.messages import EmptyState

QUIET_MS = 300
"""Delay before reading is shown as slow. Until then the area stays blank."""


class ReadingState(QWidget):
    """The words "Reading …" in the middle, once that has lasted for ``QUIET_MS``."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = Label(text, "body", "text2")
        column = QVBoxLayout(self)
        column.addWidget(self.label, 0, Qt.AlignmentFlag.AlignCenter)
        keep = self.label.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.label.setSizePolicy(keep)
        self.label.hide()
        self._timer = QTimer(self, interval=QUIET_MS, singleShot=True)
        self._timer.timeout.connect(self.label.show)
        self.set_words(text)

    def set_words(self, text: str) -> None:
        """Change the text shown while content is read."""
        self.label.setText(text)
        self.setAccessibleName(text)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()
        self.label.hide()


class ContentStack(QStackedWidget):
    """``content``, or ``empty``, or that it is still being read, with which it begins.

    Nothing is called empty before the store has said so: a page that asks calls :meth:`show_reading`, and the answer
    decides between :meth:`show_content` and :meth:`show_empty`.

    Args:
        content: what there is to see.
        empty: the text shown when there is nothing.
        reading: the text shown meanwhile, such as "Reading runs…".
    """

    def __init__(
        self, content: QWidget, empty: EmptyState, reading: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.content, self.empty, self.reading = content, empty, ReadingState(reading)
        for each in (self.reading, content, empty):
            self.addWidget(each)

    def show_reading(self, text: str = "") -> None:
        """Say that it is being read. ``text`` in place of what was said so far."""
        if text:
            self.reading.set_words(text)
        self.setCurrentWidget(self.reading)

    def show_content(self) -> None:
        """Show what was read."""
        self.setCurrentWidget(self.content)

    def show_empty(self, heading: str = "", sentence: str = "", action: str = "") -> None:
        """Say that there is nothing. The words are the empty state's own unless given."""
        if heading:
            self.empty.set_texts(heading, sentence, action)
        self.setCurrentWidget(self.empty)
