"""Checks of learning from labels: whether objective, labels and the choice of the best checkpoint fit each other."""

from __future__ import annotations

from collections.abc import Sequence

from engine.metrics.base import known_metrics
from engine.spec.checks.findings import PlacedFindings, SpecFinding
from engine.spec.stages.labelled_task import LabelledTask
from engine.spec.targets import ClassTarget, Target


def check_objectives(tasks: Sequence[LabelledTask], best_on: str) -> PlacedFindings:
    """Return findings on labels that an objective cannot learn from, and on a metric ``best_on`` that
    measures none of them.

    Places are fields of the stage that learns ``tasks``.
    """
    for task in tasks:
        objective, target = task.objective, task.data.effective.target
        # What a user's name stands for may say how its labels are read; that is known when it has been looked up.
        named = task.data.source.startswith("catalogue:") and task.data.resolved is None
        unknown = named and target == ClassTarget()
        if objective.target != target.kind and not unknown:
            where, wanted = task.field_path("data.target"), Target.known_options().get(objective.target)
            called = wanted.title.lower() if wanted is not None else objective.target
            yield (
                where,
                SpecFinding(
                    f"{objective.title.lower()} learns from other labels than these ({target.title.lower()}).",
                    remedy=f"Read them as {called}, or choose another objective.",
                    fix=None if wanted is None else (where, {"kind": objective.target}),
                ),
            )
    metric = known_metrics()[best_on]
    for task in tasks:
        if metric not in task.objective.metrics():
            main = task.objective.main_metric
            yield (
                "best_on",
                SpecFinding(
                    f"{task.objective.title.lower()} has no {metric.title}.",
                    remedy=f"Choose by its {known_metrics()[main].title}.",
                    fix=("best_on", main),
                ),
            )
