"""The columns of settings in the Compare page's table. What equals the baseline is grey, the rest bold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Protocol

from workbench.language import tr, tr_engine
from workbench.pages.compare.rows import MISSING, ComparisonTableRow, format_value, sort_value
from workbench.tables import TableColumn

if TYPE_CHECKING:
    from engine.analysis.comparison import Comparison, ComparisonColumn, ComparisonRow

MAX_NOTE_VALUES, MAX_NOTE_LENGTH = 2, 10
"""Values behind an option's kind, and the letters of one: a path is for the tip."""


class HasValues(Protocol):
    """A row of the comparison or of the table: its values by the key of the column."""

    @property
    def values(self) -> Mapping[str, object]: ...


def setting_columns(
    comparison: Comparison, reference: ComparisonRow
) -> list[TableColumn[ComparisonTableRow]]:
    """Return a column for each setting that is shown, held against ``reference``.

    Where only settings that differ are shown, those within an option stand behind its kind if they say nothing alone.
    """
    settings = [column for column in comparison.columns if column.kind == "setting"]
    every = len(settings) > comparison.differing
    band = (
        tr(
            "All {settings} settings, {differing} differ",
            settings=comparison.settings,
            differing=comparison.differing,
        )
        if every
        else tr(
            "What differs, {differing} of {settings}",
            differing=comparison.differing,
            settings=comparison.settings,
        )
    )
    folded = {} if every else settings_within_options(comparison)
    within = {column.key for parts in folded.values() for column in parts}
    columns: list[TableColumn[ComparisonTableRow]] = []
    for column in settings:
        if column.key in within:
            continue
        parts = folded.get(column.key, [])
        columns.append(
            TableColumn(
                column.key,
                tr_engine(column.label),
                _setting_width(column, comparison, parts),
                value=format_value(column),
                note=partial(_option_note, columns=parts) if parts else None,
                tip=partial(_option_tip, columns=parts) if parts else None,
                color=_equal(column.key, reference),
                bold=_different(column.key, reference, len(comparison.rows)),
                sort=sort_value(column.key),
                group=band,
                head_tip=column.key,
            )
        )
    return columns


def settings_within_options(comparison: Comparison) -> dict[str, list[ComparisonColumn]]:
    """By the column of an option's kind the columns of its settings that say nothing by themselves.

    They are those that only rows with that option have, and all the same: such a column would be a row of dashes with
    one value. The value stands behind the kind instead.
    """
    settings = [column for column in comparison.columns if column.kind == "setting"]
    kinds = {column.key.removesuffix("kind") for column in settings if column.key.endswith(".kind")}
    folded: dict[str, list[ComparisonColumn]] = {}
    for column in settings:
        option = next(
            (kind for kind in kinds if column.key.startswith(kind) and column.key != f"{kind}kind"), None
        )
        values = [row.values.get(column.key) for row in comparison.rows]
        present = {repr(value) for value in values if value is not None}
        if option is not None and len(present) <= 1 and None in values:
            folded.setdefault(f"{option}kind", []).append(column)
    return folded


def _parts(row: HasValues, columns: list[ComparisonColumn]) -> list[tuple[str, str]]:
    """(label, value) of the settings of an option that a row has; no more than a dash is nothing."""
    from engine.analysis.comparison import format_cell

    texts = [
        (tr_engine(column.label), tr_engine(format_cell(column, row.values.get(column.key))))
        for column in columns
    ]
    return [(label, text) for label, text in texts if text != MISSING]


def _option_note(row: HasValues, columns: list[ComparisonColumn]) -> str:
    short = [text for _, text in _parts(row, columns) if len(text) <= MAX_NOTE_LENGTH]
    return ", ".join(short[:MAX_NOTE_VALUES])


def _option_tip(row: HasValues, columns: list[ComparisonColumn]) -> str:
    return "\n".join(f"{label}: {text}" for label, text in _parts(row, columns))


def _setting_width(column: ComparisonColumn, comparison: Comparison, parts: list[ComparisonColumn]) -> int:
    from engine.analysis.comparison import format_cell

    is_only = sum(c.kind == "setting" for c in comparison.columns) == 1  # the band's words need room
    texts = [format_cell(column, r.values.get(column.key)) for r in comparison.rows]
    notes = [_option_note(r, parts) for r in comparison.rows]
    longest = max([len(column.label), *(len(f"{a} {b}") for a, b in zip(texts, notes, strict=True))])
    return min(220, max(176 if is_only else 72, 24 + 7 * longest))


def _equal(key: str, reference: ComparisonRow) -> Callable[[ComparisonTableRow], str | None]:
    return lambda row: "text3" if row.values.get(key) == reference.values.get(key) else None


def _different(key: str, reference: ComparisonRow, count: int) -> Callable[[ComparisonTableRow], bool]:
    return lambda row: count > 1 and row.values.get(key) != reference.values.get(key)
