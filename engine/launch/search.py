"""Execution of searches: trials are queued one after the other, based on the results of earlier ones.

A queue runner that finds an active search with nothing queued starts this module as a process (``python -m
engine.launch.search --store FILE --search N``). It takes the next step of the search and ends. A step requeues an
interrupted run, or queues the next seed of a trial, the next trial, or finally the selected trial for its test. So a
search continues wherever its queue runs, in the window or on the command line, on several devices at once. Neither of
them imports Optuna. A step depends only on the store, and two simultaneous steps have the effect of one.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.analysis.search.proposals import propose, require_optuna
from engine.analysis.search.results import MAX_RESUMPTIONS, SearchResults, Trial, read_results
from engine.cache.atomic_folders import discard
from engine.errors import UserError
from engine.formatting.numbers import plural
from engine.json_types import JsonObject
from engine.launch.queue import enqueue, resolve_names
from engine.launch.status import reconcile_runs
from engine.launch.stopping import request_stop, resume_run
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.search import Search, check_search
from engine.spec.sweep import short_label, value_name
from engine.store import Store, open_store, runs, searches
from engine.store.searches import SearchRow, SearchStatus, TrialRow

_log = logging.getLogger(__name__)

MAX_FAILURES = 3
"""Number of failed trials without a finished one that ends a search, because the next would fail as well."""


def begin_search(store: Store, design: Experiment, search: Search) -> int:
    """Record a search and queue its first trial, the unchanged design. Return the number of the search.

    Raises UserError when an input of the design is missing, or Optuna is not installed. Nothing was stored then.
    """
    check_search(design, search)
    require_optuna()
    settings = search.settings_of(design)
    design = search.experiment_with(design, {})
    row = SearchRow(0, design.name, design, search, "active", "", 0.0)
    first_trial = _trial_experiment(store, row, design, 0, 0, settings)
    with store.transaction():
        sweep = runs.create_sweep(store, design.name)
        searches.create_search(store, sweep, design, search)
        trial = first_trial.model_copy(update={"trial_of": sweep})
        (run,) = enqueue(store, [trial], sweep=sweep, is_resolved=True)
        searches.add_trial(store, sweep, run, 0, 0, settings)
    return sweep


def begin_or_continue(store: Store, design: Experiment, search: Search) -> tuple[int, bool]:
    """Return the number of a new or continued search, and whether it is new. Raises like the two functions it calls."""
    existing = find_same_search(store, design, search)
    if existing is None:
        return begin_search(store, design, search), True
    continue_search(store, existing.id, search)
    return existing.id, False


def find_same_search(store: Store, design: Experiment, search: Search) -> SearchRow | None:
    """Return the newest search for the same quantity in the same design, of any length, or None."""
    unchanged = search.experiment_with(design, {})
    for row in reversed(searches.list_searches(store)):
        if row.search.is_same_search(search) and row.design.identity() == unchanged.identity():
            return row
    return None


def continue_search(store: Store, search_id: int, search: Search) -> None:
    """Continue a search for as long as ``search`` specifies. Interrupted and stopped runs are resumed."""
    searches.set_declaration(store, search_id, search)
    results = read_results(store, search_id)
    if results.row.status == "finished" and results.is_spent:
        return
    with store.transaction():
        searches.set_search(store, search_id, "active")
        for row in searches.list_trials(store, search_id):
            if row.status in ("stopped", "interrupted") and row.pruned_step is None:
                resume_run(store, row.run_id)


def stop_search(store: Store, search_id: int) -> None:
    """End a search: no further trial starts, and active ones are stopped with a checkpoint."""
    with store.transaction():
        row = searches.get_search(store, search_id)
        if row.status != "active":
            raise UserError(f"is {row.status}.", place=f"search {search_id}")
        searches.set_search(store, search_id, "stopped", "Stopped on request.")
    for trial in searches.list_trials(store, search_id):
        if trial.status in ("queued", "running"):
            request_stop(store, trial.run_id)


def advance_search(store: Store, search_id: int) -> bool:
    """Take the next step of an active search, if one is due. Return whether something was queued.

    Raises UserError when the step is impossible. The search has then failed with that reason.
    """
    reconcile_runs(store)
    results = read_results(store, search_id)
    if results.row.status != "active":
        return False
    if results.row.search.keep == "best":
        _drop_weights(store, results)
    try:
        return _advance(store, results)
    except UserError as error:
        searches.set_search(store, search_id, "failed", str(error))
        raise


def _drop_weights(store: Store, results: SearchResults) -> None:
    """Delete the weights of finished trials other than the best so far. Curves and predictions stay.

    Trials that are running, or failed and may be resumed, keep theirs. Pruned trials have none.
    """
    best = results.best
    for trial in results.trials:
        if trial.state != "finished" or best is None or trial.number == best.number:
            continue
        for number in trial.runs:
            folder = runs.get_run(store, number).folder
            for weights in (folder / "checkpoints", *folder.glob("stage-*")):
                discard(weights)


def _advance(store: Store, results: SearchResults) -> bool:
    row = results.row
    rows = searches.list_trials(store, row.id)
    if any(run.status == "queued" for run in rows):
        return False
    for run in rows:
        if run.status == "interrupted" and run.pruned_step is None and run.resumed < MAX_RESUMPTIONS:
            with store.transaction():
                searches.count_resumption(store, run.run_id)
                resume_run(store, run.run_id)
            return True
    if (next_seed := _next_seed(results)) is not None:
        trial, repetition = next_seed
        experiment = row.search.experiment_with(row.design, trial.settings)
        return _queue_once(store, results, experiment, trial.number, repetition, trial.settings)
    if not results.is_spent and (reason := _failure_reason(results)):
        raise UserError(reason)
    if not results.is_spent and (proposal := propose(results)) is not None:
        number, settings, experiment = proposal
        return _queue_once(store, results, experiment, number, 0, settings)
    if any(run.status == "running" for run in rows):
        return False
    return _queue_final_runs(store, results)


def _next_seed(results: SearchResults) -> tuple[Trial, int] | None:
    """Return a trial that needs more seeds, and the index of its next seed."""
    for trial in results.trials:
        if trial.state == "waiting":
            return trial, len(trial.runs)
    return None


def _failure_reason(results: SearchResults) -> str:
    """Return why a search cannot succeed, or ""."""
    states = [trial.state for trial in results.trials]
    if "finished" not in states and states.count("failed") >= MAX_FAILURES:
        failed_trial = next(trial for trial in results.trials if trial.state == "failed")
        return f"the first {plural(states.count('failed'), 'trial')} failed: {failed_trial.reason}"
    finished = [trial for trial in results.trials if trial.state == "finished"]
    constraint = results.row.search.constraint
    if constraint is not None and finished and all(trial.bounded is None for trial in finished):
        return f"{constraint.measure}, which is to be bounded, was not measured by run {finished[0].runs[0]}."
    if finished and all(trial.value is None for trial in finished):
        key = results.row.search.metric_key(results.row.design)
        return f"{key} was not measured by run {finished[0].runs[0]}."
    return ""


def _queue_final_runs(store: Store, results: SearchResults) -> bool:
    """Queue the selected trial for training and test, seed by seed. End the search after the last."""
    row, best = results.row, results.best
    if best is None:
        searches.set_search(store, row.id, "failed", "No trial has finished.")
        return False
    finals = [run for run in results.chosen_runs if run.number == best.number]
    if any(run.status in ("queued", "running") for run in finals):
        return False
    seeds = row.search.run_seeds(row.design)
    if len(finals) < len(seeds):
        experiment = row.search.experiment_with(row.design, best.settings)
        return _queue_once(store, results, experiment, best.number, len(finals), best.settings, chosen=True)
    failures = [run for run in finals if run.status != "finished"]
    status: SearchStatus = "failed" if failures else "finished"
    searches.set_search(store, row.id, status, _final_reason(results, best, failures))
    return False


def _final_reason(results: SearchResults, best: Trial, failures: Sequence[TrialRow]) -> str:
    if failures:
        return f"The chosen trial {best.number} could not be tested: run {failures[0].run_id} {failures[0].status}."
    if not best.is_feasible and results.row.search.constraint is not None:
        bound = results.row.search.constraint.words
        return f"No trial meets {bound}. Trial {best.number} comes closest."
    return f"Trial {best.number} was chosen on validation, and tested once."


def _queue_once(
    store: Store,
    results: SearchResults,
    experiment: Experiment,
    number: int,
    repetition: int,
    settings: JsonObject,
    *,
    chosen: bool = False,
) -> bool:
    """Queue one run of a search, unless another process has taken the same step in the meantime."""
    row = results.row
    prepared = _trial_experiment(store, row, experiment, number, repetition, settings, chosen=chosen)
    known_ids = sorted(run for trial in results.trials for run in trial.runs) + [
        each.run_id for each in results.chosen_runs
    ]
    with store.transaction():
        if searches.search_status(store, row.id) != "active" or searches.list_run_ids(
            store, row.id
        ) != sorted(known_ids):
            return False
        (run,) = enqueue(store, [prepared], sweep=row.id, is_resolved=True)
        searches.add_trial(store, row.id, run, number, repetition, settings, chosen=chosen)
    return True


def _trial_experiment(
    store: Store,
    row: SearchRow,
    experiment: Experiment,
    number: int,
    repetition: int,
    settings: JsonObject,
    *,
    chosen: bool = False,
) -> Experiment:
    """Return one run of a search, named after its distinguishing settings. A trial does not read the test split."""
    seeds = row.search.run_seeds(row.design)
    labels = [f"{short_label(row.design, path)} {value_name(value)}" for path, value in settings.items()]
    title = "chosen" if chosen else f"trial {number}"
    seed_label = [f"seed {seeds[repetition]}"] if len(seeds) > 1 else []
    table = experiment.model_dump(mode="json") | {
        "name": f"{row.name}: {', '.join([title, *labels, *seed_label])}"[:200],
        "seed": seeds[repetition],
    }
    (prepared,) = resolve_names(store, [parse_experiment(table)])
    return prepared.model_copy(update={"trial_of": 0 if chosen else row.id})


def main(arguments: list[str] | None = None) -> int:
    """Take the next step of a search. The exit code is 0 even if none was due, or the search has failed."""
    parser = argparse.ArgumentParser(
        prog="engine.launch.search", description="Takes the next step of a search."
    )
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--search", type=int, required=True)
    options = parser.parse_args(arguments)
    try:
        with open_store(options.store) as store:
            advance_search(store, options.search)
    except UserError as error:
        _log.warning("Search %d: %s", options.search, error)
        with open_store(options.store) as store:
            return int(searches.get_search(store, options.search).status == "active")
    return 0


if __name__ == "__main__":
    sys.exit(main())
