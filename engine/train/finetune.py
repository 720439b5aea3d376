"""Fine-tuning on one labelled data set: encoder, new head, cross-entropy (Sun et al. 2019, 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from engine.data.batches import epoch_batches
from engine.data.dataset import load
from engine.data.tokens import TokenBatch
from engine.model.classifier import build_classifier
from engine.model.encoders import describe, load_tokenizer
from engine.model.export import save_native
from engine.model.packed import TensorBatch, supports_packing, to_tensors
from engine.model.reader import Reader
from engine.model.recompute import recompute
from engine.optim.table import parameter_table
from engine.spec.augmentation import RandomCut
from engine.spec.experiment import Experiment
from engine.spec.stages import Finetune
from engine.train.background import Say
from engine.train.events import Evaluated
from engine.train.feed import Moved
from engine.train.kept import Kept
from engine.train.labelled import LabelledTexts, evaluation_due
from engine.train.portions import Portions
from engine.train.task import Context, Loss, Task, plan, prepare


class FinetuneTask:
    """Fine-tuning, ready for the loop."""

    def __init__(self, stage: Finetune, context: Context, say: Say) -> None:
        self.stage, self.context = stage, context
        experiment, compute = context.experiment, context.experiment.compute
        encoder = describe(context.encoder)
        self.tokenizer = load_tokenizer(context.encoder)
        self.texts = texts = LabelledTexts(
            stage.data,
            self.tokenizer,
            truncation=stage.truncation,
            max_length=stage.max_length or encoder.positions,
            say=say,
            augmentation=stage.augmentation,
            seed=experiment.stream_seed("order", stage),
        )
        say("Loading the encoder", 0, 0)
        self.reader = build_classifier(
            context.encoder,
            stage.features,
            len(texts.classes),
            stage.dropout,
            experiment.stream_seed("init", stage),
            combine_pieces=stage.truncation.combine_pieces,
            reinitialise=stage.reinitialise,
            frozen=stage.freezing.whole_encoder_frozen(encoder.layers),
            adapter=stage.adapter,
        )
        self.model: nn.Module = self.reader
        self.layers, self.table = encoder.layers, parameter_table(self.model)
        self.packed = compute.padding != "padded" and supports_packing(self.model)
        self.portions = Portions.chosen(compute, context.device.name, padded=not self.packed)
        self.kept: list[Kept] = []
        self._tensors: Moved[TokenBatch, TensorBatch] = Moved(self.move)
        self.notes = [*texts.data.notes, *getattr(self.model, "notes", [])]
        if compute.recompute:
            self.notes += recompute(self.reader.encoder)
        if compute.padding == "packed" and not self.packed:
            self.notes.append(
                f"Packing is not available for {encoder.model_type}; batches are padded instead."
            )
        self.per_epoch, self.steps = stage.updates(len(texts))
        self._plan: tuple[int, list[np.ndarray]] = (-1, [])
        self.info: dict[str, Any] = texts.info | {
            "encoder": encoder.name,
            "layers": encoder.layers,
            "parameters": sum(weights.numel() for weights in self.model.parameters()),
            "trainable": sum(row.size for row in self.table),
            "packed": self.packed,
            "device": context.device.name,
            "precision": context.device.precision,
            "steps_per_epoch": self.per_epoch,
        }

    def parts(self, step: int) -> list[TokenBatch]:
        epoch, position = divmod(step, self.per_epoch)
        encoded, plan = self.texts.encoded["train"], self._plan
        if plan[0] != epoch:
            seed = self.context.experiment.stream_seed("order", self.stage)
            batches = epoch_batches(encoded.lengths, self.stage.batch_size, self.stage.batching, seed, epoch)
            self._plan = plan = (epoch, batches)
        indices = plan[1][position]
        return [encoded.batch(indices[part], epoch) for part in self.portions.split(encoded.lengths[indices])]

    def ahead(self, part: TokenBatch) -> None:
        self._tensors.ahead(part)

    def lengths(self, part: TokenBatch) -> np.ndarray:
        return part.lengths

    def items(self, part: TokenBatch) -> int:
        return len(part.indices)

    def tokens(self, part: TokenBatch) -> tuple[int, int]:
        return len(part.indices), int(part.lengths.sum())

    def loss(self, part: TokenBatch) -> Loss:
        logits, labels = self._forward(part)
        hits = logits.argmax(-1) == labels
        return Loss(functional.cross_entropy(logits, labels, reduction="sum"), (~hits).sum(), hits=hits)

    def name(self, part: TokenBatch) -> str:
        return self.texts.name(part)

    def epoch(self, step: int) -> float:
        return step / self.per_epoch

    def due(self, step: int) -> bool:
        if step == 0:
            return False
        between = self.stage.between(self.per_epoch, self.steps)
        return step == self.steps or evaluation_due(
            step % between or between, between, self.stage.evaluations
        )

    def evaluate(self, step: int) -> Evaluated:
        return self._measure("validation", step)

    def criterion(self, evaluated: Evaluated) -> float:
        return evaluated.values[f"validation/{self.stage.best_on}"]

    def finish(self, step: int) -> Iterator[Evaluated]:
        yield self._measure("test", step)

    def save(self, folder: Path) -> None:
        save_native(
            folder,
            self.model,
            self.tokenizer,
            classes=self.texts.classes,
            features=self.stage.features,
            truncation=self.stage.truncation,
            max_length=self.texts.encoded["train"].max_length,
            pair=self.stage.data.pair,
            cut=isinstance(self.stage.augmentation, RandomCut),
            join=self.stage.data.join,
        )

    def readings(self) -> list[tuple[LabelledTexts, Reader]]:
        """The texts, and what reads them: see ``engine.train.kept``."""
        return [(self.texts, self.reader)]

    def _forward(self, part: TokenBatch, split: str = "train") -> tuple[torch.Tensor, torch.Tensor]:
        batch = self._tensors(part)
        if self.kept:
            batch = self.kept[0].give(batch, split)
        return self.model(batch).float(), batch.labels

    def move(self, part: TokenBatch) -> TensorBatch:
        """``part`` as tensors on the device."""
        device, pad = self.context.device.torch, self.tokenizer.pad_token_id
        return to_tensors(part, device, self.packed, pad, self.portions.at_once)

    def _measure(self, name: str, step: int) -> Evaluated:
        return self.texts.measure(name, step, partial(self._forward, split=name), self.portions)


@plan.register
def _(stage: Finetune, experiment: Experiment, say: Say) -> int:
    return stage.updates(len(load(stage.data, say=say).splits["train"].labels))[1]


@prepare.register
def _(stage: Finetune, context: Context, say: Say) -> Task:
    return FinetuneTask(stage, context, say)
