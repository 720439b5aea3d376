"""Replay: training on earlier texts along with the new task (Robins 1995, Chaudhry et al. 2019).

The loss of an update is (1 − r) · new + r · replayed, each a mean: over the update's texts (masked tokens, in further
pre-training), over the masked tokens of the replayed passages, over the replayed texts of earlier tasks. The heads of
replayed texts are the original ones and stay unchanged. Gradients reach the encoder only.

With batches of b texts, r / (1 − r) · b texts are replayed per update, at least one: a share r of the whole batch. The
choice of texts and of their masked tokens is a function of (seed, update). Accumulation only splits them.
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
"""Tokens of a replayed passage at most, special ones included.

BERT was mostly trained on such lengths (Devlin et al. 2019, A.2).
"""
MAX_PASSAGES = 10_000
"""Passages of general text replayed at most before the first is replayed again, with other words masked."""


Drawn = TypeVar("Drawn")


class ReplaySource(Protocol[Drawn]):
    """A source of texts to replay."""

    def draw_texts(self, step: int) -> Sequence[Drawn]:
        """Return the texts replayed with update ``step``."""
        ...

    def term_count(self, texts: Sequence[Drawn]) -> int:
        """Return how many terms the loss of these texts sums."""
        ...

    def loss(self, encoder: nn.Module, texts: Sequence[Drawn]) -> torch.Tensor:
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
        needed = min(MAX_PASSAGES, steps * count)
        self.passages = load_passages(text, tokenizer, count=needed, length=length, role="train")
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
        turns = [cycle_index(number, len(self.passages), order, "replayed passages") for number in numbers]
        return [
            self.passages.mask_passage(
                index, self._masking, random_streams.derive_seed(masks, "replayed words", number)
            )
            for number, (index, _) in zip(numbers, turns, strict=True)
        ]

    def term_count(self, texts: Sequence[MaskedBatch]) -> int:
        return sum(len(text.positions) for text in texts)

    def loss(self, encoder: nn.Module, texts: Sequence[MaskedBatch]) -> torch.Tensor:
        batch = join_batches(texts)
        states = states_at_masks(encoder, batch, self._device, self._pad)
        return self.head.loss(states, to_device(batch.targets, self._device)).total


class EpisodicMemory:
    """Training texts of earlier tasks, each under its own head. The tasks alternate."""

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
        """Return (task, training text, how often it was replayed before) of each text replayed with update ``step``.

        Example with ``count`` 3 and two tasks: update 0 has the numbers 0, 1, 2, so task 0 gives its first text, task 1
        its first and task 0 its second. Update 1 continues with the second text of task 1.
        """
        drawn_texts = []
        for number in range(step * self.count, (step + 1) * self.count):
            nth, which = divmod(number, len(self.tasks))
            stream = f"replayed texts of {self.tasks[which].label}"
            index, before = cycle_index(nth, len(self.memory_indices[which]), self._seed, stream)
            drawn_texts.append((which, int(self.memory_indices[which][index]), before))
        return drawn_texts

    def term_count(self, texts: Sequence[tuple[int, int, int]]) -> int:
        return len(texts)

    def loss(self, encoder: nn.Module, texts: Sequence[tuple[int, int, int]]) -> torch.Tensor:
        losses = []
        for which, before in sorted({(which, before) for which, _, before in texts}):
            task = self.tasks[which]
            chosen = [text for number, text, again in texts if (number, again) == (which, before)]
            encoded = task.texts.encoded["train"]
            # Where each text is several inputs (random cuts), every pass takes another one.
            inputs = len(encoded) // len(task.texts)
            part = encoded.batch(np.asarray(chosen, np.int64) * inputs + before % inputs, before)
            logits = task.logits(encoder, part)
            labels = to_device(part.labels, logits.device)
            losses.append(task.objective.loss(logits, labels))
        return torch.stack(losses).sum()


class ReplayRegulariser(Regulariser):
    """Replay during training. Its mean loss has the weight ``ratio``, shared evenly by the sources."""

    name = "replay"

    def __init__(self, task: StageTask, ratio: float, sources: Sequence[ReplaySource]) -> None:
        self.task, self.ratio, self.sources = task, ratio, sources
        self.loss_factor = 1 - ratio
        self._replayed_texts: list[Sequence[object]] = []

    def before_update(self, step: int, micro_batches: Sequence[MicroBatch] = ()) -> None:
        self._replayed_texts = [source.draw_texts(step) for source in self.sources]

    def loss_term(self, step: int, micro_batch: MicroBatch, number: int, count: int) -> torch.Tensor | None:
        losses = []
        for source, drawn in zip(self.sources, self._replayed_texts, strict=True):
            first, last = (round(len(drawn) * cut / count) for cut in (number, number + 1))
            if first < last:
                loss = source.loss(self.task.model.encoder, drawn[first:last])
                losses.append(loss / source.term_count(drawn))
        if not losses:
            return None
        return self.ratio / len(self.sources) * torch.stack(losses).sum()


def cycle_index(number: int, size: int, seed: int, stream: str) -> tuple[int, int]:
    """Return (index among ``size`` items, how often it came before) at place ``number`` of repeated permutations.

    Every pass over the items has an order of its own. Example with ``size`` 3: the numbers 0 to 2 give the
    three indices with 0 before, 3 to 5 give them in another order with 1 before.
    """
    before, place = divmod(number, size)
    return int(_cycle_order(seed, stream, before, size)[place]), before


@lru_cache(maxsize=8)
def _cycle_order(seed: int, stream: str, before: int, size: int) -> np.ndarray:
    return random_streams.generator(seed, stream, before).permutation(size)


def select_memory(task: EarlierTask, samples: int, seed: int) -> np.ndarray:
    """Return the training texts of ``task`` stored for replay: ``samples`` of them, stratified, or all, int64 [n].

    ``seed`` is that of the stage that taught it: every later stage stores the same texts. A smaller memory is
    a subset of a larger one.
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
        both = isinstance(choice, ReplayBoth)
        words = max(1, round(count / 2)) if both else count
        sources.append(
            PassageReplay(
                context, stage, context.experiment.general_text(choice.text), words, task.steps, report
            )
        )
        if isinstance(choice, ReplayBoth):
            sources.append(EpisodicMemory(context, stage, choice.samples, max(1, count - words), report))
    return ReplayRegulariser(task, choice.ratio, sources)
