"""Metrics, summaries and probabilities of runs as they are stored."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.events import Evaluation, Predictions, StageStarted
from engine.stages.outputs import clear_outputs
from engine.store import Store, metrics, probabilities, runs, summaries
from engine.store.writer import RunWriter
from tests.engine.store.conftest import EXPERIMENT

CLASSES = ("ham", "spam", "büro")


def softmax(logits: np.ndarray) -> np.ndarray:
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)


def predictions(split: str = "test", seed: int = 1) -> Predictions:
    draw = np.random.default_rng(seed)
    chances = softmax(draw.normal(0, 6, (200, 3))).astype(np.float32)
    labels = draw.integers(0, 3, 200)
    losses = -np.log(chances[np.arange(200), labels])
    return Predictions(split, np.arange(5, 205), labels, chances.argmax(1), chances, losses, CLASSES)


def test_probabilities_keep_their_order_and_both_ends(tmp_path: Path) -> None:
    """In plain float16 a third of these would be 0 or 1."""
    original = predictions()
    file = tmp_path / "deep" / "test.arrow"
    probabilities.write(file, original.rows, original.probabilities, CLASSES)
    back = np.exp(probabilities.read(file).astype(np.float64))
    exact = original.probabilities.astype(np.float64)
    assert np.abs(back / exact - 1).max() < 6e-4 * np.abs(np.log(exact)).max()
    np.testing.assert_allclose(back, exact, atol=2e-4)
    sure = (exact > 0.9999) & (exact < 1)
    assert sure.any() and np.median(np.abs((1 - back[sure]) / (1 - exact[sure]) - 1)) < 1e-3
    probabilities.write(file, original.rows[:1], np.array([[0.0, 1.0, 0.0]]), CLASSES)
    assert np.exp(probabilities.read(file)).tolist() == [[0.0, 1.0, 0.0]]
    assert [each.name for each in file.parent.iterdir()] == ["test.arrow"]


def test_the_store_knows_where_the_probabilities_of_each_stage_are(path: Path) -> None:
    first, second, held = predictions(), predictions(seed=2), predictions("validation", 3)
    with RunWriter(path, 1) as writer:
        writer.write(StageStarted(0, "finetune", "One", 0, 10, 20))
        writer.write(Evaluation("validation", 4, {"validation/error": 3.0}, True, held))
        writer.write(Evaluation("test", 8, {"test/error": 5.0}, False, first).as_final())
        writer.write(StageStarted(1, "finetune", "Two", 10, 10, 20))
        writer.write(Evaluation("validation", 16, {"validation/error": 3.0}, True, held))
        writer.write(Evaluation("validation", 16, {"validation/error": 9.0}, False, held).as_final())
        writer.write(Evaluation("test", 16, {"test/error": 4.0, "test/brier": 0.1}, False, second).as_final())
    with Store(path, read_only=True) as store:
        for split, source in (("test", second), ("stage-1/test", first), ("validation", held)):
            outcomes = probabilities.read_outcomes(store, 1, split)
            assert outcomes is not None and outcomes.probabilities is not None
            np.testing.assert_allclose(outcomes.probabilities, source.probabilities, atol=2e-4)
            np.testing.assert_array_equal(outcomes.targets, source.labels)
            assert outcomes.loss == pytest.approx(source.losses.sum()) and outcomes.classes == CLASSES
        # An evaluation on the way keeps no probabilities: only those of weights that a stage hands on.
        assert probabilities.read_log_probabilities(store, 1, "stage-1/validation") is None
        assert probabilities.read_outcomes(store, 1, "stage-1/validation").probabilities is None  # type: ignore[union-attr]
        files = [each for each in runs.list_artefacts(store, 1) if each.kind == "probabilities"]
        assert len(files) == 3 and all(each.bytes == each.path.stat().st_size > 1200 for each in files)
        # Final values count as those of the chosen checkpoint; a validation is not measured again.
        assert metrics.latest_values(store, 1)["validation/error"] == 3.0
        folder = runs.get_run(store, 1).folder
    with Store(path) as store:
        clear_outputs(folder)
        assert probabilities.read_log_probabilities(store, 1) is None
        metrics.clear_measurements(store, 1)
        assert probabilities.read_outcomes(store, 1) is None


def test_they_go_with_the_run_and_a_damaged_file_is_named(path: Path) -> None:
    with RunWriter(path, 1) as writer:
        writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
        writer.write(Evaluation("test", 8, {"test/error": 5.0}, False, predictions()).as_final())
    with Store(path) as store:
        folder = runs.get_run(store, 1).folder
        file = probabilities.file_of(folder, 0, "test")
        content = file.read_bytes()
        for broken in (b"", content[:200], content[:-40]):
            file.write_bytes(broken)
            with pytest.raises(UserError, match=r"test\.arrow.*cannot be read"):
                probabilities.read_outcomes(store, 1)
        shutil.rmtree(file.parent)
        assert probabilities.read_outcomes(store, 1).probabilities is None  # type: ignore[union-attr]
        runs.delete_runs(store, [1])
    assert not folder.exists()


@pytest.fixture
def two_runs(one_run: Store) -> Store:
    runs.create_run(one_run, EXPERIMENT)
    return one_run


def points(key: str, steps: np.ndarray, values: np.ndarray) -> list[metrics.MetricPoint]:
    return [
        (key, int(step), float(step) / 10, float(value)) for step, value in zip(steps, values, strict=True)
    ]


def test_a_hundred_thousand_points_come_back_whole_and_in_parts(two_runs: Store) -> None:
    steps = np.arange(1, 100_001)
    values = np.random.default_rng(1).normal(2.0, 0.5, len(steps))
    for start in range(0, len(steps), 5_000):
        part = slice(start, start + 5_000)
        metrics.add_points(two_runs, 1, points("train/loss", steps[part], values[part]))
    curve = metrics.read_curves(two_runs, [1], ["train/loss"])[1, "train/loss"]
    assert curve.step.dtype == np.int64
    np.testing.assert_array_equal(curve.step, steps)
    np.testing.assert_array_equal(curve.value, values)
    np.testing.assert_array_equal(curve.time, steps / 10)
    later = metrics.read_curves(two_runs, [1], ["train/loss"], {(1, "train/loss"): 99_990})
    np.testing.assert_array_equal(later[1, "train/loss"].step, steps[-10:])
    assert metrics.read_curves(two_runs, [1], ["train/loss"], {(1, "train/loss"): 100_000}) == {}
    summary = summaries.read_summaries(two_runs, [1])[1]["train/loss"]
    assert (summary.best, summary.best_step) == (values.min(), steps[values.argmin()])
    assert (summary.last, summary.last_step) == (values[-1], 100_000)


def test_recomputing_forgets_a_best_value_that_no_point_has_any_more(two_runs: Store) -> None:
    metrics.add_points(two_runs, 1, points("validation/error", np.arange(1, 5), np.array([9, 2, 8, 7.0])))
    metrics.add_points(two_runs, 1, points("validation/error", np.arange(2, 4), np.array([6, 5.0])))
    metrics.recompute_summaries(two_runs, 1)
    summary = summaries.read_summaries(two_runs, [1])[1]["validation/error"]
    assert (summary.best, summary.best_step, summary.last) == (5.0, 3, 7.0)


@pytest.mark.parametrize("seed", range(5))
def test_the_summary_grown_in_parts_is_that_of_the_whole(two_runs: Store, seed: int) -> None:
    generator = np.random.default_rng(seed)
    values = generator.integers(0, 6, 40).astype(float)  # many ties
    values[generator.random(40) < 0.2] = np.nan
    steps, start = np.arange(1, 41), 0
    while start < 40:
        size = int(generator.integers(1, 9))
        for key in ("x/loss", "x/accuracy", "rate/top"):
            metrics.add_points(
                two_runs, 1, points(key, steps[start : start + size], values[start : start + size])
            )
        start += size
    summary = summaries.read_summaries(two_runs, [1])[1]
    lowest, highest = int(np.nanargmin(values)), int(np.nanargmax(values))  # the first of equals
    assert (summary["x/loss"].best, summary["x/loss"].best_step) == (values[lowest], steps[lowest])
    assert (summary["x/accuracy"].best, summary["x/accuracy"].best_step) == (values[highest], steps[highest])
    assert summary["rate/top"].best is None
    last = None if np.isnan(values[-1]) else values[-1]
    assert all(summary[key].last == last and summary[key].last_step == 40 for key in summary)
    before = summary
    metrics.recompute_summaries(two_runs, 1)
    assert summaries.read_summaries(two_runs, [1])[1] == before


def test_what_is_not_finite_is_kept_as_a_gap(two_runs: Store) -> None:
    metrics.add_points(
        two_runs, 1, points("train/loss", np.arange(1, 5), np.array([1.0, np.nan, np.inf, -np.inf]))
    )
    curve = metrics.read_curves(two_runs, [1], ["train/loss"])[1, "train/loss"]
    np.testing.assert_array_equal(np.isnan(curve.value), [False, True, True, True])
    assert two_runs.execute("SELECT count(*) FROM metrics WHERE value IS NULL").fetchone()[0] == 3
    assert summaries.read_summaries(two_runs, [1])[1]["train/loss"].best == 1.0
    assert np.isnan(metrics.latest_values(two_runs, 1)["train/loss"])


def test_predictions_come_back_in_the_order_of_the_split(one_run: Store) -> None:
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
            one_run, 1, "test", step, classes, rows, labels, predicted, probabilities, losses
        )
    stored = summaries.read_predictions(one_run, 1)
    assert stored is not None
    assert (stored.split, stored.step, stored.classes) == ("test", 20, classes)
    np.testing.assert_array_equal(stored.rows, rows)
    np.testing.assert_array_equal(stored.labels, labels)
    np.testing.assert_array_equal(stored.predicted, predicted)
    np.testing.assert_allclose(stored.confidence, probabilities[np.arange(50), predicted])
    assert np.isnan(stored.losses[4])


def test_a_class_that_nobody_predicts_is_still_one_of_the_classes(one_run: Store) -> None:
    one = np.zeros(1, np.int64)
    summaries.set_predictions(
        one_run, 1, "test", 1, ("a", "b", "c"), one, one + 2, one, np.ones(1), np.ones(1)
    )
    stored = summaries.read_predictions(one_run, 1)
    assert stored is not None and stored.classes == ("a", "b", "c")


def test_absent_predictions_are_none(one_run: Store) -> None:
    assert summaries.read_predictions(one_run, 1) is None
    assert summaries.read_predictions(one_run, 1, "validation") is None
    assert summaries.read_summaries(one_run, [1, 2]) == {1: {}, 2: {}}


def begin(one_run: Store, position: int, first_step: int) -> None:
    row = {"run_id": 1, "position": position, "kind": "finetune", "title": "t"}
    one_run.upsert("stages", row | {"first_step": first_step, "steps": 10, "info": "{}"})


def test_what_a_stage_reached_is_not_compared_with_an_earlier_stage(one_run: Store) -> None:
    begin(one_run, 0, 0)
    metrics.add_points(
        one_run, 1, [("validation/error", step, 0.0, value) for step, value in [(5, 3.0), (10, 4.0)]]
    )
    metrics.set_best_checkpoint_values(one_run, 1, 0, 10)
    begin(one_run, 1, 10)
    assert runs.get_run(one_run, 1).validation_best == 3.0
    metrics.add_points(
        one_run, 1, [("validation/error", 15, 0.0, 9.0), ("validation/error/news", 15, 0.0, 7.0)]
    )
    row = runs.get_run(one_run, 1)
    assert (row.validation_best, row.validation_best_step, row.validation_last) == (9.0, 15, 9.0)
    metrics.add_points(
        one_run, 1, [("validation/error", 20, 0.0, 8.0), ("validation/error/news", 20, 0.0, 9.0)]
    )
    metrics.set_best_checkpoint_values(one_run, 1, 1, 20)
    assert runs.get_run(one_run, 1).validation_best == 8.0
    by_stage = summaries.read_stage_summaries(one_run, [1])[1]
    first, second = by_stage[0]["validation/error"], by_stage[1]["validation/error"]
    assert (first.best, first.best_step, first.last, first.at_best) == (3.0, 5, 4.0, 4.0)
    assert (second.best, second.best_step, second.last, second.at_best) == (8.0, 20, 8.0, 8.0)
    # Of one task, too, less is better.
    assert by_stage[1]["validation/error/news"].best == 7.0
    assert list(by_stage[0]) == ["validation/error"]


def test_what_was_measured_before_a_kill_is_not_taken_for_the_chosen_checkpoint(one_run: Store) -> None:
    """A run that was killed at update 18 resumes from 12 and evaluates 15 again: later values are there already."""
    begin(one_run, 0, 0)
    begin(one_run, 1, 10)
    points = [("train/loss", step, 0.0, float(step)) for step in (9, 10, 12, 15, 18)]
    metrics.add_points(one_run, 1, [*points, ("late/loss", 18, 0.0, 1.0)])
    metrics.set_best_checkpoint_values(one_run, 1, 1, 15)
    summary = summaries.read_stage_summaries(one_run, [1])[1][1]
    assert (summary["train/loss"].at_best, summary["train/loss"].last) == (15.0, 18.0)
    assert summary["late/loss"].at_best is None
    metrics.set_best_checkpoint_values(one_run, 1, 1, 11)
    # Not that of update 10, which belongs to the stage before.
    assert summaries.read_stage_summaries(one_run, [1])[1][1]["train/loss"].at_best is None


def test_predictions_of_an_earlier_stage_are_kept_under_its_name(one_run: Store) -> None:
    begin(one_run, 0, 0)
    begin(one_run, 1, 10)
    one, two = np.zeros(2, np.int64), np.ones(2, np.int64)
    for step, predicted in ((9, one), (10, two), (15, one), (20, two)):
        summaries.set_predictions(
            one_run, 1, "test", step, ("a", "b"), one, one, predicted, np.ones(2), np.ones(2)
        )
    assert summaries.prediction_splits(one_run, 1) == ["stage-1/test", "test"]
    earlier, last = (
        summaries.read_predictions(one_run, 1, "stage-1/test"),
        summaries.read_predictions(one_run, 1),
    )
    assert earlier is not None and last is not None
    assert (earlier.step, earlier.predicted.tolist()) == (10, [1, 1])
    assert (last.step, last.predicted.tolist()) == (20, [1, 1])


def test_answers_that_are_real_numbers_are_kept_as_they_are(one_run: Store) -> None:
    rows, labels = np.array([4, 2, 9]), np.array([1.0, 2.5, -3.25])
    predicted, none = np.array([1.25, 2.0, 7.0]), np.zeros((3, 0))
    summaries.set_predictions(one_run, 1, "test", 5, (), rows, labels, predicted, none, np.ones(3))
    stored = summaries.read_predictions(one_run, 1)
    assert stored is not None and stored.classes == ()
    np.testing.assert_array_equal(stored.labels, labels)
    np.testing.assert_array_equal(stored.predicted, predicted)
    assert np.isnan(stored.confidence).all()


def test_label_sets_are_stored_by_their_numbers_and_come_back(one_run: Store) -> None:
    labels = np.array([[1.0, 0.0, 1.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    predicted = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0, 1.0, 1.0]])
    chances = np.array([[0.9, 0.2, 0.6], [0.1, 0.7, 0.4], [0.3, 0.8, 0.5]])
    rows = np.array([5, 3, 4])
    summaries.set_predictions(
        one_run, 1, "test", 9, ("a", "b", "c"), rows, labels, predicted, chances, np.zeros(3)
    )
    assert [tuple(row) for row in one_run.execute("SELECT label, predicted FROM predictions ORDER BY position")] == [
        ("[0,2]", "[0,2]"), ("[]", "[1]"), ("[1]", "[1,2]"),
    ]  # fmt: skip
    split, answers = summaries.read_predictions(one_run, 1), summaries.read_answers(one_run, 1)
    assert split is not None and answers is not None and split.is_multi_label
    np.testing.assert_array_equal(split.labels, labels)
    np.testing.assert_array_equal(split.predicted, predicted)
    np.testing.assert_array_equal(split.right, [True, False, False])
    np.testing.assert_array_equal(answers.right, split.right)
    # The least certain of the decisions: c of the first, c of the second (against it), c of the third.
    np.testing.assert_allclose(split.confidence, [0.6, 0.6, 0.5])
    assert summaries.answer_names(split.labels, ("c", "b", "a")).tolist() == ['["a", "c"]', "[]", '["b"]']
