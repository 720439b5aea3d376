"""The order of the queue. Runs start in the order of their queueing times, so moving a run changes its time."""

from __future__ import annotations

from collections.abc import Collection

from engine.store.database import Store

_MIN_GAP_SECONDS = 1e-4
"""Minimum difference in seconds between two positions. Current times have a precision of about 2e-7."""


def queued_ids(store: Store) -> list[int]:
    """Return the queued runs in the order in which they will start."""
    return [
        row[0] for row in store.execute("SELECT id FROM runs WHERE status = 'queued' ORDER BY queued, id")
    ]


def move_in_queue(store: Store, run_ids: Collection[int], offset: int) -> list[int]:
    """Move queued runs by ``offset`` positions (negative: earlier) and return the new order.

    The moved runs keep their order. Example: moving runs 3 and 4 of 1, 2, 3, 4 by -1 gives 1, 3, 4, 2. A large offset
    moves to the front or the end.
    """
    with store.transaction():
        order = queued_ids(store)
        moved_ids = [number for number in order if number in run_ids]
        other_ids = [number for number in order if number not in run_ids]
        if not moved_ids or not other_ids or not offset:
            return order
        first = moved_ids[0] if offset < 0 else moved_ids[-1]
        index_before = sum(order.index(number) < order.index(first) for number in other_ids)
        index = min(max(0, index_before + offset), len(other_ids))
        return _write_order(store, [*other_ids[:index], *moved_ids, *other_ids[index:]])


def _write_order(store: Store, order: list[int]) -> list[int]:
    """Assign the existing queueing times to the runs in this order, and return it."""
    times = sorted(
        float(row[0] or 0.0) for row in store.execute("SELECT queued FROM runs WHERE status = 'queued'")
    )
    for index in range(1, len(times)):  # runs of one plan may have the same time
        times[index] = max(times[index], times[index - 1] + _MIN_GAP_SECONDS)
    for number, moment in zip(order, times, strict=True):
        store.execute("UPDATE runs SET queued = ? WHERE id = ?", (moment, number))
    return order
