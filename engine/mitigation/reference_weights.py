"""Which weights a strategy holds, and what they were when the stage began."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import nn

from engine.model.parameters import ParameterInfo
from engine.stages.base import StageTask


@dataclass(frozen=True, eq=False)
class ReferenceWeights:
    """Parameters and copies of them from the beginning of the stage, in the same order."""

    parameters: list[nn.Parameter]
    values: list[torch.Tensor]

    def displacements(self) -> list[torch.Tensor]:
        """w − w⁰ of each parameter."""
        values = [parameter.detach() for parameter in self.parameters]
        return list(torch._foreach_sub(values, self.values)) if values else []


def is_newly_initialised(row: ParameterInfo, task: StageTask) -> bool:
    """Whether a parameter was drawn for this stage: head, and a pooler that the encoder does not bring along.

    The masked-word head of further pre-training belongs to the encoder: it is no newer than the rest.
    """
    outside = row.part == "head" or row.name.startswith("pooler.")
    return outside and not task.stage.predicts_words


def trainable_parameters(task: StageTask) -> list[nn.Parameter]:
    """The encoder's parameters that learn at some time of the stage."""
    learns, parameters = (
        task.stage.freezing.trainable_depths(task.layers),
        dict(task.model.named_parameters()),
    )
    return [
        parameters[row.name]
        for row in task.parameter_table
        if not is_newly_initialised(row, task) and (row.depth in learns or row.part == "head")
    ]


def snapshot_weights(task: StageTask) -> ReferenceWeights:
    """Those that ``trainable_parameters`` names, and copies of them as they stand now."""
    parameters = trainable_parameters(task)
    return ReferenceWeights(parameters, [parameter.detach().clone() for parameter in parameters])


def newly_initialised_parameters(task: StageTask) -> list[nn.Parameter]:
    """The parameters that were drawn for this stage."""
    parameters = dict(task.model.named_parameters())
    return [parameters[row.name] for row in task.parameter_table if is_newly_initialised(row, task)]


def squared_norm(tensors: Sequence[torch.Tensor]) -> torch.Tensor:
    """Σ w² over all entries of all ``tensors``, a scalar."""
    if not tensors:
        return torch.zeros(())
    return torch.stack(torch._foreach_norm(list(tensors))).square().sum()


def add_to_gradients(
    parameters: Sequence[nn.Parameter], directions: Sequence[torch.Tensor | nn.Parameter], factor: float
) -> None:
    """Adds ``factor`` times ``directions`` to the gradients of those parameters that have one: the others
    are frozen, or nothing reads them."""
    pairs = [
        (parameter.grad, step.detach())
        for parameter, step in zip(parameters, directions, strict=True)
        if parameter.grad is not None
    ]
    if pairs and factor:
        torch._foreach_add_([grad for grad, _ in pairs], [step for _, step in pairs], alpha=factor)
