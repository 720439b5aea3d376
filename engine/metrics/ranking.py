"""Metrics of order: whether texts of a class have higher probabilities of it than others.

Each class is compared with all others, and the mean is over the classes with both texts and others.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.metrics.base import Outcomes, register_metric
from engine.metrics.regression import mean_ranks

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np


def area_under_roc(positive: np.ndarray, scores: np.ndarray) -> float:
    """Return the area under the ROC curve, NaN where all texts are positive, or none is.

    It is the share of pairs of a ``positive`` text (bool [n]) and another in which the former has the higher score
    (float [n]), a tie counting one half: the rank-sum statistic of Mann and Whitney (Hanley & McNeil 1982).

    Example: positive [T, F, F] with scores [0.5, 0.5, 0.1] has one pair right and one tied: 0.75.
    """
    positives = int(positive.sum())
    pairs = positives * (len(positive) - positives)
    if not pairs:
        return math.nan
    return float((mean_ranks(scores)[positive].sum() - positives * (positives + 1) / 2) / pairs)


def area_under_precision(positive: np.ndarray, scores: np.ndarray) -> float:
    """Return the average precision, NaN where all texts are positive, or none is.

    Over the distinct scores from the highest it sums precision times gain of recall, without interpolation.

    Example: positive [T, F, T] with scores [0.9, 0.8, 0.7] gives 1 · 1/2 + 2/3 · 1/2 = 5/6.
    """
    import numpy as np

    positives = int(positive.sum())
    if not 0 < positives < len(positive):
        return math.nan
    order = np.argsort(-scores, kind="stable")
    last = np.append(scores[order][1:] != scores[order][:-1], True)  # of equal scores
    hits = np.cumsum(positive[order])[last]
    retrieved = np.flatnonzero(last) + 1
    return float((np.diff(hits, prepend=0) * hits / retrieved).sum() / positives)


@register_metric(
    title="ROC AUC",
    direction="max",
    digits=4,
    targets=("class", "labels"),
    needs="probabilities",
    occasion="test",
    tabulated=False,
)
def roc_auc(outcomes: Outcomes) -> float:
    """How often a text of a class has a higher probability of it than another text; the mean over classes."""
    return _mean(roc_auc_by_class(outcomes))


@register_metric(
    title="average precision",
    direction="max",
    digits=4,
    targets=("class", "labels"),
    needs="probabilities",
    occasion="test",
    tabulated=False,
)
def average_precision(outcomes: Outcomes) -> float:
    """The area under the curve of precision over recall; the mean over classes."""
    return _mean(average_precision_by_class(outcomes))


def roc_auc_by_class(outcomes: Outcomes) -> list[float]:
    """Return the area under the ROC curve of each of the C classes against all others, NaN where not defined."""
    return _by_class(outcomes, area_under_roc)


def average_precision_by_class(outcomes: Outcomes) -> list[float]:
    """Return the average precision of each of the C classes against all others, NaN where not defined."""
    return _by_class(outcomes, area_under_precision)


def _by_class(outcomes: Outcomes, area: Callable[[np.ndarray, np.ndarray], float]) -> list[float]:
    chances, targets = outcomes.probabilities, outcomes.targets
    assert chances is not None and targets is not None
    return [
        area(targets == c if targets.ndim == 1 else targets[:, c] > 0, chances[:, c])
        for c in range(chances.shape[1])
    ]


def _mean(values: list[float]) -> float:
    defined = [value for value in values if not math.isnan(value)]
    return sum(defined) / len(defined) if defined else math.nan
