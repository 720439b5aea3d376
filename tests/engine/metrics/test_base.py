"""The family of metrics: what may be registered, whom it serves, and that the built-in ones are what they say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.metrics import base
from engine.metrics.base import Metric, Outcomes, known_metrics, metrics_for

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
