"""The field that searches and filters runs, and the filters that were kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QMenu, QWidget

from engine.store.filter_completion import Completion, FilterVocabulary, complete
from workbench.backend.preferences import Preferences
from workbench.language import tr
from workbench.widgets import IconButton, SearchField
from workbench.widgets.actions import KeyHelp
from workbench.widgets.inputs import PopupRows, popup_list

_COMPLETION = Qt.ItemDataRole.UserRole + 1
EXAMPLES = (
    (tr("Starred"), "tag = starred"),
    (tr("Failed or interrupted"), "status = failed or status = interrupted or status = out_of_memory"),
    (tr("Started today"), "started = today"),
)
"""Filters that everybody may need, by what they find."""
HINT = tr(
    "Words to search for, or a filter: test < 4 and data = trec and tag ~ pilot. Names are columns of the "
    "list, settings and measures (test/macro_f1)."
)
PREFERENCE = "runs/filters"


class FilterField(SearchField):
    """A search field in which the names and values of a run filter complete themselves.

    ``vocabulary`` may be set at any time. Until then nothing is offered. ``entered()``: the field has the focus now.
    """

    entered = Signal()
    KEY_HELP: ClassVar[KeyHelp] = (
        *SearchField.KEY_HELP,
        ("Tab", tr("In the search of runs: accept the first suggestion")),
    )

    def __init__(self, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(placeholder, head=True, parent=parent)
        self.vocabulary = FilterVocabulary({})
        self.setToolTip(HINT)
        self._model = QStandardItemModel(self)
        self._completer = QCompleter(self._model, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setWidget(self)  # and no completer of the field, which would replace all of its text
        self._popup = popup_list(tr("Names and values"))
        self._completer.setPopup(self._popup)
        self._popup.setItemDelegate(
            PopupRows(self._popup, lambda index: str(index.data(_COMPLETION).meaning))
        )
        self._completer.activated[QModelIndex].connect(self._take)  # type: ignore[index]
        self.textEdited.connect(lambda _text: self._offer())

    def offered(self) -> list[str]:
        """Return the words that are offered now, none while the list is closed."""
        if not self._popup.isVisible():
            return []
        return [str(self._model.item(row).text()) for row in range(self._model.rowCount())]

    def may_go_on(self) -> bool:
        """Return whether the last word is the beginning of a name or a value that a filter takes."""
        return bool(complete(self.text(), len(self.text()), self.vocabulary))

    def _offer(self) -> None:
        self._model.clear()
        for each in complete(self.text(), self.cursorPosition(), self.vocabulary):
            item = QStandardItem(each.word)
            item.setEditable(False)
            item.setData(each, _COMPLETION)
            self._model.appendRow(item)
        if not self._model.rowCount():
            self._popup.hide()
            return
        place = self.rect()
        place.setWidth(max(place.width(), self.fontMetrics().averageCharWidth() * 60))
        self._completer.complete(place)

    def _take(self, index: QModelIndex) -> None:
        chosen: Completion = index.data(_COMPLETION)
        text, cursor = self.text(), self.cursorPosition()
        after = "" if text[cursor:].startswith(" ") else " "
        self.setText(f"{text[: chosen.start]}{chosen.word}{after}{text[cursor:]}")
        self.setCursorPosition(chosen.start + len(chosen.word) + 1)
        self._popup.hide()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab takes what is offered before it leaves the field."""
        return False if self._popup.isVisible() else super().focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._popup.isVisible():
            super().keyPressEvent(event)
            return
        current = self._popup.currentIndex()
        if event.key() == Qt.Key.Key_Tab:
            self._take(current if current.isValid() else self._model.index(0, 0))
        elif event.key() == Qt.Key.Key_Escape:
            self._popup.hide()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current.isValid():
            self._take(current)
        else:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._popup.hide()
            super().keyPressEvent(event)
            return
        event.accept()


class FilterMenu(IconButton):
    """The button beside the field: filters that were kept, and some that everybody may need; ``chosen(filter)``."""

    chosen = Signal(str)

    def __init__(
        self, field: FilterField, preferences: Callable[[], Preferences], parent: QWidget | None = None
    ) -> None:
        super().__init__("filter", tr("Saved filters"), parent=parent)
        self._field, self._preferences = field, preferences
        menu = QMenu(self)
        menu.aboutToShow.connect(self.fill)
        self.setMenu(menu)

    def kept(self) -> list[str]:
        """Return the filters that were kept, the newest last."""
        try:
            filters = json.loads(self._preferences().get(PREFERENCE, "[]"))
        except ValueError:
            return []
        return [each for each in filters if isinstance(each, str)] if isinstance(filters, list) else []

    def keep(self, text: str) -> None:
        """Keep a filter, for this and later starts of the window."""
        self._put([*(each for each in self.kept() if each != text), text])

    def forget(self, text: str) -> None:
        """Keep a filter no longer."""
        self._put([each for each in self.kept() if each != text])

    def _put(self, filters: list[str]) -> None:
        self._preferences().put(PREFERENCE, json.dumps(filters, ensure_ascii=False))

    def fill(self) -> None:
        """Fill the menu with what is kept now."""
        menu, text, filters = self.menu(), self._field.text().strip(), self.kept()
        menu.clear()
        for each in filters:
            menu.addAction(each.replace("&", "&&"), partial(self.chosen.emit, each))
        menu.addSeparator()
        for title, each in EXAMPLES:
            menu.addAction(title, partial(self.chosen.emit, each))
        menu.addSeparator()
        if text in filters:
            menu.addAction(tr("Remove this filter"), lambda: self.forget(text))
        else:
            menu.addAction(tr("Save this filter"), lambda: self.keep(text)).setEnabled(bool(text))
