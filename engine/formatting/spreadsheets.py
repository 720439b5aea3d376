"""Write tables as CSV and TSV without loss and safe from formula injection."""

from __future__ import annotations

import re
from collections.abc import Iterable

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""First characters of formulas in spreadsheet programs (OWASP, CSV injection)."""

_FIGURE = re.compile(r"[+-][\d,]*\.?\d+(?:[eE][+-]?\d+)?(?: ?± ?[\d.,]+)?(?: ?%)?|[+-](?:inf|nan)")
"""Signed number in a table: -0.5, +2e-5, -1.2 ± 0.3, -3 %."""
_SKIPPED = " \u00a0\ufeff"
"""Characters that some programs ignore at the start of a cell."""
_QUOTED = {each: re.compile(f'["\r\n{each}]|^\ufeff') for each in ",\t"}
"""Characters that require quotes, by delimiter. A byte order mark at the start of a field is quoted too."""


def delimited_text(
    rows: Iterable[Iterable[object]], delimiter: str = ",", *, keep_formulas: bool = False
) -> str:
    """Return rows as CSV or TSV, each ended by a line feed.

    Numbers have full precision, and None is an empty cell. Fields with a delimiter, a quote or any line break are
    quoted. Texts that begin like a formula get an apostrophe (``neutralise``), unless ``keep_formulas``.
    """
    lines = []
    for row in rows:
        fields = [_field(cell, delimiter, keep_formulas) for cell in row]
        lines.append('""' if fields == [""] else delimiter.join(fields))  # an empty line would not be a row
    return "".join(f"{line}\n" for line in lines)


def _field(cell: object, delimiter: str, keep_formulas: bool) -> str:
    if not isinstance(cell, str):
        return "" if cell is None else _quote(str(cell), delimiter)
    return _quote(cell if keep_formulas else neutralise(cell), delimiter)


def _quote(text: str, delimiter: str) -> str:
    if _QUOTED[delimiter].search(text) is None:
        return text
    return '"' + text.replace('"', '""') + '"'


def neutralise(cell: str) -> str:
    """Return ``cell`` with a leading apostrophe if a spreadsheet would evaluate it.

    ``=1+1`` becomes ``'=1+1``. Numbers, including negative ones, are unchanged. ``restore`` removes the apostrophe.
    """
    return f"'{cell}" if begins_like_formula(cell.lstrip("'")) else cell


def restore(cell: str) -> str:
    """Return the text from which ``neutralise`` made ``cell``.

    >>> [restore(neutralise(each)) for each in ("=1", "'=1", "'twas", "-1")]
    ['=1', "'=1", "'twas", '-1']
    """
    return cell[1:] if cell.startswith("'") and begins_like_formula(cell.lstrip("'")) else cell


def begins_like_formula(cell: str) -> bool:
    """Return whether a spreadsheet would treat ``cell`` as a formula. A plain number is not a formula."""
    stripped = cell.lstrip(_SKIPPED)
    return stripped.startswith(FORMULA_STARTS) and not _FIGURE.fullmatch(stripped)


def neutralised_note(cells: int) -> str:
    """Return a note on the number of changed ``cells``, empty for none."""
    if not cells:
        return ""
    subject = "1 cell begins" if cells == 1 else f"{cells:,} cells begin"
    return f"{subject} like a formula and got an apostrophe, so that no spreadsheet computes it."
