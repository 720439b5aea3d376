"""Where the texts of a packed batch lie, and how tokens move between the packed row and rectangles."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

GROUP_TEXTS = 64
"""Texts in a group at most."""
OVERHEAD = {"cpu": 40, "cuda": 256, "mps": 256}
"""What a group costs beside its arithmetic, as the length of a text that costs as much."""


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
    """``texts`` texts of similar length as a rectangle ``longest`` wide: rows start..stop of the regrouped tokens."""

    start: int
    stop: int
    texts: int
    longest: int
    full: bool


@dataclass(frozen=True)
class Packing:
    """The groups of a packed batch of T tokens and the maps to and from them (N ≥ T rows, padding included).

    ``there`` [N] takes the packed row to the groups, ``back`` [T] returns; ``real`` [N] is true off the padding.
    """

    groups: tuple[Group, ...]
    there: torch.Tensor
    back: torch.Tensor
    real: torch.Tensor
    _masks: dict[tuple[int, int | None], torch.Tensor] = field(
        default_factory=dict, repr=False, compare=False
    )

    def mask(self, group: Group, sliding_window: int | None) -> torch.Tensor | None:
        """Which keys the queries of a group see: boolean [texts, 1, 1 or longest, longest], or None for all."""
        if group.full and (sliding_window is None or sliding_window >= group.longest):
            return None
        found = self._masks.get((group.start, sliding_window))
        if found is None:
            found = self.real[group.start : group.stop].view(group.texts, 1, 1, group.longest)
            if sliding_window is not None:
                positions = torch.arange(group.longest, device=found.device)
                found = found & ((positions[:, None] - positions[None, :]).abs() < sliding_window)
            self._masks[group.start, sliding_window] = found
        return found


def pack(lengths: np.ndarray, device: torch.device) -> Packing:
    """Deals texts of ``lengths`` [B] that lie end to end into groups of similar length."""
    order = np.argsort(-lengths, kind="stable")
    starts = np.cumsum(lengths) - lengths
    there, real, groups = [], [], []
    back = np.empty(int(lengths.sum()), dtype=np.int64)
    row = 0
    for begin, end in deal(lengths[order], OVERHEAD.get(device.type, 256)):
        chosen = order[begin:end]
        longest = int(lengths[chosen[0]])
        within = np.arange(longest)
        inside = within < lengths[chosen, None]
        tokens = starts[chosen, None] + np.where(inside, within, 0)
        stop = row + tokens.size
        back[tokens[inside]] = np.arange(row, stop).reshape(tokens.shape)[inside]
        there.append(tokens.ravel())
        real.append(inside.ravel())
        groups.append(Group(row, stop, len(chosen), longest, bool(inside.all())))
        row = stop
    return Packing(
        tuple(groups),
        to_device(np.concatenate(there), device),
        to_device(back, device),
        to_device(np.concatenate(real), device),
    )


def deal(lengths: np.ndarray, overhead: int) -> list[tuple[int, int]]:
    """Cuts descending ``lengths`` into the consecutive groups that cost least; (begin, end) of each.

    A group of n texts costs n L² (L its longest), a fifth more when it needs a mask, plus ``overhead``².
    """
    count = len(lengths)
    squares = lengths.astype(np.float64) ** 2
    best, cut = np.zeros(count + 1), np.zeros(count + 1, dtype=np.int64)
    for end in range(1, count + 1):
        begin = np.arange(max(0, end - GROUP_TEXTS), end)
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
