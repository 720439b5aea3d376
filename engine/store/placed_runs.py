"""Runs on another compute target ("place"): the state agreed with it, and the next action requested of it.

A window or command that changes such a run writes a request. The follower, which alone talks to the places, carries it
out (``engine.places.follower``).
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.errors import UserError
from engine.store.database import Store

PlaceAction = Literal["", "send", "stop", "resume", "anew", "models"]
"""The next action for the run at its place. Empty: only follow it. ``anew``: restart from scratch."""
LAUNCHER = "place"
"""Launcher of a run on a place. No queue of this machine starts it."""


@dataclass(frozen=True, slots=True)
class PlacedRun:
    """A run at its place.

    Attributes:
        run_id: its number here.
        place: the name of the place.
        token: the name by which the place identifies the run, even if it is sent twice.
        remote: its number at the place, empty until the place accepts it.
        requested: the next action (column ``wanted``).
        stamp: the version of its rows here (``engine.places.changes``, column ``stamp``).
        frame: -1 until the first rows have arrived.
        results: 1 when the files of a finished run are here, 2 with its models.
        trouble: why the place cannot be reached now, empty if it answers.
        seen: time of its last answer, seconds since 1970.
    """

    run_id: int
    place: str
    token: str
    remote: str
    requested: PlaceAction
    stamp: str
    frame: int
    results: int
    trouble: str
    seen: float | None


_COLUMNS = "run_id, place, token, remote, wanted, stream, frame, results, trouble, seen"
_IS_OPEN = """(p.wanted <> '' OR r.status IN ('queued', 'running') OR (r.status = 'finished' AND p.results = 0)
            OR (p.remote <> '' AND p.frame < 0))"""


def add_placed_runs(store: Store, run_ids: Iterable[int], place: str) -> None:
    """Assign queued runs to a place. No queue of this machine takes them, and the follower sends them."""
    with store.transaction():
        for number in run_ids:
            store.upsert("placed_runs", {"run_id": number, "place": place, "token": secrets.token_hex(16)})
            store.execute(
                "UPDATE runs SET launcher = ?, pid = NULL, pid_started = NULL, phase = ? WHERE id = ?",
                (LAUNCHER, f"To be sent to {place}", number),
            )


def find_placed_run(store: Store, run_id: int) -> PlacedRun | None:
    """Return the placement of a run, or None for a run of this computer."""
    row = store.execute(f"SELECT {_COLUMNS} FROM placed_runs WHERE run_id = ?", (run_id,)).fetchone()
    return None if row is None else PlacedRun(*row)


def require_placed_run(store: Store, run_id: int) -> PlacedRun:
    """Return the placement of a run. Raises UserError for a run of this computer."""
    placed = find_placed_run(store, run_id)
    if placed is None:
        raise UserError(
            "was computed here, not at another place.",
            place=f"run {run_id}",
            remedy="Its files are in its folder (palimpsest show).",
        )
    return placed


def list_open_runs(store: Store, place: str = "") -> list[PlacedRun]:
    """Return the unfinished runs and those with a request, of one place or of all."""
    names = ", ".join(f"p.{name}" for name in _COLUMNS.split(", "))
    sql = f"""SELECT {names} FROM placed_runs p JOIN runs r ON r.id = p.run_id
              WHERE {_IS_OPEN} AND (? = '' OR p.place = ?) ORDER BY p.run_id"""
    return [PlacedRun(*row) for row in store.execute(sql, (place, place))]


def count_placed_runs(store: Store, place: str) -> int:
    """Return the number of runs ever assigned to a place."""
    return int(store.execute("SELECT count(*) FROM placed_runs WHERE place = ?", (place,)).fetchone()[0])


def request_action(
    store: Store, run_id: int, action: PlaceAction, *, only: tuple[PlaceAction, ...] = ()
) -> None:
    """Set the next action for a run. With ``only``, replace only one of these actions."""
    condition = f" AND wanted IN ({', '.join('?' * len(only))})" if only else ""
    store.execute(f"UPDATE placed_runs SET wanted = ? WHERE run_id = ?{condition}", (action, run_id, *only))


def set_remote(store: Store, run_id: int, remote: str) -> None:
    """Record the number that the place gave to an accepted run."""
    with store.transaction():
        store.execute("UPDATE placed_runs SET remote = ? WHERE run_id = ?", (remote, run_id))
        request_action(store, run_id, "", only=("send", "resume"))


def set_results(store: Store, run_id: int, results: int) -> None:
    """Record which files of a finished run are here: 1 its results, 2 also its models."""
    store.execute("UPDATE placed_runs SET results = max(results, ?) WHERE run_id = ?", (results, run_id))


def record_answer(store: Store, place: str, trouble: str = "") -> None:
    """Record that a place has just answered, or with ``trouble`` why it has not."""
    if trouble:
        sql = f"""UPDATE placed_runs SET trouble = ? WHERE place = ? AND trouble <> ?
                  AND run_id IN (SELECT p.run_id FROM placed_runs p JOIN runs r ON r.id = p.run_id WHERE {_IS_OPEN})"""
        store.execute(sql, (trouble, place, trouble))
    else:
        sql = "UPDATE placed_runs SET trouble = '', seen = ? WHERE place = ? AND (trouble <> '' OR seen IS NULL)"
        store.execute(sql, (time.time(), place))
    if store.connection.execute("SELECT changes()").fetchone()[0]:
        store.execute("UPDATE changes SET runs = runs + 1")  # open windows reload the list of runs
