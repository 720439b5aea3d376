"""Batches as tensors, packed (one row of tokens, no padding) or padded (a rectangle), behind one interface."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from typing import Protocol, TypeVar, cast

import numpy as np
import torch
from torch import nn

from engine.kernels.attention import ATTENTION_NAME, GROUPABLE
from engine.kernels.packing import Packing, gather_rows, pack_texts, to_device

CPU = torch.device("cpu")
MAX_ENCODED_TOKENS = 8192
"""Tokens, padding included, that are encoded at once when texts come in several segments."""


class EncodedTexts(Protocol):
    """The interface of a batch of encoded texts (``engine.data.tokens.TokenBatch``): flat NumPy arrays, unpadded."""

    @property
    def ids(self) -> np.ndarray: ...
    @property
    def token_types(self) -> np.ndarray: ...
    @property
    def lengths(self) -> np.ndarray: ...
    @property
    def labels(self) -> np.ndarray: ...
    @property
    def indices(self) -> np.ndarray: ...
    @property
    def owners(self) -> np.ndarray | None: ...


@dataclass(frozen=True, eq=False)
class SegmentIndex:
    """The assignment of P segments to B texts, at most K to one.

    ``segment_mask`` [B, K] is true where a text has a segment. ``gather_index`` [B * K] takes segments to this
    rectangle, ``inverse_index`` [P] is the way back.

    A text of two segments and one of a single segment: ``segment_mask`` [[1, 1], [1, 0]], ``gather_index`` [0, 1, 2,
    2] (padding repeats the text's first segment), ``inverse_index`` [0, 1, 2].
    """

    segment_mask: torch.Tensor
    gather_index: torch.Tensor
    inverse_index: torch.Tensor

    def to_padded(self, vectors: torch.Tensor) -> torch.Tensor:
        """Map vectors [P, W] to [B, K, W]. Values beyond a text's last segment are undefined."""
        return gather_rows(vectors, self.gather_index, self.inverse_index).view(*self.segment_mask.shape, -1)


@dataclass(frozen=True, eq=False)
class TensorBatch:
    """B texts of T tokens in all, the longest of L tokens, on a device.

    ``ids``, ``token_types`` and ``positions`` (from 0 in each text) are int64, [1, T] packed or [B, L] padded.
    ``lengths``, ``labels`` and ``indices`` (rows of the split) are int64 [B]. Labels may be empty. ``host_lengths`` are
    the lengths again, on the CPU. ``token_mask`` [B, L] is true on tokens. ``gather_index`` [B * L] takes flat tokens
    to the rectangle, ``inverse_index`` [T] is the way back.

    Where texts come in several segments, the same holds for P segments in place of B texts. Only ``labels`` and
    ``indices`` stay [B]. ``segment_index`` assigns segments to texts, and ``sub_batches`` are the same segments in
    smaller batches, when they are too many to be encoded at once. ``features`` [B, W] are all that a head reads, where
    the encoder need not run.
    """

    ids: torch.Tensor
    token_types: torch.Tensor
    positions: torch.Tensor
    lengths: torch.Tensor
    host_lengths: torch.Tensor = field(metadata={"host": True})
    labels: torch.Tensor
    indices: torch.Tensor
    token_mask: torch.Tensor
    gather_index: torch.Tensor
    inverse_index: torch.Tensor
    packing: Packing | None
    segment_index: SegmentIndex | None = None
    sub_batches: tuple[TensorBatch, ...] = ()
    features: torch.Tensor | None = None

    @property
    def attention_mask(self) -> torch.Tensor | None:
        """The mask [B, L] for a padded batch's attention, None where no token is padding."""
        return None if self.packing else self.token_mask

    @cached_property
    def text_starts(self) -> torch.Tensor:
        """The flat index of each text's first token, [B]. Texts of 3, 1 and 2 tokens start at [0, 3, 4]."""
        return self.lengths.cumsum(0) - self.lengths

    def first_token_states(self, states: torch.Tensor) -> torch.Tensor:
        """Return the state of each text's first token: [1, T, H] or [B, L, H] to [B, H]."""
        return states[0].index_select(0, self.text_starts) if self.packing else states[:, 0]

    @cached_property
    def first_token_index(self) -> torch.Tensor:
        """The index of each text's first token in the flattened ids, [B]. For a padded batch of width 3 [0, 3, 6]."""
        if self.packing:
            return self.text_starts
        return torch.arange(len(self.lengths), device=self.ids.device) * self.ids.shape[1]

    def to_padded(self, states: torch.Tensor) -> torch.Tensor:
        """Return the states by text: [1, T, H] or [B, L, H] to [B, L, H]. Values beyond a text's end are undefined."""
        if self.packing is None:
            return states
        return gather_rows(states[0], self.gather_index, self.inverse_index).view(*self.token_mask.shape, -1)

    def to_flat(self, states: torch.Tensor) -> torch.Tensor:
        """Return the states of all tokens without padding: [1, T, H] or [B, L, H] to [T, H]."""
        if self.packing is not None:
            return states[0]
        return gather_rows(
            states.flatten(0, 1), self.inverse_index, self.gather_index, self.token_mask.flatten()
        )


def to_tensors(
    batch: EncodedTexts,
    device: torch.device | str,
    packed: bool,
    pad_id: int,
    max_tokens: int = MAX_ENCODED_TOKENS,
) -> TensorBatch:
    """Return a batch of encoded texts on ``device``, packed or padded with ``pad_id``.

    Texts in several segments are split into sub-batches so that at most ``max_tokens`` tokens are encoded at once.
    """
    device = torch.device(device)

    def row(values: np.ndarray) -> np.ndarray:
        return np.asarray(values, dtype=np.int64)

    ids, token_types, lengths = row(batch.ids), row(batch.token_types), row(batch.lengths)
    # Numbers and rows of numbers stay what they are: 3.5 is not class 3.
    labels = batch.labels if np.issubdtype(batch.labels.dtype, np.floating) else row(batch.labels)
    indices, none = row(batch.indices), np.zeros(0, np.int64)
    whole = _tensors(ids, token_types, lengths, labels, indices, packed, pad_id)
    if batch.owners is not None:
        parts = list(_split_by_tokens(ids, token_types, lengths, max_tokens))
        chunks = [_tensors(*part, none, none, packed, pad_id) for part in parts] if parts[1:] else []
        whole = replace(whole, segment_index=_segment_index(batch.owners), sub_batches=tuple(chunks))
    return whole if device.type == "cpu" else move_to_device(whole, device)


def _tensors(
    ids: np.ndarray,
    token_types: np.ndarray,
    lengths: np.ndarray,
    labels: np.ndarray,
    indices: np.ndarray,
    packed: bool,
    pad_id: int,
) -> TensorBatch:
    """Return one batch or sub-batch, still on the CPU."""
    real, there, back = _padded_index(lengths)
    positions = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)

    def shape(flat: np.ndarray, fill: int) -> torch.Tensor:
        rows = flat[None] if packed else np.where(real, flat[there].reshape(real.shape), fill)
        return to_device(rows, CPU)

    return TensorBatch(
        ids=shape(ids, pad_id),
        token_types=shape(token_types, 0),
        positions=shape(positions, 0),
        lengths=to_device(lengths, CPU),
        host_lengths=torch.from_numpy(lengths.copy()),
        labels=to_device(labels, CPU),
        indices=to_device(indices, CPU),
        token_mask=to_device(real, CPU),
        gather_index=to_device(there, CPU),
        inverse_index=to_device(back, CPU),
        packing=pack_texts(lengths, CPU) if packed else None,
    )


def _padded_index(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (token mask, gather index, inverse index) between a row of consecutive groups and their rectangle.

    ``counts`` [B] are the sizes of the groups. For [2, 1, 3]: mask [[1, 1, 0], [1, 0, 0], [1, 1, 1]], gather index
    [0, 1, 0, 2, 2, 2, 3, 4, 5] (padding repeats a group's first row), inverse index [0, 1, 3, 6, 7, 8].
    """
    within = np.arange(int(counts.max(initial=0)))
    real = within < counts[:, None]
    starts = np.cumsum(counts) - counts
    there = (starts[:, None] + np.where(real, within, 0)).ravel()
    return real, there, np.flatnonzero(real)


def _segment_index(owners: np.ndarray) -> SegmentIndex:
    real, there, back = _padded_index(np.bincount(owners))
    return SegmentIndex(to_device(real, CPU), to_device(there, CPU), to_device(back, CPU))


def _split_by_tokens(
    ids: np.ndarray, token_types: np.ndarray, lengths: np.ndarray, tokens: int
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Yield consecutive segments whose padded rectangle holds at most ``tokens``, always at least one segment.

    Segments of 4, 2, 3 and 5 tokens with ``tokens`` = 9 are yielded as (4, 2), (3) and (5): 3 x 4 and 2 x 5 exceed 9.
    """
    ends = np.cumsum(lengths)
    first = 0
    while first < len(lengths):
        widest = np.maximum.accumulate(lengths[first:]) * np.arange(1, len(lengths) - first + 1)
        last = first + max(1, int(np.searchsorted(widest, tokens, side="right")))
        span = slice(int(ends[first] - lengths[first]), int(ends[last - 1]))
        yield ids[span], token_types[span], lengths[first:last]
        first = last


def supports_packing(model: nn.Module) -> bool:
    """Return whether ``model`` (ours, with an ``encoder``) reads packed batches.

    Its attention takes them as they are, or its family reads them by length groups (``engine.model.forward``).
    """
    return attends_packed(model) or getattr(_config(model), "model_type", "") in GROUPABLE


def attends_packed(model: nn.Module) -> bool:
    """Return whether ``model`` (ours, with an ``encoder``) was loaded with the attention that takes packed batches."""
    return getattr(_config(model), "_attn_implementation", None) == ATTENTION_NAME


def _config(model: nn.Module) -> object:
    encoder = getattr(model, "encoder", model)
    # DeBERTa's own encoder has a part of that name.
    return getattr(model, "config", None) or getattr(encoder, "config", None)


T = TypeVar("T")
ALIGNMENT_BYTES = 16
"""Each tensor begins at a multiple of so many bytes, so that any type can be read there."""


def move_to_device(tree: T, device: torch.device) -> T:
    """Return ``tree`` (dataclasses, tuples, tensors) with every tensor on ``device``, but for fields marked ``host``.

    The tensors are laid out in one block of pinned memory and copied together, asynchronously: a batch has fifteen,
    and separate copies would cost the processor more than the transfer of the bytes. The results are views of one
    tensor, which lives as long as any of them.
    """
    tensors, starts, total = list[torch.Tensor](), [], 0

    def note(tensor: torch.Tensor) -> torch.Tensor:
        tensors.append(tensor)
        return tensor

    _map_tensors(tree, note)
    for tensor in tensors:
        starts.append(total)
        total += -(-tensor.numel() * tensor.element_size() // ALIGNMENT_BYTES) * ALIGNMENT_BYTES
    buffer = torch.empty(total, dtype=torch.uint8, pin_memory=device.type == "cuda")
    for start, tensor in zip(starts, tensors, strict=True):
        _view(buffer, start, tensor).copy_(tensor)
    there = buffer.to(device, non_blocking=True)
    views = iter([_view(there, start, tensor) for start, tensor in zip(starts, tensors, strict=True)])
    return _map_tensors(tree, lambda tensor: next(views))


def _view(buffer: torch.Tensor, start: int, like: torch.Tensor) -> torch.Tensor:
    size = like.numel() * like.element_size()
    return buffer[start : start + size].view(like.dtype).view(like.shape)


def _map_tensors(tree: T, change: Callable[[torch.Tensor], torch.Tensor]) -> T:
    """Return ``tree`` with ``change`` applied to its tensors, always in the same order."""
    if isinstance(tree, torch.Tensor):
        return cast(T, change(tree))
    if isinstance(tree, tuple):
        return cast(T, tuple(_map_tensors(item, change) for item in tree))
    if is_dataclass(tree) and not isinstance(tree, type):
        own = {f.name: getattr(tree, f.name) for f in fields(tree) if f.init and not f.metadata.get("host")}
        return replace(tree, **{name: _map_tensors(value, change) for name, value in own.items()})
    return tree
