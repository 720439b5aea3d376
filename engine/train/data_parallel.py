"""Gradients over several processes: torch's DistributedDataParallel (Li et al. 2020), around the loss of a micro-batch.

Each process computes its share of an update's micro-batches and accumulates their gradients (``no_sync``). During its
last backward pass, finished gradients are already exchanged. DDP wraps the computation of a loss rather than the model,
because strategies against forgetting run additional forward passes, which must be part of the same graph.

A process that runs out of memory while others exchange gradients cannot withdraw what it has sent. So the gradients of
an update with larger micro-batches than any before are exchanged only after every process has computed its share. If
one of them ran out of memory, all restart the update with smaller micro-batches.

The wrapped parameters are the trainable ones on which a loss depends, as determined in the first update. Only where
they vary (``StageTask.parameters_vary``: heads of several tasks) is the graph of every update searched for unused ones.
``static_graph`` is not used, since it would fix the graph of the first backward pass, which may be restarted.
"""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel

from engine.compute.microbatch import error_summary
from engine.compute.process_group import ProcessGroup
from engine.errors import is_out_of_memory


class SharedOutOfMemory(RuntimeError):
    """Error in every process when one of them ran out of memory, before any gradient was exchanged."""


class _LossModule(nn.Module):
    """``loss`` as a module with ``parameters``. Called without arguments, it is a loss with zero gradients."""

    def __init__(self, parameters: Sequence[nn.Parameter], loss: Callable[..., torch.Tensor]) -> None:
        super().__init__()
        self.trainable = nn.ParameterList(parameters)
        self._loss = loss

    def forward(self, *arguments: object) -> torch.Tensor:
        if arguments:
            return self._loss(*arguments)
        return torch.stack([each.sum() * 0.0 for each in self.trainable if each.grad is not None]).sum()


def _closed(*arguments: object) -> torch.Tensor:
    raise AssertionError("no update is made any more")


class GradientReducer:
    """Backward passes with gradients summed over processes.

    After the last backward pass of an update, every process has the sums. A parameter that no process has used has no
    gradient, as with a single process.

    Args:
        process_group: the processes. With a single one, nothing is exchanged.
        model: the model in training.
        loss: function that computes the loss of a micro-batch, a scalar.
        parameters_vary: whether updates may depend on different parameters.
    """

    def __init__(
        self,
        process_group: ProcessGroup,
        model: nn.Module,
        loss: Callable[..., torch.Tensor],
        *,
        parameters_vary: bool,
    ) -> None:
        self._process_group, self._model, self._loss = process_group, model, loss
        self._parameters_vary = parameters_vary
        self._ddp: DistributedDataParallel | None = None
        self._trainable_ids: list[int] = []
        self._is_settled = False
        self._most_tokens = 0
        self._exchanges_later = False

    @contextmanager
    def update(self, tokens: int) -> Iterator[None]:
        """Prepare and complete the backward passes of an update. Its largest micro-batch has ``tokens`` tokens.

        Every process must enter this context. Raises SharedOutOfMemory where one of them ran out of memory and the
        update can be restarted.
        """
        if self._process_group.is_single:
            yield
            return
        self._follow_freezing()
        self._exchanges_later, error_message = tokens > self._most_tokens, ""
        try:
            yield
        except (RuntimeError, MemoryError) as error:
            if not self._exchanges_later or not is_out_of_memory(error):
                raise
            error_message = error_summary(error)
        if self._exchanges_later:
            if self._process_group.maximum([bool(error_message)]) == [1]:
                raise SharedOutOfMemory(error_message or "another process has found no memory")
            assert self._ddp is not None
            with self._process_group.report_unresponsive():
                self._ddp().backward()
            self._most_tokens = tokens
        if not self._is_settled:
            self._is_settled = True
            self._wrap([each for each in self._model.parameters() if each.grad is not None])

    def backward(self, *arguments: object, weight: float = 1.0, last: bool) -> None:
        """Add the gradients of ``weight`` times the loss of ``arguments``. ``last``: also exchange them."""
        if self._ddp is None:
            (self._loss(*arguments) * weight).backward()
            return
        exchanges = last and not self._exchanges_later
        with (
            nullcontext() if exchanges else self._ddp.no_sync(),
            self._process_group.report_unresponsive(),
        ):
            # DDP averages gradients over processes, but the loss is a sum over all of them.
            (self._ddp(*arguments) * (weight * self._process_group.world_size)).backward()

    def close(self) -> None:
        """Release references to model and loss."""
        self._model, self._loss, self._ddp = nn.Module(), _closed, None

    def _follow_freezing(self) -> None:
        """Wrap the trainable parameters, if they have changed."""
        trainable = [each for each in self._model.parameters() if each.requires_grad]
        ids = [id(each) for each in trainable]
        if ids != self._trainable_ids:
            self._trainable_ids, self._is_settled = ids, self._parameters_vary
            self._wrap(trainable)

    def _wrap(self, parameters: Sequence[nn.Parameter]) -> None:
        self._ddp, self._most_tokens = None, 0
        gc.collect()  # otherwise hooks of the old wrapper would fire for parameters of the new one
        with self._process_group.report_unresponsive(), warnings.catch_warnings():
            # broadcast_buffers has a new name, which the oldest supported torch lacks.
            warnings.simplefilter("ignore", FutureWarning)
            self._ddp = DistributedDataParallel(
                _LossModule(parameters, self._loss),
                init_sync=False,
                broadcast_buffers=False,
                find_unused_parameters=self._parameters_vary or not self._is_settled,
            )
