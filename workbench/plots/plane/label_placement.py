"""Placement of the names of points, so that none covers another name or a point."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF

NEAR, FAR = 1.0, 3.2
"""Distances of a name from its point, in gaps; a far one needs a line to its point."""
MARK = 0.65
"""Half the side of the square around a point that is kept free, in gaps."""
_CROWD = 4.0
_FOREIGN = 2.0
"""How near another point may be, in gaps, before a name might be taken for its name."""


def place_labels(
    points: Sequence[QPointF],
    sizes: Sequence[tuple[float, float]],
    area: QRectF,
    gap: float,
    occupied: Sequence[QRectF] = (),
    crossed: Sequence[QRectF] = (),
) -> list[QRectF | None]:
    """Return a box of size ``sizes[i]`` beside each point, None where there is no room or (no width) no name.

    Boxes lie within ``area`` and touch no other box, no point (the square around it) and nothing in ``occupied``; where
    they can, they also stay off what is in ``crossed`` (lines) and away from other points. Points among many others
    choose first, for they have the least choice; of a point's places the first free one wins: right, left, then the
    corners, above, below, and the same farther away.
    """
    half = MARK * gap
    marks = [QRectF(p.x() - half, p.y() - half, 2 * half, 2 * half) for p in points]
    reach = _CROWD * max([height for _, height in sizes], default=1.0)
    crowd = [
        sum(abs(p.x() - q.x()) < 3 * reach and abs(p.y() - q.y()) < reach for q in points) for p in points
    ]
    boxes: list[QRectF | None] = [None] * len(points)
    for i in sorted((i for i in range(len(points)) if sizes[i][0] > 0), key=lambda i: -crowd[i]):
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


def leader_line(point: QPointF, box: QRectF, gap: float) -> tuple[QPointF, QPointF] | None:
    """Return the line from a point to its name; None where the name is so near that nothing has to be said."""
    end = QPointF(min(max(point.x(), box.left()), box.right()), min(max(point.y(), box.top()), box.bottom()))
    away = end - point
    length = (away.x() ** 2 + away.y() ** 2) ** 0.5
    if length < (NEAR + FAR) / 2 * gap:
        return None
    return point + away * (gap / length), end


def _around(point: QPointF, size: tuple[float, float], gap: float) -> list[QRectF]:
    width, height = size
    boxes = []
    for times in (NEAR, FAR):
        away, slant = times * gap, 0.7 * times * gap
        x, y = point.x(), point.y()
        right, left = x + away, x - away - width
        above, below = y - away - height, y + away
        boxes += [
            QRectF(left_, top, width, height)
            for left_, top in (
                (right, y - height / 2),
                (left, y - height / 2),
                (x + slant, y - slant - height),
                (x + slant, y + slant),
                (x - slant - width, y - slant - height),
                (x - slant - width, y + slant),
                (x - width / 2, above),
                (x - width / 2, below),
            )
        ]
    return boxes
