"""Wrong answers as bits: there and back, and of outcomes that are right or wrong only."""

from __future__ import annotations

import numpy as np
import pytest

from engine.metrics.answer_bits import find_wrong, pack_wrong, unpack_wrong
from engine.metrics.base import Outcomes


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 500])
def test_bits_give_back_the_answers(count: int) -> None:
    wrong = np.random.default_rng(count).random(count) < 0.3
    kept = pack_wrong(wrong)
    assert len(kept) == -(-count // 8) and kept.dtype == np.float64
    back = unpack_wrong(kept, count)
    assert back is not None and back.dtype == bool
    np.testing.assert_array_equal(back, wrong)


def test_bits_of_another_number_of_texts_are_none() -> None:
    kept = pack_wrong(np.array([True, False, True]))
    assert kept.tolist() == [160.0]
    assert unpack_wrong(kept, 9) is None
    assert unpack_wrong(np.array([np.nan]), 3) is None


def test_only_what_is_right_or_wrong_has_wrong_answers() -> None:
    targets, predicted = np.array([0, 1, 2]), np.array([0, 2, 2])
    found = find_wrong(Outcomes(3, 1.0, 2, targets, predicted))
    assert found is not None and found.tolist() == [False, True, False]
    assert find_wrong(Outcomes(3, 1.0, 2)) is None
    assert find_wrong(Outcomes(3, 1.0, None, targets / 2, predicted / 2)) is None
    several = np.array([[1.0, 0.0], [0.0, 1.0]])
    assert find_wrong(Outcomes(2, 1.0, 2, several, several)) is None
