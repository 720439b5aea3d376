"""Fine-tuning on labelled texts: encoder, new heads, the stage's objective (Sun et al. 2019, 4 and 5)."""

from __future__ import annotations

import math
from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path

import numpy as np
import torch

from engine import random_streams
from engine.data.batches import epoch_batches
from engine.data.dataset import require_validation
from engine.data.tokens import TokenBatch
from engine.events import Evaluation, RunNotice
from engine.kernels.tensor_batch import TensorBatch
from engine.model.classifier import Classifier, build_classifier
from engine.model.saved_model import load_head, save_model
from engine.objectives.base import mean_over_tasks
from engine.progress import ReportProgress
from engine.spec.stages import SupervisedStage
from engine.stages.base import (
    MicroBatch,
    MicroBatchLoss,
    StageContext,
    StageTask,
    error_sum,
    plan_labelled_updates,
)
from engine.stages.frozen_rows import FrozenFeatures
from engine.stages.labelled_texts import LabelledTexts, TaskTexts, is_evaluation_mark, selection_cost
from engine.stages.outputs import stage_folder


@dataclass(frozen=True)
class TaskSchedule:
    """The number of batches of each task in each epoch; the last epoch may be incomplete.

    Attributes:
        batches_per_epoch: batches of task i in epoch e, ``batches_per_epoch[e][i]``.
        ends: number of updates up to the end of each epoch.
        steps: updates of the stage.
        is_extended: whether there are more epochs than requested, to reach the stage's minimum of updates.

    Example: tasks of 3 and 2 batches in two whole epochs have ``batches_per_epoch`` ((3, 2), (3, 2)), ``ends`` (5,
    10) and 10 ``steps``; ``locate(7)`` is (1, 2).
    """

    batches_per_epoch: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]
    steps: int
    is_extended: bool

    @classmethod
    def for_stage(cls, stage: SupervisedStage, rows: Sequence[int], inputs: Sequence[int]) -> TaskSchedule:
        """Return the schedule of ``stage`` for tasks with ``rows`` training texts, encoded as ``inputs`` inputs."""
        epochs = [tuple(stage.batches_of_tasks(inputs, epoch)) for epoch in range(math.ceil(stage.epochs))]
        steps = stage.planned_updates(rows)
        is_extended = steps > stage.model_copy(update={"least_steps": 0}).planned_updates(rows)
        while sum(map(sum, epochs)) < steps:
            epochs.append(epochs[-1])
        return cls(tuple(epochs), tuple(accumulate(map(sum, epochs))), steps, is_extended)

    def locate(self, step: int) -> tuple[int, int]:
        """Return the epoch of update ``step`` (from 0), and the position of the update in it."""
        epoch = min(bisect_right(self.ends, step), len(self.ends) - 1)
        return epoch, step - (self.ends[epoch - 1] if epoch else 0)

    def epoch_length(self, epoch: int) -> int:
        """Return the number of updates of a whole epoch."""
        return sum(self.batches_per_epoch[epoch])


class SupervisedTask(StageTask):
    """Training on labelled texts, prepared for the loop: one task, or several that share the encoder."""

    stage: SupervisedStage

    def __init__(self, stage: SupervisedStage, context: StageContext, report: ReportProgress) -> None:
        super().__init__(stage, context)
        self.tasks, experiment = stage.labelled_tasks(), context.experiment
        self.labelled_texts = [
            LabelledTexts(
                task, self.tokenizer, self.encoder.positions, report, experiment.stream_seed("order", stage)
            )
            for task in self.tasks
        ]
        notices = [
            RunNotice(note.level, f"{task.name}: {note.text}" if task.name else note.text)
            for task, texts in zip(self.tasks, self.labelled_texts, strict=True)
            for note in texts.notices(experiment.encoder.source)
        ]
        self._adopt_model(report, notices)
        if experiment.compute.padding == "packed" and not self.packed:
            family = self.encoder.model_type
            self.notes.append(f"Packing is not available for {family}; batches are padded instead.")
        self.frozen_features: list[FrozenFeatures] = []
        rows = [len(texts) for texts in self.labelled_texts]
        inputs = [len(texts.encoded["train"].lengths) for texts in self.labelled_texts]
        self.schedule = TaskSchedule.for_stage(stage, rows, inputs)
        self.steps = self.schedule.steps
        self._epoch_order: tuple[int, EpochTaskOrder] | None = None
        self._pass_batches: dict[int, tuple[tuple[int, int], list[np.ndarray]]] = {}

    @abstractmethod
    def compute_logits(self, batch: TensorBatch, task: int) -> torch.Tensor:
        """Return the logits of a batch of texts of task number ``task``."""

    @abstractmethod
    def batch_seed(self, task: int, pass_number: int) -> int:
        """Return the seed of the batches in pass ``pass_number`` of an epoch over the texts of task number ``task``."""

    def task_weight(self, task: int) -> float:
        """Return the weight of the loss of task number ``task``."""
        return 1.0

    def micro_batches(self, step: int) -> list[MicroBatch]:
        epoch, position = self.schedule.locate(step)
        epoch_order = self._epoch_order
        if epoch_order is None or epoch_order[0] != epoch:
            seed = self.context.experiment.stream_seed("order", self.stage)
            order = draw_task_order(self.schedule.batches_per_epoch[epoch], seed, epoch)
            self._epoch_order = epoch_order = (epoch, order)
        task = int(epoch_order[1].tasks[position])
        indices = self._batch(task, epoch, int(epoch_order[1].occurrences[position]))
        encoded = self.labelled_texts[task].encoded["train"]
        parts = self.micro_batching.split(encoded.lengths[indices])
        return [MicroBatch(encoded.batch(indices[part], epoch), task) for part in parts]

    def _batch(self, task: int, epoch: int, nth: int) -> np.ndarray:
        """Return the indices of a task's ``nth`` batch in an epoch, int64. Every pass over the task has its own order.

        Example: with 50 texts in batches of 20 a pass has 3 batches, so ``nth`` 4 is batch 1 of pass 1.
        """
        stage, texts = self.stage, self.labelled_texts[task]
        lengths = texts.encoded["train"].lengths
        pass_number, number = divmod(nth, math.ceil(len(lengths) / stage.batch_size))
        pass_batches = self._pass_batches.get(task)
        if pass_batches is None or pass_batches[0] != (epoch, pass_number):
            batches = epoch_batches(
                lengths,
                stage.batch_size,
                stage.batching,
                self.batch_seed(task, pass_number),
                epoch,
                strata=texts.strata("train"),
                exponent=stage.class_exponent,
            )
            self._pass_batches[task] = pass_batches = ((epoch, pass_number), batches)
        return pass_batches[1][number]

    def compute_loss(self, micro_batch: MicroBatch) -> MicroBatchLoss:
        task, name = micro_batch.task, self.tasks[micro_batch.task].name
        logits, labels = self._forward(micro_batch.texts, task)
        loss = self.labelled_texts[task].training_loss(logits, labels)
        correct = self.labelled_texts[task].objective.correct(logits, labels)
        logged = {f"loss/{name}": loss} if name else {}
        if correct is not None:
            error = error_sum(correct)
            logged |= ({f"error/{name}": error} if name else {}) | {"error": error}
        return MicroBatchLoss(loss * self.task_weight(task), logged, correct)

    def describe_batch(self, micro_batch: MicroBatch) -> str:
        return self.labelled_texts[micro_batch.task].describe_batch(micro_batch.texts)

    def epochs_at(self, step: int) -> float:
        epoch, position = self.schedule.locate(step)
        return epoch + position / self.schedule.epoch_length(epoch)

    def is_evaluation_due(self, step: int) -> bool:
        if step == 0 or not all(len(texts.splits["validation"]) for texts in self.labelled_texts):
            return False
        epoch, position = self.schedule.locate(step - 1)
        length = self.schedule.epoch_length(epoch)
        if self.schedule.is_extended:
            length = self.stage.evaluation_span(length, self.steps)
            position = (step - 1) % length
        return step == self.steps or is_evaluation_mark(position + 1, length, self.stage.evaluations)

    def evaluate(self, step: int) -> Evaluation:
        for texts in self.labelled_texts:
            require_validation(texts.data)
        evaluations = list(self._evaluate_split("validation", step))
        if not self.stage.is_multi_task:
            return evaluations[0]
        values = {key: value for evaluation in evaluations for key, value in evaluation.values.items()}
        return Evaluation("validation", step, values)

    def selection_value(self, evaluation: Evaluation) -> float:
        return selection_cost(evaluation, "validation", self.stage.selection_metric)

    def evaluate_final(self, step: int) -> Iterator[Evaluation]:
        for name in self.context.experiment.final_splits:
            if all(len(texts.splits[name]) for texts in self.labelled_texts):
                yield from (each.as_final() for each in self._evaluate_split(name, step))

    def _forward(
        self, part: TokenBatch, task: int = 0, split: str = "train"
    ) -> tuple[torch.Tensor, torch.Tensor]:
        batch = self._tensors(part)
        if self.frozen_features:
            batch = self.frozen_features[task].attach(batch, split)
        return self.compute_logits(batch, task).float(), batch.labels

    def _evaluate_split(self, split: str, step: int) -> Iterator[Evaluation]:
        """Yield the evaluation of a split for every task and, for several tasks, their means."""
        values: dict[str, float] = {}
        names = [task.name for task in self.tasks]
        for number, (name, texts) in enumerate(zip(names, self.labelled_texts, strict=True)):
            forward = partial(self._forward, task=number, split=split)
            evaluation = texts.evaluate(
                split, step, forward, self.micro_batching, name, selected_by=self.stage.selection_metric
            )
            yield evaluation
            values |= evaluation.values
        if self.stage.is_multi_task:
            yield Evaluation(split, step, mean_over_tasks(split, names, values))


class FinetuneTask(SupervisedTask):
    """Training on one labelled task, prepared for the loop: fine-tuning and other stages with a single task."""

    model: Classifier

    def __init__(self, stage: SupervisedStage, context: StageContext, report: ReportProgress) -> None:
        super().__init__(stage, context, report)
        (self.texts,) = self.labelled_texts
        head = load_head(self.model, _earlier_stage(context)) if stage.reuses_head else None
        self.info = self.texts.info | {
            **self.describe_model(),
            "steps_per_epoch": self.schedule.epoch_length(0),
            **({} if head is None else {"head": head}),
        }

    def build_model(self) -> Classifier:
        stage, (task,), (texts,) = self.stage, self.tasks, self.labelled_texts
        return build_classifier(
            self.context.encoder,
            stage.features,
            texts.outputs,
            stage.dropout,
            self.context.experiment.stream_seed("init", stage),
            combine_pieces=task.truncation.combine_segments,
            reinitialise=stage.reinitialise,
            frozen=stage.freezing.whole_encoder_frozen(self.encoder.layers),
            adapter=stage.adapter,
        )

    def task_texts(self) -> list[TaskTexts]:
        return [TaskTexts("", self.texts, self.model)]

    def compute_logits(self, batch: TensorBatch, task: int) -> torch.Tensor:
        logits: torch.Tensor = self.model(batch)
        return logits

    def batch_seed(self, task: int, pass_number: int) -> int:
        return self.context.experiment.stream_seed("order", self.stage)

    def epochs_at(self, step: int) -> float:
        return step / self.schedule.epoch_length(0)

    def save_result(self, folder: Path) -> None:
        save_model(folder, self.model, self.tokenizer, self.texts.describe(self.stage.features))


def _earlier_stage(context: StageContext) -> Path:
    """Return the folder of the stage result from which the stage of ``context`` starts."""
    number, step = context.experiment.stages[context.index].origin(context.index)
    return stage_folder(context.folder, number, step)


build, plan_updates = FinetuneTask, plan_labelled_updates


@dataclass(frozen=True)
class EpochTaskOrder:
    """The tasks of an epoch's batches.

    Attributes:
        tasks: the task of each batch, int64 [batches].
        occurrences: number of earlier batches of the same task in this epoch, int64 [batches].
    """

    tasks: np.ndarray
    occurrences: np.ndarray

    def __len__(self) -> int:
        return len(self.tasks)


def draw_task_order(batches_per_task: Sequence[int], seed: int, epoch: int) -> EpochTaskOrder:
    """Draw the order of an epoch with ``batches_per_task[i]`` batches of task i: all orders are equally likely.

    Example: for ``batches_per_task`` [2, 1] one of three orders is drawn. Tasks [0, 1, 0] have occurrences [0, 0, 1].
    """
    tasks = random_streams.generator(seed, "turns", epoch).permutation(
        np.repeat(np.arange(len(batches_per_task)), batches_per_task)
    )
    occurrences = np.zeros(len(tasks), np.int64)
    for task, count in enumerate(batches_per_task):
        occurrences[tasks == task] = np.arange(count)
    return EpochTaskOrder(tasks, occurrences)
