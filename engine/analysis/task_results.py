"""Results of each stage of a run for each of its tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field

from engine.json_types import JsonObject
from engine.metrics.base import display_metric, is_default_metric
from engine.objectives.base import LabelObjective
from engine.spec.experiment import Experiment, task_names
from engine.spec.stages.base import Stage
from engine.store import Store, summaries
from engine.store.summaries import MetricSummary


@dataclass(frozen=True)
class TaskResult:
    """Result of a stage for one task. Unknown values are None.

    Attributes:
        stage: number of the stage, from 1.
        kind: kind of the stage.
        task: name of the task, empty for the means over the tasks of a multi-task stage.
        validation_best: the best validation value of ``metric``.
        validation_best_step: number of updates at that value, None for a model fitted at once.
        test: test value at the best checkpoint.
        metric: the main metric of the task's objective (error in percent for classification).
        more: test values of further metrics with columns in tables, by name.
    """

    stage: int
    kind: str
    task: str
    validation_best: float | None
    validation_best_step: int | None
    validation_last: float | None
    test: float | None
    test_loss: float | None
    metric: str = "error"
    more: Mapping[str, float] = field(default_factory=dict)

    def as_json(self) -> JsonObject:
        """Return the fields as a dict."""
        return asdict(self)


def task_results(
    experiment: Experiment, measures: Mapping[int, Mapping[str, MetricSummary]]
) -> list[TaskResult]:
    """Return the results of a run by stage, without stages that have not started.

    ``measures`` come from ``read_stage_summaries``.
    """
    results = []
    for position, names in enumerate(task_names(experiment)):
        values, stage = measures.get(position), experiment.stages[position]
        if values is None or not names:
            continue
        tasks = stage.labelled_tasks()
        if stage.is_multi_task:
            results.append(_result(position, stage, "", values, "", tasks[0].objective))
        for name, task in zip(names, tasks, strict=True):
            results.append(_result(position, stage, name, values, task.metric_suffix, task.objective))
    return results


def _result(
    position: int,
    stage: Stage,
    task: str,
    measures: Mapping[str, MetricSummary],
    end: str,
    objective: LabelObjective,
) -> TaskResult:
    name = display_metric(objective.main_metric)
    validation, test = measures.get(f"validation/{name}{end}"), measures.get(f"test/{name}{end}")
    loss = measures.get(f"test/loss{end}")
    more = {
        metric.name: summary.at_best
        for metric in objective.metrics()
        if metric.tabulated and metric.name not in (name, "loss") and metric.complement != name
        if (summary := measures.get(f"test/{metric.name}{end}")) is not None and summary.at_best is not None
    }
    return TaskResult(
        position + 1,
        stage.kind,
        task,
        validation.best if validation else None,
        validation.best_step if validation and not stage.fitted_at_once else None,
        validation.last if validation else None,
        test.at_best if test else None,
        loss.at_best if loss else None,
        name,
        more,
    )


def task_results_of_runs(store: Store, experiments: Mapping[int, Experiment]) -> dict[int, list[TaskResult]]:
    """Return ``task_results`` of several runs."""
    values = summaries.read_stage_summaries(store, experiments)
    return {number: task_results(experiment, values[number]) for number, experiment in experiments.items()}


def further_metrics(results: Iterable[TaskResult]) -> dict[str, float]:
    """Return the test values of further metrics, each of the last stage that has it, over its tasks."""
    values: dict[tuple[int, str], float] = {}
    for result in results:
        for name, value in result.more.items():
            values.setdefault((result.stage, name), value)  # the mean over several tasks comes first
    return {name: value for (_, name), value in sorted(values.items())}


def errors_by_task(results: Iterable[TaskResult]) -> dict[str, float]:
    """Return the test error of each tested task of a run, from the last stage that tested it."""
    return {
        result.task: result.test
        for result in results
        if result.task and result.test is not None and is_default_metric(result.metric)
    }
