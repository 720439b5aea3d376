"""Format copies of data sets as the paper's Table 1: Markdown with the published rows, CSV in full precision."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis import tables
from engine.analysis.tables import PlainTable
from engine.data.paper.table1 import COLUMNS, Table1Comparison, Table1Row


def to_markdown(comparisons: Sequence[Table1Comparison]) -> str:
    """Return a table with the published row under each row that has one, and the notes under the table."""
    rows = []
    for each in comparisons:
        rows.append(each.ours.cells())
        if each.paper is not None:
            title, *cells = each.paper.cells()
            rows.append([f"{title} (paper)", *cells])
    notes = [f"- {each.ours.title}: {' '.join(each.notes)}\n" for each in comparisons if each.notes]
    table = tables.to_markdown(
        PlainTable(COLUMNS, rows, numeric=[c not in ("Data set", "Type") for c in COLUMNS])
    )
    return table + ("\n" + "".join(notes) if notes else "")


def to_csv(comparisons: Sequence[Table1Comparison]) -> str:
    """Return the rows as CSV in full precision; the column ``copy`` is "here" or "paper"."""
    rows = []
    for each in comparisons:
        rows.append([each.source, "here", each.encoder, *each.ours.model_dump().values()])
        if each.paper is not None:
            rows.append([each.source, "paper", "", *each.paper.model_dump().values()])
    return tables.to_csv(PlainTable(["source", "copy", "encoder", *Table1Row.model_fields], rows))
