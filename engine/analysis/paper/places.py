"""Where runs belong in the paper's tables, and what the paper has there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.analysis.paper.published import published_table
from engine.analysis.paper.table import plan_table
from engine.errors import UserError
from engine.spec.recipes import Recipe, find_recipe
from engine.store.rows import RunRow


@dataclass(frozen=True)
class PublishedPlace:
    """A cell of a table of the paper: its error in percent; ``comparable``: data and encoder are the paper's."""

    table: str
    row: str
    column: str
    error: float
    comparable: bool


def published_places(rows: Iterable[RunRow], measure: str) -> dict[int, PublishedPlace]:
    """Return, by run, the place in a table of the paper that a recipe's run fills and whose number is published.

    Args:
        rows: runs; one counts when it carries the recipe's name and nothing that changes results differs from it.
        measure: the field of a run that the table has to be about, ``test`` or ``validation_last``.
    """
    known: dict[str, dict[str, PublishedPlace]] = {}
    found = {}
    for row in rows:
        if row.recipe not in known:
            known[row.recipe] = _places_of_recipe(row.recipe, measure) if row.recipe else {}
        if (place := known[row.recipe].get(row.group_identity)) is not None:
            found[row.id] = place
    return found


def _places_of_recipe(label: str, measure: str) -> dict[str, PublishedPlace]:
    """Return the places of a recipe's table that have a published number, by the group identities of their runs."""
    try:
        recipe: Recipe = find_recipe(label)
    except UserError:  # it is no longer here
        return {}
    if recipe.layout is None:
        return {}
    paper, comparable = published_table(recipe.layout.table), recipe.size in ("paper", "")
    if paper.measure != measure:
        return {}
    found: dict[str, PublishedPlace] = {}
    for (row, column), cell in plan_table(recipe).cells.items():
        error = paper.values.get(row, {}).get(column)
        if error is not None:
            place = PublishedPlace(paper.name, row, column, error, comparable)
            found |= dict.fromkeys(cell.groups, place)
    return found
