"""What was forgotten: of tasks, of passages and of single texts."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from engine.analysis.forgetting import measured as continual
from engine.analysis.forgetting.lost_texts import LostTexts, read_lost_texts
from engine.analysis.forgetting.measured import mean_interval, passage_interval, read_forgetting
from engine.metrics.answer_bits import pack_wrong
from engine.store import Store, probe_results, runs, summaries
from tests.engine.analysis.forgetting.test_measured import fine_tuning, measured, started

A, B = "1:reviews", "2:questions"
TEXTS = 60
LENGTH = 100


def wrong_on(*texts: int) -> np.ndarray:
    """Wrong on these of the 60 texts."""
    found = np.zeros(TEXTS, bool)
    found[list(texts)] = True
    return found


def stage_tested(store: Store, number: int, position: int, wrong: np.ndarray) -> None:
    """What a stage has predicted for its own task, with which it is tested."""
    labels = np.arange(TEXTS) % 2
    step = (position + 1) * LENGTH
    predicted = np.where(wrong, 1 - labels, labels)
    certain = np.full(TEXTS, 0.9)
    summaries.set_predictions(
        store,
        number,
        "test",
        step,
        ("no", "yes"),
        np.arange(TEXTS) + 5 * position,
        labels,
        predicted,
        certain,
        certain,
    )
    measured(store, number, position, step, {"test/error": 100 * wrong.mean()})


def asked(store: Store, number: int, position: int, label: str, wrong: np.ndarray) -> None:
    """What the weights of a stage make of an earlier task."""
    step = (position + 1) * LENGTH
    measured(store, number, position, step, {f"earlier/{label}/test_error": 100 * wrong.mean()})
    probe_results.add_maps(store, number, step, 1.0, {f"earlier/{label}/test_wrong": pack_wrong(wrong)})


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "s.sqlite") as made:
        yield made


@pytest.fixture
def number(store: Store) -> int:
    """Three tasks in a row; A is best after the second stage."""
    number = started(store, [fine_tuning(name) for name in ("reviews", "questions", "headlines")], LENGTH)
    stage_tested(store, number, 0, wrong_on(0, 1, 2))
    stage_tested(store, number, 1, wrong_on(3))
    asked(store, number, 1, A, wrong_on(0, 7))
    stage_tested(store, number, 2, wrong_on(9))
    asked(store, number, 2, A, wrong_on(7, 8, 9, 10))
    asked(store, number, 2, B, wrong_on(4, 5))
    return number


def lost_by(store: Store, number: int) -> LostTexts | None:
    (found,) = read_lost_texts(store, [read_forgetting(store, [number])[number]])
    return found


def test_each_text_counts_from_the_task_s_best_and_from_when_it_was_learnt(store: Store, number: int) -> None:
    found = lost_by(store, number)
    assert found is not None and found.moments == 2 and found.count == 2 * TEXTS
    a, b = (0, 1) if found.since_best[0][8] else (1, 0)  # in the order of what the texts are known by
    assert list(found.texts) == sorted(found.texts)
    assert {place: value for place, value in enumerate(found.since_best[a].tolist()) if value} == {
        0: -100.0, 8: 100.0, 9: 100.0, 10: 100.0,
    }  # fmt: skip
    assert {place: value for place, value in enumerate(found.since_learnt[a].tolist()) if value} == {
        0: -100.0, 1: -100.0, 2: -100.0, 7: 100.0, 8: 100.0, 9: 100.0, 10: 100.0,
    }  # fmt: skip
    for each in (found.since_best, found.since_learnt):
        assert np.flatnonzero(each[b]).tolist() == [3, 4, 5]
    record = read_forgetting(store, [number])[number]
    assert record.forgetting == pytest.approx(np.mean([each.mean() for each in found.since_best]))
    assert record.backward_transfer == pytest.approx(-np.mean([each.mean() for each in found.since_learnt]))


def test_a_finished_run_is_read_once(store: Store, number: int) -> None:
    runs.set_run_columns(store, [number], status="finished", finished=1.0)
    (one,), (again,) = (read_lost_texts(store, [read_forgetting(store, [number])[number]]) for _ in range(2))
    assert one is not None and one is again


def test_runs_without_the_answers_of_a_stage_have_none(store: Store, number: int) -> None:
    store.execute("DELETE FROM probe_maps WHERE step = ?", (3 * LENGTH,))
    assert lost_by(store, number) is None
    assert read_forgetting(store, [number])[number].forgetting is not None


def test_a_stage_that_was_never_the_best_need_not_be_known(store: Store, number: int) -> None:
    """B was measured once before the end; of A the second stage was the best, the first is where it was learnt."""
    asked(store, number, 1, A, wrong_on(0, 1, 2, 3))
    store.execute("DELETE FROM probe_maps WHERE step = ?", (2 * LENGTH,))
    assert lost_by(store, number) is not None
    store.execute("DELETE FROM prediction_sets WHERE split = 'stage-1/test'")
    assert lost_by(store, number) is None


def test_bits_that_are_not_of_the_measured_error_are_none(store: Store, number: int) -> None:
    """Such as those of weights that were measured again, whose accuracy counts no more."""
    maps = {f"earlier/{A}/test_wrong": pack_wrong(wrong_on(7, 8))}
    probe_results.add_maps(store, number, 3 * LENGTH, 1.0, maps)
    assert lost_by(store, number) is None


def test_what_taught_nothing_before_has_lost_nothing(store: Store) -> None:
    number = started(store, [fine_tuning("reviews")], LENGTH)
    stage_tested(store, number, 0, wrong_on(0))
    assert lost_by(store, number) is None


def test_texts_of_other_labels_are_other_texts(store: Store, number: int) -> None:
    before = lost_by(store, number)
    store.execute("UPDATE predictions SET source_row = source_row + 1 WHERE split = 'stage-1/test'")
    after = lost_by(store, number)
    assert before is not None and after is not None
    assert len(set(before.texts) & set(after.texts)) == 1


NAN = float("nan")
THREE = np.array([[90.0, 30.0, 20.0], [80.0, 85.0, 25.0], [84.0, 70.0, 95.0]])


def test_three_tasks_by_hand() -> None:
    assert continual.average_accuracy(THREE) == pytest.approx((84 + 70 + 95) / 3)
    # The paper's 1 / (T - 1), not the authors' code's 1 / T.
    assert continual.backward_transfer(THREE) == pytest.approx(((84 - 90) + (70 - 85)) / 2)
    assert continual.forgetting(THREE) == pytest.approx(((90 - 84) + (85 - 70)) / 2)
    # R[1, 2] = 30 and R[2, 3] = 25 against the untrained 25 and 20.
    assert continual.forward_transfer([30, 25], [25, 20]) == pytest.approx((5 + 5) / 2)


def test_forgetting_is_from_the_best_not_from_just_after_learning() -> None:
    better_later = np.array([[60.0, NAN, NAN], [70.0, 50.0, NAN], [65.0, 55.0, 90.0]])
    assert continual.backward_transfer(better_later) == pytest.approx((5 + 5) / 2)
    assert continual.forgetting(better_later) == pytest.approx((5 - 5) / 2)


def test_a_last_stage_that_teaches_nothing_forgets_all_tasks() -> None:
    matrix = np.array([[80.0, 70.0], [75.0, 66.0]])  # both taught by the first of two stages
    assert continual.backward_transfer(matrix, [0, 0]) == pytest.approx((-5 - 4) / 2)
    assert continual.forgetting(matrix, [0, 0]) == pytest.approx(4.5)
    assert continual.average_accuracy(matrix) == pytest.approx(70.5)


def test_nothing_is_said_where_nothing_is_known() -> None:
    one = np.array([[90.0]])
    assert continual.average_accuracy(one) == 90.0
    assert continual.backward_transfer(one) is None and continual.forgetting(one) is None
    unknown = np.array([[90.0, NAN], [NAN, 80.0]])
    assert continual.average_accuracy(unknown) is None
    assert continual.backward_transfer(unknown) is None and continual.forgetting(unknown) is None
    never_tested = np.array([[NAN, NAN], [70.0, 80.0]])
    assert continual.forgetting(never_tested) is None
    assert continual.average_accuracy(np.zeros((0, 0))) is None
    assert continual.forward_transfer([], []) is None


def test_the_worst_case_is_the_last_task_as_it_is_and_the_others_at_their_worst() -> None:
    minima = [40.0, 60.0]
    assert continual.minimum_accuracy(minima) == 50.0
    k, present = 3, 90.0
    assert continual.worst_case_accuracy([present], minima) == pytest.approx(present / k + (1 - 1 / k) * 50.0)
    assert continual.worst_case_accuracy([present], [40.0, NAN]) is None


def test_the_worked_example() -> None:
    found = passage_interval(np.array([1.0, 3.0]), np.array([10.0, 10.0]))
    assert found is not None
    assert found.factor == pytest.approx(math.exp(0.2))
    half = stats.t.ppf(0.975, 1) * 0.1
    assert (found.low, found.high) == pytest.approx((math.exp(0.2 - half), math.exp(0.2 + half)))


def test_of_equal_counts_it_is_the_interval_of_a_mean() -> None:
    d, n = np.random.default_rng(0).normal(2.0, 1.0, 40), np.full(40, 8.0)
    found = passage_interval(d, n)
    assert found is not None
    low, high = stats.t.interval(0.95, 39, d.mean() / 8, stats.sem(d) / 8)
    assert (math.log(found.low), math.log(found.high)) == pytest.approx((low, high))


def test_it_covers_the_population_95_times_in_100() -> None:
    random, covered = np.random.default_rng(1), 0
    for _ in range(2000):
        n = random.integers(4, 14, 64).astype(float)
        d = n * (0.3 + 0.4 * random.normal(size=64)) + np.sqrt(n) * random.normal(size=64)
        found = passage_interval(d, n)
        assert found is not None
        covered += found.low <= math.exp(0.3) <= found.high
    assert 0.935 <= covered / 2000 <= 0.965


def test_as_many_passages_as_it_says_are_needed() -> None:
    random = np.random.default_rng(2)

    def measured(count: int) -> tuple[np.ndarray, np.ndarray]:
        return random.normal(3.0, 2.0, count), np.full(count, 10.0)

    found = passage_interval(*measured(400))
    assert found is not None
    narrow = passage_interval(*measured(found.needed))
    assert narrow is not None
    assert math.sqrt(narrow.high / narrow.low) - 1 == pytest.approx(0.02, rel=0.15)


def test_runs_on_other_passages_have_no_common_interval() -> None:
    one, other = np.array([[1.0, 2.0, 1.5], [9.0, 8.0, 9.0]]), np.array([[1.0, 2.0, 1.5], [9.0, 9.0, 9.0]])
    assert mean_interval([one, one]) == passage_interval(*one)
    assert mean_interval([one, other]) is None
    assert mean_interval([]) is None
    assert mean_interval([np.zeros((2, 0))]) is None
