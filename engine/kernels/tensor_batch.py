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
"""Tokens, padding included, encoded at once when texts have several segments."""


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
    """The assignment of P segments to B texts of at most K segments.

    ``segment_mask`` [B, K] is true where a text has a segment. ``gather_index`` [B * K] maps segments to this
    rectangle, ``inverse_index`` [P] maps back.

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
    ``lengths``, ``labels`` and ``indices`` (rows of the split) are int64 [B]. Labels may be empty. ``host_lengths`` is
    a copy of ``lengths`` on the CPU. ``token_mask`` [B, L] is true on tokens. ``gather_index`` [B * L] maps flat tokens
    to the rectangle, ``inverse_index`` [T] maps back.

    Where texts have several segments, the batch holds P segments in place of B texts, and only ``labels`` and
    ``indices`` are [B]. ``segment_index`` assigns segments to texts. ``sub_batches`` are the same segments in smaller
    batches, when they are too many to be encoded at once. ``features`` [B, W] are stored inputs of the head, where the
    encoder need not run.
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

    def int64(values: np.ndarray) -> np.ndarray:
        return np.asarray(values, dtype=np.int64)

    ids, token_types, lengths = int64(batch.ids), int64(batch.token_types), int64(batch.lengths)
    # Real numbers stay floating-point: 3.5 is not class 3.
    labels = batch.labels if np.issubdtype(batch.labels.dtype, np.floating) else int64(batch.labels)
    indices, empty = int64(batch.indices), np.zeros(0, np.int64)
    tensors = _tensors(ids, token_types, lengths, labels, indices, packed, pad_id)
    if batch.owners is not None:
        parts = list(_split_by_tokens(ids, token_types, lengths, max_tokens))
        chunks = [_tensors(*part, empty, empty, packed, pad_id) for part in parts] if parts[1:] else []
        tensors = replace(tensors, segment_index=_segment_index(batch.owners), sub_batches=tuple(chunks))
    return tensors if device.type == "cpu" else move_to_device(tensors, device)


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
    mask, gather, inverse = _padded_index(lengths)
    positions = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)

    def arrange(flat: np.ndarray, fill: int) -> torch.Tensor:
        rows = flat[None] if packed else np.where(mask, flat[gather].reshape(mask.shape), fill)
        return to_device(rows, CPU)

    return TensorBatch(
        ids=arrange(ids, pad_id),
        token_types=arrange(token_types, 0),
        positions=arrange(positions, 0),
        lengths=to_device(lengths, CPU),
        host_lengths=torch.from_numpy(lengths.copy()),
        labels=to_device(labels, CPU),
        indices=to_device(indices, CPU),
        token_mask=to_device(mask, CPU),
        gather_index=to_device(gather, CPU),
        inverse_index=to_device(inverse, CPU),
        packing=pack_texts(lengths, CPU) if packed else None,
    )


def _padded_index(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (token mask, gather index, inverse index) between a row of consecutive groups and their rectangle.

    ``counts`` [B] are the sizes of the groups. For [2, 1, 3]: mask [[1, 1, 0], [1, 0, 0], [1, 1, 1]], gather index
    [0, 1, 0, 2, 2, 2, 3, 4, 5] (padding repeats a group's first row), inverse index [0, 1, 3, 6, 7, 8].
    """
    columns = np.arange(int(counts.max(initial=0)))
    mask = columns < counts[:, None]
    starts = np.cumsum(counts) - counts
    gather = (starts[:, None] + np.where(mask, columns, 0)).ravel()
    return mask, gather, np.flatnonzero(mask)


def _segment_index(owners: np.ndarray) -> SegmentIndex:
    mask, gather, inverse = _padded_index(np.bincount(owners))
    return SegmentIndex(to_device(mask, CPU), to_device(gather, CPU), to_device(inverse, CPU))


def _split_by_tokens(
    ids: np.ndarray, token_types: np.ndarray, lengths: np.ndarray, tokens: int
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Yield consecutive segments whose padded rectangle holds at most ``tokens``, always at least one segment.

    Segments of 4, 2, 3 and 5 tokens with ``tokens`` = 9 are yielded as (4, 2), (3) and (5): 3 x 4 and 2 x 5 exceed 9.
    """
    ends = np.cumsum(lengths)
    first = 0
    while first < len(lengths):
        padded_tokens = np.maximum.accumulate(lengths[first:]) * np.arange(1, len(lengths) - first + 1)
        last = first + max(1, int(np.searchsorted(padded_tokens, tokens, side="right")))
        span = slice(int(ends[first] - lengths[first]), int(ends[last - 1]))
        yield ids[span], token_types[span], lengths[first:last]
        first = last


def supports_packing(model: nn.Module) -> bool:
    """Return whether ``model`` (one of ours, with an ``encoder``) accepts packed batches.

    Its attention takes them unchanged, or its family computes them by length groups (``engine.model.forward``).
    """
    return attends_packed(model) or getattr(_config(model), "model_type", "") in GROUPABLE


def attends_packed(model: nn.Module) -> bool:
    """Return whether ``model`` (one of ours, with an ``encoder``) was loaded with our attention for packed batches."""
    return getattr(_config(model), "_attn_implementation", None) == ATTENTION_NAME


def _config(model: nn.Module) -> object:
    encoder = getattr(model, "encoder", model)
    # DeBERTa has a submodule called ``encoder`` itself.
    return getattr(model, "config", None) or getattr(encoder, "config", None)


T = TypeVar("T")
ALIGNMENT_BYTES = 16
"""Each tensor starts at a multiple of this many bytes, so that any type can be read there."""


def move_to_device(tree: T, device: torch.device) -> T:
    """Return ``tree`` (dataclasses, tuples, tensors) with every tensor on ``device``, except in fields marked ``host``.

    The tensors are laid out in one block of pinned memory and copied together, asynchronously. A batch has fifteen, and
    separate copies would cost the processor more than the transfer itself. The results are views of one tensor, which
    lives as long as any of them.
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
    moved_buffer = buffer.to(device, non_blocking=True)
    views = iter([_view(moved_buffer, start, tensor) for start, tensor in zip(starts, tensors, strict=True)])
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
        values = {
            f.name: getattr(tree, f.name) for f in fields(tree) if f.init and not f.metadata.get("host")
        }
        return replace(tree, **{name: _map_tensors(value, change) for name, value in values.items()})
    return tree
