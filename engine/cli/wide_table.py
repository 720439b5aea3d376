"""Lay out a comparison for a terminal: a row per run where columns keep whole words, else a row per setting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cli.output import escape, plain_table

if TYPE_CHECKING:
    from rich.table import Table

    from engine.analysis.comparison import Comparison

GAP = 2
"""Blanks between columns."""
MOST_NEEDED = 24
"""Letters beyond which a word (a path, a list) may be cut, so that one does not decide over the layout."""
LEAST_CELL = 14
"""Letters of a run's column where runs stand beside each other."""


def comparison_tables(comparison: Comparison, width: int) -> list[Table]:
    """Return the table of ``palimpsest compare`` for ``width`` letters.

    Runs that differ in many settings would have columns of one letter: they stand beside each other then, as many as
    fit, with a row for each setting and measure, and the other runs below.
    """
    from engine.analysis.comparison import NUMERIC_KINDS, column_heading, format_cell

    columns = comparison.columns
    heads = [column_heading(column) for column in columns]
    cells = [[format_cell(c, row.values.get(c.key)) for c in columns] for row in comparison.rows]
    numeric = [column.kind in NUMERIC_KINDS for column in columns]
    needed = [_longest_word([head, *each]) for head, *each in zip(heads, *cells, strict=True)]
    if sum(needed) + GAP * (len(needed) - 1) <= width:
        table = plain_table()
        for head, number, least in zip(heads, numeric, needed, strict=True):
            table.add_column(
                escape(head), justify="right" if number else "left", overflow="fold", min_width=least
            )
        for row in cells:
            table.add_row(*map(escape, row))
        return [table]
    first = min(max(map(len, heads)), max(LEAST_CELL, width // 3))
    beside = max(1, (width - first) // (LEAST_CELL + GAP))
    return [
        _transposed(heads, cells[begin : begin + beside], first) for begin in range(0, len(cells), beside)
    ]


def _longest_word(texts: Sequence[str]) -> int:
    return max(min(len(word), MOST_NEEDED) for text in texts for word in [*text.split(), ""])


def _transposed(heads: Sequence[str], rows: Sequence[Sequence[str]], first: int) -> Table:
    """Return a table whose columns are ``rows``; their first cells, the names of runs, are its heads."""
    table = plain_table()
    table.add_column(escape(heads[0]), overflow="fold", min_width=first)
    for row in rows:
        table.add_column(escape(row[0]), overflow="fold", min_width=LEAST_CELL)
    for number, head in enumerate(heads[1:], 1):
        table.add_row(escape(head), *(escape(row[number]) for row in rows))
    return table
