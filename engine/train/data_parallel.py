"""Gradients over several processes: torch's DistributedDataParallel (Li et al. 2020), around the loss of a micro-batch.

Each process computes its share of an update's micro-batches and adds up their gradients (``no_sync``). During the
backward pass of its last one, gradients that are ready are already exchanged. DDP wraps the whole computation of a loss
and not the model. Strategies against forgetting run forward passes of their own, and the backward pass has to find them
in the same graph.

A process that runs out of memory while others exchange gradients cannot take back what it has sent. So an update with
larger micro-batches than any before is exchanged only when every process has computed its share. If one runs out of
memory, it reports that, and all of them begin the update anew with smaller micro-batches.

The wrapped parameters are those that learn and that a loss depends on, as the first update has shown. Only where that
varies (``StageTask.parameters_vary``: heads of several tasks) the graph of every update is searched for unused ones.
``static_graph`` is not used. It would fix what its first backward pass has seen, and that one may be begun anew.
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
    """One of the processes has run out of memory. Every process raises this, before any gradient was exchanged."""


class _LossModule(nn.Module):
    """``loss`` as a module that has ``parameters``. Without arguments, a loss that changes no gradient."""

    def __init__(self, parameters: Sequence[nn.Parameter], loss: Callable[..., torch.Tensor]) -> None:
        super().__init__()
        self.learning = nn.ParameterList(parameters)
        self._loss = loss

    def forward(self, *arguments: object) -> torch.Tensor:
        if arguments:
            return self._loss(*arguments)
        return torch.stack([each.sum() * 0.0 for each in self.learning if each.grad is not None]).sum()


def _closed(*arguments: object) -> torch.Tensor:
    raise AssertionError("no update is made any more")


class GradientReducer:
    """Backward passes whose gradients are, after an update's last, the sums over all processes, in every process.

    A parameter that no process has used keeps no gradient, as in one process.

    Args:
        process_group: the processes. With a single one, nothing is exchanged.
        model: whose parameters learn.
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
        self._wrapped: DistributedDataParallel | None = None
        self._learning: list[int] = []
        self._is_settled = False
        self._most_tokens = 0
        self._exchanges_apart = False

    @contextmanager
    def update(self, tokens: int) -> Iterator[None]:
        """Wrap the backward passes of an update, in every process. Its largest micro-batch has ``tokens`` tokens.

        Raises SharedOutOfMemory where one process has found no memory and the update can begin anew.
        """
        if self._process_group.is_single:
            yield
            return
        self._follow_freezing()
        self._exchanges_apart, problem = tokens > self._most_tokens, ""
        try:
            yield
        except (RuntimeError, MemoryError) as error:
            if not self._exchanges_apart or not is_out_of_memory(error):
                raise
            problem = error_summary(error)
        if self._exchanges_apart:
            if self._process_group.maximum([bool(problem)]) == [1]:
                raise SharedOutOfMemory(problem or "another process has found no memory")
            assert self._wrapped is not None
            with self._process_group.report_unresponsive():
                self._wrapped().backward()
            self._most_tokens = tokens
        if not self._is_settled:
            self._is_settled = True
            self._wrap([each for each in self._model.parameters() if each.grad is not None])

    def backward(self, *arguments: object, weight: float = 1.0, last: bool) -> None:
        """Add the gradients of ``weight`` times the loss of ``arguments``. ``last``: also exchange them."""
        if self._wrapped is None:
            (self._loss(*arguments) * weight).backward()
            return
        exchanges = last and not self._exchanges_apart
        with (
            nullcontext() if exchanges else self._wrapped.no_sync(),
            self._process_group.report_unresponsive(),
        ):
            # Gradients are averaged over processes; the loss is a sum over all of them.
            (self._wrapped(*arguments) * (weight * self._process_group.world_size)).backward()

    def close(self) -> None:
        """Release references to model and loss."""
        self._model, self._loss, self._wrapped = nn.Module(), _closed, None

    def _follow_freezing(self) -> None:
        """Wrap the parameters that learn now, where these have changed."""
        learning = [each for each in self._model.parameters() if each.requires_grad]
        numbers = [id(each) for each in learning]
        if numbers != self._learning:
            self._learning, self._is_settled = numbers, self._parameters_vary
            self._wrap(learning)

    def _wrap(self, parameters: Sequence[nn.Parameter]) -> None:
        self._wrapped, self._most_tokens = None, 0
        gc.collect()  # the hooks of the old one would answer for parameters of the new
        with self._process_group.report_unresponsive(), warnings.catch_warnings():
            # broadcast_buffers has a new name, which the oldest torch that will do does not know yet.
            warnings.simplefilter("ignore", FutureWarning)
            self._wrapped = DistributedDataParallel(
                _LossModule(parameters, self._loss),
                init_sync=False,
                broadcast_buffers=False,
                find_unused_parameters=self._parameters_vary or not self._is_settled,
            )
