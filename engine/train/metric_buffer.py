"""The metric buffer, which holds metrics of updates until they have been copied from the device.

Reading a number from an accelerator blocks until all work queued before it is done. So the numbers of an update are
copied asynchronously in one tensor, and delivered once they have arrived, in order, and a bounded number of updates
late. On a CPU they are available at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import torch

from engine.train.update import GRADIENT_NORM, MetricValues, UpdateResult

MAX_LAG = {"cuda": 16}
"""Maximum number of updates with unfinished copies. 0 on all other devices."""


@dataclass(frozen=True, eq=False)
class _PendingUpdate:
    """The numbers of an update while they are copied. ``copied`` is None where no copy is needed."""

    step: int
    result: UpdateResult
    extra_values: MetricValues
    with_norm: bool
    copied: torch.cuda.Event | None


class MetricBuffer:
    """The metrics of a stage's updates that were computed but not delivered yet.

    Args:
        device: the device that computes them.
        check: function called with (update, values) when they have arrived. It may raise.
        undelivered: metrics left over from an earlier part of the run, oldest first.
    """

    def __init__(
        self,
        device: torch.device,
        check: Callable[[int, MetricValues], None],
        undelivered: Sequence[tuple[int, MetricValues]],
    ) -> None:
        self._max_pending, self._check = max_lag(device), check
        self._pending: deque[_PendingUpdate] = deque()
        self._ready: deque[tuple[int, MetricValues]] = deque(
            (step, dict(values)) for step, values in undelivered
        )

    def add(self, step: int, result: UpdateResult, extra_values: MetricValues, *, with_norm: bool) -> None:
        """Add the result of update ``step`` with ``extra_values``. ``with_norm``: include the gradient norm."""
        copied = None
        result = replace(result, answers=())  # unused here, and they keep batches in device memory
        if result.sums.device.type == "cuda":
            # The copy goes to pinned memory, so it does not wait.
            result = replace(result, sums=result.sums.to("cpu", non_blocking=True))
            copied = torch.cuda.Event()
            copied.record()
        self._pending.append(_PendingUpdate(step, result, extra_values, with_norm, copied))

    def drain(self, *, wait: bool = False) -> Iterator[tuple[int, MetricValues]]:
        """Yield the metrics that have arrived, as (update, values), oldest first. ``wait``: wait for all.

        Each is yielded once. Those that the consumer does not take stay in the buffer.
        """
        while True:
            while self._ready:
                yield self._ready.popleft()
            if not self._pending or not (wait or self._has_ready()):
                return
            oldest = self._pending.popleft()
            if oldest.copied is not None:
                oldest.copied.synchronize()
            values = oldest.result.values()
            self._check(oldest.step, values)
            if not oldest.with_norm:
                del values[GRADIENT_NORM]
            self._ready.append((oldest.step, values | oldest.extra_values))

    def undelivered(self) -> list[tuple[int, MetricValues]]:
        """Wait for all metrics that were not yielded, and return them. They stay in the buffer."""
        self._ready = deque(self.drain(wait=True))
        return list(self._ready)

    def _has_ready(self) -> bool:
        if len(self._pending) > self._max_pending:
            return True
        copied = self._pending[0].copied
        return copied is not None and copied.query()


def max_lag(device: torch.device) -> int:
    """Return the maximum delay of metrics on ``device``, in updates."""
    return MAX_LAG.get(device.type, 0)
