"""Undoable deletion of runs: hidden at once, deleted a minute later."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

UNDO_MS = 60_000
"""Time during which a deletion can be undone, unless another follows or the window is closed."""


class PendingDeletion(QObject):
    """The runs that are to be deleted.

    Args:
        delete: deletes runs by their numbers, permanently.
        parent: Qt's owner of this object. Call :meth:`carry_out` before it is destroyed.

    ``changed`` after runs were added, restored or deleted. Nothing is removed before the deletion, so a window that is
    killed loses no run.
    """

    changed = Signal()

    def __init__(self, delete: Callable[[list[int]], object], parent: QObject) -> None:
        super().__init__(parent)
        self._delete = delete
        self._ids: list[int] = []
        self.description = ""
        """Names of the runs to be deleted, empty without any."""
        self._timer = QTimer(self, interval=UNDO_MS, singleShot=True)
        self._timer.timeout.connect(self.carry_out)

    @property
    def ids(self) -> list[int]:
        """The hidden runs that can still be restored."""
        return list(self._ids)

    def begin(self, ids: Sequence[int], what: str) -> None:
        """Hide runs described as ``what``, to be deleted. Those of an earlier deletion are deleted now."""
        self._carry_out()
        self._ids, self.description = list(ids), what
        self._timer.start()
        self.changed.emit()

    def undo(self) -> list[int]:
        """Restore the runs and return them."""
        rows, self._ids, self.description = self._ids, [], ""
        self._timer.stop()
        self.changed.emit()
        return rows

    def carry_out(self) -> None:
        """Delete the runs now."""
        if self._ids:
            self._carry_out()
            self.changed.emit()

    def _carry_out(self) -> None:
        self._timer.stop()
        if self._ids:
            rows, self._ids, self.description = self._ids, [], ""
            self._delete(rows)
