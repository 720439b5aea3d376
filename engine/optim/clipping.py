"""Gradient clipping by the norm over all parameters, or tensor by tensor as in the code of Sun et al. 2019."""

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
    """Scale gradients down so that no norm exceeds ``max_norm`` (0: no clipping).

    Args:
        scope: "all" bounds the norm over all parameters (Google's BERT code), "tensor" the norm of each tensor (Sun et
            al. 2019, code).
        optimizer: the optimiser of the next update. A fused one scales the gradients during the update, which saves a
            pass over them.

    Returns the norm over all parameters before clipping.
    """
    fused: Any = None  # torch declares no type for ``grad_scale``, which GradScaler also sets from outside
    if scope == "all" and isinstance(optimizer, torch.optim.AdamW) and optimizer.defaults["fused"]:
        fused = optimizer
        fused.grad_scale = None
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    if not gradients:
        return torch.zeros(())
    norms = torch.stack(torch._foreach_norm(gradients))
    total = torch.linalg.vector_norm(norms)
    if max_norm and fused is not None:
        fused.grad_scale = ((total + 1e-6) / max_norm).clamp(min=1.0)  # a divisor
    elif max_norm:
        # The same epsilon as in torch's clip_grad_norm_, and so in the original code.
        scales = (max_norm / ((norms if scope == "tensor" else total) + 1e-6)).clamp(max=1.0)
        torch._foreach_mul_(gradients, list(scales.unbind()) if scope == "tensor" else scales)
    return total
