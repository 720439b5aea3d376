"""L2-SP: a penalty on the distance of the encoder from its start and of the new head from zero (Li et al.
2018, eq. 2).

The penalty α/2 ‖w − w⁰‖² + β/2 ‖w_new‖² takes the place of weight decay, which would pull the encoder to zero at the
same time (``engine.optim.groups``). As part of the loss its gradient is added after the backward pass, which needs no
graph. Decoupled, the pull w ← w − η α (w − w⁰) comes after the update, with the rate of the weight's own group, so that
Adam does not rescale it (Loshchilov & Hutter 2019, code of Lee et al. 2020).
"""

from __future__ import annotations

from collections.abc import Mapping

import torch

from engine.mitigation.base import Regulariser
from engine.mitigation.reference_weights import (
    ReferenceWeights,
    add_to_gradients,
    newly_initialised_parameters,
    snapshot_weights,
    squared_norm,
)
from engine.progress import ReportProgress
from engine.spec.mitigation import L2SP
from engine.stages.base import StageContext, StageTask


class L2SPRegulariser(Regulariser):
    """L2-SP during training. Both terms together are reported as ``train/loss/l2_sp``, in either form."""

    name = "l2_sp"

    def __init__(
        self, options: L2SP, reference: ReferenceWeights, new_parameters: list[torch.nn.Parameter]
    ) -> None:
        self.options, self.reference, self.new_parameters = options, reference, new_parameters
        self._reference_by_id = {
            id(parameter): start
            for parameter, start in zip(reference.parameters, reference.values, strict=True)
        }
        self._new_ids = {id(parameter) for parameter in new_parameters}

    @torch.no_grad()
    def after_backward(self, step: int) -> Mapping[str, torch.Tensor]:
        alpha, beta, moved = self.options.alpha, self.options.beta, self.reference.displacements()
        if self.options.form == "loss":
            add_to_gradients(self.reference.parameters, moved, alpha)
            add_to_gradients(self.new_parameters, self.new_parameters, beta)
        penalty = alpha / 2 * squared_norm(moved)
        return {
            self.name: penalty
            + beta / 2 * squared_norm([p.detach() for p in self.new_parameters]).to(penalty.device)
        }

    @torch.no_grad()
    def after_update(self, optimizer: torch.optim.Optimizer) -> None:
        if self.options.form == "loss":
            return
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                start = self._reference_by_id.get(id(parameter))
                if start is not None:
                    parameter.add_(parameter - start, alpha=-group["lr"] * self.options.alpha)
                elif id(parameter) in self._new_ids:
                    parameter.mul_(1 - group["lr"] * self.options.beta)


def build(choice: L2SP, task: StageTask, context: StageContext, report: ReportProgress) -> Regulariser:
    """Take the present weights as reference weights, towards which L2-SP pulls."""
    return L2SPRegulariser(choice, snapshot_weights(task), newly_initialised_parameters(task))
