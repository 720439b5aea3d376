"""Data classes of a forgetting report, independent of the output format."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.analysis.forgetting.measured import MeasureDefinition
from engine.analysis.verdicts.statistics import Spread

if TYPE_CHECKING:
    from engine.analysis.report.figures import ReportFigure


def layer_names(key: str, count: int) -> tuple[str, ...]:
    """Return the names along the first axis of a map."""
    if key == "attention/heads":
        return tuple(map(str, range(1, count + 1)))
    if key == "drift/layers":
        return ("Embeddings", *map(str, range(1, count - 1)), "Pooler")
    return ("Embeddings", *map(str, range(1, count)))


MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"


def format_signed(value: float) -> str:
    """Return a number with its sign, with a true minus."""
    text = f"{abs(value):.2f}"
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
    """Return the uncertainty of a mean over seeds. ``only`` is appended to an interval and names the noise it omits."""
    if value.n == 1:
        return "one run: how much of this is chance is unknown"
    low, high = value.bounds(interval=True)
    if low is None or high is None:
        return f"{value.n} seeds that do not differ: how much of this is chance is unknown"
    interval_text = f"{format_plain(low, decimals)} to {format_plain(high, decimals)}"
    return f"{value.n} seeds, 95 % interval over seeds {interval_text}{only}"


@dataclass(frozen=True)
class ReportTable:
    """Table of formatted cells. The first ``text_columns`` columns are text, the others numbers."""

    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text_columns: int = 1
    note: str = ""


@dataclass(frozen=True)
class ReportSection:
    """Section with tables and figures."""

    title: str
    tables: tuple[ReportTable, ...] = ()
    figures: tuple[ReportFigure, ...] = ()


@dataclass(frozen=True)
class ForgettingReport:
    """Whole report. Texts are plain, without markup.

    Attributes:
        about: subject and date of the report as (name, value).
        evidence: notes on the evidence: generated texts, checkpoint selection, evaluations on test texts.
        specifications: (strategy, experiment as TOML), from which it can be run again.
        command: the command that produces this report.
    """

    title: str
    about: tuple[tuple[str, str], ...]
    findings: tuple[str, ...]
    sections: tuple[ReportSection, ...]
    definitions: tuple[MeasureDefinition, ...]
    specifications: tuple[tuple[str, str], ...]
    command: str
    versions: dict[str, str] = field(default_factory=dict)
    evidence: tuple[str, ...] = ()
