"""Which texts stored predictions are about."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sklearn.metrics import confusion_matrix

from engine.analysis.predicted_texts import (
    confusion_counts,
    places_in_cell,
    places_of_disagreement,
    same_texts,
)
from engine.store.summaries import PredictionSet

LABELS, PREDICTED = np.array([0, 0, 1, 2, 0]), np.array([1, 1, 1, 0, 0])
MINE = PredictionSet(
    "test", 5, ("a", "b", "c"), np.array([3, 5, 9, 11, 12]), LABELS, PREDICTED,
    np.array([0.6, 0.9, 0.8, np.nan, 0.7]), np.zeros(5),
)  # fmt: skip


def test_counts_are_those_of_scikit_learn() -> None:
    assert (confusion_counts(MINE) == confusion_matrix(LABELS, PREDICTED)).all()


def test_a_cell_has_the_surest_text_first() -> None:
    assert places_in_cell(MINE, 0, 1).tolist() == [1, 0]
    assert places_in_cell(MINE, 2, 0).tolist() == [3] and places_in_cell(MINE, 1, 2).tolist() == []


def test_disagreements_are_by_the_names_of_classes() -> None:
    other = replace(MINE, predicted=np.array([1, 0, 1, 0, 0]))
    found = places_of_disagreement(MINE, other)
    assert found is not None and found.tolist() == [1]
    # The same answers under numbers in another order.
    order = np.array([2, 0, 1])
    turned = replace(MINE, classes=("b", "c", "a"), labels=order[LABELS], predicted=order[PREDICTED])
    found = places_of_disagreement(MINE, turned)
    assert found is not None and found.tolist() == [] and same_texts(MINE, turned)


def test_other_texts_are_not_compared() -> None:
    elsewhere = replace(MINE, rows=np.array([3, 5, 9, 11, 13]))
    relabelled = replace(MINE, labels=np.array([0, 0, 1, 2, 1]))
    numbers = replace(MINE, classes=())
    for other in (elsewhere, relabelled, numbers, None):
        assert not same_texts(MINE, other) and places_of_disagreement(MINE, other) is None
