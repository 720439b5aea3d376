"""The menu of the run table's columns: standard ones, the user's, and whether archived runs are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from workbench.engine_texts import quantity_title
from workbench.language import tr
from workbench.pages.runs.run_list.columns import AT_FIRST_HIDDEN, RunTableView
from workbench.pages.runs.run_list.query import RunTableRow
from workbench.pages.runs.run_list.wording import value_text
from workbench.tables import RowsModel, TableColumn

if TYPE_CHECKING:
    from workbench.backend.preferences import Preferences

MOST_COLUMNS = 12
PREFIX = "value:"
"""Prefix of the key of a column added by the user."""


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
    """Open a dialog for a name, with a list of known ones. ``then`` takes the result."""
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


ALWAYS_SHOWN = 2
"""Number of standard columns that cannot be hidden: drawn, and name."""
BEFORE_CHOSEN = 3
"""Number of standard columns before the user's columns, which should be visible: drawn, name, status."""
WIDE_ONLY = ("data", "started")
"""Columns that a narrow window hides."""


class ColumnMenu(QMenu):
    """Choose the columns of the table. The choice is saved.

    ``changed`` requests a new read of the table, for other names or for archived runs.

    Args:
        own: the standard columns, which ``model`` and ``table`` have until names are added.
        known_names: returns the possible names of further columns.
        preferences: returns the preferences. Called only when the user chooses.
    """

    changed = Signal()

    def __init__(
        self,
        own: Sequence[TableColumn[RunTableRow]],
        model: RowsModel[RunTableRow],
        table: RunTableView,
        known_names: Callable[[], Iterable[str]],
        preferences: Callable[[], Preferences],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._own, self._model, self._table = list(own), model, table
        self._known_names, self._preferences = known_names, preferences
        self.names: list[str] = []
        """Of the columns that were added."""
        self._hidden = set(AT_FIRST_HIDDEN)
        self._narrow = False
        self._own_actions: dict[str, QAction] = {}
        self._name_actions: list[QAction] = []
        for column in self._own[ALWAYS_SHOWN:]:
            each = self._own_actions[column.key] = self._checkable(
                column.title, column.key not in self._hidden
            )
            each.toggled.connect(lambda on, key=column.key: self._show_column(key, on))
            self.addAction(each)
        self._names_begin = self.addSeparator()
        self.addAction(tr("Add a column…"), self.choose_column)
        self.addSeparator()
        self.archived = self._checkable(tr("Include archived runs"), False)
        self.archived.toggled.connect(lambda _on: self.changed.emit())
        self.addAction(self.archived)

    def _checkable(self, text: str, on: bool) -> QAction:
        action = QAction(text, self)
        action.setCheckable(True)
        action.setChecked(on)
        return action

    def choose_column(self) -> None:
        """Open a dialog for the name of a further column."""
        self.dialog = ask_for_name(
            self._table.window(),
            tr("Add a column"),
            self._known_names(),
            lambda name: self.show_names([*self.names, name]),
        )

    def show_names(self, names: Iterable[str]) -> None:
        """Show a column for each of these names (settings, measures, tags), after the status."""
        self.names = list(dict.fromkeys(name for name in names if name))[:MOST_COLUMNS]
        self._preferences().put("runs/columns", ",".join(self.names))
        for action in self._name_actions:
            self.removeAction(action)
            action.deleteLater()  # later: it may be the triggered action
        self._name_actions = [self._checkable(name, True) for name in self.names]
        for name, action in zip(self.names, self._name_actions, strict=True):
            action.triggered.connect(lambda _on, name=name: self._drop_name(name))
        self.insertActions(self._names_begin, self._name_actions)
        first, rest = self._own[:BEFORE_CHOSEN], self._own[BEFORE_CHOSEN:]
        self._model.set_columns([*first, *chosen_columns(self.names), *rest])
        self._fit()
        self.changed.emit()

    def _drop_name(self, name: str) -> None:
        self.show_names([each for each in self.names if each != name])

    def leave_out_unknown(self) -> None:
        """Remove the columns with unknown names."""
        names = set(self._known_names())
        self.show_names(each for each in self.names if each in names)

    def _show_column(self, key: str, on: bool) -> None:
        if on:
            self._hidden.discard(key)
        else:
            self._hidden.add(key)
        self._preferences().put("runs/hidden", ",".join(sorted(self._hidden)))
        self._fit()

    def restore(self) -> None:
        """Restore the saved choice."""
        hidden = self._preferences().get("runs/hidden", ",".join(AT_FIRST_HIDDEN)).split(",")
        for key, action in self._own_actions.items():
            action.setChecked(key not in hidden)
        if names := self._preferences().get("runs/columns", ""):
            self.show_names(names.split(","))

    def fit(self, narrow: bool) -> None:
        """Hide the wide columns in a narrow window."""
        self._narrow = narrow
        self._fit()

    def _fit(self) -> None:
        for column in self._own[ALWAYS_SHOWN:]:
            hidden = column.key in self._hidden or (self._narrow and column.key in WIDE_ONLY)
            self._table.set_column_shown(column.key, not hidden)
