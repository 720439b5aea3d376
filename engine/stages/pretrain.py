"""Further pre-training on masked words and next sentences (Devlin et al. 2019, 3.1; Sun et al. 2019, 4.2)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from engine.compute.microbatch import map_with_smaller_batches
from engine.data.batches import evaluation_batches
from engine.data.pretraining.corpus import Corpus, read_corpus
from engine.data.pretraining.instances import (
    MaskedBatch,
    PairInstances,
    PretrainingInstances,
    WindowInstances,
    join_batches,
    make_masked_batch,
)
from engine.data.pretraining.masking import MaskingSettings
from engine.data.special_tokens import read_template
from engine.errors import UserError
from engine.events import Evaluation, RunNotice
from engine.formatting.numbers import plural
from engine.kernels.packing import to_device
from engine.metrics.base import Outcomes
from engine.model.encoders import describe_encoder, load_tokenizer, resolve_max_length
from engine.model.masked_lm import MaskedLM, MaskedLMLosses, build_masked_lm
from engine.model.tokenizer.mask_token import mask_token_id
from engine.objectives.classification import MASKED_WORDS, NEXT_SENTENCE
from engine.progress import ReportProgress
from engine.spec.experiment import Experiment
from engine.spec.stages.pretraining import MANY_SINGLE_SENTENCES, MaskedWordsAndNextSentence, Pretraining
from engine.stages.base import MicroBatch, MicroBatchLoss, StageContext, StageTask, error_sum

FEW_DOCUMENTS = 10
"""Number of documents below which a notice warns that random next segments come from too few documents."""
HELD_OUT_TOKENS = 60_000
"""Most tokens of held-out text to evaluate."""


@dataclass(frozen=True, eq=False, kw_only=True)
class PretrainMicroBatch(MicroBatch):
    """Inputs with masked tokens, and the weight of a pair's loss relative to that of a masked token.

    The loss of an update is the mean over its M masked tokens plus the mean over its B pairs. It is computed as the sum
    (words + M / B · pairs), which the trainer divides by M, so it does not depend on how the batch was split.

    Attributes:
        masked: the same ``texts``, with positions and targets.
        pair_weight: M / B; 0 where no pairs are classified.
    """

    masked: MaskedBatch
    pair_weight: float

    @property
    def loss_terms(self) -> int:
        """Number of masked tokens."""
        return len(self.masked.positions)


@dataclass(frozen=True, eq=False)
class HeldOutSums:
    """Sums over held-out inputs, float32 on the device, and the number of terms of each, float64; both [K]."""

    sums: torch.Tensor
    counts: np.ndarray


class PretrainTask(StageTask):
    """Further pre-training, prepared for the loop. Only masked tokens are projected to the vocabulary."""

    stage: Pretraining
    model: MaskedLM

    def __init__(self, stage: Pretraining, context: StageContext, report: ReportProgress) -> None:
        super().__init__(stage, context)
        experiment, encoder, tokenizer = context.experiment, self.encoder, self.tokenizer
        self.masking = MaskingSettings(
            mask_token_id(tokenizer, encoder.vocabulary),
            min(len(tokenizer), encoder.vocabulary),
            stage.masked_share,
            stage.most_masked,
            stage.whole_words,
        )
        self.length = resolve_max_length(encoder, stage.max_length)
        self.has_pairs = stage.predicts_next_sentence
        corpus, held_out = load_corpora(stage, experiment, report)
        report("Drawing the first pass", 0, 0)
        self.instances = self._instances(corpus, experiment.stream_seed("order", stage), stage.duplication)
        self._adopt_model(report, corpus.notes)
        self.steps, self.held_out = stage.steps, self._held_out_batches(held_out)
        per_pass = self.instances.pass_size(0)
        self.info: dict[str, object] = {
            **corpus.facts,
            "data": corpus.fingerprint,
            "held_out": {name: held_out.facts.get(name) for name in ("documents", "tokens")}
            | {"data": held_out.fingerprint},
            "objective": stage.objective.kind,
            "instances": per_pass,
            "mean_length": self.length,
            **self.describe_model(),
            "steps_per_epoch": math.ceil(per_pass / stage.batch_size),
        }
        if isinstance(self.instances, PairInstances):
            plan = self.instances.plan_of_pass(0)
            random_next = 100 * float(plan.random_next.mean())
            specials = self.instances.frame.special_count
            self.info["random_next_percent"] = round(random_next, 2)
            self.info["mean_length"] = round(float(plan.lengths.mean()) + specials, 2)
            self.notes += _next_sentence_notices(corpus, random_next)

    def build_model(self) -> MaskedLM:
        stage, seed = self.stage, self.context.experiment.stream_seed("init", self.stage)
        return build_masked_lm(
            self.context.encoder, stage.dropout, seed, next_sentence=self.has_pairs, adapter=stage.adapter
        )

    def micro_batches(self, step: int) -> list[MicroBatch]:
        first, size = step * self.stage.batch_size, self.stage.batch_size
        locations = [self.instances.locate(number) for number in range(first, first + size)]
        seed = self.context.experiment.stream_seed("masking", self.stage)
        batch = make_masked_batch(self.instances, locations, self.masking, seed)
        weight = len(batch.positions) / size if self.has_pairs else 0.0
        parts = self.micro_batching.split(batch.texts.lengths)
        batches = [batch.take(part) for part in parts] if len(parts) > 1 else [batch]
        return [PretrainMicroBatch(texts=each.texts, masked=each, pair_weight=weight) for each in batches]

    def compute_loss(self, micro_batch: MicroBatch) -> MicroBatchLoss:
        assert isinstance(micro_batch, PretrainMicroBatch)
        (loss, correct, pair_logits), random_next = self._forward(micro_batch.masked)
        error = {"error": error_sum(correct)}
        if pair_logits is None:
            return MicroBatchLoss(loss, error)
        pair_loss = micro_batch.pair_weight * NEXT_SENTENCE.loss(pair_logits.float(), random_next)
        return MicroBatchLoss(loss + pair_loss, {"loss": loss, "next_loss": pair_loss} | error)

    def describe_batch(self, micro_batch: MicroBatch) -> str:
        texts = micro_batch.texts
        return f"{len(texts.lengths)} inputs that begin with '{self.tokenizer.decode(texts.ids[:12])}'"

    def epochs_at(self, step: int) -> float:
        return step * self.stage.batch_size / self.instances.pass_size(0)

    def is_evaluation_due(self, step: int) -> bool:
        return step > 0 and (step % self.stage.evaluate_every == 0 or step == self.steps)

    @torch.inference_mode()
    def evaluate(self, step: int) -> Evaluation:
        group = self.micro_batching.process_group
        shard = self._split_to_memory(self.held_out[group.rank :: group.world_size])
        parts = [
            each for _, each in map_with_smaller_batches(shard, self.measure_held_out, self._halve_and_split)
        ]
        # Copied once, since every copy from the device waits for all earlier work.
        sums = torch.stack([each.sums for each in parts]).cpu().double().sum(0).numpy() if parts else 0.0
        counts = sum((each.counts for each in parts), np.zeros(self.measured_sums))
        totals = np.concatenate([np.zeros(self.measured_sums) + sums, counts])
        group.all_reduce_arrays(totals)
        return Evaluation("heldout", step, self.held_out_values(*np.split(totals, 2)))

    @property
    def measured_sums(self) -> int:
        """Number of sums that ``measure_held_out`` returns."""
        return 4 if self.has_pairs else 2

    def measure_held_out(self, part: MaskedBatch) -> HeldOutSums:
        """Return the sums for one batch of held-out inputs: loss and correct answers of masked words, then of pairs."""
        (total, correct, pair_logits), random_next = self._forward(part)
        sums, counts = [total, correct.sum()], [len(part.targets)] * 2
        if pair_logits is not None:
            correct = NEXT_SENTENCE.correct(pair_logits, random_next)
            sums += [NEXT_SENTENCE.loss(pair_logits.float(), random_next), correct.sum()]
            counts += [len(part.texts.labels)] * 2
        return HeldOutSums(torch.stack([each.float() for each in sums]), np.array(counts, float))

    def held_out_values(self, sums: np.ndarray, counts: np.ndarray) -> dict[str, float]:
        """Return the metrics of the whole held-out text, given ``sums`` and the ``counts`` of their terms."""
        values = MASKED_WORDS.measure("heldout", Outcomes(int(counts[0]), float(sums[0]), float(sums[1])))
        if self.has_pairs:
            values |= NEXT_SENTENCE.measure(
                "heldout", Outcomes(int(counts[2]), float(sums[2]), float(sums[3]))
            )
        return values

    def selection_value(self, evaluation: Evaluation) -> float:
        return evaluation.values["heldout/loss"]

    def evaluate_final(self, step: int) -> Iterator[Evaluation]:
        return iter(())

    def save_result(self, folder: Path) -> None:
        self.model.save(folder / "encoder")
        self.tokenizer.save_pretrained(folder / "encoder")

    def _instances(self, corpus: Corpus, seed: int, copies: int) -> PretrainingInstances:
        frames, objective = read_template(self.tokenizer), self.stage.objective
        if isinstance(objective, MaskedWordsAndNextSentence):
            return PairInstances(
                corpus,
                frames.pair,
                self.length,
                random_next=objective.random_next,
                short=objective.short,
                seed=seed,
                copies=copies,
            )
        # EuroBERT and mmBERT define no separator. Documents are then separated by the token that ends a text.
        separator = self.tokenizer.sep_token_id
        if separator is None and len(frames.single.suffix):
            separator = int(frames.single.suffix[-1])
        if separator is None:
            raise UserError(
                "the encoder's tokenizer has no token that ends a text.",
                place="encoder.source",
                remedy="Name a sep_token in its tokenizer_config.json.",
            )
        return WindowInstances(corpus, frames.single, self.length, separator, seed=seed, copies=copies)

    def _held_out_batches(self, corpus: Corpus) -> list[MaskedBatch]:
        # The same inputs with the same masks at every evaluation, independent of the run's seed.
        instances, batches, tokens = self._instances(corpus, 0, 0), list[MaskedBatch](), 0
        for first in range(0, instances.pass_size(0), 64):
            numbers = range(first, min(first + 64, instances.pass_size(0)))
            locations = [instances.locate(number) for number in numbers]
            batches.append(make_masked_batch(instances, locations, self.masking, 0))
            tokens += len(batches[-1].texts.ids)
            if tokens >= HELD_OUT_TOKENS:
                break
        batch = join_batches(batches)
        ends = np.cumsum(batch.texts.lengths)
        lengths = batch.texts.lengths[: int(np.searchsorted(ends, HELD_OUT_TOKENS)) + 1]
        budget = self.micro_batching.evaluation_tokens
        return [batch.take(part) for part in evaluation_batches(lengths, budget)]

    def _split_to_memory(self, batches: list[MaskedBatch]) -> list[MaskedBatch]:
        """Split batches of held-out inputs by the current memory limit, the longest first."""
        pieces = []
        for batch in batches:
            parts = evaluation_batches(batch.texts.lengths, self.micro_batching.evaluation_tokens)
            pieces += [batch.take(part) for part in parts] if parts[1:] else [batch]
        return pieces

    def _halve_and_split(self, batches: list[MaskedBatch], reason: str) -> list[MaskedBatch]:
        self.micro_batching.halve_evaluation_limit(batches[0].texts.lengths, reason)
        return self._split_to_memory(batches)

    def _forward(self, part: MaskedBatch) -> tuple[MaskedLMLosses, torch.Tensor]:
        """Return the losses of the masked tokens with the logits of the pairs, and the labels of the pairs.

        A label is 1 where segment B is a random one.
        """
        device, batch = self.context.device.torch, self._tensors(part.texts)
        positions, targets = to_device(part.positions, device), to_device(part.targets, device)
        return self.model(batch, positions, targets), batch.labels


def load_corpora(stage: Pretraining, experiment: Experiment, report: ReportProgress) -> tuple[Corpus, Corpus]:
    """Load the training and the held-out corpus of ``stage``.

    Raises UserError when one of them cannot be read or has nothing to predict.
    """
    tokenizer = load_tokenizer(experiment.encoder)
    sources = [task.data for stage in experiment.stages for task in stage.labelled_tasks()]
    mask_token_id(tokenizer, describe_encoder(experiment.encoder).vocabulary)
    corpus, held_out = (
        read_corpus(
            stage, tokenizer, part=part, later_sources=sources, whole_words=stage.whole_words, report=report
        )
        for part in ("train", "held_out")
    )
    if stage.predicts_next_sentence and _single_percent(corpus) == 100:
        raise UserError(
            "every document is a single sentence, so every next segment would be a random one.",
            place="objective",
            remedy="Use masked words only.",
        )
    return corpus, held_out


def _single_percent(corpus: Corpus) -> float:
    return 100 * float(np.mean(np.diff(corpus.document_offsets) == 1))


def _next_sentence_notices(corpus: Corpus, random_next: float) -> Iterator[RunNotice]:
    """Yield warnings where the next sentences of this corpus are not the intended task."""
    documents = len(corpus.document_offsets) - 1
    if documents < FEW_DOCUMENTS:
        text = (
            f"The corpus has only {plural(documents, 'document')}, so random next segments are often related to the "
            "text before. Separate documents by blank lines, add more, or learn masked words only."
        )
        yield RunNotice("warning", text)
    percent = _single_percent(corpus)
    if percent < MANY_SINGLE_SENTENCES:
        return
    text = (
        f"{percent:.0f} % of the documents are a single sentence, so {random_next:.0f} % of the next segments are "
        "random. Next sentences teach little here: masked words alone would suffice."
    )
    yield RunNotice("warning", text)


def plan_updates(stage: Pretraining, experiment: Experiment, report: ReportProgress) -> int:
    """Read and check the corpora of the stage. Return its number of updates."""
    load_corpora(stage, experiment, report)
    return stage.planned_updates([])


build = PretrainTask
