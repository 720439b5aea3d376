"""Names of the tasks that the stages of a run learn."""

from __future__ import annotations

from engine.spec.experiment import Experiment
from engine.spec.stages.labelled_task import name_from_source


def task_names(experiment: Experiment) -> list[tuple[str, ...]]:
    """Return the names of the tasks that each stage learns; none for pre-training.

    A single task goes by the name that its data set has in a multi-task stage of the run, else by the data
    set's own.
    """
    known = {
        task.data.source: task.name
        for stage in experiment.stages
        for task in stage.labelled_tasks()
        if task.name
    }
    return [
        tuple(
            task.name or known.get(task.data.source, name_from_source(task.data.source))
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


def stage_ancestors(experiment: Experiment, index: int) -> tuple[tuple[int, int | None], ...]:
    """Return the stages that stage ``index`` (from 0) builds upon, first to last, as (number from 1, update
    or None).
    """
    found: list[tuple[int, int | None]] = []
    number, step = experiment.stages[index].origin(index)
    while number:
        found.append((number, step))
        number, step = experiment.stages[number - 1].origin(number - 1)
    return tuple(reversed(found))
