"""Multi-task fine-tuning: a shared encoder, one head per task, one task per batch (Sun et al. 2019, 4.3)."""

from __future__ import annotations

import hashlib
import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from engine import rng
from engine.data.batches import epoch_batches
from engine.data.dataset import load
from engine.data.tokens import TokenBatch
from engine.data.turns import EpochTurns, epoch_turns, turns_per_epoch
from engine.model.classifier import build_reader, prepare_encoder
from engine.model.encoders import describe, load_tokenizer
from engine.model.multitask import MultitaskModel
from engine.model.native import TASKS, save_encoder, save_head
from engine.model.packed import TensorBatch, supports_packing, to_tensors
from engine.model.reader import Reader
from engine.model.recompute import recompute
from engine.optim.table import parameter_table
from engine.spec.experiment import Experiment
from engine.spec.stages import Multitask
from engine.train.background import Say
from engine.train.events import Evaluated, Note
from engine.train.feed import Moved
from engine.train.kept import Kept
from engine.train.labelled import Forward, LabelledTexts, evaluation_due
from engine.train.portions import Portions
from engine.train.task import Context, Loss, Task, plan, prepare


@dataclass(frozen=True)
class Part:
    """Texts of one task; ``task`` is its number."""

    task: int
    batch: TokenBatch


@dataclass(frozen=True)
class Timetable:
    """How often each task's turn comes in each epoch; the last epoch may be broken off.

    ``turns[e][i]`` are the batches of task i in epoch e, ``ends[e]`` the updates until its end. ``longer``: there are
    more epochs than asked for, to reach the stage's least number of updates.
    """

    turns: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]
    steps: int
    longer: bool

    @classmethod
    def of(cls, stage: Multitask, rows: Sequence[int]) -> Timetable:
        """The timetable of ``stage`` for tasks with ``rows`` training texts."""
        epochs = math.ceil(stage.epochs)
        turns = [
            tuple(turns_per_epoch(rows, stage.batch_size, stage.sampling.exponent(epoch, epochs)))
            for epoch in range(epochs)
        ]
        planned = sum(map(sum, turns)) - round((epochs - stage.epochs) * sum(turns[-1]))
        steps = max(1, planned, stage.least_steps)
        while sum(map(sum, turns)) < steps:
            turns.append(turns[-1])
        return cls(tuple(turns), tuple(accumulate(map(sum, turns))), steps, steps > max(1, planned))

    def place(self, step: int) -> tuple[int, int]:
        """The epoch of update ``step`` (from 0), and its number within it."""
        epoch = min(bisect_right(self.ends, step), len(self.ends) - 1)
        return epoch, step - (self.ends[epoch - 1] if epoch else 0)

    def length(self, epoch: int) -> int:
        """The updates of a whole epoch."""
        return sum(self.turns[epoch])


class MultitaskTask:
    """Multi-task fine-tuning, ready for the loop."""

    def __init__(self, stage: Multitask, context: Context, say: Say) -> None:
        self.stage, self.context = stage, context
        self.names = [task.called() for task in stage.tasks]
        encoder = describe(context.encoder)
        self.tokenizer = load_tokenizer(context.encoder)
        self.texts = [
            LabelledTexts(
                task.data,
                self.tokenizer,
                truncation=task.truncation,
                max_length=task.max_length or stage.max_length or encoder.positions,
                say=say,
            )
            for task in stage.tasks
        ]
        say("Loading the encoder", 0, 0)
        self.model: Any = self._build()
        self.readers = [self.model.reader(number) for number in range(len(self.names))]
        self.layers, self.table = encoder.layers, parameter_table(self.model)
        compute = context.experiment.compute
        self.packed = compute.padding != "padded" and supports_packing(self.model)
        self.portions = Portions.chosen(compute, context.device.name, padded=not self.packed)
        self.kept: list[Kept] = []
        self._tensors: Moved[TokenBatch, TensorBatch] = Moved(self.move)
        self.timetable = Timetable.of(stage, [len(texts) for texts in self.texts])
        self.steps = self.timetable.steps
        self._turns: tuple[int, EpochTurns] | None = None
        self._dealt: dict[int, tuple[tuple[int, int], list[np.ndarray]]] = {}
        self.notes: list[str | Note] = self._notes(encoder.model_type)
        if compute.recompute:
            self.notes += recompute(self.model.encoder)
        self.info: dict[str, Any] = {
            "data": together([texts.data.fingerprint for texts in self.texts]),
            "tasks": {
                name: texts.info | {"batches_per_epoch": turns}
                for name, texts, turns in zip(self.names, self.texts, self.timetable.turns[0], strict=True)
            },
            "rows": {
                split: sum(len(texts.splits[split].labels) for texts in self.texts)
                for split in self.texts[0].splits
            },
            "encoder": encoder.name,
            "layers": encoder.layers,
            "parameters": sum(weights.numel() for weights in self.model.parameters()),
            "trainable": sum(row.size for row in self.table),
            "packed": self.packed,
            "device": context.device.name,
            "precision": context.device.precision,
            "steps_per_epoch": self.timetable.length(0),
            "guessing_error": float(np.mean([texts.info["guessing_error"] for texts in self.texts])),
        }

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
            reader, said = build_reader(
                encoder,
                info,
                stage.features,
                len(texts.classes),
                stage.dropout,
                seed,
                combine_pieces=task.truncation.combine_pieces,
                name=name,
            )
            readers.append(reader)
            notes += [text for text in said if text not in notes]
        return MultitaskModel(
            encoder, readers, notes, frozen=stage.freezing.whole_encoder_frozen(info.layers)
        )

    def _notes(self, family: str) -> list[str | Note]:
        notes: list[str | Note] = [
            f"{name}: {note}"
            for name, texts in zip(self.names, self.texts, strict=True)
            for note in texts.data.notes
        ]
        notes += self.model.notes
        if self.context.experiment.compute.padding == "packed" and not self.packed:
            notes.append(f"Packing is not available for {family}; batches are padded instead.")
        return notes

    def parts(self, step: int) -> list[Part]:
        epoch, position = self.timetable.place(step)
        seed = self.context.experiment.stream_seed("order", self.stage)
        dealt = self._turns
        if dealt is None or dealt[0] != epoch:
            self._turns = dealt = (epoch, epoch_turns(self.timetable.turns[epoch], seed, epoch))
        turns = dealt[1]
        task = int(turns.tasks[position])
        indices = self._batch(task, epoch, int(turns.nth[position]), seed)
        encoded = self.texts[task].encoded["train"]
        parts = self.portions.split(encoded.lengths[indices])
        return [Part(task, encoded.batch(indices[part])) for part in parts]

    def ahead(self, part: Part) -> None:
        self._tensors.ahead(part.batch)

    def lengths(self, part: Part) -> np.ndarray:
        return part.batch.lengths

    def _batch(self, task: int, epoch: int, nth: int, seed: int) -> np.ndarray:
        """The texts of a task's ``nth`` batch in an epoch: pass after pass over them, each in an order of its own."""
        stage, lengths = self.stage, self.texts[task].encoded["train"].lengths
        again, number = divmod(nth, math.ceil(len(lengths) / stage.batch_size))
        dealt = self._dealt.get(task)
        if dealt is None or dealt[0] != (epoch, again):
            own = rng.integer(seed, "task order", task, again)
            dealt = ((epoch, again), epoch_batches(lengths, stage.batch_size, stage.batching, own, epoch))
            self._dealt[task] = dealt
        return dealt[1][number]

    def items(self, part: Part) -> int:
        return len(part.batch.indices)

    def tokens(self, part: Part) -> tuple[int, int]:
        return len(part.batch.indices), int(part.batch.lengths.sum())

    def loss(self, part: Part) -> Loss:
        logits, labels = self._forward(part.task)(part.batch)
        own = functional.cross_entropy(logits, labels, reduction="sum")
        hits, name = logits.argmax(-1) == labels, self.names[part.task]
        wrong = (~hits).sum()
        shown = {f"loss/{name}": own, f"error/{name}": 100.0 * wrong}
        return Loss(own * self.stage.tasks[part.task].weight, wrong, shown, hits)

    def name(self, part: Part) -> str:
        return self.texts[part.task].name(part.batch)

    def epoch(self, step: int) -> float:
        epoch, position = self.timetable.place(step)
        return epoch + position / self.timetable.length(epoch)

    def due(self, step: int) -> bool:
        if step == 0:
            return False
        epoch, position = self.timetable.place(step - 1)
        length = self.timetable.length(epoch)
        if self.timetable.longer:
            length = self.stage.between(length, self.steps)
            position = (step - 1) % length
        return step == self.steps or evaluation_due(position + 1, length, self.stage.evaluations)

    def evaluate(self, step: int) -> Evaluated:
        values: dict[str, float] = {}
        for measured in self._measure("validation", step):
            values |= measured.values
        return Evaluated("validation", step, values)

    def criterion(self, evaluated: Evaluated) -> float:
        return evaluated.values[f"validation/{self.stage.best_on}"]

    def finish(self, step: int) -> Iterator[Evaluated]:
        yield from self._measure("test", step)

    def save(self, folder: Path) -> None:
        save_encoder(folder, self.model.encoder, self.tokenizer)
        for number, (name, texts, task) in enumerate(
            zip(self.names, self.texts, self.stage.tasks, strict=True)
        ):
            save_head(
                folder / TASKS / name,
                self.model.reader(number),
                classes=texts.classes,
                features=self.stage.features,
                truncation=task.truncation,
                max_length=texts.encoded["train"].max_length,
                pair=task.data.pair,
                join=task.data.join,
            )

    def readings(self) -> list[tuple[LabelledTexts, Reader]]:
        """The texts of each task, and what reads them: see ``engine.train.kept``."""
        return list(zip(self.texts, self.readers, strict=True))

    def _forward(self, task: int, split: str = "train") -> Forward:
        def forward(part: TokenBatch) -> tuple[torch.Tensor, torch.Tensor]:
            batch = self._tensors(part)
            if self.kept:
                batch = self.kept[task].give(batch, split)
            return self.model(batch, task).float(), batch.labels

        return forward

    def move(self, part: TokenBatch) -> TensorBatch:
        """``part`` as tensors on the device."""
        device, pad = self.context.device.torch, self.tokenizer.pad_token_id
        return to_tensors(part, device, self.packed, pad, self.portions.at_once)

    def _measure(self, split: str, step: int) -> Iterator[Evaluated]:
        """A split of every task by itself, and then the means over the tasks."""
        found: dict[str, list[float]] = {"loss": [], "error": []}
        for number, (name, texts) in enumerate(zip(self.names, self.texts, strict=True)):
            measured = texts.measure(split, step, self._forward(number, split), self.portions, name)
            yield measured
            for key, values in found.items():
                values.append(measured.values[f"{split}/{key}/{name}"])
        yield Evaluated(split, step, {f"{split}/{key}": float(np.mean(v)) for key, v in found.items()})


def together(fingerprints: Sequence[str]) -> str:
    """16 hex digits for several data sets in their order."""
    return hashlib.sha256("\n".join(fingerprints).encode("utf-8")).hexdigest()[:16]


@plan.register
def _(stage: Multitask, experiment: Experiment, say: Say) -> int:
    rows = [len(load(task.data, say=say).splits["train"].labels) for task in stage.tasks]
    return Timetable.of(stage, rows).steps


@prepare.register
def _(stage: Multitask, context: Context, say: Say) -> Task:
    return MultitaskTask(stage, context, say)
