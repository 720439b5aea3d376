"""Compute the contribution of each test text to a metric, so that the noise of texts is known for any metric.

The jackknife (Quenouille 1956; Tukey 1958; Efron and Tibshirani 1993, chapter 11): the pseudo-value of text t is n θ -
(n - 1) θ₍₋ₜ₎, with θ the metric of all n texts and θ₍₋ₜ₎ of all but t. Of a mean over texts (error, loss) it is the
text's own value. Of macro F1, a correlation or an area under a curve it is the text's influence, to first order, and
the variance of the mean of pseudo-values is that of the metric. So crossed effects (``crossed_effects``) take them like
errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.metrics.base import Metric, Outcomes

Floats = NDArray[np.float64]
MOST_EVALUATIONS = 400
"""How often a metric that needs every answer is computed for one run. Beyond that texts are left out in groups."""
GROUPS = 100


def pseudo_values(metric: Metric, outcomes: Outcomes) -> Floats | None:
    """Return each text's contribution to ``metric``, float [n], or that of groups, float [GROUPS], for large n.

    Their mean is the metric itself: the jackknife's correction of its bias is left out. Texts with the same label and
    the same answer contribute alike, so a metric of classes is computed once for each cell of the confusion matrix.
    Groups (delete-a-group, Kott 2001) are the same for all runs on the same texts. None where the metric is not defined
    for the texts, or without some of them, and where it is one value per class.

    Example:
        Right on 3 of 4 texts, accuracy 75. Without a right one 200/3, without the wrong one 100: 4 · 75 - 3 · 200/3 is
        100 three times, and 4 · 75 - 3 · 100 is 0.
    """
    total, n = _value(metric, outcomes), outcomes.count
    if n < 3 or not np.isfinite(total):
        return None
    if metric.needs == "totals":
        others, share = _without_each(metric, outcomes), np.full(n, n, np.float64)
    elif (kinds := _text_kinds(metric, outcomes)) is not None:
        others = np.array([_value(metric, _without(outcomes, text)) for text in _first_of_each(kinds)])[kinds]
        share = np.full(n, n, np.float64)
    else:
        group = np.random.default_rng(0).permutation(n) % GROUPS
        others = np.array([_value(metric, _without(outcomes, group == index)) for index in range(GROUPS)])
        share = n / np.bincount(group, minlength=GROUPS)
    values = share * total - (share - 1) * others
    return values - values.mean() + total if np.isfinite(values).all() else None


def _value(metric: Metric, outcomes: Outcomes) -> float:
    value = metric.compute(outcomes)
    return float("nan") if isinstance(value, Mapping) else float(value)


def _without_each(metric: Metric, outcomes: Outcomes) -> Floats:
    """Return a metric of sums without each text: float [n]."""
    n = outcomes.count
    losses = np.zeros(n) if outcomes.losses is None else outcomes.losses
    right = np.zeros(n)
    if outcomes.targets is not None and outcomes.predicted is not None and outcomes.correct is not None:
        right = (outcomes.targets == outcomes.predicted).reshape(n, -1).all(1).astype(np.float64)
    pairs, inverse = np.unique(np.stack([losses, right]), axis=1, return_inverse=True)
    correct = outcomes.correct
    values = [
        _value(metric, Outcomes(n - 1, outcomes.loss - loss, None if correct is None else correct - is_right))
        for loss, is_right in pairs.T.tolist()
    ]
    return np.asarray(values, np.float64)[inverse.reshape(-1)]


def _text_kinds(metric: Metric, outcomes: Outcomes) -> NDArray[np.int64] | None:
    """Return int64 [n], equal where texts contribute alike, or None where these are more than may be left out."""
    targets, predicted, n = outcomes.targets, outcomes.predicted, outcomes.count
    kinds = np.arange(n)
    if metric.needs == "predictions" and targets is not None and predicted is not None and targets.ndim == 1:
        _, kinds = np.unique(np.stack([targets, predicted]), axis=1, return_inverse=True)
    kinds = kinds.reshape(-1)
    return kinds if kinds.max() < MOST_EVALUATIONS else None


def _first_of_each(kinds: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return bool [kinds, n] that is true for the first text of each kind.

    Example: kinds [0, 1, 0] give [[True, False, False], [False, True, False]].
    """
    _, first = np.unique(kinds, return_index=True)
    return np.asarray(np.arange(len(kinds)) == first[:, None])


def _without(outcomes: Outcomes, excluded: NDArray[np.bool_]) -> Outcomes:
    """Return the outcomes without the texts that ``excluded`` marks."""
    is_kept = ~excluded

    def rest(values: np.ndarray | None) -> np.ndarray | None:
        return None if values is None else values[is_kept]

    losses, targets, predicted = rest(outcomes.losses), rest(outcomes.targets), rest(outcomes.predicted)
    correct = outcomes.correct
    if correct is not None and targets is not None and predicted is not None:
        correct = float((targets == predicted).reshape(len(targets), -1).all(1).sum())
    return replace(
        outcomes,
        count=int(is_kept.sum()),
        loss=outcomes.loss if losses is None else float(losses.sum()),
        correct=correct,
        targets=targets,
        predicted=predicted,
        probabilities=rest(outcomes.probabilities),
        losses=losses,
    )
