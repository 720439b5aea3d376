"""The micro-batches of each update, on the device before they are wanted.

An accelerator computes by itself once it has been told what; so the batch of the next update is made in a thread
meanwhile, and its copies do not wait. On a CPU all cores compute already, and batches are made when their turn comes.
Batches are pure functions of the update's number, so what was made ahead can be thrown away.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

import torch

from engine.stages.base import MicroBatch, StageTask

PREFETCH_DEVICES = ("cuda",)
"""Devices that compute while the processor makes the next batch."""
B = TypeVar("B")
M = TypeVar("M")


class DeviceBatches(Generic[B, M]):
    """Batches as tensors on the device: those that were moved ahead of time for as long as the batch exists, the others
    when they are asked for."""

    def __init__(self, move: Callable[[B], M]) -> None:
        self._move = move
        self._moved: WeakKeyDictionary[B, M] = WeakKeyDictionary()

    def __call__(self, batch: B) -> M:
        found = self._moved.get(batch)
        return self._move(batch) if found is None else found

    def prefetch(self, batch: B) -> None:
        """Move ``batch`` now."""
        self._moved[batch] = self._move(batch)

    def __len__(self) -> int:
        """How many are there that were moved ahead of time."""
        return len(self._moved)


@dataclass(frozen=True)
class _PendingBatch:
    """The micro-batches of update ``step``, being made."""

    step: int
    micro_batches: Future[list[MicroBatch]]


class Prefetcher:
    """The micro-batches of a stage's updates, in the order in which they are made.

    Args:
        prefetch: make those of the next update in a thread, else each when it is asked for; None: by the device.
    """

    def __init__(self, task: StageTask, device: torch.device, *, prefetch: bool | None = None) -> None:
        prefetch = device.type in PREFETCH_DEVICES if prefetch is None else prefetch
        self._task = task
        self._pending: _PendingBatch | None = None
        self._thread = (
            ThreadPoolExecutor(1, "prefetch", initializer=_select_device, initargs=(device,))
            if prefetch
            else None
        )

    @property
    def description(self) -> str:
        """How batches are made, in words."""
        return "made one update ahead" if self._thread else "made when they are wanted"

    def micro_batches(self, step: int) -> list[MicroBatch]:
        """All micro-batches of update ``step``."""
        if self._thread is None:
            return self._task.micro_batches(step)
        pending, self._pending = self._pending, None
        if pending is None or pending.step != step:
            pending = _PendingBatch(step, self._thread.submit(self._make, step))
        made = pending.micro_batches.result()
        if step + 1 < self._task.steps:
            self._pending = _PendingBatch(step + 1, self._thread.submit(self._make, step + 1))
        return made

    def discard(self) -> None:
        """Forget what was made ahead; returns when nothing is being made."""
        pending, self._pending = self._pending, None
        if pending is not None and not pending.micro_batches.cancel():
            pending.micro_batches.exception()

    def close(self) -> None:
        """End the thread."""
        if self._thread is not None:
            self._thread.shutdown(cancel_futures=True)

    def _make(self, step: int) -> list[MicroBatch]:
        micro_batches = self._task.micro_batches(step)
        for each in micro_batches:
            self._task.prefetch(each)
        return micro_batches


def _select_device(device: torch.device) -> None:
    # The current device is each thread's own; pinned memory belongs to its context.
    if device.type == "cuda":
        torch.cuda.set_device(device)
