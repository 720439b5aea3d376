"""Attention on a CPU as plain matrix products, with a hand-written backward pass.

torch's fused CPU kernel refuses dropout, and in bfloat16 it is slower even without. Automatic differentiation of the
plain form keeps five rectangles of length x length per head where two suffice. The cost of a rectangle, apart from its
five products, is a softmax each way (torch's is slow at what a row has beyond full vectors, hence the widths in
``packing``), random bits (``engine.kernels.random_bits``) and three passes to clear what is dropped. Everything else is
done to all groups at once, outside of the rectangles. Products have few shapes: the library compiles each that it has
not seen lately.
"""

from __future__ import annotations

from typing import Protocol

import torch

from engine.kernels.autograd_context import AutogradContext
from engine.kernels.packing import LengthGroup, Packing, mask_bias
from engine.kernels.random_bits import apply_keep_bits, apply_keep_bits_, draw_keep_bits, dropout_scale


def _forward(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    bias: torch.Tensor | None,
    heads: int,
    dropout: float,
    mixed: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Write dropout(softmax(q kᵀ + bias)) v, without dropout's factor, into ``mixed``. Return weights and dropout mask.

    q and mixed are [N, L, d], k and v [N, W, d], N texts x heads. ``bias`` is [N / heads, 1, L, W], or [n] for the last
    n keys.
    """
    scores = torch.bmm(q, k.transpose(1, 2))
    if bias is not None and bias.ndim == 1:
        scores[..., scores.shape[-1] - len(bias) :] = bias
    elif bias is not None:
        scores.view(-1, heads, *scores.shape[1:]).add_(bias)
    weights = _softmax(scores)
    keep = draw_keep_bits(weights.shape, dropout, weights.dtype) if dropout else None
    torch.bmm(weights if keep is None else apply_keep_bits(weights, keep), v, out=mixed)
    return weights, keep


def _backward(
    gradient: torch.Tensor,
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    weights: torch.Tensor,
    keep: torch.Tensor | None,
    to_q: torch.Tensor,
    to_k: torch.Tensor,
    to_v: torch.Tensor,
) -> None:
    """Write the gradients of q, k and v from that of the weighted values, both without dropout's factor."""
    to_weights = torch.bmm(gradient, v.transpose(1, 2))
    mixing = weights
    if keep is not None:
        apply_keep_bits_(to_weights, keep)
        mixing = apply_keep_bits(weights, keep)
    torch.bmm(mixing.transpose(1, 2), gradient, out=to_v)
    to_scores = _softmax_backward(to_weights, weights)
    torch.bmm(to_scores, k, out=to_q)
    torch.bmm(to_scores.transpose(1, 2), q, out=to_k)


def _softmax(scores: torch.Tensor) -> torch.Tensor:
    # A bfloat16 row that is no multiple of 32 ends in values taken one by one: up to ten times the cost of float32.
    if scores.dtype is torch.bfloat16 and scores.shape[-1] % 32:
        return scores.softmax(-1, dtype=torch.float32).to(torch.bfloat16)
    return torch.softmax(scores, -1, out=scores)


def _softmax_backward(gradient: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    wide = torch.float32 if gradient.dtype is torch.bfloat16 and gradient.shape[-1] < 32 else gradient.dtype
    products = torch.ops.aten._softmax_backward_data(gradient.to(wide), weights.to(wide), -1, wide)
    return products.to(gradient.dtype)


class _PaddedContext(AutogradContext, Protocol):
    """The scale of the scores, that of what dropout leaves, and the shape of the queries."""

    scale: float
    factor: float
    shape: torch.Size


class _PackedContext(AutogradContext, Protocol):
    """The layout of the batch, the scale of the scores, and that of what dropout leaves."""

    packing: Packing
    scale: float
    factor: float


class _Padded(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: _PaddedContext,
        query: torch.Tensor,
        key: torch.Tensor,
        value: torch.Tensor,
        mask: torch.Tensor | None,
        dropout: float,
        scale: float,
    ) -> torch.Tensor:
        ctx.scale, ctx.factor, ctx.shape = scale, dropout_scale(dropout), query.shape
        with torch.autocast("cpu", enabled=False):
            q, k, v = (x.flatten(0, 1).contiguous() for x in (query * scale, key, value))
            bias, mixed = None if mask is None else mask_bias(mask, q.dtype), torch.empty_like(q)
            weights, keep = _forward(q, k, v, bias, query.shape[1], dropout, mixed)
        ctx.save_for_backward(q, k, v, weights, keep)
        return (mixed.mul_(ctx.factor) if dropout else mixed).view(query.shape)

    @staticmethod
    def backward(ctx: _PaddedContext, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        q, k, v, weights, keep = ctx.saved_tensors
        with torch.autocast("cpu", enabled=False):
            gradient = (gradients[0] * ctx.factor).to(v.dtype).flatten(0, 1).contiguous()
            to_inputs = [torch.empty_like(x) for x in (q, k, v)]
            _backward(gradient, q, k, v, weights, keep, *to_inputs)
            to_inputs[0].mul_(ctx.scale)
        return *(x.view(ctx.shape) for x in to_inputs), None, None, None


class _Packed(torch.autograd.Function):
    """Attention over all groups of a packed batch: everything but the products is done once, not once per group."""

    @staticmethod
    def forward(
        ctx: _PackedContext,
        query: torch.Tensor,
        key: torch.Tensor,
        value: torch.Tensor,
        packing: Packing,
        window: int | None,
        dropout: float,
        scale: float,
    ) -> torch.Tensor:
        tokens, heads, size = query.shape
        ctx.packing, ctx.scale, ctx.factor = packing, scale, dropout_scale(dropout)
        by_head = packing.head_gather_index(heads)
        with torch.autocast("cpu", enabled=False):
            q, k, v = (
                x.reshape(-1, size).index_select(0, by_head.gather_index) for x in (query * scale, key, value)
            )
            mixed, saved = torch.empty_like(q), list[torch.Tensor | None]()
            for group in packing.grouping.groups:
                ours, k_, v_, result = (_group_rows_by_head(x, group, heads) for x in (q, k, v, mixed))
                ask, bias = slice(0, group.query_length), packing.attention_bias(group, window, q.dtype)
                saved += _forward(ours[:, ask], k_, v_, bias, heads, dropout, result[:, ask])
            mixed = mixed.index_select(0, by_head.inverse_index).view(tokens, heads, size)
        ctx.save_for_backward(q, k, v, *saved)
        return mixed.mul_(ctx.factor) if dropout else mixed

    @staticmethod
    def backward(ctx: _PackedContext, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        packing = ctx.packing
        q, k, v, *saved = ctx.saved_tensors
        tokens, heads, size = gradients[0].shape
        by_head = packing.head_gather_index(heads)
        with torch.autocast("cpu", enabled=False):
            # One more row of zeros, for padding: its queries have no gradient.
            padded = q.new_zeros(tokens * heads + 1, size)
            torch.mul(gradients[0], ctx.factor, out=padded[:-1].view(tokens, heads, size))
            rows = padded.index_select(0, by_head.gather_index_or_zero)
            gradients_of_group = [torch.empty_like(q) for _ in range(3)]
            for number, group in enumerate(packing.grouping.groups):
                weights, keep = saved[2 * number : 2 * number + 2]
                gradient, q_, k_, v_, *places = (
                    _group_rows_by_head(x, group, heads) for x in (rows, q, k, v, *gradients_of_group)
                )
                ask = slice(0, group.query_length)
                places[0] = places[0][:, ask]
                _backward(gradient[:, ask], q_[:, ask], k_, v_, weights, keep, *places)
            to_q, to_k, to_v = (
                x.index_select(0, by_head.inverse_index).view(tokens, heads, size) for x in gradients_of_group
            )
        return to_q.mul_(ctx.scale), to_k, to_v, None, None, None, None


def _group_rows_by_head(rows: torch.Tensor, group: LengthGroup, heads: int) -> torch.Tensor:
    """Return a group's rows by text and head, [texts * heads, width, d]."""
    return rows[group.start * heads : group.stop * heads].view(group.texts * heads, group.width, -1)


def attention_products(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None,
    dropout: float,
    scale: float,
) -> torch.Tensor:
    """Return dropout(softmax(query keyᵀ · scale)) value for CPU tensors [B, heads, L, d].

    ``mask`` is boolean, true where a query sees a key.
    """
    result: torch.Tensor = _Padded.apply(query, key, value, mask, dropout, scale)
    return result


def packed_attention_products(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    packing: Packing,
    window: int | None,
    dropout: float,
    scale: float,
) -> torch.Tensor:
    """Return the same as ``attention_products`` for packed CPU tensors [T, heads, d].

    ``window``: keys at least so many positions away are not seen.
    """
    result: torch.Tensor = _Packed.apply(query, key, value, packing, window, dropout, scale)
    return result
