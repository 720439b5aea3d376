"""The parts of a forgetting report, as values from which every format is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.analysis.forgetting.definitions import MeasureDefinition

if TYPE_CHECKING:
    from engine.analysis.report.figures import ReportFigure


@dataclass(frozen=True)
class ReportTable:
    """A table of texts. The first ``text_columns`` columns are words, others numbers. ``note`` explains oddities."""

    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text_columns: int = 1
    note: str = ""


@dataclass(frozen=True)
class ReportSection:
    """A heading with tables and figures."""

    title: str
    tables: tuple[ReportTable, ...] = ()
    figures: tuple[ReportFigure, ...] = ()


@dataclass(frozen=True)
class ForgettingReport:
    """A whole report. Texts are plain, not marked up.

    Attributes:
        about: subject and date of the report: (name, value).
        evidence: what its figures rest on, in sentences: generated texts, what chose checkpoints, looks at test texts.
        specifications: by strategy its experiment as TOML, from which it can be run again.
        command: the command that makes this report again.
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
