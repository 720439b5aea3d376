"""The command field: type a few letters of an action, page, run or data set, and press Enter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSortFilterProxyModel, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QCompleter, QLineEdit, QWidget
from shiboken6 import isValid

from workbench.language import tr
from workbench.look import icons, theme
from workbench.widgets.actions import with_shortcut
from workbench.widgets.inputs import Index, PopupRows, popup_list

_COMMAND = Qt.ItemDataRole.UserRole + 1
_ENDING = re.compile(r"(?<=\w{4})(?:e|es|ed|ing|s)$")
"""Word endings ignored in the search, so that "freeze" finds "Freezing" and "layers" a layer."""


@dataclass(frozen=True)
class Command:
    """One command: its title, its kind (shown grey), and the call.

    ``english``: its English title, which finds it in every language. ``words``: synonyms in the language of the
    window.
    """

    title: str
    run: Callable[[], object]
    kind: str = ""
    shortcut: str = ""
    enabled: bool = True
    english: str = ""
    words: str = ""


class _WordFilter(QSortFilterProxyModel):
    """Keep rows that contain every typed word, in any order, ignoring case; without any, the row without a command."""

    def __init__(self) -> None:
        super().__init__()
        self._words: list[str] = []
        self._has_match = True

    def set_text(self, text: str) -> None:
        self._words = [_ENDING.sub("", word) for word in text.casefold().split()]
        model = self.sourceModel()
        self._has_match = any(self._has_words(model.index(row, 0)) for row in range(model.rowCount()))
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        index = self.sourceModel().index(row, 0, parent)
        return self._has_words(index) if index.data(_COMMAND) is not None else not self._has_match

    def _has_words(self, index: Index) -> bool:
        command: Command | None = index.data(_COMMAND)
        if command is None:
            return False
        haystack = f"{command.title} {command.english} {command.words}".casefold()
        return all(word in haystack for word in self._words)


def _note(index: Index) -> str:
    command: Command | None = index.data(_COMMAND)
    return "   ".join(part for part in (command.kind, command.shortcut) if part) if command else ""


class CommandField(QLineEdit):
    """The field in the menu bar's corner (Ctrl+K).

    ``providers`` are functions that return :class:`Command` objects. They are called whenever the field gets the
    focus, so they must be quick. Other modules may append theirs: runs, data sets.
    """

    KEYS = "Ctrl+K"

    def __init__(
        self, providers: Iterable[Callable[[], Iterable[Command]]] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.providers: list[Callable[[], Iterable[Command]]] = list(providers)
        self.setAccessibleName(tr("Find a command, run or data set"))
        self.setToolTip(with_shortcut(tr("Find a command, run or data set"), QKeySequence(self.KEYS)))
        self.setPlaceholderText(self.toolTip())
        self._previous_focus: QWidget | None = None
        self._only_provider: Callable[[], Iterable[Command]] | None = None
        self._model = QStandardItemModel(self)
        self._words = _WordFilter()
        self._words.setParent(self)
        self._words.setSourceModel(self._model)
        completer = QCompleter(self._words, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.setMaxVisibleItems(14)
        self._popup = popup_list(tr("Commands found"))
        completer.setPopup(self._popup)
        self._popup.setItemDelegate(PopupRows(self._popup, _note))  # setPopup has set its own
        self._popup.installEventFilter(self)
        completer.activated[QModelIndex].connect(self._activate)  # type: ignore[index]
        self.setCompleter(completer)
        self.textEdited.connect(self._search)
        self.returnPressed.connect(self._run_first)
        self.setFont(theme.font("caption"))
        self.setFixedSize(theme.sizes().command_field, theme.sizes().control)
        self.addAction(icons.icon("search"), QLineEdit.ActionPosition.LeadingPosition).setText(tr("Search"))

    def commands(self) -> list[Command]:
        """Every enabled command, in the order of the providers."""
        providers = [self._only_provider] if self._only_provider is not None else self.providers
        return [command for provider in providers for command in provider() if command.enabled]

    def matches(self, text: str) -> list[str]:
        """Return the titles that match ``text``, best first (the order of the providers)."""
        self.refresh()
        self._words.set_text(text)
        commands = [self._words.index(i, 0).data(_COMMAND) for i in range(self._words.rowCount())]
        return [command.title for command in commands if command is not None]

    def refresh(self) -> None:
        """Call the providers again."""
        self._model.clear()
        for command in self.commands():
            item = QStandardItem(command.title)
            item.setEditable(False)
            item.setData(command, _COMMAND)
            self._model.appendRow(item)
        nothing = QStandardItem(tr("Nothing has that name"))
        nothing.setFlags(Qt.ItemFlag.NoItemFlags)
        self._model.appendRow(nothing)

    def run(self, text: str) -> bool:
        """Call the first command that matches ``text``. Return whether there is one."""
        if not self.matches(text):
            return False
        self._call(self._words.index(0, 0).data(_COMMAND))
        return True

    def begin(self, only: Callable[[], Iterable[Command]] | None = None, placeholder: str = "") -> None:
        """Take the focus and return it afterwards. With ``only``, offer nothing else until it is left."""
        self._only_provider = only
        self.setPlaceholderText(placeholder or self.toolTip())
        focused = QApplication.focusWidget()
        self._previous_focus = focused if focused is not self else self._previous_focus
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _search(self, text: str) -> None:
        self._words.set_text(text)
        if text:
            self.completer().complete()

    def _activate(self, index: QModelIndex) -> None:
        self._call(index.data(_COMMAND))

    def _run_first(self) -> None:
        chosen = (
            self._popup.isVisible() and self._popup.currentIndex().isValid()
        )  # then the completer activates it
        if self.text().strip() and not chosen:
            self.run(self.text())

    def _call(self, command: Command | None) -> None:
        if command is None:
            return
        self.leave()
        command.run()

    def leave(self) -> None:
        """Clear the text, and return the focus to the previous widget."""
        self._popup.hide()
        self.clear()
        self._only_provider = None
        self.setPlaceholderText(self.toolTip())
        self._words.set_text("")
        previous, self._previous_focus = self._previous_focus, None
        if previous is not None and isValid(previous) and previous.isVisible():
            previous.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.clearFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the field on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the field on Escape, also from its list. The completer would only hide the list."""
        pressed = (
            event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        )
        if pressed == Qt.Key.Key_Escape:
            self.leave()
            return True
        return super().eventFilter(watched, event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Offer the enabled commands. While the user types, the popup list takes the focus and returns it."""
        super().focusInEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.refresh()
            self._words.set_text(self.text())
            self.selectAll()
