"""Stage tasks: a stage prepared for training, with data, model and objective behind one protocol.

The spec class of a stage names the module that prepares it as ``runtime``. The module defines two functions, and is
imported when the first stage of the kind is trained::

    def plan_updates(stage: MyStage, experiment: Experiment, report: ReportProgress) -> int: ...
    def build(stage: MyStage, context: StageContext, report: ReportProgress) -> StageTask: ...

A stage whose number of updates depends only on its labelled texts uses ``plan_labelled_updates`` as the first.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, cast
from weakref import WeakKeyDictionary

import numpy as np
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
from transformers.modeling_layers import GradientCheckpointingLayer

from engine.compute.device import Device
from engine.compute.microbatch import MicroBatching
from engine.data.dataset import load_dataset
from engine.data.tokens import TokenBatch
from engine.events import Evaluation, PhaseKind, RunNotice
from engine.json_types import JsonObject
from engine.kernels.tensor_batch import TensorBatch, supports_packing, to_tensors
from engine.model.encoder_model import EncoderModel
from engine.model.encoders import describe_encoder, load_tokenizer
from engine.model.parameters import ParameterInfo, parameter_table
from engine.progress import ReportProgress, phase_kind
from engine.spec.experiment import Encoder, Experiment
from engine.spec.stages import Stage
from engine.stages.labelled_texts import TaskTexts

B = TypeVar("B")
M = TypeVar("M")


@dataclass(frozen=True)
class StageContext:
    """The run to which a stage belongs.

    Attributes:
        experiment: the run's specification.
        index: index of the stage, from 0.
        encoder: the encoder that the stage starts from.
        device: device and precision.
        folder: the run's folder.
    """

    experiment: Experiment
    index: int
    encoder: Encoder
    device: Device
    folder: Path


@dataclass(frozen=True, eq=False)
class MicroBatch:
    """Texts that are computed at once: the batch of an update, or a part of it.

    Stages whose loss needs more than texts and their labels extend it (``PretrainMicroBatch``).

    Attributes:
        texts: input of the encoder.
        task: index of the task whose head is applied; 0 where the stage has one task.
    """

    texts: TokenBatch
    task: int = 0

    @property
    def lengths(self) -> np.ndarray:
        """Tokens of each text, or of each segment where texts are split into several: int64."""
        return self.texts.lengths

    @property
    def text_count(self) -> int:
        """Number of texts."""
        return len(self.texts.indices)

    @property
    def token_count(self) -> int:
        """Number of tokens, without padding."""
        return len(self.texts.ids)

    @property
    def loss_terms(self) -> int:
        """Number of terms that the loss sums."""
        return self.text_count


@dataclass(frozen=True)
class MicroBatchLoss:
    """The summed loss of one micro-batch, with sums to log.

    Attributes:
        total: sum of the losses.
        logged_sums: sums logged as ``train/NAME``. If the loss has several terms, each of them, the main one as
            ``loss``; for classification ``error`` (``error_sum``).
        correct: [B], true for texts classified correctly; None where texts are not classified.
    """

    total: torch.Tensor
    logged_sums: Mapping[str, torch.Tensor] = field(default_factory=dict)
    correct: torch.Tensor | None = None


def error_sum(correct: torch.Tensor) -> torch.Tensor:
    """Return 100 times the number of wrong answers, which divided by their total is the error in percent."""
    return 100.0 * (~correct).sum()


class DeviceBatches(Generic[B, M]):
    """Batches as tensors on the device.

    The tensors of a prefetched batch are held as long as the batch exists. Other batches are moved on demand.
    """

    def __init__(self, to_device: Callable[[B], M]) -> None:
        self._to_device = to_device
        self._prefetched: WeakKeyDictionary[B, M] = WeakKeyDictionary()

    def __call__(self, batch: B) -> M:
        tensors = self._prefetched.get(batch)
        return self._to_device(batch) if tensors is None else tensors

    def prefetch(self, batch: B) -> None:
        """Move ``batch`` now."""
        self._prefetched[batch] = self._to_device(batch)


class StageTask(ABC):
    """One stage, prepared for the training loop.

    ``micro_batches(step)`` is a pure function of ``step`` and ``micro_batching``, so a resumed run gets the same
    batches.

    A subclass calls ``_adopt_model`` in its constructor, which loads its model with ``build_model``.

    Attributes:
        stage: the specification of the stage.
        model: the trained model: an encoder with the layers above it.
        parameter_table: the parameters of the model.
        layers: number of layers of the encoder.
        steps: updates of the stage.
        packed: whether texts are computed without padding.
        info: JSON values to store with the stage.
        notes: notes for the user.
        parameters_vary: whether the losses of different batches depend on different parameters (heads of several
            tasks).
    """

    parameter_table: list[ParameterInfo]
    layers: int
    steps: int
    packed: bool
    info: JsonObject
    notes: list[str | RunNotice]
    model: EncoderModel
    micro_batching: MicroBatching
    parameters_vary: bool = False

    def __init__(self, stage: Stage, context: StageContext) -> None:
        self.stage, self.context = stage, context
        self.encoder, self.tokenizer = describe_encoder(context.encoder), load_tokenizer(context.encoder)
        self._tensors: DeviceBatches[TokenBatch, TensorBatch] = DeviceBatches(self.to_device)

    def _adopt_model(self, report: ReportProgress, notes: Sequence[str | RunNotice]) -> None:
        """Load the model, and choose packing and micro-batches. ``notes`` are the notes on the data."""
        with phase_kind(PhaseKind.ENCODER):
            report("Loading the encoder", 0, 0)
        compute, self.model = self.context.experiment.compute, self.build_model()
        self.layers, self.parameter_table = self.encoder.layers, parameter_table(self.model)
        self.packed = compute.padding != "padded" and supports_packing(self.model)
        device = self.context.device.name
        self.micro_batching = MicroBatching.from_compute(compute, device, padded=not self.packed)
        self.notes = [*notes, *self.model.notes]
        if compute.recompute:
            self.notes += enable_activation_checkpointing(self.model.encoder)

    def describe_model(self) -> JsonObject:
        """Return the JSON description of the model and its computation that is stored with the stage."""
        return {
            "encoder": self.encoder.name,
            "layers": self.encoder.layers,
            "parameters": sum(weights.numel() for weights in self.model.parameters()),
            "trainable": sum(row.size for row in self.parameter_table),
            "packed": self.packed,
            "device": self.context.device.name,
            "precision": self.context.device.precision,
        }

    def to_device(self, batch: TokenBatch) -> TensorBatch:
        """Return ``batch`` as tensors on the device."""
        device, pad_id = self.context.device.torch, self.tokenizer.pad_token_id
        return to_tensors(batch, device, self.packed, pad_id, self.micro_batching.long_text_tokens)

    def prefetch(self, micro_batch: MicroBatch) -> None:
        """Copy ``micro_batch`` to the device before it is computed."""
        self._tensors.prefetch(micro_batch.texts)

    def task_texts(self) -> list[TaskTexts]:
        """Return the texts of each labelled task of the stage, with its head."""
        return []

    @abstractmethod
    def build_model(self) -> EncoderModel:
        """Build the model from the encoder that the stage starts from."""

    @abstractmethod
    def micro_batches(self, step: int) -> list[MicroBatch]:
        """Return the micro-batches of update ``step``, split according to ``micro_batching``.

        May be called from another thread.
        """

    @abstractmethod
    def compute_loss(self, micro_batch: MicroBatch) -> MicroBatchLoss:
        """Compute the summed loss of ``micro_batch`` in a forward pass."""

    @abstractmethod
    def describe_batch(self, micro_batch: MicroBatch) -> str:
        """Describe the location of the texts of ``micro_batch`` in their source, for an error message."""

    @abstractmethod
    def epochs_at(self, step: int) -> float:
        """Return the number of epochs in ``step`` updates."""

    @abstractmethod
    def is_evaluation_due(self, step: int) -> bool:
        """Return whether to evaluate after ``step`` updates."""

    @abstractmethod
    def evaluate(self, step: int) -> Evaluation:
        """Measure the held-out split after ``step`` updates."""

    @abstractmethod
    def selection_value(self, evaluation: Evaluation) -> float:
        """Return the cost that selects the best checkpoint. Lower is better, whatever the direction of the metric."""

    @abstractmethod
    def evaluate_final(self, step: int) -> Iterator[Evaluation]:
        """Yield the final evaluations of the selected model (the test split, once)."""

    @abstractmethod
    def save_result(self, folder: Path) -> None:
        """Save the stage's result: ``encoder/`` in Hugging Face layout, and any heads.

        The next stage starts from that encoder.
        """


class StageRuntime(Protocol):
    """The interface of the module that a stage names as its ``runtime``."""

    def plan_updates(self, stage: Any, experiment: Experiment, report: ReportProgress) -> int:
        """Return the number of updates of ``stage``. Raises UserError when its data cannot be read."""
        ...

    def build(self, stage: Any, context: StageContext, report: ReportProgress) -> StageTask:
        """Prepare ``stage``: read data, build the model. Raises UserError before anything is trained."""
        ...


def stage_runtime(stage: Stage) -> StageRuntime:
    """Import the module that trains ``stage``."""
    return cast(StageRuntime, importlib.import_module(stage.runtime))


def plan_updates(stage: Stage, experiment: Experiment, report: ReportProgress) -> int:
    """Return the number of updates of ``stage``. Raises UserError when its data cannot be read."""
    return stage_runtime(stage).plan_updates(stage, experiment, report)


def plan_labelled_updates(stage: Stage, experiment: Experiment, report: ReportProgress) -> int:
    """Return the number of updates of a stage for which it depends only on its labelled training texts."""
    sources = [task.data for task in stage.labelled_tasks()]
    return stage.planned_updates(
        [len(load_dataset(source, report=report).splits["train"].labels) for source in sources]
    )


def prepare_stage(stage: Stage, context: StageContext, report: ReportProgress) -> StageTask:
    """Prepare ``stage`` for training: read data, build the model. Raises UserError before anything is trained."""
    return stage_runtime(stage).build(stage, context, report)


def enable_activation_checkpointing(encoder: nn.Module) -> list[str]:
    """Make every layer of ``encoder`` store its input only. Return a note for families that do not support it.

    Each layer is computed twice in training, with the same random state. Memory for activations falls from that of
    all layers to that of one. The time increases by a third.
    """
    layers: list[Any] = [m for m in encoder.modules() if isinstance(m, GradientCheckpointingLayer)]
    for layer in layers:
        # The same as transformers' own switch, whose interface changes from version to version.
        layer.gradient_checkpointing = True
        layer._gradient_checkpointing_func = partial(checkpoint, use_reentrant=False)
    if layers:
        return []
    family = getattr(getattr(encoder, "config", None), "model_type", "this model")
    return [f"Activations cannot be recomputed in {family}, so they are kept."]
