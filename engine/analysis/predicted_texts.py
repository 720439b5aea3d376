"""Find texts by stored predictions: those of a confusion cell, and those on which two runs differ."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.metrics.base import Outcomes
from engine.store.summaries import PredictionSet, answer_names

Places = NDArray[np.intp]


def confusion_counts(predictions: PredictionSet) -> np.ndarray:
    """Return counts of true (rows) against predicted classes (columns), int64 [C, C]."""
    outcomes = Outcomes(len(predictions.labels), 0.0, targets=predictions.labels, predicted=predictions.predicted,
                     classes=predictions.classes)  # fmt: skip
    return outcomes.confusion()


def places_in_cell(predictions: PredictionSet, true: int, predicted: int) -> Places:
    """Return the places of the texts of class ``true`` that are predicted as ``predicted``, most confident first."""
    places = np.flatnonzero((predictions.labels == true) & (predictions.predicted == predicted))
    return places[np.argsort(-np.nan_to_num(predictions.confidence[places]), kind="stable")]


def places_of_disagreement(one: PredictionSet | None, other: PredictionSet | None) -> Places | None:
    """Return the places of the texts to which two runs give different classes, or None without the same texts."""
    if one is None or other is None or not same_texts(one, other):
        return None
    first, second = (answer_names(set_.predicted, set_.classes) for set_ in (one, other))
    return np.flatnonzero(first != second)


def same_texts(one: PredictionSet | None, other: PredictionSet | None) -> bool:
    """Return whether two runs were tested on the same rows with the same classes."""
    if one is None or other is None or len(one.rows) != len(other.rows):
        return False
    if not one.classes or not other.classes:
        return False
    names = [answer_names(set_.labels, set_.classes) for set_ in (one, other)]
    return bool((one.rows == other.rows).all() and (names[0] == names[1]).all())
