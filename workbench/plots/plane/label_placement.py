"""Placement of the names of points, so that none covers another name or a point."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRectF

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
    first: Collection[int] = (),
) -> list[QRectF | None]:
    """Return a box of size ``sizes[i]`` beside each point, None where there is no room or (no width) no name.

    Boxes lie within ``area`` and touch no other box, no point (the square around it) and nothing in ``occupied``. Where
    they can, they also stay off what is in ``crossed`` (lines) and away from other points. Points that are ``first``
    choose first, then those among many others, for they have the least choice; of a point's places the first free one
    wins: right, left, then the corners, above, below.
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
