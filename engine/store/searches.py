"""Searches and their trials: the whole state of a search, which can resume from it after any interruption.

A search is a sweep whose runs are queued one after the other. A trial is one setting of the searched fields, with one
run for each seed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.errors import UserError, printable
from engine.json_types import JsonObject
from engine.spec.experiment import Experiment, parse_experiment, parse_record
from engine.spec.search import Search, search_table
from engine.store.database import Store

SearchStatus = Literal["active", "finished", "stopped", "failed"]


@dataclass(frozen=True)
class SearchRow:
    """A stored search.

    Attributes:
        id: its number, which is that of the sweep of its runs.
        design: the experiment whose fields are searched.
        reason: why it ended as it did.
        created: seconds since 1970.
    """

    id: int
    name: str
    design: Experiment
    search: Search
    status: SearchStatus
    reason: str
    created: float


@dataclass(frozen=True)
class TrialRow:
    """One run of a search.

    Attributes:
        number: of the trial, 0 for the unchanged design.
        repetition: index of the seed, from 0.
        chosen: whether this run retrains the selected trial at the end, to test it.
        settings: {field: value}.
        pruned_step: updates done when it was pruned, or None.
        resumed: how often the search has requeued it after an interruption.
        status, active_seconds: of the run.
    """

    run_id: int
    number: int
    repetition: int
    chosen: bool
    settings: JsonObject
    pruned_step: int | None
    resumed: int
    status: str
    reason: str
    active_seconds: float


_SELECT = """SELECT s.sweep_id, w.name, s.design, s.declaration, s.status, s.reason, w.created
             FROM searches s JOIN sweeps w ON w.id = s.sweep_id"""


def create_search(store: Store, sweep: int, design: Experiment, search: Search) -> None:
    """Record a search with the runs of ``sweep``."""
    store.execute(
        "INSERT INTO searches (sweep_id, design, declaration) VALUES (?, ?, ?)",
        (sweep, design.model_dump_json(), json.dumps(search_table(search), ensure_ascii=False)),
    )


def list_searches(store: Store, status: SearchStatus | None = None) -> list[SearchRow]:
    """Return all searches, or those with one status, oldest first."""
    where = " WHERE s.status = ?" if status else ""
    rows = store.execute(f"{_SELECT}{where} ORDER BY s.sweep_id", (status,) if status else ())
    return [_search(row) for row in rows]


def get_search(store: Store, search_id: int) -> SearchRow:
    """Return the search with that number.

    Raises UserError if there is none.
    """
    row = store.execute(f"{_SELECT} WHERE s.sweep_id = ?", (search_id,)).fetchone()
    if row is None:
        raise UserError(
            f"there is no search {search_id}.",
            place=str(store.path),
            remedy="List them with: palimpsest searches",
        )
    return _search(row)


def find_search(store: Store, text: str) -> SearchRow:
    """Return the search that a user names: by number, ``last``, or a unique name.

    Raises UserError if there is none or several.
    """
    if text.isdecimal() and len(text) < 18:
        return get_search(store, int(text))
    matches = [each for each in list_searches(store) if text in (each.name, "last")]
    if text == "last" and matches:
        return matches[-1]
    if len(matches) == 1:
        return matches[0]
    name = printable(text, 60)
    if matches:
        numbers = ", ".join(str(each.id) for each in matches)
        raise UserError(f"{len(matches)} searches are called '{name}'.", remedy=f"Give a number: {numbers}.")
    raise UserError(f"there is no search called '{name}'.", remedy="List them with: palimpsest searches")


def _search(row: tuple[int, str, str, str, SearchStatus, str, float]) -> SearchRow:
    number, name, design, declaration, status, reason, created = row
    place = f"search {number}"
    return SearchRow(
        number,
        name,
        parse_experiment(json.loads(design), place=place),
        parse_record(Search, json.loads(declaration), place=place),
        status,
        reason,
        created,
    )


def set_search(store: Store, search_id: int, status: SearchStatus, reason: str = "") -> None:
    """Record the status of a search and its reason."""
    store.execute(
        "UPDATE searches SET status = ?, reason = ? WHERE sweep_id = ?", (status, reason, search_id)
    )


def set_declaration(store: Store, search_id: int, search: Search) -> None:
    """Replace the length of a search. ``Search.is_same_search`` holds between both declarations."""
    text = json.dumps(search_table(search), ensure_ascii=False)
    store.execute("UPDATE searches SET declaration = ? WHERE sweep_id = ?", (text, search_id))


def add_trial(
    store: Store,
    search_id: int,
    run_id: int,
    number: int,
    repetition: int,
    settings: Mapping[str, object],
    *,
    chosen: bool = False,
) -> None:
    """Record a run as part of a search.

    Raises sqlite3.IntegrityError if another process has added the same repetition of the trial.
    """
    store.execute(
        "INSERT INTO trials (run_id, search_id, number, repetition, chosen, settings) VALUES (?, ?, ?, ?, ?, ?)",
        (run_id, search_id, number, repetition, int(chosen), json.dumps(settings, ensure_ascii=False)),
    )


def list_trials(store: Store, search_id: int) -> list[TrialRow]:
    """Return the runs of a search, in the order of their trials."""
    sql = """SELECT t.run_id, t.number, t.repetition, t.chosen, t.settings, t.pruned_step, t.resumed, r.status,
                    r.reason, r.active_seconds
             FROM trials t JOIN runs r ON r.id = t.run_id WHERE t.search_id = ?
             ORDER BY t.chosen, t.number, t.repetition, t.run_id"""
    trials = []
    for run, number, repetition, chosen, settings, *progress in store.execute(sql, (search_id,)):
        trials.append(TrialRow(run, number, repetition, bool(chosen), json.loads(settings), *progress))
    return trials


def list_run_ids(store: Store, search_id: int) -> list[int]:
    """Return the numbers of all runs of a search, ascending. They change with each step of the search."""
    sql = "SELECT run_id FROM trials WHERE search_id = ? ORDER BY run_id"
    return [int(row[0]) for row in store.execute(sql, (search_id,))]


def search_status(store: Store, search_id: int) -> SearchStatus:
    """Return the status of a search. Raises UserError if there is none with that number."""
    row = store.execute("SELECT status FROM searches WHERE sweep_id = ?", (search_id,)).fetchone()
    return get_search(store, search_id).status if row is None else row[0]


def search_of_run(store: Store, run_id: int) -> int | None:
    """Return the search of a run, or None."""
    row = store.execute("SELECT search_id FROM trials WHERE run_id = ?", (run_id,)).fetchone()
    return None if row is None else int(row[0])


def mark_pruned(store: Store, run_id: int, step: int) -> None:
    """Record that a run was pruned after ``step`` updates."""
    store.execute("UPDATE trials SET pruned_step = ? WHERE run_id = ?", (step, run_id))


def count_resumption(store: Store, run_id: int) -> None:
    """Record that the search has requeued an interrupted run."""
    store.execute("UPDATE trials SET resumed = resumed + 1 WHERE run_id = ?", (run_id,))


def idle_searches(store: Store, *, include_running: bool) -> list[int]:
    """Return the active searches without queued runs, and without running ones unless ``include_running``.

    This is cheap enough to be called several times a second.
    """
    sql = """SELECT s.sweep_id,
                    sum(r.status = 'queued') AS queued, sum(r.status = 'running') AS running
             FROM searches s LEFT JOIN trials t ON t.search_id = s.sweep_id LEFT JOIN runs r ON r.id = t.run_id
             WHERE s.status = 'active' GROUP BY s.sweep_id"""
    return [
        int(number)
        for number, queued, running in store.execute(sql)
        if not queued and (include_running or not running)
    ]
