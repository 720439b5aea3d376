"""Cyclic garbage is collected by the GUI thread alone.

Python's collector runs in whichever thread happens to allocate. In a worker thread it would destroy Qt objects of the
GUI thread there: their destructors hold a mutex of Qt's while they wait for the interpreter, and the GUI thread holds
the interpreter while it waits for that mutex. So automatic collection is off, and a timer collects instead.
(pyqtgraph's ``GarbageCollector`` is the same, without an end, and without freezing what lives to the end.)
"""

from __future__ import annotations

import ctypes
import gc
import sys

from PySide6.QtCore import QObject, QTimer


def trim() -> bool:
    """Ask the C library to give back what is free, which takes a few ms. Return whether it can be asked (glibc).

    The arrays of a drawing live for a moment and are larger each time that a run has grown. What they leave are holes
    that the next ones do not fit into. The C library keeps those until it is asked.
    """
    if not sys.platform.startswith("linux"):
        return False
    malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if malloc_trim is None:  # another C library, musl for one
        return False
    malloc_trim(0)
    return True


INTERVAL_MS = 1000
TRIM_INTERVAL_MS = 20_000
"""Between two times that freed memory is given back to the system: drawings of live runs leave holes."""


def collect_if_due() -> int:
    """Collect the oldest generation whose threshold is passed. Return its number, -1 for none."""
    for generation in (2, 1, 0):
        if gc.get_count()[generation] > gc.get_threshold()[generation] > 0:
            gc.collect(generation)
            return generation
    return -1


class GcTimer(QObject):
    """Takes over from Python's automatic collection for as long as it lives. Belongs to the GUI thread."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(collect_if_due)
        self._timer.start(INTERVAL_MS)
        self._trim_timer = QTimer(self)
        self._trim_timer.timeout.connect(trim)
        self._trim_timer.start(TRIM_INTERVAL_MS)

    def freeze(self) -> None:
        """Exclude all present objects from further collections: call it when what was made lives to the end.

        What was imported alone is over a hundred thousand objects, at which a full collection would look each time to
        find that they are still in use, for a tenth of a second. Nothing is collected here: do so before, where little
        has been made since the last call.
        """
        gc.freeze()

    def collect_and_freeze(self) -> None:
        """Collect what was made since the last call and is no longer used, and exclude the rest from now on."""
        gc.collect()
        self.freeze()

    def stop(self) -> None:
        """Hand collection back to Python."""
        self._timer.stop()
        self._trim_timer.stop()
        gc.unfreeze()
        gc.enable()
