"""Which test fits which runs, and what is made of it, on runs of a real store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from engine import launch
from engine.analysis.significance import compare_with_baseline, error_difference, multiple_comparisons_note
from engine.events import Evaluation, Predictions, RunFinished
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs
from engine.store.rows import RunRow
from engine.store.writer import RunWriter


class Shelf:
    """A store that runs are put into as an engine writes them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        Store(path).close()

    def add(
        self,
        rate: float,
        seed: int,
        test: float | None,
        wrong: np.ndarray | None = None,
        labels: int = 0,
        *,
        status: str = "finished",
        **data: Any,
    ) -> RunRow:
        source = {"source": "samples:reviews"} | data
        stage = {"kind": "finetune", "data": source, "learning_rate": rate}
        number = launch.enqueue(
            self.path, [parse_experiment({"seed": seed, "stages": [stage]})], launcher="cli"
        )[0]
        with RunWriter(self.path, number) as writer:
            if test is not None:
                n = 0 if wrong is None else len(wrong)
                truth = np.full(n, labels, np.int64)
                guess = truth if wrong is None else np.where(wrong, 1 - truth, truth)
                made = Predictions(
                    "test", np.arange(n), truth, guess, np.full((n, 2), 0.5), np.zeros(n), ("a", "b")
                )
                writer.write(Evaluation("test", 10, {"test/error": test}, predictions=made if n else None))
            writer.write(RunFinished(20, {}))
        with Store(self.path) as store:
            runs.set_run_columns(store, [number], status=status)
            return runs.get_run(store, number)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "s.sqlite")


FIRST, SECOND = [5.9, 6.2, 5.8, 6.1], [5.2, 5.4, 5.3, 5.2]


def test_common_seeds_are_paired(shelf: Shelf) -> None:
    a = [shelf.add(1e-4, seed, test) for seed, test in enumerate(FIRST)]
    b = [shelf.add(2e-5, seed, test) for seed, test in enumerate(SECOND)]
    b.append(shelf.add(2e-5, 99, 9.0))  # a seed that only one has
    with Store(shelf.path) as store:
        found = compare_with_baseline(store, b, {1: a})[1]
    reference = stats.ttest_rel(FIRST, SECOND)
    assert (found.n, found.test_name) == (4, "paired t-test over 4 seeds")
    assert found.p == pytest.approx(reference.pvalue)
    assert (found.low, found.high) == pytest.approx(tuple(reference.confidence_interval(0.95)))
    assert found.exact_p == 2 / 16
    assert found.posterior is not None
    assert found.posterior.right > 0.95
    assert found.verdict == "worse"
    assert found.to_sentence().startswith(
        "difference 0.72 points, 95 % interval 0.45 to 1.00: more errors (paired t-test"
    )


def test_other_seeds_are_compared_by_welch(shelf: Shelf) -> None:
    a = [shelf.add(1e-4, seed, test) for seed, test in enumerate(FIRST)]
    b = [shelf.add(2e-5, seed, test) for seed, test in enumerate(SECOND, 10)]
    with Store(shelf.path) as store:
        found = error_difference(store, a, b)
    assert found is not None
    assert found.p == pytest.approx(stats.ttest_ind(FIRST, SECOND, equal_var=False).pvalue)
    assert found.posterior is None
    assert found.test_name == "Welch's test, 4 and 4 seeds"


def test_single_runs_are_compared_text_by_text(shelf: Shelf) -> None:
    wrong_a, wrong_b = np.zeros(400, bool), np.zeros(400, bool)
    wrong_a[:40], wrong_b[30:50] = True, True  # 30 only a, 10 only b
    a, b = shelf.add(1e-4, 1, 10.0, wrong_a), shelf.add(2e-5, 1, 5.0, wrong_b)
    with Store(shelf.path) as store:
        found = compare_with_baseline(store, [b], {7: [a]})[7]
    assert found.mean == pytest.approx(5.0)
    assert found.exact_p == pytest.approx(stats.binomtest(10, 40, 0.5).pvalue)
    assert found.low > 0
    assert (found.n, found.verdict) == (400, "worse")
    assert "another seed may turn it round" in found.note


def test_nothing_is_said_without_the_same_texts(shelf: Shelf) -> None:
    wrong = np.zeros(50, bool)
    a, b = shelf.add(1e-4, 1, 0.0, wrong), shelf.add(2e-5, 1, 0.0, wrong[:40])
    other = shelf.add(3e-5, 1, 0.0, wrong, labels=1)
    bare, unfinished = shelf.add(4e-5, 1, 3.0), shelf.add(5e-5, 1, None)
    with Store(shelf.path) as store:
        assert (
            compare_with_baseline(store, [a], {1: [b], 2: [other], 3: [bare], 4: [unfinished], 5: [a]}) == {}
        )


def test_several_comparisons_are_corrected(shelf: Shelf) -> None:
    base = [shelf.add(2e-5, seed, test) for seed, test in enumerate(SECOND)]
    others = {
        k: [shelf.add(1e-4 * (k + 1), seed, test + shift) for seed, test in enumerate([5.4, 5.5, 5.3, 5.45])]
        for k, shift in enumerate((0.0, 0.05, 0.1))
    }
    with Store(shelf.path) as store:
        single = [compare_with_baseline(store, base, {k: others[k]})[k] for k in others]
        found = compare_with_baseline(store, base, others)
    ps = sorted(made.p for made in single if made.p is not None)
    assert [found[k].p for k in others] == [made.p for made in single]
    adjusted = [found[k].adjusted_p for k in others]
    assert min(p for p in adjusted if p is not None) == pytest.approx(3 * ps[0])
    # One that is below 0.05 alone is not so among three.
    (alone,) = [
        k for k, made in enumerate(single) if made.verdict == "worse" and found[k].verdict == "unclear"
    ][:1]
    assert single[alone].p is not None and single[alone].p < 0.05
    assert multiple_comparisons_note(1) == ""
    assert "3 comparisons" in multiple_comparisons_note(3)
    assert "within noise" in found[alone].to_sentence()


def test_errors_on_other_texts_or_for_other_tasks_are_not_subtracted(shelf: Shelf) -> None:
    base = [shelf.add(1e-5, seed, error) for seed, error in enumerate(FIRST)]
    others = {
        "other data": [shelf.add(2e-5, seed, 5.0, source="samples:headlines") for seed in range(4)],
        "fewer test texts": [shelf.add(2e-5, seed, 5.0 + seed, test_rows=50) for seed in range(4)],
        "fewer training texts": [shelf.add(2e-5, seed, 5.0 + seed, train_rows=100) for seed in range(4)],
    }
    with Store(shelf.path) as store:
        assert set(compare_with_baseline(store, base, others)) == {"fewer training texts"}


def test_unfinished_runs_do_not_count(shelf: Shelf) -> None:
    base = [shelf.add(1e-5, seed, error) for seed, error in enumerate(FIRST)]
    other = [
        shelf.add(2e-5, seed, error, status="failed" if seed > 1 else "finished")
        for seed, error in enumerate(SECOND)
    ]
    with Store(shelf.path) as store:
        assert compare_with_baseline(store, base, {0: other})[0].n == 2
