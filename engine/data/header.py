"""Detection of a header: whether the first row of a table names its columns. Each column votes, none has a veto."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from engine.data.column_names import is_usual_name

_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?")
_LONGEST = 60
"""Most characters of a name. Longer cells are texts."""
_NEVER = -4.0
"""The vote of a column whose first cell cannot be a name."""


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first of ``rows`` names columns rather than being a record.

    Blank and repeated names are names too. A later row that is equal to the first is the header again, and no evidence
    against it.
    """
    first = [cell.strip() for cell in rows[0]]
    below = [[cell.strip() for cell in row] for row in rows[1:]]
    others = [row for row in below if row != first]
    if len(below) - len(others) > max(1, len(below) // 10):  # a record that occurs often
        others = below
    if not any(first):
        return False
    columns = ([row[i] for row in others if i < len(row) and row[i]] for i in range(len(first)))
    return sum(_vote(name, cells) for name, cells in zip(first, columns, strict=True) if name) > 0


def is_number(cell: str) -> bool:
    """Return whether a cell is a number, with a point or a comma."""
    return _NUMBER.fullmatch(cell) is not None


def _vote(name: str, below: list[str]) -> float:
    """Return the evidence that ``name`` is a name and not a cell like those ``below``, which are not blank."""
    if len(name) > _LONGEST:
        return _NEVER
    usual = is_usual_name(name)
    if is_number(name):
        return -2.0 if not below or all(map(is_number, below)) else 0.5
    if name in below:
        return 0.0 if usual else -2.0
    vote = 2.0 if usual else 0.0
    if not below:
        return vote
    if all(map(is_number, below)):
        return vote + 2.0
    shapes = Counter(_shape(cell) for cell in below)
    shape, many = shapes.most_common(1)[0]
    if "9" in shape and many > 0.8 * len(below) and len(below) > 1:  # dates, codes: 2026-05-26, T-293630
        return vote + (1.5 if _shape(name) != shape else -1.5)
    counts = Counter(below)
    length = sum(map(len, below)) / len(below)
    if len(counts) <= len(below) / 2 and length <= 40:
        once = sum(1 for count in counts.values() if count == 1)
        return vote + (1.0 if once <= 0.1 * len(below) else 0.3)
    words = sum(len(cell.split()) for cell in below) / len(below)
    if len(name) > 0.6 * length or len(name.split()) > 0.6 * max(words, 2):
        return vote - 1.0
    return vote + (1.0 if len(name.split()) <= 4 and words >= 3 else 0.0)


def _shape(cell: str) -> str:
    """Return the pattern of a cell: ``T-293630`` is ``A-9``."""
    return re.sub(r"[^\W\d_]+", "A", re.sub(r"\d+", "9", cell))
