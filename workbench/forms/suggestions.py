"""Known values that a form offers beside free entry: data sets, encoders, files. The form asks a provider
for them."""

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
    """A known value, the words shown for it, and the heading it stands under ("Bundled", "My data sets")."""

    value: str
    label: str
    group: str = ""
    tip: str = ""


@dataclass(frozen=True)
class SuggestionSource:
    """Where suggestions come from: ``known()`` is asked whenever the list opens; what "Browse..." may choose.

    ``only``: nothing else can be typed.
    """

    known: Callable[[], Sequence[Suggestion]]
    browse_file: str = ""
    browse_folder: str = ""
    filters: str = ""
    only: bool = False


SuggestionSources = Mapping[str, SuggestionSource]
"""By the name a field gives in ``suggest``."""

_FILE, _FOLDER = "\0file", "\0folder"


class SuggestionBox(ComboBox):
    """A choice of known values that can also be typed or browsed for. ``chosen(value)`` when the user decides.

    The box shows the words of a known value and the value itself of any other. A path that is typed is taken as it is.
    Enter, or leaving the box, decides.
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
        """Return the value: what a known one stands for, or what was typed."""
        return self._value

    def set_value(self, value: str) -> None:
        """Show ``value`` without a signal."""
        self._value = value
        self._show()

    def refresh(self) -> None:
        """Ask for the known values again."""
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
            # Of a long path the end tells more than the beginning.
            is_path = "/" in self._value or "\\" in self._value
            line.setCursorPosition(len(line.text()) if is_path else 0)
        self.setAccessibleDescription(self._value)
        self.setToolTip(f"{self._help}\n{self._value}".strip())

    def show_label(self) -> None:
        """Show the words of the value anew, unless something is being typed: it may have become a known one."""
        line = self.lineEdit()
        if line is not None and not line.hasFocus():
            self._show()

    def set_help(self, help: str) -> None:
        """Set the explanation of the field. The tooltip adds the value, which the box may have shortened."""
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
        """Ask for a file or folder, "" when the user thinks better of it."""
        start = str(Path(self._value).expanduser().parent) if Path(self._value).is_absolute() else ""
        if folder:
            return QFileDialog.getExistingDirectory(self, self._source.browse_folder.rstrip(".…"), start)
        title = self._source.browse_file.rstrip(".…")
        return QFileDialog.getOpenFileName(self, title, start, self._source.filters)[0]

    def showPopup(self) -> None:
        self.refresh()
        super().showPopup()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The line paints no frame of its own: the box shows the focus, so it must be painted again.
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        if event.type() == QEvent.Type.Resize:
            self._leave_room()
        if self._source.only and event.type() == QEvent.Type.MouseButtonPress:
            self.showPopup()
            return True
        return super().eventFilter(watched, event)

    def _leave_room(self) -> None:
        """Keep the line off the chevron, which grows with the text. Qt knows the arrow of its own style only."""
        line = self.lineEdit() if self.isEditable() else None
        if line is not None:
            line.resize(min(line.width(), self.width() - 14 - 2 * 8 - line.x()), line.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        # As the plain box, but the line edit draws the text.
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
