"""The table of runs: Space draws the selected runs, F2 renames in place."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent

from workbench.language import tr
from workbench.pages.runs.run_list.query import RunTableRow
from workbench.tables import TableView
from workbench.widgets.actions import KeyHelp


class RunTableView(TableView[RunTableRow]):
    """A table of runs whose rows are drawn by Space, wherever in the row the current cell is.

    ``drawing_toggled(ids)``: Space was pressed with these runs selected, those of selected groups included.
    """

    drawing_toggled = Signal(list)
    KEY_HELP: ClassVar[KeyHelp] = (
        *TableView.KEY_HELP,
        ("Space", tr("In the table of runs: keep the selected runs drawn, or hide them")),
    )

    def selected_runs(self) -> list[int]:
        """Return the selected runs from top to bottom, those of selected groups included."""
        run_ids: list[int] = []
        for line in self.selected_rows():
            run_ids += [line.run.id] if line.run is not None else list(line.members)
        return list(dict.fromkeys(run_ids))

    def current_run(self) -> int | None:
        """Return the run in whose row the current cell is, or None on a group, and where there is none."""
        index = self.currentIndex()
        line = self._rows.row(index.row()) if index.isValid() else None
        return line.run.id if line is not None and line.run is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.modifiers() and (ids := self.selected_runs()):
            self.drawing_toggled.emit(ids)
            return
        super().keyPressEvent(event)
