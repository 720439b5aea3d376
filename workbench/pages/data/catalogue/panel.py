"""The catalogue column of the Data page: groups of data sets, a search field, Import."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.language import tr, tr_n
from workbench.look import icons, theme
from workbench.pages.data.catalogue.entries import BUNDLED, PAPER, YOURS, CatalogueEntry
from workbench.widgets import Button, Label, Panel, SearchField
from workbench.widgets.arrange import arrange_rows
from workbench.widgets.keyboard_focus import KeyboardFocus

_Index = QModelIndex | QPersistentModelIndex
ENTRY = Qt.ItemDataRole.UserRole + 1
_ROOT = QModelIndex()
ORDER = [BUNDLED, YOURS, PAPER]
EMPTY_YOURS = tr("None yet. Import a file, a folder or a set of the hub.")


class CatalogueModel(QAbstractListModel):
    """Headings, entries and hints as one list; only entries can be selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[CatalogueEntry | str] = []

    def set_entries(self, entries: Sequence[CatalogueEntry], search: str = "") -> None:
        """Show those of ``entries`` that match ``search``, under the headings of their groups."""
        groups = sorted({*(entry.group for entry in entries), YOURS}, key=ORDER.index)
        rows: list[CatalogueEntry | str] = []
        for group in groups:
            shown = [entry for entry in entries if entry.group == group and entry.matches(search)]
            if shown or (group == YOURS and not search):
                rows += [f"#{group}", *shown]
            if group == YOURS and not shown and not search:
                rows.append(EMPTY_YOURS)
        if not rows:
            rows = [tr("Nothing matches “{search}”.", search=search)]
        if rows == self._rows:
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def entry(self, index: _Index) -> CatalogueEntry | None:
        """Return the entry at ``index``; None for a heading or hint."""
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, CatalogueEntry) else None

    def index_of(self, name: str) -> QModelIndex:
        """Return where the entry ``name`` is; an invalid index when it is not shown."""
        for number, row in enumerate(self._rows):
            if isinstance(row, CatalogueEntry) and row.name == name:
                return self.index(number)
        return QModelIndex()

    def texts(self) -> list[str]:
        """Return what is listed, line by line: headings begin with #."""
        return [row.title if isinstance(row, CatalogueEntry) else row for row in self._rows]

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if self.entry(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._rows[index.row()]
        if role == ENTRY:
            return row
        if not isinstance(row, CatalogueEntry):
            return row.removeprefix("#") if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.title}, {row.summary()}" + (f", {_warnings(row)}" if row.warnings else "")
        if role == Qt.ItemDataRole.ToolTipRole:
            place = row.source.source if row.group == YOURS or row.copy == "own copy" else ""
            lines = [row.description, place, _warnings(row)]
            return "\n".join(line for line in lines if line)
        return None


def _warnings(entry: CatalogueEntry) -> str:
    if not entry.warnings:
        return ""
    return tr_n("{n} finding to look at", "{n} findings to look at", entry.warnings)


class _CatalogueDelegate(QStyledItemDelegate):
    """Headings bold and grey; entries in two lines with a warning sign at the right."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self.focus = KeyboardFocus(view)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        s, row = theme.sizes(), index.data(ENTRY)
        if isinstance(row, CatalogueEntry):
            return QSize(0, 48)
        if row.startswith("#"):
            return QSize(0, 36 if index.row() else 28)
        metrics = QFontMetrics(theme.font("caption"))
        view = self.parent()
        wide = (view.viewport().width() if isinstance(view, QListView) else s.catalogue) - 2 * 16
        box = metrics.boundingRect(QRect(0, 0, wide, 1000), int(Qt.TextFlag.TextWordWrap), row)
        return QSize(0, box.height() + 16)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row = index.data(ENTRY)
        painter.save()
        if isinstance(row, CatalogueEntry):
            self._paint_entry(painter, option, row)
        else:
            self._paint_words(painter, option.rect, row)
        painter.restore()

    def _paint_words(self, painter: QPainter, rect: QRect, text: str) -> None:
        heading = text.startswith("#")
        painter.setFont(theme.font("caption_strong" if heading else "caption"))
        painter.setPen(theme.color("text2" if heading else "text3"))
        room, words = rect.adjusted(16, 0, -16, -6), text.removeprefix("#")
        if heading:  # on one line, for which there is room
            words = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        flags = Qt.AlignmentFlag.AlignBottom if heading else Qt.AlignmentFlag.AlignTop
        painter.drawText(room, int(flags | Qt.TextFlag.TextWordWrap), words)

    def _paint_entry(self, painter: QPainter, option: QStyleOptionViewItem, entry: CatalogueEntry) -> None:
        s, rect = theme.sizes(), option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("tint"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color("hover"))
        right = 16
        if entry.warnings:
            box = QRect(
                rect.right() - 16 - s.icon_small + 1,
                rect.center().y() - 8 + 1,
                s.icon_small,
                s.icon_small,
            )
            icons.paint(painter, box, "warning", "warning")
            right += s.icon_small + 8
        room = rect.adjusted(16, 6, -right, -6)
        half = room.height() // 2
        lines = ((entry.title, "medium", "text", 0), (entry.summary(), "caption", "text2", half))
        for text, font, colour, top in lines:
            painter.setFont(theme.font(font))
            painter.setPen(theme.color(colour))
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            line = QRect(room.left(), room.top() + top, room.width(), half)
            painter.drawText(line, int(Qt.AlignmentFlag.AlignVCenter), shown)
        if option.state & QStyle.StateFlag.State_HasFocus and self.focus.visible:
            painter.setPen(QPen(theme.color("accent"), s.focus))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))


class CataloguePanel(Panel):
    """The column. ``chosen(entry)`` when an entry becomes the current one, ``import_wanted`` by the button."""

    chosen = Signal(object)
    import_wanted = Signal()
    remove_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        self._entries: list[CatalogueEntry] = []
        self._search = ""
        self.import_button = Button(tr("Import…"), icon="plus", tip=tr("Import a data set"))
        self.search = SearchField(tr("Name, tag or language"))
        self.model = CatalogueModel(self)
        self.list = QListView()
        self.list.setAccessibleName(tr("Data sets"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(_CatalogueDelegate(self.list))
        self.list.setMouseTracking(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._head, self._field = QHBoxLayout(), QHBoxLayout()
        self._head.addWidget(Label(tr("Catalogue"), "strong"), 1)
        self._head.addWidget(self.import_button)
        self._field.addWidget(self.search)
        arrange_rows(self._head, self._field, (self.list, 1), on=self)
        self.import_button.clicked.connect(lambda: self.import_wanted.emit())
        self.search.search.connect(self._find)
        self.list.selectionModel().currentChanged.connect(self._changed)
        self.list.clicked.connect(self._changed)  # also of the current one: the way back from the import
        self._head.setContentsMargins(16, 12, 16, 8)
        self._field.setContentsMargins(16, 4, 16, 4)
        self.list.scheduleDelayedItemsLayout()

    def minimumSizeHint(self) -> QSize:
        return QSize(176, super().minimumSizeHint().height())

    def set_entries(self, entries: Sequence[CatalogueEntry]) -> None:
        """List ``entries``; the current entry stays current while it is still there."""
        self._entries = list(entries)
        self._show()

    def entries(self) -> list[CatalogueEntry]:
        """Return all entries, found or not."""
        return list(self._entries)

    def current(self) -> CatalogueEntry | None:
        """Return the current entry."""
        return self.model.entry(self.list.currentIndex())

    def select(self, name: str) -> bool:
        """Make the entry ``name`` the current one; False when it is not listed."""
        index = self.model.index_of(name)
        if index.isValid():
            self.list.setCurrentIndex(index)
        return index.isValid()

    def _find(self, text: str) -> None:
        self._search = text
        self._show()

    def _show(self) -> None:
        before = self.current()
        selection = self.list.selectionModel()
        # The list is rebuilt: what stays current is no news, and what goes is still shown beside it.
        blocked = selection.blockSignals(True)
        self.model.set_entries(self._entries, self._search)
        if before is not None:
            self.select(before.name)
        selection.blockSignals(blocked)
        self.list.viewport().update()

    def _changed(self, index: QModelIndex) -> None:
        entry = self.model.entry(index)
        if entry is not None:
            self.chosen.emit(entry)
