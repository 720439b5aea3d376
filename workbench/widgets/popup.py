"""The rows of lists that drop down: choices and commands."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from workbench.look import theme

Index = QModelIndex | QPersistentModelIndex


class PopupRows(QStyledItemDelegate):
    """One line each, the chosen one tinted. ``note`` gives grey text at the right end."""

    def __init__(self, parent: QWidget | None = None, note: Callable[[Index], str] | None = None) -> None:
        super().__init__(parent)
        self._note = note

    def width_for(self, text: str, note: str = "") -> int:
        """Px that a row with these words needs."""
        gap = 24 if note else 0
        return theme.text_width(text, "body") + gap + theme.text_width(note, "caption") + 2 * 12

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        note = self._note(index) if self._note is not None else ""
        return QSize(self.width_for(str(index.data() or ""), note), 28)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        on = bool(option.state & QStyle.StateFlag.State_Enabled)
        painter.save()
        painter.fillRect(rect, theme.color("tint" if chosen else "surface"))
        box = rect.adjusted(12, 0, -12, 0)
        note = self._note(index) if self._note is not None else ""
        if note:
            painter.setFont(theme.font("caption"))
            painter.setPen(theme.color("text3"))
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, note)
            box.setRight(box.right() - painter.fontMetrics().horizontalAdvance(note) - 8)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.color("text" if on else "text3"))
        text = QFontMetrics(painter.font()).elidedText(
            str(index.data() or ""), Qt.TextElideMode.ElideRight, box.width()
        )
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()


def popup_list(name: str) -> QListView:
    """Return a list for dropping down, with a border and :class:`PopupRows`."""
    view = QListView()
    view.setProperty("popup", "true")
    view.setAccessibleName(name)
    view.setUniformItemSizes(True)
    view.setMouseTracking(True)
    view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setItemDelegate(PopupRows(view))
    return view
