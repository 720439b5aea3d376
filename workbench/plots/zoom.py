"""One x range for several plots, whichever of them is zoomed or moved."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, QTimer

from workbench.plots.canvas import Canvas


class _Zoomed(Protocol):
    @property
    def canvas(self) -> Canvas: ...

    @property
    def shares_x(self) -> bool: ...


class LinkedZoom(QObject):
    """Keeps the x ranges of plots and maps equal. One whose x means something else (``shares_x`` False) stays out.

    Each of the others follows in a turn of the event loop of its own: all of them painted in one would be felt.
    Not pyqtgraph's ``setXLink``: that aligns plots under each other by their px, so that those with axes of unequal
    width would show unequal ranges.
    """

    def __init__(self, plots: Iterable[_Zoomed], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plots = list(plots)
        self._following = False
        self._moved: _Zoomed | None = None
        self._behind: list[_Zoomed] = []
        self._later = QTimer(self, interval=0, singleShot=True)
        self._later.timeout.connect(self._follow_next)
        for plot in self._plots:
            plot.canvas.range_changed.connect(partial(self._lead, plot))

    def _lead(self, moved: _Zoomed) -> None:
        if self._following or not moved.shares_x:
            return
        self._moved = moved
        self._behind = [plot for plot in self._plots if plot is not moved]
        self._later.start()

    def _follow_next(self) -> None:
        """Give the next plot that shows another range the one of the plot that was moved last."""
        while self._moved is not None and self._behind:
            plot, wanted = self._behind.pop(0), self._moved.canvas.x_range()
            if plot.shares_x and plot.canvas.x_range() != wanted:
                self._following = True
                try:
                    plot.canvas.box.setXRange(*wanted, padding=0)
                finally:
                    self._following = False
                self._later.start()
                return
