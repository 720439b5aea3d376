"""The right of the import sheet: the file as it stands, and the texts and labels that the mapping makes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QScrollArea,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.widgets import BarRows, ElidedLabel, EmptyState, HLine, Label, LabelledBar, Panel
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.base import Themed
from workbench.widgets.keyboard_focus import KeyboardFocus

if TYPE_CHECKING:
    from engine.data.inspection.preview import Preview

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
NUMBER, USED = "number", "used"
_NOT, _FULLY = ("", "0", "0.0", "false", "no"), ("1", "1.0", "true", "yes")
"""Cells of a label column that say that a text has the label not, or has it."""


class CellsModel(QAbstractTableModel):
    """Strings in rows and columns; ``kinds`` of columns: "number" is right-aligned grey, "used" is marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heads: list[str] = []
        self._kinds: list[str] = []
        self._rows: list[list[str]] = []

    def set_cells(self, heads: Sequence[str], rows: Sequence[Sequence[str]], kinds: Sequence[str]) -> None:
        """Show ``rows`` under ``heads``."""
        self.beginResetModel()
        self._heads, self._kinds, self._rows = list(heads), list(kinds), [list(row) for row in rows]
        self.endResetModel()

    def kind(self, column: int) -> str:
        """Return the kind of ``column``."""
        return self._kinds[column]

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = (
                Qt.AlignmentFlag.AlignRight if self._kinds[section] == NUMBER else Qt.AlignmentFlag.AlignLeft
            )
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.FontRole:  # of every head: the view keeps that of the text size before
            return theme.font("caption_strong" if self._kinds[section] == USED else "caption")
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return " ".join(self._rows[index.row()][index.column()].split())


class _PreviewDelegate(QStyledItemDelegate):
    """Plain text on one line, whatever it is."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self.focus = KeyboardFocus(view)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(0, theme.sizes().row)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        s, rect = theme.sizes(), option.rect
        kind = index.model().kind(index.column())  # type: ignore[attr-defined]
        painter.save()
        selected = option.state & QStyle.StateFlag.State_Selected
        painter.fillRect(rect, theme.color("tint" if selected else "surface"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color("grid"))
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text3" if kind == NUMBER else "text" if kind == USED else "text2"))
        box = rect.adjusted(s.s8, 0, -s.s8, 0)
        text = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, box.width())
        side = Qt.AlignmentFlag.AlignRight if kind == NUMBER else Qt.AlignmentFlag.AlignLeft
        wrap = QTextOption(side | Qt.AlignmentFlag.AlignVCenter)
        wrap.setWrapMode(QTextOption.WrapMode.NoWrap)
        painter.drawText(QRectF(box), text, wrap)
        if option.state & QStyle.StateFlag.State_HasFocus and self.focus.visible:
            painter.setPen(theme.color("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()


class CellsTable(Themed, QTableView):
    """A small table of plain cells; the last column takes the slack."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells = CellsModel(self)
        self.setModel(self.cells)
        self.setAccessibleName(name)
        self.setItemDelegate(_PreviewDelegate(self))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setMinimumSectionSize(32)
        self.apply_theme()

    def apply_theme(self) -> None:
        s = theme.sizes()
        self.verticalHeader().setDefaultSectionSize(s.row)
        self.horizontalHeader().setFont(theme.font("caption"))
        self.horizontalHeader().setFixedHeight(s.row + 1)

    def set_cells(self, heads: Sequence[str], rows: Sequence[Sequence[str]], kinds: Sequence[str]) -> None:
        """Show ``rows``; columns as wide as their first rows need, within reason."""
        self.cells.set_cells(heads, rows, kinds)
        s = theme.sizes()
        for column, head in enumerate(heads):
            cells = [row[column][:80] for row in rows[:20]]
            needed = max(
                [theme.text_width(head, "caption_strong"), *(theme.text_width(c, "caption") for c in cells)]
            )
            self.setColumnWidth(column, min(max(needed + 2 * s.s8 + 2, s.px(48)), s.px(280)))


class ImportPreview(Themed, Panel):
    """Three parts: the file, the texts and labels, the classes; or what to do when there is no file yet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        self.raw = CellsTable(tr("The file"))
        self.mapped = CellsTable(tr("Texts and labels"))
        self.bars = BarRows(tr("Classes"))
        self.raw_caption = ElidedLabel("", "caption", "text2")
        self.mapped_caption = ElidedLabel("", "caption", "text2")
        self.counts_title = Label(tr("Classes"), "strong")
        self.classes_caption = ElidedLabel("", "caption", "text2")
        self.empty = EmptyState(
            tr("Choose what to import"),
            tr(
                "A CSV, TSV, XLSX, JSON or Parquet file, lines that begin with their label, a folder of text files per "
                "class, or a data set of the hub. Its first rows appear here before anything is stored."
            ),
        )
        self._heads: list[QHBoxLayout] = []
        content = QWidget()
        self._meaning = QWidget()
        arrange_rows(
            self._head(Label(tr("The file"), "strong"), self.raw_caption),
            (self.raw, 4),
            (self._meaning, 5),
            on=content,
        )
        self._bars = arrange_rows(self.bars)
        arrange_rows(
            HLine(),
            self._head(Label(tr("As texts and labels"), "strong"), self.mapped_caption),
            (self.mapped, 1),
            HLine(),
            self._head(self.counts_title, self.classes_caption),
            self._bars,
            on=self._meaning,
        )
        self.stack = QStackedWidget()
        self.reading = EmptyState(tr("Reading…"), "")
        self.area = QScrollArea()  # large text on a small screen leaves it less than two tables and bars need
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what lies in it has the focus
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setWidget(content)
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.area)
        self.stack.addWidget(self.reading)
        arrange_rows(self.stack, on=self)
        self.apply_theme()

    def _head(self, title: Label, caption: ElidedLabel) -> QHBoxLayout:
        row = arrange_columns(title, (caption, 1), spacing=None)
        self._heads.append(row)
        return row

    def apply_theme(self) -> None:
        s = theme.sizes()
        for head in self._heads:
            head.setContentsMargins(s.s16, s.s12, s.s16, s.s8)
            head.setSpacing(s.s8)
        self._bars.setContentsMargins(s.s16, 0, s.s16, s.s12)

    def show_empty(self) -> None:
        """Nothing was chosen yet."""
        self.stack.setCurrentIndex(0)

    def show_reading(self, name: str) -> None:
        """The file of that name is being read for the first time."""
        self.reading.set_texts(tr("Reading {title}…", title=name), "")
        self.stack.setCurrentWidget(self.reading)

    def show_raw(self, preview: Preview, text: Sequence[int], labels: Sequence[int]) -> None:
        """Show the columns as they stand in the file; those in use are marked in their heads."""
        self.stack.setCurrentIndex(1 if preview.rows or preview.lines else 0)
        self._meaning.setVisible(bool(preview.rows))
        if not preview.rows:
            lines = [[str(i + 1), line] for i, line in enumerate(preview.lines)]
            self.raw.set_cells([tr("Line"), tr("The file's first lines")], lines, [NUMBER, ""])
            self.raw_caption.set_text(tr("as it stands, since it could not be read"))
            faulty = faulty_line(preview)
            if faulty >= 0:
                self.raw.selectRow(faulty)
            return
        heads, kinds = [tr("Row")], [NUMBER]
        for index, column in enumerate(preview.columns):
            use = ""
            if index in labels:
                use = tr("label")
            elif index in text:
                use = tr("text {index}", index=text.index(index) + 1) if len(text) > 1 else tr("text")
            name = column_title(preview, column.name)
            heads.append(f"{name} · {use}" if use and name.casefold() != use else name)
            kinds.append(USED if use else "")
        numbered = zip(preview.numbers, preview.rows, strict=True)
        rows = [[formats.count(number), *cells] for number, cells in numbered]
        self.raw.set_cells(heads, rows, kinds)
        self.raw_caption.set_text(tr("first {rows} rows", rows=len(rows)))

    def show_mapped(
        self, preview: Preview, text: Sequence[int], labels: Sequence[int], pair: bool, join: str
    ) -> None:
        """Show the texts and labels that the mapping makes of the first rows."""
        two = pair and len(text) > 1
        heads = [tr("Row"), tr("Label"), *([tr("First"), tr("Second")] if two else [tr("Text")])]
        rows = []
        for number, cells in zip(preview.numbers, preview.rows, strict=True):
            chosen = [cells[i] for i in text]
            groups = [chosen[:-1], chosen[-1:]] if two else [chosen]
            texts = [join.join(cell for cell in group if cell.strip()) for group in groups]
            rows.append([formats.count(number), _label_of(preview, cells, labels), *texts])
        if not text:
            rows = []
        self.mapped.set_cells(heads, rows, [NUMBER, *[USED] * (len(heads) - 1)])
        self.mapped_caption.set_text("" if text else tr("check a text column"))

    def show_classes(self, preview: Preview) -> None:
        """Show the rows of each class, over all splits, and the rows of each split; of numbers only these."""
        counts = preview.counts
        self.counts_title.setText(tr("Classes") if preview.classes or not counts else tr("Splits"))
        if not counts:
            self.bars.set_rows([])
            self.classes_caption.set_text("")
            return
        totals = [sum(each) for each in zip(*counts.values(), strict=True)]
        row_count = sum(preview.sizes.values())
        shown = list(zip(preview.classes, totals, strict=True))[:8]
        self.bars.set_rows(
            [
                LabelledBar(n, t, formats.count(t), f"{formats.percent(t / max(1, row_count))} %")
                for n, t in shown
            ]
        )
        caption = ", ".join(
            f"{tr_engine(name)} {formats.count(each)}" for name, each in preview.sizes.items()
        )
        if len(totals) > len(shown):
            caption = tr(
                "{splits} (the first {shown} of {all})", splits=caption, shown=len(shown), all=len(totals)
            )
        self.classes_caption.set_text(caption)


def _label_of(preview: Preview, cells: Sequence[str], labels: Sequence[int]) -> str:
    """Return the label of a row: the cell of its column, or the names of all label columns that are not 0 here."""
    if len(labels) < 2:
        return cells[labels[0]] if labels else ""
    names = []
    for index in labels:
        value, name = cells[index].strip(), preview.columns[index].name
        if value.casefold() not in _NOT:
            names.append(name if value.casefold() in _FULLY else f"{name} {value}")
    return ", ".join(names) or tr("no label")


def faulty_line(preview: Preview) -> int:
    """Return which of the first lines (0-based) the complaint is about; -1 when it is none, or cannot be told.

    A record is a line as long as no quoted field before it holds a line break.
    """
    match = re.search(r"row (\d+)", preview.problem.place if preview.problem is not None else "")
    number = int(match.group(1)) if match else 0
    before = preview.lines[:number]
    is_certain = 0 < number <= len(preview.lines) and all(line.count('"') % 2 == 0 for line in before)
    return number - 1 if is_certain else -1


def column_title(preview: Preview, name: str) -> str:
    """Return how a column is called: by its name, or by its number in a file without a header."""
    return name if preview.named else tr("Column {name}", name=name)
