"""Fine-tuning on one labelled data set: encoder, new head, the stage's objective (Sun et al. 2019, 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import torch

from engine.compute.microbatch import MicroBatching
from engine.data.batches import epoch_batches
from engine.data.dataset import require_validation
from engine.data.tokens import TokenBatch
from engine.events import Evaluation, PhaseKind, RunNotice
from engine.kernels.tensor_batch import TensorBatch, supports_packing, to_tensors
from engine.model.activation_checkpointing import enable_activation_checkpointing
from engine.model.classifier import build_classifier
from engine.model.encoder_model import EncoderModel
from engine.model.encoders import describe_encoder, load_tokenizer
from engine.model.parameters import parameter_table
from engine.model.saved_model import load_head, save_model
from engine.progress import ReportProgress, phase_kind
from engine.spec.stages import Finetune, SupervisedStage
from engine.stages.base import (
    MicroBatch,
    MicroBatchLoss,
    StageContext,
    StageTask,
    describe_model,
    plan_labelled_updates,
)
from engine.stages.frozen_features import FrozenFeatures
from engine.stages.labelled_texts import LabelledTexts, TaskTexts, is_evaluation_mark, selection_cost
from engine.stages.outputs import stage_folder
from engine.stages.prefetch import DeviceBatches


class FinetuneTask:
    """Learning of one labelled task, ready for the loop: fine-tuning, and any other stage with a single task."""

    parameters_vary = False

    def __init__(self, stage: SupervisedStage, context: StageContext, report: ReportProgress) -> None:
        self.stage, self.context = stage, context
        (self.labelled,) = (labelled,) = stage.labelled_tasks()
        experiment, compute = context.experiment, context.experiment.compute
        encoder = describe_encoder(context.encoder)
        self.tokenizer = load_tokenizer(context.encoder)
        self.texts = texts = LabelledTexts(
            labelled.data,
            self.tokenizer,
            truncation=labelled.truncation,
            max_length=labelled.max_length or encoder.positions,
            objective=labelled.objective,
            report=report,
            augmentation=labelled.augmentation,
            seed=experiment.stream_seed("order", stage),
        )
        with phase_kind(PhaseKind.ENCODER):
            report("Loading the encoder", 0, 0)
        self.reader = build_classifier(
            context.encoder,
            stage.features,
            texts.outputs,
            stage.dropout,
            experiment.stream_seed("init", stage),
            combine_pieces=labelled.truncation.combine_segments,
            reinitialise=stage.reinitialise,
            frozen=stage.freezing.whole_encoder_frozen(encoder.layers),
            adapter=stage.adapter,
        )
        head = load_head(self.reader, _earlier_stage(context)) if stage.takes_head else None
        self.model: EncoderModel = self.reader
        self.layers, self.parameter_table = encoder.layers, parameter_table(self.model)
        self.packed = compute.padding != "padded" and supports_packing(self.model)
        self.micro_batching = MicroBatching.from_compute(compute, context.device.name, padded=not self.packed)
        self.frozen_features: list[FrozenFeatures] = []
        self._tensors: DeviceBatches[TokenBatch, TensorBatch] = DeviceBatches(self.to_device)
        self.notes: list[str | RunNotice] = [
            *texts.notices(experiment.encoder.source),
            *self.model.notes,
        ]
        if compute.recompute:
            self.notes += enable_activation_checkpointing(self.reader.encoder)
        if compute.padding == "packed" and not self.packed:
            self.notes.append(
                f"Packing is not available for {encoder.model_type}; batches are padded instead."
            )
        rows = [len(texts)]
        self.steps_per_epoch, self.steps = stage.updates_per_epoch(rows), stage.planned_updates(rows)
        self._epoch_batches: tuple[int, list[np.ndarray]] = (-1, [])
        self.info: dict[str, object] = texts.info | {
            **describe_model(self, encoder, context, packed=self.packed),
            "steps_per_epoch": self.steps_per_epoch,
            **({} if head is None else {"head": head}),
        }

    def micro_batches(self, step: int) -> list[MicroBatch]:
        epoch, position = divmod(step, self.steps_per_epoch)
        encoded, plan = self.texts.encoded["train"], self._epoch_batches
        if plan[0] != epoch:
            seed = self.context.experiment.stream_seed("order", self.stage)
            batches = epoch_batches(
                encoded.lengths,
                self.stage.batch_size,
                self.stage.batching,
                seed,
                epoch,
                strata=self.texts.strata("train"),
                exponent=self.stage.class_exponent,
            )
            self._epoch_batches = plan = (epoch, batches)
        indices = plan[1][position]
        return [
            MicroBatch(encoded.batch(indices[part], epoch))
            for part in self.micro_batching.split(encoded.lengths[indices])
        ]

    def prefetch(self, micro_batch: MicroBatch) -> None:
        self._tensors.prefetch(micro_batch.texts)

    def compute_loss(self, micro_batch: MicroBatch) -> MicroBatchLoss:
        logits, labels = self._forward(micro_batch.texts)
        correct = self.texts.objective.correct(logits, labels)
        return MicroBatchLoss.of_texts(self.texts.training_loss(logits, labels), correct)

    def describe_batch(self, micro_batch: MicroBatch) -> str:
        return self.texts.describe_batch(micro_batch.texts)

    def epochs_at(self, step: int) -> float:
        return step / self.steps_per_epoch

    def is_evaluation_due(self, step: int) -> bool:
        if step == 0 or not len(self.texts.splits["validation"]):
            return False
        between = self.stage.evaluation_span(self.steps_per_epoch, self.steps)
        return step == self.steps or is_evaluation_mark(
            step % between or between, between, self.stage.evaluations
        )

    def evaluate(self, step: int) -> Evaluation:
        require_validation(self.texts.data)
        return self._evaluate_split("validation", step)

    def selection_value(self, evaluation: Evaluation) -> float:
        return selection_cost(evaluation, "validation", self.stage.selection_metric)

    def evaluate_final(self, step: int) -> Iterator[Evaluation]:
        for name in self.context.experiment.final_splits:
            if len(self.texts.splits[name]):
                yield self._evaluate_split(name, step).as_final()

    def save_result(self, folder: Path) -> None:
        save_model(folder, self.reader, self.tokenizer, self.texts.describe(self.stage.features))

    def task_texts(self) -> list[TaskTexts]:
        return [TaskTexts("", self.texts, self.reader)]

    def _forward(self, part: TokenBatch, split: str = "train") -> tuple[torch.Tensor, torch.Tensor]:
        batch = self._tensors(part)
        if self.frozen_features:
            batch = self.frozen_features[0].attach(batch, split)
        return self.model(batch).float(), batch.labels

    def to_device(self, batch: TokenBatch) -> TensorBatch:
        """Return ``batch`` as tensors on the device."""
        device, pad = self.context.device.torch, self.tokenizer.pad_token_id
        return to_tensors(batch, device, self.packed, pad, self.micro_batching.long_text_tokens)

    def _evaluate_split(self, name: str, step: int) -> Evaluation:
        forward = partial(self._forward, split=name)
        return self.texts.evaluate(
            name, step, forward, self.micro_batching, chosen_by=self.stage.selection_metric
        )


def _earlier_stage(context: StageContext) -> Path:
    """Return the folder of the result from which the stage of ``context`` starts."""
    number, step = context.experiment.stages[context.index].origin(context.index)
    return stage_folder(context.folder, number, step)


def build(stage: Finetune, context: StageContext, report: ReportProgress) -> StageTask:
    """Prepare fine-tuning: see ``engine.stages.base``."""
    return FinetuneTask(stage, context, report)


plan_updates = plan_labelled_updates
