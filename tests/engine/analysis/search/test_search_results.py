"""Trials read from the store, what is proposed next; runs are rows with measures, none is trained."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.analysis.search.proposals import build_study, propose
from engine.analysis.search.results import progress_words, read_results, results_json
from engine.json_types import JsonObject
from engine.spec.experiment import parse_experiment
from engine.spec.search import Search, read_search
from engine.store import Store, metrics, runs, searches

DESIGN = parse_experiment({"name": "Tiny", "stages": [{"kind": "finetune", "data": "samples:reviews"}]})
RATE, BATCH = "stages.0.learning_rate", "stages.0.batch_size"
FIELDS = {"learning_rate": {"low": 1e-5, "high": 1e-3, "log": True}, "batch_size": [8, 16, 32]}


def search_with(**changes: object) -> Search:
    return read_search(DESIGN, {"fields": FIELDS, "pruner": "none"} | changes)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "s.sqlite") as made:
        yield made


def begin(store: Store, search: Search) -> int:
    sweep = runs.create_sweep(store, "Tiny")
    searches.create_search(store, sweep, DESIGN, search)
    return sweep


def add(
    store: Store,
    search: int,
    number: int,
    settings: JsonObject,
    values: list[float],
    *,
    status: str = "finished",
    pruned: int | None = None,
    repetition: int = 0,
    loss: float | None = None,
    key: str = "validation/error",
) -> int:
    """A run of a trial with the values of its evaluations, the best of which is handed on."""
    run = runs.create_run(store, DESIGN, search)
    searches.add_trial(store, search, run, number, repetition, settings)
    store.execute("INSERT INTO stages VALUES (?, 0, 'finetune', 'Fine-tuning', 0, 100, '{}')", (run,))
    metrics.add_points(store, run, [(key, 10 * place, 1.0, value) for place, value in enumerate(values, 1)])
    if loss is not None:
        metrics.add_points(
            store, run, [("retention/loss", 0, 0.0, 2.0), ("retention/loss", 40, 1.0, 2.0 + loss)]
        )
    store.execute("UPDATE summary SET at_best = coalesce(best, last) WHERE run_id = ?", (run,))
    runs.set_run_columns(store, [run], status=status, active_seconds=60.0)
    if pruned is not None:
        searches.mark_pruned(store, run, pruned)
    return run


def test_trials_are_what_their_runs_are(store: Store) -> None:
    number = begin(store, search_with(trials=5))
    add(store, number, 0, {RATE: 2e-5, BATCH: 16}, [30, 20, 25])
    add(store, number, 1, {RATE: 1e-4, BATCH: 8}, [50, 45], status="stopped", pruned=20)
    add(store, number, 2, {RATE: 1e-4, BATCH: 16}, [10], status="failed")
    add(store, number, 3, {RATE: 1e-4, BATCH: 32}, [40], status="running")
    found = read_results(store, number)
    assert [(t.state, t.value) for t in found.trials] == [
        ("finished", 20.0), ("pruned", 45.0), ("failed", None), ("running", None),
    ]  # fmt: skip
    assert found.trials[0].evaluations == (30.0, 20.0, 25.0) and found.trials[1].pruned_step == 20
    assert found.best is found.trials[0] and found.seconds == 240.0 and not found.is_spent
    assert progress_words(found) == "4 of 5 trials: 1 failed, 1 finished, 1 pruned, 1 running"
    told = build_study(found).get_trials(deepcopy=False)
    assert [each.state.name for each in told] == [
        "COMPLETE",
        "PRUNED",
        "RUNNING",
    ]  # of a failed one nothing is known
    json.dumps(results_json(found), allow_nan=False)


def test_a_trial_of_several_seeds_is_worth_their_mean(store: Store) -> None:
    number = begin(store, search_with(seeds=[1, 2]))
    add(store, number, 0, {RATE: 2e-5, BATCH: 16}, [20])
    assert read_results(store, number).trials[0].state == "waiting"
    add(store, number, 0, {RATE: 2e-5, BATCH: 16}, [30], repetition=1)
    (trial,) = read_results(store, number).trials
    assert (trial.state, trial.value, trial.runs) == ("finished", 25.0, (1, 2))


def test_the_best_keeps_to_the_constraint(store: Store) -> None:
    number = begin(store, search_with(constraint={"most": 1.5}))
    add(store, number, 0, {RATE: 2e-5, BATCH: 16}, [30], loss=math.log(1.4))
    add(store, number, 1, {RATE: 1e-3, BATCH: 16}, [10], loss=math.log(3.0))
    found = read_results(store, number)
    assert [round(t.bounded or 0, 6) for t in found.trials] == [1.4, 3.0]
    assert [t.is_feasible for t in found.trials] == [True, False]
    assert found.best is found.trials[0]
    told = build_study(found).get_trials(deepcopy=False)
    assert [each.constraints["bound"] for each in told] == pytest.approx([-0.1, 1.5])


def test_where_none_keeps_to_it_the_one_that_leaves_it_least_is_best(store: Store) -> None:
    number = begin(store, search_with(constraint={"most": 1.1}))
    add(store, number, 0, {RATE: 2e-5, BATCH: 16}, [30], loss=math.log(1.4))
    add(store, number, 1, {RATE: 1e-3, BATCH: 16}, [10], loss=math.log(3.0))
    assert read_results(store, number).best == read_results(store, number).trials[0]


def test_of_a_metric_of_which_more_is_better_the_largest_is_best(store: Store) -> None:
    number = begin(store, search_with(metric="macro_f1"))
    for place, value in enumerate((60.0, 80.0, 70.0)):
        settings: JsonObject = {RATE: 2e-5, BATCH: [8, 16, 32][place]}
        add(store, number, place, settings, [value], key="validation/macro_f1")
    found = read_results(store, number)
    assert found.best is found.trials[1]
    assert build_study(found).best_value == 80.0


def test_a_proposal_depends_on_nothing_but_the_seed_and_the_trials_before(tmp_path: Path) -> None:
    proposed = []
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        with Store(tmp_path / f"{name}.sqlite") as store:
            number = begin(store, search_with(seed=seed))
            for place in range(7):
                settings: JsonObject = {RATE: 1e-5 * 1.9**place, BATCH: 16}
                add(store, number, place, settings, [30 - place])
            proposed.append(propose(read_results(store, number)))
    first, same, other = proposed
    assert first is not None and first == same and other is not None and first[1] != other[1]
    place, settings, experiment = first
    assert place == 7 and experiment.stages[0].learning_rate == settings[RATE]
    assert 1e-5 <= float(str(settings[RATE])) <= 1e-3 and settings[BATCH] in (8, 16, 32)


def test_tpe_goes_where_it_was_good(store: Store) -> None:
    """Of twenty told trials the rates near 1e-4 are by far the best: proposals gather there, random ones do not."""
    number = begin(store, search_with())
    for place in range(20):
        rate = 1e-5 * 10 ** (2 * place / 19)
        add(store, number, place, {RATE: rate, BATCH: 16}, [10 + 40 * abs(math.log10(rate) + 4)])
    results = read_results(store, number)

    def distance(*, random: bool) -> float:
        drawn = [build_study(results, random=random, stream=str(n)) for n in range(15)]
        from engine.analysis.search.proposals import _distributions

        rates = [study.ask(_distributions(results.row.search)).params[RATE] for study in drawn]
        return sum(abs(math.log10(rate) + 4) for rate in rates) / len(rates)

    assert distance(random=False) < 0.6 * distance(random=True)


def test_a_small_space_is_exhausted_and_nothing_is_tried_twice(store: Store) -> None:
    search = read_search(DESIGN, {"fields": {"batch_size": [8, 16, 32], "epochs": {"low": 1, "high": 2}}})
    number = begin(store, search)
    seen = []
    while (found := propose(read_results(store, number))) is not None:
        place, settings, _ = found
        seen.append(settings)
        add(store, number, place, settings, [20.0])
    assert len(seen) == 6 and all(seen.count(each) == 1 for each in seen)
