"""The table view, and its head with a band for groups of columns."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, ClassVar, Generic

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from workbench.language import tr
from workbench.look import icons, theme
from workbench.tables.delegates import CellDelegate
from workbench.tables.model import Index, Row, RowsModel, TableColumn, row_height, tab_separated
from workbench.widgets.actions import KeyHelp

if TYPE_CHECKING:
    from workbench.backend.preferences import Preferences


class GroupHeader(QHeaderView, Generic[Row]):
    """A head 24 px high. With column groups 48, the group's name in a band over its columns.

    A vertical line separates groups. A click on a head sorts, and its arrow shows the order.
    """

    def __init__(self, model: RowsModel[Row], parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._rows = model
        self.setSectionsClickable(True)
        self.setSectionsMovable(False)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setMinimumSectionSize(20)
        self.setFont(theme.font("caption_medium"))
        self.fit_height()

    def fit_height(self) -> None:
        """Set the height, with space for the band of groups if there are any."""
        self.setFixedHeight(self.sizeHint().height())
        self.viewport().update()

    def has_groups(self) -> bool:
        """Return whether any column belongs to a group."""
        return any(column.group for column in self._rows.columns)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), theme.sizes().row * (2 if self.has_groups() else 1))

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        if not rect.isValid() or logicalIndex >= len(self._rows.columns):
            return
        s, column = theme.sizes(), self._rows.columns[logicalIndex]
        painter.save()
        painter.fillRect(rect, theme.color("alt"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.color("line"))
        if self._new_group(logicalIndex):
            painter.fillRect(rect.left(), rect.top(), 1, rect.height(), theme.color("line"))
        box = rect.adjusted(8, rect.height() - s.row, -8, 0)
        sorted_here = self.isSortIndicatorShown() and self.sortIndicatorSection() == logicalIndex
        side = 12
        if sorted_here:
            up = self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
            room = box.width() - side - 2
            width = min(
                theme.text_width(column.title, "caption_medium") + 3, room
            )  # it rounds down, elision does not
            left = box.left() + width + 2 if column.align != "right" else box.left() + max(0, room - width)
            mark = QRect(left, box.center().y() - side // 2 + 1, side, side)
            icons.paint(painter, mark, "chevron-up" if up else "chevron-down", "text2")
            if column.align == "right":
                box.setLeft(left + side + 2)
        theme.draw_line(painter, box, column.title, "caption_medium", "text2", column.align)
        painter.restore()

    def _new_group(self, section: int) -> bool:
        if section == 0:
            return False
        before, here = self._rows.columns[section - 1].group, self._rows.columns[section].group
        return before != here and bool(before or here)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, s = QPainter(self.viewport()), theme.sizes()
        end = self.length() - self.offset()
        if end < self.viewport().width():
            painter.fillRect(end, 0, self.viewport().width() - end, self.height(), theme.color("alt"))
            painter.fillRect(0, self.height() - 1, self.viewport().width(), 1, theme.color("line"))
        if not self.has_groups():
            return
        for name, left, width in self.bands():
            theme.draw_line(painter, QRect(left + 8, 0, width - 8, s.row), name, "tick", "text2")

    def bands(self) -> list[tuple[str, int, int]]:
        """Return (group, left px, width px) of each run of visible columns of one group."""
        bands: list[tuple[str, int, int]] = []
        before = ""
        for section, column in enumerate(self._rows.columns):
            if self.isSectionHidden(section):
                continue
            left, width = self.sectionViewportPosition(section), self.sectionSize(section)
            if column.group and column.group == before:
                name, start, wide = bands[-1]
                bands[-1] = (name, start, wide + width)
            elif column.group:
                bands.append((column.group, left, width))
            before = column.group
        return bands


class TableView(QTableView, Generic[Row]):
    """A table over a :class:`RowsModel` with its delegates, heads and row heights.

    Args:
        model: the rows.
        name: contents, for screen readers.
        dense: 24 px rows; else 32, for painted cells and texts.
        multi: several rows may be selected.

    Signals: ``selection_changed(keys)`` after the selection changed; ``opened(row)`` on a double click or Enter.
    """

    selection_changed = Signal(list)
    opened = Signal(object)
    widths_changed = Signal()
    """The user has changed the width of a column."""
    KEY_HELP: ClassVar[KeyHelp] = (
        ("Enter", tr("In a table: open the row")),
        ("Ctrl+C", tr("In a table: copy the selected rows, with the heads")),
    )

    def __init__(
        self,
        model: RowsModel[Row],
        name: str,
        dense: bool = True,
        multi: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._rows, self._dense = model, dense
        self._sort_state: tuple[int, Qt.SortOrder] | None = None
        self._widths: dict[str, float] = {}
        self._required_widths: dict[str, int] = {}
        self._is_fitting = False
        self._default_delegate = CellDelegate()
        self._default_delegate.setParent(self)
        self.setItemDelegate(self._default_delegate)
        self.head = GroupHeader(model, self)
        self.setHorizontalHeader(self.head)
        self.setModel(model)
        self._preferred_height: int | None = None
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        single, extended = (
            QAbstractItemView.SelectionMode.SingleSelection,
            QAbstractItemView.SelectionMode.ExtendedSelection,
        )
        self.setSelectionMode(extended if multi else single)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.doubleClicked.connect(lambda index: self.opened.emit(model.row(index.row())))
        self.selectionModel().selectionChanged.connect(
            lambda _a, _b: self.selection_changed.emit(self.selected())
        )
        self.head.sectionClicked.connect(self._head_clicked)
        self.head.sectionResized.connect(self._resized)
        model.modelReset.connect(self._set_up_columns)
        model.modelReset.connect(self._keep_current)
        model.rowsInserted.connect(self._keep_current)
        self.setFont(theme.font("body"))
        self.verticalHeader().setDefaultSectionSize(row_height(dense))
        self._set_up_columns()

    # -- columns -------------------------------------------------------------------------------------------

    def _set_up_columns(self) -> None:
        self._is_fitting = True  # a column becoming visible is not a resize by the user
        for section, column in enumerate(self._rows.columns):
            self.setColumnHidden(section, False)  # Qt hides the position, whatever column is there now
            self.setItemDelegateForColumn(section, column.delegate or self._default_delegate)
        self._sort_state = None
        self.head.setSortIndicatorShown(False)
        self._size_columns()
        self.head.fit_height()

    def _size_columns(self) -> None:
        self._is_fitting = True
        for section, column in enumerate(self._rows.columns):
            self.setColumnWidth(section, round(self._widths.get(column.key, column.width)))
        self._is_fitting = False
        self._stretch()

    def _resized(self, section: int, _before: int, width: int) -> None:
        """Save the width set by the user, in px. Hiding a column makes it 0 px wide and does not count."""
        if self._is_fitting or not width or self.head.isSectionHidden(section):
            return
        column = self._rows.columns[section]
        if not column.stretch:
            self._widths[column.key] = width
            self._stretch()
            self.widths_changed.emit()

    def remember(self, preferences: Preferences, key: str) -> None:
        """Restore the saved widths of the columns, and save later changes by the user."""
        try:
            stored = json.loads(preferences.get(key, ""))
        except ValueError:
            stored = {}
        self._widths = {str(name): float(width) for name, width in stored.items()}
        self._size_columns()
        self.widths_changed.connect(lambda: preferences.put(key, json.dumps(self._widths)))

    def _stretch(self) -> None:
        """Give the extra width to the stretching column, never less than its own; half of it to growing columns.

        A column with known words (:meth:`fit_words`) gets its required width first.
        """
        shown = [(i, c) for i, c in enumerate(self._rows.columns) if not self.isColumnHidden(i)]
        wide = next((pair for pair in shown if pair[1].stretch), None)
        if wide is None:
            return
        growing = {i: column for i, column in shown if column.most and column.key not in self._widths}
        widths = {i: self.columnWidth(i) for i, _ in shown if i != wide[0]}
        widths |= {i: column.width for i, column in growing.items()}
        slack = self.viewport().width() - sum(widths.values()) - wide[1].width
        for i, column in growing.items():
            needed = self._required_widths.get(column.key)
            width = column.most if needed is None else min(needed, column.most)
            share = slack // (2 * len(growing)) if needed is None else slack
            more = max(0, min(width - widths[i], share))
            widths[i] += more
            slack -= 0 if needed is None else more
        fitting, self._is_fitting = self._is_fitting, True
        for i in growing:
            self.setColumnWidth(i, widths[i])
        self.setColumnWidth(wide[0], max(wide[1].width, self.viewport().width() - sum(widths.values())))
        self._is_fitting = fitting

    def fit_words(self, key: str, words: Iterable[str] = ()) -> None:
        """Let the growing column ``key`` be as wide as its longest words, within the extra width.

        ``words`` are possible texts that the rows do not contain yet.
        """
        _, column = self.column(key)
        note = column.note
        texts = {(column.text_of(row), note(row) if note is not None else "") for row in self._rows.rows}
        texts |= {(word, "") for word in words}
        widths = [theme.text_width(text) + (theme.text_width(f" {by}") if by else 0) for text, by in texts]
        needed = max(widths, default=0) + 2 * 8 + 2
        if needed != self._required_widths.get(key, 0):
            self._required_widths[key] = needed
            self._stretch()

    def set_preferred_height(self, height: int | None) -> None:
        """Set the preferred height to ``height`` px, which is also the largest. None: Qt's default."""
        self._preferred_height = height
        self.setMaximumHeight(16_777_215 if height is None else height)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        default = super().sizeHint()
        return default if self._preferred_height is None else QSize(default.width(), self._preferred_height)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Scroll to the current row only for the user. When rows are replaced, Qt often selects the last one."""
        self.setAutoScroll(not self._rows.is_replacing)
        super().currentChanged(current, previous)

    def set_column_shown(self, key: str, shown: bool) -> None:
        """Show or hide the column ``key``. Raises KeyError if there is none."""
        for section, column in enumerate(self._rows.columns):
            if column.key == key:
                self._is_fitting = True
                self.setColumnHidden(section, not shown)
                self._is_fitting = False
                self._stretch()
                return
        raise KeyError(key)

    def column(self, key: str) -> tuple[int, TableColumn[Row]]:
        """Return index and declaration of the column ``key``. Raises KeyError if there is none."""
        for section, column in enumerate(self._rows.columns):
            if column.key == key:
                return section, column
        raise KeyError(key)

    def _head_clicked(self, section: int) -> None:
        """Sort ascending on the first click, descending on the second, in the given order on the third."""
        if not self._rows.columns[section].sortable:
            return
        ascending, descending = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
        # Our own state: Qt has already changed the head's arrow when this is called.
        if self._sort_state is None or self._sort_state[0] != section:
            self.sort_by(section, ascending)
        elif self._sort_state[1] == ascending:
            self.sort_by(section, descending)
        else:
            self.sort_by(-1, ascending)

    def sort_by(self, section: int, order: Qt.SortOrder) -> None:
        """Sort by a column, -1 for the given order. The head shows the order."""
        self._sort_state = (section, order) if section >= 0 else None
        self.head.setSortIndicatorShown(section >= 0)
        if section >= 0:
            self.head.setSortIndicator(section, order)
        self._rows.sort(section, order)
        self.head.viewport().update()

    # -- selection -----------------------------------------------------------------------------------------

    def selected(self) -> list[Hashable]:
        """Return keys of the selected rows, from top to bottom."""
        return [self._rows.key_of(row) for row in self.selected_rows()]

    def selected_rows(self) -> list[Row]:
        """Return the selected rows, from top to bottom."""
        return [self._rows.row(place) for place in self._selected_places()]

    def _selected_places(self) -> list[int]:
        # From the ranges, which cover whole rows: Qt's selectedRows() queries the model for every cell in them.
        chosen = self.selectionModel().selection()
        ranges = [chosen.at(index) for index in range(chosen.count())]
        return sorted({row for each in ranges for row in range(each.top(), each.bottom() + 1)})

    def select(self, keys: Iterable[Hashable]) -> None:
        """Select only the rows with ``keys``, and scroll to the first. Unknown keys are ignored."""
        places = sorted(p for p in (self._rows.place_of(key) for key in keys) if p is not None)
        last = self._rows.columnCount() - 1
        chosen = QItemSelection()
        for place in places:
            chosen.select(self._rows.index(place, 0), self._rows.index(place, last))
        self.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if places:
            first = self._rows.index(places[0], self._first_column())
            self.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(self._rows.index(places[-1], 0))  # all of them, if they fit
            self.scrollTo(first)

    def shows_current(self) -> bool:
        """Return whether the current row is visible, at least in part."""
        return self.viewport().rect().intersects(self.visualRect(self.currentIndex()))

    def selected_text(self) -> str:
        """Return the selected rows under their heads, tab-separated for spreadsheets.

        Only visible columns with a head are included. Empty without a selection.
        """
        columns = [c for i, c in enumerate(self._rows.columns) if not self.isColumnHidden(i) and c.title]
        rows = self.selected_rows()
        heads = [f"{c.group}: {c.title}" if self._is_duplicate_title(c.title) else c.title for c in columns]
        return tab_separated([heads, *([c.text_of(row) for c in columns] for row in rows)]) if rows else ""

    def _is_duplicate_title(self, title: str) -> bool:
        return sum(column.title == title for column in self._rows.columns) > 1

    def copy(self) -> None:
        """Copy the selected rows to the clipboard."""
        if text := self.selected_text():
            QGuiApplication.clipboard().setText(text)

    def edit_cell(self, key: Hashable, column: str) -> bool:
        """Edit the cell of the row with ``key`` in place, with its text selected. Return whether it is editable.

        The model's ``edited`` emits the typed text. Raises KeyError for an unknown column.
        """
        place = self._rows.place_of(key)
        index = self._rows.index(-1 if place is None else place, self.column(column)[0])
        if not self._rows.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.scrollTo(index)
        self.edit(index)
        return True

    # -- events --------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        index: QModelIndex = self.currentIndex()
        editing = (
            self.state() == QAbstractItemView.State.EditingState
        )  # Enter then ends it, and reaches this method
        if index.isValid() and not editing:
            delegate = self.itemDelegateForIndex(index)
            if isinstance(delegate, CellDelegate) and delegate.key(event, index):
                return
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.opened.emit(self._rows.row(index.row()))
                return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._keep_current()

    def _keep_current(self) -> None:
        """Ensure a current cell while the table has the focus: its outline shows where keys act.

        Qt sets one only when a table is focused for the first time. Replaced rows remove theirs.
        """
        if not self.hasFocus() or self.currentIndex().isValid() or not self._rows.rowCount():
            return
        places = self._selected_places()
        row = places[0] if places else max(0, self.rowAt(0))
        index = self._rows.index(row, self._first_column())
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def _first_column(self) -> int:
        """Return the first visible named column: there Left and Right fold, and Enter opens."""
        columns = enumerate(self._rows.columns)
        return next((i for i, c in columns if c.title and not self.isColumnHidden(i)), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stretch()

    def content_height(self) -> int:
        """Return the height in px that shows all rows: head, rows, and a px for the frame."""
        rows = self._rows.rowCount() * row_height(self._dense)
        return self.head.sizeHint().height() + rows + 2 * self.frameWidth()
