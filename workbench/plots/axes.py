"""Axes in the window's look: hairline grid, few ticks outside, numbers in the window's format."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from workbench.look import formats, theme

SHORT = 160
"""Length of a left axis in px up to which its ticks are closer together: two would be too few."""


def nice_step(span: float, most: int) -> float:
    """Return the smallest of 1, 2, 2.5, 5 × 10^k that divides ``span`` into at most ``most`` steps."""
    if span <= 0 or most < 1:
        return 1.0
    raw = span / most
    power = 10.0 ** math.floor(math.log10(raw))
    return next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw * (1 - 1e-9))


def linear_ticks(low: float, high: float, most: int, integers: bool = False) -> tuple[float, list[float]]:
    """Return (step, round values from ``low`` to ``high``): about ``most`` steps, and never a single tick.

    ``integers``: whole numbers only, possibly a single one.
    """
    step, ticks = nice_step(high - low, most), []  # type: float, list[float]
    for more in range(4):
        step = nice_step(high - low, most + more)
        if integers:
            step = float(max(1, math.ceil(step)))
        first = math.ceil(low / step - 1e-9)
        ticks = [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]
        if len(ticks) > 1:
            break
    return step, ticks


def tick_texts(values: Sequence[float], step: float) -> list[str]:
    """Return the tick labels in one notation: with exponents only if all are very small, or some very large."""
    largest = max(map(abs, values), default=0.0)
    return [tick_text(0.0 if abs(value) < step * 1e-6 else value, step, largest) for value in values]


def tick_text(value: float, step: float, largest: float = 0.0) -> str:
    """Return a tick label with the decimals required by ``step``; exponents for the very small and large.

    ``largest`` is the largest tick of the axis, which determines the notation of small numbers.
    """
    if value == 0:
        return "0"
    if max(abs(value), largest, step) < 1e-3 or max(abs(value), largest) >= 1e6:
        return formats.plain(float(f"{value:.3g}")).replace("-", formats.MINUS, 1 if value < 0 else 0)
    digits = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0 else 0
    if digits < 6 and not math.isclose(round(step, digits), step, rel_tol=1e-6):
        digits += 1  # steps of 0.25
    return formats.fixed(value, digits)


def log_ticks(low: float, high: float, most: int) -> list[float]:
    """Return round values between 10^low and 10^high for a logarithmic axis, as exponents; about ``most`` at most.

    If 1, 2 and 5 give only two ticks, as between 0.9 and 3.8, linear ticks are used.
    """
    span = high - low
    if span > 0.5:
        for mantissas in ((1, 2, 5), (1, 3), (1,)):
            exponents = [
                exponent + math.log10(m)
                for exponent in range(math.floor(low), math.ceil(high) + 1)
                for m in mantissas
                if low - 1e-9 <= exponent + math.log10(m) <= high + 1e-9
            ]
            if len(exponents) <= most:
                break
        every = max(1, math.ceil(len(exponents) / most))
        if len(exponents[::every]) >= min(3, most):
            return exponents[::every]
    return [math.log10(v) for v in linear_ticks(10.0**low, 10.0**high, most)[1] if v > 0]


def _even_decimals(texts: Sequence[str]) -> list[str]:
    """Return the number texts with equal decimals: × 1.09, × 1.10, × 1.11; 0 stays without decimals."""
    parts = [text.partition(".") for text in texts]
    most = max((len(decimals) for _, _, decimals in parts), default=0)
    if not most or any(decimals and not decimals.isdigit() for _, _, decimals in parts):
        return list(texts)
    return [
        f"{integer}.{decimals.ljust(most, '0')}" if integer[-1:].isdigit() and text != "0" else text
        for text, (integer, _, decimals) in zip(texts, parts, strict=True)
    ]


class Axis(pg.AxisItem):
    """A left or bottom axis; ``text`` turns a value (already out of the log) into its label."""

    def __init__(self, orientation: str, text: Callable[[float], str] | None = None) -> None:
        super().__init__(orientation)
        self._text = text
        self._names: tuple[str, ...] | None = None
        self._most: int | None = None
        self.setGrid(255)
        self.apply_theme()

    def set_text(self, text: Callable[[float], str] | None) -> None:
        """Change the format of values."""
        self._text = text
        self.picture = None
        self.update()

    def set_most(self, most: int) -> None:
        """Set the largest number of ticks, for any length of the axis."""
        self._most = most

    def set_names(self, names: Sequence[str] | None) -> None:
        """Label the positions 0, 1, ... with names instead of numbers, without ticks and grid. None: numbers."""
        self._names = None if names is None else tuple(names)
        self.picture = None
        self.update()

    def apply_theme(self) -> None:
        """Take fonts and colours from the present theme."""
        self.setStyle(tickFont=theme.font("tick"), tickLength=4, tickTextOffset=4, autoExpandTextSpace=True)
        self.setTextPen(theme.color("text3"))
        self.setPen(theme.color("control"))
        self._grid_pen = QPen(theme.color("grid"), 1)
        self._axis_pen = QPen(theme.color("control"), 1)

    def boundingRect(self) -> QRectF:
        # Labels at the ends extend by half their size; pyqtgraph would drop them.
        rect, more = super().boundingRect(), 24
        return (
            rect.adjusted(0, -more, 0, more)
            if self.orientation == "left"
            else rect.adjusted(-more, 0, more, 0)
        )

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        low, high = sorted((minVal, maxVal))
        room = self._tick_space(high, size)
        most = max(2, int(size / room))
        most = most if self._most is None else min(most, self._most)
        if not (math.isfinite(low) and math.isfinite(high)) or high <= low:
            return []
        if self._names is not None:
            return [(1.0, self._named_places(low, high, size))]
        step, ticks = self._ticks(low, high, most)
        while self.orientation == "bottom" and most > 2 and self._crowded(step, ticks, size / (high - low)):
            most -= 1
            step, ticks = self._ticks(low, high, most)
        return [(step, ticks)]

    def _ticks(self, low: float, high: float, most: int) -> tuple[float, list[float]]:
        if self.logMode:
            return 1.0, log_ticks(low, high, most)
        return linear_ticks(low, high, most, self._writes_integers())

    def _crowded(self, step: float, ticks: list[float], scale: float) -> bool:
        """Return whether labels at ``ticks`` overlap, at ``scale`` px per unit of the axis."""
        texts = self.tickStrings(ticks, self.scale, step)
        widths = [theme.text_width(text, "tick") for text in texts]
        gap = 8
        return any(
            (right - left) * scale < (before + after) / 2 + gap
            for (left, right), (before, after) in zip(
                itertools.pairwise(ticks), itertools.pairwise(widths), strict=True
            )
        )

    def _named_places(self, low: float, high: float, size: float) -> list[float]:
        """Return as many positions as fit with their names, always including the last one."""
        names = self._names or ()
        if self.orientation == "left":
            room = float(13)
        else:
            room = max((theme.text_width(name, "tick") for name in names), default=0) + 8
        skip = max(1, math.ceil(room * (high - low) / max(size, 1.0) - 1e-6))
        places = range(len(names) - 1, -1, -skip)
        return [float(place) for place in reversed(places) if low <= place <= high]

    def _tick_space(self, high: float, size: float) -> float:
        """Return the px required by one tick with its label."""
        if self.orientation == "left":
            return 48 if size > SHORT else 22
        if self._text is None:
            widest = theme.text_width(formats.count(high), "tick")
        elif self._only_integers():
            widest = max(
                (theme.text_width(self._text(k), "tick") for k in range(min(64, int(high)) + 1)), default=0
            )
        else:
            widest = theme.text_width(self._text(high), "tick")
        return widest + 24

    def _only_integers(self) -> bool:
        """Return whether x consists of named positions, with nothing to label between them."""
        return self._text is not None and not self._text(0.5)

    def _writes_integers(self) -> bool:
        """Return whether labels have no fractions, so that a tick at 2.5 would be labelled 2.

        Without data no labels are shown, and the grid stays.
        """
        if self._text is None or self._only_integers():
            return self._text is not None
        return bool(self.style["showValues"]) and self._text(0.5) in (self._text(0.0), self._text(1.0))

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        if self._names is not None:
            return [self._names[round(v)] if 0 <= round(v) < len(self._names) else "" for v in values]
        if self.logMode:
            plain = [10.0**v for v in values]
            spacing = min((abs(b - a) for a, b in itertools.pairwise(plain)), default=1.0)
        else:
            plain, spacing = [v * scale for v in values], spacing * scale
        own = self._log_text if self.logMode and self._text is None else self._text
        texts = [own(v) for v in plain] if own is not None else tick_texts(plain, spacing)
        if plain and (not self.logMode or max(plain) < 10 * min(plain)):
            texts = _even_decimals(texts)
        # A format too coarse for ticks this close would repeat the same label.
        written = [text for text in texts if text]
        return texts if len(set(written)) == len(written) else tick_texts(plain, spacing)

    @staticmethod
    def _log_text(value: float) -> str:
        return formats.plain(float(f"{value:.2g}")) if value < 1000 else formats.count(value)

    def drawPicture(
        self,
        p: QPainter,
        axisSpec: tuple[QPen, QPointF, QPointF],
        tickSpecs: Sequence[tuple[QPen, QPointF, QPointF]],
        textSpecs: Sequence[tuple[QRectF, Qt.AlignmentFlag, str]],
    ) -> None:
        """Draw the grid hairlines over the plot, ticks outside, the axis line, then the labels."""
        p.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        _, start, stop = axisSpec
        length = 4
        for _, a, b in tickSpecs if self._names is None else ():
            p.setPen(self._grid_pen)
            p.drawLine(a, b)
            p.setPen(self._axis_pen)
            if self.orientation == "left":
                x = max(start.x(), stop.x())
                p.drawLine(QPointF(x - length, a.y()), QPointF(x, a.y()))
            else:
                y = min(start.y(), stop.y())
                p.drawLine(QPointF(a.x(), y), QPointF(a.x(), y + length))
        p.setPen(self._axis_pen)
        p.drawLine(start, stop)
        p.setRenderHint(QPainter.RenderHint.TextAntialiasing, True)
        p.setFont(theme.font("tick"))
        p.setPen(theme.color("text3" if self._names is None else "text2"))
        for rect, flags, text in textSpecs:
            p.drawText(rect, int(flags) | int(Qt.TextFlag.TextDontClip), text)
