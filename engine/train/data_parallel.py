"""Gradients over several processes: torch's DistributedDataParallel (Li et al. 2020), around the loss of a micro-batch.

Each process goes through its share of an update's micro-batches and adds up their gradients (``no_sync``); while the
backward pass of its last one is under way, gradients that are ready are already exchanged. What is wrapped is the whole
computation of a loss and not the model: strategies against forgetting run forward passes of their own, and the
backward pass has to find them in the same graph.
"""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable
from contextlib import nullcontext

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel

from engine.compute.process_group import Ranks


class _LossModule(nn.Module):
    """``loss`` as a module that has the parameters of ``model``."""

    def __init__(self, model: nn.Module, loss: Callable[..., torch.Tensor]) -> None:
        super().__init__()
        self.model, self._loss = model, loss

    def forward(self, *arguments: object) -> torch.Tensor:
        return self._loss(*arguments)


class GradientReducer:
    """Backward passes whose gradients are, after an update's last, the sums over all processes, in every process.

    A parameter that no process has used keeps no gradient, as in one process.

    Args:
        process_group: the processes; alone, nothing is exchanged.
        model: whose parameters learn.
        loss: what is called to compute the loss of a micro-batch, a scalar.
    """

    def __init__(self, process_group: Ranks, model: nn.Module, loss: Callable[..., torch.Tensor]) -> None:
        self._process_group = process_group
        self._module: nn.Module = _LossModule(model, loss)
        self._wrapped: DistributedDataParallel | None = None
        self._learning: list[int] = []

    def prepare(self) -> None:
        """Take note of which parameters learn now; before the first micro-batch of each update, in every process."""
        if self._process_group.alone:
            return
        learning = [id(each) for each in self._module.parameters() if each.requires_grad]
        if learning == self._learning:
            return
        self._learning, self._wrapped = learning, None
        gc.collect()  # the hooks of the old one would answer for parameters of the new
        with self._process_group.patiently(), warnings.catch_warnings():
            # broadcast_buffers has a new name, which the oldest torch that will do does not know yet.
            warnings.simplefilter("ignore", FutureWarning)
            self._wrapped = DistributedDataParallel(
                self._module,
                init_sync=False,
                broadcast_buffers=False,
                # Heads of other tasks, a pooling that is not read: which, may change from update to update.
                find_unused_parameters=True,
            )

    def close(self) -> None:
        """Let go of the model and of the loss."""
        self._module, self._wrapped = nn.Module(), None

    def backward(self, *arguments: object, weight: float = 1.0, last: bool) -> None:
        """Add the gradients of ``weight`` times the loss of ``arguments``; ``last``: and exchange them."""
        if self._wrapped is None:
            (self._module(*arguments) * weight).backward()
            return
        with nullcontext() if last else self._wrapped.no_sync(), self._process_group.patiently():
            # Gradients are averaged over processes; the loss is a sum over all of them.
            loss = self._wrapped(*arguments) * (weight * self._process_group.world)
            loss.backward()
