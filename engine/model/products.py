"""Attention on a CPU as plain matrix products, with a backward pass written out.

torch's fused CPU kernel refuses dropout, and in bfloat16 it is slower even without. Automatic differentiation of the
plain form keeps five rectangles of length x length per head; here two are kept, one of them in bytes. What a rectangle
costs beside its five products is the softmax (torch's is slow at what a row has beyond full vectors, hence the widths
in ``packing``), random bits (``bits``) and a few passes over it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from engine.model.bits import clear, clear_, keeping
from engine.model.packing import Group, Packing, hiding


class _Kept(NamedTuple):
    """What the backward pass of one rectangle needs; [N, L or W, d] and [N, L, W], N texts x heads."""

    q: torch.Tensor
    k: torch.Tensor
    v: torch.Tensor
    weights: torch.Tensor
    keep: torch.Tensor | None


def _forward(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, bias: torch.Tensor | None, heads: int, dropout: float
) -> tuple[torch.Tensor, _Kept]:
    """dropout(softmax(q kᵀ + bias)) v without dropout's factor, for q [N, L, d], k and v [N, W, d].

    ``bias`` is broadcastable to [N / heads, heads, L, W].
    """
    scores = torch.bmm(q, k.transpose(1, 2))
    if bias is not None:
        scores.view(-1, heads, *scores.shape[1:]).add_(bias)
    weights = _softmax(scores)
    keep = keeping(weights.shape, dropout) if dropout else None
    mixed = torch.bmm(weights if keep is None else clear(weights, keep), v)
    return mixed, _Kept(q, k, v, weights, keep)


def _backward(gradient: torch.Tensor, kept: _Kept) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The gradients of q, k and v from that of the mixed values, both without dropout's factor."""
    q, k, v, weights, keep = kept
    to_weights = torch.bmm(gradient, v.transpose(1, 2))
    dropped = weights
    if keep is not None:
        clear_(to_weights, keep)
        dropped = clear(weights, keep)
    to_v = torch.bmm(dropped.transpose(1, 2), gradient)
    to_scores = _softmax_backward(to_weights, weights)
    return torch.bmm(to_scores, k), torch.bmm(to_scores.transpose(1, 2), q), to_v


def _softmax(scores: torch.Tensor) -> torch.Tensor:
    # A bfloat16 row that is no multiple of 32 ends in values taken one by one: up to ten times the cost of float32.
    if scores.dtype is torch.bfloat16 and scores.shape[-1] % 32:
        return scores.softmax(-1, dtype=torch.float32).to(torch.bfloat16)
    return torch.softmax(scores, -1, out=scores)


def _softmax_backward(gradient: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    wide = torch.float32 if gradient.dtype is torch.bfloat16 and gradient.shape[-1] < 32 else gradient.dtype
    found = torch.ops.aten._softmax_backward_data(gradient.to(wide), weights.to(wide), -1, wide)
    return found.to(gradient.dtype)


class _Padded(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any,
        query: torch.Tensor,
        key: torch.Tensor,
        value: torch.Tensor,
        mask: torch.Tensor | None,
        dropout: float,
        scale: float,
    ) -> torch.Tensor:
        heads = query.shape[1]
        with torch.autocast("cpu", enabled=False):
            q, k, v = (x.flatten(0, 1).contiguous() for x in (query * scale, key, value))
            mixed, kept = _forward(q, k, v, None if mask is None else hiding(mask, q.dtype), heads, dropout)
        ctx.save_for_backward(*kept)
        ctx.factor, ctx.scale, ctx.shape = 1 / (1 - dropout), scale, query.shape
        return (mixed.mul_(ctx.factor) if dropout else mixed).view(query.shape)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        kept = _Kept(*ctx.saved_tensors)
        with torch.autocast("cpu", enabled=False):
            gradient = (gradients[0] * ctx.factor).to(kept.v.dtype).flatten(0, 1).contiguous()
            to_q, to_k, to_v = _backward(gradient, kept)
            to_q.mul_(ctx.scale)
        return to_q.view(ctx.shape), to_k.view(ctx.shape), to_v.view(ctx.shape), None, None, None


class _Packed(torch.autograd.Function):
    """All groups of a packed batch at once: what is not arithmetic is done once, not once per group."""

    @staticmethod
    def forward(
        ctx: Any,
        query: torch.Tensor,
        key: torch.Tensor,
        value: torch.Tensor,
        packing: Packing,
        window: int | None,
        dropout: float,
        scale: float,
    ) -> torch.Tensor:
        heads = query.shape[1]
        with torch.autocast("cpu", enabled=False):
            rows = [_rows(x, packing) for x in (query * scale, key, value)]
            mixed, saved = torch.empty_like(rows[0]), list[torch.Tensor | None]()
            for group in packing.groups:
                q, k, v = (_texts(x, group, heads) for x in rows)
                q = q[:, :, : group.longest]
                result, kept = _forward(
                    *(x.reshape(-1, *x.shape[2:]) for x in (q, k, v)),
                    packing.bias(group, window, query.dtype), heads, dropout,
                )  # fmt: skip
                _texts(mixed, group, heads)[:, :, : group.longest] = result.view(q.shape)
                saved += kept
            if dropout:
                mixed.mul_(1 / (1 - dropout))
        ctx.save_for_backward(*saved)
        ctx.packing, ctx.factor, ctx.scale = packing, 1 / (1 - dropout), scale
        return mixed.index_select(0, packing.back).view(query.shape)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        packing: Packing = ctx.packing
        saved, (given,) = ctx.saved_tensors, gradients
        heads = given.shape[1]
        with torch.autocast("cpu", enabled=False):
            rows = _rows((given * ctx.factor).to(saved[0].dtype), packing)
            rows.index_fill_(0, packing.pads, 0)
            found = [torch.empty_like(rows) for _ in range(3)]
            for number, group in enumerate(packing.groups):
                gradient = _texts(rows, group, heads)[:, :, : group.longest]
                kept = _Kept(*saved[5 * number : 5 * number + 5])
                results = _backward(gradient.reshape(-1, *gradient.shape[2:]), kept)
                for place, result in zip(found, results, strict=True):
                    length = result.shape[1]
                    target = _texts(place, group, heads)[:, :, :length]
                    target.copy_(result.view(target.shape))
            found[0].mul_(ctx.scale)
        to_q, to_k, to_v = (x.index_select(0, packing.back).view(given.shape) for x in found)
        return to_q, to_k, to_v, None, None, None, None


def _rows(values: torch.Tensor, packing: Packing) -> torch.Tensor:
    """[T, heads, d] to the groups' rows [N, heads * d], padding included."""
    return values.reshape(len(values), -1).index_select(0, packing.there)


def _texts(rows: torch.Tensor, group: Group, heads: int) -> torch.Tensor:
    """A group's rows as a view [texts, heads, width, d]."""
    return rows[group.start : group.stop].view(group.texts, group.width, heads, -1).transpose(1, 2)


def products(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None,
    dropout: float,
    scale: float,
) -> torch.Tensor:
    """dropout(softmax(query keyᵀ · scale)) value for CPU tensors [B, heads, L, d]; mask boolean, true where seen."""
    result: torch.Tensor = _Padded.apply(query, key, value, mask, dropout, scale)
    return result


def packed_products(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    packing: Packing,
    window: int | None,
    dropout: float,
    scale: float,
) -> torch.Tensor:
    """The same for packed CPU tensors [T, heads, d]; ``window``: keys at least so many positions away are not seen."""
    result: torch.Tensor = _Packed.apply(query, key, value, packing, window, dropout, scale)
    return result
