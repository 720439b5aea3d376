"""The average gain of Table 6: how much smaller errors are than those of one row, averaged over data sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.analysis.paper.table import PaperTable


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


def average_gains(table: PaperTable) -> list[AverageGain]:
    """Return the gain of each row that the paper gives one for: the mean over columns of (base - row) / base.

    A row counts the data sets that it has and the base has (Sun et al. 2019, Table 6, where rows have seven or eight).
    Example: errors of 4 and 9 against a base of 5 and 10 are gains of 20 and 10 %, on average 15 %.
    """
    paper = table.published
    made = []
    for row, published in paper.gain.items():
        shares = [100 * (base - own) / base for own, base in _pairs(table, row) if base > 0]
        made.append(AverageGain(row, published, sum(shares) / len(shares) if shares else None, len(shares)))
    return made


def describe_gains(table: PaperTable) -> str:
    """Return the gains in one sentence; empty for a table without."""
    gains = average_gains(table)
    if not gains:
        return ""
    said = []
    for each in gains:
        ours = f", ours {each.ours:.2f} over {each.data_sets}" if each.ours is not None else ""
        said.append(f"{each.row} {each.published:.2f} (paper{ours})")
    return f"Average gain over {table.published.gain_over} in %, over the data sets that a row has: {'; '.join(said)}."


def _pairs(table: PaperTable, row: str) -> Iterator[tuple[float, float]]:
    for column in table.columns:
        own, base = table.cells.get((row, column)), table.cells.get((table.published.gain_over, column))
        if own is not None and base is not None and own.ours is not None and base.ours is not None:
            yield own.ours.mean, base.ours.mean
