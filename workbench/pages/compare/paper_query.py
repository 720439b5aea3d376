"""Data of the Paper view of the Compare page, read from the store in one go (in the reader thread). No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.analysis.paper.formats import FigureLine, mean_courses, own_lines, published_lines
from workbench.language import tr, tr_engine

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
class PaperResults:
    """A filled table (``engine.analysis.paper.table.PaperTable``) and, for a figure, its lines: ours and the paper's.

    ``ticks`` are the names of the places 0, 1, 2... on x, empty where x is a number of updates.
    """

    table: PaperTable
    ours: tuple[FigureLine, ...] = ()
    published: tuple[FigureLine, ...] = ()
    ticks: tuple[str, ...] = ()


def paper_table_choices(_store: Store) -> list[PaperTableChoice]:
    """The tables there are to choose from."""
    from engine.analysis.paper.table import recipes_with_tables

    choices = []
    for each in recipes_with_tables():
        assert each.layout is not None
        choices.append(PaperTableChoice(each.name, _title_of(each.layout.table), tuple(each.plans)))
    return sorted(choices, key=lambda choice: (choice.name.startswith("figure"), choice.name))


def _title_of(table: str) -> str:
    """Return the title of a table or figure of the paper in the window's language: ``Table 2  Long texts``."""
    from engine.analysis.paper.published import published_table

    kind, _, number = table.partition("-")
    title = tr_engine(published_table(table).title)
    if kind == "figure":
        return tr("Figure {number}  {title}", number=number, title=title)
    return tr("Table {number}  {title}", number=number, title=title)


def load_paper_results(store: Store, name: str, size: str) -> PaperResults:
    """Return the table that the recipe ``name`` fills in a size; no size: that with the most results."""
    from engine.analysis.paper.table import fill_table

    table = fill_table(store, name, size)
    if table.published.figure == "curves":
        return PaperResults(table, mean_courses(store, table), published_lines(table, table.published.x))
    if table.published.figure == "points":
        places = np.arange(len(table.columns), dtype=float)
        return PaperResults(table, own_lines(table), published_lines(table, places.tolist()), table.columns)
    return PaperResults(table)
