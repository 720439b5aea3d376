"""Runs as a table of two quantities: method × data, with the mean of a third in each cell and its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.analysis.evidence import looks_of_runs, looks_sentence
from engine.analysis.tables import PlainTable, TableDocument
from engine.analysis.verdicts.statistics import EQUAL_SEEDS, Spread, spread
from engine.data.catalogue import data_titles
from engine.errors import UserError, printable
from engine.formatting.numbers import plain
from engine.formatting.phrases import Phrase, phrase
from engine.spec.data import reads_generated
from engine.store import runs
from engine.store.database import Store
from engine.store.run_filters import quantity_title
from engine.store.test_looks import is_test_split

MOST_VALUES = 200
"""Rows, and columns, of a table at most; more is a sign that the wrong quantity was named."""
MISSING = "none"


@dataclass(frozen=True)
class PivotCell:
    """The runs of one cell: the spread of their values, their numbers, and whether they differ in seeds alone."""

    spread: Spread
    run_ids: tuple[int, ...]
    is_repetition: bool


@dataclass(frozen=True)
class Pivot:
    """A table of ``rows`` (values of ``by[0]``) by ``columns`` (of ``by[1]``) with the mean of ``value``.

    ``left_out``: how many of the finished runs asked for lack the value. ``generated``: whether any of the others read
    texts that a grammar has written. ``looks``: of a test value, how often the test texts have been looked at, in a
    sentence.
    """

    by: tuple[str, str]
    value: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: dict[tuple[str, str], PivotCell]
    left_out: int = 0
    generated: bool = False
    looks: str = ""


def build_pivot(
    store: Store,
    rows: str,
    columns: str,
    value: str = "test",
    where: str = "",
    ids: Sequence[int] | None = None,
) -> Pivot:
    """Return the table over finished runs, of those a filter is true of, or of those numbered ``ids``.

    Rows and columns stand in the order of their first runs, numbers from the smallest to the largest. Example: two
    rates on two data sets with two seeds each make two rows by two columns of two runs.

    Raises UserError for a name that no run has, for a value that is no number, and for too many rows or columns.
    """
    run_list = runs.list_runs(
        store, where=where, ids=ids, status=["finished"], order_by="id", descending=False, archived=None
    )
    values = runs.read_run_values(store, (rows, columns, value), [row.id for row in run_list])
    members: dict[tuple[str, str], list[tuple[int, float, tuple[str, str]]]] = {}
    left_out = 0
    for row in run_list:
        row_values = values[row.id]
        if (number := row_values[value]) is None:
            left_out += 1
            continue
        if isinstance(number, str):
            raise UserError(
                f"'{printable(value, 60)}' is not a number in run {row.id} ('{printable(number, 60)}').",
                place="value", remedy="Name a measure, such as test or test/macro_f1.",
            )  # fmt: skip
        if math.isfinite(number):
            place = (_text(rows, row_values[rows]), _text(columns, row_values[columns]))
            members.setdefault(place, []).append((row.id, float(number), row.repetition_key))
    names = [
        _unique_labels([(place[side], values[entries[0][0]][name]) for place, entries in members.items()])
        for side, name in enumerate((rows, columns))
    ]
    for name, labels in zip((rows, columns), names, strict=True):
        if len(labels) > MOST_VALUES:
            raise UserError(
                f"'{printable(name, 60)}' has {len(labels):,} values in these runs.",
                place="columns", remedy=f"Name a quantity with at most {MOST_VALUES} values, or filter the runs.",
            )  # fmt: skip
    cells = {}
    for place, entries in members.items():
        if (means := spread([number for _, number, _ in entries])) is not None:
            is_repetition = len({key for _, _, key in entries}) == 1
            numbers = tuple(number for number, _, _ in entries)
            cells[place] = PivotCell(means, numbers, is_repetition)
    used = {number for cell in cells.values() for number in cell.run_ids}
    generated = any(reads_generated(row.data) for row in run_list if row.id in used)
    tested_rows = [row for row in run_list if row.id in used] if is_test_split(value) else []
    looks = looks_sentence(looks_of_runs(store, tested_rows))
    return Pivot((rows, columns), value, names[0], names[1], cells, left_out, generated, looks)


def names_data(name: str) -> bool:
    """Return whether the values of a quantity name data sets: ``data``, ``data.source``, ``stages.0.data.source``."""
    return name == "data" or name.endswith("data.source")


def _unique_labels(entries: Sequence[tuple[str, float | str | None]]) -> tuple[str, ...]:
    """Return each text once: by its number where all values are numbers, else as they come; missing ones last."""
    numbers = {text: value for text, value in entries if isinstance(value, (int, float))}
    order = list(dict.fromkeys(text for text, _ in entries))
    if all(text in numbers or text == MISSING for text in order):
        order.sort(key=lambda text: numbers.get(text, math.inf))
    return tuple(order)


def _text(name: str, value: float | str | None) -> str:
    if value is None or value == "":
        return MISSING
    if isinstance(value, str):
        return data_titles(value) if names_data(name) else value
    return plain(value)


def cell_text(cell: PivotCell | None) -> str:
    """Return a cell in words: "26.70 ± 5.80 (3)": mean, half its 95 % interval, number of runs; alone "26.70".

    Of several runs with the same value, of which no interval can be made, "26.70 (3)".
    """
    if cell is None:
        return ""
    mean, half, n = cell.spread.mean, cell.spread.half_interval, cell.spread.n
    if half is not None:
        return f"{mean:.2f} ± {half:.2f} ({n})"
    return f"{mean:.2f} ({n})" if n > 1 else f"{mean:.2f}"


def pivot_table(pivot: Pivot) -> PlainTable:
    """Return the table as it is read."""
    lines = [
        [row, *(cell_text(pivot.cells.get((row, column))) for column in pivot.columns)] for row in pivot.rows
    ]
    return PlainTable([pivot.by[0], *pivot.columns], lines, [False, *(True for _ in pivot.columns)])


def pivot_document(pivot: Pivot) -> TableDocument:
    """Return the table for documents."""
    notes = pivot_notes(pivot)
    caption = " ".join([f"{pivot.value} by {' and '.join(pivot.by)}.", *notes])
    return TableDocument(pivot_records(pivot), pivot_table(pivot), caption, notes)


def pivot_records(pivot: Pivot) -> PlainTable:
    """Return a line for each cell in full precision, as CSV and JSON have it."""
    lines = [
        [row, column, cell.spread.mean, cell.spread.half_interval, cell.spread.sd, cell.spread.n,
         " ".join(map(str, cell.run_ids))]
        for row in pivot.rows for column in pivot.columns if (cell := pivot.cells.get((row, column))) is not None
    ]  # fmt: skip
    headings = [
        pivot.by[0],
        pivot.by[1],
        f"{pivot.value}, mean",
        "half 95 % interval",
        "s.d.",
        "runs",
        "run numbers",
    ]
    return PlainTable(headings, lines)


def pivot_notes(pivot: Pivot) -> list[str]:
    """Return the sentences that belong under the table."""
    notes: list[str] = []
    title = quantity_title(pivot.value)
    title = title if isinstance(title, Phrase) else phrase(title)
    if any(cell.spread.n > 1 for cell in pivot.cells.values()):
        notes.append(
            phrase(
                "{value}: mean ± half its 95 % t-interval over the runs of a cell (their number).",
                value=title,
            )
        )
    if any(cell.spread.n > 1 and cell.spread.half_interval is None for cell in pivot.cells.values()):
        notes.append(EQUAL_SEEDS)
    mixed = sum(not cell.is_repetition for cell in pivot.cells.values())
    if mixed:
        notes.append(
            phrase(
                "In {n} cell runs differ in more than their seeds: the interval is not one over seeds."
                if mixed == 1
                else "In {n} cells runs differ in more than their seeds: the interval is not one over seeds.",
                n=mixed,
            )
        )
    if pivot.generated:
        notes.append(phrase("Demonstration texts among them: such figures show how the program works."))
    if pivot.left_out:
        notes.append(
            phrase(
                "{value} is missing in {n} finished run."
                if pivot.left_out == 1
                else "{value} is missing in {n} finished runs.",
                n=pivot.left_out,
                value=title,
            )
        )
    if pivot.looks:
        notes.append(pivot.looks)
    return notes
