"""The rows of the Compare page's table: what a column reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.analysis.run_looks import distinct_slots
from workbench.language import tr, tr_engine
from workbench.look import formats

if TYPE_CHECKING:
    from engine.analysis.comparability import MeasuredOn
    from engine.analysis.comparison import Comparison, ComparisonColumn
    from engine.analysis.verdicts.verdict import MetricDifference
    from workbench.pages.compare.query import ComparisonData

MISSING = "–"


@dataclass(frozen=True)
class ComparisonTableRow:
    """One row of the table.

    Attributes:
        id: the row's first run, which identifies it.
        runs: all its runs; more than one where those that differ only in their seeds share a row.
        slot: the series that colours its curve, ``drawn`` whether that is shown.
        values: by the key of the column, as ``engine.analysis.comparison.ComparisonRow`` has them.
        baseline: whether it is the row that others are held against.
        against: its difference to the baseline; None for that row, and where there is nothing to compare.
        measured_on: the texts its errors are of; only errors on the same texts are subtracted.
    """

    id: int
    runs: tuple[int, ...]
    name: str
    slot: int
    drawn: bool
    values: Mapping[str, object]
    baseline: bool
    against: MetricDifference | None
    measured_on: MeasuredOn | None


def rows(view: ComparisonData, hidden: set[int]) -> list[ComparisonTableRow]:
    """Return the rows of the table; ``id`` is the row's first run, ``slot`` its series."""
    names, slots = shown_names(view.comparison), shown_slots(view.comparison)
    return [
        ComparisonTableRow(
            id=row.runs[0],
            runs=row.runs,
            name=names[row.runs[0]],
            slot=slots[row.runs[0]],
            drawn=row.runs[0] not in hidden,
            values=row.values,
            baseline=row.runs[0] == view.baseline,
            against=view.against.get(row.runs[0]),
            measured_on=row.measured_on,
        )
        for row in view.comparison.rows
    ]


def shown_names(comparison: Comparison) -> dict[int, str]:
    """Distinctive names by the row's first run, with the run's number where two are alike."""
    from engine.analysis.comparison import distinctive_names

    names = distinctive_names([row.name for row in comparison.rows])
    often = Counter(names)
    return {
        row.runs[0]: tr("{name}, run {runs}", name=name, runs=row.runs[0]) if often[name] > 1 else name
        for row, name in zip(comparison.rows, names, strict=True)
    }


def differing_settings(comparison: Comparison) -> list[str]:
    """Return the settings in which the runs differ but for seeds, as the store names them."""
    keys = [column.key for column in comparison.columns if column.kind == "setting"]
    return [key for key in keys if not key.startswith("seed")]


def shown_slots(comparison: Comparison) -> dict[int, int]:
    """Return colours by the row's first run: the run's own, but for rows that would then look like one before them."""
    return distinct_slots({row.runs[0]: row.slot for row in comparison.rows})


def cell_value(value: object) -> float | None:
    """Return the number behind a cell: the mean of several runs, or the value itself."""
    value = getattr(value, "mean", value)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def format_value(column: ComparisonColumn, interval: bool = False) -> Callable[[ComparisonTableRow], str]:
    """Return what writes a row's value under ``column``."""
    from engine.analysis.comparison import format_cell

    def text(row: ComparisonTableRow) -> str:
        value = row.values.get(column.key)
        if column.key == "forgetting/factor":
            value = cell_value(value)  # its interval is the note behind it
        cell = tr_engine(format_cell(column, value, interval))
        return cell if column.kind == "setting" else cell.replace("-", formats.MINUS)

    return text


def sort_value(key: str) -> Callable[[ComparisonTableRow], object]:
    """Return what a row is sorted by under ``key``."""

    def value(row: ComparisonTableRow) -> object:
        cell = row.values.get(key)
        return cell if isinstance(cell, str) else cell_value(cell)

    return value
