"""A search from its first trial to the tested choice: step by step over rows, and with real runs that are killed."""

from __future__ import annotations

import math
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.analysis.search.results import evaluation_costs, read_results
from engine.cli.slices import require_split
from engine.errors import UserError
from engine.launch import queue
from engine.launch.search import (
    advance_search,
    begin_search,
    continue_search,
    find_same_search,
    main,
    stop_search,
)
from engine.spec.experiment import Experiment
from engine.spec.search import Search, read_search
from engine.store import Store, metrics, runs, searches, test_looks
from engine.store.rows import RunRow

Make = Callable[..., Experiment]
Wait = Callable[..., RunRow]
RATE = "stages.0.learning_rate"


def search_of(design: Experiment, **changes: object) -> Search:
    fields = {"learning_rate": {"low": 1e-5, "high": 1e-3, "log": True}}
    return read_search(design, {"fields": fields, "trials": 3, "pruner": "none"} | changes)


def end(store: Store, run: int, value: float | None, status: str = "finished") -> None:
    """Ends a queued run without training it, with a validation error."""
    if value is not None:
        store.execute("INSERT INTO stages VALUES (?, 0, 'finetune', 'Fine-tuning', 0, 100, '{}')", (run,))
        metrics.add_points(store, run, [("validation/error", 50, 1.0, value)])
    runs.set_run_columns(
        store, [run], status=status, active_seconds=1800.0, reason="" if value else "It broke."
    )


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


def begin(store: Store, design: Experiment, **search: object) -> int:
    """Begin a search from ``design``."""
    return begin_search(store, design, search_of(design, **search))


def test_trials_follow_one_another_and_the_best_is_tested(store: Store, experiment: Make) -> None:
    number = begin(store, experiment(learning_rate=2e-5))
    assert not advance_search(store, number)  # the first is still queued
    for run, value in ((1, 30.0), (2, 10.0), (3, 20.0)):
        end(store, run, value)
        assert advance_search(store, number)
    rows = runs.list_runs(store, order_by="id", descending=False)
    assert [row.sweep_id for row in rows] == [number] * 4
    assert [bool(runs.get_stored_spec(store, row.id).get("trial_of")) for row in rows] == [True] * 3 + [False]
    assert "trial 0, learning rate 2e-5" in rows[0].name and "chosen" in rows[3].name
    best = runs.get_experiment(store, 2)
    assert runs.get_experiment(store, 4).stages == best.stages
    assert rows[1].group_identity != rows[3].group_identity  # what is not tested fills no table
    end(store, 4, 10.0)
    assert not advance_search(store, number)
    row = searches.get_search(store, number)
    assert (row.status, row.reason) == ("finished", "Trial 1 was chosen on validation, and tested once.")
    assert queue_is_empty(store)


def queue_is_empty(store: Store) -> bool:
    return runs.count_active_runs(store) == (0, 0)


def test_every_trial_has_its_seeds_one_after_the_other(store: Store, experiment: Make) -> None:
    number = begin(store, experiment(), trials=2, seeds=[7, 8])
    seen = []
    for run in range(1, 7):
        seen.append((runs.get_run(store, run).seed, searches.list_trials(store, number)[-1].chosen))
        end(store, run, 10.0 + run)
        advance_search(store, number)
    assert seen == [(7, False), (8, False), (7, False), (8, False), (7, True), (8, True)]
    assert [trial.value for trial in read_results(store, number).trials] == [11.5, 13.5]
    assert searches.get_search(store, number).status == "finished"


def test_a_trial_that_was_pruned_with_its_first_seed_has_no_second(store: Store, experiment: Make) -> None:
    number = begin(store, experiment(), trials=2, seeds=[7, 8])
    for run in (1, 2):
        end(store, run, 10.0)
        advance_search(store, number)
    end(store, 3, 60.0, "stopped")
    searches.mark_pruned(store, 3, 50)
    advance_search(store, number)
    assert [(t.number, t.chosen) for t in searches.list_trials(store, number)] == [
        (0, 0),
        (0, 0),
        (1, 0),
        (0, 1),
    ]


def test_the_hours_of_a_search_are_those_of_its_runs(store: Store, experiment: Make) -> None:
    number = begin(store, experiment(), trials=50, hours=1.0)
    for run in (1, 2):  # half an hour each
        end(store, run, 10.0 + run)
        advance_search(store, number)
    assert [(t.number, t.chosen) for t in searches.list_trials(store, number)] == [(0, 0), (1, 0), (0, 1)]


def test_a_search_whose_trials_all_fail_ends_and_says_why(path: Path, store: Store, experiment: Make) -> None:
    number = begin(store, experiment(), trials=9)
    for run in (1, 2, 3):
        end(store, run, None, "failed")
        if run < 3:
            assert advance_search(store, number)
    assert main(["--store", str(path), "--search", str(number)]) == 0
    row = searches.get_search(store, number)
    assert row.status == "failed" and "the first 3 trials failed: It broke." in row.reason


def test_a_measure_to_be_bounded_that_no_run_has_ends_the_search(store: Store, experiment: Make) -> None:
    bound = {"measure": "drift/oll", "most": 1.0}
    number = begin(store, experiment(), constraint=bound)
    end(store, 1, 10.0)
    with pytest.raises(UserError, match="drift/oll, which is to be bounded, was not measured by run 1"):
        advance_search(store, number)


def test_two_steps_at_once_do_no_more_than_one(path: Path, experiment: Make) -> None:
    design = experiment()
    with Store(path) as store:
        number = begin_search(store, design, search_of(design))
        end(store, 1, 10.0)

    def step() -> None:
        with Store(path) as own:
            advance_search(own, number)

    threads = [threading.Thread(target=step) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Store(path) as store:
        assert [each.number for each in searches.list_trials(store, number)] == [0, 1]


def test_a_search_is_found_again_and_goes_on_with_a_larger_budget(path: Path, experiment: Make) -> None:
    design = experiment()
    with Store(path) as store:
        number = begin_search(store, design, search_of(design, trials=1))
        end(store, 1, 10.0)
        advance_search(store, number)
        end(store, 2, 10.0)
        advance_search(store, number)
        assert searches.get_search(store, number).status == "finished"
        larger = search_of(design, trials=2)
        known = find_same_search(store, design, larger)
        assert known is not None and known.id == number
        assert find_same_search(store, design, search_of(design, sampler="random")) is None
        assert find_same_search(store, experiment(epochs=9.0), larger) is None
        continue_search(store, number, known.search)
        assert searches.get_search(store, number).status == "finished"  # nothing more was asked for
        continue_search(store, number, larger)
        assert advance_search(store, number)
        assert [(t.number, t.chosen) for t in searches.list_trials(store, number)] == [(0, 0), (1, 0), (0, 1)]


def test_a_stopped_search_stays_so_until_it_is_called_again(path: Path, experiment: Make) -> None:
    design = experiment()
    with Store(path) as store:
        number = begin_search(store, design, search_of(design))
        stop_search(store, number)
        assert runs.get_run(store, 1).status == "stopped" and not advance_search(store, number)
        with pytest.raises(UserError, match="is stopped"):
            stop_search(store, number)
        continue_search(store, number, search_of(design))
        assert runs.get_run(store, 1).status == "queued"


def test_a_missing_optuna_is_said_before_anything_is_stored(
    path: Path, experiment: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    design = experiment()
    monkeypatch.setitem(sys.modules, "optuna", None)
    with Store(path) as store:
        with pytest.raises(UserError, match=r"pip install 'palimpsest\[search\]'"):
            begin_search(store, design, search_of(design))
        assert searches.list_searches(store) == [] and runs.list_runs(store) == []


@pytest.mark.slow
def test_real_trials_are_pruned_and_only_the_chosen_one_is_tested(path: Path, experiment: Make) -> None:
    """Trials that hardly learn (a rate of 1e-9) are given up at the first evaluation; the design learns the words."""
    design = experiment(learning_rate=2e-3, epochs=6.0, evaluations=1, batch_size=8)
    pruner = {"kind": "median", "whole_trials": 1}
    fields = {"learning_rate": {"low": 1e-9, "high": 2e-9}}
    with Store(path) as store:
        number = begin_search(store, design, search_of(design, trials=2, pruner=pruner, fields=fields))
    queue.run_queue(path, "cpu", lambda: False, until_empty=True)
    with Store(path) as store:
        first, second = read_results(store, number).trials
        assert (first.state, second.state) == ("finished", "pruned"), runs.read_log_tail(
            runs.get_run(store, 2).folder
        )
        row = runs.get_run(store, 2)
        assert row.status == "stopped" and row.reason.startswith(f"Pruned at step {second.pruned_step}: ")
        assert not any((row.folder / "checkpoints").glob("*"))
        assert second.pruned_step is not None and second.pruned_step < row.steps
        assert [runs.get_run(store, run).test is not None for run in (1, 2, 3)] == [False, False, True]
        with pytest.raises(UserError, match="no predictions for 'test'") as untested:
            require_split(store, 1, "test")
        assert untested.value.remedy == "Add --split validation."
        assert require_split(store, 1, "validation").metrics["error"] == first.value
        (looks,) = {each.experiments for each in test_looks.read_looks(store.connection).values()}
        assert looks == 1
        assert searches.get_search(store, number).status == "finished"


def with_weights(store: Store, run: int) -> list[Path]:
    """Weights of a run as its process would leave them."""
    folder = runs.get_run(store, run).folder
    left = [folder / "stage-1" / "encoder", folder / "checkpoints" / "last-00000001"]
    for each in left:
        each.mkdir(parents=True)
        (each / "model.safetensors").write_bytes(b"weights")
    (folder / "predictions").mkdir()
    return left


def test_only_the_weights_of_the_best_trial_stay_where_asked(path: Path, experiment: Make) -> None:
    design = experiment()
    with Store(path) as store:
        number = begin_search(store, design, search_of(design, keep="best"))
        left: dict[int, list[Path]] = {}
        for run, value in ((1, 30.0), (2, 10.0), (3, 20.0)):
            left[run] = with_weights(store, run)
            end(store, run, value)
            assert advance_search(store, number)
        here = {run: [each.exists() for each in paths] for run, paths in left.items()}
        assert here == {1: [False, False], 2: [True, True], 3: [False, False]}
        assert all((runs.get_run(store, run).folder / "predictions").is_dir() for run in left)
        chosen = with_weights(store, 4)
        end(store, 4, 10.0)
        advance_search(store, number)
        assert all(each.exists() for each in (*chosen, *left[2]))
        # Whatever is kept is no other question: asked for otherwise, the same search is found.
        known = find_same_search(store, design, search_of(design))
        assert known is not None and known.id == number


def test_evaluations_outside_of_the_constraint_count_as_the_worst(store: Store, experiment: Make) -> None:
    number = begin(store, experiment(learning_rate=2e-5), constraint={"most": 1.5})
    (run,) = (each.run_id for each in searches.list_trials(store, number))
    assert runs.get_experiment(store, run).stages[-1].checkpoint_bound.words == "retention/factor at most 1.5"
    store.execute("INSERT INTO stages VALUES (?, 0, 'finetune', 'Fine-tuning', 0, 100, '{}')", (run,))
    errors = [("validation/error", step, 1.0, value) for step, value in ((10, 30.0), (20, 5.0), (30, 4.0))]
    losses = [("retention/loss", step, 1.0, value) for step, value in ((0, 2.0), (10, 2.3), (20, 2.5))]
    metrics.add_points(store, run, [*errors, *losses])
    row = searches.get_search(store, number)
    # exp(0.3) = 1.35 keeps to it, exp(0.5) = 1.65 does not; what was not measured counts as it is.
    assert evaluation_costs(store, row, [run]) == {run: [30.0, math.inf, 4.0]}
    # A fitted head that knows hardly more than how frequent words are cannot tell what became of language.
    weak = '{"probes": {"retention": {"held_out_loss": 6.9, "frequency_loss": 7.5}}}'
    store.execute("UPDATE stages SET info = ? WHERE run_id = ?", (weak, run))
    assert evaluation_costs(store, row, [run]) == {run: [30.0, 5.0, 4.0]}
