"""Layout of parallel coordinates: where values stand on their axes, and which lines lie in ranges. No painting."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.formatting.numbers import plain
from workbench.look import formats

Value = float | str | None
LOG_RATIO = 20.0
"""Numbers above zero whose largest is so many times the smallest are spaced by their logarithm."""
MOST_NAMED = 6
"""Different numbers that are all written beside their axis; of more, five places are."""


@dataclass(frozen=True)
class ParallelAxis:
    """An axis with the values of all lines, in their order; None where a line has none.

    Numbers stand at their place between the smallest (0) and the largest (1), by their logarithm where they span
    more than ``LOG_RATIO``; a single one stands in the middle. Words stand at equal distances in the order in which
    they first occur.

    ``name`` tells axes apart and heads the exported values, ``title`` is what is shown; empty: the name.

    Example: the values 2e-5, 2e-3 and 2e-4 stand at 0, 1 and 0.5.
    """

    name: str
    values: tuple[Value, ...]
    title: str = ""

    @property
    def head(self) -> str:
        """What is shown over the axis."""
        return self.title or self.name

    @cached_property
    def numeric(self) -> bool:
        """Whether all values are numbers."""
        return all(isinstance(value, (int, float)) for value in self.values if value is not None)

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """The different finite numbers, ascending; none on an axis of words."""
        if not self.numeric:
            return ()
        return tuple(sorted({float(v) for v in self.values if v is not None and math.isfinite(float(v))}))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The different words in the order in which they first occur; none on an axis of numbers."""
        if self.numeric:
            return ()
        return tuple(dict.fromkeys(self.text(value) for value in self.values if value is not None))

    @cached_property
    def log(self) -> bool:
        """Whether numbers are spaced by their logarithm."""
        return bool(self.numbers) and self.numbers[0] > 0 and self.numbers[-1] >= LOG_RATIO * self.numbers[0]

    def text(self, value: Value) -> str:
        """Return a value as it is written."""
        if value is None:
            return ""
        return value if isinstance(value, str) else plain(value) if self._named else formats.short(value)

    def place(self, value: Value) -> float | None:
        """Return where a value stands, 0 to 1; None for one that is missing or infinite."""
        if value is None:
            return None
        if not self.numeric:
            return _share(self.words.index(self.text(value)), 0, len(self.words) - 1)
        number = float(value)
        if not math.isfinite(number):
            return None
        return _share(self._scaled(number), self._scaled(self.numbers[0]), self._scaled(self.numbers[-1]))

    def ticks(self) -> list[tuple[float, str]]:
        """Return places with what is written there, ascending and without two texts alike."""
        if not self.numeric:
            return [(_share(i, 0, len(self.words) - 1), word) for i, word in enumerate(self.words)]
        if self._named:
            ticks = [(self.place(number) or 0.0, plain(number)) for number in self.numbers]
        else:
            low, high = self._scaled(self.numbers[0]), self._scaled(self.numbers[-1])
            marks = [low + (high - low) * i / 4 for i in range(5)]
            ticks = [(i / 4, formats.short(10**m if self.log else m)) for i, m in enumerate(marks)]
        return list({text: (place, text) for place, text in ticks}.values())

    @cached_property
    def _named(self) -> bool:
        """Whether each different number is written beside the axis."""
        return len(self.numbers) <= MOST_NAMED and all(len(plain(each)) <= 7 for each in self.numbers)

    def _scaled(self, number: float) -> float:
        return math.log10(number) if self.log else number


def _share(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low) if high > low else 0.5


@dataclass(frozen=True)
class ParallelLine:
    """A run: its key, its series, its name."""

    key: int
    slot: int
    name: str


@dataclass(frozen=True)
class ParallelLayout:
    """Axes beside each other and the lines across them."""

    axes: Sequence[ParallelAxis] = ()
    lines: Sequence[ParallelLine] = ()

    @cached_property
    def places(self) -> list[list[float | None]]:
        """Where each line stands on each axis: ``places[line][axis]``."""
        return [[axis.place(axis.values[i]) for axis in self.axes] for i in range(len(self.lines))]

    def within(self, ranges: Mapping[int, tuple[float, float]]) -> set[int]:
        """Return the keys of the lines that lie in every range, given by axis as places from 0 to 1.

        A line without a value on such an axis does not.
        """
        return {
            line.key
            for line, places in zip(self.lines, self.places, strict=True)
            if all(
                (at := places[axis]) is not None and low <= at <= high for axis, (low, high) in ranges.items()
            )
        }

    def nearest(self, x: float, y: float, reach: float) -> int | None:
        """Return the key of the line nearest to a point, None where none is within ``reach``.

        ``x`` counts axes (1.5 is midway between the second and the third), ``y`` is a place from 0 to 1; distances are
        measured along y.
        """
        left = min(max(math.floor(x), 0), max(len(self.axes) - 2, 0))
        distances: list[tuple[float, int]] = []
        for line, places in zip(self.lines, self.places, strict=True):
            first, last = places[left], places[min(left + 1, len(places) - 1)] if places else None
            if first is not None and last is not None:
                share = min(max(x - left, 0.0), 1.0)
                distances.append((abs(first + (last - first) * share - y), line.key))
        best = min(distances, default=None)
        return best[1] if best is not None and best[0] <= reach else None
