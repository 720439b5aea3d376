"""Plots over one x: one cross-hair, and one range, whichever of them is zoomed or moved."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance

from workbench.backend.tasks import Steps
from workbench.plots.canvas import Canvas


class _Crossed(Protocol):
    @property
    def cross_moved(self) -> SignalInstance: ...

    def set_cross(self, x: float | None) -> None: ...


class LinkedCrosshair(QObject):
    """Moves the cross-hair of all its plots together. ``moved(x)``, NaN when there is none.

    Plots are anything with a signal ``cross_moved(float)`` and ``set_cross(x or None)``. The cross-hair stays where the
    mouse left it, so that its values can be read. :meth:`clear` takes it away.
    """

    moved = Signal(float)

    def __init__(self, plots: Iterable[_Crossed] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plots: list[_Crossed] = []
        self._x: float | None = None
        for plot in plots:
            self.add(plot)

    def add(self, plot: _Crossed) -> None:
        """Let ``plot`` join."""
        self._plots.append(plot)
        plot.cross_moved.connect(self.move)
        plot.set_cross(self._x)

    def x(self) -> float | None:
        """Return where the cross-hair is, or None if there is none."""
        return self._x

    def move(self, x: float) -> None:
        """Put the cross-hair at ``x`` in every plot."""
        position = None if math.isnan(x) else x
        if position == self._x:
            return
        self._x = position
        for plot in self._plots:
            plot.set_cross(position)
        self.moved.emit(math.nan if position is None else position)

    def clear(self) -> None:
        """Take the cross-hair away."""
        self.move(math.nan)


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
