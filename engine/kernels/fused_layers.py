"""Transformer sublayers other than attention, with hand-written backward passes.

They compute the same as transformers' modules under autocast, in fewer passes over memory: matrix products in the
precision of autocast, the residual stream and its normalisation in float32. The cast of a weight to that precision is
stored in a buffer that every update reuses. Its gradient is converted to float32 straight from the product.

A module is replaced by exchanging its class for a subclass with the same parameters and children, so names, state
dicts, hooks and adapters see no difference (``install_fused_layers``). Only exactly matching classes are replaced. In
cases that a subclass does not handle (an adapter around a matrix, a device other than a CPU) it calls the original
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
    """Return the precision of matrix products of ``values`` [...]: that of autocast where it is on, else their own."""
    device_type = values.device.type
    return torch.get_autocast_dtype(device_type) if torch.is_autocast_enabled(device_type) else values.dtype


class _CastContext(AutogradContext, Protocol):
    """The cast weight, the shape of the input, and the precisions of input and weight."""

    cast: torch.Tensor
    shape: torch.Size
    dtypes: tuple[torch.dtype, torch.dtype]


class _CastLinear(torch.autograd.Function):
    """x Wᵀ + b in the precision of ``cast``, a copy of W. Each gradient is in the precision of its tensor."""

    @staticmethod
    def forward(
        ctx: _CastContext,
        x: torch.Tensor,
        weight: torch.Tensor,
        bias: torch.Tensor | None,
        cast: torch.Tensor,
    ) -> torch.Tensor:
        rows = x.to(cast.dtype).view(-1, x.shape[-1])
        ctx.save_for_backward(rows)
        # Not saved for backward: another forward pass before this backward rewrites it with the same values.
        ctx.cast, ctx.shape, ctx.dtypes = cast, x.shape, (x.dtype, weight.dtype)
        return _linear(rows, cast, bias).view(*x.shape[:-1], -1)

    @staticmethod
    @once_differentiable
    def backward(ctx: _CastContext, gradient: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        (rows,) = ctx.saved_tensors
        gradient = gradient.to(rows.dtype).reshape(-1, gradient.shape[-1])
        input_needed, weight_needed, bias_needed, _ = ctx.needs_input_grad
        input_dtype, weight_dtype = ctx.dtypes
        return (
            torch.mm(gradient, ctx.cast).to(input_dtype).view(ctx.shape) if input_needed else None,
            torch.mm(gradient.t(), rows).to(weight_dtype) if weight_needed else None,
            _column_sums(gradient).to(weight_dtype) if bias_needed else None,
            None,
        )


def _linear(rows: torch.Tensor, cast: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
    return torch.mm(rows, cast.t()) if bias is None else torch.addmm(bias.to(cast.dtype), rows, cast.t())


def _column_sums(rows: torch.Tensor) -> torch.Tensor:
    """Sum the columns of [T, n] to [n].

    In half precision a matrix product does it, which adds in 32 bits and is several times faster than a sum.
    """
    return rows.sum(0) if rows.dtype.itemsize > 2 else torch.mm(rows.new_ones(1, len(rows)), rows)[0]


class CastCachingLinear(nn.Linear):
    """``nn.Linear`` that, under autocast on a CPU, reuses the buffer of its cast weight."""

    _cast_buffer: torch.Tensor | None = None

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        dtype = matmul_dtype(input)
        if input.device.type != "cpu" or dtype == self.weight.dtype:
            return functional.linear(input, self.weight, self.bias)
        result: torch.Tensor = _CastLinear.apply(input, self.weight, self.bias, self.cast_weight(dtype))
        return result

    @torch.no_grad()
    def cast_weight(self, dtype: torch.dtype) -> torch.Tensor:
        """Return the present weight in precision ``dtype``.

        It is copied in each forward pass. Fused optimisers do not count their updates, so a changed weight cannot be
        detected, and copying is cheaper than allocating.
        """
        if dtype == self.weight.dtype:
            return self.weight
        if (
            self._cast_buffer is None
            or self._cast_buffer.dtype != dtype
            or self._cast_buffer.shape != self.weight.shape
        ):
            # A buffer made in inference mode could not be written to outside it.
            with torch.inference_mode(False):
                self._cast_buffer = torch.empty_like(self.weight, dtype=dtype)
        return self._cast_buffer.copy_(self.weight)


class _ResidualContext(AutogradContext, Protocol):
    """The cast weight, the shapes of input and residual, and the precisions of input and weight."""

    cast: torch.Tensor
    shapes: tuple[torch.Size, torch.Size]
    dtypes: tuple[torch.dtype, torch.dtype]


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
        cast: torch.Tensor,
        probability: float,
        epsilon: float,
    ) -> torch.Tensor:
        rows = x.to(cast.dtype).view(-1, x.shape[-1])
        hidden = _linear(rows, cast, bias)
        keep = draw_scaled_keep_mask(hidden.shape, probability, hidden.dtype) if probability else None
        if keep is not None:
            hidden.mul_(keep)
        total = residual.reshape(hidden.shape) + hidden.to(residual.dtype)
        result, mean, deviation = torch.native_layer_norm(total, total.shape[-1:], scale, shift, epsilon)
        ctx.save_for_backward(rows, total, mean, deviation, scale, shift, keep)
        ctx.cast, ctx.shapes, ctx.dtypes = cast, (x.shape, residual.shape), (x.dtype, weight.dtype)
        return result.view(residual.shape)

    @staticmethod
    @once_differentiable
    def backward(ctx: _ResidualContext, gradient: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        rows, total, mean, deviation, scale, shift, keep = ctx.saved_tensors
        needs, (x_dtype, weight_dtype) = ctx.needs_input_grad, ctx.dtypes
        grad_total, grad_scale, grad_shift = torch.ops.aten.native_layer_norm_backward(
            gradient.reshape(total.shape), total, total.shape[-1:], mean, deviation, scale, shift,
            [any(needs[:4]), needs[4], needs[5]],
        )  # fmt: skip
        grad_input = grad_weight = grad_bias = None
        if grad_total is not None:
            grad_hidden = grad_total.to(rows.dtype)
            if keep is not None:
                grad_hidden = grad_hidden.mul_(keep) if grad_hidden is not grad_total else grad_hidden * keep
            grad_input = torch.mm(grad_hidden, ctx.cast).to(x_dtype).view(ctx.shapes[0]) if needs[0] else None
            grad_weight = torch.mm(grad_hidden.t(), rows).to(weight_dtype) if needs[2] else None
            grad_bias = _column_sums(grad_hidden).to(weight_dtype) if needs[3] else None
            grad_total = grad_total.view(ctx.shapes[1]) if needs[1] else None
        return grad_input, grad_total, grad_weight, grad_bias, grad_scale, grad_shift, None, None, None


def residual_layer_norm(
    dense: CastCachingLinear, norm: nn.LayerNorm, probability: float, x: torch.Tensor, residual: torch.Tensor
) -> torch.Tensor:
    """Return ``norm(residual + dropout(dense(x)))``, [..., H], with dropout of ``probability``."""
    cast = dense.cast_weight(matmul_dtype(x))
    result: torch.Tensor = _ResidualLayerNorm.apply(
        x, residual, dense.weight, dense.bias, norm.weight, norm.bias, cast, probability, norm.eps
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
    """A layer that, at the top of the encoder, can compute the hidden states of selected tokens only.

    These depend on the other tokens only through attention, so everything after attention is skipped for the others.
    """

    is_top = False
    feed_forward_chunk: Callable[..., torch.Tensor]

    def forward(
        self,
        hidden_states: torch.Tensor,
        attention_mask: torch.Tensor | None = None,
        *arguments: object,
        tokens: torch.Tensor | None = None,
        **keywords: object,
    ) -> torch.Tensor:
        """Return the hidden states, in the top layer those of the n ``tokens`` only (flat indices), [1, n, H]."""
        if tokens is None or not self.is_top:
            return super().forward(hidden_states, attention_mask, *arguments, **keywords)
        attended, _ = self.get_submodule("attention.self")(hidden_states, attention_mask, **keywords)
        attended, before = (x.flatten(0, 1).index_select(0, tokens)[None] for x in (attended, hidden_states))
        return self.feed_forward_chunk(self.get_submodule("attention.output")(attended, before))


def _has_hooks(module: nn.Module) -> bool:
    return bool(module._forward_hooks or module._forward_pre_hooks or module._backward_hooks)


FUSED_FAMILIES = ("bert", "roberta", "xlm_roberta", "camembert", "electra")
"""Model families of transformers that have BERT's layers under other names."""
_BASES = {
    "SelfAttention": _SelfAttention,
    "SelfOutput": _SublayerOutput,
    "Output": _SublayerOutput,
    "Layer": _Layer,
}


@cache
def _fused_class(cls: object) -> type[nn.Module] | None:
    """Return the fused subclass of the module class ``cls``, or None where there is none."""
    if cls is nn.Linear:
        return CastCachingLinear
    assert isinstance(cls, type)
    for family in FUSED_FAMILIES:
        if cls.__module__ == f"transformers.models.{family}.modeling_{family}":
            prefix = family.replace("_", "")
            base = next((p for n, p in _BASES.items() if cls.__name__.lower() == prefix + n.lower()), None)
            return base and type(cls.__name__, (base, cls), {"__module__": __name__})
    return None


def install_fused_layers(model: nn.Module) -> None:
    """Replace the classes of all modules of ``model`` that have a fused subclass here."""
    for module in model.modules():
        cls: object = type(module)
        fused = _fused_class(cls)
        if fused is not None:
            module.__class__ = fused
    for module in model.modules():
        if isinstance(module, nn.ModuleList) and len(module) and isinstance(module[-1], _Layer):
            module[-1].is_top = not module[-1].is_decoder


def can_narrow_top_layer(encoder: nn.Module) -> bool:
    """Return whether the top layer of ``encoder`` can be computed for selected tokens only (``tokens=``).

    It cannot while a hook reads the encoder's output for all tokens.
    """
    return not _has_hooks(encoder) and any(isinstance(m, _Layer) and m.is_top for m in encoder.modules())
