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
            named = parts[1:] if parts[0].startswith("stage-") else parts
            if named[0] != "test" or (measured := measure_split(store, run, split)) is None:
                continue
            listed = sorted(measured.by_class, key=lambda one: -one.texts)[:MOST_CLASSES]
            left_out += len(measured.by_class) - len(listed)
            rows += [
                (
                    each.name, split, one.name, f"{one.texts:,}", f"{one.predicted:,}", format_plain(one.precision),
                    format_plain(one.recall), format_plain(one.f1), format_plain(one.roc_auc, 4),
                    format_plain(one.average_precision, 4),
                )
                for one in measured.by_class
                if one in listed
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
    """Return for each model of a strategy's first run with a decision rule what it does on validation and test."""
    return [
        _decision_table(title, rule, reports)
        for each in strategies
        for title, rule, reports in _kept_rules(store, each)
    ]


def _kept_rules(
    store: Store, strategy: RunGroup
) -> list[tuple[str, DecisionRule, tuple[DecisionReport, DecisionReport]]]:
    """Return the rules beside the models that the strategy's first run has left, with what each does."""
    run, found = strategy.run_ids[0], []
    for number, names in enumerate(task_names(strategy.experiment), start=1):
        for name in names:
            task = name if len(names) > 1 else ""
            try:
                folder, head = model_paths.find_model(store, run, task, number)
                held, tested = (
                    read_scored_split(store, run, number, task, split) for split in ("validation", "test")
                )
                rule = read_decision(folder / "tasks" / head if head else folder, held.classes)
            except UserError:
                continue  # not finished, deleted, or without probabilities: then there is no rule either
            if rule is not None:
                reports = (report_decision(held, rule), report_decision(tested, rule))
                found.append((f"{strategy.name}, stage {number}: {name}", rule, reports))
    return found


def _decision_table(
    title: str, rule: DecisionRule, reports: tuple[DecisionReport, DecisionReport]
) -> ReportTable:
    held, tested = reports
    rows = []
    for name in held.before:
        metric = known_metrics()[name]
        unit = f", {metric.unit}" if metric.unit else ""
        values = (held.before, held.after, tested.before, tested.after)
        rows.append((f"{metric.title}{unit}", *(format_plain(each[name], metric.digits) for each in values)))
    if held.cost_before is not None:
        costs = (held.cost_before, held.cost_after, tested.cost_before, tested.cost_after)
        rows.append(("mean cost", *(format_plain(each, 4) for each in costs)))
    rows.append(("answered, %", "–", _percent(held.coverage), "–", _percent(tested.coverage)))
    rows.append(
        (
            "errors among answers, %", "–", format_plain(held.answered_error), "–",
            format_plain(tested.answered_error),
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
