"""Collect cyclic garbage in the GUI thread only.

Python's collector runs in whichever thread allocates. In a worker thread it would destroy Qt objects of the GUI
thread. Their destructors hold a mutex of Qt's and wait for the interpreter, while the GUI thread holds the interpreter
and waits for that mutex. Automatic collection is therefore off, and a timer collects instead. (pyqtgraph's
``GarbageCollector`` does the same, but cannot be stopped and does not freeze long-lived objects.)
"""

from __future__ import annotations

import ctypes
import gc
import sys

from PySide6.QtCore import QObject, QTimer


def trim() -> bool:
    """Return free memory to the system, which takes a few ms. Return whether the C library supports it (glibc).

    Arrays for drawing are short-lived and grow with the runs. They leave holes that later arrays do not fit into, and
    the C library keeps these until this call.
    """
    if not sys.platform.startswith("linux"):
        return False
    malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if malloc_trim is None:  # another C library, for example musl
        return False
    malloc_trim(0)
    return True


INTERVAL_MS = 1000
TRIM_INTERVAL_MS = 20_000
"""Interval at which freed memory is returned to the system. Drawings of live runs fragment it."""


def collect_if_due() -> int:
    """Collect the oldest generation whose threshold is passed. Return its number, -1 for none."""
    for generation in (2, 1, 0):
        if gc.get_count()[generation] > gc.get_threshold()[generation] > 0:
            gc.collect(generation)
            return generation
    return -1


class GcTimer(QObject):
    """Replace Python's automatic collection during the life of this object. Belongs to the GUI thread."""

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
        """Exclude all present objects from further collections. Call this when they live until the program ends.

        The imports alone create over a hundred thousand objects, and a full collection takes a tenth of a second to
        visit them. This method collects nothing, so collect before it.
        """
        gc.freeze()

    def collect_and_freeze(self) -> None:
        """Collect unused objects made since the last call, and exclude the others from now on."""
        gc.collect()
        self.freeze()

    def stop(self) -> None:
        """Switch Python's automatic collection on again."""
        self._timer.stop()
        self._trim_timer.stop()
        gc.unfreeze()
        gc.enable()
