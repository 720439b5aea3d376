"""Predictions and confusion matrices, against numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.spec.experiment import parse
from engine.store import Store, runs, summaries

EXPERIMENT = parse({"name": "one", "stages": [{"kind": "finetune", "data": "samples:reviews"}]})


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "s.sqlite") as made:
        runs.create(made, EXPERIMENT)
        yield made


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
    found = summaries.predictions(store, 1)
    assert found is not None
    assert (found.split, found.step, found.classes) == ("test", 20, classes)
    np.testing.assert_array_equal(found.rows, rows)
    np.testing.assert_array_equal(found.labels, labels)
    np.testing.assert_array_equal(found.predicted, predicted)
    np.testing.assert_allclose(found.confidence, probabilities.max(1))
    assert np.isnan(found.losses[4])
    confusion = summaries.confusion(store, 1)
    expected = np.zeros((3, 3), int)
    np.add.at(expected, (labels, predicted), 1)
    assert confusion is not None
    np.testing.assert_array_equal(confusion.counts, expected)
    assert confusion.counts.sum() == 50


def test_a_class_that_nobody_predicts_still_has_its_row_and_column(store: Store) -> None:
    one = np.zeros(1, np.int64)
    summaries.set_predictions(store, 1, "test", 1, ("a", "b", "c"), one, one + 2, one, np.ones(1), np.ones(1))
    confusion = summaries.confusion(store, 1)
    assert confusion is not None
    np.testing.assert_array_equal(confusion.counts, [[0, 0, 0], [0, 0, 0], [1, 0, 0]])


def test_absent_predictions_are_none(store: Store) -> None:
    assert summaries.predictions(store, 1) is None
    assert summaries.confusion(store, 1, "validation") is None
    assert summaries.summaries(store, [1, 2]) == {1: {}, 2: {}}
