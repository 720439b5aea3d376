"""Convert updates to epochs, and detect runs without epochs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.spec.stages import Stage

if TYPE_CHECKING:
    from engine.store.metrics import MetricCurve
    from engine.store.rows import StageRow

Floats = NDArray[np.float64]


def steps_per_epoch(stage: StageRow) -> float:
    """Return the updates of one epoch of ``stage``, 0 where it counts none."""
    count = stage.info.get("steps_per_epoch")
    return float(count) if isinstance(count, int | float) else 0.0


def is_fitted_at_once(stages: Sequence[StageRow]) -> bool:
    """Return whether a run has no updates, as a linear baseline, whose steps are its trials."""
    options = [Stage.known_options().get(stage.kind) for stage in stages]
    return any(options) and all(option.fitted_at_once for option in options if option is not None)


def last_stage_by_epoch(curve: MetricCurve, stages: Sequence[StageRow]) -> tuple[Floats, Floats]:
    """Return (epochs, values) within the stage that was measured last. Earlier ones had other texts and epochs.

    With stages of 10 and 20 updates, and 5 updates to an epoch of the second, values at steps 10, 15 and 30 give the
    epochs 1 and 4: step 10 belongs to the first stage. Where no stage counts epochs: (steps, values).
    """
    step = np.asarray(curve.step, float)
    for stage in reversed(stages):
        epoch_steps, is_inside = steps_per_epoch(stage), step > stage.first_step
        if epoch_steps and is_inside.any():
            return (step[is_inside] - stage.first_step) / epoch_steps, curve.value[is_inside]
    return step, curve.value
