"""A guard is a strategy against forgetting at work in one stage; the loop sees nothing else of it.

A new strategy is one option in ``engine.spec.mitigation``, a field of the stage, and one module here with a builder
decorated by ``register_regulariser``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import torch

from engine.progress import ReportProgress
from engine.stages.base import MicroBatch, StageContext, StageTask


class Regulariser:
    """What a strategy may do around one update; each method does nothing unless it is overridden.

    A guard is built when the stage's model holds the weights the stage starts with, on the training device, also when
    the run is resumed afterwards. It keeps no state that an update changes, so nothing of it goes into checkpoints;
    what it draws at random is a pure function of the seeds and the update's number.
    """

    name: str = ""
    loss_factor: float = 1.0
    """The factor of the task's own loss (replay: 1 - r)."""

    def before_update(self, step: int, micro_batches: Sequence[MicroBatch] = ()) -> None:
        """Before the micro-batches of update ``step``; ``micro_batches`` are all of them."""

    def loss_term(self, step: int, micro_batch: MicroBatch, number: int, count: int) -> torch.Tensor | None:
        """What micro-batch ``number`` of ``count`` adds to the update's loss, in the scale of the mean loss.

        Called after the task's own forward pass of ``micro_batch``, within the same autocast. The terms of all
        micro-batches sum to that of the update.
        """
        return None

    def after_backward(self, step: int) -> Mapping[str, torch.Tensor]:
        """Before clipping: may add to gradients; returns penalties to show as ``train/NAME``."""
        return {}

    def undo_update(self, step: int) -> None:
        """Update ``step`` is given up before all its gradients are there, and will begin anew: puts back what
        ``before_update`` has changed. Called in whatever state an error has left."""

    def constant_tensors(self) -> Sequence[torch.Tensor]:
        """What was computed when it was built and must be the same to the last bit in every process."""
        return ()

    def after_update(self, optimizer: torch.optim.Optimizer) -> None:
        """After the optimiser's update, with the rates in force in its groups."""


RegulariserBuilder = Callable[[StageTask, StageContext, ReportProgress], Regulariser | None]
_BUILDERS: dict[str, tuple[int, RegulariserBuilder]] = {}


def register_regulariser(name: str, order: int) -> Callable[[RegulariserBuilder], RegulariserBuilder]:
    """Registers a builder, which answers None when its stage does not ask for the strategy.

    Guards act in rising ``order``: what changes weights for the time of an update (Mixout, 0) comes first, so that it
    has put them back when others (replay 10, distillation 20, springs 30) look at them after the backward pass.
    """

    def register(builder: RegulariserBuilder) -> RegulariserBuilder:
        _BUILDERS[name] = (order, builder)
        return builder

    return register


def build_regularisers(task: StageTask, context: StageContext, report: ReportProgress) -> list[Regulariser]:
    """The guards of a stage, in the order in which they act. Raises UserError where one cannot do what is asked."""
    builders = [builder for _, builder in sorted(_BUILDERS.values(), key=lambda item: item[0])]
    return [made for builder in builders if (made := builder(task, context, report)) is not None]
