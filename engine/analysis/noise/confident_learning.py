"""Confident learning: which given labels are likely wrong, from out-of-sample probabilities.

Northcutt, Jiang & Chuang 2021, "Confident Learning: Estimating Uncertainty in Dataset Labels" (JAIR 70). The threshold
of class j is the mean probability of j over the texts that are labelled j (equation 2). A text labelled i is counted as
truly j where j's probability reaches its threshold, the most probable j of several (equation 1). What lies off the
diagonal of these counts, the *confident joint*, is taken for mislabelled (section 3.2, the method by the joint's own
entries), and ranked by the margin between the given label and the suggested one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Classes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LabelIssues:
    """Result of confident learning on n labels of C classes.

    Attributes:
        thresholds: mean probability of each class over its own texts, float64 [C], NaN of a class without any.
        joint: the confident joint, counts of given (rows) against true classes (columns), int64 [C, C].
        suggested: the true class of each text, int64 [n]: the given one where nothing speaks against it.
        margins: probability of the suggested class less that of the given one, float64 [n]. May be negative, where the
            class that is given has the higher threshold.
        given: texts of each class as labelled, float64 [C].
    """

    thresholds: Floats
    joint: Classes
    suggested: Classes
    margins: Floats

    given: Floats

    @property
    def noise(self) -> float:
        """The estimated share of wrong labels: off the joint's diagonal, rows scaled to their classes' texts."""
        totals = self.joint.sum(1)
        wrong = 1 - np.diag(self.joint) / np.maximum(totals, 1)
        return float((self.given * wrong)[totals > 0].sum() / max(1.0, self.given.sum()))


def find_label_issues(labels: Classes, probabilities: Floats) -> LabelIssues:
    """Return which of ``labels`` [n] speak against ``probabilities`` [n, C] of a model that did not learn these texts.

    Example: labels [0, 0, 1] with probabilities [.9 .1], [.2 .8], [.3 .7] have thresholds .55 and .7. Text 0 is counted
    as 0, text 1 as 1 with margin .6, text 2 as 1: the joint is [[1, 1], [0, 1]].
    """
    count, width = probabilities.shape
    class_counts = np.bincount(labels, minlength=width).astype(np.float64)
    given_probs = probabilities[np.arange(count), labels]
    with np.errstate(invalid="ignore"):
        thresholds = np.bincount(labels, weights=given_probs, minlength=width) / class_counts
    # A class that no text has, has no threshold and is never reached.
    is_reached = probabilities >= np.where(np.isnan(thresholds), np.inf, thresholds) - 1e-12
    likeliest = np.where(is_reached, probabilities, -1.0).argmax(1)
    suggested = np.where(is_reached.any(1), likeliest, labels).astype(np.int64)
    joint = np.zeros((width, width), np.int64)
    has_class = is_reached.any(1)
    np.add.at(joint, (labels[has_class], suggested[has_class]), 1)
    margins = probabilities[np.arange(count), suggested] - given_probs
    return LabelIssues(thresholds, joint, suggested, margins, class_counts)
