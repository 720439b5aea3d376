"""Outputs of frozen weights, computed once per text and stored on disk for every caller.

Runs that train with frozen layers (``engine.stages.frozen_features``) and baselines on a frozen encoder
(``TextVectors``) share these rows: the key holds exactly what determines them.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

from engine.cache import activation_store, artefacts
from engine.cache.activation_store import StoredRows
from engine.cache.locks import POLL_SECONDS, ArtefactLock
from engine.cache.program_hash import program_hash
from engine.compute.device import Device, choose_attention, choose_device
from engine.data.batches import evaluation_batches
from engine.data.dataset import Split
from engine.data.special_tokens import read_template
from engine.data.tokens import EncodedSplit, TokenBatch, encode_split, tokenise_texts, tokens_key
from engine.disk_space import format_bytes
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.kernels.attention import set_kernels
from engine.kernels.tensor_batch import TensorBatch, supports_packing, to_tensors
from engine.model.classification_head import ClassificationHead
from engine.model.classifier import build_classifier, text_features
from engine.model.encoder_config import config_of
from engine.model.encoders import describe_encoder, load_tokenizer, resolve_max_length
from engine.progress import ReportProgress
from engine.spec.experiment import Compute, Encoder
from engine.spec.features import Features
from engine.spec.truncation import Truncation

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast


_BATCH_TOKENS = 8192
"""Tokens encoded at once while rows are computed."""
_POOL_BATCHES = 32
"""Batches that are sorted by length together. Their rows stay in memory until they are written."""


@dataclass(frozen=True)
class RowsRequest:
    """A request for the rows of one split, for one or several poolings.

    Attributes:
        split: name of the split.
        encoded: its texts.
        keys: key of each pooling's rows in the activation store.
        head: the head that computes the rows of all poolings, concatenated in the order of ``keys``.
        width: width of a pooling's rows. Further columns of ``head`` are dropped. None: all columns belong to one
            pooling.
    """

    split: str
    encoded: EncodedSplit
    keys: tuple[str, ...]
    head: ClassificationHead
    width: int | None = None


class TooLargeError(Exception):
    """Error for rows that would fill the disk. The message states their size."""


def frozen_key(encoder: nn.Module, device: Device, *, attention: str, packed: bool) -> JsonObject:
    """Return everything that determines rows except the texts and the head.

    Args:
        encoder: the frozen encoder.
        device: the device that computes the rows.
        attention: the requested kernel.
        packed: whether batches are packed.
    """
    weights = hashlib.sha256()
    for tensor in encoder.parameters():
        weights.update(tensor.detach().cpu().contiguous().view(-1).view(torch.uint8).numpy().data)
    config = config_of(encoder)
    # Leave out dropout, which is off, and the path of the encoder.
    shape = {n: str(v) for n, v in config.to_dict().items() if "dropout" not in n and not n.startswith("_")}
    return {
        "weights": weights.hexdigest(),
        "config": shape,
        "precision": device.precision,
        "device": device.torch.type,
        "packed": packed,
        "attention": attention,
        "program": program_hash(),
    }


def rows_request(
    split: Split,
    encoded: EncodedSplit,
    tokenizer: PreTrainedTokenizerFast,
    base: JsonObject,
    head: ClassificationHead,
    tokens: Sequence[str] = (),
    width: int | None = None,
) -> RowsRequest:
    """Return the request for the rows of one split. ``base`` is the ``frozen_key`` of the encoder.

    ``tokens``: the poolings to store separately, the first ones of those that ``head`` concatenates (``cls_mean_max``),
    each of ``width`` columns. By default the pooling of ``head``.
    """
    frame = encoded.frame
    data = base | {
        "texts": [
            tokens_key(split, tokenizer, segment) for segment in range(1 + (split.second_texts is not None))
        ],
        "frame": [part.tolist() for part in (frame.prefix, frame.middle, frame.suffix, *frame.token_types)],
        "truncation": encoded.truncation.model_dump(mode="json"),
        "max_length": encoded.max_length,
    }
    features = head.features.model_dump(mode="json", exclude={"head"})
    keys = tuple(
        artefacts.key(
            "activations", data | {"features": features | {"tokens": each}, "pieces": head.combine_pieces}
        )
        for each in tokens or (head.features.tokens,)
    )
    return RowsRequest(split.name, encoded, keys, head, width)


class FrozenRows:
    """Loads stored rows, and computes those that are missing.

    Args:
        encoder: the encoder, on the device.
        to_device: function that moves a batch to the device.
        autocast: the autocast context of the computation.
        run_name: name of the run, shown to other runs that wait for it.
        report: progress callback.

    Attributes:
        computed_splits, seconds: number of splits that were computed rather than loaded, and the time it took.
    """

    def __init__(
        self,
        encoder: nn.Module,
        to_device: Callable[[TokenBatch], TensorBatch],
        autocast: Callable[[], AbstractContextManager[object]],
        run_name: str,
        report: ReportProgress,
    ) -> None:
        self._encoder, self._to_device = encoder, to_device
        self._autocast, self._run_name, self._report = autocast, run_name, report
        self.computed_splits, self.seconds = 0, 0.0

    def find_or_compute(self, request: RowsRequest) -> list[StoredRows]:
        """Return the requested rows by pooling. If another run is computing them, wait for it.

        Raises:
            TooLargeError: they would take too much of the disk.
            UserError: the disk is full, or the written rows cannot be read.
        """
        with ArtefactLock(request.keys[0], self._run_name) as lock:
            while (rows := _find(request)) is None:
                if lock.try_acquire():
                    # Another run may just have stored them.
                    return _find(request) or self._compute_and_store(request)
                self._report(f"Waiting for {lock.holder()}, which keeps the same activations", 0, 0)
                time.sleep(POLL_SECONDS)
            return rows

    def compute(self, request: RowsRequest) -> torch.Tensor:
        """Return the rows of all poolings of one split, concatenated, without storing them."""
        return torch.cat(list(self._compute_pools(request)))

    def _compute_and_store(self, request: RowsRequest) -> list[StoredRows]:
        start = time.monotonic()
        width = int(config_of(self._encoder).hidden_size)
        estimate = len(request.encoded) * width * 4 * len(request.keys)
        if not activation_store.make_room(estimate):
            raise TooLargeError(
                f"{format_bytes(estimate)} for the {request.split} texts are more than a fifth of the free disk"
            )
        activation_store.write_rows(request.keys, self._compute_pools(request))
        rows = _find(request)
        if rows is None:
            raise UserError("the written files could not be read back.")
        self.computed_splits, self.seconds = self.computed_splits + 1, self.seconds + time.monotonic() - start
        return rows

    def _compute_pools(self, request: RowsRequest) -> Iterator[torch.Tensor]:
        """Yield the rows of consecutive texts, pool by pool. Within a pool they are computed in order of length.

        A pool has at most ``_POOL_BATCHES * _BATCH_TOKENS`` tokens, but at least one text. Example for pools
        of 10 tokens: ``lengths`` [4, 5, 3, 6] have ``ends`` [4, 9, 12, 18], so the pools are texts 0 to 1 and
        2 to 3.
        """
        lengths, first = request.encoded.lengths, 0
        ends = np.cumsum(lengths)
        while first < len(lengths):
            self._report(f"Storing frozen layers' outputs of the {request.split} texts", first, len(lengths))
            start = int(ends[first - 1]) if first else 0
            last = max(
                first + 1, int(np.searchsorted(ends, start + _POOL_BATCHES * _BATCH_TOKENS, side="right"))
            )
            yield self._compute_pool(request, np.arange(first, last))
            first = last

    @torch.no_grad()
    def _compute_pool(self, request: RowsRequest, texts: np.ndarray) -> torch.Tensor:
        self._encoder.eval()
        pool = torch.empty(0)
        for indices in evaluation_batches(request.encoded.lengths[texts], _BATCH_TOKENS):
            batch = self._to_device(request.encoded.batch(texts[indices]))
            with self._autocast():
                rows = text_features(self._encoder, request.head, batch, frozen=True).cpu()
            if request.width is not None:
                rows = rows[:, : request.width * len(request.keys)]
            if not len(pool):
                pool = rows.new_empty(len(texts), rows.shape[1])
            pool[torch.from_numpy(indices)] = rows
        return pool


class FrozenFeatures:
    """Features of the texts of one task, valid while the encoder does not change.

    Args:
        rows: the stored rows of each split.
        frozen: the weights that determine them.
    """

    def __init__(self, rows: dict[str, StoredRows], frozen: Sequence[nn.Parameter]) -> None:
        self._rows, self._frozen = rows, frozen

    def attach(self, batch: TensorBatch, split: str) -> TensorBatch:
        """Return ``batch`` of ``split`` with its stored rows, or unchanged once one of the weights is trainable."""
        if any(parameter.requires_grad for parameter in self._frozen):
            self._rows = {}  # the weights may be frozen again, but with other values
        if split not in self._rows:
            return batch
        values = self._rows[split].take(batch.indices.cpu().numpy())
        device = batch.ids.device
        if device.type == "cuda":
            values = values.pin_memory()
        return replace(batch, features=values.to(device, non_blocking=True))


def _find(request: RowsRequest) -> list[StoredRows] | None:
    results = [activation_store.find_rows(key, len(request.encoded)) for key in request.keys]
    stored = [rows for rows in results if rows is not None]
    return stored if len(stored) == len(results) else None


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
