"""Attention on a CPU as plain matrix products, with a backward pass written out.

torch's fused CPU kernel refuses dropout, and automatic differentiation of the plain form keeps five rectangles of
length x length per head where two suffice. Time and memory of long texts are mostly these rectangles.
"""

from __future__ import annotations

from typing import Any

import torch

from engine.model.dropout import kept


class _Products(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any,
        query: torch.Tensor,
        key: torch.Tensor,
        value: torch.Tensor,
        mask: Any,
        dropout: float,
        scale: float,
    ) -> torch.Tensor:
        texts, heads, length, _ = query.shape
        with torch.autocast("cpu", enabled=False):
            q, k, v = (query * scale).flatten(0, 1), key.flatten(0, 1), value.flatten(0, 1)
            scores = torch.bmm(q, k.transpose(1, 2))
            if mask is not None:
                # Not -inf: in a window a padding query may see no key at all, and 0/0 would poison the gradient.
                bias = torch.zeros(mask.shape, dtype=scores.dtype)
                bias.masked_fill_(~mask, torch.finfo(scores.dtype).min)
                scores.view(texts, heads, length, -1).add_(bias)
            weights = scores.softmax(-1)
            keep, factor = kept(weights.shape, dropout, weights.dtype) if dropout else (None, 1.0)
            mixed = torch.bmm(weights if keep is None else weights * keep, v)
        ctx.save_for_backward(q, k, v, weights, keep)
        ctx.factor, ctx.scale, ctx.shape = factor, scale, query.shape
        return (mixed.mul_(factor) if dropout else mixed).view(texts, heads, length, -1)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        q, k, v, weights, keep = ctx.saved_tensors
        with torch.autocast("cpu", enabled=False):
            gradient = (gradients[0] * ctx.factor).to(v.dtype).flatten(0, 1)
            to_weights = torch.bmm(gradient, v.transpose(1, 2))
            if keep is not None:
                to_weights.mul_(keep)
            to_value = torch.bmm((weights if keep is None else weights * keep).transpose(1, 2), gradient)
            to_scores = torch.ops.aten._softmax_backward_data(to_weights, weights, -1, weights.dtype)
            to_query = torch.bmm(to_scores, k).mul_(ctx.scale)
            to_key = torch.bmm(to_scores.transpose(1, 2), q)
        return to_query.view(ctx.shape), to_key.view(ctx.shape), to_value.view(ctx.shape), None, None, None


def products(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None,
    dropout: float,
    scale: float,
) -> torch.Tensor:
    """dropout(softmax(query keyᵀ · scale)) value for CPU tensors [B, heads, L, d]; mask boolean, true where seen."""
    result: torch.Tensor = _Products.apply(query, key, value, mask, dropout, scale)
    return result
