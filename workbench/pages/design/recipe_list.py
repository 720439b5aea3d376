"""The list of recipes that the head's button opens."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from engine.spec.recipes import Recipe
from workbench.language import tr, tr_engine, tr_n
from workbench.look import icons, theme
from workbench.widgets import HLine, Label, SearchField, SegmentedControl
from workbench.widgets.arrange import arrange_columns, arrange_rows

_RECIPE = Qt.ItemDataRole.UserRole + 1
WIDTH, HEADING = 600, 28
MOST_ROWS = 8
YOURS, SHOWN, FORGETTING, PAPER = tr("Yours"), tr("Demonstrations"), tr("Against forgetting"), tr("The paper")
SIZE_NAMES = {"sample": tr("Sample"), "small": tr("Small"), "paper": tr("Paper")}
SIZE_WORDS = {
    "sample": tr("Generated texts, bundled encoder: minutes on a CPU"),
    "small": tr("Real data, a small encoder: hours on a CPU, or a GPU"),
    "paper": tr("As published: BERT, whole data sets, GPUs"),
}


class _RecipeDelegate(QStyledItemDelegate):
    """Title, number of runs, and the description over at most two lines."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize((WIDTH - 16), 64 if index.data(_RECIPE) is not None else HEADING)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rect = QRect(option.rect)
        recipe: Recipe | None = index.data(_RECIPE)
        if recipe is None:
            painter.setFont(theme.font("caption_strong"))
            painter.setPen(theme.color("text2"))
            painter.drawText(rect.adjusted(12, 0, -12, -2), Qt.AlignmentFlag.AlignBottom, str(index.data()))
            return
        state = option.state
        chosen = bool(state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver))
        painter.save()
        if chosen:
            painter.fillRect(rect, theme.color("tint"))
        inner = rect.adjusted(12, 7, -12, -4)
        left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        painter.setFont(theme.font("strong"))
        painter.setPen(theme.color("text"))
        painter.drawText(inner, left, _title(recipe))
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text3" if not chosen else "text2"))
        painter.drawText(
            inner,
            int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop),
            _count_and_effect(recipe),
        )
        painter.setPen(theme.color("text2"))
        line = QFontMetrics(painter.font()).height()
        description = inner.adjusted(0, 18, 0, 0)
        description.setHeight(2 * line + 2)
        if recipe.own:
            mark = removal_mark(rect)
            icons.paint(painter, mark, "trash", "text2")
            description.setRight(mark.left() - 8)
        painter.drawText(description, left | int(Qt.TextFlag.TextWordWrap), _description(recipe))
        painter.restore()


def removal_mark(row: QRect) -> QRect:
    """Return where in the row of a recipe of the user's its removal is clicked."""
    s = theme.sizes()
    side = s.icon_small
    return QRect(row.right() - 12 - side, row.bottom() - 12 - side, side, side)


def _title(recipe: Recipe) -> str:
    return recipe.title if recipe.own else tr_engine(recipe.title)


def _description(recipe: Recipe) -> str:
    return recipe.description if recipe.own else tr_engine(recipe.description)


def _count_and_effect(recipe: Recipe) -> str:
    """Return the number of runs, and whether the sample is known to show the recipe's effect."""
    runs = tr_n("{n:,} run", "{n:,} runs", recipe.plan.run_count)
    if recipe.own:
        return tr("yours, {runs}", runs=runs)
    if recipe.effect is None:
        return runs
    return (
        tr("shows its effect, {runs}", runs=runs)
        if recipe.effect.shown
        else tr("shows nothing at this size, {runs}", runs=runs)
    )


class _RecipeListView(QListView):
    """Enter chooses, as a click does; Delete, or a click on its mark, wants a recipe of the user's removed."""

    picked = Signal(QModelIndex)
    removal_wanted = Signal(QModelIndex)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self.picked.emit(index)
        elif event.key() == Qt.Key.Key_Delete and _is_own(index):
            self.removal_wanted.emit(index)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index, place = self.indexAt(event.position().toPoint()), event.position().toPoint()
        if _is_own(index) and removal_mark(self.visualRect(index)).adjusted(-6, -6, 6, 6).contains(place):
            self.removal_wanted.emit(index)
        else:
            super().mouseReleaseEvent(event)


def _is_own(index: QModelIndex) -> bool:
    recipe: Recipe | None = index.data(_RECIPE)
    return recipe is not None and recipe.own


def _group(recipe: Recipe) -> str:
    """Return the heading under which a recipe stands."""
    return YOURS if recipe.own else {"forgetting": FORGETTING, "paper": PAPER}.get(recipe.group, SHOWN)


class RecipeList(QFrame):
    """Recipes under each other, each with what it shows; ``chosen(recipe)``. Escape or a click elsewhere
    closes it. ``removal_wanted(recipe)``: one of the user's is to go.

    Above them the size in which the paper's experiments are taken; recipes that have one size only do not mind.
    """

    chosen = Signal(object)
    removal_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._recipes: list[Recipe] = []
        self._model = QStandardItemModel(self)
        self._view = _RecipeListView()
        self._view.setModel(self._model)
        self._view.setItemDelegate(_RecipeDelegate(self._view))
        self._view.setMouseTracking(True)
        self._view.setAccessibleName(tr("Recipes"))
        self._view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._view.clicked.connect(self._pick)
        self._view.picked.connect(self._pick)
        self._view.removal_wanted.connect(self._request_removal)
        self.search = SearchField(tr("Search recipes"), width=160)
        self.search.search.connect(lambda _text: self._filter())
        self.sizes = SegmentedControl([*SIZE_NAMES.items()], tr("Size of the paper's experiments"))
        self.sizes.chosen.connect(lambda _size: self._fill())
        self._words = Label("", "caption", "text2")
        head = arrange_columns(self.search, self.sizes, (self._words, 1), spacing=12, margins=(12, 8, 12, 8))
        arrange_rows(head, HLine("line"), self._view, on=self, margins=(2, 2, 2, 2))

    def set_recipes(self, recipes: Sequence[Recipe]) -> None:
        """Set the recipes to choose from, by what they are for; the user's come first."""
        self._recipes = list(recipes)
        self._fill()

    def _fill(self) -> None:
        """List the recipes in their present size under their headings; what shows nothing at it comes last there."""
        size = str(self.sizes.current())
        self._words.setText(SIZE_WORDS[size])
        sized = [each.with_size(size) if size in each.plans else each for each in self._recipes]
        sized.sort(key=lambda each: each.effect is not None and not each.effect.shown)
        self._model.clear()
        for title in (YOURS, SHOWN, FORGETTING, PAPER):
            inside = [each for each in sized if _group(each) == title]
            if inside:
                heading = QStandardItem(title)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                self._model.appendRow(heading)
            self._append(inside)
        self._filter()

    def _append(self, recipes: Sequence[Recipe]) -> None:
        for shown in recipes:
            item = QStandardItem(_title(shown))
            item.setData(shown, _RECIPE)
            effect = shown.effect.sentence if shown.effect is not None else ""
            text = f"{_title(shown)}. {_description(shown)} {effect}"
            item.setData(text, Qt.ItemDataRole.AccessibleTextRole)
            item.setToolTip(tr("Delete, or a click on the bin, removes it") if shown.own else effect)
            self._model.appendRow(item)

    def _filter(self) -> None:
        """Hide the recipes without the words that are searched for, and headings with nothing beneath."""
        words, first, heading = self.search.text().casefold().split(), -1, -1
        for row in range(self._model.rowCount()):
            item = self._model.item(row)
            if item.data(_RECIPE) is None:
                heading = row
                self._view.setRowHidden(row, True)
                continue
            said = str(item.data(Qt.ItemDataRole.AccessibleTextRole)).casefold()
            found = all(word in said for word in words)
            self._view.setRowHidden(row, not found)
            if found:
                first = row if first < 0 else first
                self._view.setRowHidden(heading, False)
        self._view.setCurrentIndex(self._model.index(first, 0))

    def recipes(self) -> list[object]:
        """Return the recipes listed, in the size that is chosen."""
        data = (self._model.item(i).data(_RECIPE) for i in range(self._model.rowCount()))
        return [recipe for recipe in data if recipe is not None]

    def open_below(self, anchor: QWidget) -> None:
        """Show the list under ``anchor``, its right edge at the anchor's."""
        rows = max(1, self._model.rowCount())
        head = self.sizes.height_px() + 2 * 8 + 1
        size = QSize(WIDTH, min(rows, MOST_ROWS) * 64 + head + 4)
        corner = anchor.mapToGlobal(QPoint(anchor.width() - size.width(), anchor.height() + 4))
        self.setGeometry(QRect(corner, size))
        self.show()
        self._view.setFocus(Qt.FocusReason.PopupFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("surface"))
        painter.setPen(theme.color("control"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _pick(self, index: QModelIndex) -> None:
        if index.data(_RECIPE) is None:
            return
        self.hide()
        self.chosen.emit(index.data(_RECIPE))

    def _request_removal(self, index: QModelIndex) -> None:
        self.hide()
        self.removal_wanted.emit(index.data(_RECIPE))
