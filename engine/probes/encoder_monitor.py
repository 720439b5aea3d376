"""Measure the weights of an encoder without a run, against those that it was trained from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import torch
from torch import nn

from engine.errors import UserError
from engine.model.encoders import (
    describe_encoder,
    load_tokenizer,
    load_with_missing,
    missing_notes,
)
from engine.probes import attention, drift, similarity
from engine.probes.base import ProbeResult
from engine.probes.masked_head import batch_by_length, load_original_head, standard_masking
from engine.probes.passages import Passages, TextSource, load_passages
from engine.probes.retention import masked_losses
from engine.progress import ReportProgress, ignore_progress
from engine.spec.experiment import Encoder

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast


class EncoderMonitor:
    """Drift, similarity of layers, change of attention and retention of given weights.

    It has an encoder of its own, into which the weights are copied, so nothing of the program that trains is touched:
    not its model, its modes, or any random state.

    Args:
        original: the encoder as it was, in Hugging Face layout. Its tokenizer reads the passages.
        text: general text, "" for the bundled English.
        count, length: passages, and tokens of each at most.
        retention: also measure the loss on masked words, under the head that ``original`` comes with, or one that is
            fitted to it, which takes up to half a minute the first time.
        device: where it measures.

    Attributes:
        encoder: its encoder.
        passages: what it reads.
        notes: what is not measured, and why.

    Raises UserError when the encoder or the text cannot be read.
    """

    @torch.no_grad()
    def __init__(
        self,
        original: Encoder,
        text: TextSource = "",
        *,
        count: int = 64,
        length: int = 64,
        retention: bool = True,
        device: torch.device | str = "cpu",
        report: ReportProgress = ignore_progress,
    ) -> None:
        place, tokenizer = torch.device(device), load_tokenizer(original)
        length = min(length, describe_encoder(original).positions)
        with torch.random.fork_rng():
            texts = load_passages(text, tokenizer, count=count, length=length, role="probe")
            pad_id = int(tokenizer.pad_token_id)
            self.passages, self.notes = texts, list(texts.notes)
            self.encoder, self._missing = _load_encoder(original, place)
            self._drift = drift.OriginalWeights(original, place)
            self._similarity = similarity.SimilarityReference(self.encoder, texts, pad_id)
            self._attention: attention.AttentionReference | None = None
            try:
                self._attention = attention.AttentionReference(self.encoder, texts, pad_id)
            except UserError as error:
                self.notes.append(f"Not measured: attention. {error}")
            self._retention = (
                _RetentionMeasure(original, tokenizer, texts, text, place, report, self.notes)
                if retention
                else None
            )

    @torch.no_grad()
    def measure(self, state: Mapping[str, torch.Tensor]) -> ProbeResult:
        """Return the probes' values and maps for the encoder's weights ``state``, by their Hugging Face names.

        Raises UserError when they are not the weights of such an encoder.
        """
        own = self.encoder.state_dict()
        lacking = [
            name
            for name, value in own.items()
            if name not in self._missing
            and not name.startswith("pooler.")
            and (name not in state or state[name].shape != value.shape)
        ]
        if lacking:
            raise UserError(
                f"the model has no {lacking[0]} of the same shape"
                + (f" ({len(lacking)} weights are missing)." if len(lacking) > 1 else "."),
                place="model",
                remedy="Give the encoder itself, with adapters merged, of the family that it started from.",
            )
        with torch.random.fork_rng():
            self.encoder.load_state_dict({name: state.get(name, value) for name, value in own.items()})
            weights = {name: value for name, value in state.items() if name not in self._missing}
            return self.measure_encoder(self.encoder, weights)

    @torch.no_grad()
    def measure_encoder(self, encoder: nn.Module, weights: Mapping[str, torch.Tensor]) -> ProbeResult:
        """Return the probes' values and maps for an encoder, with those of its weights that it did not draw."""
        moved = drift.drift_result(self._drift.measure_drift(weights))
        layers = similarity.similarity_result(self._similarity.compare(encoder, matrix=True))
        values, maps = {**moved.values, **layers.values}, {**moved.maps, **layers.maps}
        if self._attention is not None:
            changed = attention.attention_result(self._attention.divergence(encoder))
            values |= changed.values
            maps |= changed.maps
        return ProbeResult(values | self.retention(encoder), maps)

    def retention(self, encoder: nn.Module) -> dict[str, float]:
        """Return the values of the retention probe for an encoder. Empty where it is not measured."""
        return self._retention.measure(encoder) if self._retention is not None else {}


class _RetentionMeasure:
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
        if self._head.flaw:
            notes.append(f"Not measured: retention. {self._head.flaw}")
            self._head = None
            return
        if self._head.is_fitted:
            notes.append(
                f"'{before.source}' comes without a masked-word head, so one was fitted to it; compare its losses with "
                "each other only."
            )

    def measure(self, encoder: nn.Module) -> dict[str, float]:
        """Return the values of the retention probe."""
        if self._head is None:
            return {}
        losses = masked_losses(encoder, self._head, self._hidden, self._device, self._pad_id)
        return {"retention/loss": losses.loss, "retention/accuracy": losses.accuracy}


def _load_encoder(encoder: Encoder, device: torch.device) -> tuple[nn.Module, set[str]]:
    """Load an encoder in evaluation mode, with the names of weights missing from its checkpoint."""
    loaded, missing = load_with_missing(encoder, None, 0, pooler=True)
    missing_notes(encoder, loaded, missing)
    model: nn.Module = loaded
    return model.to(device).eval(), missing
