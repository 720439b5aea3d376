"""Learning-rate schedules as pure functions of the update, named after their actual shape.

``factor(step, total)`` is the factor on the base rate at update ``step`` (0-based) of ``total``. Both count optimiser
updates, not micro-batches.
"""

from __future__ import annotations

import math
from typing import ClassVar, Literal

from engine.spec.base import Choice, field


class Schedule(Choice):
    """How the learning rate moves over a stage."""

    noun: ClassVar[str] = "schedule"

    def factor(self, step: int, total: int) -> float:
        """Return the multiplier of the base rate at update ``step`` of ``total``."""
        raise AssertionError(f"{type(self).__name__} defines no factor")


def _warmup() -> float:
    value: float = field(
        0.1,
        label="Warm-up",
        unit="of updates",
        help="The share of all updates over which the rate rises from zero to its peak.",
        source="Devlin et al. 2019, A.3; Sun et al. 2019, 5.2",
        ge=0.0,
        lt=1.0,
    )
    return value


class SlantedTriangularSchedule(Schedule):
    """A short linear rise and a long linear fall, starting and ending at 1/ratio of the peak (ULMFiT)."""

    title: ClassVar[str] = "Slanted triangular"
    kind: Literal["slanted_triangular"] = "slanted_triangular"
    cut_fraction: float = field(0.1, "Cut fraction", source="Howard & Ruder 2018, eq. 3", gt=0.0, lt=1.0)
    """The share of all updates during which the rate rises."""
    ratio: float = field(32.0, "Ratio", source="Howard & Ruder 2018, eq. 3", gt=1.0)
    """How much smaller the lowest rate is than the peak."""

    def factor(self, step: int, total: int) -> float:
        # Howard & Ruder 2018, eq. 3, but the decay covers all updates after the cut. Both are equal if
        # total * cut_fraction is an integer. Otherwise rounding the cut of a short stage would make the published rate
        # reach its minimum long before the end (after 10 of 17 updates).
        cut = math.floor(total * self.cut_fraction)
        p = step / cut if step < cut else max(0.0, 1 - (step - cut) / max(1, total - cut))
        return (1 + p * (self.ratio - 1)) / self.ratio


class LinearSchedule(Schedule):
    """Linear rise to the peak, then linear fall to zero at the end; continuous."""

    title: ClassVar[str] = "Linear warm-up and decay"
    kind: Literal["linear"] = "linear"
    warmup: float = _warmup()

    def factor(self, step: int, total: int) -> float:
        rise = math.ceil(total * self.warmup)
        if step < rise:
            return step / rise
        return max(0.0, (total - step) / max(1, total - rise))


class BrokenLineSchedule(Schedule):
    """The original BERT code: after the rise the rate drops at once to (1 - warm-up) of the peak, then to zero."""

    title: ClassVar[str] = "Broken line (original code)"
    kind: Literal["broken_line"] = "broken_line"
    warmup: float = _warmup()

    def factor(self, step: int, total: int) -> float:
        # The original is negative after the end, which is not reached when counting actual updates.
        x = step / max(1, total)
        return x / self.warmup if x < self.warmup else max(0.0, 1 - x)


class CosineSchedule(Schedule):
    """Linear rise to the peak, then half a cosine down to zero."""

    title: ClassVar[str] = "Cosine"
    kind: Literal["cosine"] = "cosine"
    warmup: float = _warmup()

    def factor(self, step: int, total: int) -> float:
        rise = math.ceil(total * self.warmup)
        if step < rise:
            return step / rise
        return 0.5 * (1 + math.cos(math.pi * min(1.0, (step - rise) / max(1, total - rise))))


class ConstantSchedule(Schedule):
    """Linear rise to the peak, then no change."""

    title: ClassVar[str] = "Constant"
    kind: Literal["constant"] = "constant"
    warmup: float = _warmup()

    def factor(self, step: int, total: int) -> float:
        rise = math.ceil(total * self.warmup)
        return step / rise if step < rise else 1.0
