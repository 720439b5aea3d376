"""What results rest on: their texts, metrics, corpora, and how long the queue takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn import metrics as reference

from engine.analysis.durations import QueueEstimate, estimate_queue
from engine.analysis.estimate import TokenLengths
from engine.analysis.evidence import evidence_notes, generated_notes, selection_notes, size_notes
from engine.analysis.split_metrics import further_test_metrics, measure_split, split_objective
from engine.analysis.stage_data import StageData, corpus_figures, merge_stage_data
from engine.errors import UserError
from engine.events import Evaluation, StageStarted
from engine.spec.checks.findings import DataFacts
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.stages import FurtherPretrain
from engine.store import Store, placed_runs, runs
from engine.store.rows import StageRow
from engine.store.writer import RunWriter
from tests.engine.store.test_probabilities import CLASSES, EXPERIMENT, predictions
from tests.workbench.pages.stored import experiment, finished, queued


def design(source: str = "samples:reviews", **fields: Any) -> Experiment:
    return parse_experiment({"stages": [{"kind": "finetune", "data": source} | fields]})


def begun(train: int, validation: int) -> list[StageRow]:
    return [
        StageRow(0, "finetune", "Fine-tuning", 0, 9, {"rows": {"train": train, "validation": validation}})
    ]


def test_generated_texts_are_named() -> None:
    (said,) = generated_notes([design(), design("samples:headlines"), design("imdb.csv")])
    assert said.startswith("Demonstration texts (Headlines, Long reviews)")
    assert generated_notes([design("imdb.csv")]) == []


def test_labels_that_chose_the_checkpoint_are_counted() -> None:
    assert selection_notes([design()], [begun(2000, 222)]) == [
        "The checkpoint was chosen on 222 validation labels."
    ]
    few = selection_notes([design()] * 3, [begun(100, 2500), begun(400, 2500), begun(22500, 2500)])
    assert few == [
        "The checkpoint was chosen on 2,500 validation labels, of some runs more than the 100 it learnt from."
    ]
    assert selection_notes([design()], [begun(100, 2500)]) == [
        "The checkpoint was chosen on 2,500 validation labels, more than the 100 it learnt from."
    ]
    assert selection_notes([design()] * 2, [begun(900, 100), begun(1800, 200)]) == [
        "The checkpoint was chosen on 100 to 200 validation labels."
    ]


def test_of_the_last_update_none_did() -> None:
    last = design(checkpoint="last")
    assert selection_notes([last], [begun(100, 2500)]) == [
        "The last update was tested: no validation labels chose the checkpoint."
    ]
    both = selection_notes([design(), last], [begun(900, 100), begun(900, 100)])
    assert both[1] == "In some runs the last update was tested: no validation labels chose the checkpoint."


def test_a_test_split_that_says_nothing_is_told() -> None:
    def tested(*sizes: int) -> list[list[StageRow]]:
        return [[replace(begun(9, 9)[0], info={"rows": {"train": 9, "test": size}})] for size in sizes]

    assert size_notes(tested(50, 4000)) == size_notes([begun(9, 9)]) == size_notes([[]]) == []
    assert size_notes(tested(600, 49, 60)) == [
        "The test split has 49 texts: too few for a conclusion (at least 50 are needed)."
    ]
    assert size_notes(tested(1)) == [
        "The test split has 1 text: too few for a conclusion (at least 50 are needed)."
    ]


def test_of_stored_runs(home: Path) -> None:
    path = home / "palimpsest.sqlite"
    Store(path).close()
    number = finished(path)
    with Store(path, read_only=True) as store:
        (said,) = evidence_notes(store, [number])  # its stage does not say how many rows it had
    assert "Long reviews" in said


def part(train: int, lengths: list[int], single: float | None = None) -> StageData:
    facts = DataFacts(train, 10, 20, {"a": train})
    return StageData(facts, TokenLengths(np.array(lengths)), single=single)


def test_a_corpus_in_figures() -> None:
    table = {"kind": "further_pretrain", "data": ["a", "b"], "steps": 300, "batch_size": 2, "max_length": 12}
    stage = FurtherPretrain.model_validate(table)
    found = corpus_figures(stage, merge_stage_data([part(3, [100, 200, 300]), part(2, [50, 150])]), 10)
    assert found.documents == 5 and found.tokens == 800
    assert found.per_pass == 800 / (10 * 2) and found.passes == 300 / 40
    every = corpus_figures(
        stage.model_copy(update={"splits": "all"}), merge_stage_data([part(3, [100, 200, 300])] * 2), 10
    )
    assert every.documents == 66 and every.tokens == 66 * 200
    assert (
        corpus_figures(stage.model_copy(update={"corpus": ["x.txt"]}), merge_stage_data([]), 10).documents
        is None
    )


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


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Runs 1 and 2 have finished after 90 s and 110 s, 3 and 4 wait, all but for their seeds alike."""
    path = tmp_path / "s.sqlite"
    queued(path, [experiment(str(seed), seed) for seed in range(1, 5)])
    with Store(path) as opened:
        for number, seconds in ((1, 90.0), (2, 110.0)):
            runs.set_run_columns(opened, [number], status="finished", active_seconds=seconds)
        yield opened


def test_those_that_wait_take_as_long_as_others_like_them(store: Store) -> None:
    assert estimate_queue(store) == QueueEstimate(0, 2, 200.0, 0)
    assert estimate_queue(store, lanes=2) == QueueEstimate(0, 2, 100.0, 0)


def test_what_runs_says_itself_how_long(store: Store) -> None:
    runs.set_run_columns(store, [3], status="running", eta_seconds=60.0)
    assert estimate_queue(store) == QueueEstimate(1, 1, 160.0, 0)
    assert estimate_queue(store, lanes=2) == QueueEstimate(1, 1, 100.0, 0)


def test_what_nothing_is_known_of_is_counted_and_not_guessed(store: Store) -> None:
    runs.set_run_columns(store, [3], status="running", eta_seconds=None)
    runs.set_run_columns(store, [4], encoder="another", group_identity="other")
    assert estimate_queue(store) == QueueEstimate(1, 1, None, 2)
    runs.set_run_columns(store, [4], encoder="palimpsest-tiny", data="elsewhere")
    assert estimate_queue(store) == QueueEstimate(1, 1, 100.0, 1)  # by its encoder


def test_an_empty_queue(tmp_path: Path) -> None:
    with Store(tmp_path / "e.sqlite") as opened:
        assert estimate_queue(opened) == QueueEstimate(0, 0, None, 0)


def test_each_place_has_a_queue_and_a_speed_of_its_own(store: Store) -> None:
    """Runs 3 (here) and 4 to 7 (at box, two at once) wait; box has taken 30 s for one like them."""
    more = [experiment(str(seed), seed) for seed in range(5, 10)]
    with store.transaction():
        numbers = [runs.create_run(store, each) for each in more]
    assert numbers == [5, 6, 7, 8, 9]
    placed_runs.add_placed_runs(store, [4, *numbers], "box")
    runs.set_run_columns(store, [9], status="finished", active_seconds=30.0)
    runs.set_run_columns(store, [5, 6], status="running", eta_seconds=10.0)
    here, box = QueueEstimate(0, 1, 100.0, 0), QueueEstimate(2, 3, 70.0, 0)
    # Here the median of 90 and 110 s. At box 10 + 30, then 10 + 30 + 30.
    assert estimate_queue(store) == QueueEstimate(2, 4, 100.0, 0, (("", here), ("box", box)))
    runs.set_run_columns(store, [9], status="failed")
    runs.set_run_columns(store, [5, 6], encoder="another")
    nothing_known = QueueEstimate(2, 3, 10.0, 3)
    assert estimate_queue(store).places[1] == ("box", nothing_known)


def test_before_any_run_has_finished_those_at_work_tell_how_long_others_will_take(store: Store) -> None:
    """Run 3 has worked 50 s and has 30 to go: run 4 will take 80."""
    runs.set_run_columns(store, [1, 2], status="failed")
    runs.set_run_columns(store, [3], status="running", active_seconds=50.0, eta_seconds=30.0)
    assert estimate_queue(store) == QueueEstimate(1, 1, 110.0, 0)
    runs.set_run_columns(store, [4], data="elsewhere")
    assert estimate_queue(store) == QueueEstimate(1, 1, 30.0, 1)


def test_one_that_goes_on_takes_what_is_left_of_it(store: Store) -> None:
    """Run 3 was stopped three quarters through, after 60 s; like ones took 100 s."""
    runs.set_run_columns(store, [3], resume=1, progress=0.75, active_seconds=60.0)
    assert estimate_queue(store) == QueueEstimate(0, 2, 120.0, 0)
    runs.set_run_columns(store, [3], status="running")  # it has begun, and has not yet told how fast it is
    assert estimate_queue(store) == QueueEstimate(1, 1, 120.0, 0)
    runs.set_run_columns(store, [3], status="queued", resume=0)  # from the beginning
    assert estimate_queue(store) == QueueEstimate(0, 2, 200.0, 0)
