"""Freezing policies: which parts of the model are trained in which updates, and at which rate.

To add a policy, write one class here (or in a plug-in). Its fields appear in forms, TOML keys and CLI help without
further code. It defines either ``frozen_until``, where each depth is unfrozen once and stays so, or ``timetable``.

Depths are 0 for the embeddings, 1..L for the layers from the bottom, L + 1 for the pooler, L + 2 for the
head.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.spec.base import Choice, field
from engine.spec.schedules import Schedule

FOREVER = 2**62
"""Index of an update that is never reached."""


@dataclass(frozen=True)
class FreezingPhase:
    """Consecutive updates that train the same parts.

    Attributes:
        start: its first update, from 0. It ends at the next phase or the end of the stage.
        trainable: trained depths: 0 embeddings, 1..L layers, L + 1 pooler, L + 2 head.
        rate_factor: factor on every learning rate.
        title: the trained parts in words.
        restarts: whether the schedule restarts here. It then ends at the next phase that restarts it.
    """

    start: int
    trainable: frozenset[int]
    rate_factor: float = 1.0
    title: str = ""
    restarts: bool = False


class Freezing(Choice):
    """Which parts of the encoder do not learn, and when."""

    noun: ClassVar[str] = "freezing policy"

    @property
    def disables_dropout(self) -> bool:
        """Whether what does not learn runs without dropout."""
        return False

    def frozen_until(self, depth: int, layers: int, total: int) -> int:
        """Return the first update (of ``total``) that trains ``depth``: 0 = from the start, ``FOREVER`` = never.

        ``depth`` is 0 for embeddings, 1..layers for the layers, layers + 1 for the pooler. If a policy defines this
        method, the head is always trained. If it defines ``timetable``, a part may be frozen again later.
        """
        if type(self).timetable is Freezing.timetable:
            raise AssertionError(f"{type(self).__name__} defines no timetable")
        starts = [phase.start for phase in self.timetable(layers, total) if depth in phase.trainable]
        return min(starts, default=FOREVER)

    def timetable(self, layers: int, total: int, per_epoch: int = 0) -> tuple[FreezingPhase, ...]:
        """Return the phases of a stage of ``total`` updates, in order. The first starts at 0.

        Phases that start at ``total`` or later are not reached. ``per_epoch`` is the number of updates in an epoch, 0
        if unknown (the stage then counts as one epoch).
        """
        starts = {depth: self.frozen_until(depth, layers, total) for depth in range(layers + 2)}
        phases = []
        for start in sorted({0, *starts.values()} - {FOREVER}):
            learns = {layers + 2} | {depth for depth, first in starts.items() if first <= start}
            phases.append(FreezingPhase(start, frozenset(learns), title=describe_depths(learns, layers)))
        return tuple(phases)

    def problem(self, layers: int) -> str:
        """Return the reason why this policy does not fit an encoder of ``layers`` layers, or "" if it does."""
        return ""

    def trainable_depths(self, layers: int) -> frozenset[int]:
        """Return the depths that are trained at some time in a stage of sufficient length."""
        return frozenset().union(*(phase.trainable for phase in self.timetable(layers, 10**9, 1)))

    def head_alone_until(self, layers: int, total: int, per_epoch: int) -> int:
        """Return the first update (of ``total``) that trains any part of the encoder, ``total`` for never."""
        phases = self.timetable(layers, total, per_epoch)
        return min((phase.start for phase in phases if phase.trainable - {layers + 2}), default=total)

    def whole_encoder_frozen(self, layers: int) -> bool:
        """Return whether embeddings, layers and pooler are frozen throughout, so that the encoder only extracts
        features.
        """
        return self.trainable_depths(layers) <= {layers + 2}


class PartialFreezing(Freezing):
    """A policy under which a part of the encoder learns, at some time."""

    dropout: bool = field(True, "Dropout where frozen", advanced=True, later=True)
    """Off: frozen parts run without dropout, so that their outputs for a text never change and can be kept
    (Keep frozen)."""

    @property
    def disables_dropout(self) -> bool:
        """Whether what does not learn runs without dropout."""
        return not self.dropout


def phase_at(phases: Sequence[FreezingPhase], step: int) -> int:
    """Return the index of the phase that contains update ``step``."""
    return max(0, bisect_right([phase.start for phase in phases], step) - 1)


def rate_factor(phases: Sequence[FreezingPhase], schedule: Schedule, step: int, total: int) -> float:
    """Return the factor on the peak rates at update ``step`` of ``total``: that of the schedule times the phase's."""
    index = phase_at(phases, step)
    restarts = [phase.start for phase in phases if phase.restarts and phase.start < total]
    begin = max((start for start in restarts if start <= step), default=0)
    end = min((start for start in restarts if start > step), default=total)
    return phases[index].rate_factor * schedule.factor(step - begin, end - begin)


def describe_depths(learns: Sequence[int] | set[int] | frozenset[int], layers: int) -> str:
    """Return a set of depths in words: ``Layers 11-12, head``."""
    if set(learns) >= {*range(layers + 1), layers + 2}:
        return "Everything"
    inner = sorted(depth for depth in learns if 1 <= depth <= layers)
    runs: list[list[int]] = []
    for depth in inner:
        if runs and depth == runs[-1][1] + 1:
            runs[-1][1] = depth
        else:
            runs.append([depth, depth])
    names = [str(first) if first == last else f"{first}–{last}" for first, last in runs]
    words = ["embeddings"] if 0 in learns else []
    if names:
        words.append(("layer " if len(inner) == 1 else "layers ") + ", ".join(names))
    words += ["pooler"] if layers + 1 in learns else []
    words += ["head"] if layers + 2 in learns else []
    text = ", ".join(words) or "nothing"
    return text[0].upper() + text[1:]


class NoFreezing(Freezing):
    """Everything learns."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"

    def frozen_until(self, depth: int, layers: int, total: int) -> int:
        return 0


class FreezeAll(Freezing):
    """The whole encoder keeps its weights; only the head learns."""

    title: ClassVar[str] = "Whole encoder"
    kind: Literal["all"] = "all"

    def frozen_until(self, depth: int, layers: int, total: int) -> int:
        return FOREVER


class FreezeEmbeddings(PartialFreezing):
    """Word, position and segment embeddings keep their weights."""

    title: ClassVar[str] = "Embeddings"
    kind: Literal["embeddings"] = "embeddings"

    def frozen_until(self, depth: int, layers: int, total: int) -> int:
        return FOREVER if depth == 0 else 0


class FreezeLowest(PartialFreezing):
    """The embeddings and the lowest layers keep their weights."""

    title: ClassVar[str] = "Lowest layers"
    kind: Literal["lowest"] = "lowest"
    layers: int = field(2, "Layers", unit="layers", source="Lee et al. 2019", ge=0)
    """Number of layers, from the bottom, that are frozen together with the embeddings."""

    def frozen_until(self, depth: int, layers: int, total: int) -> int:
        return FOREVER if depth <= self.layers else 0

    def problem(self, layers: int) -> str:
        return f"requires {self.layers} layers, but the encoder has {layers}" if self.layers > layers else ""


class HeadFirst(PartialFreezing):
    """First the head alone, on fixed features; then everything, with a schedule of its own.

    A new head's first gradients are large and random. Learning it before the encoder keeps them from distorting the
    features (LP-FT, Kumar et al. 2022).
    """

    title: ClassVar[str] = "Head first"
    kind: Literal["head_first"] = "head_first"
    share: float = field(0.3, "Head alone", unit="of updates", source="Kumar et al. 2022", gt=0.0, lt=1.0)
    """The share of all updates during which only the head learns."""
    boost: float = field(10.0, "Head's rate alone", unit="× rate", gt=0.0, le=1000.0, log=True)
    """While the head learns alone, its rate is multiplied by this: a new linear layer takes a higher rate
    than an encoder."""
    rate: float = field(1.0, "Rate then", unit="× rate", gt=0.0, le=1.0, log=True)
    """Every rate of the second part is multiplied by this; below 1 the encoder changes less."""

    def timetable(self, layers: int, total: int, per_epoch: int = 0) -> tuple[FreezingPhase, ...]:
        second = max(1, round(self.share * total))
        return (
            FreezingPhase(0, frozenset({layers + 2}), self.boost, "Head", restarts=True),
            FreezingPhase(second, frozenset(range(layers + 3)), self.rate, "Everything", restarts=True),
        )


class GradualUnfreezing(PartialFreezing):
    """From the top: first pooler and head, then one layer more at a time, the embeddings last (ULMFiT)."""

    title: ClassVar[str] = "Gradual unfreezing"
    kind: Literal["gradual"] = "gradual"
    every: int = field(0, "Every", unit="updates", zero="one epoch", source="Howard & Ruder 2018, 3.3", ge=0)
    """Updates before the next layer is unfrozen; 0: one epoch."""
    layers: int = field(1, "Layers at a time", unit="layers", ge=1)
    """Number of layers unfrozen at a time. A deep encoder needs more of them, or more epochs."""
    cycles: bool = field(True, "Schedule anew", source="Howard & Ruder 2018, code", advanced=True)
    """The schedule restarts whenever layers are unfrozen, as in the authors' code; off: one schedule
    throughout."""

    def timetable(self, layers: int, total: int, per_epoch: int = 0) -> tuple[FreezingPhase, ...]:
        length = self.every or per_epoch or max(1, total)
        # The lowest depth that learns in each phase; layers + 1 is the pooler, 0 the embeddings.
        lowest = [layers + 1, *range(layers + 1 - self.layers, 0, -self.layers)]
        lowest += [0] if lowest[-1] == 1 else [1, 0]
        phases = []
        for number, low in enumerate(lowest):
            learns = frozenset(range(low, layers + 3))
            phases.append(
                FreezingPhase(
                    number * length, learns, 1.0, describe_depths(learns, layers), restarts=self.cycles
                )
            )
        return tuple(phases)

    def problem(self, layers: int) -> str:
        return f"requires {self.layers} layers, but the encoder has {layers}" if self.layers > layers else ""


class ChainThaw(PartialFreezing):
    """The head alone; then each part alone from the bottom, embeddings, layers, pooler; in the end everything.

    Each phase has a schedule of its own (Felbo et al. 2017, who train each to convergence).
    """

    title: ClassVar[str] = "Chain-thaw"
    kind: Literal["chain_thaw"] = "chain_thaw"
    every: int = field(0, "Every", unit="updates", zero="evenly", source="Felbo et al. 2017", ge=0)
    """Updates of each phase; 0: the stage is divided evenly."""
    rate: float = field(
        1.0, "Rate after the head", unit="× rate", source="Felbo et al. 2017, code", gt=0.0, le=1.0, log=True
    )
    """Every rate is multiplied by this after the phase of the head alone; the authors use 0.1."""

    def timetable(self, layers: int, total: int, per_epoch: int = 0) -> tuple[FreezingPhase, ...]:
        # The pooler shares the phase of the top layer, because without a pooler its own phase would be idle.
        alone = [{layers + 2}, *({depth} for depth in range(layers)), {layers, layers + 1}]
        depths = [*alone, set(range(layers + 3))]
        phases = []
        for number, learns in enumerate(depths):
            start = number * self.every if self.every else number * total // len(depths)
            rate = self.rate if number else 1.0
            phases.append(
                FreezingPhase(start, frozenset(learns), rate, describe_depths(learns, layers), restarts=True)
            )
        return tuple(phases)
