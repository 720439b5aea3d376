"""Metrics of real numbers: mean absolute and root mean squared error, R², rank correlation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.metrics.base import Outcomes, register_metric

if TYPE_CHECKING:
    import numpy as np


def _values(outcomes: Outcomes) -> tuple[np.ndarray, np.ndarray]:
    assert outcomes.targets is not None and outcomes.predicted is not None
    return outcomes.targets.astype("float64"), outcomes.predicted.astype("float64")


def mean_ranks(values: np.ndarray) -> np.ndarray:
    """Return the rank of each of ``values`` [n], from 1. Equal ones share the mean of theirs, float64 [n].

    Example: [3, 1, 3] gives [2.5, 1, 2.5].
    """
    import numpy as np

    _, place, ties = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(ties) - (ties - 1) / 2)[place], np.float64)


@register_metric(title="RMSE", direction="min", digits=4, targets=("number",))
def rmse(outcomes: Outcomes) -> float:
    """The root of the mean squared distance from the true number, in its unit."""
    targets, predicted = _values(outcomes)
    return math.sqrt(float(((targets - predicted) ** 2).mean()))


@register_metric(title="MAE", direction="min", digits=4, targets=("number",))
def mae(outcomes: Outcomes) -> float:
    """The mean absolute distance from the true number, in its unit."""
    targets, predicted = _values(outcomes)
    return float(abs(targets - predicted).mean())


@register_metric(title="R²", direction="max", digits=4, targets=("number",))
def r2(outcomes: Outcomes) -> float:
    """The share of the variance that is explained; 0 is that of predicting the split's mean, below is worse."""
    targets, predicted = _values(outcomes)
    whole = float(((targets - targets.mean()) ** 2).sum())
    return 1 - float(((targets - predicted) ** 2).sum()) / whole if whole > 0 else math.nan


@register_metric(title="Spearman correlation", direction="max", digits=4, targets=("number",))
def spearman(outcomes: Outcomes) -> float:
    """The correlation of the ranks of true and predicted numbers, −1 to 1 (Spearman 1904)."""
    true, guessed = (mean_ranks(each) for each in _values(outcomes))
    true, guessed = true - true.mean(), guessed - guessed.mean()
    spread = math.sqrt(float(true @ true) * float(guessed @ guessed))
    return float(true @ guessed) / spread if spread > 0 else math.nan
