"""The layout of a packed batch, and gather indices between the packed row and rectangles."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np
import torch

from engine.kernels.autograd_context import AutogradContext

MAX_GROUP_TEXTS = 64
"""Largest number of texts in a group."""
GROUP_SIZES = np.array([1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64])
"""Allowed sizes of a group on a CPU: few, since the library compiles every new shape of product."""
GROUP_OVERHEAD = {"cpu": 80, "cuda": 256, "mps": 256}
"""Fixed cost of a group in addition to its arithmetic, as the length of a text of equal cost."""
WIDTH_OVERHEAD = 16
"""Width added to a rectangle in its cost on a CPU, where products and softmax are slower for short texts."""


class _GatherContext(AutogradContext, Protocol):
    """Mask of the rows that are used. None: all."""

    used_rows: torch.Tensor | None


class _GatherRows(torch.autograd.Function):
    """Row selection whose gradient is a row selection too: each used row is selected once.

    The backward pass of index-select adds in place, which is slower and, on a GPU, not reproducible.
    """

    @staticmethod
    def forward(
        ctx: _GatherContext,
        rows: torch.Tensor,
        gather_index: torch.Tensor,
        inverse_index: torch.Tensor,
        used_rows: torch.Tensor | None,
    ) -> torch.Tensor:
        ctx.save_for_backward(inverse_index)
        ctx.used_rows = used_rows
        return rows.index_select(0, gather_index)

    @staticmethod
    def backward(ctx: _GatherContext, *gradients: torch.Tensor) -> tuple[torch.Tensor, None, None, None]:
        (inverse_index,) = ctx.saved_tensors
        result = gradients[0].index_select(0, inverse_index)
        if ctx.used_rows is not None:
            result = result * ctx.used_rows.view(-1, *[1] * (result.ndim - 1)).to(result.dtype)
        return result, None, None, None


def gather_rows(
    rows: torch.Tensor,
    gather_index: torch.Tensor,
    inverse_index: torch.Tensor,
    used_rows: torch.Tensor | None = None,
) -> torch.Tensor:
    """Return ``rows[gather_index]``, where ``inverse_index`` is the inverse of ``gather_index``.

    ``used_rows`` marks the rows of the argument that are used. The others (padding) get a zero gradient.
    """
    result: torch.Tensor = _GatherRows.apply(rows, gather_index, inverse_index, used_rows)
    return result


@dataclass(frozen=True)
class LengthGroup:
    """``texts`` texts of similar length, the longest of ``longest`` tokens, padded to ``width`` ≥ longest.

    They are rows start..stop of the regrouped tokens. ``equal_lengths``: all are equally long. Queries are the first
    ``query_length`` ≥ longest positions of each text. ``query_length`` and ``width`` take few values.
    """

    start: int
    stop: int
    texts: int
    longest: int
    query_length: int
    width: int
    equal_lengths: bool

    @property
    def has_no_padding(self) -> bool:
        """Whether the group has no padding."""
        return self.equal_lengths and self.width == self.longest

    def exceeds_window(self, window: int | None) -> bool:
        """Return whether a text is longer than a token's attention window."""
        return window is not None and window < self.longest


@dataclass(frozen=True)
class HeadGatherIndex:
    """Gather indices between rows of single heads: token by token, T x heads, and by group, text and head.

    ``gather_index`` [N * heads] takes the former to the latter, ``inverse_index`` [T * heads] is the way back. In
    ``gather_index_or_zero`` padding points to the row after the last one.

    Example: texts of 2 and 1 tokens, two heads, one group 2 wide. Row 2 t + h holds head h of token t. ``gather_index``
    is [0, 2, 1, 3, 4, 4, 5, 5], in the order text 0 head 0, text 0 head 1, text 1 head 0, text 1 head 1.
    ``gather_index_or_zero`` is [0, 2, 1, 3, 4, 6, 5, 6], and ``inverse_index`` is [0, 2, 1, 3, 4, 6].
    """

    gather_index: torch.Tensor
    gather_index_or_zero: torch.Tensor
    inverse_index: torch.Tensor


@dataclass(frozen=True)
class Grouping:
    """The length groups of a packed batch of T tokens, with N ≥ T rows.

    ``gather_index`` [N] takes the packed row to the groups, ``inverse_index`` [T] is the way back. ``token_mask`` [N]
    is false on padding.

    Texts of 3, 1 and 2 tokens in one group 3 wide, longest first (text 0, text 2, text 1):
    ``gather_index`` [0, 1, 2, 4, 5, 4, 3, 3, 3], ``token_mask`` [1, 1, 1, 1, 1, 0, 1, 0, 0],
    ``inverse_index`` [0, 1, 2, 6, 3, 4].
    """

    groups: tuple[LengthGroup, ...]
    gather_index: torch.Tensor
    inverse_index: torch.Tensor
    token_mask: torch.Tensor


@dataclass(frozen=True, eq=False)
class Packing:
    """The layout of a packed batch of texts of ``lengths`` [B], which stay on the host.

    ``cu_seqlens`` [B + 1], int32, holds the index of each text's first token, and T. ``max_length`` is at least the
    longest length and takes few values, to avoid recompilation. Lengths of 3, 1 and 2 give [0, 3, 4, 6] and 64.
    """

    cu_seqlens: torch.Tensor
    max_length: int
    lengths: np.ndarray = field(repr=False)
    _masks: dict[tuple[int, int | None], torch.Tensor] = field(default_factory=dict, repr=False)
    _heads: dict[int, HeadGatherIndex] = field(default_factory=dict, repr=False)
    _biases: dict[tuple[int, int | None, torch.dtype], torch.Tensor] = field(default_factory=dict, repr=False)

    @cached_property
    def grouping(self) -> Grouping:
        """The groups, on the device of ``cu_seqlens``, chosen for that device.

        They are computed on first use. Variable-length kernels need none, and grouping 2,048 short texts takes longer
        than a whole update on a GPU.
        """
        return _group_texts(self.lengths, self.cu_seqlens.device)

    def mask(self, group: LengthGroup, sliding_window: int | None) -> torch.Tensor | None:
        """Return the keys that the queries of a group see: boolean [texts, 1, 1 or longest, width], or None for all."""
        if group.has_no_padding and not group.exceeds_window(sliding_window):
            return None
        token_mask = self._masks.get((group.start, sliding_window))
        if token_mask is None:
            token_mask = self.grouping.token_mask[group.start : group.stop].view(
                group.texts, 1, 1, group.width
            )
            if group.exceeds_window(sliding_window):
                token_mask = token_mask & window_mask(
                    group.longest, group.width, sliding_window, token_mask.device
                )
            self._masks[group.start, sliding_window] = token_mask
        return token_mask

    def head_gather_index(self, heads: int) -> HeadGatherIndex:
        """Return the gather indices for tokens of ``heads`` heads, on a CPU."""
        if heads not in self._heads:
            grouping = self.grouping
            shapes = [(slice(g.start, g.stop), (g.texts, 1, g.width)) for g in grouping.groups]
            numbers = torch.arange(heads).view(-1, 1)
            gather = torch.cat(
                [(grouping.gather_index[s].view(n) * heads + numbers).flatten() for s, n in shapes]
            )
            mask = torch.cat(
                [grouping.token_mask[s].view(n).expand(-1, heads, -1).flatten() for s, n in shapes]
            )
            inverse = torch.empty(len(grouping.inverse_index) * heads, dtype=torch.int64)
            inverse[gather[mask]] = mask.nonzero()[:, 0]
            self._heads[heads] = HeadGatherIndex(gather, gather.masked_fill(~mask, len(inverse)), inverse)
        return self._heads[heads]

    def attention_bias(
        self, group: LengthGroup, window: int | None, dtype: torch.dtype
    ) -> torch.Tensor | None:
        """Return the bias that hides keys when added to the scores of a group: [texts, 1, queries, width], or None.

        For one text without window it is [width - longest], to be written over the scores of these last keys.
        """
        is_windowed = group.exceeds_window(window)
        if group.has_no_padding and not is_windowed:
            return None
        key = (group.start, window if is_windowed else None, dtype)
        if key not in self._biases:
            key_mask = self.grouping.token_mask[group.start : group.stop].view(group.texts, 1, 1, group.width)
            if is_windowed:
                key_mask = key_mask & window_mask(group.query_length, group.width, window, key_mask.device)
            elif group.texts == 1:
                key_mask = key_mask[0, 0, 0, group.longest :]
            else:
                # Expanded by query: broadcasting a row over a rectangle is several times slower.
                key_mask = key_mask.expand(-1, 1, group.query_length, -1)
            self._biases[key] = mask_bias(key_mask, dtype)
        return self._biases[key]


def window_mask(queries: int, keys: int, window: int | None, device: torch.device) -> torch.Tensor:
    """Return a mask [queries, keys], true where two positions are less than ``window`` apart."""
    rows, columns = torch.arange(queries, device=device), torch.arange(keys, device=device)
    return (rows[:, None] - columns[None, :]).abs() < (window or 0)


def mask_bias(mask: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return the bias that, added to scores, hides the keys where ``mask`` is false."""
    # Not -inf: in a window a padding query may see no key at all, and 0/0 would make gradients NaN. Half of the least
    # number, so that two biases can be added.
    zeros = torch.zeros(mask.shape, dtype=dtype, device=mask.device)
    return zeros.masked_fill_(~mask, torch.finfo(dtype).min / 2)


def padded_sizes(lengths: np.ndarray, device: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the padded numbers of queries and widths for texts of ``lengths``.

    On a CPU they are multiples of 16, widths from 64 on multiples of 32: the softmax is several times as fast over
    whole vectors, and shapes recur. Lengths 20, 50 and 70 give queries 32, 64, 80 and widths 32, 64, 96.
    """
    if device != "cpu":
        return lengths, lengths
    step = np.where(lengths <= 48, 16, 32)
    return -(-lengths // 16) * 16, -(-lengths // step) * step


def pack_texts(lengths: np.ndarray, device: torch.device) -> Packing:
    """Return the layout of texts of ``lengths`` [B] that lie end to end, on ``device``. See ``Packing``."""
    starts = np.append(0, np.cumsum(lengths)).astype(np.int32)
    return Packing(to_device(starts, device), 1 << max(6, int(lengths.max() - 1).bit_length()), lengths)


def _group_texts(lengths: np.ndarray, device: torch.device) -> Grouping:
    """Partition texts of ``lengths`` [B] into groups of similar length, by their cost on ``device``."""
    order = np.argsort(-lengths, kind="stable")
    starts = np.cumsum(lengths) - lengths
    gather_parts, mask_parts, groups = [], [], []
    inverse_index = np.empty(int(lengths.sum()), dtype=np.int64)
    row = 0
    query_counts, widths = padded_sizes(lengths, device.type)
    on_cpu = device.type == "cpu"
    extra_width, sizes = (WIDTH_OVERHEAD, GROUP_SIZES) if on_cpu else (0, np.arange(1, MAX_GROUP_TEXTS + 1))
    area = (query_counts * (widths + extra_width))[order]
    for start, end in split_into_groups(lengths[order], area, GROUP_OVERHEAD.get(device.type, 256), sizes):
        texts = order[start:end]
        first = texts[0]
        longest, queries, width = int(lengths[first]), int(query_counts[first]), int(widths[first])
        columns = np.arange(width)
        token_mask = columns < lengths[texts, None]
        tokens = starts[texts, None] + np.where(token_mask, columns, 0)
        stop = row + tokens.size
        inverse_index[tokens[token_mask]] = np.arange(row, stop).reshape(tokens.shape)[token_mask]
        gather_parts.append(tokens.ravel())
        mask_parts.append(token_mask.ravel())
        equal_lengths = bool(token_mask[:, :longest].all())
        groups.append(LengthGroup(row, stop, len(texts), longest, queries, width, equal_lengths))
        row = stop
    return Grouping(
        tuple(groups),
        to_device(np.concatenate(gather_parts), device),
        to_device(inverse_index, device),
        to_device(np.concatenate(mask_parts), device),
    )


def split_into_groups(
    lengths: np.ndarray, area: np.ndarray, overhead: int, sizes: np.ndarray = GROUP_SIZES
) -> list[tuple[int, int]]:
    """Cut descending ``lengths`` into consecutive groups of ``sizes`` at the least cost. Return (begin, end) of each.

    A group of n texts costs n times ``area`` of its longest, a fifth more when it needs a mask, plus ``overhead``².

    Lengths 9, 8, 2, 2 with area length² and overhead 8: two groups [(0, 2), (2, 4)] cost 2 · 81 · 1.2 + 64 + 2 · 4 + 64
    = 330.4. Three [(0, 1), (1, 2), (2, 4)] cost 345, one 452.8. With overhead 5 the three are cheapest (228).
    """
    count = len(lengths)
    best, previous = np.zeros(count + 1), np.zeros(count + 1, dtype=np.int64)
    for end in range(1, count + 1):
        starts = end - sizes[sizes <= end]
        has_padding = lengths[starts] > lengths[end - 1]
        cost = best[starts] + (end - starts) * area[starts] * np.where(has_padding, 1.2, 1.0) + overhead**2
        best_start = int(cost.argmin())
        best[end], previous[end] = cost[best_start], starts[best_start]
    groups, end = [], count
    while end:
        groups.append((int(previous[end]), end))
        end = int(previous[end])
    return groups[::-1]


def to_device(array: np.ndarray, device: torch.device) -> torch.Tensor:
    """Return a NumPy array as a tensor on ``device``. The copy to a GPU is asynchronous."""
    tensor = torch.from_numpy(np.ascontiguousarray(array))
    if device.type == "cuda":
        return tensor.pin_memory().to(device, non_blocking=True)
    return tensor.to(device)
