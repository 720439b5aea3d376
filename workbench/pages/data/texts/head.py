"""The head of a data set's texts, and the splitter between their table and the reading pane."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from workbench.language import tr
from workbench.widgets import Button, ElidedLabel, MessageLine, Panel, Splitter, Tag
from workbench.widgets.arrange import arrange_columns, arrange_rows


class TextsHead(Panel):
    """Title, tags and actions. Under them one line that says how the set was read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "b", parent)
        self.title = ElidedLabel("", "title")
        self.title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.note = ElidedLabel("", "caption", "text2")
        self.mapping = Button(tr("Edit import…"), tip=tr("Choose other columns or another format"))
        self.design = Button(
            tr("Design a model"), "primary", shortcut="Ctrl+Return",
            tip=tr("A design for this data set: length, epochs, batch and metric follow from its texts and labels"),
        )  # fmt: skip
        self.message = MessageLine()
        self._tags = QHBoxLayout()
        self._row = arrange_columns(self.title, self._tags, ..., self.mapping, self.design, spacing=8)
        arrange_rows(self._row, self.note, self.message, on=self, margins=(16, 12, 16, 12), spacing=8)
        self._tags.setSpacing(8)
        self._fit_tags()

    def set_tags(self, tags: list[str]) -> None:
        """Small words behind the title."""
        while self._tags.count():
            item = self._tags.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for word in tags:
            self._tags.addWidget(Tag(word))
        self._fit_tags()

    def _fit_tags(self) -> None:
        """Show the tags that fit. The title goes first."""
        others = (self.title, self.mapping, self.design)
        room = self.width() - 2 * 16 - sum(each.sizeHint().width() + 8 for each in others)
        for place in range(self._tags.count()):
            item = self._tags.itemAt(place)
            tag = item.widget() if item is not None else None
            if tag is not None:
                room -= tag.sizeHint().width() + 8
                tag.setVisible(room >= 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take tags away where there is less room."""
        super().resizeEvent(event)
        self._fit_tags()


class TextsSplitter(Splitter):
    """Table over reading pane. Until the user drags, the pane has two fifths of the height, or a height in px."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, "reading", parent)
        self._reading = 0

    def set_reading(self, height: int) -> None:
        """Give the pane ``height`` px. 0: two fifths."""
        if height != self._reading:
            self._reading, self.by_hand = height, False
        self._fit()

    def _fit(self) -> None:
        if not self.by_hand:
            reading = self._reading or self.height() * 2 // 5
            self.setSizes([max(1, self.height() - reading), reading])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
