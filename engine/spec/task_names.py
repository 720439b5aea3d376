"""Names of the tasks of a run's stages."""

from __future__ import annotations

from engine.spec.experiment import Experiment
from engine.spec.stages.labelled_task import LabelledTask, name_from_source


def task_names(experiment: Experiment) -> list[tuple[str, ...]]:
    """Return the names of the tasks of each stage. Empty for pre-training.

    A single task has the name of its data set in a multi-task stage of the run, if any, else the data set's own name.
    """
    titles = {
        task.data.source: task.name
        for stage in experiment.stages
        for task in stage.labelled_tasks()
        if task.name
    }
    return [
        tuple(
            task.name or titles.get(task.data.source, name_from_source(task.data.source))
            for task in stage.labelled_tasks()
        )
        for stage in experiment.stages
    ]


def task_labels(experiment: Experiment) -> list[tuple[str, ...]]:
    """Return ``task_names`` prefixed with the stage's number from 1 (``2:questions``), which are unique in a run."""
    return [
        tuple(f"{number}:{name}" for name in names)
        for number, names in enumerate(task_names(experiment), start=1)
    ]


def task_of_split(experiment: Experiment, split: str, stage: int | None = None) -> LabelledTask | None:
    """Return the task of the predictions for ``split`` (``test``, ``test/NAME``, ``stage-1/test``).

    It is the last of several candidates, None without labels. ``stage`` (from 0) is the predicting stage if
    known. Otherwise ``split`` determines it.
    """
    parts = split.split("/")
    if parts[0].startswith("stage-"):
        stage = int(parts.pop(0).removeprefix("stage-")) - 1
    name = "/".join(parts[1:])
    stages = experiment.stages if stage is None else experiment.stages[stage : stage + 1]
    tasks = [task for each in stages for task in each.labelled_tasks()]
    matching = [task for task in tasks if task.name == name] or tasks
    return matching[-1] if matching else None


def result_splits(experiment: Experiment, split: str = "test") -> tuple[str, ...]:
    """Return the splits of a run's result, which is that of the last stage with labels.

    For example ``("test",)`` for a single task, ``("test/Reviews", "test/Questions")`` for several, and () without
    labels. Predictions of earlier stages may be stored as well.
    """
    for stage in reversed(experiment.stages):
        if tasks := stage.labelled_tasks():
            return tuple(f"{split}{task.metric_suffix}" for task in tasks)
    return ()


def stage_ancestors(experiment: Experiment, index: int) -> tuple[tuple[int, int | None], ...]:
    """Return the ancestors of stage ``index`` (from 0), first to last, as (number from 1, update or None)."""
    ancestors: list[tuple[int, int | None]] = []
    number, step = experiment.stages[index].origin(index)
    while number:
        ancestors.append((number, step))
        number, step = experiment.stages[number - 1].origin(number - 1)
    return tuple(reversed(ancestors))
