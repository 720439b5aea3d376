"""The order of the queue: runs begin by the moment at which they were queued, so moving one gives it another's."""

from __future__ import annotations

from collections.abc import Collection

from engine.store.database import Store

_APART = 1e-4
"""Minimum number of seconds between two positions. A time of today is exact to about 2e-7."""


def queued_ids(store: Store) -> list[int]:
    """Return the queued runs in the order in which they will begin."""
    return [
        row[0] for row in store.execute("SELECT id FROM runs WHERE status = 'queued' ORDER BY queued, id")
    ]


def move_in_queue(store: Store, run_ids: Collection[int], places: int) -> list[int]:
    """Move queued runs by ``places`` (negative: earlier) past others and return the new order. Other runs stay.

    They keep their order among themselves. Example: of 1, 2, 3, 4 the runs 3 and 4 moved by -1 give 1, 3, 4, 2. A large
    number moves to the front or the end.
    """
    with store.transaction():
        order = queued_ids(store)
        moved = [number for number in order if number in run_ids]
        rest = [number for number in order if number not in run_ids]
        if not moved or not rest or not places:
            return order
        first = moved[0] if places < 0 else moved[-1]
        before = sum(order.index(number) < order.index(first) for number in rest)
        place = min(max(0, before + places), len(rest))
        return _write_order(store, [*rest[:place], *moved, *rest[place:]])


def _write_order(store: Store, order: list[int]) -> list[int]:
    """Give the moments at which all of these were queued to them in this order, and return it."""
    times = sorted(
        float(row[0] or 0.0) for row in store.execute("SELECT queued FROM runs WHERE status = 'queued'")
    )
    for at in range(1, len(times)):  # those of one plan may have been queued at the same moment
        times[at] = max(times[at], times[at - 1] + _APART)
    for number, moment in zip(order, times, strict=True):
        store.execute("UPDATE runs SET queued = ? WHERE id = ?", (moment, number))
    return order
