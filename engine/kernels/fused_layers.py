"""Transformer sublayers other than attention, with hand-written backward passes.

They compute what transformers' own modules compute under autocast, in fewer passes over memory: matrix products in the
precision of autocast, the residual stream and its normalisation in float32. A weight's copy in that precision is stored
in a buffer that is reused from update to update. Its gradient goes from the product straight to float32.

A module is replaced by exchanging its class for a subclass with the same parameters and children, so names, state
dicts, hooks and adapters see no difference (``install_fused_layers``). Only exactly matching classes are replaced.
Cases that a subclass does not handle (an adapter around a matrix, a device other than a CPU) are left to the library's
code.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Protocol

import torch
from torch import nn
from torch.autograd.function import once_differentiable
from torch.nn import functional

from engine.kernels.autograd_context import AutogradContext
from engine.kernels.dropout import draw_scaled_keep_mask


def matmul_dtype(values: torch.Tensor) -> torch.dtype:
    """Return the present precision of matrix products of ``values`` [...]: autocast's, else their own."""
    kind = values.device.type
    return torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else values.dtype


class _CastContext(AutogradContext, Protocol):
    """The weight's copy, the shape of the input, and the precisions of input and weight."""

    low: torch.Tensor
    shape: torch.Size
    kinds: tuple[torch.dtype, torch.dtype]


class _CastLinear(torch.autograd.Function):
    """x Wᵀ + b in the precision of ``low``, a copy of W. Each gradient is in the precision of its tensor."""

    @staticmethod
    def forward(
        ctx: _CastContext, x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, low: torch.Tensor
    ) -> torch.Tensor:
        rows = x.to(low.dtype).view(-1, x.shape[-1])
        ctx.save_for_backward(rows)
        # Not saved for backward: a second forward pass before the first one's backward refreshes it with the
        # same values.
        ctx.low, ctx.shape, ctx.kinds = low, x.shape, (x.dtype, weight.dtype)
        return _product(rows, low, bias).view(*x.shape[:-1], -1)

    @staticmethod
    @once_differentiable
    def backward(ctx: _CastContext, gradient: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        (rows,) = ctx.saved_tensors
        gradient = gradient.to(rows.dtype).reshape(-1, gradient.shape[-1])
        inputs, weights, biases, _ = ctx.needs_input_grad
        kind, own = ctx.kinds
        return (
            torch.mm(gradient, ctx.low).to(kind).view(ctx.shape) if inputs else None,
            torch.mm(gradient.t(), rows).to(own) if weights else None,
            _column_sums(gradient).to(own) if biases else None,
            None,
        )


def _product(rows: torch.Tensor, low: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
    return torch.mm(rows, low.t()) if bias is None else torch.addmm(bias.to(low.dtype), rows, low.t())


def _column_sums(rows: torch.Tensor) -> torch.Tensor:
    """Sum the columns of [T, n] to [n].

    In half precision this is a matrix product, which adds in 32 bits and is several times faster than a sum.
    """
    return rows.sum(0) if rows.dtype.itemsize > 2 else torch.mm(rows.new_ones(1, len(rows)), rows)[0]


class CastCachingLinear(nn.Linear):
    """``nn.Linear`` that, under autocast on a CPU, reuses the buffer of its weight cast to the products' dtype."""

    _cast_buffer: torch.Tensor | None = None

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        kind = matmul_dtype(input)
        if input.device.type != "cpu" or kind == self.weight.dtype:
            return functional.linear(input, self.weight, self.bias)
        result: torch.Tensor = _CastLinear.apply(input, self.weight, self.bias, self.cast_weight(kind))
        return result

    @torch.no_grad()
    def cast_weight(self, kind: torch.dtype) -> torch.Tensor:
        """Return the present weight in precision ``kind``.

        It is copied anew for each forward pass. Fused optimisers do not count their updates, so a changed weight cannot
        be detected, and copying is cheaper than allocating.
        """
        if kind == self.weight.dtype:
            return self.weight
        if (
            self._cast_buffer is None
            or self._cast_buffer.dtype != kind
            or self._cast_buffer.shape != self.weight.shape
        ):
            # A buffer made in inference mode could not be written to outside it.
            with torch.inference_mode(False):
                self._cast_buffer = torch.empty_like(self.weight, dtype=kind)
        return self._cast_buffer.copy_(self.weight)


class _ResidualContext(AutogradContext, Protocol):
    """The weight's copy, the shapes of input and residual, and the precisions of input and weight."""

    low: torch.Tensor
    shapes: tuple[torch.Size, torch.Size]
    kinds: tuple[torch.dtype, torch.dtype]


class _ResidualLayerNorm(torch.autograd.Function):
    """LayerNorm(residual + dropout(x Wᵀ + b)), the end of a sublayer (Vaswani et al. 2017, 3.1)."""

    @staticmethod
    def forward(
        ctx: _ResidualContext,
        x: torch.Tensor,
        residual: torch.Tensor,
        weight: torch.Tensor,
        bias: torch.Tensor,
        scale: torch.Tensor,
        shift: torch.Tensor,
        low: torch.Tensor,
        probability: float,
        epsilon: float,
    ) -> torch.Tensor:
        rows = x.to(low.dtype).view(-1, x.shape[-1])
        added = _product(rows, low, bias)
        keep = draw_scaled_keep_mask(added.shape, probability, added.dtype) if probability else None
        if keep is not None:
            added.mul_(keep)
        total = residual.reshape(added.shape) + added.to(residual.dtype)
        result, mean, deviation = torch.native_layer_norm(total, total.shape[-1:], scale, shift, epsilon)
        ctx.save_for_backward(rows, total, mean, deviation, scale, shift, keep)
        ctx.low, ctx.shapes, ctx.kinds = low, (x.shape, residual.shape), (x.dtype, weight.dtype)
        return result.view(residual.shape)

    @staticmethod
    @once_differentiable
    def backward(ctx: _ResidualContext, gradient: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        rows, total, mean, deviation, scale, shift, keep = ctx.saved_tensors
        needs, (kind, own) = ctx.needs_input_grad, ctx.kinds
        to_total, to_scale, to_shift = torch.ops.aten.native_layer_norm_backward(
            gradient.reshape(total.shape), total, total.shape[-1:], mean, deviation, scale, shift,
            [any(needs[:4]), needs[4], needs[5]],
        )  # fmt: skip
        inputs = weights = biases = None
        if to_total is not None:
            added = to_total.to(rows.dtype)
            if keep is not None:
                added = added.mul_(keep) if added is not to_total else added * keep
            inputs = torch.mm(added, ctx.low).to(kind).view(ctx.shapes[0]) if needs[0] else None
            weights = torch.mm(added.t(), rows).to(own) if needs[2] else None
            biases = _column_sums(added).to(own) if needs[3] else None
            to_total = to_total.view(ctx.shapes[1]) if needs[1] else None
        return inputs, to_total, weights, biases, to_scale, to_shift, None, None, None


def residual_layer_norm(
    dense: CastCachingLinear, norm: nn.LayerNorm, probability: float, x: torch.Tensor, residual: torch.Tensor
) -> torch.Tensor:
    """Return ``norm(residual + dropout(dense(x)))``, [..., H], with dropout of ``probability``."""
    low = dense.cast_weight(matmul_dtype(x))
    result: torch.Tensor = _ResidualLayerNorm.apply(
        x, residual, dense.weight, dense.bias, norm.weight, norm.bias, low, probability, norm.eps
    )
    return result


class _SelfAttention(nn.Module):
    """Self-attention with queries, keys and values computed from one rounding of the hidden states."""

    def forward(self, hidden_states: torch.Tensor, *arguments: object, **keywords: object) -> object:
        return super().forward(hidden_states.to(matmul_dtype(hidden_states)), *arguments, **keywords)


class _SublayerOutput(nn.Module):
    """The end of a sublayer: dense layer, dropout, residual connection, normalisation."""

    dense: nn.Module
    dropout: nn.Dropout
    LayerNorm: nn.LayerNorm

    def forward(self, hidden_states: torch.Tensor, input_tensor: torch.Tensor) -> torch.Tensor:
        dense, norm, dropout = self.dense, self.LayerNorm, self.dropout
        is_supported = (
            isinstance(dense, CastCachingLinear)
            and type(norm) is nn.LayerNorm
            and hidden_states.device.type == "cpu"
        )
        if (
            not is_supported
            or input_tensor.dtype != norm.weight.dtype
            or any(map(_has_hooks, (dense, norm, dropout)))
        ):
            return super().forward(hidden_states, input_tensor)
        assert isinstance(dense, CastCachingLinear)
        probability = dropout.p if dropout.training else 0.0
        return residual_layer_norm(dense, norm, probability, hidden_states, input_tensor)


class _Layer(nn.Module):
    """A layer that, as the top one, can compute the hidden states of some tokens only.

    Their hidden states depend on the other tokens through attention alone, so everything after attention is skipped
    for those others.
    """

    top = False
    feed_forward_chunk: Callable[..., torch.Tensor]

    def forward(
        self,
        hidden_states: torch.Tensor,
        attention_mask: torch.Tensor | None = None,
        *arguments: object,
        tokens: torch.Tensor | None = None,
        **keywords: object,
    ) -> torch.Tensor:
        """Return the hidden states. At the top [1, n, H] of the n ``tokens`` where given (flat indices)."""
        if tokens is None or not self.top:
            return super().forward(hidden_states, attention_mask, *arguments, **keywords)
        attended, _ = self.get_submodule("attention.self")(hidden_states, attention_mask, **keywords)
        attended, before = (x.flatten(0, 1).index_select(0, tokens)[None] for x in (attended, hidden_states))
        return self.feed_forward_chunk(self.get_submodule("attention.output")(attended, before))


def _has_hooks(module: nn.Module) -> bool:
    return bool(module._forward_hooks or module._forward_pre_hooks or module._backward_hooks)


FUSED_FAMILIES = ("bert", "roberta", "xlm_roberta", "camembert", "electra")
"""Families of transformers whose layers are BERT's under other names."""
_PARTS = {
    "SelfAttention": _SelfAttention,
    "SelfOutput": _SublayerOutput,
    "Output": _SublayerOutput,
    "Layer": _Layer,
}


@cache
def _fused_class(kind: object) -> type[nn.Module] | None:
    """Return the fused subclass of the module class ``kind``, or None where there is none."""
    if kind is nn.Linear:
        return CastCachingLinear
    assert isinstance(kind, type)
    for family in FUSED_FAMILIES:
        if kind.__module__ == f"transformers.models.{family}.modeling_{family}":
            prefix = family.replace("_", "")
            part = next((p for n, p in _PARTS.items() if kind.__name__.lower() == prefix + n.lower()), None)
            return part and type(kind.__name__, (part, kind), {"__module__": __name__})
    return None


def install_fused_layers(model: nn.Module) -> None:
    """Replace the classes of all modules of ``model`` that have a fused subclass here."""
    for module in model.modules():
        own: object = type(module)
        kind = _fused_class(own)
        if kind is not None:
            module.__class__ = kind
    for module in model.modules():
        if isinstance(module, nn.ModuleList) and len(module) and isinstance(module[-1], _Layer):
            module[-1].top = not module[-1].is_decoder


def can_narrow_top_layer(encoder: nn.Module) -> bool:
    """Return whether the top layer of ``encoder`` can be computed for some tokens only (``tokens=``).

    It cannot while a hook reads the encoder's output for all of them.
    """
    return not _has_hooks(encoder) and any(isinstance(m, _Layer) and m.top for m in encoder.modules())
