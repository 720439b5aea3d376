"""The prefetcher: builds the micro-batches of the next update in a thread and copies them to the device.

An accelerator computes asynchronously. Meanwhile a thread builds the batch of the next update and copies it without
waiting. On a CPU all cores are busy already, and batches are built when they are needed. Batches are pure functions of
the update's number, so a prefetched batch can be discarded.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import torch

from engine.stages.base import MicroBatch, StageTask

PREFETCH_DEVICES = ("cuda",)
"""Devices that compute while the processor builds the next batch."""


@dataclass(frozen=True)
class _PendingBatch:
    """The micro-batches of update ``step``, being built."""

    step: int
    micro_batches: Future[list[MicroBatch]]


class Prefetcher:
    """The micro-batches of a stage's updates, in the order in which they are built.

    Args:
        task: the stage task.
        device: the device that computes the updates.
        prefetch: whether to build the next micro-batches in a thread, rather than on demand. None: by device.
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
        """How batches are built, in words."""
        return "made one update ahead" if self._thread else "made when they are wanted"

    def micro_batches(self, step: int) -> list[MicroBatch]:
        """Return all micro-batches of update ``step``."""
        if self._thread is None:
            return self._task.micro_batches(step)
        pending, self._pending = self._pending, None
        if pending is None or pending.step != step:
            pending = _PendingBatch(step, self._thread.submit(self._build, step))
        batches = pending.micro_batches.result()
        if step + 1 < self._task.steps:
            self._pending = _PendingBatch(step + 1, self._thread.submit(self._build, step + 1))
        return batches

    def discard(self) -> None:
        """Discard prefetched batches, and wait until none is being built."""
        pending, self._pending = self._pending, None
        if pending is not None and not pending.micro_batches.cancel():
            pending.micro_batches.exception()

    def close(self) -> None:
        """End the thread."""
        if self._thread is not None:
            self._thread.shutdown(cancel_futures=True)

    def _build(self, step: int) -> list[MicroBatch]:
        micro_batches = self._task.micro_batches(step)
        for each in micro_batches:
            self._task.prefetch(each)
        return micro_batches


def _select_device(device: torch.device) -> None:
    # The current device is each thread's own; pinned memory belongs to its context.
    if device.type == "cuda":
        torch.cuda.set_device(device)
