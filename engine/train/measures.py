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

LAG = {"cuda": 16}
"""How many updates may be under way before the next one waits; 0 on devices that are not named."""

Values = dict[str, float]
NORM = "train/gradient_norm"


@dataclass(frozen=True, eq=False)
class Measured:
    """What one update has shown.

    Attributes:
        sums: float32, where it was computed: gradient norm before clipping, loss, wrong answers, and then what
            ``shown`` (sums over the items, too) and ``penalties`` name.
        items: how many terms the loss sums.
        texts, tokens: of its batch.
    """

    sums: torch.Tensor
    items: int
    texts: int
    tokens: int
    shown: Sequence[str] = ()
    penalties: Sequence[str] = ()

    def values(self) -> Values:
        """Means over the batch, under the names by which they are stored; waits for the device."""
        norm, loss, wrong, *rest = self.sums.tolist()
        means, penalties = rest[: len(self.shown)], rest[len(self.shown) :]
        found = {"train/loss": loss / self.items, "train/error": 100 * wrong / self.items, NORM: norm}
        found |= {f"train/{name}": v / self.items for name, v in zip(self.shown, means, strict=True)}
        return found | {f"train/{name}": v for name, v in zip(self.penalties, penalties, strict=True)}


@dataclass(frozen=True, eq=False)
class _Coming:
    """An update's measures under way; ``arrived`` is None where there is nothing to wait for."""

    step: int
    measured: Measured
    more: Values
    norm: bool
    arrived: Any


class Measures:
    """The measures of a stage's updates between their making and their telling.

    Args:
        device: where they are made.
        check: called with (update, values) when they have arrived; may raise.
        told: what an earlier part of the run left untold, oldest first.
    """

    def __init__(
        self, device: torch.device, check: Callable[[int, Values], None], told: Sequence[tuple[int, Values]]
    ) -> None:
        self._lag, self._check = lag(device), check
        self._coming: deque[_Coming] = deque()
        self._here: deque[tuple[int, Values]] = deque((step, dict(values)) for step, values in told)

    def add(self, step: int, measured: Measured, more: Values, *, norm: bool) -> None:
        """Takes what update ``step`` has shown, and ``more`` to tell with it; ``norm``: the gradient's norm too."""
        arrived = None
        if measured.sums.device.type == "cuda":
            # The copy goes to pinned memory, so it does not wait.
            measured = replace(measured, sums=measured.sums.to("cpu", non_blocking=True))
            arrived = torch.cuda.Event()
            arrived.record()
        self._coming.append(_Coming(step, measured, more, norm, arrived))

    def ready(self, *, whole: bool = False) -> Iterator[tuple[int, Values]]:
        """Those that have arrived, as (update, values), oldest first; ``whole``: all of them, waiting if need be.

        Each is given out once; those that are not asked for any more stay here.
        """
        while True:
            while self._here:
                yield self._here.popleft()
            if not self._coming or not (whole or self._due()):
                return
            coming = self._coming.popleft()
            if coming.arrived is not None:
                coming.arrived.synchronize()
            values = coming.measured.values()
            self._check(coming.step, values)
            if not coming.norm:
                del values[NORM]
            self._here.append((coming.step, values | coming.more))

    def untold(self) -> list[tuple[int, Values]]:
        """All that was not given out, waiting for it; it stays here."""
        self._here = deque(self.ready(whole=True))
        return list(self._here)

    def _due(self) -> bool:
        if len(self._coming) > self._lag:
            return True
        arrived = self._coming[0].arrived
        return arrived is not None and bool(arrived.query())


def lag(device: torch.device) -> int:
    """How many updates late the measures of ``device`` may be told."""
    return LAG.get(device.type, 0)
