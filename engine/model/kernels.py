"""The kernels that compute attention, packed and padded, and which of them a run uses when.

All compute dropout(softmax(query keyᵀ · scale)) value; they differ in rounding, in which weights dropout drops, and
in speed, which depends on the device (``engine.model.verdict`` measures it). A kernel is one entry of ``KERNELS``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import cast

import torch
from torch.nn import functional

from engine.model.packing import Packing, regroup
from engine.model.products import packed_products, products

PackedKernel = Callable[
    [torch.Tensor, torch.Tensor, torch.Tensor, Packing, int | None, float, float], torch.Tensor
]
"""(query, key, value [T, heads, d], packing, window or None, dropout, scale) -> [T, heads, d]."""
PaddedKernel = Callable[
    [torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor | None, float, float], torch.Tensor
]
"""(query, key, value [B, heads, L, d], mask or None, dropout, scale) -> [B, heads, L, d]."""


@dataclass(frozen=True)
class Problem:
    """What is asked of a kernel: the device's type, the type and size of a head, packed or not, with dropout or not."""

    device: str
    dtype: torch.dtype
    head: int
    packed: bool
    dropout: bool


@dataclass(frozen=True)
class Kernel:
    """One way to compute attention.

    ``refuses`` says why it cannot solve a problem, or None; ``lacks`` why this installation has no such kernel on a
    device, or None.
    """

    name: str
    title: str
    packed: PackedKernel
    padded: PaddedKernel | None
    refuses: Callable[[Problem], str | None]
    lacks: Callable[[torch.device], str | None] = lambda device: None


@dataclass(frozen=True)
class Kernels:
    """The kernels of a run, by name: to learn with attention dropout, without, and to measure (no gradients).

    An empty name is the first kernel that takes the problem.
    """

    dropout: str = ""
    learning: str = ""
    measuring: str = ""

    def kernel(self, problem: Problem) -> Kernel:
        """The kernel for ``problem``: the chosen one, else another that solves it exactly."""
        if problem.dropout:
            name = self.dropout
        else:
            name = self.learning if torch.is_grad_enabled() else self.measuring
        chosen = KERNELS.get(name)
        if chosen is not None and chosen.refuses(problem) is None:
            return chosen
        return PRODUCTS if PRODUCTS.refuses(problem) is None else SDPA


def _sdpa_packed(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    packing: Packing,
    window: int | None,
    dropout: float,
    scale: float,
) -> torch.Tensor:
    sizes = [group.stop - group.start for group in packing.groups]
    rows = [regroup(x, packing.there, packing.back).split(sizes) for x in (query, key, value)]
    mixed = []
    for group, *parts in zip(packing.groups, *rows, strict=True):
        texts = (x.view(group.texts, group.width, *x.shape[1:]).transpose(1, 2) for x in parts)
        q, k, v = (x[:, :, : group.longest] for x in texts)
        mask = None
        if not group.even or group.narrows(window):
            # Where there is nothing to hide the fastest kernels are free to go: they take no mask.
            mask = packing.mask(group, window)
            mask = mask[..., : group.longest] if mask is not None else None
        result = functional.scaled_dot_product_attention(q, k, v, mask, dropout, scale=scale)
        if group.width > group.longest:
            result = functional.pad(result, (0, 0, 0, group.width - group.longest))
        mixed.append(result.transpose(1, 2).flatten(0, 1))
    return regroup(torch.cat(mixed), packing.back, packing.there, packing.real)


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

    starts, longest = packing.starts, packing.max_length
    near = window is not None and window < longest
    if not dropout:
        # One less: our window counts from a token itself, theirs the neighbours on each side.
        sides = (window - 1, window - 1) if near and window is not None else (-1, -1)
        found = varlen_attn(
            query, key, value, starts, starts, longest, longest, scale=scale, window_size=sides
        )
        return cast(torch.Tensor, found)
    # The public function has no dropout; the operator beneath it has, and nested tensors use it so.
    side = window - 1 if near and window is not None else None
    mixed: torch.Tensor = torch.ops.aten._flash_attention_forward(
        query, key, value, starts, starts, longest, longest, dropout, False, False,
        scale=scale, window_size_left=side, window_size_right=side,
    )[0]  # fmt: skip
    return mixed


def _refuses_products(problem: Problem) -> str | None:
    return None if problem.device == "cpu" else "it is written for CPUs"


def _refuses_varlen(problem: Problem) -> str | None:
    if problem.device != "cuda":
        return "it needs an NVIDIA GPU"
    if problem.dtype not in (torch.bfloat16, torch.float16):
        return "it computes in 16 bits only"
    if not problem.packed:
        return "it takes packed texts only"
    if problem.head % 8 or problem.head > 128:
        return f"it takes heads of 8, 16 ... 128 numbers, not of {problem.head}"
    return None


@cache
def _lacks_varlen(device: torch.device) -> str | None:
    try:
        from torch.nn.attention.varlen import varlen_attn  # noqa: F401
    except ImportError:
        return f"torch {torch.__version__} has none"
    if torch.version.hip is not None:
        return "it needs an NVIDIA GPU"
    if torch.cuda.get_device_capability(device) < (8, 0):
        return "the GPU is older than Ampere"
    return None


PRODUCTS = Kernel(
    "products", "matrix products per length group", packed_products, products, _refuses_products
)
SDPA = Kernel("sdpa", "torch's fused kernel", _sdpa_packed, _sdpa_padded, lambda problem: None)
VARLEN = Kernel("varlen", "torch's variable-length kernel", _varlen, None, _refuses_varlen, _lacks_varlen)
KERNELS = {kernel.name: kernel for kernel in (PRODUCTS, VARLEN, SDPA)}
"""By name, best guess first."""
