"""The average gain of Table 6: how much smaller errors are than those of one row, averaged over data sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.paper.cell import PaperCell
from engine.analysis.paper.published import PublishedTable

Cells = Mapping[tuple[str, str], PaperCell]
"""The cells of a table by (row, column)."""


@dataclass(frozen=True)
class AverageGain:
    """The average gain of one row, in percent.

    Attributes:
        row: the row's name.
        published: the paper's.
        ours: that of the finished runs, over ``data_sets`` data sets; None while there is none.
    """

    row: str
    published: float
    ours: float | None
    data_sets: int


def average_gains(paper: PublishedTable, columns: Sequence[str], cells: Cells) -> list[AverageGain]:
    """Return the gain of each row that ``paper`` gives one for: the mean over columns of (base - row) / base.

    A row counts the data sets that it has and the base has (Sun et al. 2019, Table 6, where rows have seven or eight).
    Example: errors of 4 and 9 against a base of 5 and 10 are gains of 20 and 10 %, on average 15 %.
    """
    gains = []
    for row, published in paper.gain.items():
        pairs = _error_pairs(columns, cells, row, paper.gain_over)
        shares = [100 * (base - own) / base for own, base in pairs if base > 0]
        gains.append(AverageGain(row, published, sum(shares) / len(shares) if shares else None, len(shares)))
    return gains


def describe_gains(paper: PublishedTable, columns: Sequence[str], cells: Cells) -> str:
    """Return the gains in one sentence; empty for a table without."""
    gains = average_gains(paper, columns, cells)
    if not gains:
        return ""
    parts = []
    for each in gains:
        ours = f", ours {each.ours:.2f} over {each.data_sets}" if each.ours is not None else ""
        parts.append(f"{each.row} {each.published:.2f} (paper{ours})")
    return f"Average gain over {paper.gain_over} in %, over the data sets that a row has: {'; '.join(parts)}."


def _error_pairs(
    columns: Sequence[str], cells: Cells, row: str, base_row: str
) -> Iterator[tuple[float, float]]:
    """Yield our mean errors of ``row`` and of ``base_row``, column by column, where there are both."""
    for column in columns:
        own, base = cells.get((row, column)), cells.get((base_row, column))
        if own is not None and base is not None and own.ours is not None and base.ours is not None:
            yield own.ours.mean, base.ours.mean
