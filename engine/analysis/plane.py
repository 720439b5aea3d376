"""The plane of stability and plasticity: what each strategy forgot against what it still gets wrong.

Left and down is better on both axes. Pure arithmetic: no store, no drawing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.compare import Comparison
from engine.analysis.forgetting import Forgetting
from engine.analysis.statistics import GeometricSpread, Spread, geometric, spread
from engine.store.rows import RunRow


@dataclass(frozen=True)
class Measure:
    """One axis. ``ratio``: a factor, so its means are geometric and its axis is logarithmic.

    ``of`` takes a run and what it forgot (None: not measured); smaller is better.
    """

    key: str
    label: str
    unit: str
    of: Callable[[RunRow, Forgetting | None], float | None]
    ratio: bool = False


def _lost(name: str) -> Callable[[RunRow, Forgetting | None], float | None]:
    def value(_run: RunRow, lost: Forgetting | None) -> float | None:
        found: float | None = None if lost is None else getattr(lost, name)
        return found

    return value


STABILITY = (
    Measure("factor", "Forgot", "perplexity on general text, × before", _lost("factor"), ratio=True),
    Measure("forgetting", "F, earlier tasks", "percentage points", _lost("forgetting")),
    Measure("drift", "Drift", "relative to the pre-trained weights", _lost("drift")),
)
"""What x can be."""
PLASTICITY = (
    Measure("test", "Test error", "%", lambda run, _: run.test),
    Measure("validation", "Validation error", "%, best", lambda run, _: run.validation_best),
)
"""What y can be."""


@dataclass(frozen=True)
class Place:
    """A strategy in the plane.

    Attributes:
        key: the first of its runs, which names its row in the table.
        x, y: spread over the runs that have both measures; ``runs`` are these: (run, x, y).
    """

    key: int
    x: Spread | GeometricSpread
    y: Spread
    runs: tuple[tuple[int, float, float], ...]


def measure(key: str) -> Measure:
    """The axis called ``key``. Raises KeyError for another name."""
    return {each.key: each for each in (*STABILITY, *PLASTICITY)}[key]


def places(
    comparison: Comparison, runs: Mapping[int, RunRow], lost: Mapping[int, Forgetting], x: Measure, y: Measure
) -> list[Place]:
    """Where each row of ``comparison`` stands; rows without a run that has both measures are left out.

    Both means are over the same runs, else the point would be none that was measured.
    """
    found = []
    for row in comparison.rows:
        pairs = [(i, x.of(runs[i], lost.get(i)), y.of(runs[i], lost.get(i))) for i in row.runs]
        both = tuple(
            (i, a, b)
            for i, a, b in pairs
            if a is not None
            and b is not None
            and math.isfinite(a)
            and math.isfinite(b)
            and (a > 0 or not x.ratio)
        )
        across = (geometric if x.ratio else spread)([a for _, a, _ in both])
        up = spread([b for _, _, b in both])
        if across is not None and up is not None:
            found.append(Place(row.runs[0], across, up, both))
    return found


def front(points: Sequence[tuple[float, float]]) -> list[int]:
    """Places of the points that nothing beats on both axes (Pareto), from left to right.

    A point is beaten by one that is nowhere greater and somewhere smaller; equal points do not beat each other.
    """
    order = sorted(range(len(points)), key=lambda i: points[i])
    kept: list[int] = []
    for i in order:
        if not kept or points[i][1] < points[kept[-1]][1] or points[i] == points[kept[-1]]:
            kept.append(i)
    return kept


def staircase(points: Iterable[tuple[float, float]], top: float, right: float) -> list[tuple[float, float]]:
    """The corners of the border of what the front beats: down from ``top``, in steps, out to ``right``.

    ``points`` are those of a front, from left to right.
    """
    corners: list[tuple[float, float]] = []
    level = top
    for x, y in points:
        corners += [(x, level), (x, y)]
        level = y
    return [*corners, (right, level)] if corners else []


FENCE = 2.0
"""How many times the span of all others a gap must be wide to put what lies behind it beyond the fence."""
FEWEST = 4


def beyond(values: Sequence[float], kept: Iterable[int] = ()) -> set[int]:
    """Places of the values that lie so far above the others that drawing them would flatten the rest.

    That is what comes after a gap of more than ``FENCE`` times the span of everything below it. The lower half and
    three at least stay, and so do the places in ``kept``. Fewer than four values: none.

    Args:
        values: as they are drawn, so logarithms for a logarithmic axis.
        kept: places that are to be seen in any case (the baseline).
    """
    if len(values) < FEWEST:
        return set()
    order = sorted(range(len(values)), key=lambda i: values[i])
    held = set(kept) | set(order[: max(FEWEST - 1, math.ceil(len(order) / 2))])
    low, top = values[order[0]], max(values[i] for i in held)
    for i in order:
        if i not in held and values[i] > top and values[i] - top > FENCE * (top - low):
            return {j for j in order if values[j] >= values[i] and j not in held}
        if values[i] > top:
            top = values[i]
    return set()
