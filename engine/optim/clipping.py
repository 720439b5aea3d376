"""Gradient clipping: of all parameters together, or of each by itself as the original code has it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import torch


@torch.no_grad()
def clip_gradients(
    parameters: Iterable[torch.nn.Parameter],
    max_norm: float,
    scope: Literal["all", "tensor"],
    optimizer: torch.optim.Optimizer | None = None,
) -> torch.Tensor:
    """Scale gradients down so that no norm is above ``max_norm`` (0: none is clipped).

    Args:
        scope: "all" bounds the norm over all parameters (Google's BERT code), "tensor" that of every tensor by itself
            (Sun et al. 2019, code).
        optimizer: whose next update they are for. A fused one scales them itself in passing, so that they are not
            read and written once more before.

    Returns the norm over all parameters before clipping.
    """
    fused: Any = None  # its ``grad_scale`` is set from outside, as torch's GradScaler does, and has no type
    if scope == "all" and isinstance(optimizer, torch.optim.AdamW) and optimizer.defaults["fused"]:
        fused = optimizer
        fused.grad_scale = None
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    if not gradients:
        return torch.zeros(())
    norms = torch.stack(torch._foreach_norm(gradients))
    total = torch.linalg.vector_norm(norms)
    if max_norm and fused is not None:
        fused.grad_scale = ((total + 1e-6) / max_norm).clamp(min=1.0)  # what it divides by
    elif max_norm:
        # The small number is torch's own (clip_grad_norm_), and the original's with it.
        scales = (max_norm / ((norms if scope == "tensor" else total) + 1e-6)).clamp(max=1.0)
        torch._foreach_mul_(gradients, list(scales.unbind()) if scope == "tensor" else scales)
    return total
