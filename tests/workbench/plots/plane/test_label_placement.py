"""Names of points never cover each other, a point, or what else stands there."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from workbench.plots.plane.words import place_labels

AREA = QRectF(0, 0, 600, 300)
GAP = 11.0


@pytest.mark.parametrize("seed", range(20))
def test_no_name_covers_another_or_a_point(seed: int) -> None:
    generator = np.random.default_rng(seed)
    count = int(generator.integers(1, 16))
    # Half of them in one corner, so that there is a crowd.
    spread = np.where(np.arange(count) % 2, 1.0, 0.15)[:, None]
    points = [QPointF(*(place_ * (600, 300))) for place_ in generator.uniform(0, 1, (count, 2)) * spread]
    sizes = [(float(generator.integers(20, 120)), 14.0) for _ in points]
    words = QRectF(0, 0, 240, 20)
    found = place_labels(points, sizes, AREA, GAP, occupied=[words])
    boxes = [box for box in found if box is not None]
    assert all(AREA.contains(box) and not box.intersects(words) for box in boxes)
    assert not any(a.intersects(b) for a, b in combinations(boxes, 2))
    assert not any(box.contains(point) for box in boxes for point in points)
    for box, (width, height) in zip(found, sizes, strict=True):
        assert box is None or (box.width(), box.height()) == (width, height)


def test_a_lone_point_has_its_name_at_its_right_and_at_the_edge_at_its_left() -> None:
    (box,) = place_labels([QPointF(100, 100)], [(50, 14)], AREA, GAP)
    assert box == QRectF(111, 93, 50, 14)
    (box,) = place_labels([QPointF(590, 100)], [(50, 14)], AREA, GAP)
    assert box is not None and box.right() == 579


def test_names_stay_off_lines_where_they_can() -> None:
    line = QRectF(0, 99, 600, 2)
    (box,) = place_labels([QPointF(100, 100)], [(50, 14)], AREA, GAP, crossed=[line])
    assert box is not None and not box.intersects(line)


@pytest.mark.parametrize("first", [0, 1])
def test_where_there_is_room_for_one_name_it_is_that_of_the_first(first: int) -> None:
    points = [QPointF(100, 50), QPointF(100, 62)]
    found = place_labels(points, [(60, 14)] * 2, QRectF(90, 40, 110, 32), GAP, first={first})
    assert found[first] is not None and found[1 - first] is None


def test_without_room_there_is_no_name() -> None:
    assert place_labels([QPointF(5, 5)], [(500, 14)], QRectF(0, 0, 60, 60), GAP) == [None]
    assert place_labels([], [], AREA, GAP) == []
