"""Multi-task fine-tuning: one encoder, one head per task (Sun et al. 2019, 4.3; Liu et al. 2019, MT-DNN)."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

from pydantic import field_validator, model_validator

from engine.spec.base import Choice, SpecModel, field
from engine.spec.data import DataSource
from engine.spec.stages.finetune import SupervisedStage
from engine.spec.truncation import HeadTruncation, Truncation

_NO_FILE_NAME = re.compile(r'[\x00-\x1f<>:"/\\|?*]')
"""What no file name may hold on some system: a task's head is saved under the task's name."""


class TaskSampling(Choice):
    """How often each task's turn comes.

    A batch holds texts of one task. With n_i texts of task i, N of the largest and batches of b, an epoch holds
    ceil(n_i^a N^(1-a) / b) batches of it, in random order: every text of every task is seen at least once, and tasks
    whose turn comes more often than their size asks for are repeated, each time in a new order.
    """

    noun: ClassVar[str] = "sampling"

    def exponent(self, epoch: int, epochs: int) -> float:
        """The a in p_i proportional to n_i ** a, in epoch ``epoch`` (from 0) of ``epochs``."""
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
    drop: float = field(
        0.8,
        label="Drop",
        help="How far the exponent falls from 1 over the epochs.",
        source="Stickland and Murray 2019, 3.2",
        gt=0.0,
        le=1.0,
    )

    def exponent(self, epoch: int, epochs: int) -> float:
        return 1.0 - self.drop * epoch / max(1, epochs - 1)


class TaskData(SpecModel):
    """One of the tasks."""

    essential: ClassVar[tuple[str, ...]] = ("name", "data", "truncation", "max_length", "weight")
    name: str = field(
        "",
        label="Name",
        help="What its curves and its head are called; empty: the data set's name.",
        max_length=60,
    )
    data: DataSource = field(label="Data set", help="The texts and labels.")
    truncation: Truncation = field(
        lambda: HeadTruncation(),
        label="Keep of long texts",
        help="What is kept of texts longer than the length.",
    )
    max_length: int = field(
        0, label="Length", unit="tokens", help="Longest input of this task; 0: the stage's length.", ge=0
    )
    weight: float = field(1.0, label="Weight", help="Factor of this task's loss.", gt=0.0, beside=True)

    @field_validator("name")
    @classmethod
    def _nameable(cls, value: str) -> str:
        name = value.strip()
        if _NO_FILE_NAME.search(name) or name.startswith(".") or name.endswith("."):
            raise ValueError(f"'{name}' cannot name a file; use letters, digits, spaces, - and _")
        return name

    def display_name(self) -> str:
        """The task's name: its own, else the last part of its data set's."""
        return self.name or name_from_source(self.data.source)


def name_from_source(source: str) -> str:
    """A task's name after its data set: the last part of its path or name, ``reviews`` for ``samples:reviews``."""
    last = source.replace("\\", "/").rstrip("/").rpartition("/")[2].rpartition(":")[2]
    return _NO_FILE_NAME.sub("_", last.strip(" .")).partition(".")[0].strip() or "task"


class Multitask(SupervisedStage):
    """Learns several tasks at once: they share the encoder, each has a head of its own (Sun et al. 2019, 4.3)."""

    title: ClassVar[str] = "Multi-task fine-tuning"
    kind: Literal["multitask"] = "multitask"
    essential: ClassVar[tuple[str, ...]] = (
        "tasks",
        "sampling",
        "max_length",
        "features",
        "learning_rate",
        "decay",
        "epochs",
        "batch_size",
    )
    tasks: list[TaskData] = field(
        label="Tasks", help="The data sets learnt together.", min_length=1, section="Data and texts"
    )
    sampling: TaskSampling = field(
        lambda: ProportionalSampling(),
        label="Sampling",
        help="How often each task's turn comes.",
        section="Data and texts",
    )

    @model_validator(mode="after")
    def _names_differ(self) -> Multitask:
        # Without regard to capitals, which not every file system tells apart.
        names = [task.display_name().casefold() for task in self.tasks]
        twice = sorted(
            {task.display_name() for task in self.tasks if names.count(task.display_name().casefold()) > 1}
        )
        if twice:
            raise ValueError(f"two tasks are called '{twice[0]}'; give each a name of its own")
        return self
