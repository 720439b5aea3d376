"""A card with a heat map: rows by unevenly measured steps, or rows by named columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.language import tr
from workbench.look import formats
from workbench.plots.curve import GuideLine
from workbench.plots.heat_canvas import ColourBar, HeatCanvas, HeatGrid
from workbench.plots.picture import PlotPicture
from workbench.plots.plot_card import PlotCard
from workbench.plots.table import CurveTable
from workbench.widgets.arrange import arrange_columns
from workbench.widgets.cards import Readout


class HeatMap(PlotCard):
    """Coloured cells in a card with caption, table, export, readout and colour legend.

    Args:
        title, caption: bold name; unit and reading aid ("relative distance").
        x_title: name of x, for the readout and the table's head ("Step"), or of the columns ("Head").
        value_text: a value as text (default: with the decimals required by the levels).
        x_text: an x as text (default a whole number with commas).
        empty: the text of a map without data.

    Mouse and arrow keys move the marked cell, and the readout follows. Signals: ``moved(row, column)`` when the user
    moves it, with ``cross_moved(x)`` (see :class:`LinkedCrosshair`), ``picked(row, column)`` on a click,
    Enter or Space, ``notice(sentence)`` after an export.

    To remove a map, delete it (``deleteLater``, or its parent): without that it stays, because its scene and its items
    refer to each other.
    """

    moved = Signal(int, int)
    cross_moved = Signal(float)
    picked = Signal(int, int)

    def __init__(
        self,
        title: str,
        caption: str = "",
        x_title: str = tr("Step"),
        value_text: Callable[[float], str] | None = None,
        x_text: Callable[[float], str] | None = None,
        empty: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, caption, parent)
        self._x_title, self._default_x_text = x_title, x_text or formats.count
        self._x_text = self._default_x_text
        self._value_text = value_text
        self._x_range: tuple[float, float] | None = None
        self.canvas = HeatCanvas(title, empty)
        self.set_parts(self.canvas, lambda: self.table, lambda: self.table.csv())
        self.readout, self.legend = Readout(), ColourBar(self._text)
        self._foot = QWidget()
        self.readout.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        arrange_columns((self.readout, 1), self.legend, on=self._foot, spacing=None)
        self.add_readout(self._foot)
        self.canvas.moved.connect(self._moved)
        self.canvas.picked.connect(self.picked)
        self.set_grid(None)

    def scale_text(self) -> str:
        """Return the lowest and highest value of the colours, for a card too small for their legend."""
        grid = self.canvas.grid()
        low, high = grid.scale() if grid is not None else (0.0, 1.0)
        return tr("{low} to {high}", low=self._text(low), high=self._text(high))

    def _text(self, value: float) -> str:
        if self._value_text is not None:
            return self._value_text(value)
        grid = self.canvas.grid()
        most = max(map(abs, grid.scale())) if grid is not None else 1.0
        if most < 1e-3 or most >= 1e4:
            return formats.short(value)
        return formats.fixed(value, max(0, 2 - math.ceil(math.log10(most / 2) - 1e-9)))

    @cached_property
    def table(self) -> CurveTable:
        """The table of the map."""
        table = CurveTable(tr("{title}, as a table", title=self.title.text()), self._x_title, self._text)
        table.setParent(self)
        self._fill(table)
        return table

    def _fill(self, table: CurveTable) -> None:
        grid = self.canvas.grid()
        table.set_curves(grid.as_curves() if grid is not None else [])
        named = grid is not None and grid.named
        table.set_format(self._x_title, self._text, self._column_name if named else None)

    def _renew_table(self) -> None:
        if "table" in vars(self):
            self._fill(self.table)

    def _column_name(self, x: float) -> str:
        grid = self.canvas.grid()
        return grid.columns[int(x)] if grid is not None and grid.named else self._x_text(x)

    # -- data ----------------------------------------------------------------------------------------------

    def set_grid(self, grid: HeatGrid | None) -> None:
        """Show ``grid`` (None: nothing). The marked cell stays in place while the map grows."""
        before = self.canvas.grid()
        if grid is not None and not grid.values.size:
            grid = None
        changed = not (grid is None and before is None) and (grid is None or not grid.same_as(before))
        if grid is not None and before is not None and (grid.rows, grid.named) != (before.rows, before.named):
            self.canvas.mark(None)
        if changed or before is None:
            self.canvas.set_grid(grid, self._full_x(grid))
            if self.canvas.cell is not None and (grid is None or self._outside(self.canvas.cell)):
                self.canvas.mark(None)
            self._renew_table()
        self.legend.set_levels(grid.scale() if grid is not None else None)
        self._read_out()

    def grid(self) -> HeatGrid | None:
        """Return the grid shown."""
        return self.canvas.grid()

    def _outside(self, cell: tuple[int, int]) -> bool:
        grid = self.canvas.grid()
        return grid is None or cell[0] >= grid.values.shape[0] or cell[1] >= grid.values.shape[1]

    def _full_x(self, grid: HeatGrid | None) -> tuple[float, float]:
        if grid is not None and grid.named:
            return -0.5, len(grid.columns) - 0.5
        if self._x_range is not None:
            return self._x_range
        if grid is None:
            return 0.0, 1.0
        low, high = float(grid.places()[0]), float(grid.places()[-1])
        return (low, high) if high > low else (low, low + 1.0)

    def set_x_range(self, low: float | None, high: float | None = None) -> None:
        """Fix the x range, for example to the whole of a running run. None: the measured range."""
        limits = None if low is None or high is None or high <= low else (float(low), float(high))
        if limits != self._x_range:
            self._x_range = limits
            self.canvas.set_grid(self.canvas.grid(), self._full_x(self.canvas.grid()))

    def set_x_text(self, title: str, text: Callable[[float], str] | None = None) -> None:
        """Change the name of x (step, epoch, head) and its format (None: the initial one)."""
        label = text or self._default_x_text
        if (title, label) == (self._x_title, self._x_text):
            return
        self._x_title, self._x_text = title, label
        self.canvas.set_texts(text, None)
        self._renew_table()
        self._read_out()

    def set_value_text(self, text: Callable[[float], str] | None) -> None:
        """Change the format of values (None: by the levels)."""
        self._value_text = text
        self.legend.set_levels(self.canvas.grid().scale() if self.canvas.grid() else None)  # type: ignore[union-attr]
        self._read_out()

    def set_guides(self, guides: Sequence[GuideLine]) -> None:
        """Set the guides at stage boundaries."""
        self.canvas.set_guides(guides)

    def set_empty(self, text: str) -> None:
        """Set the text shown while the map has no data."""
        self.canvas.empty = text
        self.canvas.update()

    @property
    def shares_x(self) -> bool:
        """Whether it shares its x with other plots, for :class:`workbench.plots.linked.LinkedZoom`."""
        grid = self.canvas.grid()
        return grid is not None and not grid.named

    # -- marked cell ---------------------------------------------------------------------------------------

    def mark(self, row: int, column: int) -> None:
        """Mark a cell without a signal. The readout follows. Cells outside the map are ignored."""
        if row >= 0 and column >= 0 and not self._outside((row, column)):
            self.canvas.mark((row, column))
            self._read_out()

    def cell(self) -> tuple[int, int] | None:
        """(row, column) of the marked cell."""
        return self.canvas.cell

    def set_cross(self, x: float | None) -> None:
        """Mark the column at ``x``, in the marked row, without a signal. None: no cell."""
        grid = self.canvas.grid()
        if x is None or math.isnan(x):
            self.canvas.mark(None)
        elif grid is not None and not grid.named and (column := grid.column_at(x)) is not None:
            row = self.canvas.cell[0] if self.canvas.cell is not None else self._top(grid, column)
            self.canvas.mark((row, column))
        self._read_out()

    @staticmethod
    def _top(grid: HeatGrid, column: int) -> int:
        finite_rows = np.flatnonzero(np.isfinite(grid.values[:, column]))
        return int(finite_rows[-1]) if len(finite_rows) else len(grid.rows) - 1

    def _moved(self, row: int, column: int) -> None:
        self._read_out()
        grid = self.canvas.grid()
        if grid is not None and not grid.named:
            self.cross_moved.emit(float(grid.places()[column]))
        self.moved.emit(row, column)

    def _read_out(self) -> None:
        grid, cell = self.canvas.grid(), self.canvas.cell
        if grid is None:
            self.readout.set_readout("", [])
        elif cell is None or self._outside(cell):
            self.readout.set_readout(tr("Hover over a cell, or use the arrow keys"), [])
        else:
            row, column = cell
            value, name = float(grid.values[row, column]), grid.rows[row]
            if grid.named:
                at = f"{name}, {_small(grid.columns[column])}"
            else:
                at = f"{self._x_title} {self._x_text(float(grid.places()[column]))}, {_small(name)}"
            self.readout.set_readout(
                at, [(0, self._text(value) if value == value else tr("not measured"), "")]
            )
            self.canvas.setAccessibleDescription(self.readout.accessibleName())

    # -- table and export ----------------------------------------------------------------------------------

    def picture(self) -> PlotPicture:
        return PlotPicture(
            (self.figure, self.legend), self.title.text(), self.caption.text(), x_name=self._x_title
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.canvas.update()


def _small(name: str) -> str:
    """Return a row's name within a sentence: "layer 10"."""
    return name[:1].lower() + name[1:]
