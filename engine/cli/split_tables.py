"""Tables of ``palimpsest show --metrics``, ``--per-class`` and ``--confusion``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.analysis.errors.predicted_split import missing_split
from engine.analysis.split_metrics import SplitMetrics, measure_split
from engine.cli import output
from engine.cli.output import escape
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


def print_metrics(measured: SplitMetrics) -> None:
    """Print the value of each metric, and of calibration the bins."""
    table = output.plain_table()
    table.add_column(f"Metric on {escape(measured.split)}, {output.count_texts(measured.texts)}")
    table.add_column("Value", justify="right")
    table.add_column("")
    for name, value in measured.metrics.items():
        metric = known_metrics()[name]
        shown = "–" if not math.isfinite(value) else f"{value:.{metric.digits}f}"
        better = "less is better" if metric.direction == "min" else "more is better"
        table.add_row(escape(metric.title), shown, f"{metric.unit or ' '} {better}")
    output.out.print(table)
    if measured.missing:
        names = ", ".join(known_metrics()[name].title for name in measured.missing)
        output.out.print(f"Not known, for this run kept no probabilities: {escape(names)}.", soft_wrap=True)
    if measured.reliability:
        bins = output.plain_table(("Confidence, from", "to", "Texts", "Mean", "Right"), "right")
        for each in measured.reliability:
            bins.add_row(
                f"{each.low:.2f}",
                f"{each.high:.2f}",
                f"{each.texts:,}",
                f"{each.confidence:.3f}",
                f"{each.accuracy:.3f}",
            )
        output.out.print("\nReliability: mean confidence, and what share is right")
        output.out.print(bins)


def print_classes(measured: SplitMetrics) -> None:
    """Print precision, recall and others of each class."""
    if not measured.by_class:
        output.out.print("The labels are no classes.")
        return
    table = output.plain_table()
    table.add_column(f"Class, {escape(measured.split)}", overflow="fold")
    for title in (
        "Texts",
        "Predicted",
        "Precision, %",
        "Recall, %",
        "F1, %",
        "ROC AUC",
        "Average precision",
    ):
        table.add_column(title, justify="right")
    for each in measured.by_class:
        table.add_row(
            escape(each.name),
            f"{each.texts:,}",
            f"{each.predicted:,}",
            *(f"{value:.2f}" for value in (each.precision, each.recall, each.f1)),
            *("–" if value is None else f"{value:.4f}" for value in (each.roc_auc, each.average_precision)),
        )
    output.out.print(table)


def print_confusion(measured: SplitMetrics) -> None:
    """Print which classes are taken for which: a matrix, or of many classes the most frequent confusions."""
    names = [each.name for each in measured.by_class]
    if not measured.confusion:
        output.out.print(
            "A text may have several labels, so none is taken for another: see --per-class."
            if names
            else "The labels are no classes."
        )
        return
    if len(names) <= MOST_CLASSES_ACROSS:
        table = output.plain_table()
        table.add_column(f"True class, {escape(measured.split)}", overflow="fold")
        for name in names:
            table.add_column(escape(name), justify="right", overflow="fold")
        for name, row in zip(names, measured.confusion, strict=True):
            table.add_row(escape(name), *(f"{count:,}" for count in row))
    else:
        table = output.plain_table(("Texts", "True class", "Predicted"))
        wrong = [
            (count, names[true], names[guess])
            for true, row in enumerate(measured.confusion)
            for guess, count in enumerate(row)
            if count and true != guess
        ]
        for count, true_name, guess_name in sorted(wrong, key=lambda each: -each[0])[:MOST_CLASSES_ACROSS]:
            table.add_row(f"{count:,}", escape(true_name), escape(guess_name))
    output.out.print(table)
