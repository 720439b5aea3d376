"""Gradient clipping: of all parameters together, or of each by itself as the original code has it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import torch


@torch.no_grad()
def clip(
    parameters: Iterable[torch.nn.Parameter], limit: float, each: Literal["all", "tensor"]
) -> torch.Tensor:
    """Scales gradients down in place so that no norm is above ``limit`` (0: none is clipped).

    Args:
        each: "all" bounds the norm over all parameters (Google's BERT code), "tensor" that of every tensor by itself
            (Sun et al. 2019, code).

    Returns the norm over all parameters before clipping.
    """
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    if not gradients:
        return torch.zeros(())
    norms = torch.stack(torch._foreach_norm(gradients))
    total = torch.linalg.vector_norm(norms)
    if limit:
        # The small number is torch's own (clip_grad_norm_), and the original's with it.
        scales = (limit / ((norms if each == "tensor" else total) + 1e-6)).clamp(max=1.0)
        torch._foreach_mul_(gradients, list(scales.unbind()) if each == "tensor" else scales)
    return total
