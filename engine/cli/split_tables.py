"""Tables of ``palimpsest show --metrics``, ``--per-class`` and ``--confusion``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.analysis.errors.predicted_split import missing_split
from engine.analysis.split_metrics import SplitMetrics, measure_split
from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.metrics.base import known_metrics
from engine.store import summaries

if TYPE_CHECKING:
    from engine.store.database import Store

MOST_CLASSES_ACROSS = 30
"""Classes whose confusion is printed as a matrix; of more, the most frequent confusions are listed."""


def require_split(store: Store, run_id: int, split: str) -> SplitMetrics:
    """Return what a run's predictions for ``split`` measure.

    Raises UserError when it has none.
    """
    found = measure_split(store, run_id, split)
    if found is None:
        raise missing_split(summaries.prediction_splits(store, run_id), run_id, split)
    return found


def metric_parts(measured: SplitMetrics) -> Parts:
    """Return the value of each metric, and of calibration the bins."""
    rows = []
    for name, value in measured.metrics.items():
        metric = known_metrics()[name]
        shown = "–" if not math.isfinite(value) else f"{value:.{metric.digits}f}"
        better = "less is better" if metric.direction == "min" else "more is better"
        rows.append([metric.title, shown, f"{metric.unit or ' '} {better}"])
    heading = f"Metric on {measured.split}, {output.count_texts(measured.texts)}"
    parts: Parts = [PlainTable([heading, "Value", ""], rows)]
    if measured.missing:
        names = ", ".join(known_metrics()[name].title for name in measured.missing)
        parts.append(f"Not known, for this run kept no probabilities: {names}.")
    if measured.reliability:
        bins = [
            [
                f"{each.low:.2f}",
                f"{each.high:.2f}",
                f"{each.texts:,}",
                f"{each.confidence:.3f}",
                f"{each.accuracy:.3f}",
            ]
            for each in measured.reliability
        ]
        parts.append("\nReliability: mean confidence, and what share is right")
        parts.append(PlainTable(("Confidence, from", "to", "Texts", "Mean", "Right"), bins))
    return parts


def class_parts(measured: SplitMetrics) -> Parts:
    """Return precision, recall and others of each class."""
    if not measured.by_class:
        return ["The labels are no classes."]
    heads = ["Texts", "Predicted", "Precision, %", "Recall, %", "F1, %", "ROC AUC", "Average precision"]
    rows = [
        [
            each.name,
            f"{each.texts:,}",
            f"{each.predicted:,}",
            *(f"{value:.2f}" for value in (each.precision, each.recall, each.f1)),
            *("–" if value is None else f"{value:.4f}" for value in (each.roc_auc, each.average_precision)),
        ]
        for each in measured.by_class
    ]
    return [PlainTable([f"Class, {measured.split}", *heads], rows, [False, *(True for _ in heads)])]


def confusion_parts(measured: SplitMetrics) -> Parts:
    """Return which classes are taken for which: a matrix, or of many classes the most frequent confusions."""
    names = [each.name for each in measured.by_class]
    if not measured.confusion:
        return [
            "A text may have several labels, so none is taken for another: see --per-class."
            if names
            else "The labels are no classes."
        ]
    if len(names) <= MOST_CLASSES_ACROSS:
        counts = [
            [name, *(f"{count:,}" for count in row)]
            for name, row in zip(names, measured.confusion, strict=True)
        ]
        return [
            PlainTable([f"True class, {measured.split}", *names], counts, [False, *(True for _ in names)])
        ]
    wrong = [
        (count, names[true], names[guess])
        for true, row in enumerate(measured.confusion)
        for guess, count in enumerate(row)
        if count and true != guess
    ]
    most = sorted(wrong, key=lambda each: -each[0])[:MOST_CLASSES_ACROSS]
    rows = [[f"{count:,}", true_name, guess] for count, true_name, guess in most]
    return [PlainTable(("Texts", "True class", "Predicted"), rows)]
