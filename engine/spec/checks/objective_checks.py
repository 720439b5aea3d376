"""Checks whether objective, labels and checkpoint selection fit each other."""

from __future__ import annotations

from collections.abc import Sequence

from engine.metrics.base import known_metrics
from engine.objectives.base import LabelObjective
from engine.spec.checks.findings import PlacedFindings, SpecFinding, fault
from engine.spec.stages.labelled_task import LabelledTask
from engine.spec.targets import ClassTarget, Target


def check_objectives(tasks: Sequence[LabelledTask], best_on: str, data_target: str = "") -> PlacedFindings:
    """Return findings on labels that do not fit their objective, and on a ``best_on`` that objectives do not have.

    Paths are relative to the stage of ``tasks``. ``data_target`` is the actual kind of labels in the data set of a
    single task, if known.
    """
    for task in tasks:
        objective, target = task.objective, task.data.effective.target
        # A catalogue entry may declare its target, which is known only after the name is resolved.
        is_name = task.data.source.startswith("catalogue:") and task.data.resolved is None
        uses_detected = is_name and target == ClassTarget()
        kind = data_target if uses_detected else target.kind
        if not kind or objective.target == kind:
            continue
        yield _label_mismatch(task, kind, is_declared=uses_detected or target != ClassTarget())
    metric = known_metrics()[best_on]
    for task in tasks:
        if metric not in task.objective.metrics():
            main = task.objective.main_metric
            yield fault(
                "best_on",
                f"{task.objective.title.lower()} has no {metric.title}.",
                remedy=f"Choose by its {known_metrics()[main].title}.",
                fix=("best_on", main),
            )


def _label_mismatch(task: LabelledTask, kind: str, *, is_declared: bool) -> tuple[str, SpecFinding]:
    """Return the finding on labels of ``kind``, which the objective of ``task`` does not support.

    If the data set declares its target (``is_declared``), the remedy is another objective, else another target.
    """
    objective, targets = task.objective, Target.known_options()
    label_kind = targets[kind].title.lower() if kind in targets else kind
    message = f"{objective.title.lower()} learns from other labels than these ({label_kind})."
    suitable = next((each for each in LabelObjective.known_options().values() if each.target == kind), None)
    if is_declared and suitable is not None:
        path = task.field_path("objective")
        choice = {"kind": suitable.model_fields["kind"].default}
        return path, SpecFinding(message, remedy=f"Learn {suitable.title.lower()}.", fix=(path, choice))
    path, target = task.field_path("data.target"), targets.get(objective.target)
    target_title = target.title.lower() if target is not None else objective.target
    return path, SpecFinding(
        message,
        remedy=f"Read them as {target_title}, or choose another objective.",
        fix=None if target is None else (path, {"kind": objective.target}),
    )
