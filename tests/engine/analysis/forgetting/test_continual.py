"""Continual learning's measures, against matrices worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from engine.analysis.forgetting import continual

NAN = float("nan")
THREE = np.array([[90.0, 30.0, 20.0], [80.0, 85.0, 25.0], [84.0, 70.0, 95.0]])


def test_three_tasks_by_hand() -> None:
    assert continual.average_accuracy(THREE) == pytest.approx((84 + 70 + 95) / 3)
    # The paper's 1 / (T - 1), not the authors' code's 1 / T.
    assert continual.backward_transfer(THREE) == pytest.approx(((84 - 90) + (70 - 85)) / 2)
    assert continual.forgetting(THREE) == pytest.approx(((90 - 84) + (85 - 70)) / 2)
    # R[1, 2] = 30 and R[2, 3] = 25 against the untrained 25 and 20.
    assert continual.forward_transfer([30, 25], [25, 20]) == pytest.approx((5 + 5) / 2)


def test_forgetting_is_from_the_best_not_from_just_after_learning() -> None:
    better_later = np.array([[60.0, NAN, NAN], [70.0, 50.0, NAN], [65.0, 55.0, 90.0]])
    assert continual.backward_transfer(better_later) == pytest.approx((5 + 5) / 2)
    assert continual.forgetting(better_later) == pytest.approx((5 - 5) / 2)


def test_a_last_stage_that_teaches_nothing_forgets_all_tasks() -> None:
    matrix = np.array([[80.0, 70.0], [75.0, 66.0]])  # both taught by the first of two stages
    assert continual.backward_transfer(matrix, [0, 0]) == pytest.approx((-5 - 4) / 2)
    assert continual.forgetting(matrix, [0, 0]) == pytest.approx(4.5)
    assert continual.average_accuracy(matrix) == pytest.approx(70.5)


def test_nothing_is_said_where_nothing_is_known() -> None:
    one = np.array([[90.0]])
    assert continual.average_accuracy(one) == 90.0
    assert continual.backward_transfer(one) is None and continual.forgetting(one) is None
    unknown = np.array([[90.0, NAN], [NAN, 80.0]])
    assert continual.average_accuracy(unknown) is None
    assert continual.backward_transfer(unknown) is None and continual.forgetting(unknown) is None
    never_tested = np.array([[NAN, NAN], [70.0, 80.0]])
    assert continual.forgetting(never_tested) is None
    assert continual.average_accuracy(np.zeros((0, 0))) is None
    assert continual.forward_transfer([], []) is None


def test_the_worst_case_is_the_last_task_as_it_is_and_the_others_at_their_worst() -> None:
    minima = [40.0, 60.0]
    assert continual.minimum_accuracy(minima) == 50.0
    k, present = 3, 90.0
    assert continual.worst_case_accuracy([present], minima) == pytest.approx(present / k + (1 - 1 / k) * 50.0)
    assert continual.worst_case_accuracy([present], [40.0, NAN]) is None
