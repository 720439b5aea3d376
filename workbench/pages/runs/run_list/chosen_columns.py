"""Columns and groups of the table of runs by whatever a filter can name: settings, measures, tags."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QWidget

from engine.data.data_titles import data_titles
from workbench.look import formats
from workbench.pages.runs.run_list.query import RunTableRow
from workbench.tables import TableColumn

MOST_COLUMNS = 12
MEASURED = ("best", "last", "test", "forgot")
"""Names of values that are rounded like a measure; a setting is written out."""
PREFIX = "value:"
"""Beginning of the key of a column that the user has added."""


def chosen_columns(names: Iterable[str]) -> list[TableColumn[RunTableRow]]:
    """Return a column for each name."""
    return [
        TableColumn(
            f"{PREFIX}{name}", name, 128, "right", value=partial(_value, name), text=partial(value_text, name),
            sortable=False, head_tip=f"{name}: a column that you have added; take it away in the menu of columns",
        )
        for name in names
    ]  # fmt: skip


def _value(name: str, line: RunTableRow) -> float | str | None:
    return line.values.get(name)


def value_text(name: str, value: object) -> str:
    """Return a value of a run as a cell and the title of a group have it."""
    if name == "data":
        return data_titles(str(value))
    if not isinstance(value, float):
        return str(value)
    return formats.fixed(value, 2) if "/" in name or name in MEASURED else formats.plain(value)


def ask_for_name(
    parent: QWidget, title: str, names: Iterable[str], then: Callable[[str], object]
) -> QInputDialog:
    """Ask for a name, with those that there are in a list; ``then`` takes what was chosen or typed."""
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setLabelText("A setting, a measure or what the list shows (learning_rate, test/macro_f1, tag):")
    dialog.setComboBoxItems(sorted(names))
    dialog.setComboBoxEditable(True)
    dialog.textValueSelected.connect(lambda text: then(text.strip()))
    dialog.open()
    return dialog
