"""Updates as epochs."""

from __future__ import annotations

import numpy as np

from engine.analysis.curves.epochs import is_fitted_at_once, last_stage_by_epoch, steps_per_epoch
from engine.store.metrics import MetricCurve
from engine.store.rows import StageRow

FIRST = StageRow(0, "further_pretrain", "Further pre-training", 0, 10, {})
SECOND = StageRow(1, "finetune", "Fine-tuning", 10, 20, {"steps_per_epoch": 5})


def curve(*steps: int) -> MetricCurve:
    return MetricCurve(np.array(steps), np.array(steps, float), np.arange(len(steps), dtype=float))


def test_the_last_stage_that_was_measured_counts_in_its_own_epochs() -> None:
    epochs, values = last_stage_by_epoch(curve(10, 15, 30), [FIRST, SECOND])
    assert epochs.tolist() == [1.0, 4.0] and values.tolist() == [1.0, 2.0]


def test_without_epochs_there_are_steps() -> None:
    assert last_stage_by_epoch(curve(2, 4), [FIRST])[0].tolist() == [2.0, 4.0]
    assert steps_per_epoch(FIRST) == 0 and steps_per_epoch(SECOND) == 5


def test_a_baseline_is_fitted_at_once() -> None:
    baseline = StageRow(0, "linear_baseline", "Linear baseline", 0, 3, {})
    assert is_fitted_at_once([baseline])
    assert not is_fitted_at_once([FIRST, SECOND]) and not is_fitted_at_once([])
    assert not is_fitted_at_once([StageRow(0, "of_a_plugin_that_is_gone", "", 0, 3, {})])
