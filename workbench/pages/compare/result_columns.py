"""The columns of results in the Compare page's table: errors, forgetting and cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from workbench.language import tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.compare.rows import (
    MISSING,
    ComparisonTableRow,
    cell_value,
    format_value,
    sort_value,
)
from workbench.tables import TableColumn

if TYPE_CHECKING:
    from engine.analysis.comparison import Comparison, ComparisonColumn

ERRORS = tr("Error")
RESULTS = tr("Results")
FURTHER = tr("Other metrics")
"""The bands over the errors, over what runs with another main metric reached, and over other metrics beside errors."""
_BANDS = {"measure": ERRORS, "forgetting": tr("Forgetting"), "cost": tr("Cost")}
WIDTHS = {"test": 112, "n": 56, "steps": 64, "active_seconds": 64}
WIDTHS |= {"forgetting/factor": 72, "forgetting/cost_share": 104, "forgetting/drift": 72}
GROUPED_WIDTHS = {"forgetting/factor": 136, "forgetting/drift": 124}
MEASURE_WIDTH = 100
KEPT = ("test", "n")
"""Results that a table has whatever they are."""
HEAD_MARGIN, MOST_HEAD = 24, 200
"""In px at 100 %."""
SHORT = {
    "validation_best": tr("Best valid., %"),
    "validation_last": tr("Last valid., %"),
    "test": tr("Test at best, %"),
    "active_seconds": tr("Time"),
    "forgetting/factor": tr("Forgot"),
    "forgetting/forgetting": tr("F, points"),
    "forgetting/backward_transfer": tr("BWT, points"),
    "forgetting/cost_share": tr("Measuring, %"),
}


def result_columns(
    comparison: Comparison, interval: bool, all_columns: bool = True
) -> list[TableColumn[ComparisonTableRow]]:
    """Return a column for each measure and cost; ``interval``: what stands behind ± is half the 95 % interval.

    ``all_columns``: those too that tell nothing, being equal in all rows or equal to the test's.
    """
    from engine.analysis.comparison import COLUMN_MEANINGS, MAIN_COLUMNS, PERPLEXITY_FACTOR_KEY

    grouped = any(column.key == "n" for column in comparison.columns)
    half = tr("half the 95 % interval of the mean") if interval else tr("the standard deviation")
    columns: list[TableColumn[ComparisonTableRow]] = []
    bands = _BANDS if comparison.shows_errors else _BANDS | {"measure": RESULTS}
    for column in comparison.columns:
        if column.kind not in _BANDS or column.key == "validation_best_step":
            continue  # that step is the tip of the best error
        if not all_columns and _tells_nothing(column, comparison, interval):
            continue
        name = tr_engine(column.label)
        title = f"{name}, {tr_engine(column.unit)}" if column.unit else name
        further = comparison.shows_errors and column.key not in MAIN_COLUMNS
        band = FURTHER if further and column.kind == "measure" else bands[column.kind]
        # The short words are those of an error; another main metric is called by its name.
        renamed = column.key in MAIN_COLUMNS and not comparison.shows_errors
        head = title if renamed else SHORT.get(column.key, title)
        columns.append(
            TableColumn(
                column.key,
                head,
                max(_measure_width(column, grouped, comparison, interval), head_width(head)),
                align="right",
                value=_clock if column.key == "active_seconds" else format_value(column, interval),
                bold=(lambda r: True) if column.key == "test" else None,
                note=_ends(interval) if column.key == PERPLEXITY_FACTOR_KEY else None,
                tip=_at_step if column.key == "validation_best" else None,
                sort=sort_value(column.key),
                group=band,
                head_tip=tr("{title}. ± is {half} over seeds.", title=title, half=half)
                if column.kind == "measure"
                else tr_engine(COLUMN_MEANINGS.get(column.key, title)),
            )
        )
    return columns


def _tells_nothing(column: ComparisonColumn, comparison: Comparison, interval: bool) -> bool:
    """Return whether the column's cells are written alike in all rows, or as those of the test.

    The test itself and what was forgotten tell something even then.
    """
    from engine.analysis.comparison import format_cell

    if column.key in KEPT or column.kind == "forgetting" or len(comparison.rows) < 2:
        return False

    def texts(of: ComparisonColumn) -> list[str]:
        return [format_cell(of, row.values.get(of.key), interval) for row in comparison.rows]

    cells = texts(column)
    test = next((each for each in comparison.columns if each.key == "test"), None)
    return len(set(cells)) == 1 or (test is not None and column.unit == test.unit and cells == texts(test))


def head_width(title: str) -> int:
    """Return the width in px at 100 % of a head that is not cut, as far as that is not too wide."""
    return min(round(theme.text_width(title, "caption") / theme.sizes().scale) + HEAD_MARGIN, MOST_HEAD)


def _measure_width(column: ComparisonColumn, grouped: bool, comparison: Comparison, interval: bool) -> int:
    """Return the column's width in px at 100 %: figures are never cut."""
    from engine.analysis.comparison import format_cell

    if grouped and column.key == "forgetting/factor":
        return GROUPED_WIDTHS[column.key]  # figure and interval, both short
    least = GROUPED_WIDTHS.get(column.key, 0) if grouped else 0
    texts = (format_cell(column, row.values.get(column.key), interval) for row in comparison.rows)
    longest = max((len(text) for text in texts), default=0)
    return max(least or WIDTHS.get(column.key, MEASURE_WIDTH), 24 + 8 * longest if grouped else 0)


def _at_step(row: ComparisonTableRow) -> str:
    step = row.values.get("validation_best_step")
    sd = getattr(step, "sd", None)
    spread = "" if sd is None else f" ± {formats.count(sd)}"
    return (
        ""
        if step is None
        else tr("At step {cell_value}{spread}", cell_value=formats.count(cell_value(step)), spread=spread)
    )


def _clock(row: ComparisonTableRow) -> str:
    return formats.clock(cell_value(row.values.get("active_seconds"))) or MISSING


def _ends(interval: bool) -> Callable[[ComparisonTableRow], str]:
    """Return the ends of a factor's interval, where there are several runs."""

    def note(row: ComparisonTableRow) -> str:
        bounds = getattr(row.values.get("forgetting/factor"), "bounds", None)
        low, high = (None, None) if bounds is None else bounds(interval)
        return "" if low is None else f"{formats.fixed(low)}–{formats.fixed(high)}"

    return note
