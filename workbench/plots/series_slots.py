"""Series of curves drawn together: no two may look alike, and each keeps its own look where it can."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import TypeVar

K = TypeVar("K")


def distinct_slots(own: Mapping[K, int]) -> dict[K, int]:
    """Return a slot for each key: its own, unless a key before it has that; then the first that nobody has.

    >>> distinct_slots({"a": 3, "b": 1, "c": 3})
    {'a': 3, 'b': 1, 'c': 2}
    """
    made: dict[K, int] = {}
    for key, slot in own.items():
        if slot not in made.values():
            made[key] = slot
    taken = {*made.values()}
    free = (slot for slot in count(1) if slot not in taken)
    return {key: made[key] if key in made else next(free) for key in own}
