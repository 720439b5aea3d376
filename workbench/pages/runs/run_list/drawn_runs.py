"""Which runs are drawn, and which of their points must be read anew. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.store.rows import RunRow

MOST_DRAWN = 12


class DrawnRuns:
    """The drawn runs, in the order they were chosen. At most twelve, the latest win.

    Until the user chooses by hand, what runs is drawn by itself, and when nothing runs the newest that has anything to
    show. A run whose row is selected is drawn too, while it is selected. Choosing it by hand keeps it.
    """

    def __init__(self) -> None:
        self.requested_ids: list[int] = []
        self._kept: list[int] = []
        self._selected: list[int] = []
        self._drawn: dict[int, None] = {}  # in their order
        self._hidden: set[int] = set()
        self._by_hand = False
        self._redone: dict[int, int] = {}

    @property
    def ids(self) -> list[int]:
        """All drawn runs: those kept, then those passing.

        Of more than twelve, those kept that are selected win, then the others that are, then the rest.
        """
        return list(self._drawn)

    def has_all(self, numbers: Collection[int]) -> bool:
        """Return whether all of these runs are drawn."""
        return all(number in self._drawn for number in numbers)

    def is_passing(self, number: int) -> bool:
        """Return whether a run is drawn only while it is selected."""
        return number in self._drawn and number not in self._kept

    def is_kept(self, number: int) -> bool:
        """Return whether a run is drawn whatever is selected."""
        return number in self._kept

    def _find_drawn(self) -> None:
        """Work out anew which runs are drawn."""
        selected = [i for i in self._selected if i not in self._hidden]
        passing = [i for i in selected if i not in self._kept]
        ranked = [
            *(i for i in self._kept if i not in selected),
            *passing,
            *(i for i in self._kept if i in selected),
        ]
        latest = ranked[-MOST_DRAWN:]
        self._drawn = {i: None for i in (*self._kept, *passing) if i in latest}

    def toggle(self, number: int) -> None:
        """Draw a run, or no longer. One that is drawn while it is selected is kept."""
        self.toggle_all([number])

    def toggle_all(self, numbers: Collection[int]) -> None:
        """Keep these runs drawn. Where all of them are kept already, draw none of them."""
        self._by_hand = True
        if all(number in self._kept for number in numbers):
            self._kept = [i for i in self._kept if i not in numbers]
            self._hidden |= set(numbers)  # though selected
        else:
            self._kept = [*self._kept, *(i for i in numbers if i not in self._kept)][-MOST_DRAWN:]
            self._hidden -= set(numbers)
        self._find_drawn()

    def hide_all(self) -> None:
        """Draw none, not even those that are selected."""
        self._by_hand = True
        self._hidden |= {*self._kept, *self._selected}
        self._kept = []
        self._find_drawn()

    def select(self, numbers: Sequence[int]) -> bool:
        """Draw the selected runs as long as they are selected, True if others are drawn now."""
        before = self.ids
        self._selected = list(numbers)
        self._hidden &= set(numbers)
        self._find_drawn()
        return self.ids != before

    def request(self, numbers: Sequence[int]) -> None:
        """Draw these, and no others, as soon as they are in the table."""
        self.requested_ids = list(numbers)

    def follow(self, runs: Mapping[int, RunRow], searching: bool) -> bool:
        """Follow the runs (by number) in the table, True if others are drawn now.

        A search hides runs from the table, and their curves with them, but forgets none.
        """
        requested = [i for i in self.requested_ids if i in runs][-MOST_DRAWN:]
        if not requested and searching:
            return False
        there = [i for i in self._kept if i in runs]
        if not requested and not self._by_hand:
            running = [i for i, run in runs.items() if run.status == "running" and i not in there]
            requested = [*there, *running][:MOST_DRAWN] or [i for i, run in runs.items() if run.step > 0][:1]
        before, self._kept = self.ids, requested or there
        self._find_drawn()
        return self.ids != before

    def find_resumed(self, before: Mapping[int, RunRow], now: Mapping[int, RunRow]) -> list[int]:
        """Return runs whose points must be read anew: they were resumed, or have passed the point reached then.

        What lies between the checkpoint and that point is measured again, at other times.
        """
        resumed = []
        for number, run in now.items():
            old = before.get(number)
            if old is None:
                continue
            restarted = run.status == "running" and (old.status != "running" or run.pid != old.pid)
            if run.step < old.step or (restarted and old.step):
                self._redone[number] = max(old.step, self._redone.get(number, 0))
            elif run.step <= self._redone.get(number, run.step):
                continue
            else:
                del self._redone[number]
            resumed.append(number)
        return resumed
