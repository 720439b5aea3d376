"""Annotations over the curves: rings with values, dots and names at line ends, names of guides."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from workbench.look import theme
from workbench.plots.canvas import Canvas, Overlay
from workbench.plots.curve import PlotCurve, RangeNote
from workbench.plots.curve_items import mark_colour

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
END_DOT = 10.0
"""Diameter of the dot at the last point of a running run, px."""
RING, RING_WIDTH = 14.0, 1.5
"""Diameter of a ring, measured at the middle of its line, and the line's width, px."""
GROUND_ALPHA = 200
SAMPLE = 14
"""Length of the line sample before a name at a line's end, px, used if several lines have names."""


def end_room(curves: Sequence[PlotCurve]) -> int:
    """Return the px that the names at the ends of ``curves`` need at the right of a plot, 0 without any."""
    widths = [theme.text_width(curve.end_label, "tick") for curve in curves if curve.end_label]
    return max(widths) + 12 + _sample_room(len(widths)) if widths else 0


def _sample_room(names: int) -> int:
    """Return the px before a name for its line sample: names that were moved apart need it for identification."""
    return SAMPLE + 4 if names > 1 else 0


def _digits(box: QRectF) -> QRectF:
    """Return the part of a value's box that its digits fill: they have no descenders and keep clear of the edge."""
    return box.adjusted(0, box.height() / 7, 0, -box.height() / 7)


class PlotAnnotations(Overlay):
    """A transparent layer over a canvas, painted in its px, so that texts keep their size and do not overlap."""

    def __init__(self, canvas: Canvas, empty: str) -> None:
        super().__init__(canvas)
        self.empty = empty
        self._curves: list[PlotCurve] = []
        self._log = False
        self._notes: list[RangeNote] = []

    def set_range_notes(self, notes: Sequence[RangeNote]) -> None:
        """Set the texts over ranges of x that may have no data."""
        if list(notes) != self._notes:
            self._notes = list(notes)
            self.update()

    def set_empty(self, text: str) -> None:
        """Set the text shown while there is no curve."""
        if text != self.empty:
            self.empty = text
            self.update()

    def show_curves(self, curves: Sequence[PlotCurve], log: bool, changed: bool) -> None:
        """Annotate these curves."""
        self._curves, self._log = list(curves), log
        if changed:
            self.update()  # this repaints the canvas below, so only after a change

    def paint(self, painter: QPainter, area: QRectF) -> None:
        painter.setFont(theme.font("tick"))
        notes = self.range_notes(area)
        painter.setPen(theme.color("text3"))
        for box, text in notes:
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)
        if not any(len(curve.x) for curve in self._curves):
            if notes:
                return
            painter.setPen(theme.color("text3"))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.empty)
            return
        self._paint_guides(painter, area)
        self._paint_marks(painter, area)
        self._paint_rings(painter, area)
        self._paint_ends(painter, area)

    def _position(self, x: float, y: float) -> QPointF | None:
        if self._log and y <= 0:
            return None
        return self.canvas.to_widget(x, math.log10(y) if self._log else y)

    def range_notes(self, area: QRectF) -> list[tuple[QRectF, str]]:
        """Return (box in px, text) of the visible ranges of x without data, if the texts fit."""
        boxes = []
        for note in self._notes:
            values = [curve.y[(curve.x > note.low) & (curve.x < note.high)] for curve in self._curves]
            ends = [self.canvas.to_widget(x, 0.0).x() for x in (note.low, note.high)]
            left, right = (
                max(ends[0], area.left()) + 4,
                min(ends[1], area.right()) - 4,
            )
            widest = max(theme.text_width(word, "tick") for word in note.text.split())
            if right - left >= widest and not any(np.isfinite(each).any() for each in values):
                boxes.append((QRectF(left, area.top(), right - left, area.height()), note.text))
        return boxes

    def _paint_guides(self, painter: QPainter, area: QRectF) -> None:
        """Paint names of epochs left of their lines if they fit, names of stages right of theirs."""
        line = 14
        painter.setPen(theme.color("text3"))
        top = area.top() + 4
        guides = [g for g in self.canvas.guides() if g.style != "level" and g.label]
        places = sorted((self.canvas.to_widget(g.x, 0).x(), i) for i, g in enumerate(guides))
        stages = [x for x, i in places if guides[i].style == "stage"]
        occupied = area.left()
        for x, i in places:
            text, width = guides[i].label, theme.text_width(guides[i].label, "tick")
            if not area.left() - 1 <= x <= area.right() + 1:
                continue
            if guides[i].style == "stage":
                end = min((other for other in stages if other > x), default=area.right()) - 4
                text = theme.metrics("tick").elidedText(text, Qt.TextElideMode.ElideRight, int(end - x - 4))
                width = theme.text_width(text, "tick")
                self._write(painter, QRectF(x + 4, top, width + 2, line), text, _MIDDLE)
                occupied = max(occupied, x + 4 + width)
            elif x - 4 - width >= occupied:
                self._write(painter, QRectF(x - 4 - width, top, width + 2, line), text, _MIDDLE)
                occupied = x

    @staticmethod
    def _write(painter: QPainter, box: QRectF, text: str, flags: Qt.AlignmentFlag) -> None:
        """Paint text on its own ground, so that no lines run through it."""
        ground = theme.color("surface")
        ground.setAlpha(GROUND_ALPHA)
        painter.fillRect(box, ground)
        painter.drawText(box, flags, text)

    def _paint_marks(self, painter: QPainter, area: QRectF) -> None:
        """Paint the end dots and the rings of the curves that lie within ``area``.

        Each mark as a separate item would cost pyqtgraph half a millisecond per repaint.
        """
        painter.save()
        painter.setClipRect(area)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, curve, ring in self.marks(self._curves):
            colour, radius = mark_colour(curve), (RING if ring else END_DOT) / 2
            painter.setBrush(Qt.BrushStyle.NoBrush if ring else colour)
            painter.setPen(QPen(colour, RING_WIDTH) if ring else Qt.PenStyle.NoPen)
            painter.drawEllipse(place, radius, radius)
        painter.restore()

    def marks(self, curves: Sequence[PlotCurve]) -> list[tuple[QPointF, PlotCurve, bool]]:
        """Return (position in px, curve, whether it is a ring) of the end dots and rings of ``curves``, the last on
        top.
        """
        marks: list[tuple[QPointF, PlotCurve, bool]] = []
        for curve in curves:
            end = curve.last_point() if curve.end_dot else None
            for point, ring in ((end, False), (curve.ring, True)):
                place = self._position(point[0], point[1]) if point is not None else None
                if place is not None:
                    marks.append((place, curve, ring))
        return marks

    def _paint_rings(self, painter: QPainter, area: QRectF) -> None:
        """Paint the value of each ringed point if it covers no other ring or value."""
        painter.setFont(theme.font("tick_strong"))
        painter.setPen(theme.color("text"))
        for box, text in self.ring_labels(area, self._curves):
            self._write(painter, box, text, Qt.AlignmentFlag.AlignCenter)

    def ring_labels(self, area: QRectF, curves: list[PlotCurve]) -> list[tuple[QRectF, str]]:
        """Return (box in px, value) of the ringed points within ``area``: below, else above, right or left of the
        ring.

        The lowest ring is placed first, so of two close ones the lower has its value below and the upper above. A ring
        without free space has no value.
        """
        line, away = 14, 9
        rings: list[tuple[QPointF, str]] = []
        for curve in curves:
            place = self._position(curve.ring[0], curve.ring[1]) if curve.ring is not None else None
            if curve.ring is not None and place is not None and area.adjusted(-2, -2, 2, 2).contains(place):
                rings.append((place, curve.ring[2]))
        rings.sort(key=lambda ring: -ring[0].y())
        occupied = [QRectF(p.x() - away + 1, p.y() - away + 1, 2 * away - 2, 2 * away - 2) for p, _ in rings]
        room = area.adjusted(0, 0, self.width() - area.right(), 0)
        labels: list[tuple[QRectF, str]] = []
        for place, text in rings:
            width = theme.text_width(text, "tick_strong") + 4
            left = min(max(place.x() - width / 2, area.left()), self.width() - width)
            middle = place.y() - line / 2
            for box in (
                QRectF(left, place.y() + away, width, line),
                QRectF(left, place.y() - away - line, width, line),
                QRectF(place.x() + away, middle, width, line),
                QRectF(place.x() - away - width, middle, width, line),
            ):
                if room.contains(box) and not any(map(_digits(box).intersects, occupied)):
                    labels.append((box, text))
                    occupied.append(_digits(box))
                    break
        return labels

    def _paint_ends(self, painter: QPainter, area: QRectF) -> None:
        """Paint names right of the last points, moved apart if they would overlap."""
        line = 14
        places: list[tuple[float, float, PlotCurve]] = []
        for curve in self._curves:
            last = curve.last_point() if curve.end_label else None
            place = self._position(*last) if last is not None else None
            if place is not None and area.left() <= place.x() <= area.right() + 1:
                places.append((place.y(), place.x(), curve))
        places.sort(key=lambda each: (each[0], each[1], each[2].end_label))
        tops: list[float] = []
        for y, _, _ in places:
            tops.append(max(y - line / 2, tops[-1] + line if tops else area.top()))
        floor = area.bottom()
        for i in reversed(range(len(tops))):  # names moved over the bottom edge go back up
            tops[i] = min(tops[i], floor - line)
            floor = tops[i]
        sample = _sample_room(sum(bool(curve.end_label) for curve in self._curves))
        for top, (_, x, curve) in zip(tops, places, strict=True):
            left, text = x + 8, curve.end_label
            if sample:
                pen = QPen(theme.color("text3"), 1)
                painter.setPen(
                    pen if curve.faint else theme.series_pen(curve.slot, curve.width, dash=curve.dash)
                )
                middle = top + line / 2
                painter.drawLine(QPointF(left, middle), QPointF(left + SAMPLE, middle))
            box = QRectF(left + sample, top, theme.text_width(text, "tick"), line)
            theme.draw_line(painter, box, text, "tick")
