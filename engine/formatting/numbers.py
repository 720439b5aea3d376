"""Format numbers as text for summaries, command lines and forms."""

from __future__ import annotations

import math
from collections.abc import Sequence

MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"


_MAX_DIGITS = 18
"""Number of digits that always fit into 64 bits."""


def read_index(text: str) -> int | None:
    """Return decimal digits as an integer, or None for other text and numbers beyond 64 bits.

    >>> read_index("12"), read_index("²"), read_index("9" * 5000)
    (12, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= _MAX_DIGITS else None


def count(value: float | None) -> str:
    """Return a rounded number with thousands separators and a true minus sign.

    18204 becomes "18,204"; None and NaN become "".
    """
    return "" if value is None or math.isnan(value) else f"{round(value):,}".replace("-", MINUS, 1)


def percent_text(share: float | None, digits: int = 0) -> str:
    """Return a share in percent: 0.8 becomes "80 %". None and NaN become ""."""
    return "" if share is None or math.isnan(share) else f"{100 * share:.{digits}f} %"


def plain(value: float | None) -> str:
    """Return a number as one would type it, so that ``float`` reads it back exactly.

    Examples are "2e-5", "0.1", "24" and "1e6"; None and NaN become "". The minus sign is ASCII, for use in fields,
    files and command lines.
    """
    if value is None or math.isnan(value):
        return ""
    if isinstance(value, int) or (float(value).is_integer() and abs(value) < 1e6):
        return str(int(value))
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if 1e-3 <= abs(value) < 1e6:
        return repr(float(value))
    mantissa, _, exponent = repr(float(value)).partition("e")
    if not exponent:  # repr writes 0.0002 and 1500000.5 in full
        digits = f"{value:.16e}"
        for precision in range(17):
            digits = f"{value:.{precision}e}"
            if float(digits) == value:
                break
        mantissa, _, exponent = digits.partition("e")
    return f"{mantissa.removesuffix('.0')}e{int(exponent)}"


def shortest(number: float) -> str:
    """Return a number as one would type it, rounded with thousands separators from 1000 on."""
    return plain(number) if number < 1000 else count(number)


def listed(names: Sequence[object], limit: int) -> str:
    """Return up to ``limit`` names, with an ellipsis if there are more: ``a, b, ...``."""
    return ", ".join(map(str, names[:limit])) + (", ..." if len(names) > limit else "")


def plural(number: float, singular: str, plural_form: str = "") -> str:
    """Return a number with its noun: ``1 epoch``, ``2 epochs``, ``0.5 epochs``, ``1,200 epochs``."""
    return f"{shortest(number)} {singular if number == 1 else plural_form or singular + 's'}"
