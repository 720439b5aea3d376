"""Multi-task fine-tuning: one encoder, one head per task (Sun et al. 2019, 4.3, Liu et al. 2019, MT-DNN)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar, Literal, Self

from pydantic import field_validator, model_validator

from engine.file_names import name_problem
from engine.formatting.phrases import phrase
from engine.objectives.base import LabelObjective
from engine.spec.base import Choice, SpecModel, field
from engine.spec.data import DataSource
from engine.spec.describe import construct, defaults, label_of
from engine.spec.stages.base import Stage
from engine.spec.stages.finetune import ESSENTIAL, SupervisedStage
from engine.spec.stages.labelled_task import (
    LabelledTask,
    default_objective,
    distinct_sources,
    name_from_source,
)
from engine.spec.stages.summary import SummaryFacts, features_text
from engine.spec.truncation import HeadTruncation, Truncation


class TaskSampling(Choice):
    """Sampling of batches from the tasks.

    A batch holds texts of one task. Let n_i be the number of texts of task i, N that of the largest task and b the size
    of a batch. An epoch holds ceil(n_i^a N^(1-a) / b) batches of task i, in random order. Every text of every task is
    seen at least once. A task with more batches than texts fill is repeated, each time in a new order.
    """

    noun: ClassVar[str] = "sampling"

    def exponent(self, epoch: int, epochs: int) -> float:
        """Return the exponent a in p_i proportional to n_i ** a, in epoch ``epoch`` (from 0) of ``epochs``."""
        raise AssertionError(f"{type(self).__name__} defines no exponent")


class ProportionalSampling(TaskSampling):
    """In proportion to the number of texts: every text exactly once per epoch (the paper's code)."""

    title: ClassVar[str] = "Proportional to size"
    kind: Literal["proportional"] = "proportional"

    def exponent(self, epoch: int, epochs: int) -> float:
        return 1.0


class SquareRootSampling(TaskSampling):
    """In proportion to the square root of the number of texts."""

    title: ClassVar[str] = "Square root of size"
    kind: Literal["square_root"] = "square_root"

    def exponent(self, epoch: int, epochs: int) -> float:
        return 0.5


class UniformSampling(TaskSampling):
    """Every task equally often."""

    title: ClassVar[str] = "Uniform"
    kind: Literal["uniform"] = "uniform"

    def exponent(self, epoch: int, epochs: int) -> float:
        return 0.0


class AnnealedSampling(TaskSampling):
    """From proportional in the first epoch to nearly uniform in the last: a = 1 - 0.8 (e - 1)/(E - 1)."""

    title: ClassVar[str] = "Annealed"
    kind: Literal["annealed"] = "annealed"
    drop: float = field(0.8, "Drop", source="Stickland and Murray 2019, 3.2", gt=0.0, le=1.0)
    """How far the exponent falls from 1 over the epochs."""

    def exponent(self, epoch: int, epochs: int) -> float:
        return 1.0 - self.drop * epoch / max(1, epochs - 1)


class TaskData(SpecModel):
    """One of the tasks."""

    essential: ClassVar[tuple[str, ...]] = ("name", "data", "truncation", "max_length", "weight")
    name: str = field("", "Name", max_length=60)
    """The name of its curves and its head; empty: the data set's name."""
    data: DataSource = field(label="Data set")
    """The texts and labels."""
    truncation: Truncation = field(lambda: HeadTruncation(), "Truncation")
    """The part that is read of a text longer than the length."""
    max_length: int = field(0, "Length", unit="tokens", zero="as stage", ge=0)
    """Longest input of this task; 0: the stage's length."""
    weight: float = field(1.0, "Weight", gt=0.0, same_row=True)
    """Factor of this task's loss."""
    objective: LabelObjective = field(default_objective, "Objective", advanced=True, later=True)
    """Target and loss of this task."""

    @field_validator("name")
    @classmethod
    def _nameable(cls, value: str) -> str:
        name = value.strip()
        if problem := name_problem(name):
            raise ValueError(problem)
        return name

    def display_name(self) -> str:
        """Return the name of the task, by default the last part of the name of its data set."""
        return self.name or name_from_source(self.data.source)


def batches_per_epoch(rows: Sequence[int], batch_size: int, exponent: float) -> list[int]:
    """Return the number of batches of each task in an epoch, in proportion to rows ** ``exponent``.

    With n_i texts of task i, N of the largest and batches of b, it is ceil(n_i^a N^(1-a) / b). This is at least one
    pass over the texts of a task, and exactly one for the largest task. For a = 1 it is one pass for every task.

    Args:
        rows: training texts of each task.
        batch_size: texts per batch. The last batch of a pass may be smaller.
        exponent: a, from 0 (uniform) to 1 (proportional to size).
    """
    most = max(rows)
    # Rounding removes floating-point errors of n ** a, which ceil would turn into a batch.
    return [math.ceil(round(n**exponent * most ** (1 - exponent) / batch_size, 6)) for n in rows]


class Multitask(SupervisedStage):
    """Learns several tasks at once: they share the encoder, each has a head of its own (Sun et al. 2019, 4.3)."""

    title: ClassVar[str] = "Multi-task fine-tuning"
    kind: Literal["multitask"] = "multitask"
    runtime: ClassVar[str] = "engine.stages.multitask"
    icon: ClassVar[str] = "compare"
    is_multi_task: ClassVar[bool] = True
    essential: ClassVar[tuple[str, ...]] = ("tasks", "sampling", *ESSENTIAL)
    tasks: list[TaskData] = field(label="Tasks", min_length=1, section="Data and texts")
    """The data sets that are learnt together."""
    sampling: TaskSampling = field(lambda: ProportionalSampling(), "Sampling", section="Data and texts")
    """Sampling of batches from the tasks."""

    def labelled_tasks(self) -> tuple[LabelledTask, ...]:
        return tuple(
            LabelledTask(
                task.data,
                task.truncation,
                task.max_length or self.max_length,
                objective=task.objective,
                name=task.display_name(),
                path=f"tasks.{number}",
            )
            for number, task in enumerate(self.tasks)
        )

    def batches_of_tasks(self, rows: Sequence[int], epoch: int = 0) -> list[int]:
        return batches_per_epoch(rows, self.batch_size, self.sampling.exponent(epoch, self.epoch_count))

    def planned_updates(self, rows: Sequence[int]) -> int:
        counts = [sum(self.batches_of_tasks(rows, epoch)) for epoch in range(self.epoch_count)]
        missing = round((len(counts) - self.epochs) * counts[-1])
        return max(1, sum(counts) - missing, self.least_steps)

    def updates_per_epoch(self, rows: Sequence[int]) -> int:
        return sum(self.batches_of_tasks(rows))

    def inputs_read(self, rows: Sequence[int]) -> list[float]:
        shares = self.batches_of_tasks(rows)
        inputs = self.planned_updates(rows) * self.batch_size
        return [inputs * share / max(1, sum(shares)) for share in shares]

    def summary(self, facts: SummaryFacts = SummaryFacts()) -> list[str]:  # noqa: B008 - frozen
        names = [task.name or facts.data_title(task.data.source) for task in self.tasks]
        tasks = phrase("No task yet")
        if names:
            tasks = phrase(
                "{n} task: {names}" if len(names) == 1 else "{n} tasks: {names}",
                n=len(names), names=", ".join(names),
            )  # fmt: skip
        sampling = phrase(label_of(type(self.sampling)))
        last = phrase("{sampling}, {features}", sampling=sampling, features=features_text(self.features))
        return [tasks, self.duration_text(facts), last]

    @classmethod
    def default_after(cls, stages: Sequence[Stage], samples: Sequence[str] = ()) -> tuple[int, Self]:
        """Propose a stage before the first fine-tuning, with the settings of the last and at least two tasks."""
        single_tasks = [stage for stage in stages if stage.labelled_tasks() and not stage.is_multi_task]
        sources = distinct_sources(source for stage in single_tasks for source in stage.sources().values())
        names = [source.source for source in sources]
        added = [name for name in samples if name not in names][: max(0, 2 - len(sources))]
        sources += [construct(DataSource, {**defaults(DataSource), "source": name}) for name in added]
        empty = construct(TaskData, defaults(TaskData))
        tasks = [empty.model_copy(update={"data": source}) for source in sources]
        index = stages.index(single_tasks[0]) if single_tasks else len(stages)
        return index, cls.with_settings_of(single_tasks[-1] if single_tasks else None, tasks=tasks)

    @model_validator(mode="after")
    def _names_differ(self) -> Multitask:
        # Ignore case, because not every file system is case-sensitive.
        names = [task.display_name().casefold() for task in self.tasks]
        twice = sorted(
            {task.display_name() for task in self.tasks if names.count(task.display_name().casefold()) > 1}
        )
        if twice:
            raise ValueError(f"two tasks are called '{twice[0]}'. Give each its own name")
        return self
