"""Numbers, times and sizes as text, spelled the same in every table, plot and form.

A true minus sign, commas between thousands, a point for decimals in every locale, exponents as ``2e-5``. ``None`` and
NaN give "" (an empty cell), so callers need no special case.
"""

from __future__ import annotations

import math

from engine.formatting.numbers import MINUS as MINUS
from engine.formatting.numbers import TIMES as TIMES
from engine.formatting.numbers import count as count
from engine.formatting.numbers import plain as plain
from workbench.language import tr


def _missing(value: float | None) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _true_minus(text: str) -> str:
    return text.replace("-", MINUS, 1) if text.startswith("-") else text


def fixed(value: float | None, digits: int = 2) -> str:
    """Return a number with ``digits`` decimals: -3.14159 is "−3.14". Infinity is "∞"."""
    if value is None or _missing(value):
        return ""
    if math.isinf(value):
        return "∞" if value > 0 else MINUS + "∞"
    text = f"{value:,.{digits}f}"
    return text[1:] if float(text.replace(",", "")) == 0 and text.startswith("-") else _true_minus(text)


def signed(value: float | None, digits: int = 2) -> str:
    """Return a difference with its sign: "+0.35", "−0.62". Zero is "0.00"."""
    text = fixed(value, digits)
    return (
        f"+{text}"
        if text and value is not None and value > 0 and any(c in "123456789∞" for c in text)
        else text
    )


def percent(share: float | None, digits: int = 1) -> str:
    """Return a share of 1 in percent, without the unit, which tables show in the head: 0.0485 is "4.9"."""
    return "" if share is None or _missing(share) else fixed(100 * share, digits)


def times(value: float | None, digits: int = 2) -> str:
    """Return a factor: "× 1.58"."""
    return "" if value is None or _missing(value) else f"{TIMES} {fixed(value, digits)}"


def short(value: float | None) -> str:
    """Return three significant digits for readouts and ticks: "0.082", "1.07e-5", "12,400"."""
    if value is None or _missing(value):
        return ""
    size = abs(value)
    if size == 0:
        return "0"
    if math.isinf(value):
        return fixed(value)
    if size >= 1e6 or size < 1e-3:
        mantissa, _, exponent = f"{value:.2e}".partition("e")
        return _true_minus(f"{mantissa}e{int(exponent)}")
    if size >= 1000:
        return count(value)
    digits = max(0, 2 - math.floor(math.log10(size)))
    return fixed(value, digits)


def whole_or_short(x: float) -> str:
    """Return a place on an axis: 1,200, 3 or 2.5."""
    return count(x) if abs(x) >= 20 or abs(x - round(x)) < 1e-9 else short(x)


def times_in_words(number: int) -> str:
    """Return a number of times as words: "once", "twice", "1,200 times"."""
    if number in (1, 2):
        return tr("once") if number == 1 else tr("twice")
    return tr("{count} times", count=count(number))


def clock(seconds: float | None) -> str:
    """Return a duration for tables: "6:38", "1:02:03"."""
    if seconds is None or _missing(seconds):
        return ""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def duration(seconds: float | None) -> str:
    """Return a duration in words: "4 s", "75 s", "6 min 40 s", "1 h 28 min", "2 d 3 h"."""
    if seconds is None or _missing(seconds):
        return ""
    total = max(0, round(seconds))
    if total < 100:
        return tr("{seconds} s", seconds=total)
    minutes, rest = divmod(total, 60)
    if minutes < 60:
        return (
            tr("{minutes} min {seconds} s", minutes=minutes, seconds=rest)
            if minutes < 10 and rest
            else tr("{minutes} min", minutes=round(total / 60))
        )
    hours, minutes = divmod(round(total / 60), 60)
    if hours < 48:
        return (
            tr("{hours} h {minutes} min", hours=hours, minutes=minutes)
            if minutes
            else tr("{hours} h", hours=hours)
        )
    days, hours = divmod(round(total / 3600), 24)
    return tr("{days} d {hours} h", days=days, hours=hours) if hours else tr("{days} d", days=days)


def size(octets: float | None) -> str:
    """Return a file or memory size, decimal units: "34 MB", "5.3 GB"."""
    if octets is None or _missing(octets):
        return ""
    value = float(octets)
    for unit in ("B", "kB", "MB", "GB"):
        if abs(value) < 999.5:
            return f"{fixed(value, 1 if unit == 'GB' or (abs(value) < 10 and unit != 'B') else 0)} {unit}"
        value /= 1000
    return f"{fixed(value, 1)} TB"
