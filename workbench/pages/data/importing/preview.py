"""The right of the import sheet: the first texts and labels in the model's view, or the lines of an unreadable file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QWidget

from workbench.language import tr
from workbench.look import formats
from workbench.tables import RowsModel, TableColumn, TableView
from workbench.widgets import ElidedLabel, EmptyState, Label, LinkLabel, Panel
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from engine.data.inspection.preview import Preview, PreviewRepeats

_NOT, _FULLY = ("", "0", "0.0", "false", "no"), ("1", "1.0", "true", "yes")
"""Cells of a label column that mean that a text does not have the label, or has it."""


@dataclass(frozen=True)
class PreviewRow:
    """A line of the table: its position, the row in the file, the text, and the label."""

    place: int
    number: int
    text: str
    label: str = ""


class ImportPreview(Panel):
    """The first rows under the answers, the beginning of an unreadable file, or the first step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        self.model: RowsModel[PreviewRow] = RowsModel(
            [
                TableColumn("number", tr("Row"), 56, align="right", text=formats.count, sortable=False),
                TableColumn("text", tr("Text"), 120, stretch=True, sortable=False),
                TableColumn("label", tr("Label"), 144, sortable=False),
            ],
            "place",
        )
        self.table = TableView(self.model, tr("Texts and labels"), multi=False)
        self.title = Label(tr("As the model will see it"), "strong")
        self.caption = ElidedLabel("", "caption", "text2")
        self.link = LinkLabel(tr("All rows"), role="caption")
        self._mapped_rows: tuple[list[PreviewRow], str] = ([], "")
        self.link.clicked.connect(lambda: self._show(*self._mapped_rows))
        content = QWidget()
        head = arrange_columns(self.title, (self.caption, 1), self.link, spacing=8, margins=(16, 12, 16, 8))
        arrange_rows(head, (self.table, 1), on=content)
        self.empty = EmptyState(
            tr("Choose what to import"),
            tr(
                "A CSV, TSV, XLSX, JSON or Parquet file, lines that begin with their label, a folder of text files per "
                "class, or a data set of the hub. Its first rows appear here before anything is stored."
            ),
        )
        self.loading = EmptyState(tr("Reading…"), "")
        self.stack = QStackedWidget()
        for part in (self.empty, content, self.loading):
            self.stack.addWidget(part)
        arrange_rows(self.stack, on=self)

    def show_empty(self) -> None:
        """Show that no file has been chosen."""
        self.stack.setCurrentIndex(0)

    def show_reading(self, name: str) -> None:
        """Show that the file ``name`` is being read for the first time."""
        self.loading.set_texts(tr("Reading {title}…", title=name), "")
        self.stack.setCurrentWidget(self.loading)

    def show_preview(
        self, preview: Preview, text: Sequence[int], labels: Sequence[int], pair: bool, join: str
    ) -> None:
        """Show texts and labels of the first rows under the mapping, or the unreadable lines."""
        self.stack.setCurrentIndex(1 if preview.rows or preview.lines else 0)
        if not preview.rows:
            lines = [PreviewRow(index, index + 1, line) for index, line in enumerate(preview.lines)]
            self._show(lines, tr("the raw file, because it could not be read"))
            if (faulty := faulty_line(preview)) >= 0:
                self.table.select([faulty])
            return
        rows = []
        for index, (number, cells) in enumerate(zip(preview.numbers, preview.rows, strict=True)):
            chosen = [cells[i] for i in text]
            groups = [chosen[:-1], chosen[-1:]] if pair and len(text) > 1 else [chosen]
            texts = [join.join(cell for cell in group if cell.strip()) for group in groups]
            shown = " │ ".join(" ".join(each.split()) for each in texts)
            rows.append(PreviewRow(index, number, shown, _label_of(preview, cells, labels)))
        total = sum(preview.sizes.values())
        caption = (
            tr("first rows of {total:,}", total=total) if total else tr("first {rows} rows", rows=len(rows))
        )
        self._mapped_rows = (rows if text else [], caption if text else tr("choose a text column"))
        self._show(*self._mapped_rows)

    def show_repeats(self, repeats: PreviewRepeats, what: str) -> None:
        """Show the first texts that would be omitted."""
        rows = [
            PreviewRow(index, number, " ".join(text.replace("\0", "│").split()), label)
            for index, (number, label, text) in enumerate(repeats.rows)
        ]
        self._show(rows, what, is_all=False)

    def _show(self, rows: list[PreviewRow], caption: str, is_all: bool = True) -> None:
        self.model.set_rows(rows)
        self.caption.set_text(caption)
        self.link.setVisible(not is_all)


def _label_of(preview: Preview, cells: Sequence[str], labels: Sequence[int]) -> str:
    """Return the label of a row: the cell of its column, or the names of all non-zero label columns."""
    if len(labels) < 2:
        return cells[labels[0]] if labels else ""
    names = []
    for index in labels:
        value, name = cells[index].strip(), preview.columns[index].name
        if value.casefold() not in _NOT:
            names.append(name if value.casefold() in _FULLY else f"{name} {value}")
    return ", ".join(names) or tr("no label")


def faulty_line(preview: Preview) -> int:
    """Return the index of the first lines that has the problem, or -1 for none or if unknown.

    A record is one line, unless a quoted field before it contains a line break.
    """
    match = re.search(r"row (\d+)", preview.problem.place if preview.problem is not None else "")
    number = int(match.group(1)) if match else 0
    before = preview.lines[:number]
    is_certain = 0 < number <= len(preview.lines) and all(line.count('"') % 2 == 0 for line in before)
    return number - 1 if is_certain else -1


def column_title(preview: Preview, name: str) -> str:
    """Return the name of a column, or its number in a file without a header."""
    return name if preview.named else tr("Column {name}", name=name)
