"""Deleting runs so that one can still think better of it: hidden at once, deleted a minute later."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

UNDO_MS = 60_000
"""How long a deletion can be undone, unless another follows or the window is closed."""


class PendingDeletion(QObject):
    """The runs that are to be deleted.

    Args:
        delete: deletes runs by their numbers, for good.
        parent: whose end is its end. :meth:`carry_out` is to be called before.

    ``changed`` after runs were added to, taken from or deleted with it. Until they are deleted nothing of them is
    touched, so a window that is killed loses none.
    """

    changed = Signal()

    def __init__(self, delete: Callable[[list[int]], object], parent: QObject) -> None:
        super().__init__(parent)
        self._delete = delete
        self._ids: list[int] = []
        self.what = ""
        """Names of the runs to be deleted, empty without any."""
        self._timer = QTimer(self, interval=UNDO_MS, singleShot=True)
        self._timer.timeout.connect(self.carry_out)

    @property
    def ids(self) -> list[int]:
        """The runs that are hidden and can still be brought back."""
        return list(self._ids)

    def begin(self, ids: Sequence[int], what: str) -> None:
        """Hide runs that the user calls ``what``, to be deleted. Those of an earlier deletion are deleted now."""
        self._carry_out()
        self._ids, self.what = list(ids), what
        self._timer.start()
        self.changed.emit()

    def undo(self) -> list[int]:
        """Bring the runs back and return them."""
        rows, self._ids, self.what = self._ids, [], ""
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
            rows, self._ids, self.what = self._ids, [], ""
            self._delete(rows)
