"""The drawn runs, and the runs whose points must be read again. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.store.rows import RunRow

MOST_DRAWN = 12


class DrawnRuns:
    """The drawn runs in the order of their selection, at most twelve; the latest take precedence.

    Until the user draws runs explicitly, running runs are drawn, or else the newest run with data. A selected run is
    also drawn, until it is deselected. Drawing it explicitly keeps it.
    """

    def __init__(self) -> None:
        self.requested_ids: list[int] = []
        self._pinned: list[int] = []
        self._selected: list[int] = []
        self._drawn: dict[int, None] = {}  # in their order
        self._hidden: set[int] = set()
        self._is_manual = False
        self._redone: dict[int, int] = {}

    @property
    def ids(self) -> list[int]:
        """All drawn runs: the kept ones, then the temporary ones.

        With more than twelve, selected kept ones take precedence, then other selected ones, then the rest.
        """
        return list(self._drawn)

    def has_all(self, numbers: Collection[int]) -> bool:
        """Return whether all of these runs are drawn."""
        return all(number in self._drawn for number in numbers)

    def is_temporary(self, number: int) -> bool:
        """Return whether a run is drawn only while it is selected."""
        return number in self._drawn and number not in self._pinned

    def is_pinned(self, number: int) -> bool:
        """Return whether a run is drawn regardless of the selection."""
        return number in self._pinned

    def _find_drawn(self) -> None:
        """Determine which runs are drawn."""
        selected = [i for i in self._selected if i not in self._hidden]
        temporary = [i for i in selected if i not in self._pinned]
        ranked = [
            *(i for i in self._pinned if i not in selected),
            *temporary,
            *(i for i in self._pinned if i in selected),
        ]
        latest = ranked[-MOST_DRAWN:]
        self._drawn = {i: None for i in (*self._pinned, *temporary) if i in latest}

    def toggle(self, number: int) -> None:
        """Draw or hide a run. One that is drawn only while selected is kept."""
        self.toggle_all([number])

    def toggle_all(self, numbers: Collection[int]) -> None:
        """Keep these runs drawn, or hide them if all are kept already."""
        self._is_manual = True
        if all(number in self._pinned for number in numbers):
            self._pinned = [i for i in self._pinned if i not in numbers]
            self._hidden |= set(numbers)  # even if selected
        else:
            self._pinned = [*self._pinned, *(i for i in numbers if i not in self._pinned)][-MOST_DRAWN:]
            self._hidden -= set(numbers)
        self._find_drawn()

    def hide_all(self) -> None:
        """Draw none, not even selected ones."""
        self._is_manual = True
        self._hidden |= {*self._pinned, *self._selected}
        self._pinned = []
        self._find_drawn()

    def select(self, numbers: Sequence[int]) -> bool:
        """Draw the selected runs while they are selected. Return whether the drawn runs have changed."""
        before = self.ids
        self._selected = list(numbers)
        self._hidden &= set(numbers)
        self._find_drawn()
        return self.ids != before

    def request(self, numbers: Sequence[int]) -> None:
        """Draw only these runs once they are in the table."""
        self.requested_ids = list(numbers)

    def follow(self, runs: Mapping[int, RunRow], searching: bool) -> bool:
        """Update the drawn runs from the runs (by number) in the table. Return whether they have changed.

        A search hides runs and their curves, but does not drop them.
        """
        requested = [i for i in self.requested_ids if i in runs][-MOST_DRAWN:]
        if not requested and searching:
            return False
        there = [i for i in self._pinned if i in runs]
        if not requested and not self._is_manual:
            running = [i for i, run in runs.items() if run.status == "running" and i not in there]
            requested = [*there, *running][:MOST_DRAWN] or [i for i, run in runs.items() if run.step > 0][:1]
        before, self._pinned = self.ids, requested or there
        self._find_drawn()
        return self.ids != before

    def find_resumed(self, before: Mapping[int, RunRow], now: Mapping[int, RunRow]) -> list[int]:
        """Return runs whose points must be read again: they were resumed, or have passed the point reached before.

        The points between the checkpoint and that point are measured again, at other times.
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
