"""Predictions and confusion matrices, against numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.spec.experiment import parse_experiment
from engine.store import Store, metrics, runs, summaries

EXPERIMENT = parse_experiment({"name": "one", "stages": [{"kind": "finetune", "data": "samples:reviews"}]})


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "s.sqlite") as db:
        runs.create_run(db, EXPERIMENT)
        yield db


def test_predictions_come_back_in_the_order_of_the_split(store: Store) -> None:
    generator = np.random.default_rng(3)
    rows, labels, predicted = (
        generator.permutation(50),
        generator.integers(0, 3, 50),
        generator.integers(0, 3, 50),
    )
    probabilities, losses = generator.random((50, 3)), generator.random(50)
    losses[4] = np.inf
    classes = ("ham", "spam", "büro")
    for step in (10, 20):  # the second replaces the first
        summaries.set_predictions(
            store, 1, "test", step, classes, rows, labels, predicted, probabilities, losses
        )
    stored = summaries.read_predictions(store, 1)
    assert stored is not None
    assert (stored.split, stored.step, stored.classes) == ("test", 20, classes)
    np.testing.assert_array_equal(stored.rows, rows)
    np.testing.assert_array_equal(stored.labels, labels)
    np.testing.assert_array_equal(stored.predicted, predicted)
    np.testing.assert_allclose(stored.confidence, probabilities[np.arange(50), predicted])
    assert np.isnan(stored.losses[4])


def test_a_class_that_nobody_predicts_is_still_one_of_the_classes(store: Store) -> None:
    one = np.zeros(1, np.int64)
    summaries.set_predictions(store, 1, "test", 1, ("a", "b", "c"), one, one + 2, one, np.ones(1), np.ones(1))
    stored = summaries.read_predictions(store, 1)
    assert stored is not None and stored.classes == ("a", "b", "c")


def test_absent_predictions_are_none(store: Store) -> None:
    assert summaries.read_predictions(store, 1) is None
    assert summaries.read_predictions(store, 1, "validation") is None
    assert summaries.read_summaries(store, [1, 2]) == {1: {}, 2: {}}


def begin(store: Store, position: int, first_step: int) -> None:
    row = {"run_id": 1, "position": position, "kind": "finetune", "title": "t"}
    store.upsert("stages", row | {"first_step": first_step, "steps": 10, "info": "{}"})


def test_what_a_stage_reached_is_not_compared_with_an_earlier_stage(store: Store) -> None:
    begin(store, 0, 0)
    metrics.add_points(
        store, 1, [("validation/error", step, 0.0, value) for step, value in [(5, 3.0), (10, 4.0)]]
    )
    metrics.set_best_checkpoint_values(store, 1, 0, 10)
    begin(store, 1, 10)
    assert runs.get_run(store, 1).validation_best == 3.0
    metrics.add_points(
        store, 1, [("validation/error", 15, 0.0, 9.0), ("validation/error/news", 15, 0.0, 7.0)]
    )
    row = runs.get_run(store, 1)
    assert (row.validation_best, row.validation_best_step, row.validation_last) == (9.0, 15, 9.0)
    metrics.add_points(
        store, 1, [("validation/error", 20, 0.0, 8.0), ("validation/error/news", 20, 0.0, 9.0)]
    )
    metrics.set_best_checkpoint_values(store, 1, 1, 20)
    assert runs.get_run(store, 1).validation_best == 8.0
    by_stage = summaries.read_stage_summaries(store, [1])[1]
    first, second = by_stage[0]["validation/error"], by_stage[1]["validation/error"]
    assert (first.best, first.best_step, first.last, first.at_best) == (3.0, 5, 4.0, 4.0)
    assert (second.best, second.best_step, second.last, second.at_best) == (8.0, 20, 8.0, 8.0)
    # Of one task, too, less is better.
    assert by_stage[1]["validation/error/news"].best == 7.0
    assert list(by_stage[0]) == ["validation/error"]


def test_what_was_measured_before_a_kill_is_not_taken_for_the_chosen_checkpoint(store: Store) -> None:
    """A run that was killed at update 18 resumes from 12 and evaluates 15 again: later values are there already."""
    begin(store, 0, 0)
    begin(store, 1, 10)
    points = [("train/loss", step, 0.0, float(step)) for step in (9, 10, 12, 15, 18)]
    metrics.add_points(store, 1, [*points, ("late/loss", 18, 0.0, 1.0)])
    metrics.set_best_checkpoint_values(store, 1, 1, 15)
    summary = summaries.read_stage_summaries(store, [1])[1][1]
    assert (summary["train/loss"].at_best, summary["train/loss"].last) == (15.0, 18.0)
    assert summary["late/loss"].at_best is None
    metrics.set_best_checkpoint_values(store, 1, 1, 11)
    # Not that of update 10, which belongs to the stage before.
    assert summaries.read_stage_summaries(store, [1])[1][1]["train/loss"].at_best is None


def test_predictions_of_an_earlier_stage_are_kept_under_its_name(store: Store) -> None:
    begin(store, 0, 0)
    begin(store, 1, 10)
    one, two = np.zeros(2, np.int64), np.ones(2, np.int64)
    for step, predicted in ((9, one), (10, two), (15, one), (20, two)):
        summaries.set_predictions(
            store, 1, "test", step, ("a", "b"), one, one, predicted, np.ones(2), np.ones(2)
        )
    assert summaries.prediction_splits(store, 1) == ["stage-1/test", "test"]
    earlier, last = summaries.read_predictions(store, 1, "stage-1/test"), summaries.read_predictions(store, 1)
    assert earlier is not None and last is not None
    assert (earlier.step, earlier.predicted.tolist()) == (10, [1, 1])
    assert (last.step, last.predicted.tolist()) == (20, [1, 1])


def test_answers_that_are_real_numbers_are_kept_as_they_are(store: Store) -> None:
    rows, labels = np.array([4, 2, 9]), np.array([1.0, 2.5, -3.25])
    predicted, none = np.array([1.25, 2.0, 7.0]), np.zeros((3, 0))
    summaries.set_predictions(store, 1, "test", 5, (), rows, labels, predicted, none, np.ones(3))
    stored = summaries.read_predictions(store, 1)
    assert stored is not None and stored.classes == ()
    np.testing.assert_array_equal(stored.labels, labels)
    np.testing.assert_array_equal(stored.predicted, predicted)
    assert np.isnan(stored.confidence).all()


def test_label_sets_are_stored_by_their_numbers_and_come_back(store: Store) -> None:
    labels = np.array([[1.0, 0.0, 1.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    predicted = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0, 1.0, 1.0]])
    chances = np.array([[0.9, 0.2, 0.6], [0.1, 0.7, 0.4], [0.3, 0.8, 0.5]])
    rows = np.array([5, 3, 4])
    summaries.set_predictions(
        store, 1, "test", 9, ("a", "b", "c"), rows, labels, predicted, chances, np.zeros(3)
    )
    assert [tuple(row) for row in store.execute("SELECT label, predicted FROM predictions ORDER BY position")] == [
        ("[0,2]", "[0,2]"), ("[]", "[1]"), ("[1]", "[1,2]"),
    ]  # fmt: skip
    split, answers = summaries.read_predictions(store, 1), summaries.read_answers(store, 1)
    assert split is not None and answers is not None and split.several
    np.testing.assert_array_equal(split.labels, labels)
    np.testing.assert_array_equal(split.predicted, predicted)
    np.testing.assert_array_equal(split.right, [True, False, False])
    np.testing.assert_array_equal(answers.right, split.right)
    # The least certain of the decisions: c of the first, c of the second (against it), c of the third.
    np.testing.assert_allclose(split.confidence, [0.6, 0.6, 0.5])
    assert summaries.answer_names(split.labels, ("c", "b", "a")).tolist() == ['["a", "c"]', "[]", '["b"]']
