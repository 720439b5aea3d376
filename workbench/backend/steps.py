"""Work in steps, so that the event loop has a turn between any two."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer


class Steps(QObject):
    """Runs a generator to its next ``yield`` in each turn of the event loop, the first time at once.

    Filling a table and five plots in one call would halt the window. Each of them alone is not felt. Steps that were
    begun but not ended are left when others begin, so what they show must be shown whole by any that come after.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: Iterator[None] = iter(())
        self._later = QTimer(self, interval=0, singleShot=True)
        self._later.timeout.connect(self._next)

    def begin(self, steps: Iterator[None]) -> None:
        """Take the first of ``steps``, and each of the others a turn later."""
        self._later.stop()
        self._steps = steps
        self._next()

    def are_under_way(self) -> bool:
        """Return whether there are steps to come."""
        return self._later.isActive()

    def stop(self) -> None:
        """Leave what is still to come."""
        self._later.stop()
        self._steps = iter(())

    def _next(self) -> None:
        for _ in self._steps:
            self._later.start()
            return
        # The timer rests by now. Perhaps it is gone: the last step may have been all that held the owner.
        self._steps = iter(())
