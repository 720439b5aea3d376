"""The table of texts: rows are read page by page while scrolling, in the reader thread."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal

from workbench.language import tr
from workbench.look import formats
from workbench.tables import RowsModel, Status, StatusDelegate, TableColumn, TableView
from workbench.tables.model import Index

if TYPE_CHECKING:
    from engine.data.inspection.browse import BrowsedRow

    Row = BrowsedRow | None
    """A text, None where its page is still to come."""

PAGE_ROWS = 500
"""Rows read at a time."""
CACHED_PAGES = 24
"""Pages held in memory. The least recently used are dropped first."""
ROW, LABEL, TOKENS, CUT, TEXT = range(5)
_MAX_CHARACTERS = 400
"""Characters of a text shown in a cell: a line of the widest window; more would be laid out needlessly."""


class TextsModel(RowsModel["Row"]):
    """``total`` rows, of which only the viewed pages are loaded. ``page_requested(page)`` requests another.

    ``set_room(n)`` sets the number of tokens kept of a text, for the column of cut tokens.
    """

    page_requested = Signal(int)

    def __init__(self) -> None:
        self._total = 0
        self._pages: OrderedDict[int, list[BrowsedRow]] = OrderedDict()
        self._kept_tokens = 0
        self._status = StatusDelegate()
        super().__init__(
            [
                TableColumn("row", tr("Row"), 72, "right", text=formats.count, sortable=False,
                            head_tip=tr("Number of the row in its file. Click: order of the file")),
                TableColumn("label", tr("Label"), 72, most=168, sortable=False,
                            head_tip=tr("The class. Click: sort by class")),
                TableColumn("tokens", tr("Tokens"), 72, "right", value=_tokens, text=formats.count, sortable=False,
                            head_tip=tr("Tokens of the whole text. Click: longest or shortest first")),
                TableColumn("cut", tr("Cut"), 108, value=self._cut, delegate=self._status, sortable=False,
                            head_tip=tr("Tokens that do not fit and are cut")),
                TableColumn("text", tr("Text"), 120, stretch=True, value=_shown, sortable=False),
            ],
            lambda row: -1 if row is None else row.index,
        )  # fmt: skip
        self._status.setParent(self)

    def start(self, total: int) -> None:
        """Begin again with ``total`` rows, none of them loaded."""
        self.beginResetModel()
        self._total = total
        self._pages.clear()
        self.endResetModel()

    def put(self, page: int, rows: Sequence[BrowsedRow]) -> None:
        """Set the rows of a page."""
        self._pages[page] = list(rows)
        self._pages.move_to_end(page)
        while len(self._pages) > CACHED_PAGES:
            self._pages.popitem(last=False)
        first = page * PAGE_ROWS
        last = min(first + len(rows), self._total) - 1
        if last >= first:
            self.dataChanged.emit(self.index(first, 0), self.index(last, TEXT))

    def forget(self, keep: Iterable[int] = ()) -> None:
        """Drop all pages except those in ``keep``: they are requested again when they become visible."""
        keep_pages = set(keep)
        for page in [page for page in self._pages if page not in keep_pages]:
            del self._pages[page]

    def set_room(self, room: int) -> None:
        """Set the number of tokens kept of a text, 0 if unknown."""
        if room != self._kept_tokens:
            self._kept_tokens = room
            self.set_titles({"cut": tr("Cut at {count}", count=formats.count(room)) if room else tr("Cut")})
            self.notify_column_changed("cut")

    def has(self, page: int) -> bool:
        """Return whether the rows of ``page`` are loaded."""
        return page in self._pages

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own signature)
        return 0 if parent.isValid() else self._total

    def row(self, place: int) -> Row:
        """Return the row at ``place``, or None if its page is not loaded; the page is then requested."""
        page = self._pages.get(place // PAGE_ROWS)
        if page is None:
            self.page_requested.emit(place // PAGE_ROWS)
            return None
        return page[place % PAGE_ROWS] if place % PAGE_ROWS < len(page) else None

    def _cut(self, row: Row) -> Status | None:
        """Return the number of cut tokens of a text as words, or None if unknown."""
        if row is None or not self._kept_tokens or row.tokens < 0:
            return None
        lost = max(0, row.tokens - self._kept_tokens)
        return (
            Status("warning", tr("{count} cut", count=formats.count(lost)))
            if lost
            else Status("", tr("whole"))
        )


def _tokens(row: Row) -> int | None:
    return row.tokens if row is not None and row.tokens >= 0 else None


def _shown(row: Row) -> str:
    """Return a text on one line, shortened for a cell."""
    if row is None:
        return "…"
    both = f"{_begin(row.text)} │ {_begin(row.second)}" if row.second else _begin(row.text)
    return " ".join(both.split())


def _begin(text: str) -> str:
    """Return the beginning of a text for a cell, with an ellipsis if it is longer."""
    return text if len(text) <= _MAX_CHARACTERS else f"{text[:_MAX_CHARACTERS]}…"


class TextsTable(TableView["Row"]):
    """The table. ``current_changed(row number of the table)``. ``order_requested(column)`` when a head is clicked."""

    current_changed = Signal(int)
    order_requested = Signal(int)

    def __init__(self, model: TextsModel) -> None:
        super().__init__(model, tr("Texts"), dense=False, multi=False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.head.sectionClicked.connect(self.order_requested)
        self.selectionModel().currentRowChanged.connect(
            lambda now, _before: self.current_changed.emit(now.row())
        )

    def visible_pages(self) -> range:
        """Return the pages of the visible rows."""
        first = max(0, self.rowAt(0))
        last = self.rowAt(self.viewport().height() - 1)
        if last < 0:
            last = self.model().rowCount() - 1
        return range(first // PAGE_ROWS, max(last, 0) // PAGE_ROWS + 1)
