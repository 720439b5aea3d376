"""The catalogue column of the Data page: groups of data sets, a search field, Import."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from workbench.language import tr, tr_n
from workbench.pages.data.catalogue.entries import BUNDLED, PAPER, YOURS, CatalogueEntry
from workbench.widgets import Button, Label, Panel, SearchField
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.entry_list import EntryList, ListEntry, ListRow

ORDER = [BUNDLED, YOURS, PAPER]
EMPTY_YOURS = tr("None yet. Import a file, a folder or a set of the hub.")


def list_rows(entries: Sequence[CatalogueEntry], search: str = "") -> list[ListRow]:
    """Return the ``entries`` that match ``search``, under the headings of their groups."""
    rows: list[ListRow] = []
    for group in sorted({*(entry.group for entry in entries), YOURS}, key=ORDER.index):
        shown = [entry for entry in entries if entry.group == group and entry.matches(search)]
        if shown or (group == YOURS and not search):
            rows += [f"#{group}", *map(_as_row, shown)]
        if group == YOURS and not shown and not search:
            rows.append(EMPTY_YOURS)
    return rows or [tr("Nothing matches “{search}”.", search=search)]


def _as_row(entry: CatalogueEntry) -> ListEntry:
    many = entry.warnings
    warnings = tr_n("{n} finding to look at", "{n} findings to look at", many) if many else ""
    place = entry.source.source if entry.group == YOURS or entry.copy == "own copy" else ""
    return ListEntry(
        entry.name,
        entry.title,
        entry.summary(),
        mark=("warning", "warning") if many else ("", ""),
        tip="\n".join(line for line in (entry.description, place, warnings) if line),
        spoken=", ".join(part for part in (entry.title, entry.summary(), warnings) if part),
    )


class CataloguePanel(Panel):
    """The column. ``chosen(entry)`` when an entry becomes the current one, ``import_requested`` by the button."""

    chosen = Signal(object)
    import_requested = Signal()
    remove_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        self._entries: list[CatalogueEntry] = []
        self._search = ""
        self.import_button = Button(tr("Import…"), icon="plus", tip=tr("Import a data set"))
        self.search = SearchField(tr("Name, tag or language"))
        self.list = EntryList(tr("Data sets"), 48)
        title = Label(tr("Catalogue"), "strong")
        head = arrange_columns((title, 1), self.import_button, margins=(16, 12, 16, 8))
        field = arrange_columns(self.search, margins=(16, 4, 16, 4))
        arrange_rows(head, field, (self.list, 1), on=self)
        self.import_button.clicked.connect(lambda: self.import_requested.emit())
        self.search.search.connect(self._find)
        self.list.moved.connect(self._choose)
        self.list.picked.connect(self._choose)  # also the current one: the way back from the import
        self.list.mark_used.connect(self._choose)

    def minimumSizeHint(self) -> QSize:
        return QSize(176, super().minimumSizeHint().height())

    def set_entries(self, entries: Sequence[CatalogueEntry]) -> None:
        """List ``entries``; the current entry stays current if it still exists."""
        self._entries = list(entries)
        self._show()

    def entries(self) -> list[CatalogueEntry]:
        """Return all entries, also those that do not match the search."""
        return list(self._entries)

    def current(self) -> CatalogueEntry | None:
        """Return the current entry."""
        return self._entry(self.list.current())

    def select(self, name: str) -> bool:
        """Make the entry ``name`` the current one. Return whether it is listed."""
        return self.list.select(name)

    def _find(self, text: str) -> None:
        self._search = text
        self._show()

    def _show(self) -> None:
        self.list.set_rows(list_rows(self._entries, self._search))

    def _entry(self, name: str) -> CatalogueEntry | None:
        return next((entry for entry in self._entries if entry.name == name), None)

    def _choose(self, name: str) -> None:
        self.chosen.emit(self._entry(name))
