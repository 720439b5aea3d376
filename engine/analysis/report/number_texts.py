"""Format numbers of reports: signed, plain, factors, and means with their noise over seeds."""

from __future__ import annotations

import math

from engine.analysis.verdicts.statistics import Spread

MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"


def format_signed(value: float, decimals: int = 2) -> str:
    """Return a number with its sign, with a true minus."""
    text = f"{abs(value):.{decimals}f}"
    return text if float(text) == 0 else f"{'+' if value > 0 else MINUS}{text}"


def format_plain(value: float | None, decimals: int = 2) -> str:
    """Return a number as text, a dash for None."""
    if value is None or not math.isfinite(value):
        return "–"
    return f"{value:.{decimals}f}".replace("-", MINUS)


def format_factor(value: float | None) -> str:
    """Return a factor as text: × 1.58."""
    return "–" if value is None else f"{TIMES} {value:.2f}" if value < 1000 else f"{TIMES} {value:.3g}"


def format_spread(value: Spread | None, decimals: int = 2) -> str:
    """Return mean ± s.d. over runs. For a factor the geometric mean with its 95 % interval."""
    if value is None:
        return "–"
    if value.is_factor:
        low, high = value.bounds(interval=True)
        interval_text = "" if low is None or high is None else f" ({low:.2f} to {high:.2f})"
        return f"{format_factor(value.mean)}{interval_text}"
    return format_plain(value.mean, decimals) + ("" if not value.sd else f" ± {value.sd:.{decimals}f}")


def format_over_seeds(value: Spread, decimals: int, only: str) -> str:
    """Return the uncertainty of a mean over seeds. ``only`` follows an interval and names what it leaves out."""
    if value.n == 1:
        return "one run: how much of this is chance is unknown"
    low, high = value.bounds(interval=True)
    if low is None or high is None:
        return f"{value.n} seeds that do not differ: how much of this is chance is unknown"
    interval_text = f"{format_plain(low, decimals)} to {format_plain(high, decimals)}"
    return f"{value.n} seeds, 95 % interval over seeds {interval_text}{only}"
