"""Wording of a comparison on the Compare page, and its export as text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.metrics.base import counts_errors, display_metric
from workbench.engine_texts import sentence_text
from workbench.language import join_sentences, tr, tr_engine, tr_n
from workbench.look import formats
from workbench.pages.compare.columns import cell_value, rows
from workbench.pages.compare.query import ComparisonData

if TYPE_CHECKING:
    from engine.store import Store

FILES = {
    "csv": ("comparison.csv", tr("CSV (*.csv)")),
    "markdown": ("comparison.md", tr("Markdown (*.md)")),
    "latex": ("table.tex", tr("LaTeX (*.tex)")),
    "png": ("curves.png", tr("Pictures (*.png *.svg)")),
}
"""Default file name and filter of the dialog, by kind."""
MOST_LISTED = 3
"""Number of strategies of one verdict listed by name; more are counted."""
NAMES = {"csv": "CSV", "markdown": "Markdown", "latex": "LaTeX"}


def headline(view: ComparisonData) -> str:
    """Return the answer in a sentence or two: the strategies with fewer errors than the baseline, and with more.

    Without a test against the baseline: the strategy with the best result so far.
    """
    table = rows(view, set())
    baseline = next(row.name for row in table if row.baseline)
    judged = [row for row in table if row.against is not None]
    if not judged:
        best = table[0]
        value = cell_value(best.values.get("test"))
        if value is None or len(table) == 1:
            return "" if len(table) == 1 else tr("No test result yet")
        tied = _listed([row.name for row in table if cell_value(row.values.get("test")) == value])
        if view.comparison.shows_default_metric:
            if display_metric("error") == "error":
                return tr("Lowest test error: {names}, {value} %", names=tied, value=formats.fixed(value))
            return tr("Highest test accuracy: {names}, {value} %", names=tied, value=formats.fixed(value))
        return tr("Best test result: {names}, {value}", names=tied, value=formats.fixed(value))
    errors = counts_errors(view.judged_by)
    words = {
        "better": tr("{names}: fewer errors than {baseline}.")
        if errors
        else tr("{names}: better than {baseline}."),
        "worse": tr("{names}: more errors than {baseline}.")
        if errors
        else tr("{names}: worse than {baseline}."),
        "equivalent": tr("{names}: equivalent to {baseline}."),
        "cannot tell": tr("{names}: no significant difference from {baseline}."),
    }
    sentences = []
    for verdict, sentence in words.items():
        names = [row.name for row in judged if row.against is not None and row.against.verdict == verdict]
        if names:
            sentences.append(sentence.format(names=_listed(names), baseline=baseline))
    return join_sentences(sentences)


def _listed(names: list[str]) -> str:
    return (
        ", ".join(names) if len(names) <= MOST_LISTED else tr_n("{n} strategy", "{n} strategies", len(names))
    )


def cautions(view: ComparisonData) -> list[str]:
    """Return caveats on the figures, as sentences."""
    parts = [*map(tr_engine, view.answer.generated)]
    if view.tasks:
        titles = ", ".join(dict.fromkeys(view.tasks.values()))
        parts.append(
            tr(
                "Measured on different texts ({titles}): only rows of the same texts are compared.",
                titles=titles,
            )
        )
    if any(row.against is not None and row.against.sample.scope == "weights" for row in rows(view, set())):
        parts.append(tr("Single runs: a difference may come from the seed alone."))
    failing = dict.fromkeys(verdict.failing for verdict in view.against.values() if verdict.failing)
    parts += map(sentence_text, failing)
    if view.running:
        parts.append(tr("{count} still to finish.", count=view.running))
    if view.missing:
        parts.append(tr("{count} no longer in the store.", count=view.missing))
    return parts


def table_remarks(view: ComparisonData) -> list[str]:
    """Return the remarks next to the statistics: what the numbers are, and their limits."""
    from engine.analysis.compared_runs import has_equal_seeds
    from engine.analysis.comparison import FORGETTING_KEY, PERPLEXITY_FACTOR_KEY, column_meanings
    from engine.analysis.verdicts.statistics import EQUAL_SEEDS
    from engine.analysis.verdicts.verdict import margin_note, multiple_comparisons_note, open_failures_note

    parts = [tr("Test results of each run's final weights; each run was tested once.")]
    parts += map(tr_engine, view.answer.looks_notes)
    judged = view.against.values()
    notes = (note(judged) for note in (open_failures_note, margin_note, multiple_comparisons_note))
    parts += [tr_engine(each) for each in notes if each]
    if not view.comparison.differing and len(view.comparison.rows) > 1:
        parts.append(tr("All settings are equal."))
    parts += map(tr_engine, view.answer.evidence)
    parts += map(tr_engine, column_meanings(view.comparison, (PERPLEXITY_FACTOR_KEY, FORGETTING_KEY)))
    if view.grouped:
        measure = tr("half the 95 % interval of the mean") if view.interval else tr("the standard deviation")
        parts.append(tr("± and bands show {text} over seeds.", text=measure))
        if view.interval and has_equal_seeds(view.comparison):
            parts.append(tr_engine(EQUAL_SEEDS))
        if any(curve.unequal for curve in view.curves.validation.values()):
            parts.append(tr("Seeds have different lengths: means end with the shortest."))
        if any(c.interpolated for of in (view.curves.retention, view.curves.earlier) for c in of.values()):
            parts.append(tr("Seeds were measured at different steps: values in between are interpolated."))
    else:
        parts.append(tr("Single runs: small differences may be chance; group seeds to see their spread."))
    return parts


def as_text(view: ComparisonData, kind: str) -> str:
    """Return the table as ``csv``, ``markdown`` or ``latex``, with differences and results; ± as on the page."""
    return view.answer.document(view.interval).text(kind)


def write_text(_store: Store, target: Path, text: str) -> None:
    """Write a text file; for :meth:`workbench.backend.session.Session.act`."""
    target.write_text(text, encoding="utf-8", newline="")
