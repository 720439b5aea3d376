"""Choices that do not fit the objectives of a design. Forms disable them, each with a reason."""

from __future__ import annotations

from collections.abc import Mapping

from engine.metrics.base import known_metrics
from engine.objectives.base import LabelObjective
from engine.spec.base import Choice
from engine.spec.checks.findings import DataFacts
from engine.spec.experiment import Experiment, stage_ancestors
from engine.spec.mitigation import StrategyOption
from engine.spec.stages.base import Stage
from engine.spec.stages.labelled_task import LabelledTask
from engine.spec.targets import ClassTarget, Target

UnfitChoices = dict[str, dict[str, str]]
"""Reasons by dotted field and by value or kind of option."""


def unfit_choices(experiment: Experiment, data: Mapping[int, DataFacts] | None = None) -> UnfitChoices:
    """Return the choices that do not fit the objectives of the stages or the labels of their data.

    They are losses for other labels, metrics that an objective does not have, and strategies that do not support the
    outputs of an earlier task. ``data`` has facts by index of the stage.
    """
    choices: UnfitChoices = {}
    for index, stage in enumerate(experiment.stages):
        prefix, facts = f"stages.{index}", (data or {}).get(index)
        tasks = stage.labelled_tasks()
        for task in tasks:
            choices[f"{prefix}.{task.field_path('objective')}"] = _unfit_losses(
                task, facts if len(tasks) == 1 else None
            )
        if "best_on" in type(stage).model_fields:
            choices[f"{prefix}.best_on"] = _unfit_metrics(tasks)
        choices |= _unfit_strategies(experiment, index, stage)
    return {path: reasons for path, reasons in choices.items() if reasons}


def _unfit_losses(task: LabelledTask, facts: DataFacts | None) -> dict[str, str]:
    target = task.data.effective.target
    is_name = task.data.source.startswith("catalogue:") and task.data.resolved is None
    kind = target.kind if target != ClassTarget() else facts.target if facts is not None and is_name else ""
    if not kind:
        return {}  # labels that are read as classes by default may be read otherwise
    targets = Target.known_options()
    label_kind = targets[kind].title.lower() if kind in targets else kind
    return {
        name: f"Learns from other labels than these ({label_kind})."
        for name, option in LabelObjective.known_options().items()
        if option.target != kind
    }


def _unfit_metrics(tasks: tuple[LabelledTask, ...]) -> dict[str, str]:
    reasons: dict[str, str] = {}
    for task in tasks:
        measured = {metric.name for metric in task.objective.metrics()}
        title = task.objective.title
        reasons |= {
            name: f"{title} has no {metric.title}."
            for name, metric in known_metrics().items()
            if name not in measured
        }
    return reasons


def _unfit_strategies(experiment: Experiment, index: int, stage: Stage) -> UnfitChoices:
    """Return the choices of ``of`` that do not support the outputs of earlier tasks."""
    objectives = [
        task.objective
        for number, _ in stage_ancestors(experiment, index)
        for task in experiment.stages[number - 1].labelled_tasks()
    ]
    choices: UnfitChoices = {}
    for name in ("consolidation", "distillation"):
        option: Choice = getattr(stage, name)
        unsupported = [each for each in objectives if not option.serves(each.kind)]
        if unsupported and "of" in type(option).model_fields:
            reason = f"An earlier task learnt {unsupported[0].title.lower()}. {option.describe_objectives()}"
            values = [value for value in ("earlier", "auto") if _holds_earlier(option, value)]
            choices[f"stages.{index}.{name}.of"] = dict.fromkeys(values, reason)
    return choices


def _holds_earlier(option: Choice, value: str) -> bool:
    """Return whether a strategy uses the outputs of earlier tasks when its ``of`` is ``value``."""
    from pydantic import ValidationError

    try:
        variant = type(option).model_validate(option.model_dump() | {"of": value})
    except ValidationError:
        return False
    return isinstance(variant, StrategyOption) and variant.holds_earlier_tasks()
