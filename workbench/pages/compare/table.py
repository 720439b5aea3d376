"""The table of the Compare page: columns made from a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from workbench.language import tr
from workbench.look.names import telling_ends
from workbench.pages.compare.result_columns import result_columns
from workbench.pages.compare.rows import ComparisonTableRow, shown_names
from workbench.pages.compare.setting_columns import setting_columns
from workbench.pages.compare.verdict_columns import verdict_columns
from workbench.tables import IntervalDelegate, Swatch, SwatchDelegate, TableColumn

if TYPE_CHECKING:
    from engine.analysis.comparison import Comparison
    from workbench.pages.compare.query import ComparisonData

NAME_WIDTHS = (168, 344)
"""The least and the most for names, which are whole in between. In px at 100 %."""
MOST_IN_FRONT = 3
"""Settings that stand before the results; more of them, which only scrolling would show, come after."""
FROZEN = 2
"""Columns that do not scroll: the curve's look and the name."""


def columns(
    view: ComparisonData,
    baseline: int,
    swatch: SwatchDelegate,
    forest: IntervalDelegate | None = None,
    all_columns: bool = True,
) -> list[TableColumn[ComparisonTableRow]]:
    """Return the columns for ``view`` with the row whose first run is ``baseline`` as what others are held against.

    ``forest`` paints the intervals of the differences; without it, or without differences, they are left out.
    ``all_columns``: results too that are equal in all rows, or equal to those on the test texts.
    """
    comparison = view.comparison
    reference = next((r for r in comparison.rows if r.runs[0] == baseline), comparison.rows[0])
    identity = _identity_columns(comparison, baseline, swatch)
    settings = setting_columns(comparison, reference)
    results = result_columns(comparison, view.interval, all_columns)
    # The verdict stands right behind the errors it is about, in sight without scrolling: many settings come last.
    behind = next(place for place, column in enumerate(results, 1) if column.key == "test")
    results[behind:behind] = verdict_columns(view, reference, forest)
    if len(settings) <= MOST_IN_FRONT:
        return [*identity, *settings, *results]
    return [*identity, *results, *settings]


def _identity_columns(
    comparison: Comparison, baseline: int, swatch: SwatchDelegate
) -> list[TableColumn[ComparisonTableRow]]:
    """Return what tells rows from each other: the look of the curve and the name."""
    names = shown_names(comparison)
    ends = dict(zip(names, telling_ends(list(names.values())), strict=True))
    return [
        TableColumn(
            "swatch", "", 44, value=lambda r: Swatch(r.slot, r.drawn), delegate=swatch, sortable=False
        ),
        TableColumn(
            "name",
            tr("Run"),
            _name_width(names, baseline),
            stretch=True,
            note=lambda r: tr("baseline") if r.id == baseline else "",
            keep=lambda r: ends.get(r.id, ""),
        ),
    ]


def _name_width(names: Mapping[int, str], baseline: int) -> int:
    """Return the width of the names in px at 100 %, so that what tells them apart is not cut."""
    longest = max(len(name) + (10 if run == baseline else 0) for run, name in names.items())
    return min(max(NAME_WIDTHS[0], 24 + 7 * longest), NAME_WIDTHS[1])


def has_forgetting(comparison: Comparison) -> bool:
    """Return whether any of the runs has measured what it forgot."""
    return any(column.kind == "forgetting" for column in comparison.columns)
