"""Further pre-training on masked words and next sentences (Devlin et al. 2019, 3.1; Sun et al. 2019, 4.2)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from engine.data.batches import sorted_batches
from engine.data.corpus import Corpus, read
from engine.data.instances import Instances, Windows
from engine.data.masked import Masked, masked, masked_batch, split, together
from engine.data.masking import Masking
from engine.data.pairs import Pairs
from engine.data.template import template
from engine.data.tokens import TokenBatch
from engine.errors import UserError
from engine.model.encoders import check_length, describe, load_tokenizer
from engine.model.masked_lm import Losses, build_masked_lm
from engine.model.masktoken import mask_token
from engine.model.packed import TensorBatch, supports_packing, to_tensors
from engine.model.packing import to_device
from engine.model.recompute import recompute
from engine.optim.table import parameter_table
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment
from engine.spec.pretraining import MaskedWordsAndNextSentence
from engine.spec.stages import Finetune, FurtherPretrain, Multitask
from engine.train.background import Say
from engine.train.events import Evaluated, Note
from engine.train.feed import Moved
from engine.train.portions import Portions, through
from engine.train.task import Context, Loss, Task, plan, prepare

HELD_OUT_TOKENS = 60_000
"""How much held-out text is measured at most."""
SINGLE = 90.0
"""Percent of single-sentence documents from which next sentences are as good as always random."""


def sources(experiment: Experiment) -> list[DataSource]:
    """The data sets that the stages of ``experiment`` learn classes from."""
    found: list[DataSource] = []
    for stage in experiment.stages:
        if isinstance(stage, Finetune):
            found.append(stage.data)
        elif isinstance(stage, Multitask):
            found += [task.data for task in stage.tasks]
    return found


@dataclass(frozen=True)
class Part:
    """One micro-batch: ``batch``, and what the loss of a pair counts, measured in masked tokens.

    The loss of an update is the mean over its M masked tokens plus the mean over its B pairs. Summed as
    (words + M / B · pairs) and divided by M, as the loop does, it is so however the batch was split.
    """

    batch: Masked
    pair_weight: float


class PretrainTask:
    """The language model's own objective, ready for the loop. Only masked tokens are sent through the vocabulary."""

    def __init__(self, stage: FurtherPretrain, context: Context, say: Say) -> None:
        self.stage, self.context = stage, context
        experiment, encoder = context.experiment, describe(context.encoder)
        self.tokenizer = tokenizer = load_tokenizer(context.encoder)
        self.masking = Masking(
            mask_token(tokenizer, encoder.vocabulary),
            min(len(tokenizer), encoder.vocabulary),
            stage.masked_share,
            stage.most_masked,
            stage.whole_words,
        )
        self.length = check_length(encoder, stage.max_length)
        self.pairs = isinstance(stage.objective, MaskedWordsAndNextSentence)
        corpus, held_out = corpora(stage, experiment, say)
        say("Drawing the first pass", 0, 0)
        self.instances = self._instances(corpus, experiment.stream_seed("order", stage), stage.duplication)
        say("Loading the encoder", 0, 0)
        self.model: nn.Module = build_masked_lm(
            context.encoder,
            stage.dropout,
            experiment.stream_seed("init", stage),
            next_sentence=self.pairs,
            adapter=stage.adapter,
        )
        self.layers, self.table, self.steps = encoder.layers, parameter_table(self.model), stage.steps
        self.packed = experiment.compute.padding != "padded" and supports_packing(self.model)
        compute = experiment.compute
        self.portions = Portions.chosen(compute, context.device.name, padded=not self.packed)
        self.held_out = self._held_out(held_out)
        self._tensors: Moved[TokenBatch, TensorBatch] = Moved(self._move)
        notes: list[str] = getattr(self.model, "notes", [])
        self.notes: list[str | Note] = [*corpus.notes, *notes]
        if compute.recompute:
            self.notes += recompute(self.model.encoder)
        per_pass = self.instances.size(0)
        self.info: dict[str, Any] = {
            **corpus.facts,
            "data": corpus.fingerprint,
            "held_out": {name: held_out.facts.get(name) for name in ("documents", "tokens")}
            | {"data": held_out.fingerprint},
            "objective": stage.objective.kind,
            "instances": per_pass,
            "mean_length": self.length,
            "encoder": encoder.name,
            "layers": encoder.layers,
            "parameters": sum(weights.numel() for weights in self.model.parameters()),
            "trainable": sum(row.size for row in self.table),
            "packed": self.packed,
            "device": context.device.name,
            "precision": context.device.precision,
            "steps_per_epoch": math.ceil(per_pass / stage.batch_size),
        }
        if isinstance(self.instances, Pairs):
            drawn = self.instances.plan(0)
            random_next = 100 * float(drawn.random_next.mean())
            specials = self.instances.frame.specials
            self.info["random_next_percent"] = round(random_next, 2)
            self.info["mean_length"] = round(float(drawn.lengths.mean()) + specials, 2)
            self.notes += _degenerate(corpus, random_next)

    def parts(self, step: int) -> list[Part]:
        first, size = step * self.stage.batch_size, self.stage.batch_size
        where = [self.instances.locate(number) for number in range(first, first + size)]
        seed = self.context.experiment.stream_seed("masking", self.stage)
        batch = masked_batch(self.instances, where, self.masking, seed)
        weight = len(batch.positions) / size if self.pairs else 0.0
        parts = self.portions.split(batch.texts.lengths)
        if len(parts) == 1:
            return [Part(batch, weight)]
        found = split(batch, [1] * size)
        return [Part(together([found[i] for i in part.tolist()]), weight) for part in parts]

    def ahead(self, part: Part) -> None:
        self._tensors.ahead(part.batch.texts)

    def lengths(self, part: Part) -> np.ndarray:
        return part.batch.texts.lengths

    def items(self, part: Part) -> int:
        return len(part.batch.positions)

    def tokens(self, part: Part) -> tuple[int, int]:
        return len(part.batch.texts.lengths), len(part.batch.texts.ids)

    def loss(self, part: Part) -> Loss:
        (loss, hits, follows), random_next = self._forward(part.batch)
        wrong = (~hits).sum()
        if follows is None:
            return Loss(loss, wrong)
        pairs = part.pair_weight * functional.cross_entropy(follows.float(), random_next, reduction="sum")
        return Loss(loss + pairs, wrong, {"loss": loss, "next_loss": pairs})

    def name(self, part: Part) -> str:
        texts = part.batch.texts
        return f"{len(texts.lengths)} inputs that begin with '{self.tokenizer.decode(texts.ids[:12])}'"

    def epoch(self, step: int) -> float:
        return step * self.stage.batch_size / self.instances.size(0)

    def due(self, step: int) -> bool:
        return step > 0 and (step % self.stage.evaluate_every == 0 or step == self.steps)

    @torch.inference_mode()
    def evaluate(self, step: int) -> Evaluated:
        ranks, count, pairs = self.portions.ranks, 0, 0
        found = [torch.zeros(4, device=self.context.device.torch)]
        mine = self._cut(self.held_out[ranks.rank :: ranks.world])
        for batch, ((total, hits, follows), random_next) in through(mine, self._forward, self._smaller):
            sums = [total, hits.sum()]
            if follows is not None:
                sums.append(functional.cross_entropy(follows.float(), random_next, reduction="sum"))
                sums.append((follows.argmax(-1) == random_next).sum())
                pairs += len(batch.texts.labels)
            found.append(functional.pad(torch.stack([each.float() for each in sums]), (0, 4 - len(sums))))
            count += len(batch.targets)
        # Asked for once: each question would wait for all that was computed so far.
        measured = torch.stack(found).cpu().double().sum(0)
        everything = np.array([*measured.tolist(), count, pairs])
        ranks.gather(everything)
        loss, right, next_loss, next_right, count, pairs = everything.tolist()
        values = {
            "heldout/loss": loss / count,
            "heldout/perplexity": math.exp(min(loss / count, 700.0)),
            "heldout/accuracy": 100 * right / count,
        }
        if pairs:
            values |= {
                "heldout/next_loss": next_loss / pairs,
                "heldout/next_accuracy": 100 * next_right / pairs,
            }
        return Evaluated("heldout", step, values)

    def criterion(self, evaluated: Evaluated) -> float:
        return evaluated.values["heldout/loss"]

    def finish(self, step: int) -> Iterator[Evaluated]:
        return iter(())

    def save(self, folder: Path) -> None:
        self.model.save(folder / "encoder")  # type: ignore[operator]
        self.tokenizer.save_pretrained(folder / "encoder")

    def _instances(self, corpus: Corpus, seed: int, copies: int) -> Instances:
        frames, objective = template(self.tokenizer), self.stage.objective
        if isinstance(objective, MaskedWordsAndNextSentence):
            return Pairs(
                corpus,
                frames.pair,
                self.length,
                random_next=objective.random_next,
                short=objective.short,
                seed=seed,
                copies=copies,
            )
        return Windows(
            corpus, frames.single, self.length, self.tokenizer.sep_token_id, seed=seed, copies=copies
        )

    def _held_out(self, corpus: Corpus) -> list[Masked]:
        # The same inputs under the same masks at every measurement, whatever the run's seed.
        instances, found, tokens = self._instances(corpus, 0, 0), list[Masked](), 0
        for first in range(0, instances.size(0), 64):
            some = range(first, min(first + 64, instances.size(0)))
            for one in masked(instances, [instances.locate(number) for number in some], self.masking, 0):
                if tokens < HELD_OUT_TOKENS:
                    found.append(one)
                    tokens += len(one.texts.ids)
            if tokens >= HELD_OUT_TOKENS:
                break
        lengths = np.array([len(one.texts.ids) for one in found])
        budget = self.portions.evaluation
        return [together([found[i] for i in batch]) for batch in sorted_batches(lengths, budget)]

    def _cut(self, batches: list[Masked]) -> list[Masked]:
        """Batches of held-out inputs, the longest first, as such as there is memory for."""
        found = []
        for batch in batches:
            parts = sorted_batches(batch.texts.lengths, self.portions.evaluation)
            found += split(batch, [len(part) for part in parts]) if parts[1:] else [batch]
        return found

    def _smaller(self, rest: list[Masked], problem: str) -> list[Masked]:
        self.portions.halve_evaluation(rest[0].texts.lengths, problem)
        return self._cut(rest)

    def _forward(self, part: Masked) -> tuple[Losses, torch.Tensor]:
        """What the masked tokens cost and the logits of the pairs; whether B is a random next."""
        device, batch = self.context.device.torch, self._tensors(part.texts)
        positions, targets = to_device(part.positions, device), to_device(part.targets, device)
        return self.model(batch, positions, targets), batch.labels

    def _move(self, texts: TokenBatch) -> TensorBatch:
        return to_tensors(texts, self.context.device.torch, self.packed, self.tokenizer.pad_token_id)


def corpora(stage: FurtherPretrain, experiment: Experiment, say: Say) -> tuple[Corpus, Corpus]:
    """What ``stage`` learns from and is measured on. Raises UserError when it cannot be read or asks nothing."""
    tokenizer, others = load_tokenizer(experiment.encoder), sources(experiment)
    mask_token(tokenizer, describe(experiment.encoder).vocabulary)
    corpus, held_out = (
        read(stage, tokenizer, part=part, others=others, whole_words=stage.whole_words, say=say)
        for part in ("train", "held_out")
    )
    if isinstance(stage.objective, MaskedWordsAndNextSentence) and _single_percent(corpus) == 100:
        raise UserError(
            "every document is a single sentence, so every next segment would be a random one.",
            place="objective",
            remedy="Use masked words only.",
        )
    return corpus, held_out


def _single_percent(corpus: Corpus) -> float:
    return 100 * float(np.mean(np.diff(corpus.documents) == 1))


def _degenerate(corpus: Corpus, random_next: float) -> Sequence[Note]:
    single = _single_percent(corpus)
    if single < SINGLE:
        return ()
    text = (
        f"{single:.0f} % of the documents are a single sentence, so {random_next:.0f} % of the next segments are "
        "random ones: there is little to learn from next sentences. Masked words only would do."
    )
    return (Note("warning", text),)


@plan.register
def _(stage: FurtherPretrain, experiment: Experiment, say: Say) -> int:
    corpora(stage, experiment, say)
    return stage.steps


@prepare.register
def _(stage: FurtherPretrain, context: Context, say: Say) -> Task:
    return PretrainTask(stage, context, say)
