"""What of_runs reads from a store, against values written by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from engine.analysis.forgetting import measured as forgetting
from engine.analysis.forgetting.forgetting_verdict import read_strategy_forgetting
from engine.analysis.sweeps import summarise_runs
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, metrics, runs

A, B, C = "1:reviews", "2:questions", "3:headlines"


def fine_tuning(source: str, **more: object) -> dict[str, object]:
    return {"kind": "finetune", "data": f"samples:{source}", **more}


def started(store: Store, stages: list[dict[str, object]], length: int = 100) -> int:
    """A run whose stages have begun, ``length`` updates each."""
    experiment: Experiment = parse_experiment({"name": "one", "stages": stages})
    number = runs.create_run(store, experiment)
    for position, stage in enumerate(experiment.stages):
        row = {"run_id": number, "position": position, "kind": stage.kind, "title": stage.title}
        store.upsert("stages", row | {"first_step": position * length, "steps": length})
    return number


def measured(store: Store, number: int, position: int, step: int, values: dict[str, float]) -> None:
    """Measured after ``step`` updates, of the weights that stage ``position`` hands on."""
    metrics.add_points(store, number, [(key, step, 0.0, value) for key, value in values.items()])
    for key, value in values.items():
        metrics.set_best_checkpoint_value(store, number, position, key, value)


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "s.sqlite") as made:
        yield made


def test_a_head_hardly_better_than_word_frequencies_says_nothing_of_language_anywhere(store: Store) -> None:
    """Its loss doubles the perplexity of each run; only heads a nat below the frequencies' 7.5 make that a factor."""
    fitted = {"none": None, "sound": 6.4, "weak": 6.5}
    numbers = {name: started(store, [fine_tuning("reviews")]) for name in fitted}
    for name, loss in fitted.items():
        measured(store, numbers[name], 0, 0, {"retention/loss": 2.0})
        measured(store, numbers[name], 0, 100, {"retention/loss": 2.0 + math.log(2)})
        losses = {"held_out_loss": loss, "frequency_loss": 7.5} if loss is not None else {}
        info = json.dumps({"probes": {"retention": {"fitted": loss is not None} | losses}})
        store.execute("UPDATE stages SET info = ? WHERE run_id = ?", (info, numbers[name]))
        runs.set_run_columns(store, [numbers[name]], name=name, status="finished")
    known = {"none", "sound"}
    rows = {row.name: row.forgot for row in runs.list_runs(store, order_by="retention_rise")}
    assert rows == {"none": pytest.approx(2), "sound": pytest.approx(2), "weak": None}
    assert {row.name for row in runs.list_runs(store, where="forgot > 1.5")} == known
    assert [row.name for row in runs.list_runs(store, where="forgot = none")] == ["weak"]
    records = forgetting.read_forgetting(store, numbers.values())
    assert {name for name, number in numbers.items() if records[number].factor is not None} == known
    assert "(6.50 against 7.50 nats)" in records[numbers["weak"]].weak_head
    factors = [each.factor for each in read_strategy_forgetting(store, [*numbers.values()])]
    assert {each.n for each in factors if each is not None} == {2}
    assert summarise_runs(runs.list_runs(store, ids=[numbers["weak"]])).forgot is None


def test_nothing_measured_is_all_none(store: Store) -> None:
    number = started(store, [fine_tuning("reviews")])
    found = forgetting.read_forgetting(store, [number, 77])
    assert set(found) == {number, 77}
    one = found[number]
    assert one.factor is None and one.average_accuracy is None and one.knowledge == {}
    assert one.tasks == (A,) and np.isnan(one.matrix).all()
    assert found[77].tasks == () and found[77].matrix.shape == (0, 0)


def test_retention_before_is_step_0_and_after_what_the_last_stage_hands_on(store: Store) -> None:
    number = started(store, [fine_tuning("reviews")])
    metrics.add_points(store, number, [("retention/loss", 0, 0.0, 2.0), ("retention/accuracy", 0, 0.0, 50.0)])
    metrics.add_points(store, number, [("knowledge/topics/error", 0, 0.0, 12.0)])
    metrics.add_points(
        store, number, [("retention/loss", 100, 0.0, 3.5), ("retention/accuracy", 100, 0.0, 20.0)]
    )
    assert (
        forgetting.read_forgetting(store, [number])[number].loss_after == 3.5
    )  # none handed on yet: the last
    measured(store, number, 0, 60, {"retention/loss": 2.5, "knowledge/topics/error": 15.0, "drift/all": 0.1})
    metrics.add_points(
        store, number, [("examples/forgotten", 100, 0.0, 7.0), ("probes/share", 100, 0.0, 3.0)]
    )
    found = forgetting.read_forgetting(store, [number])[number]
    assert (found.loss_before, found.loss_after) == (2.0, 2.5)
    assert found.factor == pytest.approx(math.exp(0.5))
    assert (found.accuracy_before, found.accuracy_after) == (50.0, 20.0)
    assert found.knowledge == {"topics": (12.0, 15.0)}
    assert (found.drift, found.forgotten_examples, found.cost_share) == (0.1, 7.0, 3.0)


def test_three_tasks_in_a_row(store: Store) -> None:
    number = started(store, [fine_tuning(name) for name in ("reviews", "questions", "headlines")])
    measured(store, number, 0, 80, {"test/error": 10.0, "validation/error": 9.0})
    # At the start of stage 2, i.e. at the last step of stage 1.
    metrics.add_points(store, number, [(f"earlier/{A}/error", 100, 0.0, 9.0)])
    metrics.add_points(
        store, number, [(f"forward/{B}/error", 100, 0.0, 30.0), (f"forward/{B}/untrained", 100, 0.0, 36.0)]
    )
    metrics.add_points(store, number, [(f"earlier/{A}/error", 150, 0.0, 55.0)])
    measured(
        store,
        number,
        1,
        180,
        {"test/error": 15.0, f"earlier/{A}/test_error": 20.0, f"earlier/{A}/error": 21.0},
    )
    metrics.add_points(
        store, number, [(f"forward/{C}/error", 200, 0.0, 50.0), (f"forward/{C}/untrained", 200, 0.0, 48.0)]
    )
    last = {"test/error": 5.0, "validation/error": 4.0, f"earlier/{A}/test_error": 16.0}
    measured(store, number, 2, 290, last | {f"earlier/{B}/test_error": 30.0, f"earlier/{B}/error": 31.0})
    found = forgetting.read_forgetting(store, [number])[number]
    assert found.tasks == (A, B, C)
    nan = math.nan
    expected = [[90.0, nan, nan], [80.0, 85.0, nan], [84.0, 70.0, 95.0]]
    np.testing.assert_array_equal(found.matrix, expected)
    np.testing.assert_array_equal(found.by_stage, expected)
    assert found.average_accuracy == pytest.approx(83.0)
    assert found.backward_transfer == pytest.approx(-10.5)
    assert found.forgetting == pytest.approx(10.5)
    assert found.forward_transfer == pytest.approx((6 - 2) / 2)
    # Validation: the last task at 96; A at its worst at step 150, B at its one measurement.
    assert found.min_accuracy == pytest.approx((45 + 69) / 2)
    assert found.worst_case_accuracy == pytest.approx((96 + 45 + 69) / 3)


def test_branches_do_not_forget_each_other(store: Store) -> None:
    stages = [fine_tuning("reviews"), fine_tuning("questions"), fine_tuning("headlines", start="1")]
    number = started(store, stages)
    measured(store, number, 0, 100, {"test/error": 10.0})
    measured(
        store,
        number,
        1,
        200,
        {"test/error": 15.0, f"earlier/{A}/test_error": 60.0, f"earlier/{A}/error": 60.0},
    )
    third = {"test/error": 5.0, f"earlier/{A}/test_error": 12.0, f"earlier/{A}/error": 13.0}
    measured(store, number, 2, 300, third | {"validation/error": 6.0})
    found = forgetting.read_forgetting(store, [number])[number]
    assert np.isnan(found.matrix[2, 1]) and found.matrix[2, 0] == 88.0
    assert found.average_accuracy == pytest.approx((88 + 95) / 2)
    assert found.forgetting == pytest.approx(2.0) and found.backward_transfer == pytest.approx(-2.0)
    assert found.min_accuracy == 87.0  # 40 was reached on the other branch


def test_several_tasks_at_once_then_a_stage_that_teaches_none(store: Store, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("some text\n", encoding="utf-8")
    both = {"kind": "multitask", "tasks": [{"data": "samples:reviews"}, {"data": "samples:questions"}]}
    number = started(store, [both, {"kind": "further_pretrain", "corpus": [str(text)]}])
    own = {"test/error/reviews": 10.0, "test/error/questions": 20.0, "test/error": 15.0}
    measured(store, number, 0, 100, own)
    earlier = {"earlier/1:reviews/test_error": 11.0, "earlier/1:questions/test_error": 24.0}
    measured(store, number, 1, 200, earlier)
    found = forgetting.read_forgetting(store, [number])[number]
    assert found.tasks == ("1:reviews", "1:questions")
    np.testing.assert_array_equal(found.matrix, [[90.0, 80.0], [90.0, 80.0]])
    assert found.stages == (1, 2)
    np.testing.assert_array_equal(found.by_stage, [[90.0, 80.0], [89.0, 76.0]])
    assert found.forgetting == pytest.approx(2.5) and found.average_accuracy == pytest.approx(82.5)
