"""Start of the rows of a table: below other lines, the header, and lines that continue the header.

Spreadsheets have ``sep=;`` or a title above the table. Survey programs write each question below its number, others a
row of units.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mode

from engine.data.column_names import fits_values, has_header, header_names, is_usual_name, values_kind

_LEAST_ROWS = 5
"""Minimum number of rows to determine the kind of a column."""
_ABOVE = re.compile(r"\s*(sep=.?$|# )", re.IGNORECASE)


@dataclass(frozen=True)
class TableStart:
    """The start of a table.

    Attributes:
        first_row: index of the first row of values.
        header: cells of the header, empty without one.
        names: names of the columns.
        notes: notes on lines that are left out above and below the header.
    """

    first_row: int
    header: Sequence[str]
    names: list[str]
    notes: tuple[str, ...]

    @property
    def has_header(self) -> bool:
        """Whether the columns have names of their own."""
        return bool(self.header)


def find_table_start(
    rows: Sequence[Sequence[str]], header: str, name: str, *, keeps_captions: bool
) -> TableStart:
    """Return the start of the table in ``rows``, the first ones of file ``name``. Rows may lack their last cells.

    Args:
        header: "yes", "no" or "auto": whether the first row of the table is a header.
        keeps_captions: whether rows that continue the header are kept as rows.
    """
    skipped = _count_above(rows)
    if header != "yes" and not has_header(rows[skipped:]):  # what looks like a title may be a row
        skipped = int(len(rows) > 1 and rows[0][0].strip().casefold().startswith("sep="))
    table = rows[skipped:]
    has_names = header == "yes" or (header == "auto" and has_header(table))
    captions = 0 if not has_names or keeps_captions else _count_captions(table)
    excerpts = [", ".join(filter(None, map(str.strip, row)))[:60] for row in (rows[0], *table[1:2])]
    notes = []
    if skipped:
        notes.append(f"Lines left out above the table in {name}: {skipped} ({excerpts[0]}).")
    if captions:
        notes.append(f"Lines left out below the header in {name}: {captions} ({excerpts[1]}).")
    names = header_names(table[0]) if has_names else [str(i + 1) for i in range(len(table[0]))]
    return TableStart(skipped + has_names + captions, table[0] if has_names else (), names, tuple(notes))


def _count_above(rows: Sequence[Sequence[str]]) -> int:
    """Return the number of lines above the table: a title, a comment, Excel's ``sep=;``."""
    filled = [[cell for cell in row if cell.strip()] for row in rows]
    width, filled_width = mode(map(len, rows)), mode(map(len, filled))
    for index, (row, cells) in enumerate(zip(rows[:20], filled, strict=False)):
        is_title = filled_width > 1 and len(cells) <= 1 and (row[0].strip() or not cells)
        is_narrow = 2 * len(row) <= width
        if not _ABOVE.match(row[0]) and not ((is_title or is_narrow) and not any(map(is_usual_name, cells))):
            return index if index < len(rows) - 1 else 0
    return 0


def _count_captions(table: Sequence[Sequence[str]]) -> int:
    """Return the number of rows that continue the header: their cells differ in kind from those below.

    Columns of numbers, dates, codes or few values are the evidence.
    """
    for count in range(min(2, len(table) - 1 - _LEAST_ROWS), 0, -1):
        if all(_is_caption(row, table[1 + count :]) for row in table[1 : 1 + count]):
            return count
    return 0


def _is_caption(row: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    evidence = 0.0
    for index, cell in enumerate(map(str.strip, row)):
        values = [each[index].strip() for each in rows if index < len(each) and each[index].strip()]
        if len(values) >= _LEAST_ROWS and values_kind(values):
            if cell and fits_values(cell, values):
                return False
            evidence += 1 if cell else 0.3 * (len(values) == len(rows))
    return evidence >= 1.5
