"""Learning rates of a design, as arrays: over the updates of all stages, and per layer. No Qt.

The same pure functions of the specification that the optimiser uses (``Schedule.factor``,
``LayerDecay.scale``, ``Freezing.freezing_timetable``) are asked here, so the picture is what will be trained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.spec.experiment import Experiment
from engine.spec.freezing import FreezingPhase, phase_at, rate_factor
from engine.spec.stages import Stage, SupervisedStage

Floats = NDArray[np.float64]

MAX_POINTS = 500
"""At most so many updates of a stage are drawn, its first, last and peak among them."""

ASSUMED_STEPS = 1000
"""Updates assumed of a stage whose data are not known: the shape is right, the numbers are left out."""


@dataclass(frozen=True)
class RateCurves:
    """Rates over the run's updates: ``x`` (n,), ``top``, ``bottom`` and ``head`` (n,) of the top layer, the
    embeddings and the head (that of the top layer where there is none).

    NaN separates stages. ``is_uniform`` says that top and bottom are one line, ``head_differs`` that the
    head learns at other times than the top layer.
    """

    x: Floats
    top: Floats
    bottom: Floats
    head: Floats

    @property
    def is_uniform(self) -> bool:
        """Whether the embeddings have the top layer's rate throughout."""
        return bool(np.array_equal(self.top, self.bottom, equal_nan=True))

    @property
    def head_differs(self) -> bool:
        """Whether the head learns at times when the top layer does not."""
        return bool(np.any((self.top == 0) & (self.head > 0)))


@dataclass(frozen=True)
class LayerRate:
    """The peak rate of one depth: ``rate`` is 0 when it never learns; ``start_step`` updates pass before it
    does."""

    name: str
    rate: float
    start_step: int = 0


@dataclass(frozen=True)
class FreezingTimetable:
    """What learns when: ``phases`` until ``total`` updates; ``names`` of the rows from the top, each with its depth."""

    phases: tuple[FreezingPhase, ...]
    total: int
    names: tuple[tuple[str, int], ...]

    def end(self, number: int) -> int:
        """The update at which phase ``number`` ends."""
        return self.phases[number + 1].start if number + 1 < len(self.phases) else self.total


def freezing_timetable(stage: Stage, layers: int, total: int) -> FreezingTimetable:
    """The phases of ``stage`` in ``total`` updates (0: not known) for an encoder of ``layers`` layers.

    Phases that never come are left out.
    """
    known = total or ASSUMED_STEPS
    per_epoch = round(known / stage.epochs) if isinstance(stage, SupervisedStage) else 0
    phases = tuple(p for p in stage.freezing.timetable(layers, known, max(0, per_epoch)) if p.start < known)
    head = [("Head", layers + 2)] if isinstance(stage, SupervisedStage) else []
    inner = [(f"Layer {depth}" if depth else "Embeddings", depth) for depth in range(layers, -1, -1)]
    return FreezingTimetable(phases, known, (*head, *inner))


def rate_curves(experiment: Experiment, layers: int, steps: Sequence[int]) -> RateCurves:
    """The rates of all stages of ``experiment`` for an encoder of ``layers`` layers.

    Args:
        steps: the updates of each stage; 0 where they are not known.
    """
    gap = np.array([np.nan])
    found: dict[str, list[Floats]] = {"x": [], "top": [], "bottom": [], "head": []}
    first = 0
    for stage, count in zip(experiment.stages, steps, strict=True):
        total = count or ASSUMED_STEPS
        table = freezing_timetable(stage, layers, count)
        at = sample_steps(stage, total, table.phases)
        factor = np.array([rate_factor(table.phases, stage.schedule, int(step), total) for step in at])
        rate = stage.learning_rate * factor
        top = rate * _scale(stage, layers, layers) * _learning_mask(layers, table, at)
        bottom = rate * _scale(stage, 0, layers) * _learning_mask(0, table, at)
        head = (
            _head_rate(stage, layers) * factor * _learning_mask(layers + 2, table, at)
            if _is_supervised(stage)
            else top
        )
        # Where the whole encoder is frozen there is still the head to show.
        lead = top if top.any() or not _is_supervised(stage) else head
        for name, line in (
            ("x", at.astype(np.float64) + first + 1.0),
            ("top", lead),
            ("bottom", bottom),
            ("head", head),
        ):
            found[name] += [line, gap]
        first += total
    x = np.concatenate(found["x"][:-1])
    gaps = np.isnan(x)
    x[gaps] = x[np.flatnonzero(gaps) - 1]
    top, bottom, head = (np.concatenate(found[name][:-1]) for name in ("top", "bottom", "head"))
    return RateCurves(x, top, bottom, head)


def sample_steps(stage: Stage, total: int, phases: Sequence[FreezingPhase] = ()) -> NDArray[np.int64]:
    """The updates of ``stage`` at which its rate is drawn: at most about ``MAX_POINTS``, every turn of the schedule and
    of the timetable among them."""
    if total <= MAX_POINTS:
        return np.arange(total)
    even = np.unique(np.linspace(0, total - 1, MAX_POINTS // 2).round().astype(np.int64))
    factor = np.array(
        [
            rate_factor(phases, stage.schedule, int(step), total)
            if phases
            else stage.schedule.factor(int(step), total)
            for step in even
        ]
    )
    # Turns lie where the slope changes most; there every update is looked at.
    slope = np.diff(factor) / np.diff(even)
    turns = np.argsort(np.abs(np.diff(slope)))[-4 * max(1, len(phases)) :]
    dense = max(8, 40 // max(1, len(phases)))
    near = [np.linspace(even[t], even[t + 2], dense).round().astype(np.int64) for t in turns]
    starts = [np.array([phase.start - 1, phase.start]) for phase in phases if 0 < phase.start < total]
    return np.unique(np.concatenate([even, *near, *starts]))


def layer_rates(stage: Stage, layers: int, total: int) -> list[LayerRate]:
    """The peak rates of ``stage`` from the head down to the embeddings."""
    table = freezing_timetable(stage, layers, total)
    found = []
    for name, depth in table.names:
        base = (
            _head_rate(stage, layers)
            if depth > layers
            else stage.learning_rate * _scale(stage, depth, layers)
        )
        learning = [phase for phase in table.phases if depth in phase.trainable]
        rate = base * max((phase.rate_factor for phase in learning), default=0.0)
        found.append(LayerRate(name, rate, learning[0].start if learning else 0))
    return found


def _is_supervised(stage: Stage) -> bool:
    return isinstance(stage, SupervisedStage)


def _head_rate(stage: Stage, layers: int) -> float:
    """The peak rate of the head."""
    own = stage.head_learning_rate if isinstance(stage, SupervisedStage) else 0.0
    return own or stage.learning_rate * _scale(stage, layers + 1, layers)


def _scale(stage: Stage, depth: int, layers: int) -> float:
    return stage.decay.scale(depth, layers) if isinstance(stage, SupervisedStage) else 1.0


def _learning_mask(depth: int, table: FreezingTimetable, at: NDArray[np.int64]) -> Floats:
    """1 where ``depth`` learns, 0 where it is frozen."""
    learns = np.array([depth in phase.trainable for phase in table.phases], np.float64)
    return learns[[phase_at(table.phases, int(step)) for step in at]]
