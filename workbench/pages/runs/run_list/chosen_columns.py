"""Columns and groups of the table of runs by whatever a filter can name: settings, measures, tags."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QWidget

from workbench.engine_texts import quantity_title
from workbench.language import tr
from workbench.pages.runs.run_list.query import RunTableRow
from workbench.pages.runs.run_list.wording import value_text
from workbench.tables import TableColumn

MOST_COLUMNS = 12
PREFIX = "value:"
"""Beginning of the key of a column that the user has added."""


def chosen_columns(names: Iterable[str]) -> list[TableColumn[RunTableRow]]:
    """Return a column for each name."""
    return [
        TableColumn(
            f"{PREFIX}{name}",
            quantity_title(name),
            128,
            "right",
            value=partial(_value, name),
            text=partial(value_text, name),
            sortable=False,
            head_tip=tr("{name}: a column that you have added; remove it in the menu of columns", name=name),
        )
        for name in names
    ]


def _value(name: str, line: RunTableRow) -> float | str | None:
    return line.values.get(name)


def ask_for_name(
    parent: QWidget, title: str, names: Iterable[str], then: Callable[[str], object]
) -> QInputDialog:
    """Ask for a name, with those that there are in a list. ``then`` takes what was chosen or typed."""
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setLabelText(
        tr("A setting, a measure or a column of the list (learning_rate, test/macro_f1, tag):")
    )
    dialog.setComboBoxItems(sorted(names))
    dialog.setComboBoxEditable(True)
    dialog.textValueSelected.connect(lambda text: then(text.strip()))
    dialog.open()
    return dialog
