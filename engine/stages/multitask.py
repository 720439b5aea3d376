"""Multi-task fine-tuning: a shared encoder, one head per task, one task per batch (Sun et al. 2019, 4.3)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn

from engine import random_streams
from engine.kernels.tensor_batch import TensorBatch
from engine.model.classification_head import ClassificationHead
from engine.model.classifier import build_head, compute_logits, prepare_encoder
from engine.model.encoder_model import EncoderModel
from engine.model.saved_model import save_encoder, save_head
from engine.progress import ReportProgress
from engine.spec.stages import Multitask
from engine.stages.base import StageContext, plan_labelled_updates
from engine.stages.finetune import SupervisedTask
from engine.stages.labelled_texts import TaskTexts


class MultitaskModel(EncoderModel):
    """An encoder that all tasks share, with a head for each.

    Attributes:
        readers: the head of each task, in the order of tasks.
        frozen: whether the encoder is never trained, and runs without gradient and without dropout.
    """

    def __init__(
        self,
        encoder: nn.Module,
        heads: Sequence[ClassificationHead],
        notes: list[str],
        *,
        frozen: bool = False,
    ) -> None:
        super().__init__()
        self.encoder = encoder
        self.readers = nn.ModuleList(heads)
        self.frozen = frozen
        self.notes = notes

    def head_of(self, task: int) -> ClassificationHead:
        """Return the head of task number ``task``."""
        head = self.readers[task]
        assert isinstance(head, ClassificationHead)
        return head

    def forward(self, batch: TensorBatch, task: int) -> torch.Tensor:
        """Return the logits [B, C] of a batch of B texts, all of task number ``task``, which has C classes."""
        return compute_logits(self.encoder, self.head_of(task), batch, frozen=self.frozen)


class MultitaskTask(SupervisedTask):
    """Multi-task fine-tuning, prepared for the training loop."""

    stage: Multitask
    model: MultitaskModel
    parameters_vary = True

    def __init__(self, stage: Multitask, context: StageContext, report: ReportProgress) -> None:
        super().__init__(stage, context, report)
        self.names, self.texts = [task.name for task in self.tasks], self.labelled_texts
        errors = [texts.guessing_error for texts in self.texts]
        known_errors = [error for error in errors if error is not None]
        fingerprints = "\n".join(texts.data.fingerprint for texts in self.texts)
        first = self.schedule.batches_per_epoch[0]
        self.info = {
            "data": hashlib.sha256(fingerprints.encode("utf-8")).hexdigest()[:16],
            "tasks": {
                name: texts.info | {"batches_per_epoch": batches}
                for name, texts, batches in zip(self.names, self.texts, first, strict=True)
            },
            "rows": {
                split: sum(len(texts.splits[split].labels) for texts in self.texts)
                for split in self.texts[0].splits
            },
            **self.describe_model(),
            "steps_per_epoch": self.schedule.epoch_length(0),
            # The mean over the tasks; None where a task has no classes to guess.
            "guessing_error": float(np.mean(known_errors)) if len(known_errors) == len(errors) else None,
        }

    def build_model(self) -> MultitaskModel:
        stage, seed = self.stage, self.context.experiment.stream_seed("init", self.stage)
        encoder, info, notes = prepare_encoder(
            self.context.encoder,
            stage.dropout,
            seed,
            pooler=stage.features.layers == "pooler",
            reinitialise=stage.reinitialise,
            adapter=stage.adapter,
        )
        heads = []
        for texts, task in zip(self.labelled_texts, self.tasks, strict=True):
            head, head_notes = build_head(
                encoder,
                info,
                stage.features,
                texts.outputs,
                stage.dropout,
                seed,
                combine_pieces=task.truncation.combine_segments,
                task=task.name,
            )
            heads.append(head)
            notes += [text for text in head_notes if text not in notes]
        frozen = stage.freezing.whole_encoder_frozen(info.layers)
        return MultitaskModel(encoder, heads, notes, frozen=frozen)

    def task_texts(self) -> list[TaskTexts]:
        return [
            TaskTexts(name, texts, self.model.head_of(number))
            for number, (name, texts) in enumerate(zip(self.names, self.texts, strict=True))
        ]

    def compute_logits(self, batch: TensorBatch, task: int) -> torch.Tensor:
        logits: torch.Tensor = self.model(batch, task)
        return logits

    def batch_seed(self, task: int, pass_number: int) -> int:
        seed = self.context.experiment.stream_seed("order", self.stage)
        return random_streams.derive_seed(seed, "task order", task, pass_number)

    def task_weight(self, task: int) -> float:
        return self.stage.tasks[task].weight

    def save_result(self, folder: Path) -> None:
        save_encoder(folder, self.model.encoder, self.tokenizer)
        for number, (texts, task) in enumerate(zip(self.texts, self.tasks, strict=True)):
            head, description = self.model.head_of(number), texts.describe(self.stage.features)
            save_head(folder / task.head_folder, head, description)


build, plan_updates = MultitaskTask, plan_labelled_updates
