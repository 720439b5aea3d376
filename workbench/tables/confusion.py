"""True against predicted classes. The selected cell filters the listed texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from workbench.language import join_sentences, tr
from workbench.look import formats, theme
from workbench.widgets.actions import KeyHelp
from workbench.widgets.arrange import arrange_rows
from workbench.widgets.labels import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
LARGEST, SMALLEST = 46, 28
"""Largest and smallest side of a cell, px at 100 %."""
RIGHT = 60
NAME = 136
"""Width reserved for the longest class name, px at 100 %; more if there is space."""
SHORT_NAME = 64
"""Height reserved over the columns if otherwise too few classes would be visible below."""
READING = tr("Rows: true class. Columns: predicted. Orange: errors.")
LOW_ROWS = 6
"""Number of classes visible without scrolling at any height."""
SPACING = 8
"""Space between the cells and the reading aid."""
MOST_HEIGHT = 380
"""Default of the largest preferred height, in px at any text size."""


class ConfusionModel(QAbstractTableModel):
    """Counts [C, C], and the recall at the right of each row."""

    def __init__(self) -> None:
        super().__init__()
        self.classes: tuple[str, ...] = ()
        self.counts = np.zeros((0, 0), np.int64)

    def set_counts(self, classes: tuple[str, ...], counts: np.ndarray) -> None:
        """Replace everything."""
        self.beginResetModel()
        self.classes, self.counts = classes, counts
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.classes)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() or not self.classes else len(self.classes) + 1

    def share(self, row: int) -> float:
        """Return the recall of a true class, nan without texts."""
        total = int(self.counts[row].sum())
        return int(self.counts[row, row]) / total if total else float("nan")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            if column == len(self.classes):
                share = formats.percent(self.share(row))
                return f"{share} %" if share else ""
            return formats.count(int(self.counts[row, column]))
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            if column == len(self.classes):
                return tr("{name}: {value} right", name=self.classes[row], value=self.data(index))
            count, true, guess = int(self.counts[row, column]), self.classes[row], self.classes[column]
            number = formats.count(count)
            if row == column:
                return tr("{count} of {true} classified correctly", count=number, true=true)
            return tr("{count} of {true} predicted as {predicted}", count=number, true=true, predicted=guess)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        return self.classes[section] if section < len(self.classes) else tr("right", "correct")

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.column() == len(self.classes):
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class _Cell(QStyledItemDelegate):
    """A square with its count: correct ones tinted, errors orange by their share of the row."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model, box = index.model(), option.rect
        assert isinstance(model, ConfusionModel)
        row, column, size = index.row(), index.column(), len(model.classes)
        painter.save()
        text = str(index.data())
        if column == size:
            theme.draw_line(painter, box, text, "body", "text2", "right")
            painter.restore()
            return
        count, total = int(model.counts[row, column]), max(1, int(model.counts[row].sum()))
        inner = QRect(box).adjusted(0, 0, -2, -2)
        ground, ink, role = theme.current().alt, "text3", "body"
        if row == column:
            ground, ink = theme.current().tint, "text" if count else "text3"
        elif count:
            # Small shares matter most: the square root makes them visible.
            alpha = 0.25 + 0.55 * (count / total) ** 0.5
            ground = theme.mix(theme.current().surface, theme.current().against, alpha)
            role = "strong"
        painter.fillRect(inner, QColor(ground))
        painter.setFont(theme.font(role))
        painter.setPen(QColor(theme.ink_on(ground)) if role == "strong" else theme.color(ink))
        painter.drawText(inner, Qt.AlignmentFlag.AlignCenter, text)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(theme.color("accent"), theme.sizes().focus))
            painter.drawRect(inner.adjusted(1, 1, -1, -1))
        painter.restore()


class _ClassHeader(QHeaderView):
    """Class names next to the cells, without lines or ground."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(8)
        self.is_rotated = False
        self.max_name_width = 0  # px that a name may take

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        name = str(self.model().headerData(logicalIndex, self.orientation()) or "")
        across = self.orientation() == Qt.Orientation.Horizontal
        last = across and logicalIndex == self.count() - 1
        painter.save()
        painter.fillRect(rect, theme.color("surface"))
        painter.setFont(theme.font("tick"))
        painter.setPen(theme.color("text2"))
        metrics, middle = theme.metrics("tick"), Qt.AlignmentFlag.AlignVCenter
        if across and not last and self.is_rotated:
            # Names too long for their columns are rotated instead of elided.
            painter.translate(rect.left(), rect.bottom() - 4)
            painter.rotate(-90)
            box = QRect(0, 0, rect.height() - 4, rect.width() - 2)
            align = Qt.AlignmentFlag.AlignLeft
        elif across:
            box = rect.adjusted(0, 0, 0 if last else -2, -4 if self.is_rotated else 0)
            align = Qt.AlignmentFlag.AlignRight if last else Qt.AlignmentFlag.AlignHCenter
            middle = Qt.AlignmentFlag.AlignBottom if self.is_rotated else middle
        else:
            box, align = rect.adjusted(0, 0, -8, -2), Qt.AlignmentFlag.AlignRight
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, align | middle, shown)
        painter.restore()

    def sizeHint(self) -> QSize:
        model = self.model()
        names = getattr(model, "classes", ())
        widest = max((theme.text_width(name, "tick") for name in names), default=0)
        if self.orientation() == Qt.Orientation.Horizontal:
            return QSize(0, min(widest, self.max_name_width) + 8 if self.is_rotated else 22)
        return QSize(min(widest, self.max_name_width) + 8 + 2, 0)


class ConfusionTable(QTableView):
    """The table of counts. ``picked(true, guess)`` when another cell is selected. Arrow keys move, Enter lists."""

    picked = Signal(int, int)
    listed = Signal()
    KEY_HELP: ClassVar[KeyHelp] = (("Enter", tr("In the confusion matrix: list the texts of the cell")),)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.counts = ConfusionModel()
        self.setModel(self.counts)
        self.room = 0  # px of height available for names and cells
        self.setItemDelegate(_Cell(self))
        self._across, self._down = (
            _ClassHeader(Qt.Orientation.Horizontal, self),
            _ClassHeader(Qt.Orientation.Vertical, self),
        )
        self.setHorizontalHeader(self._across)
        self.setVerticalHeader(self._down)
        self.setAccessibleName(tr("Confusion: rows are true classes, columns predicted ones"))
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.selectionModel().currentChanged.connect(self._moved)

    def set_counts(self, classes: tuple[str, ...], counts: np.ndarray) -> None:
        """Show another run's counts and select its most frequent confusion."""
        self.counts.set_counts(classes, counts)
        self.fit()
        if len(classes):
            wrong = counts - np.diag(np.diag(counts))
            source = wrong if wrong.any() else counts
            row, column = np.unravel_index(int(source.argmax()), source.shape)
            self.setCurrentIndex(self.counts.index(int(row), int(column)))

    def cell(self) -> tuple[int, int] | None:
        """Return the selected true and predicted class, or None without counts."""
        at = self.currentIndex()
        return (at.row(), at.column()) if at.isValid() and at.column() < len(self.counts.classes) else None

    def _moved(self, now: QModelIndex, _before: QModelIndex) -> None:
        if now.isValid() and now.column() < len(self.counts.classes):
            self.picked.emit(now.row(), now.column())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.listed.emit()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Make the cells as large as the space allows; smaller ones scroll."""
        size = len(self.counts.classes)
        if not size:
            return
        across, down = self._across, self._down
        # Names are whole if the cells leave space for them.
        down.max_name_width = max(NAME, self.width() - RIGHT - size * LARGEST - 12)
        # In low places the cells have priority: names are elided instead of hiding rows below.
        least = NAME if self.room >= NAME + min(size, LOW_ROWS) * SMALLEST else SHORT_NAME
        across.max_name_width = max(least, self.room - size * LARGEST - 12)
        down.setFixedWidth(down.sizeHint().width())
        wide = (self.width() - down.width() - RIGHT) // size
        widest = max(theme.text_width(name, "tick") for name in self.counts.classes)
        across.is_rotated = widest > min(LARGEST, wide) - 4
        across.setFixedHeight(across.sizeHint().height())
        high = (self.room - across.height()) // size
        side = min(LARGEST, max(SMALLEST, min(wide, high)))
        for header in (across, down):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setDefaultSectionSize(side)
        self.setColumnWidth(size, RIGHT)
        self.setMaximumHeight(across.height() + size * side + (12 if wide < SMALLEST else 0) + 2)


class ConfusionView(QWidget):
    """The table of counts with a reading aid. The cells take the available height.

    Args:
        keys: help on keys, shown in the line; "" if cells have no effect.
        most_height: largest preferred height, in px at any text size; the rest scrolls.
    """

    def __init__(
        self, keys: str = "", parent: QWidget | None = None, *, most_height: int = MOST_HEIGHT
    ) -> None:
        super().__init__(parent)
        self._most_height = most_height
        self.table = ConfusionTable()
        self._keys = keys
        self.hint = Label(f"{READING} {keys}".rstrip(), "caption", "text2", wrap=True)
        arrange_rows((self.table, 1000), self.hint, ..., on=self, spacing=SPACING)
        self._make_room()

    def set_counts(self, classes: tuple[str, ...], counts: np.ndarray) -> None:
        """Show another run's counts, [C, C] of true against predicted classes, with the most frequent error."""
        worst = worst_confusion(classes, counts)
        self.hint.setText(join_sentences((worst, READING, self._keys)))
        self.table.set_counts(classes, counts)
        self._make_room()

    def _make_room(self) -> None:
        """Request the height at which the names and up to LOW_ROWS classes are visible without scrolling.

        With large text it scrolls sooner: the window must fit a small screen.
        """
        rows = min(len(self.table.counts.classes), LOW_ROWS) * SMALLEST
        foot = SPACING + self.hint.heightForWidth(self.width())
        self.table.room = self.height() - foot
        self.table.fit()
        self.setMinimumHeight(min(NAME + rows + 16 + foot, self._most_height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()


def worst_confusion(classes: Sequence[str], counts: np.ndarray) -> str:
    """Return the most frequent error as a sentence, or "". ``counts`` is [C, C], rows true."""
    wrong = counts - np.diag(np.diag(counts))
    if not wrong.size or not wrong.max():
        return ""
    row, column = divmod(int(wrong.argmax()), wrong.shape[1])
    often = formats.times_in_words(int(wrong[row, column]))
    return tr(
        "Most frequent confusion: {true} predicted as {predicted} ({times})",
        true=classes[row],
        predicted=classes[column],
        times=often,
    )
