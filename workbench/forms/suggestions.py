"""Suggested values next to free entry: data sets, encoders, files. The form requests them from a provider."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from workbench.language import tr
from workbench.look import icons, theme
from workbench.widgets import ComboBox
from workbench.widgets.base import paint_box


@dataclass(frozen=True)
class Suggestion:
    """A known value, its label, and the heading of its group ("Bundled", "My data sets")."""

    value: str
    label: str
    group: str = ""
    tip: str = ""


@dataclass(frozen=True)
class SuggestionSource:
    """Source of suggestions. ``known()`` is called whenever the list opens; the other fields describe "Browse...".

    ``only``: no other value can be typed.
    """

    known: Callable[[], Sequence[Suggestion]]
    browse_file: str = ""
    browse_folder: str = ""
    filters: str = ""
    only: bool = False


SuggestionSources = Mapping[str, SuggestionSource]
"""Sources by the ``suggest`` name of a field."""

_FILE, _FOLDER = "\0file", "\0folder"


class SuggestionBox(ComboBox):
    """A choice of known values that can also be typed or browsed for. ``chosen(value)`` after the user's choice.

    The box shows the label of a known value and any other value itself. A typed path is not changed. Enter, or leaving
    the box, confirms the value.
    """

    chosen = Signal(str)

    def __init__(
        self, name: str, source: SuggestionSource, width: int = 232, parent: QWidget | None = None
    ) -> None:
        super().__init__([], name, width, parent=parent)
        self._source, self._value, self._help = source, "", name
        self.setEditable(True)
        self.setInsertPolicy(ComboBox.InsertPolicy.NoInsert)
        line = QLineEdit()
        line.setFrame(False)
        line.setProperty("bare", True)
        line.setAccessibleName(name)
        line.setReadOnly(source.only)
        line.installEventFilter(self)
        self.setLineEdit(line)
        self.setCompleter(None)  # type: ignore[arg-type]
        line.editingFinished.connect(self._typed)
        self.activated.connect(self._activated)
        self.refresh()
        line.setFont(theme.font("body"))
        line.setTextMargins(4 + 2, 0, 0, 0)
        self._leave_room()

    def value(self) -> str:
        """Return the value behind the label, or the typed text."""
        return self._value

    def set_value(self, value: str) -> None:
        """Show ``value`` without a signal."""
        self._value = value
        self._show()

    def refresh(self) -> None:
        """Read the known values again."""
        model = QStandardItemModel(self)
        group = ""
        for suggestion in self._source.known():
            if suggestion.group and suggestion.group != group:
                group = suggestion.group
                self._add_head(model, group)
            item = QStandardItem(suggestion.label)
            item.setData(suggestion.value, Qt.ItemDataRole.UserRole)
            item.setToolTip(suggestion.tip or suggestion.value)
            model.appendRow(item)
        browse = [(self._source.browse_file, _FILE), (self._source.browse_folder, _FOLDER)]
        if any(text for text, _ in browse):
            self._add_head(model, tr("Elsewhere"))
        for text, data in browse:
            if text:
                item = QStandardItem(text)
                item.setData(data, Qt.ItemDataRole.UserRole)
                model.appendRow(item)
        blocked = self.blockSignals(True)
        self.setModel(model)
        self._show()
        self.blockSignals(blocked)

    def _add_head(self, model: QStandardItemModel, text: str) -> None:
        head = QStandardItem(text)
        head.setFlags(Qt.ItemFlag.NoItemFlags)
        head.setFont(theme.font("tick_strong"))
        head.setForeground(theme.color("text3"))
        model.appendRow(head)

    def _label(self, value: str) -> str:
        return next((each.label for each in self._source.known() if each.value == value), value)

    def _show(self) -> None:
        index = self.findData(self._value)
        blocked = self.blockSignals(True)
        self.setCurrentIndex(index)
        self.blockSignals(blocked)
        line = self.lineEdit()
        if line is not None:
            line.setText(self._label(self._value))
            # The end of a long path is more informative than its beginning.
            is_path = "/" in self._value or "\\" in self._value
            line.setCursorPosition(len(line.text()) if is_path else 0)
        self.setAccessibleDescription(self._value)
        self.setToolTip(f"{self._help}\n{self._value}".strip())

    def show_label(self) -> None:
        """Show the label of the value again, unless the user is typing: the value may have become a known one."""
        line = self.lineEdit()
        if line is not None and not line.hasFocus():
            self._show()

    def set_help(self, help: str) -> None:
        """Set the help of the field. The tooltip adds the value, which the box may have elided."""
        self._help = help
        self._show()

    def _decide(self, value: str) -> None:
        changed = value != self._value
        self.set_value(value)
        if changed:
            self.chosen.emit(value)

    def _typed(self) -> None:
        line = self.lineEdit()
        text = line.text().strip() if line is not None else ""
        if text == self._label(self._value):
            return
        match = next((each.value for each in self._source.known() if each.label == text), text)
        self._decide(match)

    def _activated(self, index: int) -> None:
        data = self.itemData(index)
        if data in (_FILE, _FOLDER):
            self._show()
            path = self.browse(folder=data == _FOLDER)
            if path:
                self._decide(path)
        elif data is not None:
            self._decide(str(data))

    def browse(self, folder: bool) -> str:
        """Open a dialog for a file or folder. Return "" if the user cancels."""
        start = str(Path(self._value).expanduser().parent) if Path(self._value).is_absolute() else ""
        if folder:
            return QFileDialog.getExistingDirectory(self, self._source.browse_folder.rstrip(".…"), start)
        title = self._source.browse_file.rstrip(".…")
        return QFileDialog.getOpenFileName(self, title, start, self._source.filters)[0]

    def showPopup(self) -> None:
        self.refresh()
        super().showPopup()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The line edit paints no frame. The box shows the focus, so it must be repainted.
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        if event.type() == QEvent.Type.Resize:
            self._leave_room()
        if self._source.only and event.type() == QEvent.Type.MouseButtonPress:
            self.showPopup()
            return True
        return super().eventFilter(watched, event)

    def _leave_room(self) -> None:
        """Keep the text off the chevron, which grows with the text. Qt knows only the arrow of its own style."""
        line = self.lineEdit() if self.isEditable() else None
        if line is not None:
            line.resize(min(line.width(), self.width() - 14 - 2 * 8 - line.x()), line.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        # Paint the plain box; the line edit draws the text.
        painter, s = QPainter(self), theme.sizes()
        paint_box(painter, self, theme.color("surface"), theme.color("control"), s.radius)
        side = 14
        place = QRect(self.width() - side - 8, (self.height() - side) // 2, side, side)
        icons.paint(painter, place, "chevron-down", "text2")

    def sizeHint(self) -> QSize:
        return QSize(
            max(super().sizeHint().width(), QFontMetrics(self.font()).averageCharWidth() * 20),
            theme.sizes().control,
        )
