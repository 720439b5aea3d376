"""Searches and trials as rows: created, listed, found, and gone with their runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.spec.experiment import parse_experiment
from engine.spec.search import read_search
from engine.store import Store, runs, searches

DESIGN = parse_experiment({"name": "Tiny", "stages": [{"kind": "finetune", "data": "samples:reviews"}]})
SEARCH = read_search(
    DESIGN, {"fields": {"learning_rate": {"low": 1e-5, "high": 1e-4, "log": True}}, "trials": 3}
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "s.sqlite") as made:
        yield made


def begin(store: Store) -> tuple[int, int]:
    """A search with one queued trial: its number and that of the run."""
    sweep = runs.create_sweep(store, "Tiny")
    searches.create_search(store, sweep, DESIGN, SEARCH)
    run = runs.create_run(store, DESIGN, sweep)
    searches.add_trial(store, sweep, run, 0, 0, {"stages.0.learning_rate": 2e-5})
    return sweep, run


def test_a_search_reads_back_as_it_was_declared(store: Store) -> None:
    number, run = begin(store)
    row = searches.get_search(store, number)
    assert (row.design, row.search, row.status, row.name) == (DESIGN, SEARCH, "active", "Tiny")
    (trial,) = searches.list_trials(store, number)
    assert (trial.run_id, trial.status, trial.settings) == (run, "queued", {"stages.0.learning_rate": 2e-5})
    assert searches.search_of_run(store, run) == number and searches.search_of_run(store, run + 1) is None
    searches.mark_pruned(store, run, 7)
    searches.count_resumption(store, run)
    assert [(each.pruned_step, each.resumed) for each in searches.list_trials(store, number)] == [(7, 1)]


def test_the_same_repetition_of_a_trial_is_added_once(store: Store) -> None:
    number, _ = begin(store)
    second = runs.create_run(store, DESIGN, number)
    with pytest.raises(sqlite3.IntegrityError):
        searches.add_trial(store, number, second, 0, 0, {})
    searches.add_trial(
        store, number, second, 0, 0, {}, chosen=True
    )  # the chosen one trained again is another
    assert searches.list_run_ids(store, number) == [1, 2]


def test_idle_searches_are_those_with_nothing_queued(store: Store) -> None:
    number, run = begin(store)
    assert searches.idle_searches(store, beside_running=True) == []
    runs.set_run_columns(store, [run], status="running")
    assert searches.idle_searches(store, beside_running=False) == []
    assert searches.idle_searches(store, beside_running=True) == [number]
    runs.set_run_columns(store, [run], status="finished")
    assert searches.idle_searches(store, beside_running=False) == [number]
    searches.set_search(store, number, "finished")
    assert searches.idle_searches(store, beside_running=True) == []


def test_searches_are_found_by_number_name_and_as_the_last(store: Store) -> None:
    first, _ = begin(store)
    assert searches.find_search(store, "Tiny").id == searches.find_search(store, "last").id == first
    second, _ = begin(store)
    assert (
        searches.find_search(store, str(first)).id == first
        and searches.find_search(store, "last").id == second
    )
    with pytest.raises(UserError, match="2 searches are called"):
        searches.find_search(store, "Tiny")
    for text in ("77", "other"):
        with pytest.raises(UserError, match="there is no search"):
            searches.find_search(store, text)


def test_a_search_goes_with_its_last_run(store: Store) -> None:
    number, run = begin(store)
    runs.delete_runs(store, [run])
    assert searches.list_searches(store) == []
    assert store.execute("SELECT count(*) FROM trials").fetchone()[0] == 0
    with pytest.raises(UserError, match="there is no search"):
        searches.search_status(store, number)
