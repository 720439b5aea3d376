"""The optimiser of the original BERT code (Devlin et al. 2019, ``optimization.py``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import torch

from engine.json_types import ParsedJson

if TYPE_CHECKING:
    from torch.optim.optimizer import ParamsT


class BertAdamOptimizer(torch.optim.Optimizer):
    """Adam without bias correction, with decoupled weight decay inside the scaled update.

    For gradient g and rate η: m ← β1 m + (1-β1) g, v ← β2 v + (1-β2) g², w ← w - η (m / (√v + ε) + λ w). ε is outside
    the root. Clipping, tensor by tensor in the original, is an option of the stage (``engine.optim.clipping``).

    Args:
        params: tensors or groups. A group may have its own ``lr`` and ``weight_decay``.
        lr: learning rate η.
        betas: β1, β2.
        eps: ε.
        weight_decay: λ.
    """

    def __init__(
        self,
        params: ParamsT,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-6,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:  # type: ignore[override]
        """Update every parameter that has a gradient."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            parameters = [p for p in group["params"] if p.grad is not None]
            if parameters:
                self._update(group, parameters)
        return loss

    def _update(self, group: ParsedJson, parameters: list[torch.Tensor]) -> None:
        for p in parameters:
            if not self.state[p]:
                self.state[p] = {"exp_avg": torch.zeros_like(p), "exp_avg_sq": torch.zeros_like(p)}
        gradients = [p.grad for p in parameters if p.grad is not None]
        means = [self.state[p]["exp_avg"] for p in parameters]
        squares = [self.state[p]["exp_avg_sq"] for p in parameters]
        beta1, beta2 = group["betas"]
        torch._foreach_mul_(means, beta1)
        torch._foreach_add_(means, gradients, alpha=1 - beta1)
        torch._foreach_mul_(squares, beta2)
        torch._foreach_addcmul_(squares, gradients, gradients, 1 - beta2)
        update = torch._foreach_sqrt(squares)
        torch._foreach_add_(update, group["eps"])
        update = torch._foreach_div(means, update)
        if group["weight_decay"]:
            torch._foreach_add_(update, parameters, alpha=group["weight_decay"])
        torch._foreach_add_(parameters, update, alpha=-group["lr"])
