"""``palimpsest errors``: error analysis of a run; and tables of the metrics of a split."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.analysis.errors.predicted_split import missing_split
from engine.analysis.split_metrics import SplitMetrics, measure_split
from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, RunArgument, SplitOption
from engine.formatting.numbers import percent_text
from engine.formatting.phrases import capital
from engine.metrics.base import known_metrics
from engine.store import runs, summaries
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.analysis.errors.report import ErrorReport
    from engine.analysis.errors.slices import SliceResult, WorstSlice

_MAX_LETTERS = 300


def slices(
    run: RunArgument,
    store: Path,
    split: SplitOption = "",
    by: Annotated[str, typer.Option(metavar="NAMES")] = "",
    worst: Annotated[int, typer.Option(min=0)] = 8,
    errors: Annotated[int, typer.Option(min=0)] = 10,
    members: bool = False,
) -> Answer:
    """Show on which texts a run is wrong: most confident errors, error by length, class or column, worst slices.

    Args:
        by: length, truncated, class, predicted, confidence, and columns of the data, separated by commas; default: all
            that divide the texts.
        worst: Largest number of slices worse than the rest.
        errors: Number of errors listed, the most confident first.
        members: With --json: include the slice of every text by each feature.
    """
    from engine.analysis.errors.report import report_errors
    from engine.analysis.evidence import looks_notes

    with Store(store) as database, output.counted_progress() as report:
        row = runs.find_run(database, run)
        errors_report = report_errors(
            database,
            row.id,
            split,
            [name.strip() for name in by.split(",") if name.strip()],
            max_slices=worst,
            max_errors=errors,
            report=report,
        )
        looks = looks_notes(database, [row])
    test_notes = output.test_notes(errors_report.predictions.name, errors_report.overall.texts, looks)
    return Answer(
        errors_report.as_json(members) | {"notes": [*errors_report.notes, *test_notes]},
        _report_parts(errors_report, bool(worst), test_notes),
    )


def _report_parts(report: ErrorReport, has_search: bool, test_notes: list[str]) -> Parts:
    title, overall, shown = report.title(), report.overall, report.display_value
    heading, texts = capital(title), output.count_texts(overall.texts)
    value = f"{title} {shown(overall.mean):.2f} ({_interval(overall, shown)})"
    parts: Parts = [f"Run {report.run}, {report.predictions.name}: {texts}, {value}", *test_notes]
    for feature, results in report.features:
        rows = [[s.value, f"{s.texts:,}", f"{shown(s.mean):.2f}", _interval(s, shown)] for s in results]
        columns = [feature.title, "Texts", heading, "95 % interval"]
        parts += ["", PlainTable(columns, rows, [False, True, True, True])]
    if has_search:
        parts += _worst_parts(report.worst, heading, shown)
    if report.confident:
        parts.append("\nMost confident errors")
    for error in report.confident:
        confidence = "" if error.confidence is None else f", {percent_text(error.confidence, 1)}"
        text = output.shorten(error.text, _MAX_LETTERS)
        parts.append(f"row {error.row}: {error.label}, predicted {error.predicted}{confidence}: {text}")
    return [*parts, *report.notes]


def _worst_parts(worst: tuple[WorstSlice, ...], heading: str, shown: Callable[[float], float]) -> Parts:
    if not worst:
        return ["\nNo slice is significantly worse than the rest."]
    rows = [
        [
            worst_slice.result.value,
            f"{worst_slice.result.texts:,}",
            f"{shown(worst_slice.result.mean):.2f}" if worst_slice.result.texts else "–",
            _interval(worst_slice.result, shown),
            f"{shown(worst_slice.rest):.2f}",
            "–" if worst_slice.adjusted_p is None else f"{worst_slice.adjusted_p:.2g}",
            "worse" if worst_slice.confirmed else "not shown to be worse",
        ]
        for worst_slice in worst
    ]
    return [
        "\nWorst slices: found on one half of the texts, measured on the other; p against the rest, after Holm's "
        f"correction for {len(worst)}",
        PlainTable(["Slice", "Texts", heading, "95 % interval", "Rest", "p", ""], rows),
    ]


def _interval(result: SliceResult, shown: Callable[[float], float]) -> str:
    if result.low is None or result.high is None:
        return "–"
    low, high = sorted(map(shown, (result.low, result.high)))
    return f"{low:.2f} to {high:.2f}"


MAX_MATRIX_CLASSES = 30
"""Maximum number of classes for a confusion matrix. With more, the most frequent confusions are listed."""


def require_split(store: Store, run_id: int, split: str) -> SplitMetrics:
    """Return the metrics of a run's predictions for ``split``. Raises UserError without predictions."""
    metrics = measure_split(store, run_id, split)
    if metrics is None:
        raise missing_split(summaries.prediction_splits(store, run_id), run_id, split)
    return metrics


def metric_parts(metrics: SplitMetrics) -> Parts:
    """Return the table of metric values, and the reliability bins."""
    rows = []
    for name, value in metrics.metrics.items():
        metric = known_metrics()[name]
        text = "–" if not math.isfinite(value) else f"{value:.{metric.digits}f}"
        direction = "less is better" if metric.direction == "min" else "more is better"
        rows.append([metric.title, text, f"{metric.unit or ' '} {direction}"])
    heading = f"Metric on {metrics.split}, {output.count_texts(metrics.texts)}"
    parts: Parts = [PlainTable([heading, "Value", ""], rows)]
    if metrics.missing:
        names = ", ".join(known_metrics()[name].title for name in metrics.missing)
        parts.append(f"Not known, for this run kept no probabilities: {names}.")
    if metrics.reliability:
        bins = [
            [f"{100 * each.low:.0f} to {percent_text(each.high)}", f"{each.texts:,}",
             *(percent_text(share, 1) for share in (each.confidence, each.accuracy))]
            for each in metrics.reliability
        ]  # fmt: skip
        parts.append("\nReliability: mean confidence and share of correct predictions")
        parts.append(PlainTable(("Confidence", "Texts", "Mean", "Right"), bins, [False, True, True, True]))
    return parts


def class_parts(metrics: SplitMetrics) -> Parts:
    """Return the table of precision, recall and other metrics by class."""
    if not metrics.by_class:
        return ["The labels are no classes."]
    headings = ["Texts", "Predicted", "Precision, %", "Recall, %", "F1, %", "ROC AUC", "Average precision"]
    rows = [
        [
            c.name,
            f"{c.texts:,}",
            f"{c.predicted:,}",
            *(f"{value:.2f}" for value in (c.precision, c.recall, c.f1)),
            *("–" if value is None else f"{value:.4f}" for value in (c.roc_auc, c.average_precision)),
        ]
        for c in metrics.by_class
    ]
    return [PlainTable([f"Class, {metrics.split}", *headings], rows, [False, *(True for _ in headings)])]


def confusion_parts(metrics: SplitMetrics) -> Parts:
    """Return the confusion matrix, or for many classes the most frequent confusions."""
    names = [class_metrics.name for class_metrics in metrics.by_class]
    if not metrics.confusion:
        return [
            "A text may have several labels, so none is taken for another: see --per-class."
            if names
            else "The labels are no classes."
        ]
    if len(names) <= MAX_MATRIX_CLASSES:
        counts = [
            [name, *(f"{count:,}" for count in row)]
            for name, row in zip(names, metrics.confusion, strict=True)
        ]
        return [PlainTable([f"True class, {metrics.split}", *names], counts, [False, *(True for _ in names)])]
    wrong = [
        (count, names[true], names[guess])
        for true, row in enumerate(metrics.confusion)
        for guess, count in enumerate(row)
        if count and true != guess
    ]
    frequent = sorted(wrong, key=lambda class_metrics: -class_metrics[0])[:MAX_MATRIX_CLASSES]
    rows = [[f"{count:,}", true_name, guess] for count, true_name, guess in frequent]
    return [PlainTable(("Texts", "True class", "Predicted"), rows)]
