"""Calibration: whether probabilities match frequencies. Brier score, expected calibration error, reliability curve."""

from __future__ import annotations

from dataclasses import dataclass

from engine.metrics.base import Outcomes, register_metric

BINS = 15
"""Bins of equal width, as in Guo et al. 2017."""


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """The texts whose confidence lies in one bin.

    Attributes:
        low, high: ends of the bin. ``low`` is not part of it (0 is, of the first).
        texts: how many there are.
        confidence: their mean probability of the predicted class, 0 to 1.
        accuracy: the share of them that is right, 0 to 1.
    """

    low: float
    high: float
    texts: int
    confidence: float
    accuracy: float


def reliability_curve(outcomes: Outcomes, bins: int = BINS) -> tuple[ReliabilityBin, ...]:
    """Return the bins of confidence that hold any text, from the lowest (Guo et al. 2017, 2).

    Example: confidences 0.9 and 1.0, of which the first is wrong, are with one bin
    ``ReliabilityBin(0, 1, 2, 0.95, 0.5)``.
    """
    import numpy as np

    assert outcomes.probabilities is not None and outcomes.targets is not None
    assert outcomes.predicted is not None
    # Of the answer, which a decision rule, or the median of ordered classes, may set beside the likeliest class.
    confidence = outcomes.probabilities[np.arange(outcomes.count), outcomes.predicted].astype(np.float64)
    right = np.asarray(outcomes.predicted == outcomes.targets)
    places = np.clip(np.ceil(confidence * bins).astype(np.int64) - 1, 0, bins - 1)
    return tuple(
        ReliabilityBin(
            number / bins,
            (number + 1) / bins,
            int(here.sum()),
            float(confidence[here].mean()),
            float(right[here].mean()),
        )
        for number in range(bins)
        if (here := places == number).any()
    )


@register_metric(
    title="Brier score",
    direction="min",
    digits=4,
    targets=("class",),
    needs="probabilities",
    occasion="test",
    tabulated=False,
)
def brier(outcomes: Outcomes) -> float:
    """The mean squared distance of probabilities from what is true, summed over classes: 0 to 2 (Brier 1950)."""
    import numpy as np

    assert outcomes.probabilities is not None and outcomes.targets is not None
    chances = outcomes.probabilities.astype(np.float64)
    chances[np.arange(outcomes.count), outcomes.targets] -= 1.0
    return float((chances**2).sum(axis=1).mean())


@register_metric(
    title="calibration error",
    unit="%",
    direction="min",
    targets=("class",),
    needs="probabilities",
    occasion="test",
    tabulated=False,
)
def calibration_error(outcomes: Outcomes) -> float:
    """The mean distance of confidence from accuracy over 15 bins of confidence, in points (ECE, Guo et al. 2017)."""
    bins = reliability_curve(outcomes)
    return 100 * sum(each.texts * abs(each.confidence - each.accuracy) for each in bins) / outcomes.count
