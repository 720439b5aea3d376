"""The curves of a plot as data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PlotCurve:
    """One line of a plot.

    Args:
        key: identifies the line between updates (run id, or run id and part).
        x, y: shape (n,), x ascending, NaN in y is a gap. ``y`` is shown in the table and the readout.
        slot: the run's series slot (1, 2, ...): colour and dash.
        label: the run's name, in readout, table, export and tooltip.
        raw: unsmoothed values, shape (n,), drawn thin and pale behind ``y``.
        markers: a dot at each point (sparse values).
        ring: (x, y, text): a ring around the best point, with its value below.
        dash: dash pattern in px instead of the slot's.
        width: of the line in px, 2 or 1.
        end_dot: a larger dot at the last point, for a running run.
        end_label: text at the right of the last point, instead of a legend.
        band: (low, high), shape (n,) each: an area around the line.
        faint: thin and grey, for lines shown only for comparison.
        in_readout: whether the readout line has this curve.
        measured: a line through sparse measurements: the readout shows the nearest one, without interpolation.
    """

    key: str
    x: Array
    y: Array
    slot: int = 1
    label: str = ""
    raw: Array | None = None
    markers: bool = False
    ring: tuple[float, float, str] | None = None
    dash: tuple[int, ...] | None = None
    width: float = 2.0
    end_dot: bool = False
    end_label: str = ""
    band: tuple[Array, Array] | None = None
    faint: bool = False
    in_readout: bool = True
    measured: bool = False

    @classmethod
    def level(
        cls,
        key: str,
        value: float,
        x_range: tuple[float, float],
        slot: int,
        label: str,
        end_label: str,
    ) -> PlotCurve:
        """Return a dashed horizontal line at ``value`` over ``x_range``: a validation result without a learning
        curve.
        """
        x = np.array(x_range)
        return cls(key, x, np.full(2, value), slot, label, dash=(6, 3), end_label=end_label)

    def __post_init__(self) -> None:
        for name in ("x", "y", "raw"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, np.asarray(value, dtype=np.float64))
        if self.x.shape != self.y.shape:
            raise ValueError(
                f"curve {self.key}: x and y have one length, not {self.x.shape} and {self.y.shape}"
            )

    def style(self) -> tuple[object, ...]:
        """Style of its lines and points. Equal styles need no new pens."""
        return (
            self.slot, self.markers, self.dash, self.width, self.faint, self.raw is not None,
            self.band is not None,
        )  # fmt: skip

    def annotations(self) -> tuple[object, ...]:
        """Its labels."""
        return self.label, self.ring, self.end_dot, self.end_label

    def same_as(self, other: PlotCurve | None) -> bool:
        """Return whether drawing ``other`` would give the same picture."""
        if other is self:
            return True
        if other is None or self.style() != other.style() or self.annotations() != other.annotations():
            return False
        pairs = [(self.x, other.x), (self.y, other.y)]
        if self.raw is not None and other.raw is not None:
            pairs.append((self.raw, other.raw))
        if self.band is not None and other.band is not None:
            pairs += list(zip(self.band, other.band, strict=True))
        return all(a is b or np.array_equal(a, b, equal_nan=True) for a, b in pairs)

    def at(self, x: float) -> tuple[float, float] | None:
        """Return (x, y) to read at ``x``, or None without a value, such as after the curve's end.

        For measured values (``markers``, ``raw`` or ``measured``): the nearest point, up to half a step beyond the
        first or last. For a plain line: interpolated between its points.
        """
        finite = np.flatnonzero(np.isfinite(self.y))
        if len(finite) == 0:
            return None
        xs = self.x[finite]
        plain = not self.markers and self.raw is None and not self.measured
        beyond = 0.0 if plain or len(xs) < 2 else float(max(xs[1] - xs[0], xs[-1] - xs[-2])) / 2
        if len(xs) > 1 and not xs[0] - beyond <= x <= xs[-1] + beyond:
            return None
        if plain:
            return x if len(xs) > 1 else float(xs[0]), float(np.interp(x, xs, self.y[finite]))
        place = int(np.searchsorted(xs, x))
        near = [i for i in (place - 1, place) if 0 <= i < len(xs)]
        best = min(near, key=lambda i: abs(xs[i] - x))
        return float(xs[best]), float(self.y[finite[best]])

    def last_point(self) -> tuple[float, float] | None:
        """Return (x, y) of the last point with a value."""
        finite = np.flatnonzero(np.isfinite(self.y))
        return (float(self.x[finite[-1]]), float(self.y[finite[-1]])) if len(finite) else None


@dataclass(frozen=True)
class RangeNote:
    """Text over the range of x from ``low`` to ``high``, painted if no curve has a value there."""

    low: float
    high: float
    text: str


@dataclass(frozen=True)
class GuideLine:
    """A vertical line at ``x``: ``epoch`` (dotted, label at its left), ``stage`` (solid, label at its right).

    ``level`` is a horizontal dotted line at y = ``x`` instead, without a label.
    """

    x: float
    label: str = ""
    style: str = "epoch"
