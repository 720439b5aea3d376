"""Batches as tensors: packed (one row of tokens, no padding) or padded (a rectangle), behind one set of questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

import numpy as np
import torch
from torch import nn

from engine.model.attention import NAME
from engine.model.moving import moved
from engine.model.packing import Packing, pack, regroup, to_device

CPU = torch.device("cpu")
CHUNK_TOKENS = 8192
"""Tokens, padding included, that are encoded at once when texts come in several pieces."""


class Texts(Protocol):
    """What is needed of a batch of encoded texts (``engine.data.tokens.TokenBatch``): flat NumPy arrays, unpadded."""

    @property
    def ids(self) -> np.ndarray: ...
    @property
    def segments(self) -> np.ndarray: ...
    @property
    def lengths(self) -> np.ndarray: ...
    @property
    def labels(self) -> np.ndarray: ...
    @property
    def indices(self) -> np.ndarray: ...
    @property
    def owners(self) -> np.ndarray | None: ...


@dataclass(frozen=True, eq=False)
class Pieces:
    """Which of P pieces belong to which of B texts, at most K to one.

    ``real`` [B, K] is true where a text has a piece; ``there`` [B * K] takes pieces to this rectangle, ``back`` [P]
    returns.
    """

    real: torch.Tensor
    there: torch.Tensor
    back: torch.Tensor

    def rectangle(self, vectors: torch.Tensor) -> torch.Tensor:
        """[P, W] to [B, K, W]; what lies beyond a text's last piece means nothing."""
        return regroup(vectors, self.there, self.back).view(*self.real.shape, -1)


@dataclass(frozen=True, eq=False)
class Known:
    """What need not be computed of a batch: hidden states of number ``depth`` ([1, T, H] packed, [B, L, H] padded).

    Without a depth it is the features [B, W] of the texts, all that a head reads.
    """

    values: torch.Tensor
    depth: int | None = None


@dataclass(frozen=True, eq=False)
class TensorBatch:
    """B texts of T tokens in all, the longest of L tokens, on a device.

    ``ids``, ``segments`` and ``positions`` (from 0 in each text) are int64, [1, T] packed or [B, L] padded.
    ``lengths``, ``labels`` and ``indices`` (rows of the split) are int64 [B]; labels may be empty. ``sizes`` are the
    lengths again, on the CPU.
    ``real`` [B, L] is true on tokens. ``there`` [B * L] takes flat tokens to the rectangle, ``back`` [T] returns.

    Where texts come in several pieces, all this is said of P pieces instead, only ``labels`` and ``indices`` stay
    [B]; ``pieces`` tells which belong together, and ``chunks`` are the same pieces in portions, when they are too
    many to be encoded at once. ``known`` is what frozen layers make of them, where it need not be computed.
    """

    ids: torch.Tensor
    segments: torch.Tensor
    positions: torch.Tensor
    lengths: torch.Tensor
    sizes: torch.Tensor = field(metadata={"host": True})
    labels: torch.Tensor
    indices: torch.Tensor
    real: torch.Tensor
    there: torch.Tensor
    back: torch.Tensor
    packing: Packing | None
    pieces: Pieces | None = None
    chunks: tuple[TensorBatch, ...] = ()
    known: Known | None = None

    @property
    def mask(self) -> torch.Tensor | None:
        """[B, L] for a padded batch's attention; None where no token is padding."""
        return None if self.packing else self.real

    @cached_property
    def starts(self) -> torch.Tensor:
        """[B], the flat index of each text's first token."""
        return self.lengths.cumsum(0) - self.lengths

    def first(self, states: torch.Tensor) -> torch.Tensor:
        """The state of each text's first token: [1, T, H] or [B, L, H] to [B, H]."""
        return states[0].index_select(0, self.starts) if self.packing else states[:, 0]

    @cached_property
    def firsts(self) -> torch.Tensor:
        """[B], the place of each text's first token in the flattened ids."""
        if self.packing:
            return self.starts
        return torch.arange(len(self.lengths), device=self.ids.device) * self.ids.shape[1]

    def rectangle(self, states: torch.Tensor) -> torch.Tensor:
        """The states by text: [1, T, H] or [B, L, H] to [B, L, H]; what lies beyond a text's end means nothing."""
        if self.packing is None:
            return states
        return regroup(states[0], self.there, self.back).view(*self.real.shape, -1)

    def flat(self, states: torch.Tensor) -> torch.Tensor:
        """The states of all tokens without padding: [1, T, H] or [B, L, H] to [T, H]."""
        if self.packing is not None:
            return states[0]
        return regroup(states.flatten(0, 1), self.back, self.there, self.real.flatten())


def with_states(batch: TensorBatch, depth: int, flat: torch.Tensor) -> TensorBatch:
    """``batch`` with its hidden states of number ``depth``: those of all tokens without padding, [T, H]."""
    if batch.chunks:
        rows = flat.split([int(part.sizes.sum()) for part in batch.chunks])
        parts = zip(batch.chunks, rows, strict=True)
        return replace(batch, chunks=tuple(with_states(part, depth, own) for part, own in parts))
    padded = batch.packing is None
    states = flat.index_select(0, batch.there).view(*batch.real.shape, -1) if padded else flat[None]
    return replace(batch, known=Known(states, depth))


def to_tensors(
    batch: Texts,
    device: torch.device | str,
    packed: bool,
    pad_id: int,
    chunk_tokens: int = CHUNK_TOKENS,
) -> TensorBatch:
    """A batch of encoded texts on ``device``, packed or padded with ``pad_id``.

    Texts in several pieces are portioned so that at most ``chunk_tokens`` tokens are encoded at once.
    """
    device = torch.device(device)

    def row(values: np.ndarray) -> np.ndarray:
        return np.asarray(values, dtype=np.int64)

    ids, segments, lengths = row(batch.ids), row(batch.segments), row(batch.lengths)
    labels, indices, none = row(batch.labels), row(batch.indices), np.zeros(0, np.int64)
    whole = _tensors(ids, segments, lengths, labels, indices, device, packed, pad_id)
    if batch.owners is not None:
        parts = list(_portions(ids, segments, lengths, chunk_tokens))
        chunks = [_tensors(*part, none, none, device, packed, pad_id) for part in parts] if parts[1:] else []
        whole = replace(whole, pieces=_pieces(batch.owners), chunks=tuple(chunks))
    return whole if device.type == "cpu" else moved(whole, device)


def _tensors(
    ids: np.ndarray,
    segments: np.ndarray,
    lengths: np.ndarray,
    labels: np.ndarray,
    indices: np.ndarray,
    device: torch.device,
    packed: bool,
    pad_id: int,
) -> TensorBatch:
    """One portion as ``device`` likes it best, on the CPU still."""
    real, there, back = _grid(lengths)
    positions = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)

    def shape(flat: np.ndarray, fill: int) -> torch.Tensor:
        rows = flat[None] if packed else np.where(real, flat[there].reshape(real.shape), fill)
        return to_device(rows, CPU)

    return TensorBatch(
        ids=shape(ids, pad_id),
        segments=shape(segments, 0),
        positions=shape(positions, 0),
        lengths=to_device(lengths, CPU),
        sizes=torch.from_numpy(lengths.copy()),
        labels=to_device(labels, CPU),
        indices=to_device(indices, CPU),
        real=to_device(real, CPU),
        there=to_device(there, CPU),
        back=to_device(back, CPU),
        packing=pack(lengths, device, CPU) if packed else None,
    )


def _grid(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(real, there, back) between a row of consecutive groups of ``counts`` [B] and the rectangle that holds them."""
    within = np.arange(int(counts.max(initial=0)))
    real = within < counts[:, None]
    starts = np.cumsum(counts) - counts
    there = (starts[:, None] + np.where(real, within, 0)).ravel()
    return real, there, np.flatnonzero(real)


def _pieces(owners: np.ndarray) -> Pieces:
    real, there, back = _grid(np.bincount(owners))
    return Pieces(to_device(real, CPU), to_device(there, CPU), to_device(back, CPU))


def _portions(
    ids: np.ndarray, segments: np.ndarray, lengths: np.ndarray, tokens: int
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Consecutive pieces together as long as a rectangle of them holds at most ``tokens``; one piece at least."""
    ends = np.cumsum(lengths)
    first = 0
    while first < len(lengths):
        widest = np.maximum.accumulate(lengths[first:]) * np.arange(1, len(lengths) - first + 1)
        last = first + max(1, int(np.searchsorted(widest, tokens, side="right")))
        span = slice(int(ends[first] - lengths[first]), int(ends[last - 1]))
        yield ids[span], segments[span], lengths[first:last]
        first = last


def supports_packing(model: nn.Module) -> bool:
    """Whether ``model`` (ours, with an ``encoder``) was loaded with the attention that takes packed batches."""
    config = getattr(getattr(model, "encoder", model), "config", None)
    return getattr(config, "_attn_implementation", None) == NAME
