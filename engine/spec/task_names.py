"""What the stages of a run learn to tell apart, by name."""

from __future__ import annotations

from engine.spec.experiment import Experiment
from engine.spec.stages import Finetune, Multitask
from engine.spec.stages.multitask import name_from_source


def task_names(experiment: Experiment) -> list[tuple[str, ...]]:
    """The names of the tasks that each stage learns; none for pre-training.

    A single task goes by the name that its data set has in a multi-task stage of the run, else by the data set's own.
    """
    known = {
        task.data.source: task.display_name()
        for stage in experiment.stages
        if isinstance(stage, Multitask)
        for task in stage.tasks
    }
    found: list[tuple[str, ...]] = []
    for stage in experiment.stages:
        if isinstance(stage, Multitask):
            found.append(tuple(task.display_name() for task in stage.tasks))
        elif isinstance(stage, Finetune):
            found.append((known.get(stage.data.source, name_from_source(stage.data.source)),))
        else:
            found.append(())
    return found


def task_labels(experiment: Experiment) -> list[tuple[str, ...]]:
    """``task_names`` with the stage's number (from 1) in front, ``2:questions``: unique in a run."""
    return [
        tuple(f"{number}:{name}" for name in names)
        for number, names in enumerate(task_names(experiment), start=1)
    ]


def stage_ancestors(experiment: Experiment, index: int) -> tuple[tuple[int, int | None], ...]:
    """The stages that stage ``index`` (from 0) builds upon, first to last, as (number from 1, update or None)."""
    found: list[tuple[int, int | None]] = []
    number, step = experiment.stages[index].origin(index)
    while number:
        found.append((number, step))
        number, step = experiment.stages[number - 1].origin(number - 1)
    return tuple(reversed(found))
