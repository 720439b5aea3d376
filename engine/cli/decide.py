"""``palimpsest decide``: how a run's probabilities become answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, RunArgument, StageOption, TaskOption
from engine.errors import UserError
from engine.formatting.numbers import percent_text

if TYPE_CHECKING:
    from engine.analysis.decisions import DecisionReport, DecisionRequest
    from engine.delivery.finished_model import FinishedModel
    from engine.json_types import JsonObject
    from engine.objectives.decision import DecisionRule


def decide(
    run: RunArgument,
    store: Path,
    temperature: bool = False,
    metric: str = "",
    cost: Annotated[list[str] | None, typer.Option(metavar="TRUE:ANSWER=COST")] = None,
    abstain_below: Annotated[float, typer.Option(min=0.0, max=1.0)] = 0.0,
    max_risk: Annotated[float | None, typer.Option(min=0.0, max=100.0)] = None,
    save: bool = False,
    clear: bool = False,
    task: TaskOption = "",
    stage: StageOption = 0,
) -> Answer:
    """Tune on validation how probabilities become answers, and show the effect there and on the test texts.

    Without options it shows the saved rule.

    Args:
        temperature: Calibrate probabilities by a temperature.
        metric: Weight the classes (two classes: move the threshold; multi-label: one threshold each) for the best value
            of a metric such as macro_f1.
        cost: The cost of an error, e.g. spam:ham=5; other errors cost 1, and the answer has the least
        expected cost. Multi-label: violence:missed=10, or 'violence:given wrongly=2'.
        abstain_below: No answer below this confidence.
        max_risk: Abstain as often as necessary to keep errors within this percentage.
        save: Save the rule with the model: predict, export and the Lab follow it.
        clear: Remove the saved rule.
    """
    from engine.analysis import decisions
    from engine.analysis.evidence import looks_notes
    from engine.delivery.finished_model import find_finished_model
    from engine.objectives.decision import DECISION_FILE, plain_rule, read_decision, write_decision
    from engine.store.database import Store

    request = decisions.DecisionRequest(temperature, metric, tuple(cost or ()), abstain_below, max_risk)
    _require_one_rule(request)
    model = find_finished_model(store, run, task, stage)
    folder = model.folder / "tasks" / model.head if model.head else model.folder
    file = folder / DECISION_FILE
    if clear:
        file.unlink(missing_ok=True)
        message = "The model answers without a rule again."
        return Answer({"said": message}, [message])
    check_decidable(model)
    with Store(store) as database:
        validation, test = (
            decisions.read_scored_split(database, model.run.id, model.stage, model.task, split)
            for split in ("validation", "test")
        )
        looks = looks_notes(database, [model.run])
    if request.is_empty:
        saved_rule = read_decision(folder, validation.classes)
        rule, is_saved = saved_rule or plain_rule(validation.targets), saved_rule is not None
    else:
        rule, is_saved = decisions.tune_rule(validation, request), save
        if save:
            write_decision(folder, rule, validation.classes)
    reports = [decisions.report_decision(scored, rule) for scored in (validation, test)]
    caution = decisions.tuning_caution(validation)
    record = {
        "chosen_for": rule.chosen_for,
        "classes": list(validation.classes),
        "saved": str(file) if is_saved else "",
        "has_rule": file.is_file(),
        "several": validation.is_multi_label,
        "metrics": {name: m.title for name, m in decisions.tunable_metrics(validation.objective).items()},
        "caution": caution,
        "notes": output.test_notes("test", reports[1].texts, looks),
        **_rule_json(rule),
        "splits": [report.as_json() for report in reports],
    }
    parts: Parts = [*_rule_lines(rule, validation.classes)]
    for report in reports:
        parts += [*_report_parts(report), *output.test_notes(report.split, report.texts, looks)]
    parts.append(
        "\nThe rule was tuned on the validation texts, so the gain there is optimistic. The test texts were not used."
        if rule.chosen_for
        else "\nTo tune a rule, give --temperature, --metric, --cost, --abstain-below or --max-risk."
    )
    if caution:
        parts.append(caution)
    if is_saved:
        parts.append(f"Kept: {file}. predict, export and the Lab follow it.")
    return Answer(record, parts)


def _require_one_rule(request: DecisionRequest) -> None:
    """Raise UserError for contradictory options."""
    if request.metric and request.costs:
        raise UserError("--metric and --cost define two different rules.", remedy="Give one of them.")
    if request.abstain_below and request.max_risk is not None:
        raise UserError("--abstain-below and --max-risk both define when to abstain.", remedy="Give one.")


def check_decidable(model: FinishedModel) -> None:
    """Raise UserError for a model without decision rules."""
    if not model.objective.decided_by_rule:
        raise UserError(
            f"the model learnt {model.objective.title.lower()}, for which there is no decision rule to tune.",
            remedy="Rules are for one class or several labels of each text.",
        )


def _rule_json(rule: DecisionRule) -> JsonObject:
    from engine.objectives.decision import Decision

    name = "weights" if isinstance(rule, Decision) else "thresholds"
    parameters: JsonObject = {name: list(getattr(rule, name))}
    costs = [list(row) for row in rule.costs]
    return parameters | {"temperature": rule.temperature, "costs": costs, "abstain_below": rule.abstain_below}


def _rule_lines(rule: DecisionRule, classes: tuple[str, ...]) -> list[str]:
    from engine.objectives.decision import Decision

    if not isinstance(rule, Decision):
        text = ", ".join(f"{name} {value:.3f}" for name, value in zip(classes, rule.thresholds, strict=True))
        return [f"Rule: {rule.chosen_for or 'labels from a probability of 0.5'}", f"Thresholds: {text}"]
    lines = [f"Rule: {rule.chosen_for or 'the largest probability'}"]
    if len(rule.weights) == 2:
        threshold = rule.weights[0] / (rule.weights[0] + rule.weights[1])
        lines.append(f"{classes[1]} from a probability of {threshold:.3f}")
    elif rule.weights:
        text = ", ".join(f"{name} {weight:.3g}" for name, weight in zip(classes, rule.weights, strict=True))
        lines.append(f"Weights: {text}")
    return lines


def _report_parts(report: DecisionReport) -> Parts:
    """Return the effect of the rule on a split."""
    from engine.metrics.base import known_metrics

    rows = []
    for name, before in report.before.items():
        metric = known_metrics()[name]
        title = f"{metric.title}, {metric.unit}" if metric.unit else metric.title
        rows.append([title, f"{before:.{metric.digits}f}", f"{report.after[name]:.{metric.digits}f}"])
    if report.cost_before is not None and report.cost_after is not None:
        rows.append(["mean cost", f"{report.cost_before:.4f}", f"{report.cost_after:.4f}"])
    heading = f"{report.split.capitalize()}, {output.count_texts(report.texts)}"
    parts: Parts = ["", PlainTable([heading, "Before", "After"], rows)]
    if report.coverage < 1:
        parts.append(
            f"Answered: {100 * report.coverage:.1f} %, of which {report.answered_error:.2f} % wrongly."
        )
    curve, shares = report.risk_coverage, (0.5, 0.7, 0.8, 0.9, 0.95, 1.0)
    points = [next((each for each in curve if each.coverage >= share - 1e-9), None) for share in shares]
    points_text = "; ".join(
        f"{100 * point.coverage:.0f} %: {point.risk:.2f} % (confidence ≥ {percent_text(point.confidence, 1)})"
        for point in dict.fromkeys(filter(None, points))  # with few texts several shares give one point
    )
    return [*parts, f"Errors among the most confident: {points_text}"]
