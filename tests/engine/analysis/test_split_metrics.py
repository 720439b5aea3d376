"""All metrics of a split from stored predictions, against scikit-learn on what was predicted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn import metrics as reference

from engine.analysis.split_metrics import further_test_metrics, measure_split, split_objective
from engine.errors import UserError
from engine.events import Evaluation, StageStarted
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.engine.store.test_probabilities import CLASSES, EXPERIMENT, predictions


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Run 1 has kept its probabilities; run 2, of another version, has not."""
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        runs.create_run(store, EXPERIMENT)
        runs.create_run(store, EXPERIMENT)
    for number in (1, 2):
        with RunWriter(path, number) as writer:
            writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
            tested = Evaluation("test", 8, {"test/error": 5.0, "test/brier": 0.5}, False, predictions())
            writer.write(tested.as_final() if number == 1 else tested)
    return path


def test_metrics_that_training_did_not_measure_come_from_what_is_stored(path: Path) -> None:
    made = predictions()
    with Store(path, read_only=True) as store:
        found = measure_split(store, 1)
        assert measure_split(store, 1, "validation") is None
    assert found is not None and (found.step, found.texts, found.missing) == (8, 200, ())
    assert found.metrics["roc_auc"] == pytest.approx(
        reference.roc_auc_score(made.labels, made.probabilities, multi_class="ovr", labels=range(3)), abs=1e-4
    )
    assert found.metrics["brier"] == pytest.approx(
        ((made.probabilities - np.eye(3)[made.labels]) ** 2).sum(1).mean(), abs=1e-4
    )
    assert found.metrics["loss"] == pytest.approx(made.losses.mean())
    counts = reference.confusion_matrix(made.labels, made.predicted)
    np.testing.assert_array_equal(found.confusion, counts)
    assert [each.name for each in found.by_class] == list(CLASSES)
    recall = reference.recall_score(made.labels, made.predicted, average=None)
    assert [each.recall for each in found.by_class] == pytest.approx(list(100 * recall))
    assert [each.texts for each in found.by_class] == counts.sum(1).tolist()
    assert sum(each.texts for each in found.reliability) == 200


def test_without_probabilities_it_says_what_is_missing(path: Path) -> None:
    with Store(path, read_only=True) as store:
        found = measure_split(store, 2)
    assert found is not None and found.metrics["macro_f1"] > 0 and found.reliability == ()
    assert {"roc_auc", "brier", "calibration_error"} <= set(found.missing) and "roc_auc" not in found.metrics
    assert found.by_class[0].roc_auc is None and found.as_json()["metrics"]["error"] > 0


def test_stored_values_come_first_and_unknown_names_are_refused(path: Path) -> None:
    with Store(path, read_only=True) as store:
        found = further_test_metrics(store, [1, 2], ["brier", "roc_auc"])
        assert found[1]["brier"] == found[2]["brier"] == 0.5
        assert found[1]["roc_auc"] > 0 and "roc_auc" not in found[2]
        for name in ("f2", "precision"):
            with pytest.raises(UserError, match=f"no metric '{name}'.*macro_f1"):
                further_test_metrics(store, [1], [name])


def test_the_objective_of_a_split_is_that_of_its_stage_and_task() -> None:
    experiment = parse_experiment(
        {"stages": [{"kind": "multitask", "tasks": [
            {"data": "samples:reviews", "name": "one"}, {"data": "samples:questions", "name": "two"}]}]}
    )  # fmt: skip
    for split in ("test", "test/two", "stage-1/test/one"):
        assert split_objective(experiment, split).kind == "single_label"
