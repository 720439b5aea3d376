"""Metrics of label sets and of ordered classes are those of scikit-learn."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn import metrics as reference

from engine.metrics.base import Outcomes, known_metrics


def outcomes(seed: int = 3, texts: int = 80, labels: int = 5) -> Outcomes:
    """Random label sets, one label that never occurs, texts with all labels and with none, tied probabilities."""
    draw = np.random.default_rng(seed)
    targets = (draw.random((texts, labels)) < [0.5, 0.3, 0.1, 0.0, 0.6]).astype(float)
    targets[0], targets[1] = 1.0, 0.0
    chances = np.round(np.clip(0.3 + 0.4 * targets + draw.normal(0, 0.25, targets.shape), 0.01, 0.99), 1)
    losses = draw.random(texts)
    names = tuple("abcde"[:labels])
    return Outcomes(
        texts, float(losses.sum()), None, targets, (chances >= 0.5).astype(float), chances, losses, names
    )


def value(name: str, found: Outcomes) -> float:
    computed = known_metrics()[name].compute(found)
    assert isinstance(computed, float)
    return computed


def test_metrics_of_label_sets_are_those_of_scikit_learn() -> None:
    found = outcomes()
    true, guessed = found.targets, found.predicted
    for name, expected in {
        "micro_f1": 100 * reference.f1_score(true, guessed, average="micro"),
        "macro_f1": 100 * reference.f1_score(true, guessed, average="macro", zero_division=np.nan),
        "weighted_f1": 100 * reference.f1_score(true, guessed, average="weighted", zero_division=0),
        "subset_accuracy": 100 * reference.accuracy_score(true, guessed),
        "hamming_loss": 100 * reference.hamming_loss(true, guessed),
        "lrap": reference.label_ranking_average_precision_score(true, found.probabilities),
        "roc_auc": np.mean(
            [
                reference.roc_auc_score(true[:, c], found.probabilities[:, c])
                for c in range(5)
                if 0 < true[:, c].sum() < 80
            ]
        ),
    }.items():
        assert value(name, found) == pytest.approx(expected), name
    each = reference.precision_recall_fscore_support(true, guessed, zero_division=0)
    for name, expected in zip(("precision", "recall", "f1"), each, strict=False):
        by_class = known_metrics()[name].compute(found)
        assert isinstance(by_class, dict)
        np.testing.assert_allclose([by_class[label] for label in "abcde"], 100 * np.asarray(expected))


def test_texts_without_labels_have_metrics_as_far_as_these_are_defined() -> None:
    nothing = np.zeros((4, 3))
    found = Outcomes(4, 1.0, None, nothing, nothing, np.full((4, 3), 0.1), np.zeros(4), ("a", "b", "c"))
    assert math.isnan(value("micro_f1", found)) and math.isnan(value("macro_f1", found))
    assert (
        value("subset_accuracy", found) == 100
        and value("hamming_loss", found) == 0
        and value("lrap", found) == 1
    )


def test_counts_of_classes_are_those_of_the_confusion_matrix() -> None:
    draw = np.random.default_rng(1)
    targets, predicted = draw.integers(0, 4, 50), draw.integers(0, 4, 50)
    one = Outcomes(50, 0.0, None, targets, predicted, classes=tuple("abcd"))
    rows = np.eye(4)
    several = Outcomes(50, 0.0, None, rows[targets], rows[predicted], classes=tuple("abcd"))
    for name in ("true", "predicted", "right"):
        np.testing.assert_array_equal(
            getattr(one.class_counts(), name), getattr(several.class_counts(), name)
        )
    for name in ("micro_f1", "macro_f1", "weighted_f1"):
        assert value(name, one) == pytest.approx(value(name, several)), name


def test_metrics_of_ordered_classes_are_those_of_scikit_learn() -> None:
    draw = np.random.default_rng(2)
    targets = draw.integers(0, 5, 120)
    predicted = np.clip(targets + draw.integers(-1, 2, 120), 0, 4)
    found = Outcomes(120, 0.0, None, targets, predicted, classes=tuple("12345"))
    assert value("rank_mae", found) == pytest.approx(reference.mean_absolute_error(targets, predicted))
    expected = reference.cohen_kappa_score(targets, predicted, weights="quadratic")
    assert value("quadratic_kappa", found) == pytest.approx(expected)
    same = Outcomes(3, 0.0, None, np.ones(3, int), np.ones(3, int), classes=("1", "2"))
    assert math.isnan(value("quadratic_kappa", same))
