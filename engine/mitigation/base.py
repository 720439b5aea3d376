"""Regularisers: strategies against forgetting, applied around the updates of a stage.

A strategy is an option of a family in ``engine.spec.mitigation``. The option names a module as its ``runtime``, whose
function ``build`` returns a ``Regulariser``.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

import torch

from engine.progress import ReportProgress
from engine.stages.base import MicroBatch, StageContext, StageTask


class Regulariser:
    """Base class of strategies. Each method does nothing unless it is overridden.

    It is built when the model has the initial weights of the stage, on the training device, even if a checkpoint is
    loaded afterwards. It has no state that updates change, so checkpoints do not contain it. Its random draws are a
    pure function of the seeds and the update's number.
    """

    name: str = ""
    loss_factor: float = 1.0
    """The factor of the task's own loss (replay: 1 - r)."""

    def before_update(self, step: int, micro_batches: Sequence[MicroBatch] = ()) -> None:
        """Prepare update ``step``, whose micro-batches are ``micro_batches``."""

    def loss_term(self, step: int, micro_batch: MicroBatch, number: int, count: int) -> torch.Tensor | None:
        """Return the term of micro-batch ``number`` of ``count`` in the update's loss, on the scale of the mean loss.

        It is called after the task's forward pass of ``micro_batch``, within the same autocast. The terms of all
        micro-batches add up to that of the update.
        """
        return None

    def after_backward(self, step: int) -> Mapping[str, torch.Tensor]:
        """Change gradients before clipping, and return penalties to report as ``train/NAME``."""
        return {}

    def undo_update(self, step: int) -> None:
        """Undo the changes of ``before_update``.

        It is called in any state after an error, when update ``step`` is abandoned and will be restarted.
        """

    def constant_tensors(self) -> Sequence[torch.Tensor]:
        """Return tensors computed at construction that must be bit-identical in every process."""
        return ()

    def after_update(self, optimizer: torch.optim.Optimizer) -> None:
        """Change weights after the optimiser's update, with the current rates of its groups."""


class RegulariserModule(Protocol):
    """The interface of the module that a strategy names as its ``runtime``."""

    def build(
        self, option: Any, task: StageTask, context: StageContext, report: ReportProgress
    ) -> Regulariser:
        """Prepare ``option`` for a stage. Raises UserError where the stage cannot support it."""
        ...


def build_regularisers(task: StageTask, context: StageContext, report: ReportProgress) -> list[Regulariser]:
    """Build the regularisers of a stage, in the order in which they act.

    Raises UserError where a stage cannot support its strategy.
    """
    regularisers = []
    for option in task.stage.strategies():
        module = cast(RegulariserModule, importlib.import_module(option.runtime))
        regularisers.append(module.build(option, task, context, report))
    return regularisers
