"""Layout of points on two axes: which of them are ahead or beyond, and how far the axes go. No painting."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.analysis.forgetting.stability_plasticity import find_outliers, front_corners, pareto_front
from workbench.language import tr
from workbench.look import formats

ROUNDING = 1e-9
"""Share of values by which they may differ though they are the same."""


@dataclass(frozen=True)
class PlaneMarker:
    """One strategy: its means, the ends of its intervals where it has any, and the single runs behind it."""

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
        """Label beside the point."""
        return tr("{label}, baseline", label=self.label) if self.baseline else self.label


@dataclass(frozen=True)
class PlaneScale:
    """Notation of one axis: its name for table and readout, values as text, and whether it is logarithmic.

    Attributes:
        ratio: whether values are factors, whose ticks are written as such.
        words: what the places 0, 1, ... are called on an axis of words, none on one of numbers.
        better: what better values of y mean, in words.
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
        """Return the value as it is drawn."""
        return math.log10(value) if self.log else value

    def tick(self, value: float) -> str:
        """Return a factor as a tick's text, "× 1.2". Never rounded to another place."""
        short = f"{value:.1f}" if 1 <= value < 10 else f"{value:.3g}"
        return f"{formats.TIMES} {short if math.isclose(float(short), value) else f'{value:.4g}'}"


@dataclass
class PlaneLayout:
    """Points on two axes. On a logarithmic axis values are above zero.

    Attributes:
        less_is_better: whether less is better on x, and on y too unless its scale says otherwise. If not, no point is
            ahead of others, and none is beyond.
        front: keys of the points that nothing beats on both axes, from left to right.
        beyond: keys of the points so far off that drawing them would flatten the rest. ``far`` are those points,
            ``seen`` the others.
        x_range, y_range: ends of the axes, of what is not beyond; logarithms on a logarithmic axis.
    """

    points: Sequence[PlaneMarker] = ()
    x: PlaneScale = field(default_factory=lambda: PlaneScale("x"))
    y: PlaneScale = field(default_factory=lambda: PlaneScale("y"))
    less_is_better: bool = True

    def __post_init__(self) -> None:
        points, self.sign = self.points, -1 if self.y.more_is_better else 1
        if not self.less_is_better:
            self.front, self.beyond, self.seen, self.far = [], set[int](), [*points], list[PlaneMarker]()
            self.x_range = whole_range(self.x, [p.x for p in points])
            self.y_range = whole_range(self.y, [p.y for p in points])
            return
        front = pareto_front([(p.x, self.sign * p.y) for p in points])
        baselines = [i for i, p in enumerate(points) if p.baseline]
        outside = find_outliers([self.x.scaled(p.x) for p in points], baselines)
        outside |= find_outliers([self.sign * self.y.scaled(p.y) for p in points], baselines)
        self.front = [points[i].key for i in front]
        self.beyond = {points[i].key for i in outside}
        self.seen = [p for i, p in enumerate(points) if i not in outside]
        self.far = [p for i, p in enumerate(points) if i in outside]
        across = [v for p in self.seen for v in (*(p.x_ends or ()), *(x for x, _ in p.runs))]
        up = [v for p in self.seen for v in (*(p.y_ends or ()), *(y for _, y in p.runs))]
        ends = [self.x.scaled(v) for v in across if v > 0 or not self.x.log]
        self.x_range = axis_range([self.x.scaled(p.x) for p in self.seen], ends, show_zero=True)
        self.y_range = axis_range(
            [self.y.scaled(p.y) for p in self.seen], [self.y.scaled(v) for v in up if v > 0 or not self.y.log]
        )

    def border(self, ends: tuple[float, float], right: float | None = None) -> list[tuple[float, float]]:
        """Return the corners of the area the visible front beats: in steps from the worse of y's ``ends`` to the right.

        ``right`` is the edge there; none: the end of x.
        """
        best = {p.key: (self.x.scaled(p.x), self.sign * self.y.scaled(p.y)) for p in self.seen}
        ahead = [best[key] for key in self.front if key in best]
        worst = max(self.sign * end for end in ends)
        corners = front_corners(ahead, worst, self.x_range[1] if right is None else right)
        return [(x, self.sign * y) for x, y in corners]


def whole_range(scale: PlaneScale, values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis that shows all ``values``, or all its words, with room around them."""
    places = [scale.scaled(value) for value in values]
    if scale.words or not places:
        return -0.5, max(len(scale.words), 1) - 0.5
    low, high = min(places), max(places)
    room = 0.08 * (high - low) or 0.1 * max(abs(high), 0.1)
    return low - room, high + room


def axis_range(
    middles: Sequence[float], ends: Sequence[float], *, show_zero: bool = False
) -> tuple[float, float]:
    """Return the ends of an axis for the points ``middles``, with room around them.

    It also shows the ``ends`` of intervals, but makes no more room for them, on either side, than the points need for
    themselves: an interval over two seeds can be twenty times as wide as all else. ``show_zero``: where nothing was
    lost (0, or a factor's logarithm 0) is shown if it lies no farther from the points than they lie apart. An axis of
    values that are never below zero does not go below it.
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
    if last - first <= rounding:  # one point, and nothing around it
        first, last = low - span, high + span
    pad = 0.08 * (last - first)
    floor = 0.0 if not show_zero and low >= 0 else -math.inf
    return max(first - pad, floor), last + pad


def with_room_for_marks(
    ends: tuple[float, float], places: Sequence[float], share: float
) -> tuple[float, float]:
    """Return the ends of an axis, moved out until a mark at each of ``places`` lies between them whole.

    ``share`` is the radius of a mark as a share of the axis's length: with places from 0 to 8 on an axis from 0 to 10
    and a share of 0.1 the axis begins at -1.11, of which 0 is 10 % away.
    """
    low, high = ends
    if not places or not 0 < share < 0.25 or high <= low:
        return ends
    first = min(low, (min(places) - share * high) / (1 - share))
    last = max(high, (max(places) - share * first) / (1 - share))
    return first, last
