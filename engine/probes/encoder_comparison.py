"""Comparison of two encoders without a run: a model and the encoder from which it was trained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

from engine.data.special_tokens import tokenizer_core
from engine.errors import UserError
from engine.model.adapters import merged_state_dict
from engine.model.encoders import (
    EncoderInfo,
    describe_encoder,
    load_tokenizer,
    load_with_missing,
    missing_notes,
)
from engine.probes import attention, drift, knowledge, similarity
from engine.probes.base import ProbeResult
from engine.probes.masked_head import batch_by_length, load_original_head, standard_masking
from engine.probes.passages import Passages, TextSource, load_passages
from engine.probes.retention import masked_losses
from engine.progress import ReportProgress, ignore_progress
from engine.spec.experiment import Encoder
from engine.spec.probes import ProbingTask

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

ERROR_PLACE = "AFTER"


@dataclass(frozen=True, eq=False)
class EncoderComparison:
    """Probe results of ``after`` with ``before`` as the original, under the keys of the store.

    Attributes:
        before, after: sources of the two encoders.
        info: family and size, the same for both.
        text: name of the text.
        passages: number of passages read.
        words: number of their tokens, without special ones.
        values, maps: of ``after``.
        values_before, maps_before: of ``before``, where they are not trivial (retention and linear probes, since an
        encoder has no drift from itself).
        notes: omitted measurements, and other messages for the user.
    """

    before: str
    after: str
    info: EncoderInfo
    text: str
    passages: int
    words: int
    values: Mapping[str, float]
    maps: Mapping[str, np.ndarray]
    values_before: Mapping[str, float]
    maps_before: Mapping[str, np.ndarray]
    notes: tuple[str, ...] = ()


@dataclass
class _ResultCollector:
    values: dict[str, float] = field(default_factory=dict)
    maps: dict[str, np.ndarray] = field(default_factory=dict)

    def add(self, reading: ProbeResult) -> None:
        self.values |= reading.values
        self.maps |= reading.maps


@torch.no_grad()
def compare_encoders(
    before: Encoder,
    after: Encoder,
    text: TextSource = "",
    *,
    count: int = 64,
    length: int = 64,
    known: Sequence[ProbingTask] = (),
    retention: bool = True,
    device: torch.device | str = "cpu",
    report: ReportProgress | None = None,
) -> EncoderComparison:
    """Run every probe on two encoders, with the results of a run that started from ``before`` and saved ``after``.

    Args:
        before, after: the encoders.
        text: general text as ``engine.probes.passages.load_passages`` takes it, "" for the bundled English.
        count: number of passages.
        length: tokens of a passage at most.
        known: tasks whose linear readability is compared.
        retention: also measure both on masked words under the head of ``before``, which is fitted if there is none.
        device: where to compute.
        report: progress callback.

    Raises UserError when an encoder or a text cannot be read, or when the two are not of one kind.
    """
    device, tell = torch.device(device), report or ignore_progress
    info = _require_same_architecture(before, after)
    tokenizer = load_tokenizer(before)
    _require_same_vocabulary(tokenizer, load_tokenizer(after))
    length = min(length, info.positions)
    texts = load_passages(text, tokenizer, count=count, length=length, role="probe")
    names = knowledge.known_task_names(known)
    reach = min(knowledge.LINEAR_PROBE_TOKENS, info.positions)
    abilities = {
        name: knowledge.LinearProbeTask(task.data, tokenizer, task.texts, length=reach)
        for name, task in zip(names, known, strict=True)
    }
    notes, pad_id = list(texts.notes), int(tokenizer.pad_token_id)
    language = RetentionMeasure(before, tokenizer, texts, text, device, tell, notes) if retention else None

    then, now = _ResultCollector(), _ResultCollector()
    tell("Reading the encoder before", 0, 0)
    model, _ = _load_for_comparison(before, device)
    looks: attention.AttentionReference | None = None
    try:
        looks = attention.AttentionReference(model, texts, pad_id)
    except UserError as error:
        notes.append(f"Not measured: attention. {error}")
    layers = similarity.SimilarityReference(model, texts, pad_id)
    then.add(_measure_encoder(model, language, abilities))
    del model

    tell("Reading the encoder after", 0, 0)
    model, missing = _load_for_comparison(after, device)
    state = {name: value for name, value in merged_state_dict(model).items() if name not in missing}
    now.add(drift.drift_result(drift.OriginalWeights(before, device).measure_drift(state)))
    now.add(similarity.similarity_result(layers.compare(model, matrix=True)))
    if looks is not None:
        now.add(attention.attention_result(looks.divergence(model)))
    now.add(_measure_encoder(model, language, abilities))
    return EncoderComparison(
        before.source,
        after.source,
        info,
        texts.name,
        len(texts),
        int(sum((words >= 0).sum() for words in texts.words)),
        now.values,
        now.maps,
        then.values,
        then.maps,
        tuple(notes),
    )


class RetentionMeasure:
    """Loss on masked words of some passages under the head of ``before``. Empty where there can be no such head."""

    def __init__(
        self,
        before: Encoder,
        tokenizer: PreTrainedTokenizerFast,
        texts: Passages,
        text: TextSource,
        device: torch.device,
        report: ReportProgress,
        notes: list[str],
    ) -> None:
        self._device, self._pad_id = device, int(tokenizer.pad_token_id)
        self._head = None
        try:
            masking = standard_masking(before, tokenizer)
            self._head = load_original_head(before, tokenizer, device, text=text, report=report)
        except UserError as error:
            notes.append(f"Not measured: retention. {error}")
            return
        self._hidden = batch_by_length([texts.mask_passage(number, masking) for number in range(len(texts))])
        if self._head.weak:
            notes.append(f"Not measured: retention. {self._head.weak}")
            self._head = None
            return
        if self._head.fitted:
            notes.append(
                f"'{before.source}' comes without a masked-word head, so one was fitted to it; compare its losses with "
                "each other only."
            )

    def measure(self, encoder: nn.Module) -> ProbeResult:
        """Return the values of the retention probe."""
        if self._head is None:
            return ProbeResult()
        losses = masked_losses(encoder, self._head, self._hidden, self._device, self._pad_id)
        return ProbeResult({"retention/loss": losses.loss, "retention/accuracy": losses.accuracy})


def _measure_encoder(
    encoder: nn.Module, retention: RetentionMeasure | None, abilities: dict[str, knowledge.LinearProbeTask]
) -> ProbeResult:
    """Measure what needs no reference encoder: retention and linear probes."""
    language = retention.measure(encoder) if retention is not None else ProbeResult()
    readability = knowledge.knowledge_result(
        {name: each.layer_errors(encoder) for name, each in abilities.items()}
    )
    return ProbeResult({**language.values, **readability.values}, readability.maps)


def _load_for_comparison(encoder: Encoder, device: torch.device) -> tuple[nn.Module, set[str]]:
    """Load an encoder in evaluation mode, with the names of weights missing from its checkpoint."""
    loaded, missing = load_with_missing(encoder, None, 0, pooler=True)
    missing_notes(encoder, loaded, missing)
    model: nn.Module = loaded
    return model.to(device).eval(), missing


def _require_same_architecture(before: Encoder, after: Encoder) -> EncoderInfo:
    first, second = describe_encoder(before), describe_encoder(after)
    words = {
        "model_type": "family",
        "layers": "layers",
        "hidden": "width",
        "heads": "heads",
        "vocabulary": "vocabulary size",
    }
    differing = [
        f"{description} ({getattr(first, name)} and {getattr(second, name)})"
        for name, description in words.items()
        if getattr(first, name) != getattr(second, name)
    ]
    if differing:
        raise UserError(
            f"the two encoders are of different kinds: they differ in {', '.join(differing)}.",
            place=ERROR_PLACE,
            remedy="Compare an encoder with one that was trained from it.",
        )
    return first


def _require_same_vocabulary(first: PreTrainedTokenizerFast, second: PreTrainedTokenizerFast) -> None:
    mine, theirs = tokenizer_core(first).get_vocab(), tokenizer_core(second).get_vocab()
    if mine != theirs:
        differing = sum(theirs.get(word) != number for word, number in mine.items())
        differing = differing or len(theirs) - len(mine)
        raise UserError(
            f"the two encoders have different vocabularies: {differing:,} entries differ.",
            place=ERROR_PLACE,
            remedy="Compare an encoder with one that was trained from it, with the same tokenizer files.",
        )
