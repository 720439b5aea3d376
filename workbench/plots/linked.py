"""Plots over the same x: one cross-hair and one zoom range for all."""

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
    """Move the cross-hair of all its plots together. ``moved(x)``, NaN for none.

    A plot is any object with a signal ``cross_moved(float)`` and ``set_cross(x or None)``. The cross-hair stays where
    the mouse left it, so that its values can be read. :meth:`clear` removes it.
    """

    moved = Signal(float)

    def __init__(self, plots: Iterable[_Crossed] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plots = list(plots)
        self._x: float | None = None
        for plot in self._plots:
            plot.cross_moved.connect(self.move)

    def x(self) -> float | None:
        """Return the position of the cross-hair, or None."""
        return self._x

    def move(self, x: float) -> None:
        """Set the cross-hair to ``x`` in every plot."""
        position = None if math.isnan(x) else x
        if position == self._x:
            return
        self._x = position
        for plot in self._plots:
            plot.set_cross(position)
        self.moved.emit(math.nan if position is None else position)

    def clear(self) -> None:
        """Remove the cross-hair."""
        self.move(math.nan)


class _Zoomed(Protocol):
    @property
    def canvas(self) -> Canvas: ...

    @property
    def shares_x(self) -> bool: ...


class LinkedZoom(QObject):
    """Keep the x ranges of plots and maps equal. Those with a different x (``shares_x`` False) are excluded.

    Each of the others follows in its own turn of the event loop: painting all of them in one would be noticeable.
    pyqtgraph's ``setXLink`` is not used: it aligns plots arranged vertically by px, so that plots with different axis
    widths would show different ranges.
    """

    def __init__(self, plots: Iterable[_Zoomed], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plots = list(plots)
        self._is_following = False
        self._steps = Steps(self)
        for plot in self._plots:
            plot.canvas.range_changed.connect(partial(self._set_leader, plot))

    def _set_leader(self, plot: _Zoomed) -> None:
        if self._is_following or not plot.shares_x:
            return
        self._steps.begin(self._follow(plot))

    def _follow(self, leader: _Zoomed) -> Iterator[None]:
        """Apply the range of the last moved plot to the others, each in its own turn."""
        for plot in self._plots:
            if plot is not leader and plot.shares_x:
                yield
                if plot.canvas.x_range() != (x_range := leader.canvas.x_range()):
                    self._is_following = True
                    try:
                        plot.canvas.box.setXRange(*x_range, padding=0)
                    finally:
                        self._is_following = False
