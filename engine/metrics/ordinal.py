"""Metrics of ordered classes: distance in ranks, quadratic weighted kappa."""

from __future__ import annotations

import math

from engine.metrics.base import Outcomes, register_metric


@register_metric(title="mean distance in ranks", direction="min", digits=3, targets=("rank",))
def rank_mae(outcomes: Outcomes) -> float:
    """How many ranks the answer is from the true class, on average: 0 is right, 1 a neighbouring class."""
    assert outcomes.targets is not None and outcomes.predicted is not None
    return float(abs(outcomes.targets.astype("int64") - outcomes.predicted.astype("int64")).mean())


@register_metric(title="quadratic weighted kappa", direction="max", digits=3, targets=("rank",))
def quadratic_kappa(outcomes: Outcomes) -> float:
    """Agreement beyond chance, where an answer counts by the square of its distance in ranks: 1 is perfect, 0 chance.

    1 − Σ w_ij O_ij / Σ w_ij E_ij, w_ij = (i − j)², O the confusion matrix and E that of independent answers with the
    same margins (Cohen 1968). Not defined where all labels and answers are one class.
    """
    import numpy as np

    counts = outcomes.confusion().astype(np.float64)
    ranks = np.arange(len(counts))
    weights = (ranks[:, None] - ranks[None, :]) ** 2
    by_chance = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
    worst = float((weights * by_chance).sum())
    return 1 - float((weights * counts).sum()) / worst if worst > 0 else math.nan
