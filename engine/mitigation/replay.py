"""Replay: training on earlier texts along with the new task (Robins 1995, Chaudhry et al. 2019).

The loss of an update is (1 − r) · new + r · replayed. Each part is a mean: over the update's texts (masked tokens in
further pre-training), over the masked tokens of replayed passages, or over the replayed texts of earlier tasks. The
heads of replayed texts are the original ones and stay constant. Only the encoder gets gradients.

With batches of b texts, r / (1 − r) · b texts are replayed per update, at least one: a share r of the whole batch. The
texts and their masked tokens are a function of (seed, update). Gradient accumulation only splits them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

import numpy as np
import torch
from torch import nn

from engine import random_streams
from engine.data.pretraining.instances import MaskedBatch, join_batches
from engine.data.splits import stratified_order
from engine.errors import UserError
from engine.kernels.packing import to_device
from engine.mitigation.base import Regulariser
from engine.model.encoders import describe_encoder, load_tokenizer
from engine.probes.earlier_heads import EarlierTask, earlier_tasks
from engine.probes.masked_head import load_original_head, standard_masking, states_at_masks
from engine.probes.passages import TextSource, load_passages
from engine.progress import ReportProgress
from engine.spec.mitigation import ReplayBoth, ReplayEarlier, ReplayText
from engine.spec.stages import Stage
from engine.stages.base import MicroBatch, StageContext, StageTask

MAX_LENGTH = 128
"""Maximum number of tokens of a replayed passage, special ones included.

BERT was mostly trained on this length (Devlin et al. 2019, A.2).
"""
MAX_PASSAGES = 10_000
"""Maximum number of different passages. Then the first is replayed again, with other words masked."""


Text = TypeVar("Text")


class ReplaySource(Protocol[Text]):
    """A source of texts to replay."""

    def draw_texts(self, step: int) -> Sequence[Text]:
        """Return the texts to replay with update ``step``."""
        ...

    def term_count(self, texts: Sequence[Text]) -> int:
        """Return the number of terms that the loss of these texts sums."""
        ...

    def loss(self, encoder: nn.Module, texts: Sequence[Text]) -> torch.Tensor:
        """Return the summed loss of these texts."""
        ...


class PassageReplay:
    """Masked words of general text under the original head."""

    def __init__(
        self,
        context: StageContext,
        stage: Stage,
        text: TextSource,
        count: int,
        steps: int,
        report: ReportProgress,
    ) -> None:
        experiment, self._device = context.experiment, context.device.torch
        tokenizer = load_tokenizer(experiment.encoder)
        report("Reading general text", 0, 0)
        length = min(MAX_LENGTH, describe_encoder(experiment.encoder).positions)
        passage_count = min(MAX_PASSAGES, steps * count)
        self.passages = load_passages(text, tokenizer, count=passage_count, length=length, role="train")
        self.head = load_original_head(experiment.encoder, tokenizer, self._device, text=text, report=report)
        self._masking, self._pad = (
            standard_masking(experiment.encoder, tokenizer),
            int(tokenizer.pad_token_id),
        )
        self._seeds = experiment.stream_seed("order", stage), experiment.stream_seed("masking", stage)
        self.count = count

    def draw_texts(self, step: int) -> list[MaskedBatch]:
        numbers = range(step * self.count, (step + 1) * self.count)
        order, masks = self._seeds
        indices = [cycle_index(number, len(self.passages), order, "replayed passages") for number in numbers]
        return [
            self.passages.mask_passage(
                index, self._masking, random_streams.derive_seed(masks, "replayed words", number)
            )
            for number, (index, _) in zip(numbers, indices, strict=True)
        ]

    def term_count(self, texts: Sequence[MaskedBatch]) -> int:
        return sum(len(text.positions) for text in texts)

    def loss(self, encoder: nn.Module, texts: Sequence[MaskedBatch]) -> torch.Tensor:
        batch = join_batches(texts)
        states = states_at_masks(encoder, batch, self._device, self._pad)
        return self.head.loss(states, to_device(batch.targets, self._device)).total


class EpisodicMemory:
    """Training texts of earlier tasks, each under its own head. Tasks alternate."""

    def __init__(
        self, context: StageContext, stage: Stage, samples: int, count: int, report: ReportProgress
    ) -> None:
        self.tasks = earlier_tasks(context, report)
        if not self.tasks:
            raise UserError(
                "no earlier stage that it builds on has learnt a task, so there is none to replay.",
                place=f"stages.{context.index}.replay",
                remedy="Replay general text, or put a stage before it.",
            )
        experiment = context.experiment
        self.memory_indices = [
            select_memory(task, samples, experiment.stream_seed("order", experiment.stages[task.number - 1]))
            for task in self.tasks
        ]
        self._seed, self.count = experiment.stream_seed("order", stage), count

    def draw_texts(self, step: int) -> list[tuple[int, int, int]]:
        """Return (task, training text, number of earlier replays) of each text to replay with update ``step``.

        Example with ``count`` 3 and two tasks: update 0 has the numbers 0, 1, 2, which are the first text of task 0,
        the first of task 1 and the second of task 0. Update 1 continues with the second text of task 1.
        """
        drawn_texts = []
        for number in range(step * self.count, (step + 1) * self.count):
            position, task = divmod(number, len(self.tasks))
            stream = f"replayed texts of {self.tasks[task].label}"
            index, repeats = cycle_index(position, len(self.memory_indices[task]), self._seed, stream)
            drawn_texts.append((task, int(self.memory_indices[task][index]), repeats))
        return drawn_texts

    def term_count(self, texts: Sequence[tuple[int, int, int]]) -> int:
        return len(texts)

    def loss(self, encoder: nn.Module, texts: Sequence[tuple[int, int, int]]) -> torch.Tensor:
        losses = []
        for task, repeats in sorted({(task, repeats) for task, _, repeats in texts}):
            earlier = self.tasks[task]
            selected = [text for owner, text, again in texts if (owner, again) == (task, repeats)]
            encoded = earlier.texts.encoded["train"]
            # Where a text has several inputs (random cuts), every pass uses another one.
            inputs = len(encoded) // len(earlier.texts)
            part = encoded.batch(np.asarray(selected, np.int64) * inputs + repeats % inputs, repeats)
            logits = earlier.logits(encoder, part)
            labels = to_device(part.labels, logits.device)
            losses.append(earlier.objective.loss(logits, labels))
        return torch.stack(losses).sum()


class ReplayRegulariser(Regulariser):
    """Replay during training. The sources share the weight ``ratio`` evenly."""

    name = "replay"

    def __init__(self, task: StageTask, ratio: float, sources: Sequence[ReplaySource]) -> None:
        self.task, self.ratio, self.sources = task, ratio, sources
        self.loss_factor = 1 - ratio
        self._texts: list[Sequence[object]] = []

    def before_update(self, step: int, micro_batches: Sequence[MicroBatch] = ()) -> None:
        self._texts = [source.draw_texts(step) for source in self.sources]

    def loss_term(self, step: int, micro_batch: MicroBatch, number: int, count: int) -> torch.Tensor | None:
        losses = []
        for source, texts in zip(self.sources, self._texts, strict=True):
            first, last = (round(len(texts) * part / count) for part in (number, number + 1))
            if first < last:
                loss = source.loss(self.task.model.encoder, texts[first:last])
                losses.append(loss / source.term_count(texts))
        if not losses:
            return None
        return self.ratio / len(self.sources) * torch.stack(losses).sum()


def cycle_index(number: int, size: int, seed: int, stream: str) -> tuple[int, int]:
    """Return (index among ``size`` items, how often it came before) at place ``number`` of repeated permutations.

    Every pass over the items has its own order. Example with ``size`` 3: the numbers 0 to 2 give the three indices with
    0 repeats, 3 to 5 give them in another order with 1 repeat.
    """
    repeats, position = divmod(number, size)
    return int(_cycle_order(seed, stream, repeats, size)[position]), repeats


@lru_cache(maxsize=8)
def _cycle_order(seed: int, stream: str, repeats: int, size: int) -> np.ndarray:
    return random_streams.generator(seed, stream, repeats).permutation(size)


def select_memory(task: EarlierTask, samples: int, seed: int) -> np.ndarray:
    """Return the training texts of ``task`` in its memory: ``samples`` of them, stratified, or all, int64 [n].

    ``seed`` is that of the task's stage, so every later stage has the same memory. A smaller memory is a subset of a
    larger one.
    """
    order = stratified_order(task.texts.strata("train"), seed, f"memory of {task.label}")
    return order[: samples or len(order)]


def replay_count(ratio: float, batch_size: int) -> int:
    """Return the number of texts replayed with ``batch_size`` new ones: ``ratio`` of all, at least one.

    Example: with ``ratio`` 0.2 and 32 new texts, 0.2 / 0.8 · 32 = 8 are replayed: 8 of 40.
    """
    return max(1, round(ratio / (1 - ratio) * batch_size))


def build(
    choice: ReplayText | ReplayEarlier | ReplayBoth,
    task: StageTask,
    context: StageContext,
    report: ReportProgress,
) -> Regulariser:
    """Prepare replay for a stage: read the general text, or select the memory of earlier tasks."""
    stage = task.stage
    count = replay_count(choice.ratio, stage.batch_size)
    sources: list[ReplaySource] = []
    if isinstance(choice, ReplayEarlier):
        sources.append(EpisodicMemory(context, stage, choice.samples, count, report))
    else:
        is_mixed = isinstance(choice, ReplayBoth)
        words = max(1, round(count / 2)) if is_mixed else count
        sources.append(
            PassageReplay(
                context, stage, context.experiment.general_text(choice.text), words, task.steps, report
            )
        )
        if isinstance(choice, ReplayBoth):
            sources.append(EpisodicMemory(context, stage, choice.samples, max(1, count - words), report))
    return ReplayRegulariser(task, choice.ratio, sources)
