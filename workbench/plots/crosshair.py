"""One cross-hair for several plots that share their x axis."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance


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
