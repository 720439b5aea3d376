"""Batches as tensors: packed (one row of tokens, no padding) or padded (a rectangle), behind one set of questions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
import torch
from torch import nn

from engine.model.attention import NAME
from engine.model.packing import Packing, pack, regroup, to_device


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


@dataclass(frozen=True, eq=False)
class TensorBatch:
    """B texts of T tokens in all, the longest of L tokens, on a device.

    ``ids``, ``segments`` and ``positions`` (from 0 in each text) are int64, [1, T] packed or [B, L] padded.
    ``lengths``, ``labels`` and ``indices`` (rows of the split) are int64 [B]; labels may be empty.
    ``real`` [B, L] is true on tokens. ``there`` [B * L] takes flat tokens to the rectangle, ``back`` [T] returns.
    """

    ids: torch.Tensor
    segments: torch.Tensor
    positions: torch.Tensor
    lengths: torch.Tensor
    labels: torch.Tensor
    indices: torch.Tensor
    real: torch.Tensor
    there: torch.Tensor
    back: torch.Tensor
    packing: Packing | None

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


def to_tensors(batch: Texts, device: torch.device | str, packed: bool, pad_id: int) -> TensorBatch:
    """A batch of encoded texts on ``device``, packed or padded with ``pad_id``."""
    device = torch.device(device)
    lengths = np.asarray(batch.lengths, dtype=np.int64)
    longest = int(lengths.max())
    starts = np.cumsum(lengths) - lengths
    within = np.arange(longest)
    real = within < lengths[:, None]
    there = (starts[:, None] + np.where(real, within, 0)).ravel()
    back = np.flatnonzero(real)
    positions = np.arange(int(lengths.sum())) - np.repeat(starts, lengths)

    def shape(flat: np.ndarray, fill: int) -> torch.Tensor:
        flat = np.asarray(flat, dtype=np.int64)
        rows = flat[None] if packed else np.where(real, flat[there].reshape(real.shape), fill)
        return to_device(rows, device)

    def whole(values: np.ndarray) -> torch.Tensor:
        return to_device(np.asarray(values, dtype=np.int64), device)

    return TensorBatch(
        ids=shape(batch.ids, pad_id),
        segments=shape(batch.segments, 0),
        positions=shape(positions, 0),
        lengths=to_device(lengths, device),
        labels=whole(batch.labels),
        indices=whole(batch.indices),
        real=to_device(real, device),
        there=to_device(there, device),
        back=to_device(back, device),
        packing=pack(lengths, device) if packed else None,
    )


def supports_packing(model: nn.Module) -> bool:
    """Whether ``model`` (ours, with an ``encoder``) was loaded with the attention that takes packed batches."""
    config = getattr(getattr(model, "encoder", model), "config", None)
    return getattr(config, "_attn_implementation", None) == NAME
