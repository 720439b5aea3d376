"""Costs of errors in a table of classes: rows are true, columns are predicted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from workbench.language import tr
from workbench.look import formats
from workbench.look.names import distinct_parts
from workbench.pages.command_dialog import CommandDialog
from workbench.widgets import Button, Label, NumberField
from workbench.widgets.arrange import scrolling

if TYPE_CHECKING:
    pass

MOST_CLASSES = 25
"""Largest number of classes with a table; beyond it, use ``palimpsest decide --cost``."""
LONGEST_TITLE = 24
"""Letters of a class name in a head."""
LABEL_COLUMNS = {"given wrongly": tr("given wrongly"), "missed": tr("missed")}
"""Columns for multi-label models, named as in cost entries, with their titles."""
LEAD = tr("Cost of predicting the column's class if the row's class is true. Correct answers usually cost 0.")
LABEL_LEAD = tr("The cost of predicting each label wrongly, and of missing it.")


class CostMatrixDialog(CommandDialog):
    """Edit the costs of the errors of ``classes``; ``several``: of labels, each with two costs.

    Args:
        classes: their names, in the model's order.
        several: whether a text may have several labels.
        entries: earlier costs, as returned by ``entries()``.
    """

    def __init__(
        self,
        classes: Sequence[str],
        several: bool,
        entries: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        columns = tuple(LABEL_COLUMNS) if several else tuple(classes)
        size = min(900, 260 + 96 * len(columns)), min(640, 190 + 36 * len(classes))
        lead = LABEL_LEAD if several else LEAD
        super().__init__(None, tr("Costs of errors"), parent, lead=lead, size=size)
        self._classes, self._is_multi_label = tuple(classes), several
        costs = {name: cost for name, _, cost in (each.rpartition("=") for each in entries)}
        self.fields: dict[tuple[str, str], NumberField] = {}
        grid, right = QGridLayout(), Qt.AlignmentFlag.AlignRight
        grid.setHorizontalSpacing(16)
        titles = LABEL_COLUMNS.values() if several else columns
        for index, name in enumerate(_titles(list(titles)), 1):
            grid.addWidget(Label(name, "caption", "text2"), 0, index, right)
        for row, (true, title) in enumerate(zip(classes, _titles(classes), strict=True), 1):
            grid.addWidget(Label(title), row, 0)
            for index, answer in enumerate(columns, 1):
                what = (
                    f"{LABEL_COLUMNS[answer]} {true}"
                    if several
                    else tr("Cost of predicting {predicted} if {true} is true", predicted=answer, true=true)
                )
                value = float(costs.get(f"{true}:{answer}", self._usual(true, answer)))
                field = NumberField(value, 0.0 if several else None, None, name=what)
                field.setToolTip(what)
                self.fields[true, answer] = field
                grid.addWidget(field, row, index, right)
        grid.setColumnStretch(len(columns) + 1, 1)
        grid.setRowStretch(len(classes) + 1, 1)
        inside = QWidget()
        inside.setLayout(grid)
        view = scrolling(inside, sideways=True)
        self.accept_button = Button(tr("Use these costs"), "primary")
        self.accept_button.clicked.connect(self._accept)
        self.arrange((view, 1), buttons=[self.accept_button], close=tr("Cancel"))

    def entries(self) -> list[str]:
        """Return the costs that differ from the default, in the form of ``palimpsest decide --cost``."""
        entries = []
        for (true, answer), field in self.fields.items():
            value = field.value()
            if value is not None and value != self._usual(true, answer):
                entries.append(f"{true}:{answer}={formats.plain(value)}")
        return entries

    def _usual(self, true: str, answer: str) -> float:
        return 1.0 if self._is_multi_label else float(true != answer)

    def _accept(self) -> None:
        for field in self.fields.values():
            if field.value() is None:
                field.setFocus()
                self.message.show_message("error", field.problem() or tr("Enter a number."))
                return
        if not self.entries():
            self.message.show_message(
                "info", tr("All errors cost the same, so the most probable class is the answer.")
            )
            return
        self.accept()


def _titles(names: Sequence[str]) -> list[str]:
    """Return names for heads: for long names the distinguishing part, elided at the end if necessary."""
    if any(len(name) > LONGEST_TITLE for name in names):
        names = distinct_parts(names)
    return [name if len(name) <= LONGEST_TITLE else f"{name[: LONGEST_TITLE - 1]}…" for name in names]
