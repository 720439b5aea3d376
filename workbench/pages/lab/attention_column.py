"""The Lab's attention tab: which heads have changed, and the attention of one head before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget

from engine.lab.patterns import head_pattern
from workbench.language import tr, tr_engine
from workbench.look import formats
from workbench.plots import HeatGrid, HeatMap
from workbench.widgets import ComboBox, Label, MessageLine, Panel, SegmentedControl
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from engine.lab.answers import HeadAttention

CELL, AROUND, LEAST = 15, 96, 100
"""Height of a layer, of the card's head, axis and foot, and the least total height, px at 100 %."""
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
"""Ends of the colour scale, bits: the smallest that covers all values."""


class HeadsMap(HeatMap):
    """Values [L, H] from 0 to 1, the top layer above. ``chosen(layer, head)``, from 1, when the user selects a cell.

    The readout shows the marked cell, which follows mouse and arrow keys and returns to the selected one.
    """

    chosen = Signal(int, int)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(
            title, tr("bits"), x_title=tr("Head", "of attention"), value_text=_bits, parent=parent
        )
        self.legend.setToolTip(tr("Jensen–Shannon divergence of the attention before and after, in bits"))
        self._at = (0, 0)
        self.picked.connect(self._pick)

    def _pick(self, row: int, column: int) -> None:
        self._at = (row, column)
        self.chosen.emit(row + 1, column + 1)

    def leaveEvent(self, event: QEvent) -> None:
        """Mark the selected cell again."""
        super().leaveEvent(event)
        self.mark(*self._at)

    def set_values(self, values: np.ndarray | None) -> None:
        """Show ``values`` [L, H], NaN if unknown. None: an empty map."""
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
        self.setMaximumHeight(CELL * layers + AROUND)  # as high as the layers need, if there is space
        if not (self._at[0] < layers and self._at[1] < heads):
            self._at = (0, 0)
        self.mark(*self._at)

    def values(self) -> np.ndarray:
        """Return the values shown, [L, H]."""
        grid = self.grid()
        return np.zeros((0, 0)) if grid is None else grid.values

    def current(self) -> tuple[int, int]:
        """Return the selected layer and head, from 1."""
        return self._at[0] + 1, self._at[1] + 1

    def set_current(self, layer: int, head: int) -> None:
        """Select a cell without a signal. A cell outside the map is ignored."""
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


class AttentionColumn(Panel):
    """A map of heads for selection, and the attention of the selected head from token to token.

    ``head_chosen(layer, head)`` and ``side_chosen(side)`` when the user selects.
    """

    head_chosen = Signal(int, int)
    side_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        self._measured: np.ndarray | None = None
        self._answer: HeadAttention | None = None
        self._has_selection = False
        self.run = ComboBox([], tr("The run whose attention is shown"))
        self.run.allow_shrinking()
        self.run.activated.connect(lambda _index: self.side_chosen.emit(str(self.run.currentData())))
        self.source = SegmentedControl(
            [("fixed", tr("Fixed texts")), ("this", tr("This text"))], tr("Texts of the map")
        )
        self.source.chosen.connect(lambda _key: self._fill_map())
        self.heads = HeadsMap(tr("Change per head"))
        self.heads.chosen.connect(self._pick)
        self.message = MessageLine()
        self.moment = SegmentedControl(
            [("before", tr("Before")), ("after", tr("After"))], tr("Attention before and after")
        )
        self.moment.set_current("after")
        self.moment.chosen.connect(lambda _key: self._show_weights())
        self.weights = HeatMap(tr("Attention"), x_title=tr("To"), value_text=formats.fixed)
        self.summary = Label("", "caption", "text2", wrap=True)
        left = arrange_rows(
            arrange_columns(self.source, ..., self.run, spacing=8), self.heads, ..., self.message, spacing=8
        )
        right = arrange_rows(
            arrange_columns(self.moment, ..., spacing=8), (self.weights, 1), self.summary, spacing=8
        )
        arrange_columns((left, 2), (right, 3), on=self, spacing=16, margins=(16, 12, 16, 12))
        self._show_weights()

    # -- what is shown -------------------------------------------------------------------------------------

    def set_sides(self, sides: list[tuple[str, str]], chosen: str) -> None:
        """Set the runs to choose from: (label, key)."""
        self.run.set_choices(list(sides))
        self.run.set_current(chosen)
        self.run.setVisible(len(sides) > 1)

    def set_measured(self, values: np.ndarray | None) -> None:
        """Set the change measured on fixed texts during training, [L, H], or None if it was not measured."""
        self._measured, self._has_selection = values, False
        self._answer = None
        self.source.set_current("this" if values is None else "fixed")
        self._fill_map()
        self._show_weights()

    def set_answer(self, answer: HeadAttention | None) -> None:
        """Set the server's ``attention`` for the present text, or None."""
        self._answer = answer
        self.message.clear()
        if answer is not None:
            self.heads.set_current(answer["layer"], answer["head"])
        if self.source.current() == "this" or self._measured is None:
            self._fill_map()
        self._show_weights()

    def fail(self, sentence: str) -> None:
        """Show why there is no answer."""
        self._answer = None
        self._show_weights()
        self.message.show_message("error", sentence)

    def current(self) -> tuple[int, int]:
        """Return the layer and head to request."""
        return self.heads.current()

    def _fill_map(self) -> None:
        fixed = self.source.current() == "fixed"
        values = self._measured if fixed else None
        if not fixed and self._answer is not None:
            values = np.asarray(self._answer["divergence"])
        self.heads.set_values(values)
        self.heads.set_empty(tr("Not measured in this run: choose “This text”") if fixed else "")
        if values is not None and not self._has_selection:
            self._has_selection = True
            before = self.heads.current()
            self.heads.set_current(*self.heads.most_changed())
            if self.heads.current() != before or self._answer is None:
                self.head_chosen.emit(*self.heads.current())

    def _pick(self, layer: int, head: int) -> None:
        self.head_chosen.emit(layer, head)
        self._show_weights()

    def _show_weights(self) -> None:
        """Show the attention weights of the selected head, from each token (row) to each (column)."""
        layer, head = self.heads.current()
        self.weights.set_title(tr("Layer {layer}, head {head}", layer=layer, head=head))
        answer = self._answer
        if answer is None:
            self.weights.set_grid(None)
            self.weights.set_caption("")
            self.summary.setText("")
            return
        tokens = list(answer["tokens"])
        shares = np.asarray(answer["before"] if self.moment.current() == "before" else answer["after"])
        grid = HeatGrid(shares[::-1], tuple(reversed(tokens)), columns=tuple(tokens), levels=(0.0, 1.0))
        self.weights.set_grid(grid)
        apart = answer["divergence"][answer["layer"] - 1][answer["head"] - 1]
        self.weights.set_caption(tr("divergence {value}", value=formats.fixed(apart, 2)))
        before, after = (head_pattern(np.asarray(answer[key]), tokens) for key in ("before", "after"))
        self.summary.setText(
            tr("Before: {before}. After: {after}.", before=tr_engine(before), after=tr_engine(after))
        )
