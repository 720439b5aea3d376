"""The plane of stability and plasticity against brute force and worked examples."""

from __future__ import annotations

import math
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.analysis.comparison import Comparison, ComparisonRow
from engine.analysis.forgetting.measured import ForgettingRecord
from engine.analysis.forgetting.stability_plasticity import (
    PLASTICITY_AXES,
    STABILITY_AXES,
    axis_label,
    find_axis,
    find_outliers,
    front_corners,
    pareto_front,
    plane_points,
)
from engine.metrics.base import known_metrics


def beaten(points: list[tuple[float, float]], i: int) -> bool:
    """By the definition, pair by pair."""
    x, y = points[i]
    return any(a <= x and b <= y and (a < x or b < y) for a, b in points)


@pytest.mark.parametrize("seed", range(40))
def test_the_front_is_that_of_all_pairs(seed: int) -> None:
    generator = np.random.default_rng(seed)
    # Whole numbers from a small range, so that there are ties in one coordinate and equal points.
    drawn = generator.integers(0, 6, (int(generator.integers(1, 14)), 2)).astype(float)
    points = [(float(a), float(b)) for a, b in drawn]
    found = pareto_front(points)
    assert sorted(found) == [i for i in range(len(points)) if not beaten(points, i)]
    assert [points[i] for i in found] == sorted(points[i] for i in found)


def test_no_points_have_no_front() -> None:
    assert pareto_front([]) == [] and front_corners([], 1, 1) == []


def test_the_staircase_parts_what_the_front_beats_from_the_rest() -> None:
    generator = np.random.default_rng(3)
    points = [(float(a), float(b)) for a, b in generator.uniform(0, 1, (12, 2))]
    best = [points[i] for i in pareto_front(points)]
    corners = front_corners(best, 2.0, 2.0)
    assert corners[0] == (best[0][0], 2.0) and corners[-1] == (2.0, best[-1][1])
    for (x1, y1), (x2, y2) in pairwise(corners):
        assert (x1 == x2 and y2 <= y1) or (y1 == y2 and x2 >= x1), "down or to the right"

    def above(x: float, y: float) -> bool:
        level = [corner_y for corner_x, corner_y in corners if corner_x <= x]
        return bool(level) and y >= level[-1]

    for x, y in generator.uniform(0, 2, (200, 2)):
        assert above(x, y) == any(a <= x and b <= y for a, b in points)


def test_one_that_diverged_lies_beyond_and_good_ones_never_do() -> None:
    errors = [5.45, 5.80, 5.52, 5.42, 5.49, 5.44, 4.83, 8.05]
    assert find_outliers(errors) == {7}
    assert find_outliers(errors, exempt=[7]) == set()
    assert find_outliers([*errors, 60.0]) == {7, 8}
    assert find_outliers([-value for value in errors]) == set(), "far below is no worse"
    assert find_outliers([1.0, 1.1, 90.0]) == set(), "three points say little"
    assert find_outliers([1.0, 1.0, 1.0, 1.0]) == set()
    assert find_outliers([1.0, 2.0, 3.0, 7.0]) == set(), "a gap of twice the span is the limit"
    assert find_outliers([1.0, 2.0, 3.0, 7.1]) == {3}
    assert find_outliers([0.0, 0.1, 50.0, 51.0, 52.0]) == set(), "the greater half cannot be beyond"


def comparison(*groups: tuple[int, ...]) -> Comparison:
    return Comparison((), tuple(ComparisonRow(runs, "", 1, {}) for runs in groups), 0, 0)


def run(test: float | None, validation: float | None = None, metric: str = "error") -> Any:
    return SimpleNamespace(final_test=test, final_best=validation, metric=metric)


def test_places_are_means_over_the_runs_that_have_both() -> None:
    lost = {
        1: ForgettingRecord(1, loss_before=2.0, loss_after=2.0 + math.log(2)),
        2: ForgettingRecord(2, loss_before=2.0, loss_after=2.0 + math.log(8)),
        3: ForgettingRecord(3, loss_before=2.0, loss_after=9.0),
        4: ForgettingRecord(4, loss_before=2.0, loss_after=2.0),
        5: ForgettingRecord(5),
    }
    runs = {1: run(5.0, 4.0), 2: run(7.0, 6.0), 3: run(None, 9.0), 4: run(6.0, 5.5), 5: run(4.0, 3.0)}
    factor, test = find_axis("factor"), find_axis("test")
    first, second = plane_points(comparison((1, 2, 3), (4,), (5,)), runs, lost, factor, test)
    assert first.key == 1 and [number for number, _, _ in first.runs] == [1, 2]
    assert first.x.mean == pytest.approx(4.0), "the geometric mean of 2 and 8"
    assert (first.y.n, first.y.mean) == (2, 6.0)
    low, high = first.x.bounds()
    assert low is not None and high is not None
    assert low * high == pytest.approx(16.0) and low < 4 < high
    assert second.x.mean == pytest.approx(1.0) and second.x.bounds() == (None, None)
    by_validation = plane_points(comparison((1, 2, 3)), runs, lost, factor, find_axis("validation"))
    assert by_validation[0].y.n == 3
    assert plane_points(comparison((1, 2)), runs, lost, find_axis("drift"), test) == []
    runs[2] = run(90.0, metric="accuracy")
    assert plane_points(comparison((1, 2)), runs, lost, factor, test)[0].y.n == 1, "one axis, one metric"


def test_an_axis_has_the_main_metric_of_the_runs() -> None:
    test, accuracy, f1 = find_axis("test"), known_metrics()["accuracy"], known_metrics()["macro_f1"]
    assert test.value_of(run(80.0, metric="accuracy"), None) == 80.0
    assert axis_label(test, accuracy) == "Test accuracy, %" and axis_label(test, None) == "Test error, %"
    assert axis_label(test, f1) == "Test macro F1, %"
    assert axis_label(find_axis("factor"), accuracy) == "Forgot"
    assert test.value_of(run(80.0, metric="of a plug-in that is gone"), None) is None


def test_each_axis_has_a_name_of_its_own() -> None:
    keys = [each.key for each in (*STABILITY_AXES, *PLASTICITY_AXES)]
    assert len(set(keys)) == len(keys)
    assert all(find_axis(key).key == key for key in keys)
    with pytest.raises(KeyError):
        find_axis("hope")
