"""Curves of several seeds on common steps."""

from __future__ import annotations

import numpy as np

from engine.analysis.curves.alignment import align_curves


def curve(steps: list[float], values: list[float]) -> tuple[np.ndarray, np.ndarray]:
    return np.array(steps, float), np.array(values, float)


def test_equal_steps_are_taken_as_they_are() -> None:
    found = align_curves([curve([0, 5, 10], [1, 2, 4]), curve([0, 5, 10], [3, 4, 0])])
    assert found is not None and not found.interpolated and not found.shortened
    np.testing.assert_array_equal(found.steps, [0, 5, 10])
    np.testing.assert_array_equal(found.values, [[1, 2, 4], [3, 4, 0]])


def test_between_measured_steps_a_straight_line_and_nothing_beyond_them() -> None:
    found = align_curves([curve([0, 10, 20], [0, 10, 0]), curve([5, 10, 15, 30], [1, 2, 3, 9])])
    assert found is not None and found.interpolated and found.shortened
    np.testing.assert_array_equal(found.steps, [5, 10, 15, 20])
    np.testing.assert_allclose(found.values[0], [5, 10, 5, 0])
    np.testing.assert_allclose(found.values[1], [1, 2, 3, 5])


def test_what_is_not_finite_was_not_measured() -> None:
    found = align_curves([curve([0, 5, 10], [1, np.nan, 3]), curve([0, 5, 10], [1, 1, 1])])
    assert found is not None and found.interpolated
    np.testing.assert_allclose(found.values[0], [1, 2, 3])
    assert align_curves([curve([0, 5], [np.nan, np.inf]), curve([0, 5], [1, 1])]) is None
    assert align_curves([curve([0, 5], [1, 1]), curve([6, 9], [1, 1])]) is None
    assert align_curves([]) is None
