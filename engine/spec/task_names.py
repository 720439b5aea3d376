"""Names of the tasks that the stages of a run learn."""

from __future__ import annotations

from engine.spec.experiment import Experiment
from engine.spec.stages.labelled_task import LabelledTask, name_from_source


def task_names(experiment: Experiment) -> list[tuple[str, ...]]:
    """Return the names of the tasks that each stage learns, none for pre-training.

    A single task goes by the name that its data set has in a multi-task stage of the run, else by the data
    set's own.
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
    """Return ``task_names`` with the stage's number (from 1) in front, ``2:questions``: unique in a run."""
    return [
        tuple(f"{number}:{name}" for name in names)
        for number, names in enumerate(task_names(experiment), start=1)
    ]


def task_of_split(experiment: Experiment, split: str, stage: int | None = None) -> LabelledTask | None:
    """Return the task that predictions for ``split`` (``test``, ``test/NAME``, ``stage-1/test``) are of.

    Of several candidates it is the last one. None where no labels are learnt. ``stage`` (from 0) is the stage that has
    predicted, if known. Else it is read from the split.
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
    """Return the splits of a run's result: those of its last stage that learns labels.

    ``("test",)`` of an only task, ``("test/Reviews", "test/Questions")`` of several. Predictions of earlier stages may
    be stored as well. () where no labels are learnt.
    """
    for stage in reversed(experiment.stages):
        if tasks := stage.labelled_tasks():
            return tuple(f"{split}{task.metric_suffix}" for task in tasks)
    return ()


def stage_ancestors(experiment: Experiment, index: int) -> tuple[tuple[int, int | None], ...]:
    """Return the stages that stage ``index`` (from 0) builds upon, first to last, as (number from 1, update
    or None).
    """
    ancestors: list[tuple[int, int | None]] = []
    number, step = experiment.stages[index].origin(index)
    while number:
        ancestors.append((number, step))
        number, step = experiment.stages[number - 1].origin(number - 1)
    return tuple(reversed(ancestors))
