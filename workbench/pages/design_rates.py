"""Learning rates of a design, as arrays: over the updates of all stages, and per layer. No Qt.

The same pure functions of the specification that the optimiser uses (``Schedule.factor``,
``LayerDecay.scale``, ``Freezing.frozen_until``) are asked here, so the picture is what will be trained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.spec.experiment import Experiment
from engine.spec.freezing import FOREVER
from engine.spec.stages import Finetune, Stage

Floats = NDArray[np.float64]

POINTS = 500
"""At most so many updates of a stage are drawn, its first, last and peak among them."""

WITHOUT_STEPS = 1000
"""Updates assumed of a stage whose data are not known: the shape is right, the numbers are left out."""


@dataclass(frozen=True)
class RateCurves:
    """Rates over the run's updates: ``x`` (n,), ``top`` and ``bottom`` (n,) of the top layer and the
    embeddings.

    NaN separates stages. ``same`` says that both are one line.
    """

    x: Floats
    top: Floats
    bottom: Floats

    @property
    def same(self) -> bool:
        """Whether the embeddings have the top layer's rate throughout."""
        return bool(np.array_equal(self.top, self.bottom, equal_nan=True))


@dataclass(frozen=True)
class LayerRate:
    """The peak rate of one depth: ``rate`` is 0 when it never learns; ``later`` updates pass before it
    does."""

    name: str
    rate: float
    later: int = 0


def curves(experiment: Experiment, layers: int, steps: Sequence[int]) -> RateCurves:
    """The rates of all stages of ``experiment`` for an encoder of ``layers`` layers.

    Args:
        steps: the updates of each stage; 0 where they are not known.
    """
    xs: list[Floats] = []
    tops: list[Floats] = []
    bottoms: list[Floats] = []
    gap = np.array([np.nan])
    first = 0
    for stage, count in zip(experiment.stages, steps, strict=True):
        total = count or WITHOUT_STEPS
        at = sampled(stage, total)
        factor = np.array([stage.schedule.factor(int(step), total) for step in at])
        rate = stage.learning_rate * factor
        xs += [at.astype(np.float64) + first + 1.0, gap]
        # Where the whole encoder is frozen there is still the head to show.
        lead = rate * _open(stage, layers, layers, total, at)
        tops += [
            lead if lead.any() or not isinstance(stage, Finetune) else _head(stage, layers) * factor,
            gap,
        ]
        bottoms += [rate * _scale(stage, 0, layers) * _open(stage, 0, layers, total, at), gap]
        first += total
    x = np.concatenate(xs[:-1])
    gaps = np.isnan(x)
    x[gaps] = x[np.flatnonzero(gaps) - 1]
    return RateCurves(x, np.concatenate(tops[:-1]), np.concatenate(bottoms[:-1]))


def sampled(stage: Stage, total: int) -> NDArray[np.int64]:
    """The updates of ``stage`` at which its rate is drawn: at most ``POINTS``, every turn of the schedule
    among them."""
    if total <= POINTS:
        return np.arange(total)
    even = np.unique(np.linspace(0, total - 1, POINTS // 2).round().astype(np.int64))
    factor = np.array([stage.schedule.factor(int(step), total) for step in even])
    # Turns lie where the slope changes most; there every update is looked at.
    slope = np.diff(factor) / np.diff(even)
    turns = np.argsort(np.abs(np.diff(slope)))[-4:]
    near = [np.linspace(even[t], even[t + 2], 40).round().astype(np.int64) for t in turns]
    return np.unique(np.concatenate([even, *near]))


def per_layer(stage: Stage, layers: int, total: int) -> list[LayerRate]:
    """The peak rates of ``stage`` from the head down to the embeddings."""
    found = []
    if isinstance(stage, Finetune):
        found.append(LayerRate("Head", _head(stage, layers)))
    for depth in range(layers, -1, -1):
        until = stage.freezing.frozen_until(depth, layers, total or WITHOUT_STEPS)
        rate = 0.0 if until >= FOREVER else stage.learning_rate * _scale(stage, depth, layers)
        found.append(
            LayerRate(f"Layer {depth}" if depth else "Embeddings", rate, 0 if until >= FOREVER else until)
        )
    return found


def _head(stage: Finetune, layers: int) -> float:
    """The peak rate of the head."""
    return stage.head_learning_rate or stage.learning_rate * _scale(stage, layers + 1, layers)


def _scale(stage: Stage, depth: int, layers: int) -> float:
    return stage.decay.scale(depth, layers) if isinstance(stage, Finetune) else 1.0


def _open(stage: Stage, depth: int, layers: int, total: int, at: NDArray[np.int64]) -> Floats:
    """1 where ``depth`` learns, 0 where it is frozen."""
    return (at >= stage.freezing.frozen_until(depth, layers, total)).astype(np.float64)
