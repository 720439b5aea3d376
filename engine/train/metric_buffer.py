"""The metric buffer: metrics of updates until their asynchronous copy from the device has finished.

Reading a number from an accelerator means waiting for all that was queued on it before. So an update's
numbers are copied asynchronously in one tensor, and delivered when they have arrived: in order, and a bounded
number of updates late. On a CPU there is nothing to wait for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import torch

from engine.train.update import GRADIENT_NORM, MetricValues, UpdateResult

MAX_LAG = {"cuda": 16}
"""Updates whose copies may be unfinished before the next one waits. 0 on all other devices."""


@dataclass(frozen=True, eq=False)
class _PendingUpdate:
    """An update's numbers being copied. ``copied`` is None where there is nothing to wait for."""

    step: int
    result: UpdateResult
    extra_values: MetricValues
    with_norm: bool
    copied: torch.cuda.Event | None


class MetricBuffer:
    """The metrics of a stage's updates that were computed and not delivered yet.

    Args:
        device: where they are computed.
        check: called with (update, values) when they have arrived. May raise.
        undelivered: metrics that an earlier part of the run has left, oldest first.
    """

    def __init__(
        self,
        device: torch.device,
        check: Callable[[int, MetricValues], None],
        undelivered: Sequence[tuple[int, MetricValues]],
    ) -> None:
        self._lag, self._check = max_lag(device), check
        self._pending: deque[_PendingUpdate] = deque()
        self._arrived: deque[tuple[int, MetricValues]] = deque(
            (step, dict(values)) for step, values in undelivered
        )

    def add(self, step: int, result: UpdateResult, extra_values: MetricValues, *, with_norm: bool) -> None:
        """Add the result of update ``step``, with ``extra_values`` and, ``with_norm``, its gradient's norm."""
        copied = None
        result = replace(result, answers=())  # not needed here, and they hold batches on the device
        if result.sums.device.type == "cuda":
            # The copy goes to pinned memory, so it does not wait.
            result = replace(result, sums=result.sums.to("cpu", non_blocking=True))
            copied = torch.cuda.Event()
            copied.record()
        self._pending.append(_PendingUpdate(step, result, extra_values, with_norm, copied))

    def drain(self, *, wait: bool = False) -> Iterator[tuple[int, MetricValues]]:
        """Yield the metrics that have arrived, as (update, values), oldest first. ``wait``: all of them.

        Each is yielded once. What the consumer does not take stays in the buffer.
        """
        while True:
            while self._arrived:
                yield self._arrived.popleft()
            if not self._pending or not (wait or self._must_deliver()):
                return
            oldest = self._pending.popleft()
            if oldest.copied is not None:
                oldest.copied.synchronize()
            values = oldest.result.values()
            self._check(oldest.step, values)
            if not oldest.with_norm:
                del values[GRADIENT_NORM]
            self._arrived.append((oldest.step, values | oldest.extra_values))

    def undelivered(self) -> list[tuple[int, MetricValues]]:
        """Return all metrics that were not yielded, waiting for them. They stay in the buffer."""
        self._arrived = deque(self.drain(wait=True))
        return list(self._arrived)

    def _must_deliver(self) -> bool:
        if len(self._pending) > self._lag:
            return True
        copied = self._pending[0].copied
        return copied is not None and copied.query()


def max_lag(device: torch.device) -> int:
    """Return how many updates late the metrics of ``device`` may be delivered."""
    return MAX_LAG.get(device.type, 0)
