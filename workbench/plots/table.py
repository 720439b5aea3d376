"""The accessible table of a plot, which is also the CSV export."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtGui import QShowEvent

from engine.formatting.spreadsheets import delimited_text
from workbench.language import tr
from workbench.look import formats
from workbench.plots.curve import Array, PlotCurve
from workbench.tables import RowsModel, TableColumn, TableView

WIDTH = 128
"""Width of a column, px at 100 %."""
Text = Callable[[float], str]


class CurveTable(TableView[int]):
    """x in the first column, then each curve's values (all of them, not decimated), filled when visible.

    Args:
        name: contents, for screen readers.
        x_title: name of x.
        y_text: format of values.
        x_name: the name of a position if x consists of named positions.
    """

    def __init__(self, name: str, x_title: str, y_text: Text, x_name: Text | None = None) -> None:
        self._format = x_title or "x", y_text, x_name
        self._curves: Sequence[PlotCurve] = ()
        self._is_stale = False
        self.rows: RowsModel[int] = RowsModel([], lambda place: place)
        super().__init__(self.rows, name)

    def set_format(self, x_title: str, y_text: Text, x_name: Text | None = None) -> None:
        """Change the name of x and the formats of both."""
        self._format = x_title or "x", y_text, x_name
        self.set_curves(self._curves)

    def set_curves(self, curves: Sequence[PlotCurve]) -> None:
        """Show the numbers of these curves. A curve with ``raw`` has a second column for it."""
        self._curves, self._is_stale = curves, True
        if self.isVisible():
            self._fill()

    def texts(self) -> list[list[str]]:
        """Return all cells as text, the heads first."""
        self._fill()
        return self.rows.texts()

    def _numbers(self) -> tuple[Array, list[tuple[str, Array]]]:
        """Return every x, and for each column its title and its values at these x, NaN for none."""
        x = np.unique(np.concatenate([c.x for c in self._curves])) if self._curves else np.empty(0)
        columns = []
        for curve in self._curves:
            name = curve.label or curve.key
            smoothed = tr("{name}, smoothed", name=name) if curve.raw is not None else name
            for title, values in ((smoothed, curve.y), (name, curve.raw)):
                if values is not None:
                    column = np.full(len(x), np.nan)
                    column[np.searchsorted(x, curve.x)] = values
                    columns.append((title, column))
        return x, columns

    def _fill(self) -> None:
        if not self._is_stale:
            return
        self._is_stale = False
        (x_title, y_text, x_name), (x, numbers) = self._format, self._numbers()
        columns = [
            TableColumn[int](
                "x",
                x_title,
                WIDTH,
                "right",
                text=x_name or formats.whole_or_short,
                value=lambda i: float(x[i]),
            )
        ]
        for index, (title, values) in enumerate(numbers):
            columns.append(TableColumn(f"{index}", title, WIDTH, "right", text=y_text, value=_getter(values)))
        self.rows.set_rows([])
        self.rows.set_columns(columns)
        self.rows.set_rows(range(len(x)))

    def csv(self) -> str:
        """Return all numbers in full precision, with a head line; empty cells where a curve has no value."""
        (x_title, _, x_name), (x, numbers) = self._format, self._numbers()
        rows: list[list[object]] = [[x_title, *(title for title, _ in numbers)]]
        for index, at in enumerate(x):
            rows.append([(x_name or float)(float(at)), *(_getter(values)(index) for _, values in numbers)])
        return delimited_text(rows)

    def showEvent(self, event: QShowEvent) -> None:
        self._fill()
        super().showEvent(event)


def _getter(values: Array) -> Callable[[int], float | None]:
    """Return a function from row to value, or None without a value."""
    return lambda place: None if np.isnan(values[place]) else float(values[place])
