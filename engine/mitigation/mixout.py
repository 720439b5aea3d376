"""Mixout: each update resets a share p of the encoder's weights to their initial values (Lee et al. 2020).

With M ~ Bernoulli(1 − p), w̃ = (M w + (1 − M) w⁰ − p w⁰) / (1 − p), whose mean over M is w (ibid., eq. 4). It is
computed as w⁰ + M (w − w⁰) / (1 − p), so rounding does not change weights that equal w⁰. Only the matrices of linear
layers are mixed, not biases, embeddings and normalisation, as in the authors' code. That code draws one M for all
weights of an input (``inputs``), the paper one for each weight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import nn

from engine import random_streams
from engine.kernels.dropout import draw_keep_mask
from engine.mitigation.base import Regulariser
from engine.mitigation.reference_weights import trainable_parameters
from engine.progress import ReportProgress
from engine.spec.experiment import stage_ancestors
from engine.spec.mitigation import MixoutOption
from engine.stages.base import MicroBatch, StageContext, StageTask


@dataclass(frozen=True, eq=False)
class _MixedParameter:
    """A parameter during an update: its own weights, and the factor M / (1 − p) of its gradient."""

    parameter: nn.Parameter
    weights: torch.Tensor
    factor: torch.Tensor


class MixoutRegulariser(Regulariser):
    """Mixes weights during an update, from before its first forward pass to after its last backward pass.

    All micro-batches of an update use the same weights. ``before_update`` reads which parameters are trainable, so the
    freezing timetable must have been applied.

    Args:
        parameters: matrices [outputs, inputs], with their initial values.
        probability: p.
        granularity: "weights" or "inputs".
        seed, counters: M of update n is a function of these, n and the index of the parameter.
    """

    name = "mixout"

    def __init__(
        self, parameters: list[nn.Parameter], probability: float, granularity: str, seed: int, *counters: int
    ) -> None:
        self.parameters, self.probability, self.granularity = parameters, probability, granularity
        self._reference = [parameter.detach().clone() for parameter in parameters]
        self._seed, self._counters = seed, counters
        self._mixed_parameters: list[_MixedParameter] = []

    @torch.no_grad()
    def before_update(self, step: int, micro_batches: Sequence[MicroBatch] = ()) -> None:
        for index, (parameter, start) in enumerate(zip(self.parameters, self._reference, strict=True)):
            if not parameter.requires_grad:
                continue
            weights, factor = parameter.data, self._mask_factor(parameter, step, index)
            # The data is exchanged, not overwritten, so the weights are restored exactly.
            parameter.data = torch.addcmul(start, weights - start, factor)
            self._mixed_parameters.append(_MixedParameter(parameter, weights, factor))

    @torch.no_grad()
    def after_backward(self, step: int) -> Mapping[str, torch.Tensor]:
        for mixed in self._mixed_parameters:
            mixed.parameter.data = mixed.weights
            if mixed.parameter.grad is not None:
                mixed.parameter.grad.mul_(mixed.factor)
        self._mixed_parameters = []
        return {}

    @torch.no_grad()
    def undo_update(self, step: int) -> None:
        for mixed in self._mixed_parameters:
            mixed.parameter.data = mixed.weights
        self._mixed_parameters = []

    def _mask_factor(self, parameter: nn.Parameter, step: int, index: int) -> torch.Tensor:
        """Return M / (1 − p), [outputs, inputs] or [1, inputs]."""
        shape = tuple(parameter.shape) if self.granularity == "weights" else (1, parameter.shape[1])
        generator = torch.Generator(parameter.device)
        generator.manual_seed(random_streams.derive_seed(self._seed, "mixout", *self._counters, step, index))
        if parameter.device.type == "cpu":
            mask, factor = draw_keep_mask(shape, self.probability, parameter.dtype, generator)
            return mask.mul_(factor)
        draws = torch.rand(shape, generator=generator, device=parameter.device)
        return (draws >= self.probability).to(parameter.dtype).div_(1 - self.probability)


def linear_weights(encoder: nn.Module) -> list[nn.Parameter]:
    """Return the weights of the linear layers of ``encoder``, shared ones once, in the order of its modules."""
    weights = [module.weight for module in encoder.modules() if isinstance(module, nn.Linear)]
    by_id = {id(weight): weight for weight in weights if isinstance(weight, nn.Parameter)}
    return list(by_id.values())


def build(
    option: MixoutOption, task: StageTask, context: StageContext, report: ReportProgress
) -> Regulariser:
    """Prepare Mixout for a stage whose model has its initial weights."""
    stage, experiment = task.stage, context.experiment
    encoder = task.model.encoder
    trainable_ids = {id(parameter) for parameter in trainable_parameters(task)}
    matrices = [parameter for parameter in linear_weights(encoder) if id(parameter) in trainable_ids]
    seed, depth = (
        experiment.stream_seed("dropout", stage),
        len(stage_ancestors(experiment, context.index)),
    )
    return MixoutRegulariser(matrices, option.probability, option.draws, seed, depth)
