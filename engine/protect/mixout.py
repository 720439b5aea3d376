"""Mixout: at each update a share p of the encoder's weights is where it was when the stage began (Lee et al. 2020).

With M ~ Bernoulli(1 − p), w̃ = (M w + (1 − M) w⁰ − p w⁰) / (1 − p), whose mean over M is w (ibid., eq. 4). That equals
w⁰ + M (w − w⁰) / (1 − p), which is how it is computed: a weight that has not moved is not moved by rounding either.
Only the matrices of linear layers are mixed, not biases, embeddings and normalisation, as in the authors' code. The
code draws one M for all weights of an input (``inputs``), the paper one for each weight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from engine import rng
from engine.model.dropout import kept
from engine.protect.base import Guard, guard
from engine.protect.weights import learning
from engine.train import results
from engine.train.background import Say
from engine.train.task import Context, Task


@dataclass(frozen=True, eq=False)
class _Mixed:
    """A parameter during an update: its own weights, and what a gradient is multiplied with: M / (1 − p)."""

    parameter: nn.Parameter
    own: torch.Tensor
    factor: torch.Tensor


class Mixout(Guard):
    """Mixes weights for the time of an update: before its first forward pass to after its last backward pass.

    All micro-batches of an update see the same weights. ``before`` reads which parameters learn, so the course of the
    stage must have been applied.

    Args:
        parameters: matrices [outputs, inputs], as they stand at the beginning of the stage.
        probability: p.
        of: "weights" or "inputs".
        seed, counters: M of update n is a function of these, n and the parameter's place.
    """

    name = "mixout"

    def __init__(
        self, parameters: list[nn.Parameter], probability: float, of: str, seed: int, *counters: int
    ) -> None:
        self.parameters, self.probability, self.of = parameters, probability, of
        self._starts = [parameter.detach().clone() for parameter in parameters]
        self._seed, self._counters = seed, counters
        self._mixed: list[_Mixed] = []

    @torch.no_grad()
    def before(self, step: int, parts: Sequence[Any] = ()) -> None:
        for place, (parameter, start) in enumerate(zip(self.parameters, self._starts, strict=True)):
            if not parameter.requires_grad:
                continue
            own, factor = parameter.data, self._factor(parameter, step, place)
            # Its data is exchanged, not written over: the weights come back as they were, to the last bit.
            parameter.data = torch.addcmul(start, own - start, factor)
            self._mixed.append(_Mixed(parameter, own, factor))

    @torch.no_grad()
    def after_backward(self, step: int) -> Mapping[str, torch.Tensor]:
        for mixed in self._mixed:
            mixed.parameter.data = mixed.own
            if mixed.parameter.grad is not None:
                mixed.parameter.grad.mul_(mixed.factor)
        self._mixed = []
        return {}

    @torch.no_grad()
    def undo(self, step: int) -> None:
        for mixed in self._mixed:
            mixed.parameter.data = mixed.own
        self._mixed = []

    def _factor(self, parameter: nn.Parameter, step: int, place: int) -> torch.Tensor:
        """M / (1 − p), [outputs, inputs] or [1, inputs]."""
        shape = tuple(parameter.shape) if self.of == "weights" else (1, parameter.shape[1])
        generator = torch.Generator(parameter.device)
        generator.manual_seed(rng.integer(self._seed, "mixout", *self._counters, step, place))
        if parameter.device.type == "cpu":
            mask, factor = kept(shape, self.probability, parameter.dtype, generator)
            return mask.mul_(factor)
        draws = torch.rand(shape, generator=generator, device=parameter.device)
        return (draws >= self.probability).to(parameter.dtype).div_(1 - self.probability)


def matrices(encoder: nn.Module) -> list[nn.Parameter]:
    """The weights of the linear layers of ``encoder``, shared ones once, in the order of its modules."""
    weights = [module.weight for module in encoder.modules() if isinstance(module, nn.Linear)]
    found = {id(weight): weight for weight in weights if isinstance(weight, nn.Parameter)}
    return list(found.values())


@guard("mixout", 0)
def _(task: Task, context: Context, say: Say) -> Guard | None:
    stage, experiment = task.stage, context.experiment
    if not stage.mixout:
        return None
    encoder = task.model.encoder
    assert isinstance(encoder, nn.Module)
    allowed = {id(parameter) for parameter in learning(task)}
    chosen = [parameter for parameter in matrices(encoder) if id(parameter) in allowed]
    seed, depth = experiment.stream_seed("dropout", stage), len(results.line(experiment, context.index))
    return Mixout(chosen, stage.mixout, stage.mixout_of, seed, depth)
