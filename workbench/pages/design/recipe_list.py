"""The list of recipes under the head's button."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from engine.spec.recipes import Recipe
from workbench.language import join_sentences, tr, tr_engine, tr_n
from workbench.look import theme
from workbench.widgets import HLine, Label, SearchField, SegmentedControl
from workbench.widgets.arrange import arrange_columns, arrange_rows
from workbench.widgets.entry_list import EntryList, ListEntry, ListRow

WIDTH = 600
MOST_ROWS = 8
YOURS, SHOWN, FORGETTING, PAPER = tr("Yours"), tr("Demonstrations"), tr("Against forgetting"), tr("The paper")
SIZE_NAMES = {"sample": tr("Sample"), "small": tr("Small"), "paper": tr("Paper")}
SIZE_WORDS = {
    "sample": tr("Generated texts, bundled encoder: minutes on a CPU"),
    "small": tr("Real data, a small encoder: hours on a CPU, or a GPU"),
    "paper": tr("As published: BERT, whole data sets, GPUs"),
}


def _title(recipe: Recipe) -> str:
    return recipe.title if recipe.own else tr_engine(recipe.title)


def _description(recipe: Recipe) -> str:
    return recipe.description if recipe.own else tr_engine(recipe.description)


def _count_and_effect(recipe: Recipe) -> str:
    """Return the number of runs, and whether the sample size is known to show the recipe's effect."""
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


def _group(recipe: Recipe) -> str:
    """Return the heading of a recipe's group."""
    return YOURS if recipe.own else {"forgetting": FORGETTING, "paper": PAPER}.get(recipe.group, SHOWN)


def _key(recipe: Recipe) -> str:
    return f"own:{recipe.name}" if recipe.own else recipe.name


def _as_row(recipe: Recipe) -> ListEntry:
    effect = recipe.effect.sentence if recipe.effect is not None else ""
    title, text = _title(recipe), _description(recipe)
    return ListEntry(
        _key(recipe),
        title,
        text,
        _count_and_effect(recipe),
        ("trash", "text2") if recipe.own else ("", ""),
        tr("Delete, or a click on the bin, removes it") if recipe.own else effect,
        join_sentences((title, text, effect)),
    )


class RecipeList(QFrame):
    """A list of recipes with descriptions; ``chosen(recipe)``. Escape or a click elsewhere closes it.
    ``removal_requested(recipe)``: remove one of the user's.

    Above them is the size of the paper's experiments, which does not affect recipes with one size.
    """

    chosen = Signal(object)
    removal_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._recipes: list[Recipe] = []
        self._sized: list[Recipe] = []
        self.view = EntryList(tr("Recipes"), 64)
        self.view.picked.connect(lambda name: self._leave(name, self.chosen))
        self.view.mark_used.connect(lambda name: self._leave(name, self.removal_requested))
        self.search = SearchField(tr("Search recipes"), width=160)
        self.search.search.connect(lambda _text: self._filter())
        self.search.returnPressed.connect(lambda: self.view.clicked.emit(self.view.currentIndex()))
        self.sizes = SegmentedControl([*SIZE_NAMES.items()], tr("Size of the paper's experiments"))
        self.sizes.chosen.connect(lambda _size: self._fill())
        self._note = Label("", "caption", "text2")
        head = arrange_columns(self.search, self.sizes, (self._note, 1), spacing=12, margins=(12, 8, 12, 8))
        arrange_rows(head, HLine("line"), self.view, on=self, margins=(2, 2, 2, 2))

    def set_recipes(self, recipes: Sequence[Recipe]) -> None:
        """Set the recipes to choose from, grouped by purpose; the user's come first."""
        self._recipes = list(recipes)
        self._fill()

    def _fill(self) -> None:
        """List the recipes in their present size under their headings, those without an effect at that size last."""
        size = str(self.sizes.current())
        self._note.setText(SIZE_WORDS[size])
        self._sized = [each.with_size(size) if size in each.plans else each for each in self._recipes]
        self._sized.sort(key=lambda each: each.effect is not None and not each.effect.shown)
        self._filter()

    def _filter(self) -> None:
        """Show the recipes that match the search, under their headings."""
        words, rows = self.search.text().casefold().split(), list[ListRow]()
        for title in (YOURS, SHOWN, FORGETTING, PAPER):
            entries = [_as_row(each) for each in self._sized if _group(each) == title]
            found = [each for each in entries if all(word in each.spoken.casefold() for word in words)]
            rows += [f"#{title}", *found] if found else []
        if words:  # matches of the name come first, then those of the description
            entries = [each for each in rows if isinstance(each, ListEntry)]
            entries.sort(key=lambda each: any(word not in each.title.casefold() for word in words))
            rows = [*entries]
        self.view.set_rows(rows)
        if (words or not self.view.current()) and (keys := self.view.entries()):
            self.view.select(keys[0])

    def recipes(self) -> list[Recipe]:
        """Return the listed recipes, in the chosen size."""
        return [self._named(name) for name in self.view.entries()]

    def _named(self, name: str) -> Recipe:
        return next(each for each in self._sized if _key(each) == name)

    def open_below(self, anchor: QWidget) -> None:
        """Show the list under ``anchor``, its right edge at the anchor's."""
        self.search.search_for("")
        rows = max(1, len(self.view.texts()))
        head = self.sizes.sizeHint().height() + 2 * 8 + 1
        size = QSize(WIDTH, min(rows, MOST_ROWS) * 64 + head + 4)
        corner = anchor.mapToGlobal(QPoint(anchor.width() - size.width(), anchor.height() + 4))
        self.setGeometry(QRect(corner, size))
        self.show()
        self.view.setFocus(Qt.FocusReason.PopupFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("surface"))
        painter.setPen(theme.color("control"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _leave(self, name: str, signal: SignalInstance) -> None:
        """Close the list and emit the signal for a recipe."""
        self.hide()
        signal.emit(self._named(name))
