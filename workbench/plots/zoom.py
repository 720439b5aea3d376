"""One x range for several plots, whichever of them is zoomed or moved."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject

from workbench.plots.canvas import Canvas


class _Zoomed(Protocol):
    @property
    def canvas(self) -> Canvas: ...

    @property
    def shares_x(self) -> bool: ...


class LinkedZoom(QObject):
    """Keeps the x ranges of plots and maps equal. One whose x means something else (``shares_x`` False) stays out.

    Not pyqtgraph's ``setXLink``: that aligns plots under each other by their px, so that those with axes of unequal
    width would show unequal ranges.
    """

    def __init__(self, plots: Iterable[_Zoomed], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plots = list(plots)
        self._following = False
        for plot in self._plots:
            plot.canvas.range_changed.connect(partial(self._follow, plot))

    def _follow(self, moved: _Zoomed) -> None:
        if self._following or not moved.shares_x:
            return
        self._following = True
        try:
            for plot in self._plots:
                if plot is not moved and plot.shares_x and plot.canvas.x_range() != moved.canvas.x_range():
                    plot.canvas.box.setXRange(*moved.canvas.x_range(), padding=0)
        finally:
            self._following = False
