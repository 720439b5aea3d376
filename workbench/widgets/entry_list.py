"""A list of entries under headings: a title, grey text below, a note and a mark at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from workbench.look import icons, theme
from workbench.widgets.base import KeyboardFocus

_Index = QModelIndex | QPersistentModelIndex
_ROW = Qt.ItemDataRole.UserRole + 1
_WRAP = int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True)
class ListEntry:
    """An entry with ``key``: its title, grey texts below and at the right, and optionally an icon with its colour.

    ``spoken`` is the text for screen readers and searches.
    """

    key: str
    title: str
    text: str
    note: str = ""
    mark: tuple[str, str] = ("", "")
    tip: str = ""
    spoken: str = ""


ListRow = ListEntry | str
"""An entry; else a heading, which begins with #, or a hint."""


class EntryList(QListView):
    """Entries, one of which is current; headings and hints cannot be chosen.

    ``picked(key)`` on a click or Enter, ``moved(key)`` when another one becomes current, ``mark_used(key)`` by a click
    on the mark of an entry, or Delete. ``high`` is the height of an entry in px.
    """

    picked = Signal(str)
    moved = Signal(str)
    mark_used = Signal(str)

    def __init__(self, name: str, high: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ListRow] = []
        self._items = QStandardItemModel(self)
        self.setModel(self._items)
        self.setItemDelegate(_EntryDelegate(self, high))
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._pick)
        self.selectionModel().currentChanged.connect(self._emit_current)

    def set_rows(self, rows: Sequence[ListRow]) -> None:
        """Show ``rows``; the current entry stays current without a signal, if it still exists."""
        if list(rows) == self._rows:
            return
        before = self.current()
        self._rows = list(rows)
        blocked = self.selectionModel().blockSignals(True)
        self._items.clear()
        for row in rows:
            item = QStandardItem(row.title if isinstance(row, ListEntry) else row.removeprefix("#"))
            item.setData(row, _ROW)
            if isinstance(row, ListEntry):
                item.setData(row.spoken, Qt.ItemDataRole.AccessibleTextRole)
                item.setToolTip(row.tip)
            else:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self._items.appendRow(item)
        self.select(before)
        self.selectionModel().blockSignals(blocked)
        self.viewport().update()

    def texts(self) -> list[str]:
        """Return the listed texts, line by line; headings begin with #."""
        return [row.title if isinstance(row, ListEntry) else row for row in self._rows]

    def entries(self) -> list[str]:
        """Return the keys of the entries listed."""
        return [row.key for row in self._rows if isinstance(row, ListEntry)]

    def current(self) -> str:
        """Return the key of the current entry; "" without one."""
        return _key_at(self.currentIndex())

    def select(self, key: str) -> bool:
        """Make the entry ``key`` the current one. Return False, without a change, if it is not listed."""
        place = next(
            (i for i, row in enumerate(self._rows) if isinstance(row, ListEntry) and row.key == key), -1
        )
        if place >= 0:
            self.setCurrentIndex(self._items.index(place, 0))
        return place >= 0

    def mark_rect(self, key: str) -> QRect:
        """Return the box of an entry's mark."""
        place = next(i for i, row in enumerate(self._rows) if isinstance(row, ListEntry) and row.key == key)
        return _mark_rect(self.visualRect(self._items.index(place, 0)))

    def _pick(self, index: QModelIndex) -> None:
        if key := _key_at(index):
            self.picked.emit(key)

    def _emit_current(self, index: QModelIndex) -> None:
        if key := _key_at(index):
            self.moved.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().data(_ROW)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._pick(self.currentIndex())
        elif event.key() == Qt.Key.Key_Delete and isinstance(row, ListEntry) and row.mark[0]:
            self.mark_used.emit(row.key)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        row = self.indexAt(place).data(_ROW)
        marked = row.key if isinstance(row, ListEntry) and row.mark[0] else ""
        if marked and self.mark_rect(marked).adjusted(-6, -6, 6, 6).contains(place):
            self.mark_used.emit(marked)
            return
        super().mouseReleaseEvent(event)


class _EntryDelegate(QStyledItemDelegate):
    def __init__(self, view: EntryList, high: int) -> None:
        super().__init__(view)
        self._view, self._high = view, high
        self._focus = KeyboardFocus(view)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        row = index.data(_ROW)
        if isinstance(row, ListEntry):
            return QSize(0, self._high)
        if row.startswith("#"):
            return QSize(0, 36 if index.row() else 28)
        room = QRect(0, 0, self._view.viewport().width() - 2 * 16, 1000)
        return QSize(0, theme.metrics("caption").boundingRect(room, _WRAP, row).height() + 16)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row, rect = index.data(_ROW), QRect(option.rect)
        painter.save()
        if isinstance(row, ListEntry):
            self._paint_entry(painter, option, row)
        else:
            heading = row.startswith("#")
            painter.setFont(theme.font("caption_strong" if heading else "caption"))
            painter.setPen(theme.color("text2" if heading else "text3"))
            flags = Qt.AlignmentFlag.AlignBottom if heading else Qt.AlignmentFlag.AlignTop | _WRAP
            painter.drawText(rect.adjusted(16, 0, -16, -6), int(flags), row.removeprefix("#"))
        painter.restore()

    def _paint_entry(self, painter: QPainter, option: QStyleOptionViewItem, row: ListEntry) -> None:
        rect = QRect(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("tint"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color("hover"))
        room = rect.adjusted(16, 6, -16, -5)
        if row.mark[0]:
            icons.paint(painter, _mark_rect(rect), *row.mark)
            room.setRight(_mark_rect(rect).left() - 8)
        line = theme.metrics("strong").height()
        heading = QRect(room.left(), room.top(), room.width(), line)
        theme.draw_line(painter, heading, row.note, "caption", "text2", "right")
        below, text = room.adjusted(0, line, 0, 0), row.text
        if below.height() < 2 * theme.metrics("caption").height():
            text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, below.width())
        painter.drawText(below, _WRAP, text)
        if row.note:
            heading.setWidth(room.width() - theme.text_width(row.note, "caption") - 8)
        theme.draw_line(painter, heading, row.title, "strong")
        if option.state & QStyle.StateFlag.State_HasFocus and self._focus.is_visible:
            painter.setPen(QPen(theme.color("accent"), theme.sizes().focus))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))


def _key_at(index: QModelIndex) -> str:
    row = index.data(_ROW)
    return row.key if isinstance(row, ListEntry) else ""


def _mark_rect(row: QRect) -> QRect:
    """Return where the mark is in the row of an entry."""
    side = theme.sizes().icon_small
    return QRect(row.right() - 16 - side + 1, row.center().y() - side // 2 + 1, side, side)
