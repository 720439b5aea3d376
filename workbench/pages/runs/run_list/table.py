"""The table of runs: Space draws the selected runs, F2 renames in place, runs that wait are dragged in the queue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication

from workbench.language import tr
from workbench.look import theme
from workbench.pages.runs.run_list.query import RunTableRow
from workbench.tables import TableView
from workbench.widgets.actions import KeyHelp


class RunTableView(TableView[RunTableRow]):
    """A table of runs whose rows are drawn by Space, wherever in the row the current cell is.

    ``drawing_toggled(ids)``: Space was pressed with these runs selected, those of selected groups included.
    ``queue_dropped(ids, beside, after)``: runs that wait were dragged to before (or ``after``) another in the queue.
    """

    drawing_toggled = Signal(list)
    queue_dropped = Signal(list, int, bool)
    KEY_HELP: ClassVar[KeyHelp] = (
        *TableView.KEY_HELP,
        ("Space", tr("In the table of runs: keep the selected runs drawn, or draw them no longer")),
    )

    _pressed_at = QPoint()
    _dragged: Sequence[int] = ()
    _drop: tuple[int, bool, int] | None = None
    """Where the dragged runs would go: beside which run, whether below it, at which y."""

    def selected_runs(self) -> list[int]:
        """Return the selected runs from top to bottom, those of selected groups included."""
        found: list[int] = []
        for line in self.selected_rows():
            found += [line.run.id] if line.run is not None else list(line.members)
        return list(dict.fromkeys(found))

    def current_run(self) -> int | None:
        """Return the run in whose row the current cell is; None on a group, and where there is none."""
        index = self.currentIndex()
        line = self._rows.row(index.row()) if index.isValid() else None
        return line.run.id if line is not None and line.run is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.modifiers() and (ids := self.selected_runs()):
            self.drawing_toggled.emit(ids)
            return
        super().keyPressEvent(event)

    # -- the queue's order, by hand ------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note which runs a drag from here would move: the waiting one under the mouse, with those selected with it."""
        line = self._waiting_line(event.position().toPoint())
        left = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        self._pressed_at, self._dragged, self._drop = event.position().toPoint(), [], None
        if line is not None and line.run is not None and left:
            together = [
                each.run.id for each in self.selected_rows() if each.run is not None and each.queue_place
            ]
            self._dragged = together if line.run.id in together else [line.run.id]
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        far = (place - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
        if not self._dragged or not event.buttons() & Qt.MouseButton.LeftButton or not (far or self._drop):
            super().mouseMoveEvent(event)
            return
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self._drop = self._drop_at(place)
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, drop, self._dragged, self._drop = self._dragged, self._drop, [], None
        self.viewport().unsetCursor()
        self.viewport().update()
        super().mouseReleaseEvent(event)
        if drop is not None:
            beside, below, _y = drop
            self.queue_dropped.emit(dragged, beside, below == self._runs_downwards())

    def paintEvent(self, event: QPaintEvent) -> None:
        """A line shows where dragged runs would go."""
        super().paintEvent(event)
        if self._drop is not None:
            painter, s = QPainter(self.viewport()), theme.sizes()
            painter.fillRect(0, self._drop[2] - 1, self.viewport().width(), s.focus, theme.color("accent"))

    def _waiting_line(self, place: QPoint) -> RunTableRow | None:
        """Return the line of a run that waits with others, if one is there."""
        index = self.indexAt(place)
        line = self._rows.row(index.row()) if index.isValid() else None
        return line if line is not None and line.run is not None and line.queue_place else None

    def _drop_at(self, place: QPoint) -> tuple[int, bool, int] | None:
        """Return (run beside which it would go, whether below it, y of the edge); None where no other run waits."""
        line, row = self._waiting_line(place), self.visualRect(self.indexAt(place))
        if line is None or line.run is None or line.run.id in self._dragged:
            return None
        below = place.y() > row.center().y()
        return line.run.id, below, row.bottom() + 1 if below else row.top()

    def _runs_downwards(self) -> bool:
        """Return whether the runs that wait begin from top to bottom; where the newest stand first, they do not."""
        places = [
            line.queue_place
            for row in range(self._rows.rowCount())
            if (line := self._rows.row(row)).run is not None and line.queue_place
        ]
        return len(places) > 1 and places[0] < places[-1]
