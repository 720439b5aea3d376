"""Lost texts read from a store, against answers written by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.analysis.forgetting.lost_texts import LostTexts, read_lost_texts
from engine.analysis.forgetting.measured import read_forgetting
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
