"""``LabelledTask``: a data set whose labels a stage learns, for all kinds of stages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.file_names import NOT_IN_FILE_NAMES
from engine.objectives.base import LabelObjective
from engine.spec.augmentation import Augmentation, NoAugmentation
from engine.spec.data import DataSource
from engine.spec.truncation import Truncation

TASKS_FOLDER = "tasks"
"""Folder of the heads in the result of a multi-task stage."""


@dataclass(frozen=True)
class LabelledTask:
    """A data set that a stage learns, and the reading of its texts.

    Attributes:
        data: the texts and labels.
        truncation: truncation of long texts.
        max_length: maximum length in tokens, special tokens included. 0: the maximum of the encoder.
        augmentation: augmentation of the training texts.
        objective: loss and metrics.
        name: name of its curves and head in a multi-task stage, else empty.
        path: dotted field of the task in the stage (``tasks.0``). Empty: the stage itself.
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
        """Suffix of its metrics: ``/questions`` in ``validation/error/questions``, empty for a single task."""
        return f"/{self.name}" if self.name else ""

    @property
    def head_folder(self) -> str:
        """Folder of its head in the result of the stage, empty for that result itself."""
        return f"{TASKS_FOLDER}/{self.name}" if self.name else ""

    def field_path(self, name: str) -> str:
        """Return the dotted path of its field ``name`` in the stage: ``tasks.0.truncation``, ``truncation``."""
        return f"{self.path}.{name}" if self.path else name


def default_objective() -> LabelObjective:
    """Return the default objective: single-label classification."""
    return LabelObjective.choose("single_label")


def name_from_source(source: str) -> str:
    """Return a task name from a data set: the last part of its path or name, ``reviews`` for ``samples:reviews``."""
    last = source.replace("\\", "/").rstrip("/").rpartition("/")[2].rpartition(":")[2]
    return NOT_IN_FILE_NAMES.sub("_", last.strip(" .")).partition(".")[0].strip() or "task"


def distinct_sources(sources: Iterable[DataSource]) -> list[DataSource]:
    """Return ``sources`` without repeated data sets, in order."""
    sources_by_name: dict[str, DataSource] = {}
    for source in sources:
        sources_by_name.setdefault(source.source, source)
    return list(sources_by_name.values())
