"""Colours and dashes of run curves in the window, pictures and reports, by slot (1 to 32)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import TypeVar

from engine.store.rows import SERIES_COLOURS

SERIES = ("#2f5cb5", "#e36000", "#3f9c72", "#c95cbd", "#636310", "#067c9e", "#2a2e34", "#741410")
DARK_SERIES = ("#5480f2", "#c8741a", "#79dfa0", "#ee6ca8", "#cec634", "#52c4f8", "#e3e8f0", "#d9908a")


K = TypeVar("K")

DASHES: tuple[tuple[int, ...], ...] = ((), (6, 3), (2, 3), (7, 3, 2, 3))
"""Dash patterns in px: solid, dashed, dotted, dash-dot."""
FIRST_DASH = (0, 0, 0, 0, 1, 1, 2, 3)
"""Pattern of the first series of each colour: 1 to 4 are solid, 5 and 6 dashed, 7 dotted, 8 dash-dot."""


def series_dash(slot: int) -> tuple[int, ...]:
    """Return the dash pattern (px on, px off, ...) of series ``slot`` (1, 2, ...). ``()`` is solid.

    Slot 9 has the colour of slot 1 with the next dash, so 32 slots differ.

    >>> series_dash(1), series_dash(9)
    ((), (6, 3))
    """
    turn, colour = divmod(max(slot, 1) - 1, SERIES_COLOURS)
    return DASHES[(FIRST_DASH[colour] + turn) % len(DASHES)]


def distinct_slots(own: Mapping[K, int]) -> dict[K, int]:
    """Return a slot for each key: its own, or the first free one if an earlier key has that colour.

    While colours suffice, no two keys share one, because lines that differ only in their dashes look alike.

    >>> distinct_slots({"a": 3, "b": 1, "c": 3, "d": 9})
    {'a': 3, 'b': 1, 'c': 2, 'd': 4}
    """
    slots: dict[K, int] = {}
    has_colours = len(own) <= SERIES_COLOURS

    def style(slot: int) -> int:
        return (slot - 1) % SERIES_COLOURS if has_colours else slot

    for key, slot in own.items():
        if style(slot) not in map(style, slots.values()):
            slots[key] = slot
    used = set(map(style, slots.values()))
    free = (slot for slot in count(1) if style(slot) not in used)
    return {key: slots[key] if key in slots else next(free) for key in own}
