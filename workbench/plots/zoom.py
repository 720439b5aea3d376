"""One x range for several plots, whichever of them is zoomed or moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject

from workbench.backend.steps import Steps
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
        self._steps = Steps(self)
        for plot in self._plots:
            plot.canvas.range_changed.connect(partial(self._lead, plot))

    def _lead(self, plot: _Zoomed) -> None:
        if self._following or not plot.shares_x:
            return
        self._steps.begin(self._follow(plot))

    def _follow(self, leader: _Zoomed) -> Iterator[None]:
        """Give the plots that show another range that of the one that was moved last, each in a turn of its own."""
        for plot in self._plots:
            if plot is not leader and plot.shares_x:
                yield
                if plot.canvas.x_range() != (x_range := leader.canvas.x_range()):
                    self._following = True
                    try:
                        plot.canvas.box.setXRange(*x_range, padding=0)
                    finally:
                        self._following = False
