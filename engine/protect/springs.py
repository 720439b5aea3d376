"""L2-SP: springs that pull the encoder back to its start and the new head to zero (Li et al. 2018, eq. 2).

The penalty α/2 ‖w − w⁰‖² + β/2 ‖w_new‖² takes the place of weight decay, which would pull the encoder to zero at the
same time (``engine.optim.groups``). As part of the loss its gradient is added after the backward pass, which costs
no graph; decoupled, the pull w ← w − η α (w − w⁰) comes after the update, with the rate of the weight's own group, so
that Adam does not rescale it (Loshchilov & Hutter 2019; Lee et al. 2020, code).
"""

from __future__ import annotations

from collections.abc import Mapping

import torch

from engine.protect.base import Guard, guard
from engine.protect.weights import Held, drawn, held, pull, square
from engine.spec.mitigation import L2SP
from engine.train.background import Say
from engine.train.task import Context, Task


class Springs(Guard):
    """L2-SP at work; both terms together are shown as ``train/loss/l2_sp``, in either form."""

    name = "l2_sp"

    def __init__(self, choice: L2SP, old: Held, new: list[torch.nn.Parameter]) -> None:
        self.choice, self.old, self.new = choice, old, new
        self._starts = {
            id(parameter): start for parameter, start in zip(old.parameters, old.starts, strict=True)
        }
        self._new = {id(parameter) for parameter in new}

    @torch.no_grad()
    def after_backward(self, step: int) -> Mapping[str, torch.Tensor]:
        alpha, beta, moved = self.choice.alpha, self.choice.beta, self.old.moved()
        if self.choice.form == "loss":
            pull(self.old.parameters, moved, alpha)
            pull(self.new, self.new, beta)
        penalty = alpha / 2 * square(moved)
        return {self.name: penalty + beta / 2 * square([p.detach() for p in self.new]).to(penalty.device)}

    @torch.no_grad()
    def after_step(self, optimizer: torch.optim.Optimizer) -> None:
        if self.choice.form == "loss":
            return
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                start = self._starts.get(id(parameter))
                if start is not None:
                    parameter.add_(parameter - start, alpha=-group["lr"] * self.choice.alpha)
                elif id(parameter) in self._new:
                    parameter.mul_(1 - group["lr"] * self.choice.beta)


@guard("l2_sp", 30)
def _(task: Task, context: Context, say: Say) -> Guard | None:
    choice = task.stage.anchor
    return Springs(choice, held(task), drawn(task)) if isinstance(choice, L2SP) else None
