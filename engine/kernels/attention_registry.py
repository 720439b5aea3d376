"""Registry of the kernels that compute attention, packed and padded, and the selection of a run.

All kernels compute dropout(softmax(query keyᵀ · scale)) value. They differ in rounding, in their dropout masks, and in
speed, which depends on the device (``engine.kernels.kernel_selection`` chooses). A kernel is one entry of ``KERNELS``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import cast

import torch
from torch.nn import functional

from engine.kernels.attention_products import attention_products, packed_attention_products
from engine.kernels.packing import Packing, gather_rows

PackedKernel = Callable[
    [torch.Tensor, torch.Tensor, torch.Tensor, Packing, int | None, float, float], torch.Tensor
]
"""(query, key, value [T, heads, d], packing, window or None, dropout, scale) -> [T, heads, d]."""
PaddedKernel = Callable[
    [torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor | None, float, float], torch.Tensor
]
"""(query, key, value [B, heads, L, d], mask or None, dropout, scale) -> [B, heads, L, d]."""


@dataclass(frozen=True)
class AttentionProblem:
    """The properties of an attention call that determine whether a kernel supports it."""

    device: str
    dtype: torch.dtype
    head_size: int
    packed: bool
    dropout: bool


@dataclass(frozen=True)
class AttentionKernel:
    """One implementation of attention.

    ``unsupported_reason`` returns why it cannot compute a problem, or None. ``missing_reason`` returns why this
    installation has no such kernel on a device, or None.
    """

    name: str
    title: str
    packed: PackedKernel
    padded: PaddedKernel | None
    unsupported_reason: Callable[[AttentionProblem], str | None]
    missing_reason: Callable[[torch.device], str | None] = lambda device: None


@dataclass(frozen=True)
class KernelSelection:
    """The kernels of a run, by name: for training with attention dropout, for training without, and for evaluation.

    An empty name means the first kernel that supports the problem.
    """

    dropout: str = ""
    learning: str = ""
    measuring: str = ""

    def select(self, problem: AttentionProblem) -> AttentionKernel:
        """Return the kernel for ``problem``: the selected one, else another that computes it exactly."""
        if problem.dropout:
            name = self.dropout
        else:
            name = self.learning if torch.is_grad_enabled() else self.measuring
        kernel = KERNELS.get(name)
        if kernel is not None and kernel.unsupported_reason(problem) is None:
            return kernel
        return PRODUCTS if PRODUCTS.unsupported_reason(problem) is None else SDPA


def _sdpa_packed(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    packing: Packing,
    window: int | None,
    dropout: float,
    scale: float,
) -> torch.Tensor:
    grouping = packing.grouping
    gather_index, inverse_index = grouping.gather_index, grouping.inverse_index
    sizes = [group.stop - group.start for group in grouping.groups]
    rows = [gather_rows(x, gather_index, inverse_index).split(sizes) for x in (query, key, value)]
    outputs = []
    for group, *parts in zip(grouping.groups, *rows, strict=True):
        texts = (x.view(group.texts, group.width, *x.shape[1:]).transpose(1, 2) for x in parts)
        q, k, v = (x[:, :, : group.longest] for x in texts)
        mask = None
        if not group.equal_lengths or group.exceeds_window(window):
            # Otherwise nothing is masked, and the fastest kernels, which take no mask, can be used.
            mask = packing.mask(group, window)
            mask = mask[..., : group.longest] if mask is not None else None
        result = functional.scaled_dot_product_attention(q, k, v, mask, dropout, scale=scale)
        if group.width > group.longest:
            result = functional.pad(result, (0, 0, 0, group.width - group.longest))
        outputs.append(result.transpose(1, 2).flatten(0, 1))
    return gather_rows(torch.cat(outputs), inverse_index, gather_index, grouping.token_mask)


def _sdpa_padded(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None,
    dropout: float,
    scale: float,
) -> torch.Tensor:
    return functional.scaled_dot_product_attention(query, key, value, mask, dropout, scale=scale)


def _varlen(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    packing: Packing,
    window: int | None,
    dropout: float,
    scale: float,
) -> torch.Tensor:
    from torch.nn.attention.varlen import varlen_attn

    starts, longest = packing.cu_seqlens, packing.max_length
    is_windowed = window is not None and window < longest
    if not dropout:
        # One less: our window includes the token itself, torch's counts the neighbours on each side.
        window_size = (window - 1, window - 1) if is_windowed and window is not None else (-1, -1)
        output = varlen_attn(
            query, key, value, starts, starts, longest, longest, scale=scale, window_size=window_size
        )
        return cast(torch.Tensor, output)
    # The public function has no dropout. The underlying operator has, and nested tensors use it.
    side = window - 1 if is_windowed and window is not None else None
    mixed: torch.Tensor = torch.ops.aten._flash_attention_forward(
        query, key, value, starts, starts, longest, longest, dropout, False, False,
        scale=scale, window_size_left=side, window_size_right=side,
    )[0]  # fmt: skip
    return mixed


def _products_unsupported_reason(problem: AttentionProblem) -> str | None:
    return None if problem.device == "cpu" else "it is written for CPUs"


def _varlen_unsupported_reason(problem: AttentionProblem) -> str | None:
    if problem.device != "cuda":
        return "it needs an NVIDIA GPU"
    if problem.dtype not in (torch.bfloat16, torch.float16):
        return "it computes in 16 bits only"
    if not problem.packed:
        return "it takes packed texts only"
    if problem.head_size % 8 or problem.head_size > 128:
        return f"it takes heads of 8, 16 ... 128 numbers, not of {problem.head_size}"
    return None


@cache
def _varlen_missing_reason(device: torch.device) -> str | None:
    try:
        from torch.nn.attention.varlen import varlen_attn  # noqa: F401
    except ImportError:
        return f"torch {torch.__version__} has none"
    if torch.version.hip is not None:
        return "it needs an NVIDIA GPU"
    if torch.cuda.get_device_capability(device) < (8, 0):
        return "the GPU is older than Ampere"
    return None


PRODUCTS = AttentionKernel(
    "products",
    "matrix products per length group",
    packed_attention_products,
    attention_products,
    _products_unsupported_reason,
)
SDPA = AttentionKernel("sdpa", "torch's fused kernel", _sdpa_packed, _sdpa_padded, lambda problem: None)
VARLEN = AttentionKernel(
    "varlen",
    "torch's variable-length kernel",
    _varlen,
    None,
    _varlen_unsupported_reason,
    _varlen_missing_reason,
)
KERNELS = {kernel.name: kernel for kernel in (PRODUCTS, VARLEN, SDPA)}
"""Kernels by name, in the order in which they are tried (``engine.kernels.kernel_selection``)."""
