"""Reference weights: the initial weights of a stage, towards which L2-SP and EWC pull."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import nn

from engine.model.parameters import ParameterInfo
from engine.stages.base import StageTask


@dataclass(frozen=True, eq=False)
class ReferenceWeights:
    """Parameters and their values at the start of the stage, in the same order."""

    parameters: list[nn.Parameter]
    values: list[torch.Tensor]

    def displacements(self) -> list[torch.Tensor]:
        """Return w − w⁰ of each parameter."""
        values = [parameter.detach() for parameter in self.parameters]
        return list(torch._foreach_sub(values, self.values)) if values else []


def is_newly_initialised(row: ParameterInfo, task: StageTask) -> bool:
    """Return whether a parameter was initialised for this stage: the head, and a pooler that the encoder lacked.

    The masked-word head of further pre-training belongs to the encoder and is not new.
    """
    outside = row.part == "head" or row.name.startswith("pooler.")
    return outside and not task.stage.predicts_words


def trainable_parameters(task: StageTask) -> list[nn.Parameter]:
    """Return the encoder's parameters that are trained at some point of the stage."""
    depths = task.stage.freezing.trainable_depths(task.layers)
    parameters = dict(task.model.named_parameters())
    return [
        parameters[row.name]
        for row in task.parameter_table
        if not is_newly_initialised(row, task) and (row.depth in depths or row.part == "head")
    ]


def snapshot_weights(task: StageTask) -> ReferenceWeights:
    """Return the ``trainable_parameters`` with copies of their current values."""
    parameters = trainable_parameters(task)
    return ReferenceWeights(parameters, [parameter.detach().clone() for parameter in parameters])


def newly_initialised_parameters(task: StageTask) -> list[nn.Parameter]:
    """Return the parameters that were initialised for this stage."""
    parameters = dict(task.model.named_parameters())
    return [parameters[row.name] for row in task.parameter_table if is_newly_initialised(row, task)]


def squared_norm(tensors: Sequence[torch.Tensor]) -> torch.Tensor:
    """Compute Σ w² over all entries of all ``tensors``, a scalar."""
    if not tensors:
        return torch.zeros(())
    return torch.stack(torch._foreach_norm(list(tensors))).square().sum()


def add_to_gradients(
    parameters: Sequence[nn.Parameter], directions: Sequence[torch.Tensor | nn.Parameter], factor: float
) -> None:
    """Add ``factor`` times ``directions`` to the gradients of those parameters that have one.

    Others are frozen, or unused in the update.
    """
    pairs = [
        (parameter.grad, step.detach())
        for parameter, step in zip(parameters, directions, strict=True)
        if parameter.grad is not None
    ]
    if pairs and factor:
        torch._foreach_add_([grad for grad, _ in pairs], [step for _, step in pairs], alpha=factor)
