"""Vectors of texts by a frozen encoder, for the baselines without fine-tuning."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import torch

from engine.compute.device import choose_attention, choose_device
from engine.data.dataset import Split
from engine.data.special_tokens import read_template
from engine.data.tokens import EncodedSplit, TokenBatch, encode_split, tokenise_texts
from engine.kernels.attention import set_kernels
from engine.kernels.tensor_batch import TensorBatch, supports_packing, to_tensors
from engine.model.classifier import build_classifier
from engine.model.encoders import describe_encoder, load_tokenizer, resolve_max_length
from engine.progress import ReportProgress
from engine.spec.experiment import Compute, Encoder
from engine.spec.features import Features
from engine.spec.truncation import Truncation
from engine.stages.frozen_rows import FrozenRows, RowsRequest, TooLargeError, frozen_key, rows_request

POOLINGS = ("cls", "mean")
"""Poolings of the last layer's states: the first token, or the mean over all tokens."""
_SEED = 0
"""Seed of weights that the encoder's files lack. For an encoder with random weights the run's seed is used."""


class TextVectors:
    """A frozen encoder on its device that computes vectors of texts.

    Each text has one vector [H] per pooling, from the last layer. Vectors of splits are stored on disk and shared
    with runs that train on frozen features. Those of other texts are not stored.

    Args:
        encoder: the encoder.
        truncation, max_length: truncation of long texts. A length of 0 means the maximum of the encoder.
        compute: device, precision and kernels.
        seed: seed of an encoder with random weights.
        report: progress callback.

    Raises UserError when the encoder cannot be loaded or ``max_length`` exceeds its positions.
    """

    def __init__(
        self,
        encoder: Encoder,
        truncation: Truncation,
        max_length: int,
        compute: Compute,
        report: ReportProgress,
        seed: int = _SEED,
    ) -> None:
        report("Loading the encoder", 0, 0)
        self.info = describe_encoder(encoder)
        self._truncation, self._max_length = truncation, resolve_max_length(self.info, max_length)
        self._tokenizer, self._report, self._compute = load_tokenizer(encoder), report, compute
        self.device = choose_device(compute)
        # Attention over the segments of a long text would be untrained.
        combine = "mean" if truncation.combine_segments == "attention" else truncation.combine_segments
        # This pooling computes both in one pass through the encoder. The maximum is dropped.
        self._classifier = build_classifier(
            encoder, Features(tokens="cls_mean_max"), 1, 0.0, seed,
            combine_pieces=combine, frozen=True,
        ).to(self.device.torch)  # fmt: skip
        if (kernels := choose_attention(compute, self.device, self.info, {})) is not None:
            set_kernels(self._classifier, kernels.kernels)
        self._packed = compute.padding != "padded" and supports_packing(self._classifier)
        bf16 = self.device.precision == "bf16"
        self._rows = FrozenRows(
            self._classifier.encoder,
            self._to_device,
            partial(torch.autocast, self.device.torch.type, torch.bfloat16, enabled=bf16),
            "text vectors",
            report,
        )
        self._key = frozen_key(
            self._classifier.encoder, self.device, attention=compute.attention, packed=self._packed
        )

    def split_vectors(self, split: Split) -> dict[str, np.ndarray]:
        """Return the vectors of a split by pooling, float32 [n, H]. Raises UserError when they cannot be computed."""
        encoded = encode_split(
            split,
            self._tokenizer,
            truncation=self._truncation,
            max_length=self._max_length,
            report=self._report,
        )
        request = rows_request(
            split, encoded, self._tokenizer, self._key, self._classifier, POOLINGS, self.info.hidden
        )
        if not self._compute.keep_frozen:
            return self._divide(self._rows.compute(request))
        try:
            parts = self._rows.find_or_compute(request)
        except TooLargeError:
            return self._divide(self._rows.compute(request))
        indices = np.arange(len(split))
        return {name: rows.take(indices).float().numpy() for name, rows in zip(POOLINGS, parts, strict=True)}

    def text_vectors(self, texts: Sequence[str]) -> dict[str, np.ndarray]:
        """Return the vectors of ``texts`` by pooling, float32 [n, H]."""
        labels = np.zeros(len(texts), np.int64)
        encoded = EncodedSplit(
            tokenise_texts(texts, self._tokenizer),
            None,
            labels,
            read_template(self._tokenizer),
            self._truncation,
            self._max_length,
        )
        return self._divide(
            self._rows.compute(RowsRequest("", encoded, POOLINGS, self._classifier, self.info.hidden))
        )

    def _divide(self, rows: torch.Tensor) -> dict[str, np.ndarray]:
        width = self.info.hidden
        return {name: rows[:, i * width : (i + 1) * width].float().numpy() for i, name in enumerate(POOLINGS)}

    def _to_device(self, batch: TokenBatch) -> TensorBatch:
        return to_tensors(batch, self.device.torch, self._packed, self._tokenizer.pad_token_id)
