"""Lists of texts: a table with a caption, pages, and texts that arrive a moment after their rows."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from workbench.language import tr
from workbench.look import formats, theme
from workbench.pages.lab.query import PAGE_TEXTS, ListedText
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import ContentStack, ElidedLabel, EmptyState, IconButton, Label, Panel
from workbench.widgets.arrange import arrange_columns, arrange_rows

READING = "…"


def text_column(title: str = tr("Text")) -> TableColumn[ListedText]:
    """Return the column of texts, which takes the extra width."""
    return TableColumn(
        "text", title, 120, stretch=True, sortable=False, text=lambda text: " ".join(str(text).split()),
        value=lambda row: READING if row.text is None else row.text,
        color=lambda row: "text3" if row.text is None else None,
    )  # fmt: skip


def class_column(key: str, title: str, width: int = 88) -> TableColumn[ListedText]:
    """Return a column of classes, with a tick for the text's own class."""
    return TableColumn(
        key,
        title,
        width,
        most=240,
        text=str,
        note=lambda row: "✓" if getattr(row, key) == row.label and key != "label" else "",
    )


class TextList(Panel):
    """Rows of texts, with the values of the columns, a page at a time.

    ``chosen(row)`` when a row is selected and its text is known. ``texts_requested(rows)`` requests the texts of
    source rows for :meth:`set_texts`. ``page_requested(offset)`` when the user turns the page of a list with only one
    page loaded. ``acted`` when the action of the empty state is used.
    """

    chosen = Signal(object)
    texts_requested = Signal(list)
    page_requested = Signal(int)
    acted = Signal()

    def __init__(
        self, name: str, columns: Sequence[TableColumn[ListedText]], parent: QWidget | None = None
    ) -> None:
        super().__init__("surface", parent=parent)
        self._all: list[ListedText] = []
        self._offset = self._total = 0
        self._paged = False
        self.title, self.caption = Label("", "strong"), ElidedLabel("", "caption", "text2")
        self.model: RowsModel[ListedText] = RowsModel(columns, "place")
        self.table = TableView(self.model, name, dense=True, multi=False)
        self.table.selection_changed.connect(self._selected)
        self.previous_button = IconButton("chevron-left", tr("Previous page"))
        self.next_button = IconButton("chevron-right", tr("Next page"))
        self.previous_button.clicked.connect(lambda: self._turn(-PAGE_TEXTS))
        self.next_button.clicked.connect(lambda: self._turn(PAGE_TEXTS))
        self.page_label = Label("", "caption", "text2")
        self.empty = EmptyState("", "")
        self.empty.clicked.connect(self.acted)
        self._head = arrange_columns(self.title, (self.caption, 1), margins=(12, 4, 8, 4), spacing=8)
        for widget in (self.page_label, self.previous_button, self.next_button):
            self._head.addWidget(widget)
        full = QWidget()
        arrange_rows(self._head, (self.table, 1), on=full)
        self.stack = ContentStack(full, self.empty, tr("Reading texts…"))
        arrange_rows(self.stack, on=self)
        self.title.setFixedHeight(theme.sizes().control)

    def set_columns(self, columns: Sequence[TableColumn[ListedText]]) -> None:
        """Set other columns, if they differ."""
        if [c.title for c in columns] != [c.title for c in self.model.columns]:
            self.model.set_rows([])
            self.model.set_columns(columns)

    def show_empty(self, heading: str, sentence: str, action: str = "") -> None:
        """Show that the list is empty, and why."""
        self._all, self._total = [], 0
        self.model.set_rows([])
        self.stack.show_empty(heading, sentence, action)

    def set_rows(self, title: str, caption: str, rows: Sequence[ListedText]) -> None:
        """List all ``rows``, the first page at once."""
        self._paged, self._all, self._offset, self._total = False, list(rows), 0, len(rows)
        self._show(title, caption)

    def set_page(self, title: str, caption: str, rows: Sequence[ListedText], offset: int, total: int) -> None:
        """List one page of ``total`` rows. ``page_requested`` requests others."""
        self._paged, self._all, self._offset, self._total = True, list(rows), offset, total
        self._show(title, caption)

    def _show(self, title: str, caption: str) -> None:
        self.title.setText(title)
        self.caption.set_text(caption)
        self.stack.show_content()
        self._fill()

    def _fill(self) -> None:
        first = 0 if self._paged else self._offset
        rows = self._all[first : first + PAGE_TEXTS]
        self.model.set_rows([replace(row, place=self._offset + i) for i, row in enumerate(rows)])
        for column in self.model.columns:
            if column.most:
                self.table.fit_words(column.key)
        more = self._total > PAGE_TEXTS
        for widget in (self.page_label, self.previous_button, self.next_button):
            widget.setVisible(more)
        last = self._offset + len(rows)
        self.page_label.setText(
            tr(
                "{first} to {last} of {total}",
                first=formats.count(self._offset + 1),
                last=formats.count(last),
                total=formats.count(self._total),
            )
        )
        self.previous_button.setEnabled(self._offset > 0)
        self.next_button.setEnabled(last < self._total)
        missing_rows = [row.row for row in self.model.rows if row.text is None]
        if missing_rows:
            self.texts_requested.emit(missing_rows)

    def _turn(self, by: int) -> None:
        offset = self._offset + by
        if self._paged:
            self.page_requested.emit(offset)
        else:
            self._offset = offset
            self._fill()

    def set_texts(self, rows: Sequence[int], texts: Sequence[str | None]) -> None:
        """Set the texts of source rows, None for one that the data set no longer has."""
        by_row = {
            row: tr("(no longer in the data set)") if text is None else text
            for row, text in zip(rows, texts, strict=True)
        }
        self.model.set_rows([replace(row, text=by_row.get(row.row, row.text)) for row in self.model.rows])

    def fail(self, sentence: str) -> None:
        """Show why the texts are not available."""
        self.caption.set_text(sentence)

    def _selected(self, _keys: list[Hashable]) -> None:
        rows = self.table.selected_rows()
        if rows and rows[0].text is not None:
            self.chosen.emit(rows[0])

    def focus_table(self) -> None:
        """Focus the table, with its first row selected."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.table.selected() and self.model.rowCount():
            self.table.select([self.model.row(0).place])
