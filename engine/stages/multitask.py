"""Multi-task fine-tuning: a shared encoder, one head per task, one task per batch (Sun et al. 2019, 4.3)."""

from __future__ import annotations

import hashlib
import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import numpy as np
import torch

from engine import random_streams
from engine.compute.microbatch import MicroBatching
from engine.data.batches import epoch_batches
from engine.data.tokens import TokenBatch
from engine.events import Evaluation, PhaseKind, RunNotice
from engine.json_types import JsonObject
from engine.kernels.tensor_batch import TensorBatch, supports_packing, to_tensors
from engine.model.activation_checkpointing import enable_activation_checkpointing
from engine.model.classifier import build_head, prepare_encoder
from engine.model.encoders import describe_encoder, load_tokenizer
from engine.model.multitask import MultitaskModel
from engine.model.parameters import parameter_table
from engine.model.saved_model import save_encoder, save_head
from engine.objectives.base import mean_over_tasks
from engine.progress import ReportProgress, phase_kind
from engine.spec.stages import Multitask
from engine.stages.base import (
    MicroBatch,
    MicroBatchLoss,
    StageContext,
    StageTask,
    describe_model,
    error_sum,
    plan_labelled_updates,
)
from engine.stages.frozen_features import FrozenFeatures
from engine.stages.labelled_texts import (
    ForwardFunction,
    LabelledTexts,
    TaskTexts,
    is_evaluation_mark,
    selection_cost,
)
from engine.stages.prefetch import DeviceBatches
from engine.stages.task_sampling import EpochTaskOrder, draw_task_order


@dataclass(frozen=True)
class TaskSchedule:
    """The number of batches of each task in each epoch; the last epoch may be incomplete.

    Attributes:
        batches_per_epoch: batches of task i in epoch e, ``batches_per_epoch[e][i]``.
        ends: updates until the end of each epoch.
        steps: updates of the stage.
        extended: there are more epochs than requested, to reach the stage's least number of updates.

    Example: tasks of 3 and 2 batches in two whole epochs have ``batches_per_epoch`` ((3, 2), (3, 2)),
    ``ends`` (5, 10) and 10 ``steps``; ``locate(7)`` is (1, 2).
    """

    batches_per_epoch: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]
    steps: int
    extended: bool

    @classmethod
    def for_stage(cls, stage: Multitask, rows: Sequence[int]) -> TaskSchedule:
        """Return the schedule of ``stage`` for tasks with ``rows`` training texts."""
        turns = [tuple(stage.batches_of_tasks(rows, epoch)) for epoch in range(math.ceil(stage.epochs))]
        steps = stage.planned_updates(rows)
        extended = steps > stage.model_copy(update={"least_steps": 0}).planned_updates(rows)
        while sum(map(sum, turns)) < steps:
            turns.append(turns[-1])
        return cls(tuple(turns), tuple(accumulate(map(sum, turns))), steps, extended)

    def locate(self, step: int) -> tuple[int, int]:
        """Return the epoch of update ``step`` (from 0), and its number within it."""
        epoch = min(bisect_right(self.ends, step), len(self.ends) - 1)
        return epoch, step - (self.ends[epoch - 1] if epoch else 0)

    def epoch_length(self, epoch: int) -> int:
        """Return the updates of a whole epoch."""
        return sum(self.batches_per_epoch[epoch])


class MultitaskTask:
    """Multi-task fine-tuning, ready for the loop."""

    parameters_vary = True

    def __init__(self, stage: Multitask, context: StageContext, report: ReportProgress) -> None:
        self.stage, self.context = stage, context
        self.tasks = stage.labelled_tasks()
        self.names = [task.name for task in self.tasks]
        encoder = describe_encoder(context.encoder)
        self.tokenizer = load_tokenizer(context.encoder)
        self.texts = [
            LabelledTexts(
                task.data,
                self.tokenizer,
                truncation=task.truncation,
                max_length=task.max_length or encoder.positions,
                objective=task.objective,
                report=report,
            )
            for task in self.tasks
        ]
        with phase_kind(PhaseKind.ENCODER):
            report("Loading the encoder", 0, 0)
        self.model = self._build()
        self.readers = [self.model.head_of(number) for number in range(len(self.names))]
        self.layers, self.parameter_table = encoder.layers, parameter_table(self.model)
        compute = context.experiment.compute
        self.packed = compute.padding != "padded" and supports_packing(self.model)
        self.micro_batching = MicroBatching.from_compute(compute, context.device.name, padded=not self.packed)
        self.frozen_features: list[FrozenFeatures] = []
        self._tensors: DeviceBatches[TokenBatch, TensorBatch] = DeviceBatches(self.to_device)
        self.schedule = TaskSchedule.for_stage(stage, [len(texts) for texts in self.texts])
        self.steps = self.schedule.steps
        self._epoch_order: tuple[int, EpochTaskOrder] | None = None
        self._pass_batches: dict[int, tuple[tuple[int, int], list[np.ndarray]]] = {}
        self.notes: list[str | RunNotice] = self._notes(encoder.model_type)
        if compute.recompute:
            self.notes += enable_activation_checkpointing(self.model.encoder)
        self.info: JsonObject = {
            "data": combine_fingerprints([texts.data.fingerprint for texts in self.texts]),
            "tasks": {
                name: texts.info | {"batches_per_epoch": turns}
                for name, texts, turns in zip(
                    self.names, self.texts, self.schedule.batches_per_epoch[0], strict=True
                )
            },
            "rows": {
                split: sum(len(texts.splits[split].labels) for texts in self.texts)
                for split in self.texts[0].splits
            },
            **describe_model(self, encoder, context, packed=self.packed),
            "steps_per_epoch": self.schedule.epoch_length(0),
            "guessing_error": self._guessing_error(),
        }

    def _guessing_error(self) -> float | None:
        """Return the mean over the tasks; None where a task has no classes to guess."""
        found = [texts.guessing_error for texts in self.texts]
        known = [error for error in found if error is not None]
        return float(np.mean(known)) if len(known) == len(found) else None

    def _build(self) -> MultitaskModel:
        stage, seed = self.stage, self.context.experiment.stream_seed("init", self.stage)
        encoder, info, notes = prepare_encoder(
            self.context.encoder,
            stage.dropout,
            seed,
            pooler=stage.features.layers == "pooler",
            reinitialise=stage.reinitialise,
            adapter=stage.adapter,
        )
        readers = []
        for name, texts, task in zip(self.names, self.texts, stage.tasks, strict=True):
            reader, said = build_head(
                encoder,
                info,
                stage.features,
                texts.outputs,
                stage.dropout,
                seed,
                combine_pieces=task.truncation.combine_segments,
                task=name,
            )
            readers.append(reader)
            notes += [text for text in said if text not in notes]
        return MultitaskModel(
            encoder, readers, notes, frozen=stage.freezing.whole_encoder_frozen(info.layers)
        )

    def _notes(self, family: str) -> list[str | RunNotice]:
        encoder = self.context.experiment.encoder.source
        notes: list[str | RunNotice] = [
            RunNotice(note.level, f"{name}: {note.text}")
            for name, texts in zip(self.names, self.texts, strict=True)
            for note in texts.notices(encoder)
        ]
        notes += self.model.notes
        if self.context.experiment.compute.padding == "packed" and not self.packed:
            notes.append(f"Packing is not available for {family}; batches are padded instead.")
        return notes

    def micro_batches(self, step: int) -> list[MicroBatch]:
        epoch, position = self.schedule.locate(step)
        seed = self.context.experiment.stream_seed("order", self.stage)
        dealt = self._epoch_order
        if dealt is None or dealt[0] != epoch:
            self._epoch_order = dealt = (
                epoch,
                draw_task_order(self.schedule.batches_per_epoch[epoch], seed, epoch),
            )
        turns = dealt[1]
        task = int(turns.tasks[position])
        indices = self._batch(task, epoch, int(turns.occurrence[position]), seed)
        encoded = self.texts[task].encoded["train"]
        parts = self.micro_batching.split(encoded.lengths[indices])
        return [MicroBatch(encoded.batch(indices[part]), task) for part in parts]

    def prefetch(self, micro_batch: MicroBatch) -> None:
        self._tensors.prefetch(micro_batch.texts)

    def _batch(self, task: int, epoch: int, nth: int, seed: int) -> np.ndarray:
        """Return the texts of a task's ``nth`` batch in an epoch, int64; every pass over the task has its own order.

        Example: with 50 texts in batches of 20 a pass has 3 batches, so ``nth`` 4 is batch 1 of pass 1.
        """
        stage, lengths = self.stage, self.texts[task].encoded["train"].lengths
        again, number = divmod(nth, math.ceil(len(lengths) / stage.batch_size))
        dealt = self._pass_batches.get(task)
        if dealt is None or dealt[0] != (epoch, again):
            own = random_streams.derive_seed(seed, "task order", task, again)
            batches = epoch_batches(
                lengths,
                stage.batch_size,
                stage.batching,
                own,
                epoch,
                strata=self.texts[task].strata("train"),
                exponent=stage.class_exponent,
            )
            dealt = ((epoch, again), batches)
            self._pass_batches[task] = dealt
        return dealt[1][number]

    def compute_loss(self, micro_batch: MicroBatch) -> MicroBatchLoss:
        logits, labels = self._forward(micro_batch.task)(micro_batch.texts)
        task, name = self.stage.tasks[micro_batch.task], self.names[micro_batch.task]
        own = self.texts[micro_batch.task].training_loss(logits, labels)
        correct = self.texts[micro_batch.task].objective.correct(logits, labels)
        logged = {f"loss/{name}": own}
        if correct is not None:
            logged[f"error/{name}"] = error_sum(correct)
        return MicroBatchLoss.of_texts(own * task.weight, correct, logged)

    def describe_batch(self, micro_batch: MicroBatch) -> str:
        return self.texts[micro_batch.task].describe_batch(micro_batch.texts)

    def epochs_at(self, step: int) -> float:
        epoch, position = self.schedule.locate(step)
        return epoch + position / self.schedule.epoch_length(epoch)

    def is_evaluation_due(self, step: int) -> bool:
        if step == 0:
            return False
        epoch, position = self.schedule.locate(step - 1)
        length = self.schedule.epoch_length(epoch)
        if self.schedule.extended:
            length = self.stage.evaluation_span(length, self.steps)
            position = (step - 1) % length
        return step == self.steps or is_evaluation_mark(position + 1, length, self.stage.evaluations)

    def evaluate(self, step: int) -> Evaluation:
        values: dict[str, float] = {}
        for measured in self._evaluate_split("validation", step):
            values |= measured.values
        return Evaluation("validation", step, values)

    def selection_value(self, evaluation: Evaluation) -> float:
        return selection_cost(evaluation, "validation", self.stage.selection_metric)

    def evaluate_final(self, step: int) -> Iterator[Evaluation]:
        for name in self.context.experiment.final_splits:
            yield from (each.as_final() for each in self._evaluate_split(name, step))

    def save_result(self, folder: Path) -> None:
        save_encoder(folder, self.model.encoder, self.tokenizer)
        for number, (texts, task) in enumerate(zip(self.texts, self.tasks, strict=True)):
            save_head(
                folder / task.head_folder, self.model.head_of(number), texts.describe(self.stage.features)
            )

    def task_texts(self) -> list[TaskTexts]:
        return [TaskTexts(*each) for each in zip(self.names, self.texts, self.readers, strict=True)]

    def _forward(self, task: int, split: str = "train") -> ForwardFunction:
        def forward(part: TokenBatch) -> tuple[torch.Tensor, torch.Tensor]:
            batch = self._tensors(part)
            if self.frozen_features:
                batch = self.frozen_features[task].attach(batch, split)
            return self.model(batch, task).float(), batch.labels

        return forward

    def to_device(self, batch: TokenBatch) -> TensorBatch:
        """Return ``batch`` as tensors on the device."""
        device, pad = self.context.device.torch, self.tokenizer.pad_token_id
        return to_tensors(batch, device, self.packed, pad, self.micro_batching.long_text_tokens)

    def _evaluate_split(self, split: str, step: int) -> Iterator[Evaluation]:
        """Yield the evaluation of a split for every task, and then the means over the tasks."""
        values: dict[str, float] = {}
        for number, (name, texts) in enumerate(zip(self.names, self.texts, strict=True)):
            measured = texts.evaluate(
                split,
                step,
                self._forward(number, split),
                self.micro_batching,
                name,
                chosen_by=self.stage.selection_metric,
            )
            yield measured
            values |= measured.values
        yield Evaluation(split, step, mean_over_tasks(split, self.names, values))


def combine_fingerprints(fingerprints: Sequence[str]) -> str:
    """Return 16 hex digits for several data sets in order."""
    return hashlib.sha256("\n".join(fingerprints).encode("utf-8")).hexdigest()[:16]


def build(stage: Multitask, context: StageContext, report: ReportProgress) -> StageTask:
    """Prepare multi-task fine-tuning: see ``engine.stages.base``."""
    return MultitaskTask(stage, context, report)


plan_updates = plan_labelled_updates
