"""Data of the Paper view of the Compare page, read from the store in one go (in the reader thread). No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.analysis.curves.aligned import MeanCurve, merge_repetitions

if TYPE_CHECKING:
    from engine.analysis.paper.table import PaperTable
    from engine.store import Store


@dataclass(frozen=True)
class PaperTableChoice:
    """A recipe that fills a table of the paper, and its sizes."""

    name: str
    title: str
    sizes: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class FigureLine:
    """One line of a figure: names of the places on x, and errors in percent; ``low`` and ``high`` are an interval."""

    name: str
    x: np.ndarray
    y: np.ndarray
    low: np.ndarray | None = None
    high: np.ndarray | None = None


@dataclass(frozen=True, eq=False)
class PaperResults:
    """A filled table (``engine.analysis.paper.table.PaperTable``) and, for a figure, its lines: ours and the paper's.

    ``ticks`` are the names of the places 0, 1, 2... on x; empty where x is a number of updates.
    """

    table: PaperTable
    ours: tuple[FigureLine, ...] = ()
    published: tuple[FigureLine, ...] = ()
    ticks: tuple[str, ...] = ()


def paper_table_choices(_store: Store) -> list[PaperTableChoice]:
    """The tables there are to choose from."""
    from engine.analysis.paper.published import published_table
    from engine.analysis.paper.table import recipes_with_tables

    made = []
    for each in recipes_with_tables():
        assert each.layout is not None
        title = f"{each.name.replace('-', ' ').capitalize()}  {published_table(each.layout.table).title}"
        made.append(PaperTableChoice(each.name, title, tuple(each.plans)))
    return sorted(made, key=lambda choice: (choice.name.startswith("figure"), choice.name))


def load_paper_results(store: Store, name: str, size: str) -> PaperResults:
    """Return the table that the recipe ``name`` fills in a size; no size: that with the most results."""
    from engine.analysis.paper.table import fill_table

    table = fill_table(store, name, size)
    if table.published.figure == "curves":
        return PaperResults(table, _curves(store, table), _published(table, table.published.x))
    if table.published.figure == "points":
        places = np.arange(len(table.columns), dtype=float)
        return PaperResults(table, _ours(table), _published(table, places.tolist()), table.columns)
    return PaperResults(table)


def _ours(table: PaperTable) -> tuple[FigureLine, ...]:
    made = []
    for row in table.rows:
        cells = [(float(i), table.cells[row, column]) for i, column in enumerate(table.columns)]
        known = [(i, cell.ours.mean, cell.low, cell.high) for i, cell in cells if cell.ours is not None]
        if known:
            x, y, low, high = (np.array(part, float) for part in zip(*known, strict=True))  # None becomes NaN
            whole = not np.isnan(low).any()
            made.append(FigureLine(row, x, y, low if whole else None, high if whole else None))
    return tuple(made)


def _published(table: PaperTable, places: Sequence[float]) -> tuple[FigureLine, ...]:
    made = []
    for row, values in table.published.values.items():
        found = [
            (place, values[column])
            for place, column in zip(places, table.columns, strict=False)
            if values.get(column) is not None
        ]
        if found:
            made.append(FigureLine(row, np.array([x for x, _ in found]), np.array([y for _, y in found])))
    return tuple(made)


def _curves(store: Store, table: PaperTable) -> tuple[FigureLine, ...]:
    """Validation error over updates for each row, the mean over its runs."""
    from engine.store import metrics

    raw = metrics.read_curves(store, list(table.runs), ["validation/error"])
    made = []
    for row in table.rows:
        runs = table.cells[row, table.columns[0]].runs
        curves = [raw[run, "validation/error"] for run in runs if (run, "validation/error") in raw]
        merge: MeanCurve | None = merge_repetitions(
            [(np.asarray(c.step, float), c.value) for c in curves if len(c.step)]
        )
        if merge is not None:
            made.append(FigureLine(row, merge.x, merge.y, merge.low, merge.high))
    return tuple(made)
