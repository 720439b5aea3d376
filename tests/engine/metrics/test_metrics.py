"""Metrics against NumPy and scikit-learn, and their keys in words."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from sklearn import metrics as reference

from engine.metrics import base
from engine.metrics.base import Metric, Outcomes, known_metrics, metrics_for
from engine.metrics.keys import describe_key, find_direction
from engine.metrics.measures import (
    area_under_precision,
    area_under_roc,
    average_precision_by_class,
    reliability_curve,
    roc_auc_by_class,
)
from engine.objectives.base import common_loss_unit

LABELS = np.array([0, 1, 2, 1, 0])
GUESSES = np.array([0, 1, 1, 1, 2])
CHANCES = np.array([[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.1, 0.6, 0.3], [0.3, 0.4, 0.3], [0.2, 0.2, 0.6]])
LOSSES = -np.log(CHANCES[np.arange(5), LABELS])
OUTCOMES = Outcomes(5, float(LOSSES.sum()), 3, LABELS, GUESSES, CHANCES, LOSSES, ("a", "b", "c"))


def value(name: str, outcomes: Outcomes = OUTCOMES) -> float:
    found = known_metrics()[name].compute(outcomes)
    assert isinstance(found, float)
    return found


def test_the_built_in_metrics_against_numpy() -> None:
    assert value("error") == pytest.approx(100 * np.mean(LABELS != GUESSES))
    assert value("accuracy") == pytest.approx(100 * np.mean(LABELS == GUESSES))
    assert value("loss") == pytest.approx(LOSSES.mean())
    assert value("perplexity") == pytest.approx(np.exp(LOSSES.mean()))
    assert math.isfinite(value("perplexity", Outcomes(1, 1e6)))


def test_each_target_has_the_metrics_that_make_sense_for_it() -> None:
    def names(target: str, provided: base.Needs) -> set[str]:
        return {metric.name for metric in metrics_for([target], provided)} & {
            "loss", "error", "accuracy", "perplexity",
        }  # fmt: skip

    assert names("class", "probabilities") == {"loss", "error", "accuracy"}
    assert names("token", "totals") == {"loss", "accuracy", "perplexity"}
    assert names("number", "predictions") == {"loss"}


def test_a_metric_is_only_asked_for_what_is_known() -> None:
    metric = Metric("auc", "AUC", lambda outcomes: 0.0, "max", ("class",), "probabilities")
    assert metric.serves("class", "probabilities")
    assert not metric.serves("class", "predictions") and not metric.serves("number", "probabilities")
    assert Outcomes(1, 0.0).provides == "totals"
    assert Outcomes(1, 0.0, predicted=np.zeros(1)).provides == "predictions"
    assert OUTCOMES.provides == "probabilities"


def test_less_cost_is_better_in_both_directions() -> None:
    error, accuracy = known_metrics()["error"], known_metrics()["accuracy"]
    assert error.cost(2.0) < error.cost(3.0) and accuracy.cost(98.0) < accuracy.cost(97.0)
    # What is not defined is never the best, but the first of all may be.
    assert error.cost(100.0) < error.cost(math.nan) == math.inf


@pytest.mark.parametrize(
    ("name", "value", "score", "title", "shortfall"),
    [("error", 12.0, 88.0, "accuracy", 12.0), ("accuracy", 88.0, 88.0, "accuracy", 12.0),
     ("loss", 0.5, -0.5, "−loss", 0.5)],
)  # fmt: skip
def test_a_score_grows_and_a_shortfall_falls_with_what_is_better(
    name: str, value: float, score: float, title: str, shortfall: float
) -> None:
    metric = known_metrics()[name]
    assert (metric.score(value), metric.score_title, metric.shortfall(value)) == (score, title, shortfall)
    assert metric.score(metric.score(value)) == value
    better = value - 1 if metric.direction == "min" else value + 1
    assert metric.score(better) > score and metric.shortfall(better) < shortfall


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


@pytest.mark.parametrize(
    ("key", "title", "unit", "direction"),
    [
        ("validation/error", "Validation error", "%", "min"),
        ("test/accuracy/news", "Test accuracy, news", "%", "max"),
        ("heldout/perplexity", "Held-out perplexity", "", "min"),
        ("heldout/next_loss", "Held-out next-sentence loss", "nats", "min"),
        ("train/loss/l2_sp", "Training loss, l2_sp", "", "min"),
        ("validation/loss:sports/news", "Validation loss, sports, news", "", "min"),
        ("rate/top", "Learning rate, top layer", "", None),
        ("speed/texts_per_second", "Texts per second", "/s", "max"),
        # Of another version or a plug-in that is gone: shown, but without a better side.
        ("test/lift", "Test lift", "", None),
        ("odd_thing", "Odd thing", "", None),
        ("system/memory_gb", "System memory gb", "", None),
    ],
)
def test_keys_in_words(key: str, title: str, unit: str, direction: str | None) -> None:
    about = describe_key(key)
    assert (about.title, about.unit, about.direction) == (title, unit, direction)
    assert find_direction(key) == direction
    assert about.higher_is_better == (direction == "max")


def test_a_loss_has_the_unit_of_its_objective() -> None:
    unit = common_loss_unit(["single_label", "single_label"])
    assert unit == "nats" == describe_key("validation/loss/news", unit).unit
    assert describe_key("heldout/loss").unit == "nats", "that of masked words"
    assert (
        describe_key("validation/loss").unit
        == ""
        == common_loss_unit(["single_label", "of a plug-in that is gone"])
    )


def test_choices_leave_out_the_split_that_goes_without_saying() -> None:
    assert describe_key("validation/error").short == "Error"
    assert describe_key("heldout/loss").short == "Held-out loss"
