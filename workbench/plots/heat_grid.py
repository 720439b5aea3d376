"""Data of a heat map: a grid of values with named rows, over measured steps or named columns."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from workbench.plots.curve import Array, PlotCurve


@dataclass(frozen=True, eq=False)
class HeatGrid:
    """Values of R rows and C columns.

    Args:
        values: shape (R, C). The first row is drawn at the bottom. NaN is blank: nothing could be measured.
        rows: R names.
        x: shape (C,), ascending: where on the x axis each column was measured, however unevenly.
        columns: C names in place of ``x``. The columns are then equally wide.
        levels: (value at the first colour, value at the last). The first colour is that of the ground, so a measure
            whose 1 means "unchanged" has its levels from 1 downwards. None: from 0 to just above the largest value.
    """

    values: Array
    rows: tuple[str, ...]
    x: Array | None = None
    columns: tuple[str, ...] = ()
    levels: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", np.asarray(self.values, dtype=np.float64))
        if self.x is not None:
            object.__setattr__(self, "x", np.asarray(self.x, dtype=np.float64))
        shape = (len(self.rows), len(self.columns) if self.x is None else len(self.x))
        if self.values.shape != shape:
            raise ValueError(f"a grid of {shape} rows and columns has no values of shape {self.values.shape}")

    @property
    def named(self) -> bool:
        """Whether the columns have names instead of places."""
        return self.x is None

    def places(self) -> Array:
        """Return where each column stands on the x axis, shape (C,)."""
        return np.arange(len(self.columns), dtype=np.float64) if self.x is None else self.x

    def borders(self) -> Array:
        """Return where cells meet, shape (C + 1,): midway between two measurements.

        The first cell begins, and the last one ends, where it was measured: nothing is said of the time before and
        after. Named columns are one wide.
        """
        places = self.places()
        if self.x is None:
            return np.append(places - 0.5, len(places) - 0.5)
        if not len(places):
            return np.empty(0)
        return np.concatenate([places[:1], (places[1:] + places[:-1]) / 2, places[-1:]])

    def column_at(self, x: float) -> int | None:
        """Return the column whose cell is at ``x``, or the nearest one, or None where there is no column."""
        places = self.places()
        if not len(places) or math.isnan(x):
            return None
        inner = self.borders()[1:-1]
        return int(np.searchsorted(inner, x, side="right"))

    def row_at(self, y: float) -> int | None:
        """Return the row at ``y`` (rows stand at 0, 1, ...), or the nearest one, or None where there is no row."""
        if not self.rows or math.isnan(y):
            return None
        return min(max(round(y), 0), len(self.rows) - 1)

    def scale(self) -> tuple[float, float]:
        """Return the levels, found from the values where none were given."""
        if self.levels is not None:
            return self.levels
        finite = self.values[np.isfinite(self.values)]
        low = min(0.0, float(finite.min(initial=0.0)))
        high = _just_above(float(finite.max(initial=0.0)))
        return low, high if high > low else low + 1.0

    def shares(self) -> Array:
        """Return the place of each value between the levels, 0 to 1, shape (R, C); NaN stays NaN."""
        first, last = self.scale()
        share: Array = np.clip((self.values - first) / (last - first), 0.0, 1.0)
        return share

    def as_curves(self) -> list[PlotCurve]:
        """Return the rows as curves over the columns, the topmost first, for the table and CSV."""
        return [
            PlotCurve(name, self.places(), self.values[row], label=name)
            for row, name in reversed(list(enumerate(self.rows)))
        ]

    def same_as(self, other: HeatGrid | None) -> bool:
        """Return whether drawing ``other`` would give the same picture."""
        return other is self or (
            other is not None
            and (self.rows, self.columns, self.scale()) == (other.rows, other.columns, other.scale())
            and np.array_equal(self.places(), other.places())
            and np.array_equal(self.values, other.values, equal_nan=True)
        )


def _just_above(value: float) -> float:
    """Return the next number of two digits, so that a legend reads well and does not jump with each new value."""
    if value <= 0:
        return value
    power = 10.0 ** (math.floor(math.log10(value)) - 1)
    return math.ceil(value / power - 1e-9) * power
