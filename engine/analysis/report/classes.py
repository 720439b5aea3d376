"""Tables of a report about classes: the metrics of each on the test texts, and the decision rules that are kept."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.decisions import DecisionReport, read_scored_split, report_decision
from engine.analysis.report.model import ReportTable
from engine.analysis.report.number_texts import format_plain
from engine.analysis.run_groups import RunGroup
from engine.analysis.split_metrics import measure_split
from engine.errors import UserError
from engine.metrics.base import known_metrics
from engine.objectives.decision import DecisionRule, read_decision
from engine.spec.task_names import task_names
from engine.store import Store, model_paths
from engine.store.summaries import prediction_splits

MOST_CLASSES = 40
"""Classes of one split that are listed: those with the most texts."""


def class_metrics_table(store: Store, strategies: Sequence[RunGroup]) -> ReportTable:
    """Return precision, recall and others of each class (or label) on the test texts of each strategy's first run."""
    rows, left_out = [], 0
    for each in strategies:
        run = each.run_ids[0]
        for split in prediction_splits(store, run):
            parts = split.split("/")
            names = parts[1:] if parts[0].startswith("stage-") else parts
            if names[0] != "test" or (metrics := measure_split(store, run, split)) is None:
                continue
            largest = sorted(metrics.by_class, key=lambda row: -row.texts)[:MOST_CLASSES]
            left_out += len(metrics.by_class) - len(largest)
            rows += [
                (
                    each.name, split, row.name, f"{row.texts:,}", f"{row.predicted:,}", format_plain(row.precision),
                    format_plain(row.recall), format_plain(row.f1), format_plain(row.roc_auc, 4),
                    format_plain(row.average_precision, 4),
                )
                for row in metrics.by_class
                if row in largest
            ]  # fmt: skip
    notes = [
        "Without a decision rule: the largest probability, or labels from 0.5.",
        "Counts are those of the first run." if any(len(each.runs) > 1 for each in strategies) else "",
        f"{left_out:,} smaller classes are left out." if left_out else "",
    ]
    heads = (
        "Strategy", "Split", "Class", "Texts", "Predicted", "Precision, %", "Recall, %", "F1, %", "ROC AUC",
        "Average precision",
    )  # fmt: skip
    return ReportTable("", heads, tuple(rows), 3, " ".join(note for note in notes if note))


def decision_tables(store: Store, strategies: Sequence[RunGroup]) -> list[ReportTable]:
    """Return the effect of each decision rule of a strategy's first run on validation and test."""
    return [
        _decision_table(title, rule, reports)
        for strategy in strategies
        for title, rule, reports in _saved_rules(store, strategy)
    ]


def _saved_rules(
    store: Store, strategy: RunGroup
) -> list[tuple[str, DecisionRule, tuple[DecisionReport, DecisionReport]]]:
    """Return the rules saved with the models of the strategy's first run, with the effect of each."""
    run, rules = strategy.run_ids[0], []
    for number, names in enumerate(task_names(strategy.experiment), start=1):
        for name in names:
            task = name if len(names) > 1 else ""
            try:
                folder, head = model_paths.find_model(store, run, task, number)
                validation, test = (
                    read_scored_split(store, run, number, task, split) for split in ("validation", "test")
                )
                rule = read_decision(folder / "tasks" / head if head else folder, validation.classes)
            except UserError:
                continue  # not finished, deleted, or without probabilities: then there is no rule either
            if rule is not None:
                reports = (report_decision(validation, rule), report_decision(test, rule))
                rules.append((f"{strategy.name}, stage {number}: {name}", rule, reports))
    return rules


def _decision_table(
    title: str, rule: DecisionRule, reports: tuple[DecisionReport, DecisionReport]
) -> ReportTable:
    validation, test = reports
    rows = []
    for name in validation.before:
        metric = known_metrics()[name]
        unit = f", {metric.unit}" if metric.unit else ""
        values = (validation.before, validation.after, test.before, test.after)
        rows.append((f"{metric.title}{unit}", *(format_plain(each[name], metric.digits) for each in values)))
    if validation.cost_before is not None:
        costs = (validation.cost_before, validation.cost_after, test.cost_before, test.cost_after)
        rows.append(("mean cost", *(format_plain(each, 4) for each in costs)))
    rows.append(("answered, %", "–", _percent(validation.coverage), "–", _percent(test.coverage)))
    rows.append(
        (
            "errors among answers, %", "–", format_plain(validation.answered_error), "–",
            format_plain(test.answered_error),
        )
    )  # fmt: skip
    heads = ("Metric", "Validation before", "after", "Test before", "after")
    note = (
        f"Rule: {rule.chosen_for or 'none in words'}. Tuned on the validation texts, where its gain is flattering; the "
        "test texts took no part."
    )
    return ReportTable(title, heads, tuple(rows), note=note)


def _percent(share: float) -> str:
    return format_plain(100 * share, 1)
