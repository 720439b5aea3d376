"""The field that searches and filters runs, and the saved filters."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from workbench.backend.preferences import Preferences
from workbench.language import tr
from workbench.widgets import IconButton, SearchField

EXAMPLES = (
    (tr("Starred"), "tag = starred"),
    (tr("Failed or interrupted"), "status = failed or status = interrupted or status = out_of_memory"),
    (tr("Started today"), "started = today"),
)
"""General-purpose filters by their titles."""
HINT = tr(
    "Words to search for, or a filter: test < 4 and data = trec and tag ~ pilot. Names are columns of the "
    "list, settings and measures (test/macro_f1)."
)
PREFERENCE = "runs/filters"


class FilterField(SearchField):
    """The search field of runs, which also accepts filters."""

    def __init__(self, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(placeholder, head=True, parent=parent)
        self.setToolTip(HINT)


class FilterMenu(IconButton):
    """The button next to the field: saved filters and general-purpose ones; ``chosen(filter)``."""

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
        """Return the saved filters, the newest last."""
        try:
            filters = json.loads(self._preferences().get(PREFERENCE, "[]"))
        except ValueError:
            return []
        return [each for each in filters if isinstance(each, str)] if isinstance(filters, list) else []

    def keep(self, text: str) -> None:
        """Save a filter, also for later starts of the window."""
        self._put([*(each for each in self.kept() if each != text), text])

    def forget(self, text: str) -> None:
        """Remove a saved filter."""
        self._put([each for each in self.kept() if each != text])

    def _put(self, filters: list[str]) -> None:
        self._preferences().put(PREFERENCE, json.dumps(filters, ensure_ascii=False))

    def fill(self) -> None:
        """Fill the menu with the saved filters."""
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
