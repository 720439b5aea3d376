"""L2-SP: a penalty on the distance of the encoder from its initial weights and of the head from zero (Li et al. 2018).

The penalty α/2 ‖w − w⁰‖² + β/2 ‖w_new‖² (eq. 2) replaces weight decay, which would pull the encoder to zero at the same
time (``engine.optim.groups``). In the form ``loss`` its gradient is added after the backward pass, which needs no
graph. In the decoupled form the pull w ← w − η α (w − w⁰) follows the update, with the rate of the weight's group, so
that Adam does not rescale it (Loshchilov & Hutter 2019, code of Lee et al. 2020).
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
    """L2-SP during training. The sum of both terms is reported as ``train/loss/l2_sp``, in either form."""

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
        alpha, beta, changes = self.options.alpha, self.options.beta, self.reference.displacements()
        if self.options.form == "loss":
            add_to_gradients(self.reference.parameters, changes, alpha)
            add_to_gradients(self.new_parameters, self.new_parameters, beta)
        penalty = alpha / 2 * squared_norm(changes)
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
    """Use the current weights as the reference towards which L2-SP pulls."""
    return L2SPRegulariser(choice, snapshot_weights(task), newly_initialised_parameters(task))
