"""Learning rates of a design, as arrays: over the updates of all stages, and per layer.

They come from the same pure functions of the specification that the optimiser uses (``Schedule.factor``,
``Stage.peak_rate``, ``Freezing.timetable``), so the picture shows the rates of the training.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.spec.experiment import Experiment
from engine.spec.freezing import FreezingPhase
from engine.spec.schedules import Schedule
from engine.spec.stages.base import Stage

Floats = NDArray[np.float64]

MAX_POINTS = 500
"""Largest number of updates of a stage to draw, its first, last and peak among them."""

ASSUMED_STEPS = 1000
"""Updates assumed for a stage whose data are not known: the shape is right, the numbers are not shown."""


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
    """The peak rate of one depth: 0 when it never learns."""

    name: str
    rate: float


@dataclass(frozen=True)
class FreezingTimetable:
    """The freezing phases of ``total`` updates. ``names`` are the rows from the top, each with its depth."""

    phases: tuple[FreezingPhase, ...]
    total: int
    names: tuple[tuple[str, int], ...]

    def end(self, number: int) -> int:
        """Return the update at which phase ``number`` ends."""
        return self.phases[number + 1].start if number + 1 < len(self.phases) else self.total


def freezing_timetable(stage: Stage, layers: int, total: int) -> FreezingTimetable:
    """Return the phases of ``stage`` in ``total`` updates (0: not known) for an encoder of ``layers`` layers.

    Phases that begin after the last update are left out.
    """
    length = total or ASSUMED_STEPS
    phases = stage.freezing.timetable(layers, length, stage.epoch_length(length))
    phases = tuple(phase for phase in phases if phase.start < length)
    head = [("Head", layers + 2)] if stage.has_new_head else []
    rows = [(f"Layer {depth}" if depth else "Embeddings", depth) for depth in range(layers, -1, -1)]
    return FreezingTimetable(phases, length, (*head, *rows))


def rate_curves(experiment: Experiment, layers: int, steps: Sequence[int]) -> RateCurves:
    """Return the rates of all stages of ``experiment`` for an encoder of ``layers`` layers.

    Args:
        steps: the updates of each stage, 0 where they are not known.
    """
    gap = np.array([np.nan])
    columns: dict[str, list[Floats]] = {"x": [], "top": [], "bottom": [], "head": []}
    first_update = 0
    for stage, count in zip(experiment.stages, steps, strict=True):
        total = count or ASSUMED_STEPS
        table = freezing_timetable(stage, layers, count)
        updates, factor = rate_factors(stage.schedule, table.phases, total)
        top = stage.peak_rate(layers, layers) * factor * _learning_mask(table, layers, updates)
        bottom = stage.peak_rate(0, layers) * factor * _learning_mask(table, 0, updates)
        head = top
        if stage.has_new_head:
            peak = stage.peak_rate(layers + 1, layers, head=True)
            head = peak * factor * _learning_mask(table, layers + 2, updates)
        columns["x"] += [updates.astype(np.float64) + first_update + 1.0, gap]
        # Where the whole encoder is frozen there is still the head to show.
        columns["top"] += [top if top.any() else head, gap]
        columns["bottom"] += [bottom, gap]
        columns["head"] += [head, gap]
        first_update += total
    x = np.concatenate(columns["x"][:-1])
    gaps = np.isnan(x)
    x[gaps] = x[np.flatnonzero(gaps) - 1]
    top, bottom, head = (np.concatenate(columns[name][:-1]) for name in ("top", "bottom", "head"))
    return RateCurves(x, top, bottom, head)


@lru_cache(maxsize=256)
def rate_factors(
    schedule: Schedule, phases: tuple[FreezingPhase, ...], total: int
) -> tuple[NDArray[np.int64], Floats]:
    """Return the updates of a stage at which its rate is drawn, [n], and the factors of its peak rates there, [n].

    At most about ``MAX_POINTS`` updates, every corner of the schedule and of the timetable among them. The combinations
    of a sweep mostly share them, so each is computed once. The arrays must not be written to.
    """
    if total <= MAX_POINTS:
        updates = np.arange(total)
    else:
        updates = _sorted_unique(np.linspace(0, total - 1, MAX_POINTS // 2).round().astype(np.int64))
        # Corners lie where the slope changes most; there every update is computed.
        slope = np.diff(_factors(schedule, phases, updates, total)) / np.diff(updates)
        turns = np.argsort(np.abs(np.diff(slope)))[-4 * max(1, len(phases)) :]
        dense = max(8, 40 // max(1, len(phases)))
        nearby = [np.linspace(updates[t], updates[t + 2], dense).round().astype(np.int64) for t in turns]
        starts = [np.array([phase.start - 1, phase.start]) for phase in phases if 0 < phase.start < total]
        updates = _sorted_unique(np.concatenate([updates, *nearby, *starts]))
    factors = _factors(schedule, phases, updates, total)
    for array in (updates, factors):
        array.flags.writeable = False
    return updates, factors


def _sorted_unique(updates: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the different ones of some updates from 0 on, ascending.

    As ``np.unique``, which imports NumPy's masked arrays when it is first called: 25 ms in the window's thread.
    """
    result = np.sort(updates)
    return result[np.diff(result, prepend=-1) > 0]


def _factors(
    schedule: Schedule, phases: Sequence[FreezingPhase], steps: NDArray[np.int64], total: int
) -> Floats:
    """Return ``rate_factor`` of ``engine.spec.freezing`` at many updates, looking up restarts only once."""
    restarts = np.array(
        [0, *(phase.start for phase in phases if phase.restarts and 0 < phase.start < total), total]
    )
    cycle = np.searchsorted(restarts, steps, side="right") - 1
    begins, ends = restarts[cycle], restarts[cycle + 1]
    values = [
        schedule.factor(step, length)
        for step, length in zip((steps - begins).tolist(), (ends - begins).tolist(), strict=True)
    ]
    return np.array(values) * np.array([phase.rate_factor for phase in phases])[phase_indices(phases, steps)]


def _learning_mask(table: FreezingTimetable, depth: int, updates: NDArray[np.int64]) -> Floats:
    """Return 1 where ``depth`` learns, 0 where it is frozen."""
    learns = np.array([depth in phase.trainable for phase in table.phases], np.float64)
    return learns[phase_indices(table.phases, updates)]


def phase_indices(phases: Sequence[FreezingPhase], updates: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the index of the phase that each update in ``updates`` [n] belongs to, [n].

    For phases that start at updates 0 and 100, ``updates`` = [0, 99, 100] gives [0, 0, 1].
    """
    starts = [phase.start for phase in phases]
    return np.maximum(np.searchsorted(starts, updates, side="right") - 1, 0)


def layer_rates(stage: Stage, layers: int, total: int) -> list[LayerRate]:
    """Return the peak rates of ``stage`` from the head down to the embeddings."""
    table = freezing_timetable(stage, layers, total)
    rates = []
    for name, depth in table.names:
        peak = stage.peak_rate(min(depth, layers + 1), layers, head=depth > layers)
        learning = [phase for phase in table.phases if depth in phase.trainable]
        rate = peak * max((phase.rate_factor for phase in learning), default=0.0)
        rates.append(LayerRate(name, rate))
    return rates
