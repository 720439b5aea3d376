"""Lines of a figure of the paper: ours and the published ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.analysis.curves.aligned import MeanCurve, merge_repetitions
from engine.store import metrics

if TYPE_CHECKING:
    from engine.analysis.paper.table import PaperTable
    from engine.store import Store


@dataclass(frozen=True, eq=False)
class FigureLine:
    """One line of a figure: names of the places on x, and errors in percent. ``low`` and ``high`` are an interval."""

    name: str
    x: np.ndarray
    y: np.ndarray
    low: np.ndarray | None = None
    high: np.ndarray | None = None


def own_lines(table: PaperTable) -> tuple[FigureLine, ...]:
    """Return the means of our runs along the columns of ``table``, a line for each row."""
    lines = []
    for row in table.rows:
        cells = [(float(i), table.cells[row, column]) for i, column in enumerate(table.columns)]
        known = [(i, cell.ours.mean, cell.low, cell.high) for i, cell in cells if cell.ours is not None]
        if known:
            x, y, low, high = (np.array(part, float) for part in zip(*known, strict=True))  # None becomes NaN
            has_interval = not np.isnan(low).any()
            lines.append(FigureLine(row, x, y, low if has_interval else None, high if has_interval else None))
    return tuple(lines)


def published_lines(table: PaperTable, places: Sequence[float]) -> tuple[FigureLine, ...]:
    """Return the paper's numbers of ``table``, its columns at ``places`` on x, a line for each row."""
    lines = []
    for row, values in table.published.values.items():
        points = [
            (place, values[column])
            for place, column in zip(places, table.columns, strict=False)
            if values.get(column) is not None
        ]
        if points:
            lines.append(FigureLine(row, np.array([x for x, _ in points]), np.array([y for _, y in points])))
    return tuple(lines)


def mean_courses(store: Store, table: PaperTable) -> tuple[FigureLine, ...]:
    """Return the validation error over updates for each row, the mean over its runs."""
    stored = metrics.read_curves(store, list(table.runs), ["validation/error"])
    lines = []
    for row in table.rows:
        runs = table.cells[row, table.columns[0]].runs
        curves = [stored[run, "validation/error"] for run in runs if (run, "validation/error") in stored]
        mean: MeanCurve | None = merge_repetitions(
            [(np.asarray(c.step, float), c.value) for c in curves if len(c.step)]
        )
        if mean is not None:
            lines.append(FigureLine(row, mean.x, mean.y, mean.low, mean.high))
    return tuple(lines)
