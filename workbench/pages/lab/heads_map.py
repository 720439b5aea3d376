"""Heads by layers as a heat map: what has changed, and the picker of the head that is shown."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget

from workbench.language import tr
from workbench.look import formats
from workbench.plots import HeatGrid, HeatMap

CELL, AROUND, LEAST = 15, 96, 100
"""Height of a layer, of the card's head, axis and foot, and of all of it at least, px at 100 %."""
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
"""Ends of the colour scale, bits: the smallest that holds all values."""


class HeadsMap(HeatMap):
    """Values [L, H] from 0 to 1, the top layer above. ``chosen(layer, head)``, from 1, when the user picks a cell.

    The marked cell is read out. It follows mouse and arrow keys, and goes back to the one that is picked.
    """

    chosen = Signal(int, int)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, x_title=tr("Head", "of attention"), value_text=_bits, parent=parent)
        self.legend.setToolTip(tr("Jensen–Shannon divergence of the attention before and after, in bits"))
        self._at = (0, 0)
        self.picked.connect(self._pick)

    def _pick(self, row: int, column: int) -> None:
        self._at = (row, column)
        self.chosen.emit(row + 1, column + 1)

    def leaveEvent(self, event: QEvent) -> None:
        """Mark the picked cell again."""
        super().leaveEvent(event)
        self.mark(*self._at)

    def set_values(self, values: np.ndarray | None) -> None:
        """Show ``values`` [L, H], NaN where nothing is known. None: an empty map."""
        if values is None:
            self.set_grid(None)
            return
        most = float(np.nanmax(values, initial=0.0))
        layers, heads = values.shape
        rows = tuple(tr("Layer {layer}", layer=layer) for layer in range(1, layers + 1))
        columns = tuple(map(str, range(1, heads + 1)))
        top = next((step for step in STEPS if most <= step), 1.0)
        self.set_grid(HeatGrid(values, rows, columns=columns, levels=(0.0, top)))
        self.setMinimumHeight(LEAST)
        self.setMaximumHeight(CELL * layers + AROUND)  # as high as the layers need, where there is the room
        if not (self._at[0] < layers and self._at[1] < heads):
            self._at = (0, 0)
        self.mark(*self._at)

    def values(self) -> np.ndarray:
        """Return the values that are shown, [L, H]."""
        grid = self.grid()
        return np.zeros((0, 0)) if grid is None else grid.values

    def current(self) -> tuple[int, int]:
        """Return the picked layer and head, from 1."""
        return self._at[0] + 1, self._at[1] + 1

    def set_current(self, layer: int, head: int) -> None:
        """Pick a cell without a signal. One outside the map is ignored."""
        layers, heads = self.values().shape
        if 0 < layer <= layers and 0 < head <= heads:
            self._at = (layer - 1, head - 1)
            self.mark(*self._at)

    def most_changed(self) -> tuple[int, int]:
        """Return layer and head, from 1, of the largest value."""
        values = self.values()
        if not values.size or np.isnan(values).all():
            return 1, 1
        row, column = divmod(int(np.nanargmax(values)), values.shape[1])
        return row + 1, column + 1


def _bits(value: float) -> str:
    return formats.fixed(value, 3)
