"""Regularisers: strategies against forgetting at work on the updates of a stage.

A strategy is one option of a family in ``engine.spec.mitigation`` and one module, named by the option as its
``runtime``, with a function ``build`` that answers a ``Regulariser``.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

import torch

from engine.progress import ReportProgress
from engine.stages.base import MicroBatch, StageContext, StageTask


class Regulariser:
    """What a strategy may do around one update; each method does nothing unless it is overridden.

    It is built when the stage's model holds the weights the stage starts with, on the training device, also when
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


class RegulariserModule(Protocol):
    """What the module that a strategy names as its ``runtime`` offers."""

    def build(
        self, option: Any, task: StageTask, context: StageContext, report: ReportProgress
    ) -> Regulariser:
        """Make ``option`` ready for a stage. Raises UserError where it cannot do what is asked."""
        ...


def build_regularisers(task: StageTask, context: StageContext, report: ReportProgress) -> list[Regulariser]:
    """The regularisers of a stage, in the order in which they act. UserError where one cannot do what is asked."""
    found = []
    for option in task.stage.strategies():
        module = cast(RegulariserModule, importlib.import_module(option.runtime))
        found.append(module.build(option, task, context, report))
    return found
