"""Columns that stay in sight while the others scroll: what a row is called."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from workbench.look import theme
from workbench.tables.model import Index


class FrozenColumns(QTableView):
    """A second view of the first columns of ``table``, over them, that does not scroll sideways.

    It shares model, selection and delegates, follows heights and widths, and is only there while the table is scrolled.
    The keyboard stays with the table.
    """

    def __init__(self, table: QTableView, head: QHeaderView) -> None:
        super().__init__(table)
        self._table, self._count = table, 0
        self.setHorizontalHeader(head)
        self.setModel(table.model())
        self.setSelectionModel(table.selectionModel())
        self.setSelectionBehavior(table.selectionBehavior())
        self.setSelectionMode(table.selectionMode())
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # the table's own comes up
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(table.verticalScrollMode())
        for policy in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(table.verticalScrollBar().setValue)
        table.horizontalScrollBar().valueChanged.connect(lambda _value: self.follow())
        table.horizontalScrollBar().rangeChanged.connect(lambda _low, _high: self.follow())
        head.sectionClicked.connect(table.horizontalHeader().sectionClicked)
        self.doubleClicked.connect(table.doubleClicked)
        self.hide()

    def set_count(self, count: int) -> None:
        """Freeze so many columns, 0 for none."""
        self._count = count
        self.follow()

    def visible_width(self) -> int:
        """Return how many px of the table the frozen columns cover now."""
        return 0 if self.isHidden() else self.width()

    def follow(self) -> None:
        """Take sizes, order and place of the table's columns anew."""
        table = self._table
        scrolled = table.horizontalScrollBar().value() > 0
        if not self._count or not scrolled:
            self.hide()
            return
        for section in range(table.model().columnCount()):
            frozen = section < self._count and not table.isColumnHidden(section)
            self.setColumnHidden(section, not frozen)
            if frozen:
                self.setItemDelegateForColumn(section, table.itemDelegateForColumn(section))
                self.setColumnWidth(section, table.columnWidth(section))
        self.verticalHeader().setDefaultSectionSize(table.verticalHeader().defaultSectionSize())
        head, other = self.horizontalHeader(), table.horizontalHeader()
        head.setFixedHeight(other.height())
        head.setSortIndicatorShown(other.isSortIndicatorShown())
        head.setSortIndicator(other.sortIndicatorSection(), other.sortIndicatorOrder())
        wide = sum(table.columnWidth(i) for i in range(self._count) if not table.isColumnHidden(i))
        frame = table.frameWidth()
        self.setGeometry(frame, frame, wide + 1, table.viewport().height() + other.height())
        self.verticalScrollBar().setValue(table.verticalScrollBar().value())
        self.show()
        self.raise_()

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """The table scrolls. This view follows it."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the table, sideways too."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().width() - 1, 0, 1, self.viewport().height(), theme.color("control"))
