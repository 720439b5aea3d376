"""Fine-tuning on one labelled data set: encoder, new head, cross-entropy (Sun et al. 2019, 4 and 5)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from engine.data.batches import epoch_batches, sorted_batches
from engine.data.dataset import Split, load
from engine.data.tokens import Encoded, TokenBatch, encode
from engine.model.classifier import build_classifier
from engine.model.encoders import describe, load_tokenizer
from engine.model.export import save_native
from engine.model.packed import supports_packing, to_tensors
from engine.optim.table import parameter_table
from engine.spec.experiment import Experiment
from engine.spec.stages import Finetune
from engine.train.background import Say
from engine.train.events import Evaluated, Predictions
from engine.train.task import Context, Loss, Task, plan, prepare


def updates(stage: Finetune, rows: int) -> tuple[int, int]:
    """(updates per epoch, updates in all) for ``rows`` training texts; partial batches and epochs count."""
    per_epoch = math.ceil(rows / stage.batch_size)
    return per_epoch, max(1, round(stage.epochs * per_epoch))


class FinetuneTask:
    """Fine-tuning, ready for the loop."""

    def __init__(self, stage: Finetune, context: Context, say: Say) -> None:
        self.stage, self.context = stage, context
        experiment, compute = context.experiment, context.experiment.compute
        encoder = describe(context.encoder)
        data = load(stage.data, say=say)
        tokenizer = load_tokenizer(context.encoder)
        self.data = data
        self.splits: dict[str, Split] = dict(data.splits)
        self.encoded: dict[str, Encoded] = {
            name: encode(
                split,
                tokenizer,
                truncation=stage.truncation,
                max_length=stage.max_length or encoder.positions,
                say=say,
            )
            for name, split in data.splits.items()
        }
        say("Loading the encoder", 0, 0)
        self.model: nn.Module = build_classifier(
            context.encoder,
            stage.features,
            len(data.classes),
            stage.dropout,
            experiment.stream_seed("init", stage),
        )
        self.tokenizer, self.layers, self.table = tokenizer, encoder.layers, parameter_table(self.model)
        self.packed = compute.padding != "padded" and supports_packing(self.model)
        self.notes = [*data.notes, *getattr(self.model, "notes", [])]
        if compute.padding == "packed" and not self.packed:
            self.notes.append(
                f"Packing is not available for {encoder.model_type}; batches are padded instead."
            )
        self.per_epoch, self.steps = updates(stage, len(self.splits["train"].labels))
        self._plan: tuple[int, list[np.ndarray]] = (-1, [])
        cut = self.encoded["train"].cut
        self.info: dict[str, Any] = {
            "data": data.fingerprint,
            "classes": list(data.classes),
            "rows": {name: len(split.labels) for name, split in self.splits.items()},
            "texts_cut_percent": cut.texts_percent,
            "tokens_lost_percent": cut.tokens_percent,
            "encoder": encoder.name,
            "layers": encoder.layers,
            "parameters": sum(row.size for row in self.table),
            "packed": self.packed,
            "device": context.device.name,
            "precision": context.device.precision,
            "steps_per_epoch": self.per_epoch,
            "guessing_error": 100
            * (1 - np.bincount(self.splits["train"].labels).max() / len(self.splits["train"].labels)),
        }

    def parts(self, step: int) -> list[TokenBatch]:
        epoch, position = divmod(step, self.per_epoch)
        if self._plan[0] != epoch:
            seed = self.context.experiment.stream_seed("order", self.stage)
            lengths = self.encoded["train"].lengths
            batches = epoch_batches(lengths, self.stage.batch_size, self.stage.batching, seed, epoch)
            self._plan = (epoch, batches)
        indices = self._plan[1][position]
        count = min(self.context.experiment.compute.micro_batches, len(indices))
        return [self.encoded["train"].batch(part) for part in np.array_split(indices, count)]

    def items(self, part: TokenBatch) -> int:
        return len(part.lengths)

    def tokens(self, part: TokenBatch) -> tuple[int, int]:
        return len(part.lengths), int(part.lengths.sum())

    def loss(self, part: TokenBatch) -> Loss:
        logits, labels = self._forward(part)
        return Loss(
            functional.cross_entropy(logits, labels, reduction="sum"), (logits.argmax(-1) != labels).sum()
        )

    def name(self, part: TokenBatch) -> str:
        rows = self.splits["train"].rows[part.indices]
        shown = ", ".join(str(row) for row in rows[:12]) + (", ..." if len(rows) > 12 else "")
        return f"training rows {shown} of {self.stage.data.source}"

    def epoch(self, step: int) -> float:
        return step / self.per_epoch

    def due(self, step: int) -> bool:
        if step == 0:
            return False
        position = step % self.per_epoch
        marks = {
            round(self.per_epoch * k / self.stage.evaluations) for k in range(1, self.stage.evaluations + 1)
        }
        return step == self.steps or (position or self.per_epoch) in marks

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
            classes=self.data.classes,
            features=self.stage.features,
            truncation=self.stage.truncation,
            max_length=self.encoded["train"].max_length,
            pair=self.stage.data.pair,
            join=self.stage.data.join,
        )

    def _forward(self, part: TokenBatch) -> tuple[torch.Tensor, torch.Tensor]:
        batch = to_tensors(part, self.context.device.torch, self.packed, self.tokenizer.pad_token_id)
        return self.model(batch).float(), batch.labels

    @torch.inference_mode()
    def _measure(self, name: str, step: int) -> Evaluated:
        encoded, split = self.encoded[name], self.splits[name]
        count = len(split.labels)
        predicted, losses = np.zeros(count, np.int64), np.zeros(count, np.float32)
        probabilities = np.zeros((count, len(self.data.classes)), np.float32)
        for indices in sorted_batches(encoded.lengths, self.context.experiment.compute.evaluation_tokens):
            logits, labels = self._forward(encoded.batch(indices))
            losses[indices] = functional.cross_entropy(logits, labels, reduction="none").cpu().numpy()
            predicted[indices] = logits.argmax(-1).cpu().numpy()
            probabilities[indices] = logits.softmax(-1).cpu().numpy()
        wrong = float(100 * np.mean(predicted != split.labels))
        predictions = Predictions(
            name, split.rows, split.labels, predicted, probabilities, losses, tuple(self.data.classes)
        )
        values = {f"{name}/loss": float(losses.mean()), f"{name}/error": wrong}
        return Evaluated(name, step, values, predictions=predictions)


@plan.register
def _(stage: Finetune, experiment: Experiment, say: Say) -> int:
    return updates(stage, len(load(stage.data, say=say).splits["train"].labels))[1]


@prepare.register
def _(stage: Finetune, context: Context, say: Say) -> Task:
    return FinetuneTask(stage, context, say)
