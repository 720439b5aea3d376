"""Keep a spreadsheet from computing what is only text: cells that begin like a formula."""

from __future__ import annotations

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""First characters at which a spreadsheet program takes a cell for a formula (OWASP, CSV injection)."""


def neutralise(cell: str) -> str:
    """Return ``cell`` with an apostrophe before it where a spreadsheet would compute it.

    ``=1+1`` becomes ``'=1+1``; numbers stay as they are, negative ones too.
    """
    return f"'{cell}" if begins_like_formula(cell) else cell


def begins_like_formula(cell: str) -> bool:
    """Return whether a spreadsheet would take ``cell`` for a formula; a plain number is none."""
    if not cell.startswith(FORMULA_STARTS):
        return False
    try:
        float(cell)
    except ValueError:
        return True
    return False


def neutralised_note(cells: int) -> str:
    """Return the sentence for the user on ``cells`` that were changed; empty for none."""
    if not cells:
        return ""
    what = "1 cell begins" if cells == 1 else f"{cells:,} cells begin"
    return f"{what} like a formula and got an apostrophe, so that no spreadsheet computes it."
