"""Texts over the plane: the reading aid, names next to points, and points beyond the axes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from workbench.language import tr
from workbench.look import theme
from workbench.look.names import brief_names, distinct_parts
from workbench.plots.canvas import Canvas, Overlay
from workbench.plots.plane.layout import PlaneLayout, PlaneMarker


class PlaneArea(Canvas):
    """A plot area with points, without drawing: the interface for drawing and naming them.

    ``selected`` is the key of the chosen point, ``current`` that of the one under mouse or keyboard.
    ``less_is_better``: see :class:`PlaneLayout`.
    """

    def __init__(self, name: str, parent: QWidget | None = None, *, less_is_better: bool = True) -> None:
        super().__init__(name, parent=parent)
        self.less_is_better = less_is_better
        self.plan = PlaneLayout(less_is_better=less_is_better)
        self.selected: int | None = None
        self.current: int | None = None

    @property
    def points(self) -> Sequence[PlaneMarker]:
        """The points to draw."""
        return self.plan.points

    def point_of(self, key: int | None) -> PlaneMarker | None:
        """Return the point with ``key``."""
        return next((p for p in self.points if p.key == key), None)

    def position(self, point: PlaneMarker) -> QPointF:
        """Return the position of a point, px."""
        return self.place(point.x, point.y)

    def place(self, x: float, y: float) -> QPointF:
        """Return the position of a pair of values, px."""
        return self.to_widget(self.plan.x.scaled(x), self.plan.y.scaled(y))


MARK = 0.65
"""Half the side of the square kept free around a point, in gaps."""
_CROWD = 4.0
_FOREIGN = 2.0
"""Distance of another point, in gaps, below which a name might be ambiguous."""


def place_labels(
    points: Sequence[QPointF],
    sizes: Sequence[tuple[float, float]],
    area: QRectF,
    gap: float,
    occupied: Sequence[QRectF] = (),
    crossed: Sequence[QRectF] = (),
    first: Collection[int] = (),
) -> list[QRectF | None]:
    """Return a box of size ``sizes[i]`` next to each point, or None without space or (no width) without a name.

    Boxes lie within ``area`` and touch no other box, no point (the square around it) and nothing in ``occupied``. If
    possible, they also avoid ``crossed`` (lines) and other points. Points in ``first`` are placed first, then those
    among many others, which have the least choice. The first free position of a point is used: right, left, then the
    corners, above, below.
    """
    half = MARK * gap
    marks = [QRectF(p.x() - half, p.y() - half, 2 * half, 2 * half) for p in points]
    reach = _CROWD * max([height for _, height in sizes], default=1.0)
    crowd = [
        sum(abs(p.x() - q.x()) < 3 * reach and abs(p.y() - q.y()) < reach for q in points) for p in points
    ]
    boxes: list[QRectF | None] = [None] * len(points)
    named = [i for i in range(len(points)) if sizes[i][0] > 0]
    for i in sorted(named, key=lambda i: (i not in first, -crowd[i])):
        best: tuple[float, QRectF] | None = None
        for rank, box in enumerate(_around(points[i], sizes[i], gap)):
            blocked = [*occupied, *(other for other in boxes if other is not None), *marks]
            if not area.contains(box) or any(box.intersects(other) for other in blocked):
                continue
            cost = rank + 20.0 * sum(box.intersects(line) for line in crossed)
            around = box.adjusted(-_FOREIGN * gap, -_FOREIGN * gap, _FOREIGN * gap, _FOREIGN * gap)
            cost += 5.0 * sum(around.contains(other) for j, other in enumerate(points) if j != i)
            if best is None or cost < best[0]:
                best = (cost, box)
        boxes[i] = None if best is None else best[1]
    return boxes


def _around(point: QPointF, size: tuple[float, float], gap: float) -> list[QRectF]:
    (width, height), slant = size, 0.7 * gap
    x, y = point.x(), point.y()
    corners = (
        (x + gap, y - height / 2),
        (x - gap - width, y - height / 2),
        (x + slant, y - slant - height),
        (x + slant, y + slant),
        (x - slant - width, y - slant - height),
        (x - slant - width, y + slant),
        (x - width / 2, y - gap - height),
        (x - width / 2, y + gap),
    )
    return [QRectF(left, top, width, height) for left, top in corners]


RING = tr("Ringed: no other is better on both")
LABEL_WIDTH = 180
MOST_NAMED = 14
"""Largest number of points that all get names; with more, only the front, the baseline and the hovered point do."""
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class PlaneWords(Overlay):
    """The texts over a plane."""

    def __init__(self, plane: PlaneArea, empty: str) -> None:
        super().__init__(plane)
        self._plane, self._empty = plane, empty

    def set_empty(self, text: str) -> None:
        """Set the text shown while there is no point."""
        self._empty = text
        self.update()

    def needed_height(self) -> float:
        """Return the height of the texts at the top, px: the reading aid, and below it the points beyond, if any."""
        if not self._plane.less_is_better:
            return 0.0
        return 42.0 if self._plane.plan.far else 24.0

    def paint(self, painter: QPainter, area: QRectF) -> None:
        painter.setFont(theme.font("tick"))
        if not self._plane.points:
            painter.setPen(theme.color("text3"))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._empty)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        aid = self._paint_aid(painter, area)
        for _, text, box in self.labels([*aid, *self._paint_beyond(painter, area)]):
            painter.setPen(theme.color("text"))
            painter.drawText(box, _LEFT, text)

    # -- names ---------------------------------------------------------------------------------------------

    @property
    def gap(self) -> float:
        """Return the distance from a point to its name, px."""
        return float(11)

    def labels(self, occupied: Sequence[QRectF] = ()) -> list[tuple[PlaneMarker, str, QRectF]]:
        """Return (point, name, box) of the names that fit; ``occupied`` are the boxes of other texts."""
        plane, plan = self._plane, self._plane.plan
        few = len(plan.near) <= MOST_NAMED
        fit = theme.metrics("tick").elidedText
        texts = [
            fit(name, Qt.TextElideMode.ElideMiddle, LABEL_WIDTH)
            if few or p.baseline or p.key in plan.front
            else ""
            for p, name in zip(plan.near, self._names(), strict=True)
        ]
        sizes = [(theme.text_width(t, "tick") + 2.0, float(14)) if t else (0.0, 0.0) for t in texts]
        boxes = place_labels(
            [plane.position(p) for p in plan.near],
            sizes,
            plane.plot_rect().adjusted(2, 2, 12, -2),
            self.gap,
            occupied,
            [QRectF(a, b).normalized().adjusted(-1, -1, 1, 1) for a, b in self._lines()],
            {i for i, p in enumerate(plan.near) if p.baseline or p.key in plan.front},
        )
        labels = zip(plan.near, texts, boxes, strict=True)
        return [(point, text, box) for point, text, box in labels if box is not None and text]

    def _names(self) -> list[str]:
        """Return the names of the visible points; for long ones the distinguishing parts or words."""
        visible, room = self._plane.plan.near, LABEL_WIDTH
        if all(theme.text_width(p.name, "tick") <= room for p in visible):
            return [p.name for p in visible]
        labels = [p.label for p in visible]
        for shorter in (distinct_parts(labels), brief_names(labels)):
            names = [replace(p, label=label).name for p, label in zip(visible, shorter, strict=True)]
            if all(theme.text_width(name, "tick") <= room for name in names):
                break
        return names

    def _lines(self) -> list[tuple[QPointF, QPointF]]:
        """Return the lines that labels should not cover: intervals, and the border of the front."""
        plane, lines = self._plane, []
        for p in plane.plan.near:
            if p.x_ends is not None:
                lines.append((plane.place(p.x_ends[0], p.y), plane.place(p.x_ends[1], p.y)))
            if p.y_ends is not None:
                lines.append((plane.place(p.x, p.y_ends[0]), plane.place(p.x, p.y_ends[1])))
        (_, right), ends = plane.box.viewRange()
        corners = plane.plan.border(ends, right)
        return lines + list(pairwise(plane.to_widget(x, y) for x, y in corners))

    # -- at the top and on the axis ------------------------------------------------------------------------

    def _paint_aid(self, painter: QPainter, area: QRectF) -> list[QRectF]:
        """Paint the reading aid of the plane as far as it fits; return the boxes used."""
        if not self._plane.less_is_better:
            return []
        line = float(16)
        inset = area.adjusted(8, 4, -4, 0)
        y = self._plane.plan.y
        caption = (
            tr("Left: remembers more. Up: {better}", better=y.better)
            if y.more_is_better
            else tr("Left: remembers more. Down: {better}", better=y.better)
        )
        aid, ring = (theme.text_width(text, "tick") + 2.0 for text in (caption, RING))
        texts = [(RING, "accent", QRectF(max(inset.right() - ring, inset.left()), inset.top(), ring, line))]
        if aid + ring + 24 <= inset.width():
            texts.append((caption, "text2", QRectF(inset.left(), inset.top(), aid, line)))
        for text, colour, box in texts:
            painter.fillRect(box.adjusted(-2, 0, 2, 0), theme.color("surface"))
            painter.setPen(theme.color(colour))
            painter.drawText(box, _LEFT, text)
        return [box for _, _, box in texts]

    def _paint_beyond(self, painter: QPainter, area: QRectF) -> list[QRectF]:
        """Paint names and values of the points beyond in one line, as far as they fit; return the box used."""
        plan, row = self._plane.plan, QRectF(area.left() + 8, area.top() + 24, area.width() - 16, 16)
        if not plan.far:
            return []
        left = row.left() + self._write(painter, row, tr("Beyond the axes:"), "text2")
        for p in plan.far:
            painter.fillRect(QRectF(left + 8, row.center().y() - 4, 8, 8), theme.series_color(p.slot))
            rest = row.adjusted(left + 20 - row.left(), 0, 0, 0)
            left += 20 + self._write(
                painter, rest, f"{p.label}, {plan.y.text(p.y)} ({plan.x.text(p.x)})", "text"
            )
        return [row]

    @staticmethod
    def _write(painter: QPainter, box: QRectF, text: str, ink: str) -> int:
        """Paint ``text`` at the left of ``box``, elided, on its own ground; return its width, px."""
        text = theme.metrics("tick").elidedText(text, Qt.TextElideMode.ElideRight, max(0, int(box.width())))
        wide = theme.text_width(text, "tick")
        painter.fillRect(QRectF(box.left() - 2, box.top(), wide + 4, box.height()), theme.color("surface"))
        painter.setPen(theme.color(ink))
        painter.drawText(box, _LEFT, text)
        return wide
