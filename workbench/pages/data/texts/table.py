"""The table of texts: rows come a page at a time, as one scrolls, from the reader thread."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from workbench.language import tr
from workbench.look import formats, icons, theme
from workbench.widgets.keyboard_focus import KeyboardFocus

if TYPE_CHECKING:
    from engine.data.inspection.browse import BrowsedRow

_Index = QModelIndex | QPersistentModelIndex
PAGE_ROWS = 500
"""Rows asked for at a time."""
CACHED_PAGES = 24
"""Pages held in memory; the least recently seen go first."""

ROW, LABEL, TOKENS, CUT, TEXT = range(5)
_ROOT = QModelIndex()
_MAX_CHARACTERS = 400
"""Characters of a text that a cell may show: a line of the widest window; more would be laid out for nothing."""


class TextsModel(QAbstractTableModel):
    """``total`` rows of which only the pages that were looked at are here; ``wanted(page)`` asks for another.

    ``set_room(n)`` says how many tokens a text may have, for the column of what is cut.
    """

    wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._total = 0
        self._pages: OrderedDict[int, list[BrowsedRow]] = OrderedDict()
        self._room = 0

    def start(self, total: int) -> None:
        """Begin anew with ``total`` rows, none of them here."""
        self.beginResetModel()
        self._total = total
        self._pages.clear()
        self.endResetModel()

    def put(self, page: int, rows: Sequence[BrowsedRow]) -> None:
        """Take the rows of a page."""
        self._pages[page] = list(rows)
        self._pages.move_to_end(page)
        while len(self._pages) > CACHED_PAGES:
            self._pages.popitem(last=False)
        first = page * PAGE_ROWS
        last = min(first + len(rows), self._total) - 1
        if last >= first:
            self.dataChanged.emit(self.index(first, 0), self.index(last, TEXT))

    def forget(self, keep: Iterable[int] = ()) -> None:
        """Drop all pages but those in ``keep``: they will be asked for anew when they are seen."""
        keep_pages = set(keep)
        for page in [page for page in self._pages if page not in keep_pages]:
            del self._pages[page]

    def set_room(self, room: int) -> None:
        """How many tokens of text there is room for; 0 while that is not known."""
        if room != self._room:
            self._room = room
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, CUT, CUT)
            if self._total:
                self.dataChanged.emit(self.index(0, CUT), self.index(self._total - 1, CUT))

    def text_row(self, number: int) -> BrowsedRow | None:
        """Row ``number`` of the table if it is here."""
        page = self._pages.get(number // PAGE_ROWS)
        place = number % PAGE_ROWS
        return page[place] if page is not None and place < len(page) else None

    def has(self, page: int) -> bool:
        """Return whether the rows of ``page`` are here."""
        return page in self._pages

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else self._total

    def columnCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else 5

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            cut = tr("Cut at {room}", room=formats.count(self._room)) if self._room else tr("Cut")
            return (tr("Row"), tr("Label"), tr("Tokens"), cut, tr("Text"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                tr("Number of the row in its file. Click: order of the file"),
                tr("The class. Click: sort by class"),
                tr("Tokens of the whole text. Click: longest or shortest first"),
                tr("Tokens that do not fit and are cut"),
                "",
            )[section]
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        row = self.text_row(index.row())
        if role == Qt.ItemDataRole.UserRole:
            return None if row is None else self.tokens_cut(row)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        if row is None:
            page = index.row() // PAGE_ROWS
            if page not in self._pages:
                self.wanted.emit(page)
            return "…" if index.column() == TEXT else ""
        return self._cell(row, index.column())

    def _cell(self, row: BrowsedRow, column: int) -> str:
        match column:
            case 0:
                return formats.count(row.row)
            case 1:
                return row.label
            case 2:
                return formats.count(row.tokens) if row.tokens >= 0 else ""
            case 3:
                cut = self.tokens_cut(row)
                return (
                    "" if cut is None else tr("{lost} cut", lost=formats.count(cut)) if cut else tr("whole")
                )
            case _:
                both = f"{_begin(row.text)} │ {_begin(row.second)}" if row.second else _begin(row.text)
                return " ".join(both.split())

    def tokens_cut(self, row: BrowsedRow) -> int | None:
        """Return how many tokens of ``row`` are cut; None while that is not known."""
        return max(0, row.tokens - self._room) if self._room and row.tokens >= 0 else None


def _begin(text: str) -> str:
    """Return what a cell may show of a text, with an ellipsis where it goes on."""
    return text if len(text) <= _MAX_CHARACTERS else f"{text[:_MAX_CHARACTERS]}…"


def _alignment(column: int) -> Qt.AlignmentFlag:
    right = column in (ROW, TOKENS)
    return (
        Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    ) | Qt.AlignmentFlag.AlignVCenter


class _TextDelegate(QStyledItemDelegate):
    """Plain text only, whatever stands in a text; a warning sign where a text is cut."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self.focus = KeyboardFocus(view)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(0, theme.sizes().row_painted)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        s, rect, column = theme.sizes(), option.rect, index.column()
        painter.save()
        selected = option.state & QStyle.StateFlag.State_Selected
        painter.fillRect(rect, theme.color("tint" if selected else "surface"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color("grid"))
        text, ink = str(index.data() or ""), "text"
        box = rect.adjusted(16 if column == ROW else 8, 0, -(16 if column == TEXT else 8), 0)
        if column == CUT:
            ink = "text2"
        if column == CUT and index.data(Qt.ItemDataRole.UserRole):  # how many tokens are cut
            ink, side = "warning", 14
            place = QRect(box.left(), box.center().y() - side // 2 + 1, side, side)
            icons.paint(painter, place, "warning", "warning")
            box.setLeft(box.left() + side + 6)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.color(ink))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(QRectF(box), shown, _option(column))
        if option.state & QStyle.StateFlag.State_HasFocus and self.focus.visible:
            painter.setPen(QPen(theme.color("accent"), s.focus))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.restore()


def _option(column: int) -> QTextOption:
    option = QTextOption(_alignment(column))
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    return option


class TextsTable(QTableView):
    """The table. ``current_changed(row number of the table)``; ``order_wanted(column)`` when a head is clicked."""

    current_changed = Signal(int)
    order_wanted = Signal(int)

    def __init__(self, model: TextsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._empty = ""
        self._labels: tuple[str, ...] = ()
        self.setModel(model)
        self.setAccessibleName(tr("Texts"))
        self.setItemDelegate(_TextDelegate(self))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        rows, head = self.verticalHeader(), self.horizontalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
        head.setHighlightSections(False)
        head.setSectionsClickable(True)
        head.sectionClicked.connect(self.order_wanted)
        self.selectionModel().currentRowChanged.connect(
            lambda now, _before: self.current_changed.emit(now.row())
        )
        s = theme.sizes()
        self.verticalHeader().setDefaultSectionSize(s.row_painted)
        head = self.horizontalHeader()
        head.setFont(theme.font("caption"))
        head.setFixedHeight(s.row + 1)
        self._set_widths()

    def set_labels(self, names: Sequence[str]) -> None:
        """Give the labels the room that the longest of ``names`` needs."""
        self._labels = tuple(names)
        self._set_widths()

    def _set_widths(self) -> None:
        self.setColumnWidth(ROW, 72)
        widest = max(map(theme.text_width, self._labels), default=0)
        self.setColumnWidth(LABEL, min(max(widest + 20, 72), 168))
        self.setColumnWidth(TOKENS, 72)
        self.setColumnWidth(CUT, 108)

    def set_empty(self, text: str) -> None:
        """Set the text shown while the table has no rows."""
        self._empty = text
        self.setAccessibleDescription(text)
        self.viewport().update()

    def visible_pages(self) -> range:
        """Return the pages that the rows in sight belong to."""
        first = max(0, self.rowAt(0))
        last = self.rowAt(self.viewport().height() - 1)
        if last < 0:
            last = self.model().rowCount() - 1
        return range(first // PAGE_ROWS, max(last, 0) // PAGE_ROWS + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._empty and not self.model().rowCount():
            painter = QPainter(self.viewport())
            painter.setFont(theme.font("body"))
            painter.setPen(theme.color("text2"))
            margin = 24
            box = self.viewport().rect().adjusted(margin, margin, -margin, -margin)
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            painter.drawText(box, int(flags), self._empty)
