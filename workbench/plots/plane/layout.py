"""Layout of points on two axes: the front, points beyond the axes, and the axis ranges. No painting."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.analysis.forgetting.stability_plasticity import find_outliers, front_corners, pareto_front
from workbench.language import tr
from workbench.look import formats

ROUNDING = 1e-9
"""Relative difference below which values count as equal."""


@dataclass(frozen=True)
class PlaneMarker:
    """One strategy: its means, the ends of its intervals if it has any, and its single runs."""

    key: int
    slot: int
    label: str
    x: float
    y: float
    x_ends: tuple[float, float] | None = None
    y_ends: tuple[float, float] | None = None
    runs: tuple[tuple[float, float], ...] = ()
    baseline: bool = False

    @property
    def name(self) -> str:
        """Label next to the point."""
        return tr("{name}, baseline", name=self.label) if self.baseline else self.label


@dataclass(frozen=True)
class PlaneScale:
    """Notation of one axis: its name for table and readout, the format of values, and whether it is logarithmic.

    Attributes:
        ratio: whether values are factors, with ticks written as such.
        words: names of the positions 0, 1, ... on an axis of words, empty on one of numbers.
        better: text for better values of y.
        more_is_better: whether higher values of y are better.
    """

    title: str
    text: Callable[[float], str] = formats.fixed
    log: bool = False
    ratio: bool = False
    words: tuple[str, ...] = ()
    better: str = tr("fewer errors")
    more_is_better: bool = False

    def scaled(self, value: float) -> float:
        """Return the value as drawn."""
        return math.log10(value) if self.log else value

    def tick(self, value: float) -> str:
        """Return a factor as a tick's text, "× 1.2", rounded to its own position only."""
        short = f"{value:.1f}" if 1 <= value < 10 else f"{value:.3g}"
        return f"{formats.TIMES} {short if math.isclose(float(short), value) else f'{value:.4g}'}"


@dataclass
class PlaneLayout:
    """Points on two axes. On a logarithmic axis values are positive.

    Attributes:
        less_is_better: whether less is better on x, and on y too unless its scale differs. If not, there is no front,
            and no point is beyond the axes.
        front: keys of the Pareto-optimal points, from left to right.
        far_keys: keys of the points that would flatten the rest if drawn. ``far`` are these points,
            ``near`` the others.
        x_range, y_range: ends of the axes for the drawn points; logarithms on a logarithmic axis.
    """

    points: Sequence[PlaneMarker] = ()
    x: PlaneScale = field(default_factory=lambda: PlaneScale("x"))
    y: PlaneScale = field(default_factory=lambda: PlaneScale("y"))
    less_is_better: bool = True

    def __post_init__(self) -> None:
        points, self.sign = self.points, -1 if self.y.more_is_better else 1
        if not self.less_is_better:
            self.front, self.far_keys, self.near, self.far = [], set[int](), [*points], list[PlaneMarker]()
            self.x_range = whole_range(self.x, [p.x for p in points])
            self.y_range = whole_range(self.y, [p.y for p in points])
            return
        front = pareto_front([(p.x, self.sign * p.y) for p in points])
        baselines = [i for i, p in enumerate(points) if p.baseline]
        outside = find_outliers([self.x.scaled(p.x) for p in points], baselines)
        outside |= find_outliers([self.sign * self.y.scaled(p.y) for p in points], baselines)
        self.front = [points[i].key for i in front]
        self.far_keys = {points[i].key for i in outside}
        self.near = [p for i, p in enumerate(points) if i not in outside]
        self.far = [p for i, p in enumerate(points) if i in outside]
        across = [v for p in self.near for v in (*(p.x_ends or ()), *(x for x, _ in p.runs))]
        up = [v for p in self.near for v in (*(p.y_ends or ()), *(y for _, y in p.runs))]
        ends = [self.x.scaled(v) for v in across if v > 0 or not self.x.log]
        self.x_range = axis_range([self.x.scaled(p.x) for p in self.near], ends, show_zero=True)
        self.y_range = axis_range(
            [self.y.scaled(p.y) for p in self.near], [self.y.scaled(v) for v in up if v > 0 or not self.y.log]
        )

    def border(self, ends: tuple[float, float], right: float | None = None) -> list[tuple[float, float]]:
        """Return the corners of the area dominated by the visible front: in steps from the worse of y's ``ends`` to
        the right.

        ``right`` is its right edge, by default the end of x.
        """
        best = {p.key: (self.x.scaled(p.x), self.sign * self.y.scaled(p.y)) for p in self.near}
        ahead = [best[key] for key in self.front if key in best]
        worst = max(self.sign * end for end in ends)
        corners = front_corners(ahead, worst, self.x_range[1] if right is None else right)
        return [(x, self.sign * y) for x, y in corners]


def whole_range(scale: PlaneScale, values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis that shows all ``values``, or all its words, with margins."""
    places = [scale.scaled(value) for value in values]
    if scale.words or not places:
        return -0.5, max(len(scale.words), 1) - 0.5
    low, high = min(places), max(places)
    room = 0.08 * (high - low) or 0.1 * max(abs(high), 0.1)
    return low - room, high + room


def axis_range(
    middles: Sequence[float], ends: Sequence[float], *, show_zero: bool = False
) -> tuple[float, float]:
    """Return the ends of an axis for the points ``middles``, with margins.

    It also shows the ``ends`` of intervals, but extends each side for them by at most the span of the points: an
    interval over two seeds can be twenty times as wide. ``show_zero``: zero loss (0, or a factor's logarithm 0) is
    shown if it is no farther from the points than their span. An axis of non-negative values does not go below zero.
    """
    if not middles:
        return 0.0, 1.0
    low, high = min(middles), max(middles)
    widest = max((abs(end - near) for end in ends for near in (low, high)), default=0.0)
    rounding = ROUNDING * max(abs(low), abs(high))
    wide = next((each for each in (high - low, widest) if each > rounding), 0.0)
    span = wide or 0.1 * max(abs(high), 0.1)
    first, last = max(min([low, *ends]), low - span), min(max([high, *ends]), high + span)
    if show_zero and first - span <= 0.0 < first:
        first = 0.0
    if last - first <= rounding:  # one point without an interval
        first, last = low - span, high + span
    pad = 0.08 * (last - first)
    floor = 0.0 if not show_zero and low >= 0 else -math.inf
    return max(first - pad, floor), last + pad


def with_room_for_marks(
    ends: tuple[float, float], places: Sequence[float], share: float
) -> tuple[float, float]:
    """Return the ends of an axis, extended until a mark at each of ``places`` fits entirely.

    ``share`` is the radius of a mark as a share of the axis's length. Example: positions from 0 to 8 on an axis from 0
    to 10, and a share of 0.1. The axis then begins at -1.11, 10 % below 0.
    """
    low, high = ends
    if not places or not 0 < share < 0.25 or high <= low:
        return ends
    first = min(low, (min(places) - share * high) / (1 - share))
    last = max(high, (max(places) - share * first) / (1 - share))
    return first, last
