"""Forgetting of an encoder that is trained outside a run, relative to the weights it started from."""

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

    The weights are copied into an encoder of its own, so the training program is not affected: neither its model nor
    its modes nor any random state.

    Args:
        original: the encoder before training, in Hugging Face layout. Its tokenizer reads the passages.
        text: general text, "" for the bundled English.
        count, length: number of passages, and maximum number of tokens of each.
        retention: also measure the loss on masked words, under the head of ``original``, or one that is fitted to it,
            which takes up to half a minute the first time.
        device: the device that measures.

    Attributes:
        encoder: its encoder.
        passages: the passages that it reads.
        notes: reasons for measures that are left out.

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
        torch_device, tokenizer = torch.device(device), load_tokenizer(original)
        length = min(length, describe_encoder(original).positions)
        with torch.random.fork_rng():
            texts = load_passages(text, tokenizer, count=count, length=length, role="probe")
            pad_id = int(tokenizer.pad_token_id)
            self.passages, self.notes = texts, list(texts.notes)
            self.encoder, self._missing_names = _load_encoder(original, torch_device)
            self._original_weights = drift.OriginalWeights(original, torch_device)
            self._similarity_reference = similarity.SimilarityReference(self.encoder, texts, pad_id)
            self._attention_reference: attention.AttentionReference | None = None
            try:
                self._attention_reference = attention.AttentionReference(self.encoder, texts, pad_id)
            except UserError as error:
                self.notes.append(f"Not measured: attention. {error}")
            self._retention = (
                _RetentionMeasure(original, tokenizer, texts, text, torch_device, report, self.notes)
                if retention
                else None
            )

    @torch.no_grad()
    def measure(self, state: Mapping[str, torch.Tensor]) -> ProbeResult:
        """Return the probes' values and maps for the encoder's weights ``state``, by their Hugging Face names.

        Raises UserError when they are not the weights of such an encoder.
        """
        own_state = self.encoder.state_dict()
        missing = [
            name
            for name, value in own_state.items()
            if name not in self._missing_names
            and not name.startswith("pooler.")
            and (name not in state or state[name].shape != value.shape)
        ]
        if missing:
            raise UserError(
                f"the model has no {missing[0]} of the same shape"
                + (f" ({len(missing)} weights are missing)." if len(missing) > 1 else "."),
                place="model",
                remedy="Give the encoder itself, with adapters merged, of the family that it started from.",
            )
        with torch.random.fork_rng():
            self.encoder.load_state_dict({name: state.get(name, value) for name, value in own_state.items()})
            weights = {name: value for name, value in state.items() if name not in self._missing_names}
            return self.measure_encoder(self.encoder, weights)

    @torch.no_grad()
    def measure_encoder(self, encoder: nn.Module, weights: Mapping[str, torch.Tensor]) -> ProbeResult:
        """Return the probes' values and maps for an encoder. ``weights``: those that were not drawn at random."""
        drift_values = drift.drift_result(self._original_weights.measure_drift(weights))
        layers = similarity.similarity_result(self._similarity_reference.compare(encoder, matrix=True))
        values, maps = {**drift_values.values, **layers.values}, {**drift_values.maps, **layers.maps}
        if self._attention_reference is not None:
            attention_change = attention.attention_result(self._attention_reference.divergence(encoder))
            values |= attention_change.values
            maps |= attention_change.maps
        return ProbeResult(values | self.retention(encoder), maps)

    def retention(self, encoder: nn.Module) -> dict[str, float]:
        """Return the values of the retention probe for an encoder, empty where it is not measured."""
        return self._retention.measure(encoder) if self._retention is not None else {}


class _RetentionMeasure:
    """Loss on masked words of passages under the original head. Nothing is measured where there is no such head."""

    def __init__(
        self,
        original: Encoder,
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
            masking = standard_masking(original, tokenizer)
            self._head = load_original_head(original, tokenizer, device, text=text, report=report)
        except UserError as error:
            notes.append(f"Not measured: retention. {error}")
            return
        self._batches = batch_by_length([texts.mask_passage(index, masking) for index in range(len(texts))])
        if self._head.flaw:
            notes.append(f"Not measured: retention. {self._head.flaw}")
            self._head = None
            return
        if self._head.is_fitted:
            notes.append(
                f"'{original.source}' comes without a masked-word head, so one was fitted to it; compare its losses "
                "with each other only."
            )

    def measure(self, encoder: nn.Module) -> dict[str, float]:
        """Return the values of the retention probe."""
        if self._head is None:
            return {}
        losses = masked_losses(encoder, self._head, self._batches, self._device, self._pad_id)
        return {"retention/loss": losses.loss, "retention/accuracy": losses.accuracy}


def _load_encoder(encoder: Encoder, device: torch.device) -> tuple[nn.Module, set[str]]:
    """Load an encoder in evaluation mode. Return it with the names of weights that its checkpoint lacks."""
    loaded, missing = load_with_missing(encoder, None, 0, pooler=True)
    missing_notes(encoder, loaded, missing)
    model: nn.Module = loaded
    return model.to(device).eval(), missing
