"""One curve as graphics items: pale raw line, line, measured points, band. Single marks are in annotations.py."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from workbench.look import theme
from workbench.plots.curve import Array, PlotCurve
from workbench.plots.lines import DataDots, DataLine, data_pen
from workbench.plots.smoothing import decimate

DOT = 7.0
"""Diameter of a measured point, px."""
MOST_POINTS = 1000
MOST_RAW_POINTS = 500
MOST_SMOOTH_POINTS = 300
BEHIND_GUIDES = -11
RAW_SHARE = 0.28
"""Share of a pale line's colour, mixed with the ground's. The line is opaque: transparency would be eight times slower
for steep lines in a high plot (1.8 ms for 500 points, 0.24 opaque)."""
BAND_ALPHA = 40
SPARSE = 300
"""Largest number of points with antialiasing. With more, pyqtgraph would need tens of milliseconds."""
MOST_DOTS = 120
"""Largest number of visible measured points with dots. More would touch each other, so only the line is drawn."""
FEW = 40
"""Largest number of points that are antialiased among any number of curves."""


def log10_or_nan(values: Array) -> Array:
    """Return log10, with NaN for values that are not positive: a gap, not an error."""
    out = np.full(values.shape, np.nan)
    np.log10(values, out=out, where=values > 0)
    return out


def mark_colour(curve: PlotCurve) -> QColor:
    """Return the colour of dots and rings on ``curve``."""
    return theme.color("control") if curve.faint else theme.series_color(curve.slot)


class CurveItems:
    """The items of one curve in a view box. :meth:`update` only changes what differs."""

    def __init__(self, box: pg.ViewBox) -> None:
        self._box = box
        self.curve: PlotCurve | None = None
        self._log = False
        self._window: tuple[float, float] | None = None
        self._fine, self._most = True, MOST_POINTS
        self._items: dict[str, pg.GraphicsObject] = {}

    def update(
        self,
        curve: PlotCurve,
        log: bool,
        window: tuple[float, float] | None,
        force: bool = False,
        fine: bool = True,
        most: int = MOST_POINTS,
    ) -> bool:
        """Draw ``curve`` with at most ``most`` points. ``window`` is the visible x range if zoomed.

        ``fine``: its line may be antialiased. Return whether anything was redrawn.
        """
        now, before = (log, window, fine, most), (self._log, self._window, self._fine, self._most)
        same = curve.same_as(self.curve) and now == before
        if same and not force:
            self.curve = curve
            return False
        restyled = force or self.curve is None or curve.style() != self.curve.style()
        self.curve = curve
        self._log, self._window, self._fine, self._most = now
        if restyled:
            self.remove()
        self._draw_band(curve)
        if curve.raw is not None:
            self._line("raw", curve.x, curve.raw, self._raw_pen(curve), BEHIND_GUIDES)
        self._line("line", curve.x, curve.y, self._pen(curve), 1 if not curve.faint else -1)
        self._draw_marks(curve)
        return True

    def raise_to(self, z: float) -> None:
        """Set the order among curves: ``z`` in 0..1, higher is in front."""
        for part, base in (("line", 1.0), ("dots", 2.0)):
            if part in self._items and not (self.curve is not None and self.curve.faint):
                self._items[part].setZValue(base + z)

    def remove(self) -> None:
        """Remove all items from the view box."""
        for item in self._items.values():
            self._box.removeItem(item)
        self._items.clear()

    # -- parts ---------------------------------------------------------------------------------------------

    @staticmethod
    def _pen(curve: PlotCurve) -> QPen:
        if curve.faint:
            pen = QPen(theme.color("control"), 1)
            if curve.dash:
                pen.setDashPattern(list(curve.dash))
            return data_pen(pen)
        return data_pen(theme.series_pen(curve.slot, curve.width, dash=curve.dash))

    @staticmethod
    def _raw_pen(curve: PlotCurve) -> QPen:
        pen = theme.series_pen(curve.slot, 1, dash=())
        ground, colour = theme.color("surface").name(), pen.color().name()
        pen.setColor(QColor(theme.mix(ground, colour, RAW_SHARE)))
        return data_pen(pen)

    def _visible(self, x: Array, y: Array, most: int) -> tuple[Array, Array]:
        """Return the visible part (plus one point on each side), in log10 if required, decimated."""
        if self._window is not None and len(x):
            first = max(0, int(np.searchsorted(x, self._window[0])) - 1)
            last = int(np.searchsorted(x, self._window[1], side="right")) + 1
            x, y = x[first:last], y[first:last]
        return decimate(x, log10_or_nan(y) if self._log else y, most)

    def _dotted(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Return the points with a dot: the visible ones, or none if there are too many to distinguish."""
        first, last = (0, len(x)) if self._window is None else np.searchsorted(x, self._window, side="right")
        most = slice(max(0, int(first) - 1), int(last) + 1) if last - first <= MOST_DOTS else slice(0)
        return x[most], y[most]

    def _point_limit(self, part: str) -> int:
        """Return the largest number of points to draw: a smoothed line needs few, which allows antialiasing."""
        if part == "raw":
            return min(MOST_RAW_POINTS, self._most)
        smoothed = self.curve is not None and self.curve.raw is not None
        return min(MOST_SMOOTH_POINTS if smoothed else MOST_POINTS, self._most)

    def _line(self, part: str, x: Array, y: Array, pen: QPen, z: float) -> None:
        item = self._items.get(part)
        if item is None:
            item = DataLine(pen=pen)
            item.setZValue(z)
            self._box.addItem(item, ignoreBounds=True)
            self._items[part] = item
        seen_x, seen_y = self._visible(x, y, self._point_limit(part))
        smooth = part == "line" and len(seen_x) <= SPARSE and (self._fine or len(seen_x) <= FEW)
        # Drawn in segments, a wide line takes a tenth of the time. But each segment restarts its dashes: those of close
        # points merge, and only take time. So only lines of many points are drawn this way, as solid ones.
        dashed = pen.style() not in (Qt.PenStyle.SolidLine, Qt.PenStyle.NoPen)
        item.setSegmentedLineMode("off" if smooth and dashed else "on" if pen.widthF() > 1 else "auto")
        if dashed and not smooth:
            pen = QPen(pen)
            pen.setStyle(Qt.PenStyle.SolidLine)
        item.opts["pen"] = pen
        item.setData(seen_x, seen_y, connect="finite", antialias=smooth)

    def _draw_band(self, curve: PlotCurve) -> None:
        if curve.band is None:
            return
        for part, values in zip(("low", "high"), curve.band, strict=True):
            self._line(part, curve.x, np.asarray(values, float), QPen(Qt.PenStyle.NoPen), -5)
        if "band" not in self._items:
            colour = theme.series_color(curve.slot)
            colour.setAlpha(BAND_ALPHA)
            area = pg.FillBetweenItem(self._items["low"], self._items["high"], brush=colour)
            area.setZValue(-6)
            self._box.addItem(area, ignoreBounds=True)
            self._items["band"] = area

    def _draw_marks(self, curve: PlotCurve) -> None:
        """Draw a dot at each visible measured point."""
        x, y = self._dotted(curve.x, curve.y) if curve.markers else (curve.x[:0], curve.y[:0])
        item = self._items.get("dots")
        if item is None:
            if not len(x):
                return
            pen = QPen(mark_colour(curve), DOT, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
            item = self._items["dots"] = DataDots(pen=data_pen(pen))
            item.setZValue(2)
            self._box.addItem(item, ignoreBounds=True)
        ys = log10_or_nan(y) if self._log else y
        finite = np.isfinite(ys)
        item.setData(x[finite], ys[finite])
