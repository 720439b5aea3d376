"""Attention on a CPU as plain matrix products, with a hand-written backward pass.

torch's fused CPU kernel does not support dropout, and in bfloat16 it is slower even without. Autograd on the plain
formula stores five length x length matrices per head where two suffice. Apart from its five products, such a matrix
costs a softmax in each pass, random bits (``engine.kernels.dropout``) and three passes that apply the dropout mask.
torch's softmax is slow on the part of a row beyond whole vectors, hence the widths in ``packing``. Everything else is
computed for all groups at once. The products have few shapes, since the library compiles every new one.
"""

from __future__ import annotations

from typing import Protocol

import torch

from engine.kernels.autograd_context import AutogradContext
from engine.kernels.dropout import apply_keep_bits, apply_keep_bits_, draw_keep_bits, dropout_scale
from engine.kernels.packing import LengthGroup, Packing, mask_bias


def _forward(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    bias: torch.Tensor | None,
    heads: int,
    dropout: float,
    mixed: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Write dropout(softmax(q kᵀ + bias)) v, unscaled by dropout, into ``mixed``. Return weights and dropout mask.

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
    grad_q: torch.Tensor,
    grad_k: torch.Tensor,
    grad_v: torch.Tensor,
) -> None:
    """Write the gradients of q, k and v, given that of the weighted values. Both are unscaled by dropout."""
    grad_weights = torch.bmm(gradient, v.transpose(1, 2))
    dropped_weights = weights
    if keep is not None:
        apply_keep_bits_(grad_weights, keep)
        dropped_weights = apply_keep_bits(weights, keep)
    torch.bmm(dropped_weights.transpose(1, 2), gradient, out=grad_v)
    grad_scores = _softmax_backward(grad_weights, weights)
    torch.bmm(grad_scores, k, out=grad_q)
    torch.bmm(grad_scores.transpose(1, 2), q, out=grad_k)


def _softmax(scores: torch.Tensor) -> torch.Tensor:
    # Beyond a multiple of 32, bfloat16 values are processed one by one: up to ten times the cost of float32.
    if scores.dtype is torch.bfloat16 and scores.shape[-1] % 32:
        return scores.softmax(-1, dtype=torch.float32).to(torch.bfloat16)
    return torch.softmax(scores, -1, out=scores)


def _softmax_backward(gradient: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    dtype = torch.float32 if gradient.dtype is torch.bfloat16 and gradient.shape[-1] < 32 else gradient.dtype
    products = torch.ops.aten._softmax_backward_data(gradient.to(dtype), weights.to(dtype), -1, dtype)
    return products.to(gradient.dtype)


class _PaddedContext(AutogradContext, Protocol):
    """The scale of the scores, the scale of dropout, and the shape of the queries."""

    scale: float
    factor: float
    shape: torch.Size


class _PackedContext(AutogradContext, Protocol):
    """The layout of the batch, the scale of the scores, and the scale of dropout."""

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
            grad_inputs = [torch.empty_like(x) for x in (q, k, v)]
            _backward(gradient, q, k, v, weights, keep, *grad_inputs)
            grad_inputs[0].mul_(ctx.scale)
        return *(x.view(ctx.shape) for x in grad_inputs), None, None, None


class _Packed(torch.autograd.Function):
    """Attention over all groups of a packed batch. Everything but the products is computed once for all groups."""

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
                q_, k_, v_, result = (_group_rows_by_head(x, group, heads) for x in (q, k, v, mixed))
                queries, bias = slice(0, group.query_length), packing.attention_bias(group, window, q.dtype)
                saved += _forward(q_[:, queries], k_, v_, bias, heads, dropout, result[:, queries])
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
            # The last row is zero and serves as padding, whose queries have no gradient.
            padded = q.new_zeros(tokens * heads + 1, size)
            torch.mul(gradients[0], ctx.factor, out=padded[:-1].view(tokens, heads, size))
            rows = padded.index_select(0, by_head.gather_index_or_zero)
            grouped_gradients = [torch.empty_like(q) for _ in range(3)]
            for number, group in enumerate(packing.grouping.groups):
                weights, keep = saved[2 * number : 2 * number + 2]
                gradient, q_, k_, v_, *targets = (
                    _group_rows_by_head(x, group, heads) for x in (rows, q, k, v, *grouped_gradients)
                )
                queries = slice(0, group.query_length)
                targets[0] = targets[0][:, queries]
                _backward(gradient[:, queries], q_[:, queries], k_, v_, weights, keep, *targets)
            grad_q, grad_k, grad_v = (
                x.index_select(0, by_head.inverse_index).view(tokens, heads, size) for x in grouped_gradients
            )
        return grad_q.mul_(ctx.scale), grad_k, grad_v, None, None, None, None


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

    ``window``: a query sees keys less than this many positions away. None: all.
    """
    result: torch.Tensor = _Packed.apply(query, key, value, packing, window, dropout, scale)
    return result
