"""Measure an encoder that another program trains, by weights alone: against the one it began as."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from torch import nn

from engine.errors import UserError
from engine.model.encoders import describe_encoder, load_tokenizer, load_with_missing
from engine.probes import attention, drift, similarity
from engine.probes.base import ProbeResult
from engine.probes.encoder_comparison import RetentionMeasure
from engine.probes.passages import TextSource, load_passages
from engine.progress import ReportProgress, ignore_progress
from engine.spec.experiment import Encoder


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
            self.notes = list(texts.notes)
            loaded, self._missing = load_with_missing(original, None, 0, pooler=True)
            encoder: nn.Module = loaded
            self._encoder = encoder.to(place).eval()
            self._drift = drift.OriginalWeights(original, place)
            self._similarity = similarity.SimilarityReference(self._encoder, texts, pad_id)
            self._attention: attention.AttentionReference | None = None
            try:
                self._attention = attention.AttentionReference(self._encoder, texts, pad_id)
            except UserError as error:
                self.notes.append(f"Not measured: attention. {error}")
            self._retention = (
                RetentionMeasure(original, tokenizer, texts, text, place, report, self.notes)
                if retention
                else None
            )

    @torch.no_grad()
    def measure(self, state: Mapping[str, torch.Tensor]) -> ProbeResult:
        """Return the probes' values and maps for the encoder's weights ``state``, by their Hugging Face names.

        Raises UserError when they are not the weights of such an encoder.
        """
        own = self._encoder.state_dict()
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
            self._encoder.load_state_dict({name: state.get(name, value) for name, value in own.items()})
            weights = {name: value for name, value in state.items() if name not in self._missing}
            results = [
                drift.drift_result(self._drift.measure_drift(weights)),
                similarity.similarity_result(self._similarity.compare(self._encoder, matrix=True)),
            ]
            if self._attention is not None:
                results.append(attention.attention_result(self._attention.divergence(self._encoder)))
            if self._retention is not None:
                results.append(self._retention.measure(self._encoder))
        values: dict[str, float] = {}
        maps: dict[str, np.ndarray] = {}
        for each in results:
            values |= each.values
            maps |= each.maps
        return ProbeResult(values, maps)
