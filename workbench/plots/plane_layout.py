"""The geometry of the plane: what lies where, which points are ahead or beyond, where names go. No painting."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt

from engine.analysis.stability_plasticity import find_outliers, front_corners, pareto_front
from workbench.look import formats, theme
from workbench.plots import label_placement
from workbench.plots.axes import log_ticks, tick_text
from workbench.widgets.histogram import nice_step

LABEL_WIDTH = 180
MOST_NAMED = 14
"""Points that all get their names; of more only the front and the baseline do, the others when they are pointed at."""


@dataclass(frozen=True)
class PlanePoint:
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
        """What stands beside the point."""
        return f"{self.label}, baseline" if self.baseline else self.label


@dataclass(frozen=True)
class PlaneAxis:
    """How one axis is written: its name for table and readout, values as text, and whether it is logarithmic."""

    title: str
    text: Callable[[float], str] = formats.fixed
    log: bool = False

    def scaled(self, value: float) -> float:
        """The value as it is drawn."""
        return math.log10(value) if self.log else value

    def unscaled(self, place: float) -> float:
        """The inverse of :meth:`scaled`."""
        return 10.0**place if self.log else place


@dataclass
class PlaneLayout:
    """Points on two axes in a box of ``width`` × ``height`` px. On a logarithmic x values are above zero.

    Attributes:
        front: keys of the points that nothing beats on both axes, from left to right.
        beyond: keys of the points so far off that drawing them would flatten the rest.
        x_range, y_range: ends of the axes, of what is not beyond; logarithms on a logarithmic axis.
    """

    points: Sequence[PlanePoint] = ()
    x: PlaneAxis = field(default_factory=lambda: PlaneAxis("x"))
    y: PlaneAxis = field(default_factory=lambda: PlaneAxis("y"))
    width: float = 400.0
    height: float = 300.0

    def __post_init__(self) -> None:
        spots = self.points
        ahead = pareto_front([(s.x, s.y) for s in spots])
        kept = [i for i, s in enumerate(spots) if s.baseline]
        outside = find_outliers([self.x.scaled(s.x) for s in spots], kept) | find_outliers(
            [s.y for s in spots], kept
        )
        self.front = [spots[i].key for i in ahead]
        self.beyond = {spots[i].key for i in outside}
        self.seen = [s for i, s in enumerate(spots) if i not in outside]
        self.far = [s for i, s in enumerate(spots) if i in outside]
        across = [v for s in self.seen for v in (*(s.x_ends or ()), *(x for x, _ in s.runs))]
        up = [v for s in self.seen for v in (*(s.y_ends or ()), *(y for _, y in s.runs))]
        ends = [self.x.scaled(v) for v in across if v > 0 or not self.x.log]
        self.x_range = axis_range([self.x.scaled(s.x) for s in self.seen], ends, show_zero=True)
        self.y_range = axis_range([s.y for s in self.seen], up)

    # -- places --------------------------------------------------------------------------------------------

    @property
    def words(self) -> float:
        """Height of the words at the top, px: the reading aid, then a line for each point beyond."""
        return float(theme.sizes().px(24) + len(self.far) * theme.sizes().px(18))

    @cached_property
    def area(self) -> QRectF:
        """Inside the axes, px."""
        s = theme.sizes()
        widest = max(theme.text_width(text, "tick") for _, text in self.y_ticks())
        left = widest + s.s12
        return QRectF(left, s.s8, self.width - left - s.s16, self._bottom - s.s8)

    @property
    def _bottom(self) -> float:
        return self.height - theme.sizes().px(26)

    @property
    def _top(self) -> float:
        """Where the upper end of y is: beneath the words."""
        return theme.sizes().s8 + self.words

    def to_px(self, x: float, y: float) -> QPointF:
        """Where a pair of values lies."""
        area, (x0, x1), (y0, y1) = self.area, self.x_range, self.y_range
        return QPointF(
            area.left() + (self.x.scaled(x) - x0) / (x1 - x0) * area.width(),
            self._bottom - (y - y0) / (y1 - y0) * (self._bottom - self._top),
        )

    def from_px(self, place: QPointF) -> tuple[float, float]:
        """The values at a place; the inverse of :meth:`to_px`."""
        area, (x0, x1), (y0, y1) = self.area, self.x_range, self.y_range
        x = x0 + (place.x() - area.left()) / area.width() * (x1 - x0)
        y = y0 + (self._bottom - place.y()) / (self._bottom - self._top) * (y1 - y0)
        return self.x.unscaled(x), y

    def position(self, spot: PlanePoint) -> QPointF:
        """Where a point lies."""
        return self.to_px(spot.x, spot.y)

    def error_bars(self, spot: PlanePoint) -> list[tuple[QPointF, QPointF]]:
        """The lines of its intervals."""
        bars = []
        if spot.x_ends is not None:
            bars.append((self.to_px(spot.x_ends[0], spot.y), self.to_px(spot.x_ends[1], spot.y)))
        if spot.y_ends is not None:
            bars.append((self.to_px(spot.x, spot.y_ends[0]), self.to_px(spot.x, spot.y_ends[1])))
        return bars

    def pareto_front(self) -> list[QPointF]:
        """The border of what the front, as far as it is seen, beats: from the upper edge to the right one."""
        best = {s.key: (s.x, s.y) for s in self.seen}
        corners = front_corners(
            [best[key] for key in self.front if key in best],
            self.y_range[1],
            self.x.unscaled(self.x_range[1]),
        )
        line = [self.to_px(x, y) for x, y in corners]
        if line:
            line[0].setY(self.area.top())
        return line

    def labels(self, taken: Sequence[QRectF] = ()) -> list[tuple[PlanePoint, str, QRectF]]:
        """(point, name, box) of the names that find room; ``taken`` is where other words stand."""
        s = theme.sizes()
        fit = theme.metrics("tick").elidedText
        few = len(self.seen) <= MOST_NAMED
        named = {s.key for s in self.seen if few or s.baseline or s.key in self.front}
        texts = [
            fit(spot.name, Qt.TextElideMode.ElideMiddle, s.px(LABEL_WIDTH)) if spot.key in named else ""
            for spot in self.seen
        ]
        lines = [pair for spot in self.seen for pair in self.error_bars(spot)] + [
            *pairwise(self.pareto_front())
        ]
        boxes = label_placement.place_labels(
            [self.position(spot) for spot in self.seen],
            [
                (theme.text_width(text, "tick") + 2.0, float(s.px(14))) if text else (0.0, 0.0)
                for text in texts
            ],
            self.area.adjusted(2, 2, s.s12, -2),
            self.gap,
            taken,
            [QRectF(a, b).normalized().adjusted(-1, -1, 1, 1) for a, b in lines],
        )
        return [
            (spot, text, box)
            for spot, text, box in zip(self.seen, texts, boxes, strict=True)
            if box is not None and text
        ]

    @property
    def gap(self) -> float:
        """From a point to its name, px."""
        return float(theme.sizes().px(11))

    # -- ticks ---------------------------------------------------------------------------------------------

    def y_ticks(self) -> list[tuple[float, str]]:
        """Values with their words, up to the upper edge though no point lies behind the words there."""
        (low, high), room = self.y_range, max(1.0, self._bottom - self._top)
        end = low + (high - low) * (self._bottom - theme.sizes().s8) / room
        step = nice_step(high - low, max(2, int(room / theme.sizes().px(48))))
        return [(v, tick_text(v, step)) for v in _steps(low, end, step)]

    def x_ticks(self) -> list[tuple[float, str]]:
        """Values with their words; factors as "× 1.2"."""
        low, high = self.x_range
        most = max(2, int(self.area.width() / theme.sizes().px(72)))
        if not self.x.log:
            step = nice_step(high - low, most)
            return [(v, tick_text(v, step)) for v in _steps(low, high, step)]
        values = [10.0**v for v in log_ticks(low, high, most)]
        even = high - low <= 0.5 and len(values) > 1  # else 1, 2, 5, 10
        texts = [tick_text(v, values[1] - values[0]) if even else f"{v:.3g}" for v in values]
        return [(v, f"{formats.TIMES} {text}") for v, text in zip(values, texts, strict=True)]


def _steps(low: float, high: float, step: float) -> list[float]:
    return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def axis_range(
    middles: Sequence[float], ends: Sequence[float], *, show_zero: bool = False
) -> tuple[float, float]:
    """The ends of an axis for the points ``middles``, with room around them.

    It also shows the ``ends`` of intervals, but makes no more room for them, on either side, than the points need for
    themselves: an interval over two seeds can be twenty times as wide as all else. ``show_zero``: where nothing was
    lost (0, or a factor's logarithm 0) is shown if it lies no farther from the points than they lie apart. An axis of
    values that are never below zero does not go below it.
    """
    if not middles:
        return 0.0, 1.0
    low, high = min(middles), max(middles)
    widest = max((abs(end - near) for end in ends for near in (low, high)), default=0.0)
    span = high - low or widest or 0.1 * max(abs(high), 0.1)
    first, last = max(min([low, *ends]), low - span), min(max([high, *ends]), high + span)
    if show_zero and first - span <= 0.0 < first:
        first = 0.0
    if last <= first:  # one point, and nothing around it
        first, last = low - span, high + span
    pad = 0.08 * (last - first)
    floor = 0.0 if not show_zero and low >= 0 else -math.inf
    return max(first - pad, floor), last + pad
