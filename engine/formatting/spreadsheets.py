"""Keep a spreadsheet from computing what is only text: cells that begin like a formula."""

from __future__ import annotations

import re
from collections.abc import Iterable

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""First characters at which a spreadsheet program takes a cell for a formula (OWASP, CSV injection)."""

_FIGURE = re.compile(r"[+-][\d,]*\.?\d+(?:[eE][+-]?\d+)?(?: ?± ?[\d.,]+)?(?: ?%)?|[+-](?:inf|nan)")
"""A signed number as tables show it: -0.5, +2e-5, -1.2 ± 0.3, -3 %."""


def neutralise(cell: str) -> str:
    """Return ``cell`` with an apostrophe before it where a spreadsheet would compute it.

    ``=1+1`` becomes ``'=1+1``; numbers stay as they are, negative ones too.
    """
    return f"'{cell}" if begins_like_formula(cell) else cell


def neutralise_row(row: Iterable[object]) -> list[object]:
    """Return the cells of a row, texts neutralised and numbers as they are."""
    return [neutralise(cell) if isinstance(cell, str) else cell for cell in row]


def begins_like_formula(cell: str) -> bool:
    """Return whether a spreadsheet would take ``cell`` for a formula; a plain number is none."""
    return cell.startswith(FORMULA_STARTS) and not _FIGURE.fullmatch(cell)


def neutralised_note(cells: int) -> str:
    """Return the sentence for the user on ``cells`` that were changed; empty for none."""
    if not cells:
        return ""
    what = "1 cell begins" if cells == 1 else f"{cells:,} cells begin"
    return f"{what} like a formula and got an apostrophe, so that no spreadsheet computes it."
