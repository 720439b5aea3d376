"""Metrics of classes against scikit-learn, and where that has none against the definition spelled out."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from sklearn import metrics as reference

from engine.metrics.base import Outcomes, known_metrics
from engine.metrics.calibration import reliability_curve
from engine.metrics.ranking import (
    area_under_precision,
    area_under_roc,
    average_precision_by_class,
    roc_auc_by_class,
)

CLASSES = ("ham", "news", "spam", "none")


def skewed(texts: int = 400, seed: int = 3) -> Outcomes:
    """Outcomes of a model that is mostly right; one class is rare, and 'none' neither occurs nor is predicted."""
    draw = np.random.default_rng(seed)
    targets = draw.choice(3, texts, p=[0.8, 0.17, 0.03])
    logits = draw.normal(0, 1.5, (texts, 4))
    logits[np.arange(texts), targets] += 1.5
    logits[:, 3] = -20
    chances = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    predicted = chances.argmax(axis=1)
    losses = -np.log(chances[np.arange(texts), targets])
    right = int((predicted == targets).sum())
    return Outcomes(texts, float(losses.sum()), right, targets, predicted, chances, losses, CLASSES)


def value(name: str, outcomes: Outcomes) -> float:
    found = known_metrics()[name].compute(outcomes)
    assert isinstance(found, float)
    return found


def by_class(name: str, outcomes: Outcomes) -> list[float]:
    found = known_metrics()[name].compute(outcomes)
    assert not isinstance(found, float) and known_metrics()[name].by_class
    return [found[each] for each in CLASSES]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("macro_f1", lambda t, p: 100 * reference.f1_score(t, p, average="macro")),
        ("weighted_f1", lambda t, p: 100 * reference.f1_score(t, p, average="weighted")),
        ("micro_f1", lambda t, p: 100 * reference.f1_score(t, p, average="micro")),
        ("balanced_accuracy", lambda t, p: 100 * reference.balanced_accuracy_score(t, p)),
        ("matthews_correlation", reference.matthews_corrcoef),
        ("accuracy", lambda t, p: 100 * reference.accuracy_score(t, p)),
    ],
)
def test_metrics_of_predictions_are_those_of_scikit_learn(
    name: str, expected: Callable[[np.ndarray, np.ndarray], float]
) -> None:
    outcomes = skewed()
    assert value(name, outcomes) == pytest.approx(expected(outcomes.targets, outcomes.predicted))


def test_precision_recall_and_f1_of_each_class_are_those_of_scikit_learn() -> None:
    outcomes = skewed()
    precision, recall, f1, _ = reference.precision_recall_fscore_support(
        outcomes.targets, outcomes.predicted, labels=range(4), zero_division=0
    )
    assert by_class("precision", outcomes) == pytest.approx(100 * precision)
    assert by_class("recall", outcomes) == pytest.approx(100 * recall)
    assert by_class("f1", outcomes) == pytest.approx(100 * f1)


def test_the_loss_is_the_log_loss_and_the_brier_score_sums_over_classes() -> None:
    outcomes = skewed()
    assert value("loss", outcomes) == pytest.approx(
        reference.log_loss(outcomes.targets, outcomes.probabilities, labels=range(4))
    )
    truth = np.eye(4)[outcomes.targets]
    assert value("brier", outcomes) == pytest.approx(((outcomes.probabilities - truth) ** 2).sum(1).mean())
    # Of two classes it is twice the score of one of them.
    two = Outcomes(
        3, 1.0, 2, np.array([0, 1, 1]), np.array([0, 1, 0]),
        np.array([[0.7, 0.3], [0.2, 0.8], [0.6, 0.4]]), classes=("a", "b"),
    )  # fmt: skip
    assert value("brier", two) == pytest.approx(2 * reference.brier_score_loss([0, 1, 1], [0.3, 0.8, 0.4]))


def test_the_calibration_error_is_the_weighted_gap_of_its_bins() -> None:
    outcomes = skewed()
    confidence, right = outcomes.probabilities.max(1), outcomes.predicted == outcomes.targets
    expected, edges = 0.0, np.linspace(0, 1, 16)
    for low, high in pairwise(edges):
        here = (confidence > low) & (confidence <= high)
        if here.any():
            expected += here.mean() * abs(right[here].mean() - confidence[here].mean())
    assert value("calibration_error", outcomes) == pytest.approx(100 * expected)
    curve = reliability_curve(outcomes)
    assert sum(each.texts for each in curve) == outcomes.count
    assert all(each.low < each.confidence <= each.high for each in curve)


def test_rank_metrics_tell_each_class_from_the_rest_where_there_are_both() -> None:
    outcomes = skewed()
    areas = [reference.roc_auc_score(outcomes.targets == c, outcomes.probabilities[:, c]) for c in range(3)]
    # Independently: of all pairs of a text of the class and another one, those in the right order.
    own, others = (outcomes.probabilities[(outcomes.targets == 2) == mine, 2] for mine in (True, False))
    assert areas[2] == pytest.approx(np.mean(own[:, None] > others[None, :]))
    assert roc_auc_by_class(outcomes)[:3] == pytest.approx(areas)
    assert math.isnan(roc_auc_by_class(outcomes)[3])
    assert value("roc_auc", outcomes) == pytest.approx(np.mean(areas))
    # Ties count one half, and texts with equal scores are taken together.
    tied = np.random.default_rng(1).integers(0, 6, 300) / 5
    found = tied + np.random.default_rng(2).normal(0, 0.5, 300) > 0.6
    assert area_under_roc(found, tied) == pytest.approx(reference.roc_auc_score(found, tied))
    assert area_under_precision(found, tied) == pytest.approx(reference.average_precision_score(found, tied))
    steps = [
        reference.average_precision_score(outcomes.targets == c, outcomes.probabilities[:, c])
        for c in range(3)
    ]
    assert average_precision_by_class(outcomes)[:3] == pytest.approx(steps)
    assert value("average_precision", outcomes) == pytest.approx(np.mean(steps))


def test_a_split_of_one_class_has_the_metrics_that_make_sense() -> None:
    """Nothing is divided by zero: what is not defined is NaN, never the best checkpoint."""
    one = Outcomes(
        2, 0.5, 2, np.array([1, 1]), np.array([1, 1]), np.array([[0.2, 0.8], [0.3, 0.7]]),
        np.array([0.2, 0.3]), ("a", "b"),
    )  # fmt: skip
    assert math.isnan(value("roc_auc", one)) and math.isnan(value("average_precision", one))
    assert known_metrics()["roc_auc"].cost(value("roc_auc", one)) == math.inf
    assert value("matthews_correlation", one) == 0.0
    assert value("macro_f1", one) == value("balanced_accuracy", one) == 100.0
