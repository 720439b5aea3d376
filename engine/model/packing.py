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

    They are rows start..stop of the regrouped tokens. ``even``: all are equally long. The first ``queries`` ≥ longest
    of each ask (their number and the width are among few).
    """

    start: int
    stop: int
    texts: int
    longest: int
    queries: int
    width: int
    even: bool

    @property
    def full(self) -> bool:
        """Whether it has no padding at all."""
        return self.even and self.width == self.longest

    def narrows(self, window: int | None) -> bool:
        """Whether a text is longer than what a token sees of it."""
        return window is not None and window < self.longest


@dataclass(frozen=True)
class ByHead:
    """Maps between the rows of single heads: token by token, T x heads, and group by group, text by text, head by head.

    ``there`` [N * heads] takes the former to the latter, ``back`` [T * heads] returns; ``there_or_zero`` names the row
    after the last one for padding.
    """

    there: torch.Tensor
    there_or_zero: torch.Tensor
    back: torch.Tensor


@dataclass(frozen=True)
class Packing:
    """Where the texts of a packed batch of T tokens lie, on the device, and as groups of N ≥ T rows.

    ``there`` [N] takes the packed row to the groups, ``back`` [T] returns; ``real`` [N] is true off the padding.
    ``starts`` [B + 1], int32, are the texts' first tokens and T (cu_seqlens elsewhere);
    ``max_length`` is no less than any text's length, one of few values, so that a compiled step sees no new one.
    """

    groups: tuple[Group, ...]
    there: torch.Tensor
    back: torch.Tensor
    real: torch.Tensor
    starts: torch.Tensor
    max_length: int
    _made: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    def mask(self, group: Group, sliding_window: int | None) -> torch.Tensor | None:
        """Which keys the queries of a group see: boolean [texts, 1, 1 or longest, width], or None for all."""
        if group.full and not group.narrows(sliding_window):
            return None
        found = self._made.get((group.start, sliding_window))
        if found is None:
            found = self.real[group.start : group.stop].view(group.texts, 1, 1, group.width)
            if group.narrows(sliding_window):
                found = found & _near(group.longest, group.width, sliding_window, found.device)
            self._made[group.start, sliding_window] = found
        return found

    def by_head(self, heads: int) -> ByHead:
        """The maps for tokens of ``heads`` heads; on a CPU."""
        if heads not in self._made:
            shapes = [(slice(g.start, g.stop), (g.texts, 1, g.width)) for g in self.groups]
            numbers = torch.arange(heads).view(-1, 1)
            there = torch.cat([(self.there[s].view(n) * heads + numbers).flatten() for s, n in shapes])
            real = torch.cat([self.real[s].view(n).expand(-1, heads, -1).flatten() for s, n in shapes])
            back = torch.empty(len(self.back) * heads, dtype=torch.int64)
            back[there[real]] = real.nonzero()[:, 0]
            self._made[heads] = ByHead(there, there.masked_fill(~real, len(back)), back)
        found: ByHead = self._made[heads]
        return found

    def bias(self, group: Group, window: int | None, dtype: torch.dtype) -> torch.Tensor | None:
        """What added to the scores of a group hides the other keys: [texts, 1, queries, width], or None for nothing.

        For one text without window it is [width - longest], to be written over the scores of these last keys.
        """
        narrows = group.narrows(window)
        if group.full and not narrows:
            return None
        key = (group.start, window if narrows else None, dtype)
        if key not in self._made:
            real = self.real[group.start : group.stop].view(group.texts, 1, 1, group.width)
            if narrows:
                real = real & _near(group.queries, group.width, window, real.device)
            elif group.texts == 1:
                real = real[0, 0, 0, group.longest :]
            else:
                # Written out by query: to add a row to every row of a rectangle is several times slower.
                real = real.expand(-1, 1, group.queries, -1)
            self._made[key] = hiding(real, dtype)
        return self._made[key]


def _near(queries: int, keys: int, window: int | None, device: torch.device) -> torch.Tensor:
    """[queries, keys], true where two are less than ``window`` apart."""
    rows, columns = torch.arange(queries, device=device), torch.arange(keys, device=device)
    return (rows[:, None] - columns[None, :]).abs() < (window or 0)


def hiding(mask: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """What added to scores hides the keys where ``mask`` is false."""
    # Not -inf: in a window a padding query may see no key at all, and 0/0 would poison the gradient. Half of the
    # least number, so that two of them can be added.
    zeros = torch.zeros(mask.shape, dtype=dtype, device=mask.device)
    return zeros.masked_fill_(~mask, torch.finfo(dtype).min / 2)


def widths(lengths: np.ndarray, device: str) -> tuple[np.ndarray, np.ndarray]:
    """Queries and width of rectangles of texts of ``lengths``; on a CPU multiples of 16, and widths from 64 on of 32.

    There the softmax is several times as fast over whole vectors, and shapes repeat from batch to batch.
    """
    if device != "cpu":
        return lengths, lengths
    step = np.where(lengths <= 48, 16, 32)
    return -(-lengths // 16) * 16, -(-lengths // step) * step


def pack(lengths: np.ndarray, device: torch.device, place: torch.device | None = None) -> Packing:
    """Deals texts of ``lengths`` [B] that lie end to end into groups of similar length, as is best on ``device``.

    The maps are put there, or in another ``place`` for the time being.
    """
    place = place or device
    order = np.argsort(-lengths, kind="stable")
    starts = np.cumsum(lengths) - lengths
    there, real, groups = [], [], []
    back = np.empty(int(lengths.sum()), dtype=np.int64)
    row = 0
    tall, wide = widths(lengths, device.type)
    on_cpu = device.type == "cpu"
    narrow, sizes = (NARROW, SIZES) if on_cpu else (0, np.arange(1, GROUP_TEXTS + 1))
    area = (tall * (wide + narrow))[order]
    for begin, end in deal(lengths[order], area, OVERHEAD.get(device.type, 256), sizes):
        chosen = order[begin:end]
        first = chosen[0]
        longest, queries, width = int(lengths[first]), int(tall[first]), int(wide[first])
        within = np.arange(width)
        inside = within < lengths[chosen, None]
        tokens = starts[chosen, None] + np.where(inside, within, 0)
        stop = row + tokens.size
        back[tokens[inside]] = np.arange(row, stop).reshape(tokens.shape)[inside]
        there.append(tokens.ravel())
        real.append(inside.ravel())
        even = bool(inside[:, :longest].all())
        groups.append(Group(row, stop, len(chosen), longest, queries, width, even))
        row = stop
    return Packing(
        tuple(groups),
        to_device(np.concatenate(there), place),
        to_device(back, place),
        to_device(np.concatenate(real), place),
        to_device(np.append(starts, lengths.sum()).astype(np.int32), place),
        1 << max(6, int(lengths.max() - 1).bit_length()),
    )


def deal(
    lengths: np.ndarray, area: np.ndarray, overhead: int, sizes: np.ndarray = SIZES
) -> list[tuple[int, int]]:
    """Cuts descending ``lengths`` into consecutive groups of ``sizes`` that cost least; (begin, end) of each.

    A group of n texts costs n times ``area`` of its longest, a fifth more when it needs a mask, plus ``overhead``².
    """
    count = len(lengths)
    best, cut = np.zeros(count + 1), np.zeros(count + 1, dtype=np.int64)
    for end in range(1, count + 1):
        begin = end - sizes[sizes <= end]
        uneven = lengths[begin] > lengths[end - 1]
        cost = best[begin] + (end - begin) * area[begin] * np.where(uneven, 1.2, 1.0) + overhead**2
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
