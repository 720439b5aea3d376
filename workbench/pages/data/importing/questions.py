"""The three questions of an import: the text column, the label column, and the rows to omit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from workbench.language import tr, tr_n
from workbench.widgets import (
    CheckBox,
    Chip,
    ComboBox,
    ElidedLabel,
    FieldMessage,
    FlowLayout,
    HLine,
    Label,
    LinkLabel,
    Tag,
)
from workbench.widgets.arrange import arrange_columns, arrange_rows, clear_layout
from workbench.widgets.forms import FieldMark

MOST_CHIPS = 8
"""Number of columns with a chip. The others are in a list after the chips."""
_LONGEST = 32


class Question(QWidget):
    """A numbered question over its answers. Problems are shown at the foot of the form."""

    def __init__(
        self, number: int, title: str, help: str, *answers: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._title, self._help = title, help
        self.message = FieldMessage(self)
        self.title = Label(title, "strong")
        self.mark = FieldMark(self.message)
        self._first_answer = answers[0]
        head = arrange_columns(Tag(str(number), "tint"), self.title, self.mark, ..., spacing=8)
        rows = arrange_rows(head, *answers, spacing=8, margins=(16, 12, 16, 12))
        arrange_rows(rows, HLine(), on=self)

    def name(self) -> str:
        """Return the question."""
        return self._title

    def help(self) -> str:
        """Return the help of the answer."""
        return self._help

    def focus_first(self) -> None:
        """Focus the answers."""
        self._first_answer.setFocus()


@dataclass(frozen=True)
class OfferedColumn:
    """A column offered as an answer: its index in the file, its name, a distinguishing note, an example value."""

    index: int
    name: str
    note: str
    example: str


class ColumnChips(QWidget):
    """Columns to choose from. ``chosen(index)`` when one is clicked, or chosen from the list of further ones."""

    chosen = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._name = name
        self._flow = FlowLayout(self, spacing=8)
        self._columns: list[OfferedColumn] = []
        self.chips: dict[int, Chip] = {}
        self.others = ComboBox([], tr("{name}: another column", name=name), width=160)
        self.others.activated.connect(self._taken)
        self._flow.addWidget(self.others)

    def show_columns(self, columns: Sequence[OfferedColumn], chosen: Sequence[int]) -> None:
        """Offer ``columns``, the likeliest first. ``chosen`` are in use, numbered in their order if several."""
        shown = [each for index, each in enumerate(columns) if index < MOST_CHIPS or each.index in chosen]
        if list(columns) != self._columns or {each.index for each in shown} != self.chips.keys():
            self._columns = list(columns)
            self._make_chips(shown)
        for each in shown:
            number = (
                f"{list(chosen).index(each.index) + 1}  "
                if each.index in chosen[:9] and len(chosen) > 1
                else ""
            )
            name = each.name if len(each.name) <= _LONGEST else f"{each.name[:_LONGEST]}…"
            chip = self.chips[each.index]
            chip.setText(f"{number}{name} · {each.note}")
            chip.setAccessibleName(f"{self._name}: {number}{each.name}, {each.note}")
            chip.setChecked(each.index in chosen)
            chip.updateGeometry()

    def setFocus(self) -> None:  # type: ignore[override]  # of the overloads only this one is used
        """Focus the first chip."""
        for chip in self.chips.values():
            chip.setFocus()
            return

    def _make_chips(self, shown: Sequence[OfferedColumn]) -> None:
        clear_layout(self._flow, keep=1)
        self.chips = {}
        for place, each in enumerate(shown):
            chip = Chip(each.name, self._name, removable=False, parent=self)
            chip.setCheckable(True)
            chip.setToolTip(f"{each.name}: {each.example[:200]}")
            chip.clicked.connect(lambda _on, index=each.index: self.chosen.emit(index))
            self._flow.insert_widget(place, chip)
            self.chips[each.index] = chip
            chip.show()
        rest = [each for each in self._columns if each.index not in self.chips]
        self.others.set_choices([(tr("Another column…"), -1), *((each.name, each.index) for each in rest)])
        self.others.setVisible(bool(rest))

    def _taken(self) -> None:
        index = self.others.currentData()
        self.others.setCurrentIndex(0)
        if index >= 0:
            self.chosen.emit(int(index))


def repeats_text(kind: str, count: int) -> tuple[str, str]:
    """Return a description of texts that could be omitted, and of the effect."""
    if kind == "conflicts":
        return (
            tr_n(
                "{n} row whose text has another label elsewhere",
                "{n} rows whose texts have two labels",
                count,
            ),
            tr("leave all out"),
        )
    return tr_n("{n} duplicate text", "{n} duplicate texts", count), tr("keep one of each")


class CleanUp(QWidget):
    """A box for each kind of rows that can be omitted, all on.

    ``changed(kind)`` when the user changes one, ``show_requested(kind)`` by the link next to it.
    """

    changed = Signal(str)
    show_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = arrange_rows(on=self, spacing=4)
        self._unchecked: set[str] = set()
        self.boxes: dict[str, CheckBox] = {}
        self.links: dict[str, LinkLabel] = {}

    def begin(self) -> None:
        """Forget the decisions of the previous file."""
        self._unchecked = set()

    def show_kinds(self, kinds: Sequence[tuple[str, str, str, bool]], off: Sequence[str] = ()) -> None:
        """Offer (kind, description, effect, whether they can be shown). Boxes in ``off`` are off."""
        focused = next((kind for kind, box in self.boxes.items() if box.hasFocus()), "")
        clear_layout(self._rows)
        self.boxes, self.links = {}, {}
        for kind, what, outcome, can_show in kinds:
            box, line = CheckBox(what), QWidget()
            box.setChecked(kind not in self._unchecked and kind not in off)
            box.clicked.connect(lambda _on, kind=kind: self._clicked(kind))
            self.boxes[kind] = box
            label = ElidedLabel(outcome, "caption", "text2")
            if can_show:
                self.links[kind] = LinkLabel(tr("Show"), role="caption")
                self.links[kind].setAccessibleName(tr("Show {name}", name=what))
                self.links[kind].clicked.connect(lambda _on=False, kind=kind: self.show_requested.emit(kind))
            arrange_columns(box, (label, 1), *([self.links[kind]] if can_show else []), on=line, spacing=12)
            self._rows.addWidget(line)
        if focused in self.boxes:
            self.boxes[focused].setFocus()

    def selected_kinds(self) -> list[str]:
        """Return the kinds whose boxes are on."""
        return [kind for kind, box in self.boxes.items() if box.isChecked()]

    def _clicked(self, kind: str) -> None:
        (self._unchecked.discard if self.boxes[kind].isChecked() else self._unchecked.add)(kind)
        self.changed.emit(kind)
