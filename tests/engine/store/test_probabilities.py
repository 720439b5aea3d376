"""Stored probabilities: what they keep, where they lie, when they are gone."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.events import Evaluation, Predictions, StageStarted
from engine.spec.experiment import parse_experiment
from engine.stages.outputs import clear_outputs
from engine.store import Store, metrics, probabilities, runs
from engine.store.writer import RunWriter

EXPERIMENT = parse_experiment({"name": "one", "stages": [{"kind": "finetune", "data": "samples:reviews"}]})
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


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Store(tmp_path / "s.sqlite") as store:
        runs.create_run(store, EXPERIMENT)
    return tmp_path / "s.sqlite"


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
