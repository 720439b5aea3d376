"""Where the texts of a packed batch lie, and how tokens move between the packed row and rectangles."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

GROUP_TEXTS = 64
"""Texts in a group at most."""
SIZES = np.array([1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64])
"""How many it may have on a CPU: few sizes, since its library compiles each shape of product it has not seen."""
OVERHEAD = {"cpu": 80, "cuda": 256, "mps": 256}
"""What a group costs beside its arithmetic, as the length of a text that costs as much."""
NARROW = 16
"""On a CPU, how much wider than it is a rectangle costs: of short texts, products and softmax are slower."""


class _Regroup(torch.autograd.Function):
    """Row selection whose gradient is a row selection too: each row that matters is selected once.

    Index-select's own backward would add into place, which is slower and, on a GPU, not reproducible.
    """

    @staticmethod
    def forward(
        ctx: Any, rows: torch.Tensor, there: torch.Tensor, back: torch.Tensor, real: Any
    ) -> torch.Tensor:
        ctx.save_for_backward(back)
        ctx.real = real
        return rows.index_select(0, there)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor, None, None, None]:
        (back,) = ctx.saved_tensors
        result = gradients[0].index_select(0, back)
        if ctx.real is not None:
            result = result * ctx.real.view(-1, *[1] * (result.ndim - 1)).to(result.dtype)
        return result, None, None, None


def regroup(
    rows: torch.Tensor, there: torch.Tensor, back: torch.Tensor, real: torch.Tensor | None = None
) -> torch.Tensor:
    """``rows[there]`` for a map ``there`` whose inverse is ``back``.

    ``real`` marks the rows of the argument that are used; the others (padding) get a zero gradient.
    """
    result: torch.Tensor = _Regroup.apply(rows, there, back, real)
    return result


@dataclass(frozen=True)
class Group:
    """``texts`` texts of similar length, the longest of ``longest`` tokens, as a rectangle ``width`` ≥ longest wide.

    They are rows start..stop of the regrouped tokens. ``even``: all are equally long.
    """

    start: int
    stop: int
    texts: int
    longest: int
    width: int
    even: bool


@dataclass(frozen=True)
class Packing:
    """Where the texts of a packed batch of T tokens lie, on the device, and as groups of N ≥ T rows.

    ``there`` [N] takes the packed row to the groups, ``back`` [T] returns; ``real`` [N] is true off the padding,
    ``pads`` are the other rows. ``starts`` [B + 1], int32, are the texts' first tokens and T (cu_seqlens elsewhere);
    ``max_length`` is no less than any text's length, one of few values, so that a compiled step sees no new one.
    """

    groups: tuple[Group, ...]
    there: torch.Tensor
    back: torch.Tensor
    real: torch.Tensor
    pads: torch.Tensor
    starts: torch.Tensor
    max_length: int
    _masks: dict[Any, torch.Tensor | None] = field(default_factory=dict, repr=False, compare=False)

    def mask(self, group: Group, sliding_window: int | None) -> torch.Tensor | None:
        """Which keys the queries of a group see: boolean [texts, 1, 1 or longest, width], or None for all."""
        near = sliding_window is None or sliding_window >= group.longest
        if group.even and group.width == group.longest and near:
            return None
        found = self._masks.get((group.start, sliding_window))
        if found is None:
            found = self.real[group.start : group.stop].view(group.texts, 1, 1, group.width)
            if not near:
                queries = torch.arange(group.longest, device=found.device)
                keys = torch.arange(group.width, device=found.device)
                found = found & ((queries[:, None] - keys[None, :]).abs() < sliding_window)
            self._masks[group.start, sliding_window] = found
        return found

    def bias(self, group: Group, sliding_window: int | None, dtype: torch.dtype) -> torch.Tensor | None:
        """``mask`` as what is added to scores: 0, or the least number of ``dtype``."""
        key = (group.start, sliding_window, dtype)
        if key not in self._masks:
            mask = self.mask(group, sliding_window)
            self._masks[key] = None if mask is None else hiding(mask, dtype)
        return self._masks[key]


def hiding(mask: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """What added to scores hides the keys where ``mask`` is false."""
    # Not -inf: in a window a padding query may see no key at all, and 0/0 would poison the gradient.
    zeros = torch.zeros(mask.shape, dtype=dtype, device=mask.device)
    return zeros.masked_fill_(~mask, torch.finfo(dtype).min)


def widths(lengths: np.ndarray, device: str) -> np.ndarray:
    """How wide the rectangles of texts of ``lengths`` are: on a CPU multiples of 16 or, from 64 on, of 32.

    There the softmax is several times as fast over whole vectors, and shapes repeat from batch to batch.
    """
    if device != "cpu":
        return lengths
    step = np.where(lengths <= 48, 16, 32)
    return -(-lengths // step) * step


def pack(lengths: np.ndarray, device: torch.device) -> Packing:
    """Deals texts of ``lengths`` [B] that lie end to end into groups of similar length."""
    order = np.argsort(-lengths, kind="stable")
    starts = np.cumsum(lengths) - lengths
    there, real, groups = [], [], []
    back = np.empty(int(lengths.sum()), dtype=np.int64)
    row = 0
    wide = widths(lengths, device.type)
    on_cpu = device.type == "cpu"
    narrow, sizes = (NARROW, SIZES) if on_cpu else (0, np.arange(1, GROUP_TEXTS + 1))
    for begin, end in deal(lengths[order], wide[order] + narrow, OVERHEAD.get(device.type, 256), sizes):
        chosen = order[begin:end]
        longest, width = int(lengths[chosen[0]]), int(wide[chosen[0]])
        within = np.arange(width)
        inside = within < lengths[chosen, None]
        tokens = starts[chosen, None] + np.where(inside, within, 0)
        stop = row + tokens.size
        back[tokens[inside]] = np.arange(row, stop).reshape(tokens.shape)[inside]
        there.append(tokens.ravel())
        real.append(inside.ravel())
        groups.append(Group(row, stop, len(chosen), longest, width, bool(inside[:, :longest].all())))
        row = stop
    used = np.concatenate(real)
    return Packing(
        tuple(groups),
        to_device(np.concatenate(there), device),
        to_device(back, device),
        to_device(used, device),
        to_device(np.flatnonzero(~used), device),
        to_device(np.append(starts, lengths.sum()).astype(np.int32), device),
        1 << max(6, int(lengths.max() - 1).bit_length()),
    )


def deal(
    lengths: np.ndarray, wide: np.ndarray, overhead: int, sizes: np.ndarray = SIZES
) -> list[tuple[int, int]]:
    """Cuts descending ``lengths`` into consecutive groups of ``sizes`` that cost least; (begin, end) of each.

    A group of n texts costs n L W (L its longest, W the entry of ``wide`` beside it), a fifth more when it needs a
    mask, plus ``overhead``².
    """
    count = len(lengths)
    squares = lengths.astype(np.float64) * wide
    best, cut = np.zeros(count + 1), np.zeros(count + 1, dtype=np.int64)
    for end in range(1, count + 1):
        begin = end - sizes[sizes <= end]
        uneven = lengths[begin] > lengths[end - 1]
        cost = best[begin] + (end - begin) * squares[begin] * np.where(uneven, 1.2, 1.0) + overhead**2
        pick = int(cost.argmin())
        best[end], cut[end] = cost[pick], begin[pick]
    pieces, end = [], count
    while end:
        pieces.append((int(cut[end]), end))
        end = int(cut[end])
    return pieces[::-1]


def to_device(array: np.ndarray, device: torch.device) -> torch.Tensor:
    """A NumPy array as a tensor on ``device``; the copy to a GPU does not wait."""
    tensor = torch.from_numpy(np.ascontiguousarray(array))
    if device.type == "cuda":
        return tensor.pin_memory().to(device, non_blocking=True)
    return tensor.to(device)
