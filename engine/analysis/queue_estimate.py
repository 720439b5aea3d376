"""When the queue will be through: from the runs' own estimates and what runs like those that wait have taken."""

from __future__ import annotations

import heapq
import statistics
from dataclasses import dataclass

from engine.store.database import Store

_RECENT = 20
_PLACE = "SELECT place FROM placed_runs p WHERE p.run_id = runs.id"


@dataclass(frozen=True)
class QueueEstimate:
    """How much is left to do.

    Attributes:
        running, queued: how many runs.
        seconds: until the last ends; None where nothing is known of any.
        unknown: runs of which nothing is known, not even from others like them: ``seconds`` is a lower bound.
    """

    running: int
    queued: int
    seconds: float | None
    unknown: int


def estimate_queue(store: Store, lanes: int = 1) -> QueueEstimate:
    """Estimate when all runs have ended if ``lanes`` of them run at once, in the order of the queue.

    A running run takes what it says. A queued one takes the median of the last finished runs that differ from it in
    nothing but seeds, else of those on its data with its encoder, else of those with its encoder.

    Example: one run has 60 s to go, two like runs of 100 s wait: 260 s in one lane, 160 s in two.
    """
    active = store.execute(
        "SELECT status, eta_seconds, group_identity, data, encoder FROM runs WHERE status IN ('running', 'queued') "
        "ORDER BY status = 'queued', queued, id"
    ).fetchall()
    running = [row for row in active if row["status"] == "running"]
    left = [float(row["eta_seconds"]) for row in running if row["eta_seconds"] is not None]
    unknown = len(running) - len(left)
    ends = [*left, *([0.0] * (max(lanes, len(running)) - len(left)))]
    known = len(left)
    heapq.heapify(ends)
    found: dict[tuple[str, str, str], float | None] = {}
    for row in active[len(running) :]:
        like = (row["group_identity"], row["data"], row["encoder"])
        if like not in found:
            found[like] = typical_seconds(store, *like)
        if (length := found[like]) is None:
            unknown += 1
        else:
            known += 1
            heapq.heappush(ends, heapq.heappop(ends) + length)
    seconds = max(ends) if known else None
    return QueueEstimate(len(running), len(active) - len(running), seconds, unknown)


def typical_seconds(
    store: Store, identity: str, data: str, encoder: str, *, place: str | None = None
) -> float | None:
    """Return the median time of the last finished runs that are like a run in its identity but for seeds, else in its
    data and encoder, else in its encoder; None where there are none.

    Args:
        store: the store.
        identity, data, encoder: as in the rows of runs.
        place: only those that this place has computed; empty: this computer; None: any.
    """
    at = "" if place is None else f"AND coalesce(({_PLACE}), '') = ?"
    for condition, values in (
        ("group_identity = ?", (identity,)),
        ("data = ? AND encoder = ?", (data, encoder)),
        ("encoder = ? AND encoder <> ''", (encoder,)),
    ):
        sql = (
            f"SELECT active_seconds FROM runs WHERE status = 'finished' AND active_seconds > 0 AND {condition} {at} "
            "ORDER BY id DESC LIMIT ?"
        )
        named = () if place is None else (place,)
        if times := [float(row[0]) for row in store.execute(sql, (*values, *named, _RECENT))]:
            return statistics.median(times)
    return None
