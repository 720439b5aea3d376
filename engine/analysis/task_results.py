"""What each stage of a run reached in each of its tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.spec.experiment import Experiment
from engine.spec.task_names import task_names
from engine.store import Store, summaries
from engine.store.summaries import MetricSummary


@dataclass(frozen=True)
class TaskResult:
    """What a stage reached in one task. Errors in percent, losses in nats; what is not known yet is None.

    Attributes:
        stage: number of the stage, from 1.
        kind: of the stage.
        task: the task's name; empty for the means over the tasks of a stage that learns several.
        validation_best: the smallest validation error, ``validation_best_step`` after how many updates of the run.
        test: error at the checkpoint that validation chose.
    """

    stage: int
    kind: str
    task: str
    validation_best: float | None
    validation_best_step: int | None
    validation_last: float | None
    test: float | None
    test_loss: float | None

    def as_json(self) -> dict[str, Any]:
        """The fields as they are."""
        return asdict(self)


def task_results(
    experiment: Experiment, measured: Mapping[int, Mapping[str, MetricSummary]]
) -> list[TaskResult]:
    """The results of a run, stage by stage; ``measured`` are its ``read_stage_summaries``. Stages not begun
    are left out."""
    found = []
    for position, names in enumerate(task_names(experiment)):
        own, stage = measured.get(position), experiment.stages[position]
        if own is None or not names:
            continue
        if stage.learns_together:
            found.append(_result(position, stage.kind, "", own, ""))
        for name, task in zip(names, stage.labelled_tasks(), strict=True):
            found.append(_result(position, stage.kind, name, own, task.metric_suffix))
    return found


def _result(
    position: int, kind: str, task: str, measured: Mapping[str, MetricSummary], end: str
) -> TaskResult:
    validation, test = measured.get(f"validation/error{end}"), measured.get(f"test/error{end}")
    loss = measured.get(f"test/loss{end}")
    return TaskResult(
        position + 1,
        kind,
        task,
        validation.best if validation else None,
        validation.best_step if validation else None,
        validation.last if validation else None,
        test.at_best if test else None,
        loss.at_best if loss else None,
    )


def task_results_of_runs(store: Store, experiments: Mapping[int, Experiment]) -> dict[int, list[TaskResult]]:
    """``task_results`` of several runs."""
    measured = summaries.read_stage_summaries(store, experiments)
    return {number: task_results(experiment, measured[number]) for number, experiment in experiments.items()}


def errors_by_task(found: Iterable[TaskResult]) -> dict[str, float]:
    """The test error of each task of a run: that of the last stage which has tested it."""
    return {each.task: each.test for each in found if each.task and each.test is not None}
