"""The list of recipes that the head's button opens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine.spec.recipes import Recipe
from workbench import theme
from workbench.pages.design_words import plural

_RECIPE = Qt.ItemDataRole.UserRole + 1


class _Rows(QStyledItemDelegate):
    """Title, number of runs, and the description over at most two lines."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        s = theme.sizes()
        return QSize(s.px(440), s.px(64))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        s, rect = theme.sizes(), QRect(option.rect)
        recipe: Recipe = index.data(_RECIPE)
        state = option.state
        chosen = bool(state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver))
        painter.save()
        if chosen:
            painter.fillRect(rect, theme.color("tint"))
        inner = rect.adjusted(s.s12, s.px(7), -s.s12, -s.s4)
        left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        painter.setFont(theme.font("strong"))
        painter.setPen(theme.color("text"))
        painter.drawText(inner, left, recipe.title)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text3" if not chosen else "text2"))
        painter.drawText(
            inner,
            int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop),
            plural(recipe.plan.count, "run"),
        )
        painter.setPen(theme.color("text2"))
        line = QFontMetrics(painter.font()).height()
        words = inner.adjusted(0, s.px(18), 0, 0)
        words.setHeight(2 * line + 2)
        painter.drawText(words, left | int(Qt.TextFlag.TextWordWrap), recipe.description)
        painter.restore()


class _List(QListView):
    """Enter chooses, as a click does."""

    picked = Signal(QModelIndex)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.picked.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class RecipeList(QFrame):
    """Recipes under each other, each with what it shows; ``chosen(recipe)``. Escape or a click elsewhere
    closes it."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._model = QStandardItemModel(self)
        self._view = _List()
        self._view.setModel(self._model)
        self._view.setItemDelegate(_Rows(self._view))
        self._view.setMouseTracking(True)
        self._view.setAccessibleName("Recipes")
        self._view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._view.clicked.connect(self._pick)
        self._view.picked.connect(self._pick)
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 2, 2, 2)
        column.addWidget(self._view)

    def set_recipes(self, recipes: Sequence[Recipe]) -> None:
        """The recipes to choose from."""
        self._model.clear()
        for recipe in recipes:
            item = QStandardItem(recipe.title)
            item.setData(recipe, _RECIPE)
            item.setData(f"{recipe.title}. {recipe.description}", Qt.ItemDataRole.AccessibleTextRole)
            self._model.appendRow(item)

    def recipes(self) -> list[Any]:
        """The recipes listed."""
        return [self._model.item(i).data(_RECIPE) for i in range(self._model.rowCount())]

    def open_below(self, anchor: QWidget) -> None:
        """Show the list under ``anchor``, its right edge at the anchor's."""
        s = theme.sizes()
        rows = max(1, self._model.rowCount())
        size = QSize(s.px(456), min(rows, 8) * s.px(64) + 4)
        corner = anchor.mapToGlobal(QPoint(anchor.width() - size.width(), anchor.height() + s.s4))
        self.setGeometry(QRect(corner, size))
        self.show()
        self._view.setFocus(Qt.FocusReason.PopupFocusReason)
        if not self._view.currentIndex().isValid():
            self._view.setCurrentIndex(self._model.index(0, 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("surface"))
        painter.setPen(theme.color("control"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _pick(self, index: QModelIndex) -> None:
        self.hide()
        self.chosen.emit(index.data(_RECIPE))
