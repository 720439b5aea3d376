"""A table model over a list of rows with declared columns."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from engine.formatting.spreadsheets import neutralise
from workbench.look import theme
from workbench.look.formats import MINUS

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyledItemDelegate

Row = TypeVar("Row")
"""The type of rows: a dataclass, or a dict with one key per column."""
Index = QModelIndex | QPersistentModelIndex

ROW = Qt.ItemDataRole.UserRole + 1
COLUMN = Qt.ItemDataRole.UserRole + 2
VALUE = Qt.ItemDataRole.UserRole + 3

_ALIGN = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}


@dataclass(frozen=True)
class TableColumn(Generic[Row]):
    """One column: the source and format of its values.

    Args:
        key: name of the value: a dict key or an attribute of the row.
        title: the head, with the unit ("Last, %").
        width: px at 100 %. The one column with ``stretch`` takes the extra width.
        most: px at 100 % up to which the column takes half of the extra width, unless the user has set its width.
        align: left, right (numbers) or center. The head follows.
        text: value → text. Default ``str``, and None is "".
        value: row → value, instead of ``key``.
        note: row → grey text after the value ("at 1,876").
        color: row → colour token of the text. None is normal.
        bold: row → whether the text is bold.
        tip: row → tooltip. An elided text has its full text as the tooltip anyway.
        head_tip: tooltip of the head.
        group: name of the band over this and the neighbouring columns of the same group; a vertical line separates
            groups.
        sort: row → sort key; default the value. ``sortable`` False: a click on the head does nothing.
        level: row → depth of indentation. Fold: row → None (not foldable), False (folded) or True (open).
        delegate: paints the cells instead of the default one.
        keep: row → the distinguishing end of the text, which is elided last.
        edit: row → the text to edit in place, possibly longer than the cell shows. None: not editable in this row.
    """

    key: str
    title: str
    width: int = 96
    align: str = "left"
    text: Callable[[Any], str] | None = None  # Any: the kind of value that this column has
    value: Callable[[Row], object] | None = None
    note: Callable[[Row], str] | None = None
    color: Callable[[Row], str | None] | None = None
    bold: Callable[[Row], bool] | None = None
    tip: Callable[[Row], str] | None = None
    head_tip: str = ""
    group: str = ""
    sort: Callable[[Row], object] | None = None
    sortable: bool = True
    stretch: bool = False
    most: int = 0
    level: Callable[[Row], int] | None = None
    fold: Callable[[Row], bool | None] | None = None
    delegate: QStyledItemDelegate | None = None
    keep: Callable[[Row], str] | None = None
    edit: Callable[[Row], str | None] | None = None

    def of(self, row: Row) -> object:
        """Return the value of this column in ``row``."""
        if self.value is not None:
            return self.value(row)
        return row.get(self.key) if isinstance(row, dict) else getattr(row, self.key, None)

    def text_of(self, row: Row) -> str:
        """Return the value as text, without the note."""
        value = self.of(row)
        if value is None:
            return ""
        return self.text(value) if self.text is not None else str(value)


_READ_ONLY = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_EDITABLE = _READ_ONLY | Qt.ItemFlag.ItemIsEditable


class RowsModel(QAbstractTableModel, Generic[Row]):
    """Rows (dicts or dataclasses) under declared columns.

    :meth:`set_rows` compares with the present rows and notifies views only of changes: added, removed, moved or
    different rows. Selection, scroll position and current cell therefore survive. Rows are compared by ``==``: pass
    new objects instead of changing earlier ones.

    Args:
        columns: the declarations, in order.
        key: identifies a row: a dict key or attribute, or a function of the row. Keys are unique.
    """

    edited = Signal(object, str, str)
    """(row, key of the column, text): the user has edited a cell. The row is unchanged."""

    def __init__(
        self, columns: Sequence[TableColumn[Row]], key: str | Callable[[Row], Hashable] = "id"
    ) -> None:
        super().__init__()
        self.columns = list(columns)
        self._key = key
        self._rows: list[Row] = []
        self._keys: list[Hashable] = []
        self._row_indices: dict[Hashable, int] = {}
        self._all_rows: list[Row] = []
        self._sort: tuple[int, Qt.SortOrder] | None = None
        self._ground: Callable[[Row], str | None] | None = None
        self.is_replacing = False
        """Whether rows come, go and move now, so that a view should not follow its current row."""

    # -- rows ----------------------------------------------------------------------------------------------

    def key_of(self, row: Row) -> Hashable:
        """Return the key that identifies ``row``."""
        if callable(self._key):
            return self._key(row)
        key: Hashable = row[self._key] if isinstance(row, dict) else getattr(row, self._key)
        return key

    @property
    def rows(self) -> list[Row]:
        """The rows in the order shown."""
        return list(self._rows)

    def row(self, place: int) -> Row:
        """Return the row at index ``place``."""
        return self._rows[place]

    def place_of(self, key: Hashable) -> int | None:
        """Return the index of the row with ``key``, or None."""
        return self._row_indices.get(key)

    def row_of(self, key: Hashable) -> Row | None:
        """Return the row with ``key``, or None."""
        place = self._row_indices.get(key)
        return None if place is None else self._rows[place]

    def set_ground(self, ground: Callable[[Row], str | None]) -> None:
        """Set the function from row to the colour token of its ground ("alt" for a baseline row), None for the
        default.
        """
        self._ground = ground

    def ground_of(self, row: Row) -> str | None:
        """Return the colour token of the row's ground."""
        return self._ground(row) if self._ground is not None else None

    def set_rows(self, rows: Iterable[Row]) -> None:
        """Show ``rows``, see the class. Raises ValueError for duplicate keys."""
        self._all_rows = list(rows)
        new = self._sorted(self._all_rows)
        keys = [self.key_of(row) for row in new]
        positions = {key: index for index, key in enumerate(keys)}
        if len(positions) != len(keys):
            duplicate = next(key for key in keys if keys.count(key) > 1)
            raise ValueError(f"two rows have the key {duplicate!r}")
        if keys != self._keys:
            self.is_replacing = True
            self._remove_missing(positions)
            self._reorder(positions)
            self._insert_new(new, keys)
            self.is_replacing = False
        changed = [index for index, row in enumerate(new) if not _equal(self._rows[index], row)]
        self._set_shown(new, keys)
        self._notify_changed(changed)

    def _set_shown(self, rows: list[Row], keys: list[Hashable]) -> None:
        """Set ``rows``, with these ``keys``, as the rows shown."""
        self._rows, self._keys = rows, keys
        self._row_indices = {key: index for index, key in enumerate(keys)}

    def _remove_missing(self, positions: dict[Hashable, int]) -> None:
        """Remove the rows without a position, in one block: the cost of a view is per block, not per row."""
        removed = [index for index, key in enumerate(self._keys) if key not in positions]
        if not removed:
            return
        first = removed[0]
        if removed[-1] - first >= len(removed):  # not adjacent
            # They are gathered at a row that a view refers to: the current row becomes the one now above it.
            scattered = set(removed)
            first = min((i.row() for i in self.persistentIndexList() if i.row() in scattered), default=first)
            remaining = [index for index in range(len(self._rows)) if index not in scattered]
            first = bisect_left(remaining, first)
            self._put_in_order([*remaining[:first], *removed, *remaining[first:]])
        beyond = first + len(removed)
        self.beginRemoveRows(QModelIndex(), first, beyond - 1)
        self._set_shown(
            [*self._rows[:first], *self._rows[beyond:]], [*self._keys[:first], *self._keys[beyond:]]
        )
        self.endRemoveRows()

    def _reorder(self, positions: dict[Hashable, int]) -> None:
        """Sort the rows by ``positions``, which has a position for each of them."""
        keys = self._keys
        order = sorted(range(len(keys)), key=lambda place: positions[keys[place]])
        if order != list(range(len(keys))):
            self._put_in_order(order)

    def _put_in_order(self, order: list[int]) -> None:
        """Show the same rows in another order, given as their present indices. Persistent indexes follow."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        keys = [(index, self._keys[index.row()]) for index in before]
        self._set_shown([self._rows[place] for place in order], [self._keys[place] for place in order])
        after = [self.index(self._row_indices[key], index.column()) for index, key in keys]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _insert_new(self, new: list[Row], keys: list[Hashable]) -> None:
        """Insert the new rows, in one block. ``keys`` are those of ``new``."""
        added = [place for place, key in enumerate(keys) if key not in self._row_indices]
        if not added:
            return
        first, together = added[0], added[-1] - added[0] < len(added)
        if not together:
            first = len(self._rows)
        self.beginInsertRows(QModelIndex(), first, first + len(added) - 1)
        self._set_shown(
            [*self._rows[:first], *(new[place] for place in added), *self._rows[first:]],
            [*self._keys[:first], *(keys[place] for place in added), *self._keys[first:]],
        )
        self.endInsertRows()
        if not together:
            self._reorder({key: place for place, key in enumerate(keys)})

    def _notify_changed(self, places: list[int]) -> None:
        start = 0
        while start < len(places):
            stop = start
            while stop + 1 < len(places) and places[stop + 1] == places[stop] + 1:
                stop += 1
            last = self.columnCount() - 1
            self.dataChanged.emit(self.index(places[start], 0), self.index(places[stop], last))
            start = stop + 1

    def notify_column_changed(self, key: str) -> None:
        """Notify views of a column whose values do not come from its rows."""
        place = next(n for n, column in enumerate(self.columns) if column.key == key)
        if self.rowCount():
            self.dataChanged.emit(self.index(0, place), self.index(self.rowCount() - 1, place))

    # -- sorting -------------------------------------------------------------------------------------------

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, empty values last in either order. Column -1 restores the order of :meth:`set_rows`."""
        usable = 0 <= column < len(self.columns) and self.columns[column].sortable
        self._sort = (column, order) if usable else None
        self.set_rows(self._all_rows)

    def _sorted(self, rows: list[Row]) -> list[Row]:
        if self._sort is None:
            return list(rows)
        column = self.columns[self._sort[0]]
        of: Callable[[Row], Any] = column.sort or column.of  # Any: comparable values, or else a TypeError
        full = [row for row in rows if not _empty(of(row))]
        rest = [row for row in rows if _empty(of(row))]
        down = self._sort[1] == Qt.SortOrder.DescendingOrder
        try:
            full.sort(key=of, reverse=down)
        except TypeError:  # mixed types, for example numbers and words of a setting
            full.sort(
                key=lambda row: (not isinstance(of(row), (int, float)), _comparable(of(row))), reverse=down
            )
        return full + rest

    # -- Qt ------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own signature)
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= self.rowCount():
            return None
        row, column = self.row(index.row()), self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            note = column.note(row) if column.note is not None else ""
            return f"{column.text_of(row)} {note}".strip()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_ALIGN[column.align] | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.tip(row) if column.tip is not None else None
        if role == Qt.ItemDataRole.EditRole:
            return column.edit(row) if column.edit is not None else None
        if role == ROW:
            return row
        if role == COLUMN:
            return column
        return column.of(row) if role == VALUE else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        # A view calls this three times per painted cell, so Qt's answer for all cells of a table is precomputed.
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        edit = self.columns[index.column()].edit
        return _EDITABLE if edit is not None and edit(self.row(index.row())) is not None else _READ_ONLY

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        row, column = self.row(index.row()), self.columns[index.column()]
        text = str(value).strip()
        if column.edit is None or not text or text == column.edit(row):
            return False
        self.edited.emit(row, column.key, text)
        return True

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.head_tip or None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_ALIGN[column.align] | Qt.AlignmentFlag.AlignVCenter)
        return column if role == COLUMN else None

    def set_columns(self, columns: Sequence[TableColumn[Row]]) -> None:
        """Change the columns (Compare shows differing settings). Views are reset."""
        self.beginResetModel()
        self.columns = list(columns)
        self._sort = None
        rows = self._sorted(self._all_rows)
        self._set_shown(rows, [self.key_of(row) for row in rows])
        self.endResetModel()

    def set_titles(self, titles: Mapping[str, str]) -> None:
        """Change the heads of the columns with these keys. Rows, order and widths stay."""
        for index, column in enumerate(self.columns):
            title = titles.get(column.key, column.title)
            if title != column.title:
                self.columns[index] = replace(column, title=title)
                self.headerDataChanged.emit(Qt.Orientation.Horizontal, index, index)

    def texts(self) -> list[list[str]]:
        """Return all cells as text, the heads first, for "copy table" and the exports."""
        head = [column.title for column in self.columns]
        return [head, *([column.text_of(row) for column in self.columns] for row in self._rows)]


def tab_separated(cells: Iterable[Sequence[str]]) -> str:
    """Return lines of tab-separated cells for spreadsheets, one line per row.

    Tabs and line breaks within a cell become spaces, a true minus a hyphen. Text that a spreadsheet would evaluate
    gets an apostrophe.
    """
    return "".join("\t".join(map(_pasted, line)) + "\n" for line in cells)


def _pasted(cell: str) -> str:
    flat = " ".join(cell.split())
    return neutralise(f"-{flat[1:]}" if flat.startswith(MINUS) else flat)


def _equal(a: object, b: object) -> bool:
    if a is b:
        return True
    try:
        return bool(a == b)
    except ValueError:  # rows with arrays have no single truth value
        return False


def _empty(value: object) -> bool:
    return value is None or value == "" or (isinstance(value, float) and value != value)


def _comparable(value: object) -> float | str:
    return value if isinstance(value, (int, float)) else str(value)


def row_height(dense: bool) -> int:
    """Return the height of a table row in px: 24 dense, 32 for painted cells and texts, at 100 %."""
    s = theme.sizes()
    return s.row if dense else max(s.row_painted, s.row)
