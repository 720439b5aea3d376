"""Metrics of counts: F1, precision, recall, balanced accuracy, Matthews correlation.

They are sums of a few numbers for each class, so they are written out here. scikit-learn, against which they are
tested, would take longer to load than most evaluations take. A class that occurs neither among the targets nor among
the predictions has no part in a mean over classes. If a class is never predicted, its precision counts as 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from engine.metrics.base import ClassCounts, Outcomes, register_metric

if TYPE_CHECKING:
    import numpy as np


def precision_by_class(counts: ClassCounts) -> np.ndarray:
    """Return what share of the predictions of each class is right, float64 [C]."""
    return _ratio(counts.right, counts.predicted)


def recall_by_class(counts: ClassCounts) -> np.ndarray:
    """Return what share of the texts of each class is found, float64 [C]."""
    return _ratio(counts.right, counts.true)


def f1_by_class(counts: ClassCounts) -> np.ndarray:
    """Return the harmonic mean of precision and recall of each class, float64 [C].

    Example: targets [0, 1, 1] and predictions [0, 1, 0] give [2/3, 2/3].
    """
    return _ratio(2 * counts.right, counts.predicted + counts.true)


def _ratio(part: np.ndarray, whole: np.ndarray) -> np.ndarray:
    import numpy as np

    return np.divide(part, whole, out=np.zeros(len(whole)), where=whole > 0)


def _mean(values: np.ndarray, counted: np.ndarray) -> float:
    return float(values[counted].mean()) if counted.any() else math.nan


def _by_name(outcomes: Outcomes, values: np.ndarray) -> Mapping[str, float]:
    return {name: 100 * float(value) for name, value in zip(outcomes.classes, values, strict=True)}


@register_metric(title="macro F1", unit="%", direction="max", targets=("class", "labels"))
def macro_f1(outcomes: Outcomes) -> float:
    """The mean over classes of F1, the harmonic mean of precision and recall: rare classes count as much as others."""
    counts = outcomes.class_counts()
    return 100 * _mean(f1_by_class(counts), counts.predicted + counts.true > 0)


@register_metric(
    title="weighted F1",
    unit="%",
    direction="max",
    targets=("class", "labels"),
    occasion="test",
    tabulated=False,
)
def weighted_f1(outcomes: Outcomes) -> float:
    """The mean over classes of F1, each class weighted by the number of its texts."""
    counts = outcomes.class_counts()
    total = int(counts.true.sum())
    return 100 * float(f1_by_class(counts) @ counts.true / total) if total else math.nan


@register_metric(
    title="micro F1",
    unit="%",
    direction="max",
    targets=("class", "labels"),
    occasion="request",
    tabulated=False,
)
def micro_f1(outcomes: Outcomes) -> float:
    """F1 of all decisions together; where each text has exactly one class it equals the accuracy."""
    counts = outcomes.class_counts()
    decisions = int(counts.true.sum() + counts.predicted.sum())
    return 200 * float(counts.right.sum()) / decisions if decisions else math.nan


@register_metric(
    title="balanced accuracy", unit="%", direction="max", targets=("class",), occasion="test", tabulated=False
)
def balanced_accuracy(outcomes: Outcomes) -> float:
    """The mean over classes of recall; guessing one class gives 100 / number of classes (Brodersen et al. 2010)."""
    counts = outcomes.class_counts()
    return 100 * _mean(recall_by_class(counts), counts.true > 0)


@register_metric(
    title="Matthews correlation",
    direction="max",
    digits=3,
    targets=("class",),
    occasion="test",
    tabulated=False,
)
def matthews_correlation(outcomes: Outcomes) -> float:
    """The correlation of true and predicted classes, −1 to 1; 0 for guessing (Matthews 1975; Gorodkin 2004, eq. 8)."""
    counts = outcomes.confusion().astype(float)
    true, predicted, total = counts.sum(axis=1), counts.sum(axis=0), counts.sum()
    covariance = counts.trace() * total - true @ predicted
    spread = (total**2 - true @ true) * (total**2 - predicted @ predicted)
    return float(covariance / math.sqrt(spread)) if spread > 0 else 0.0


_register_by_class = partial(
    register_metric,
    unit="%",
    direction="max",
    targets=("class", "labels"),
    occasion="request",
    by_class=True,
    tabulated=False,
)


@_register_by_class(title="precision")
def precision(outcomes: Outcomes) -> Mapping[str, float]:
    """Of each class: percent of the texts predicted as it that belong to it."""
    return _by_name(outcomes, precision_by_class(outcomes.class_counts()))


@_register_by_class(title="recall")
def recall(outcomes: Outcomes) -> Mapping[str, float]:
    """Of each class: percent of its texts that are predicted as it."""
    return _by_name(outcomes, recall_by_class(outcomes.class_counts()))


@_register_by_class(title="F1")
def f1(outcomes: Outcomes) -> Mapping[str, float]:
    """Of each class: the harmonic mean of its precision and recall, in percent."""
    return _by_name(outcomes, f1_by_class(outcomes.class_counts()))
