"""What updates have shown, on its way from the device.

Asking an accelerator for a number means waiting until it has computed all it was told before. So an update's numbers
are copied in one piece that nobody waits for, and told when they have arrived: in order, and a bounded number of
updates late. On a CPU there is nothing to wait for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch

MAX_LAG = {"cuda": 16}
"""How many updates may be under way before the next one waits; 0 on devices that are not named."""

MetricValues = dict[str, float]
GRADIENT_NORM = "train/gradient_norm"


@dataclass(frozen=True, eq=False)
class UpdateResult:
    """What one update has shown.

    Attributes:
        sums: float32, where it was computed: gradient norm before clipping, loss, wrong answers, and then what
            ``term_names`` (sums over the items, too) and ``penalty_names`` name.
        loss_terms: how many terms the loss sums.
        texts, tokens: of its batch.
    """

    sums: torch.Tensor
    loss_terms: int
    texts: int
    tokens: int
    term_names: Sequence[str] = ()
    penalty_names: Sequence[str] = ()

    def values(self) -> MetricValues:
        """Means over the batch, under the names by which they are stored; waits for the device."""
        norm, loss, wrong, *rest = self.sums.tolist()
        means, penalties = rest[: len(self.term_names)], rest[len(self.term_names) :]
        found = {
            "train/loss": loss / self.loss_terms,
            "train/error": 100 * wrong / self.loss_terms,
            GRADIENT_NORM: norm,
        }
        found |= {
            f"train/{name}": v / self.loss_terms for name, v in zip(self.term_names, means, strict=True)
        }
        return found | {f"train/{name}": v for name, v in zip(self.penalty_names, penalties, strict=True)}


@dataclass(frozen=True, eq=False)
class _PendingUpdate:
    """An update's measures under way; ``copy_event`` is None where there is nothing to wait for."""

    step: int
    result: UpdateResult
    extra_values: MetricValues
    with_norm: bool
    copy_event: Any


class MetricBuffer:
    """The measures of a stage's updates between their making and their telling.

    Args:
        device: where they are made.
        check: called with (update, values) when they have arrived; may raise.
        undelivered: what an earlier part of the run left untold, oldest first.
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
        """Takes what update ``step`` has shown, and ``extra_values`` to tell with it; ``with_norm``: the
        gradient's norm too."""
        arrived = None
        if result.sums.device.type == "cuda":
            # The copy goes to pinned memory, so it does not wait.
            result = replace(result, sums=result.sums.to("cpu", non_blocking=True))
            arrived = torch.cuda.Event()
            arrived.record()
        self._pending.append(_PendingUpdate(step, result, extra_values, with_norm, arrived))

    def drain(self, *, wait: bool = False) -> Iterator[tuple[int, MetricValues]]:
        """Those that have arrived, as (update, values), oldest first; ``wait``: all of them, waiting if need be.

        Each is given out once; those that are not asked for any more stay here.
        """
        while True:
            while self._arrived:
                yield self._arrived.popleft()
            if not self._pending or not (wait or self._must_deliver()):
                return
            coming = self._pending.popleft()
            if coming.copy_event is not None:
                coming.copy_event.synchronize()
            values = coming.result.values()
            self._check(coming.step, values)
            if not coming.with_norm:
                del values[GRADIENT_NORM]
            self._arrived.append((coming.step, values | coming.extra_values))

    def undelivered(self) -> list[tuple[int, MetricValues]]:
        """All that was not given out, waiting for it; it stays here."""
        self._arrived = deque(self.drain(wait=True))
        return list(self._arrived)

    def _must_deliver(self) -> bool:
        if len(self._pending) > self._lag:
            return True
        arrived = self._pending[0].copy_event
        return arrived is not None and bool(arrived.query())


def max_lag(device: torch.device) -> int:
    """How many updates late the measures of ``device`` may be told."""
    return MAX_LAG.get(device.type, 0)
