"""A task is a stage made ready: data, model and objective. The loop sees nothing else of a stage.

What makes a stage of some kind ready stands in the module that its spec class names as ``runtime``. That module has
two functions, and is imported when the first stage of the kind is trained::

    def plan_updates(stage: MyStage, experiment: Experiment, report: ReportProgress) -> int: ...
    def build(stage: MyStage, context: StageContext, report: ReportProgress) -> StageTask: ...

A stage whose updates follow from its labelled texts alone takes ``plan_labelled_updates`` for the first.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
import torch
from torch import nn

from engine.compute.device import Device
from engine.compute.microbatch import MicroBatching
from engine.data.dataset import load_dataset
from engine.data.tokens import TokenBatch
from engine.events import Evaluation, RunNotice
from engine.model.parameters import ParameterInfo
from engine.progress import ReportProgress
from engine.spec.experiment import Encoder, Experiment
from engine.spec.stages import Stage


@dataclass(frozen=True)
class StageContext:
    """What a stage needs to know of the run it belongs to."""

    experiment: Experiment
    index: int
    encoder: Encoder
    device: Device
    folder: Path


@dataclass(frozen=True, eq=False)
class MicroBatch:
    """Texts that are computed at once: all of an update's batch, or a part of it.

    A kind of stage whose loss needs more than texts and their labels extends it (``PretrainMicroBatch``).

    Attributes:
        texts: what the encoder reads.
        task: number of the task whose head reads it; 0 where the stage has one task.
    """

    texts: TokenBatch
    task: int = 0

    @property
    def lengths(self) -> np.ndarray:
        """Tokens of each text, of each segment where texts come in several: int64."""
        return self.texts.lengths

    @property
    def text_count(self) -> int:
        """How many texts these are."""
        return len(self.texts.indices)

    @property
    def token_count(self) -> int:
        """How many tokens, without padding."""
        return len(self.texts.ids)

    @property
    def loss_terms(self) -> int:
        """How many terms the loss sums."""
        return self.text_count


@dataclass(frozen=True)
class MicroBatchLoss:
    """One micro-batch's part of an update: the sum of its losses and what to report of it (sums too).

    ``logged_sums`` are sums reported as ``train/NAME``: of a loss of several terms each by itself, one of
    them as ``loss``; where answers are right or wrong ``error`` (``error_sum``).
    ``correct`` [B] is true for texts that were answered rightly; None where no texts are, or not rightly or wrongly.
    """

    total: torch.Tensor
    logged_sums: Mapping[str, torch.Tensor] = field(default_factory=dict)
    correct: torch.Tensor | None = None

    @classmethod
    def of_texts(
        cls,
        total: torch.Tensor,
        correct: torch.Tensor | None,
        logged: Mapping[str, torch.Tensor] | None = None,
    ) -> MicroBatchLoss:
        """The loss ``total`` of texts, and which an objective calls ``correct``, with what else to report."""
        errors = {} if correct is None else {"error": error_sum(correct)}
        return cls(total, {**(logged or {}), **errors}, correct)


def error_sum(correct: torch.Tensor) -> torch.Tensor:
    """100 for each answer that is wrong, summed: over the number of answers it is the error in percent."""
    return 100.0 * (~correct).sum()


class StageTask(Protocol):
    """One stage, ready for the loop.

    ``micro_batches(step)`` is a pure function of the update's number and of ``micro_batching``, so a resumed
    run sees the batches it would have seen.
    """

    model: nn.Module
    parameter_table: list[ParameterInfo]
    layers: int
    steps: int
    info: dict[str, Any]
    notes: list[str | RunNotice]
    micro_batching: MicroBatching

    @property
    def stage(self) -> Stage:
        """What was asked for."""
        ...

    def micro_batches(self, step: int) -> list[MicroBatch]:
        """The micro-batches of update ``step``, split as ``micro_batching`` says. May be called from another thread."""
        ...

    def prefetch(self, micro_batch: MicroBatch) -> None:
        """Copies ``micro_batch`` to the device before it is computed."""
        ...

    def compute_loss(self, micro_batch: MicroBatch) -> MicroBatchLoss:
        """Forward pass and summed loss of ``micro_batch``."""
        ...

    def describe_batch(self, micro_batch: MicroBatch) -> str:
        """Where the texts of ``micro_batch`` stand in the source, for an error message."""
        ...

    def epochs_at(self, step: int) -> float:
        """How many passes over the data ``step`` updates are."""
        ...

    def is_evaluation_due(self, step: int) -> bool:
        """Whether to evaluate after ``step`` updates."""
        ...

    def evaluate(self, step: int) -> Evaluation:
        """Measures the held-out split after ``step`` updates."""
        ...

    def selection_value(self, evaluation: Evaluation) -> float:
        """The number that chooses the best checkpoint: a cost, less is better, whatever its metric's direction."""
        ...

    def evaluate_final(self, step: int) -> Iterator[Evaluation]:
        """The final measurements of the chosen model (the test split, once)."""
        ...

    def save_result(self, folder: Path) -> None:
        """Saves the stage's result: ``encoder/`` in Hugging Face layout, from which the next stage starts, and more."""
        ...


class StageRuntime(Protocol):
    """What the module that a stage names as its ``runtime`` offers."""

    def plan_updates(self, stage: Any, experiment: Experiment, report: ReportProgress) -> int:
        """How many updates ``stage`` will take. Raises UserError when its data cannot be read."""
        ...

    def build(self, stage: Any, context: StageContext, report: ReportProgress) -> StageTask:
        """Makes ``stage`` ready: reads data, builds the model. Raises UserError before anything is trained."""
        ...


def stage_runtime(stage: Stage) -> StageRuntime:
    """The module that trains ``stage``."""
    return cast(StageRuntime, importlib.import_module(stage.runtime))


def plan_updates(stage: Stage, experiment: Experiment, report: ReportProgress) -> int:
    """How many updates ``stage`` will take. Raises UserError when its data cannot be read."""
    return stage_runtime(stage).plan_updates(stage, experiment, report)


def plan_labelled_updates(stage: Stage, experiment: Experiment, report: ReportProgress) -> int:
    """``plan_updates`` of a stage whose updates follow from the number of its labelled training texts."""
    sources = [task.data for task in stage.labelled_tasks()]
    return stage.planned_updates(
        [len(load_dataset(source, say=report).splits["train"].labels) for source in sources]
    )


def prepare_stage(stage: Stage, context: StageContext, report: ReportProgress) -> StageTask:
    """Makes ``stage`` ready to train: reads data, builds the model. Raises UserError before anything is trained."""
    return stage_runtime(stage).build(stage, context, report)
