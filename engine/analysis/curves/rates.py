"""Learning rates of a design as arrays: over the updates of all stages, and per layer.

They are computed by the functions that the optimiser uses (``Schedule.factor``, ``Stage.peak_rate``,
``Freezing.timetable``), so the plot shows the rates of training.
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
"""Largest number of updates plotted for a stage, including the first, the last and the peak."""

ASSUMED_STEPS = 1000
"""Updates assumed for a stage with unknown data. The shape is right, and the numbers are hidden."""


@dataclass(frozen=True)
class RateCurves:
    """Learning rates over the updates ``x`` of a run: ``top`` layer, ``bottom`` (embeddings) and ``head``, each (n,).

    Without a new head, ``head`` equals ``top``. NaN separates stages.
    """

    x: Floats
    top: Floats
    bottom: Floats
    head: Floats

    @property
    def is_uniform(self) -> bool:
        """Whether the embeddings always have the rate of the top layer."""
        return bool(np.array_equal(self.top, self.bottom, equal_nan=True))

    @property
    def head_differs(self) -> bool:
        """Whether the head learns at some updates while the top layer is frozen."""
        return bool(np.any((self.top == 0) & (self.head > 0)))


@dataclass(frozen=True)
class LayerRate:
    """Peak learning rate of one depth, 0 if it is always frozen."""

    name: str
    rate: float


@dataclass(frozen=True)
class FreezingTimetable:
    """Freezing phases of ``total`` updates. ``names`` are the rows from the top, each with its depth."""

    phases: tuple[FreezingPhase, ...]
    total: int
    names: tuple[tuple[str, int], ...]

    def end(self, number: int) -> int:
        """Return the update at which phase ``number`` ends."""
        return self.phases[number + 1].start if number + 1 < len(self.phases) else self.total


def freezing_timetable(stage: Stage, layers: int, total: int) -> FreezingTimetable:
    """Return the freezing phases of ``stage`` in ``total`` updates (0: unknown) for an encoder of ``layers`` layers.

    Phases that begin after the last update are omitted.
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
        steps: the updates of each stage, 0 if unknown.
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
        # If the whole encoder is frozen, the head is plotted instead.
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
    """Return the plotted updates of a stage, [n], and the factors of its peak rates at these updates, [n].

    There are about ``MAX_POINTS`` updates at most, including every corner of the schedule and the timetable. Results
    are cached, because most combinations of a sweep share them. The arrays are read-only.
    """
    if total <= MAX_POINTS:
        updates = np.arange(total)
    else:
        updates = _sorted_unique(np.linspace(0, total - 1, MAX_POINTS // 2).round().astype(np.int64))
        # The slope changes most at corners, so updates are dense around them.
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
    """Return the distinct values of non-negative ``updates``, ascending.

    The first call of ``np.unique`` would import masked arrays, which takes 25 ms in the window's thread.
    """
    result = np.sort(updates)
    return result[np.diff(result, prepend=-1) > 0]


def _factors(
    schedule: Schedule, phases: Sequence[FreezingPhase], steps: NDArray[np.int64], total: int
) -> Floats:
    """Return ``rate_factor`` of ``engine.spec.freezing`` at many updates, with one look-up of restarts."""
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
