"""Objectives: how what they measure is named, also by class and over tasks; what a new one has to say."""

from __future__ import annotations

import numpy as np
import pytest

from engine.metrics import base as metrics
from engine.metrics.base import Outcomes, known_metrics, register_metric
from engine.objectives.base import LabelObjective, mean_over_tasks
from engine.objectives.classification import SINGLE_LABEL
from engine.objectives.next_sentence import NEXT_SENTENCE


@pytest.fixture
def recalls(monkeypatch: pytest.MonkeyPatch) -> None:
    """A metric with a value for each class."""
    monkeypatch.setattr(metrics, "_METRICS", dict(known_metrics()))

    @register_metric(title="toy recall", unit="%", direction="max", targets=("class",))
    def toy_recall(outcomes: Outcomes) -> dict[str, float]:
        assert outcomes.targets is not None and outcomes.predicted is not None
        right = outcomes.targets == outcomes.predicted
        return {
            name: 100 * float(right[outcomes.targets == number].mean())
            for number, name in enumerate(outcomes.classes)
        }


def test_keys_name_split_metric_class_and_task(recalls: None) -> None:
    outcomes = Outcomes(3, 3.0, 2, np.array([0, 0, 1]), np.array([0, 1, 1]), None, np.ones(3), ("a/b", "c"))
    found = SINGLE_LABEL.measure("validation", outcomes, "news")
    assert found["validation/error/news"] == pytest.approx(100 / 3)
    assert found["validation/toy_recall:a_b/news"] == 50.0 and found["validation/toy_recall:c/news"] == 100.0
    assert "validation/toy_recall/news" not in found


def test_of_sums_alone_only_what_sums_tell_is_measured(recalls: None) -> None:
    assert set(SINGLE_LABEL.measure("test", Outcomes(2, 1.0, 1))) >= {"test/error", "test/loss"}
    assert not any("toy_recall" in key for key in SINGLE_LABEL.measure("test", Outcomes(2, 1.0, 1)))


def test_two_objectives_of_one_evaluation_do_not_meet() -> None:
    assert NEXT_SENTENCE.measure("heldout", Outcomes(4, 2.0, 3)) == {
        "heldout/next_loss": 0.5,
        "heldout/next_accuracy": 75.0,
    }


def test_tasks_are_averaged_in_the_metrics_that_all_have() -> None:
    values = {
        "test/error/a": 10.0,
        "test/error/b": 30.0,
        "test/loss/a": 1.0,
        "test/loss/b": 2.0,
        "test/rmse/b": 9.0,
    }
    assert mean_over_tasks("test", ["a", "b"], values) == {"test/error": 20.0, "test/loss": 1.5}


def test_every_objective_says_what_a_form_and_a_run_need() -> None:
    for kind, option in LabelObjective.known_options().items():
        objective = LabelObjective.choose(kind)
        assert option.title and objective.target
        assert objective.main_metric in {metric.name for metric in objective.metrics()}
