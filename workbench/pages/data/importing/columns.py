"""Which columns are text, in which order, and which is the label: a list to check and order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.language import tr
from workbench.look import icons, theme
from workbench.widgets import IconButton
from workbench.widgets.actions import KeyHelp
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.base import Themed
from workbench.widgets.keyboard_focus import KeyboardFocus

_COLUMN = Qt.ItemDataRole.UserRole + 1
LEAST_ROWS, MOST_ROWS = 4, 7
"""Columns that always have room, so that another way of reading a file seldom moves the fields below; and columns seen
at once, beyond which the list scrolls."""


@dataclass(frozen=True)
class ColumnItem:
    """One column of the list: its name, a value, and its use: place among the texts (from 1), or the label."""

    name: str
    example: str
    place: int = 0
    is_label: bool = False

    def accessible_text(self) -> str:
        """For screen readers."""
        use = (
            tr("label")
            if self.is_label
            else tr("text {place}", place=self.place)
            if self.place
            else tr("not used")
        )
        return tr("{name}, {use}, for example {example}", name=self.name, use=use, example=self.example)


class _ColumnDelegate(QStyledItemDelegate):
    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self.focus = KeyboardFocus(view)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, theme.sizes().px(28))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        s, rect, column = theme.sizes(), option.rect, index.data(_COLUMN)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("alt"))
        side = s.icon_small
        box = QRectF(rect.left() + s.s8, rect.center().y() - side / 2 + 1, side, side)
        if column.place:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawRoundedRect(box, s.radius_tag, s.radius_tag)
            icons.paint(painter, box.adjusted(1, 1, -1, -1), "check", "on_accent")
        elif not column.is_label:
            painter.setPen(QPen(theme.color("control"), 1))
            painter.setBrush(theme.color("surface"))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), s.radius_tag, s.radius_tag)
        right = self._paint_use(painter, rect, column)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        left = rect.left() + s.s8 + side + s.s8
        room = QRect(left, rect.top(), right - left - s.s8, rect.height())
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.color("text"))
        name = painter.fontMetrics().elidedText(
            column.name, Qt.TextElideMode.ElideMiddle, max(room.width() * 3 // 4, 1)
        )
        painter.drawText(room, flags, name)
        room.setLeft(room.left() + painter.fontMetrics().horizontalAdvance(name) + s.s8)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text3"))
        example = " ".join(column.example.split())
        painter.drawText(
            room,
            flags,
            painter.fontMetrics().elidedText(example, Qt.TextElideMode.ElideRight, max(room.width(), 1)),
        )
        if option.state & QStyle.StateFlag.State_HasFocus and self.focus.visible:
            painter.setPen(QPen(theme.color("accent"), s.focus))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.restore()

    def _paint_use(self, painter: QPainter, rect: QRect, column: ColumnItem) -> int:
        """Draw the tag at the right end; return where it begins."""
        s = theme.sizes()
        text = (
            tr("label") if column.is_label else tr("text {place}", place=column.place) if column.place else ""
        )
        if not text:
            return rect.right() - s.s8
        painter.setFont(theme.font("tick_strong"))
        width = painter.fontMetrics().horizontalAdvance(text) + s.s12
        box = QRectF(rect.right() - s.s8 - width, rect.center().y() - s.px(8) + 1, width, s.px(17))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("alt" if column.is_label else "tint"))
        painter.drawRoundedRect(box, s.radius_tag, s.radius_tag)
        painter.setPen(theme.color("text2" if column.is_label else "accent"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        return round(box.left()) - s.s8


class _ColumnListView(QListWidget):
    toggled = Signal(int)
    moved = Signal(int)
    KEY_HELP: ClassVar[KeyHelp] = (
        ("Space", tr("Among the text columns: check or uncheck the column")),
        ("Alt+Up", tr("Among the text columns: earlier in the text")),
        ("Alt+Down", tr("Among the text columns: later in the text")),
    )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if alt and step is not None:
            self.moved.emit(step)
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.toggled.emit(self.currentRow())
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        item = self.itemAt(event.position().toPoint())
        if item is not None and event.button() == Qt.MouseButton.LeftButton:
            self.toggled.emit(self.row(item))


class ColumnList(Themed, QWidget):
    """Columns with a check box each; checked ones are text, in the order they were checked.

    A click or Space checks, the arrows beside the list (Alt+Up and Alt+Down) change the place among the texts.
    ``changed`` when the user does either; ``text()`` are the checked columns in order.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: list[tuple[str, str]] = []
        self._text: list[int] = []
        self._label = -1
        self.list = _ColumnListView()
        self.list.setAccessibleName(tr("Text columns"))
        self.list.setProperty("framed", True)
        self.list.setItemDelegate(_ColumnDelegate(self.list))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self.earlier = IconButton(
            "chevron-up", tr("Earlier in the text"), tip=tr("Earlier in the text (Alt+Up)")
        )
        self.later = IconButton(
            "chevron-down", tr("Later in the text"), tip=tr("Later in the text (Alt+Down)")
        )
        sides = arrange_rows(self.earlier, self.later, ...)
        arrange_columns((self.list, 1), sides, on=self, spacing=4)
        self.list.toggled.connect(self.toggle)
        self.list.moved.connect(self.move_current)
        self.list.currentRowChanged.connect(lambda _row: self._enable())
        self.earlier.clicked.connect(lambda: self.move_current(-1))
        self.later.clicked.connect(lambda: self.move_current(1))
        self.apply_theme()

    def apply_theme(self) -> None:
        rows = min(max(len(self._names), LEAST_ROWS), MOST_ROWS)
        self.list.setFixedHeight(rows * theme.sizes().px(28) + 2)

    def set_columns(self, names: Sequence[tuple[str, str]], text: Sequence[int], label: int) -> None:
        """Show (name, example) pairs; ``text`` are checked, in that order; ``label`` (-1: none) is the label."""
        self._names, self._text, self._label = list(names), [i for i in text if i != label], label
        self._fill()

    def set_label(self, label: int) -> None:
        """Another column is the label; it is no text then."""
        self._label = label
        self._text = [index for index in self._text if index != label]
        self._fill()

    def text(self) -> list[int]:
        """Return the checked columns, in order."""
        return list(self._text)

    def toggle(self, index: int) -> None:
        """Check or uncheck column ``index``, as a click does."""
        if not 0 <= index < len(self._names) or index == self._label:
            return
        if index in self._text:
            self._text.remove(index)
        else:
            self._text.append(index)
        self._fill()
        self.changed.emit()

    def move_current(self, by: int) -> None:
        """Move the current column among the texts."""
        current = self.list.currentRow()
        if current not in self._text:
            return
        place = self._text.index(current)
        other = place + by
        if 0 <= other < len(self._text):
            self._text[place], self._text[other] = self._text[other], self._text[place]
            self._fill()
            self.changed.emit()

    def _fill(self) -> None:
        current = self.list.currentRow()
        blocked = self.list.blockSignals(True)
        while self.list.count() > len(self._names):
            self.list.takeItem(self.list.count() - 1)
        while self.list.count() < len(self._names):
            self.list.addItem(QListWidgetItem())
        for index, (name, example) in enumerate(self._names):
            place = self._text.index(index) + 1 if index in self._text else 0
            column = ColumnItem(name, example, place, index == self._label)
            item = self.list.item(index)
            item.setText(name)
            item.setData(_COLUMN, column)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, column.accessible_text())
            item.setToolTip(f"{name}: {example[:200]}")
        if self._names:
            self.list.setCurrentRow(min(max(current, 0), len(self._names) - 1))
        self.list.blockSignals(blocked)
        self.apply_theme()
        self._enable()

    def _enable(self) -> None:
        current = self.list.currentRow()
        place = self._text.index(current) if current in self._text else -1
        self.earlier.setEnabled(place > 0)
        self.later.setEnabled(0 <= place < len(self._text) - 1)
