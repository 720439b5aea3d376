"""What is compared with what, and what is made of it, on runs of a real store."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from engine import launch
from engine.analysis.errors.predicted_split import choose_split
from engine.analysis.verdicts.significance import compare_with_baseline, trained_checkpoint
from engine.analysis.verdicts.tested_runs import TestedRuns
from engine.analysis.verdicts.verdict import judge_runs, multiple_comparisons_note, seeds_needed
from engine.errors import UserError
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
        return self.finish(number, test, wrong, labels, status)

    def finish(
        self,
        number: int,
        test: float | None,
        wrong: np.ndarray | None = None,
        labels: int = 0,
        status: str = "finished",
    ) -> RunRow:
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
TEXTS = 1000
HARD = np.random.default_rng(0).uniform(0, 100, TEXTS)


def wrong_at(error: float, seed: int = 0) -> np.ndarray:
    """Wrong on about ``error`` percent of the texts, the hard ones first, each run a little differently."""
    return np.asarray(HARD + np.random.default_rng(seed).normal(0, 0.1, TEXTS) < error)


def strategy(
    shelf: Shelf, rate: float, errors: list[float], first_seed: int = 0, **more: Any
) -> list[RunRow]:
    """Finished runs with their predictions, one per error."""
    drawn = [wrong_at(error, 100 * number + int(1e6 * rate)) for number, error in enumerate(errors)]
    return [
        shelf.add(rate, seed, 100 * float(wrong.mean()), wrong, **more)
        for seed, wrong in enumerate(drawn, first_seed)
    ]


def test_common_seeds_are_paired_over_texts_and_seeds(shelf: Shelf) -> None:
    a, b = strategy(shelf, 1e-4, [9.0, 9.2, 8.9, 9.1]), strategy(shelf, 2e-5, SECOND)
    b += strategy(shelf, 2e-5, [9.0], 99)  # a seed that only one has
    with Store(shelf.path) as store:
        found = compare_with_baseline(store, b, {1: a})[1]
    assert (found.sample.count, found.texts, found.verdict) == (4, TEXTS, "worse")
    assert found.method == "paired over 4 seeds, 1,000 test texts"
    assert (
        found.note
        == "1 of the 5 runs of the second strategy has no partner of the same seed and does not count."
    )
    sides = []
    for rate, errors in ((1e-4, [9.0, 9.2, 8.9, 9.1]), (2e-5, SECOND)):
        drawn = np.stack([wrong_at(error, 100 * n + int(1e6 * rate)) for n, error in enumerate(errors)])
        sides.append(TestedRuns(((),) * 4, (0, 1, 2, 3), (100 * drawn.astype(np.float32),)))
    reference = judge_runs(*sides)
    assert (found.mean, found.low, found.high, found.p) == pytest.approx(
        (reference.mean, reference.low, reference.high, reference.p)
    )
    assert "more errors" in found.posterior_sentence()
    assert found.needed is None
    assert "more errors (paired over 4 seeds" in found.to_sentence()


def test_runs_that_were_trained_alike_are_one_whatever_their_seed(shelf: Shelf) -> None:
    """Where the stage has a seed of its own, that of the run changes nothing: three copies are no three seeds."""

    def copies(rate: float, wrong: np.ndarray, own: int) -> list[RunRow]:
        stage = {"kind": "finetune", "data": "samples:reviews", "learning_rate": rate, "seed": own}
        specs = [parse_experiment({"seed": seed, "stages": [stage]}) for seed in (1, 2, 3)]
        numbers = launch.enqueue(shelf.path, specs, launcher="cli")
        return [shelf.finish(number, 100 * float(wrong.mean()), wrong) for number in numbers]

    a, b = copies(1e-4, wrong_at(9.0), 42), copies(2e-5, wrong_at(5.0, 1), 42)
    with Store(shelf.path) as store:
        found = compare_with_baseline(store, b, {1: a})[1]
    assert (found.sample.count, found.answer) == (1, "worse, these weights")
    assert "another seed may turn it round" in found.note


TOGETHER = {
    "kind": "multitask",
    "tasks": [{"name": "Reviews", "data": "samples:reviews"}, {"name": "News", "data": "samples:headlines"}],
}


def add_with_tasks_before(shelf: Shelf, wrong: np.ndarray) -> RunRow:
    """A run that has learnt two tasks together before it was fine-tuned, and was wrong on ``wrong`` in the end."""
    spec = {"seed": 1, "stages": [TOGETHER, {"kind": "finetune", "data": "samples:reviews"}]}
    number = launch.enqueue(shelf.path, [parse_experiment(spec)], launcher="cli")[0]
    with RunWriter(shelf.path, number) as writer:
        for step, (name, missed) in enumerate(
            [("test/Reviews", wrong_at(50)), ("test/News", wrong_at(60))], 5
        ):
            truth = np.zeros(len(missed), np.int64)
            made = Predictions(
                name,
                np.arange(len(missed)),
                truth,
                missed.astype(np.int64),
                np.full((len(missed), 2), 0.5),
                np.zeros(len(missed)),
                ("a", "b"),
            )
            error = {"test/error" + name.removeprefix("test"): 100 * float(missed.mean())}
            writer.write(Evaluation("test", step, error, predictions=made))
    return shelf.finish(number, 100 * float(wrong.mean()), wrong)


def test_tests_of_stages_before_the_last_are_no_part_of_the_result(shelf: Shelf) -> None:
    """Tasks learnt together before the fine-tuning are tested too: they neither count nor stand in the way."""
    alone, after = wrong_at(9.0), wrong_at(5.0, 1)
    a, b = shelf.add(2e-5, 1, 100 * float(alone.mean()), alone), add_with_tasks_before(shelf, after)
    with Store(shelf.path) as store:
        assert choose_split(store, b.id) == "test"
        found = compare_with_baseline(store, [a], {1: [b]})[1]
    assert found.mean == pytest.approx(100 * (after.mean() - alone.mean()))
    assert (found.texts, found.verdict) == (TEXTS, "better")


def test_nothing_is_said_without_the_same_texts(shelf: Shelf) -> None:
    wrong = np.zeros(50, bool)
    a, b = shelf.add(1e-4, 1, 0.0, wrong), shelf.add(2e-5, 1, 0.0, wrong[:40])
    other = shelf.add(3e-5, 1, 0.0, wrong, labels=1)
    bare, unfinished = shelf.add(4e-5, 1, 3.0), shelf.add(5e-5, 1, None)
    with Store(shelf.path) as store:
        assert (
            compare_with_baseline(store, [a], {1: [b], 2: [other], 3: [bare], 4: [unfinished], 5: [a]}) == {}
        )


def test_without_predictions_there_is_an_interval_over_seeds_and_no_verdict(shelf: Shelf) -> None:
    a = [shelf.add(1e-4, seed, test) for seed, test in enumerate(FIRST)]
    b = [shelf.add(2e-5, seed, test) for seed, test in enumerate(SECOND)]
    c = [shelf.add(3e-5, seed, test) for seed, test in enumerate(SECOND, 10)]
    with Store(shelf.path) as store:
        found = compare_with_baseline(store, b, {1: a, 2: c})
    reference = stats.ttest_rel(FIRST, SECOND).confidence_interval(0.95)
    assert (found[1].low, found[1].high) == pytest.approx(tuple(reference), rel=1e-6)
    assert {made.verdict for made in found.values()} == {"cannot tell"}
    assert "this test split only" in found[1].note
    assert found[1].to_sentence().endswith("cannot tell (paired over 4 seeds)")  # no p: none was computed
    assert found[2].method == "4 and 4 seeds, not paired"
    assert [made.needed for made in found.values()] == [None, None]  # of which noise, nobody knows
    assert multiple_comparisons_note(found.values()) == ""  # there is no p


def test_errors_on_other_texts_or_for_other_tasks_are_not_subtracted(shelf: Shelf) -> None:
    base = strategy(shelf, 1e-5, FIRST)
    others = {
        "other data": strategy(shelf, 2e-5, SECOND, source="samples:headlines"),
        "fewer test texts": strategy(shelf, 2e-5, SECOND, test_rows=50),
        "fewer training texts": strategy(shelf, 2e-5, SECOND, train_rows=100),
    }
    with Store(shelf.path) as store:
        assert set(compare_with_baseline(store, base, others)) == {"fewer training texts"}


def test_unfinished_runs_do_not_count(shelf: Shelf) -> None:
    base = strategy(shelf, 1e-5, FIRST)
    other = strategy(shelf, 2e-5, SECOND[:2]) + strategy(shelf, 2e-5, SECOND[2:], 2, status="failed")
    with Store(shelf.path) as store:
        assert compare_with_baseline(store, base, {0: other})[0].sample.count == 2


def test_a_run_of_equal_seeds_counts_once_and_the_newest(shelf: Shelf) -> None:
    base = strategy(shelf, 1e-5, FIRST)
    other = [*strategy(shelf, 2e-5, [50.0, 50.0]), *strategy(shelf, 2e-5, SECOND)]
    with Store(shelf.path) as store:
        found = compare_with_baseline(store, base, {0: other}, margin=0.3)[0]
    assert (found.sample.count, found.verdict) == (4, "cannot tell")


def test_the_checkpoint_is_told_by_the_seeds_of_the_stages_before() -> None:
    def experiment(seed: int, own: int | None) -> Any:
        data = {"source": "samples:reviews"}
        first = {"kind": "further_pretrain", "data": [data]} | ({} if own is None else {"seed": own})
        return parse_experiment({"seed": seed, "stages": [first, {"kind": "finetune", "data": data}]})

    assert trained_checkpoint(experiment(1, 42)) == trained_checkpoint(experiment(2, 42)) != ()
    assert trained_checkpoint(experiment(1, 42)) != trained_checkpoint(experiment(1, 43))
    assert trained_checkpoint(experiment(1, None)) != trained_checkpoint(experiment(2, None))
    alone = {"stages": [{"kind": "finetune", "data": {"source": "samples:reviews"}}]}
    assert trained_checkpoint(parse_experiment(alone)) == ()
    assert trained_checkpoint(parse_experiment(alone | {"encoder": {"source": "run:3"}})) == ("run:3",)


def test_further_metrics_are_judged_too(shelf: Shelf) -> None:
    base, other = strategy(shelf, 2e-5, [9.0, 9.2, 8.9]), strategy(shelf, 1e-4, [5.0, 5.2, 5.1])
    with Store(shelf.path) as store:
        errors = compare_with_baseline(store, base, {0: other})[0]
        right = compare_with_baseline(store, base, {0: other}, metric="accuracy")[0]
        with pytest.raises(UserError, match="no metric 'nonsense'"):
            compare_with_baseline(store, base, {0: other}, metric="nonsense")
    assert (errors.verdict, right.verdict) == ("better", "better")
    assert (right.mean, right.low, right.p) == pytest.approx((-errors.mean, -errors.high, errors.p), abs=1e-6)


def test_a_linear_baseline_is_held_against_all_seeds(shelf: Shelf) -> None:
    tuned = strategy(shelf, 2e-5, [5.0, 5.2, 5.1])
    linear = []
    for classifier, error in (("logistic_regression", 9.0), ("naive_bayes", 9.3)):
        stage = {"kind": "linear_baseline", "classifier": classifier, "data": {"source": "samples:reviews"}}
        (number,) = launch.enqueue(
            shelf.path, [parse_experiment({"seed": 42, "stages": [stage]})], launcher="cli"
        )
        linear.append([shelf.finish(number, error, wrong_at(error, number))])
    with Store(shelf.path) as store:
        made = compare_with_baseline(store, linear[0], {1: tuned})[1]
        both = compare_with_baseline(store, linear[0], {1: linear[1]}, margin=0.01)
    assert (made.sample.count, made.sample.unit, made.verdict, made.sample.scope) == (
        3,
        "seeds",
        "better",
        "seeds",
    )
    assert made.method.startswith("3 seeds, against a run without seeds")
    # No seeds are offered for what does not depend on any: more texts are the only help.
    assert (both[1].sample.unit, both[1].verdict) == ("texts", "cannot tell")
    assert seeds_needed(both) == {}


def test_an_edited_text_makes_another_test_split(shelf: Shelf, tmp_path: Path) -> None:
    """Same path, same size, same labels: only the content tells that errors are on other texts."""
    for name in ("train", "test"):
        (tmp_path / f"{name}.csv").write_text(
            "label,text\n" + "good,fine film\nbad,dull film\n" * 50, "utf-8"
        )
    place = str(tmp_path / "train.csv")
    wrong = np.arange(100) < 10
    before = [shelf.add(2e-5, seed, 10.0, wrong, source=place) for seed in (1, 2)]
    other = [shelf.add(1e-4, seed, 10.0, wrong, source=place) for seed in (1, 2)]
    test = tmp_path / "test.csv"
    test.write_text(test.read_text("utf-8").replace("fine film", "fine book", 1), "utf-8")
    after = [shelf.add(1e-4, seed, 10.0, wrong, source=place) for seed in (3, 4)]
    with Store(shelf.path) as store:
        assert compare_with_baseline(store, before, {1: other})[1].sample.count == 2
        assert compare_with_baseline(store, before, {1: after}) == {}
        mixed = compare_with_baseline(store, before, {1: [*other, *after]})[1]
    assert mixed.sample.count == 2  # the runs on the edited texts are left out


def test_the_same_files_in_another_folder_are_the_same_test_texts(shelf: Shelf, tmp_path: Path) -> None:
    """A copy of the data, as on another machine or beside a home that was moved: the content counts, not its place."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    for name in ("train", "test"):
        (first / f"{name}.csv").write_text("label,text\n" + "good,fine film\nbad,dull film\n" * 50, "utf-8")
    shutil.copytree(first, second)
    wrong = np.arange(100) < 10
    base = [shelf.add(2e-5, seed, 10.0, wrong, source=str(first / "train.csv")) for seed in (1, 2)]
    beside = [shelf.add(1e-4, seed, 10.0, wrong, source=str(second / "train.csv")) for seed in (1, 2)]
    named = {"source": str(second / "train.csv"), "test": str(second / "test.csv")}
    stage = {"kind": "finetune", "data": named, "learning_rate": 3e-4}
    made = [parse_experiment({"seed": seed, "stages": [stage]}) for seed in (1, 2)]
    by_name = [
        shelf.finish(number, 10.0, wrong) for number in launch.enqueue(shelf.path, made, launcher="cli")
    ]
    other = [shelf.add(5e-4, 1, 10.0, wrong, source=str(second / "test.csv"))]  # a tenth of it is held out
    with Store(shelf.path) as store:
        found = compare_with_baseline(store, base, {1: beside, 2: by_name, 3: other})
    assert {key: made.sample.count for key, made in found.items()} == {1: 2, 2: 2}


def test_metrics_of_classes_and_of_probabilities_are_judged_as_stored(shelf: Shelf) -> None:
    base, other = strategy(shelf, 2e-5, [9.0, 9.2, 8.9]), strategy(shelf, 1e-4, [5.0, 5.2, 5.1])
    with Store(shelf.path) as store:
        found = compare_with_baseline(store, base, {0: other}, metric="macro_f1")[0]
        # Probabilities were not kept, and no value of the metric was measured: nothing can be said.
        assert compare_with_baseline(store, base, {0: other}, metric="brier") == {}
        with pytest.raises(UserError, match="a value for each class"):
            compare_with_baseline(store, base, {0: other}, metric="precision")
    assert found.verdict == "better" and found.mean > 0
    # All texts have class 0, so F1 is that of the one class and of the one it is taken for.
    right = [
        100 * 2 * r / (1 + r) / 2
        for r in (1 - float(wrong_at(e, 100 * n + 100).mean()) for n, e in enumerate([5.0, 5.2, 5.1]))
    ]
    less = [
        100 * 2 * r / (1 + r) / 2
        for r in (1 - float(wrong_at(e, 100 * n + 20).mean()) for n, e in enumerate([9.0, 9.2, 8.9]))
    ]
    assert found.mean == pytest.approx(np.mean(right) - np.mean(less), abs=1e-4)


def test_test_texts_that_were_held_out_by_another_seed_are_other_texts(shelf: Shelf, tmp_path: Path) -> None:
    """Of a single file a tenth is held out as the split's seed says: two seeds give two test splits."""
    file = tmp_path / "all.csv"
    file.write_text("label,text\n" + "good,fine film\nbad,dull film\n" * 100, "utf-8")
    one, other = (
        [
            shelf.add(rate, seed, 10.0, None, source=str(file), split_seed=split_seed)
            for rate, split_seed in ((2e-5, 13), (1e-4, split_seed))
            for seed in (1, 2)
        ]
        for split_seed in (13, 14)
    )
    with Store(shelf.path) as store:
        assert compare_with_baseline(store, one[:2], {1: one[2:]})[1].sample.count == 2
        assert compare_with_baseline(store, other[:2], {1: other[2:]}) == {}
