"""``LabelledTask``: one data set whose labels a stage learns, whatever kind of stage it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.file_names import NOT_IN_FILE_NAMES
from engine.objectives.base import LabelObjective
from engine.spec.augmentation import Augmentation, NoAugmentation
from engine.spec.data import DataSource
from engine.spec.truncation import Truncation

TASKS_FOLDER = "tasks"
"""The folder, within a stage's result, of the heads of a stage that learns several tasks."""


@dataclass(frozen=True)
class LabelledTask:
    """A data set that a stage learns, and how its texts are read.

    Attributes:
        data: the texts and labels.
        truncation: how long texts are shortened.
        max_length: tokens of the longest input, special tokens included. 0: the encoder's maximum.
        augmentation: changes to the training texts.
        objective: the loss and metrics of the labels.
        name: name of its curves and head in a stage of several tasks, empty in a stage of this one only.
        path: the dotted field of the stage that describes the task (``tasks.0``). Empty: the stage itself.
    """

    data: DataSource
    truncation: Truncation
    max_length: int = 0
    augmentation: Augmentation = field(default_factory=NoAugmentation)
    objective: LabelObjective = field(default_factory=lambda: default_objective())
    name: str = ""
    path: str = ""

    @property
    def reads_pairs(self) -> bool:
        """Whether its inputs have two segments."""
        return self.data.effective.pair or self.augmentation.makes_pairs

    @property
    def metric_suffix(self) -> str:
        """Suffix of its metrics: ``/questions`` in ``validation/error/questions``, empty for an only task."""
        return f"/{self.name}" if self.name else ""

    @property
    def head_folder(self) -> str:
        """The folder of its head within the stage's result. Empty: that folder itself."""
        return f"{TASKS_FOLDER}/{self.name}" if self.name else ""

    def field_path(self, name: str) -> str:
        """Return the dotted path of its field ``name`` within the stage: ``tasks.0.truncation``, ``truncation``."""
        return f"{self.path}.{name}" if self.path else name


def default_objective() -> LabelObjective:
    """Return the objective that a labelled data set most often needs: each text belongs to one class."""
    return LabelObjective.choose("single_label")


def name_from_source(source: str) -> str:
    """Return a task's name after its data set: the last part of its path or name, ``reviews`` for
    ``samples:reviews``.
    """
    last = source.replace("\\", "/").rstrip("/").rpartition("/")[2].rpartition(":")[2]
    return NOT_IN_FILE_NAMES.sub("_", last.strip(" .")).partition(".")[0].strip() or "task"


def distinct_sources(sources: Iterable[DataSource]) -> list[DataSource]:
    """Return ``sources`` without those that name a data set again, in their order."""
    sources_by_name: dict[str, DataSource] = {}
    for source in sources:
        sources_by_name.setdefault(source.source, source)
    return list(sources_by_name.values())
