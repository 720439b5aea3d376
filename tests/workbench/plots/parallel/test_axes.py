"""Where values stand on an axis, and which lines are near or in the ranges."""

from __future__ import annotations

import math

import pytest

from workbench.plots.parallel.axes import ParallelAxis, ParallelLayout, ParallelLine


def test_numbers_stand_by_size_or_logarithm_and_words_in_order() -> None:
    rates = ParallelAxis("learning_rate", (2e-5, 2e-3, 2e-4, None))
    assert rates.log
    assert [rates.place(v) for v in rates.values[:3]] == pytest.approx([0, 1, 0.5]) and rates.place(
        None
    ) is None
    assert [text for _, text in rates.ticks()] == ["2e-5", "2e-4", "0.002"]
    errors = ParallelAxis("test", (10.0, 20.0, 12.5))
    assert not errors.log and [errors.place(v) for v in errors.values] == [0, 1, 0.25]
    words = ParallelAxis("data", ("Reviews", "Headlines", "Reviews", "Questions"))
    assert [words.place(v) for v in words.values] == [0, 0.5, 0, 1]
    assert ParallelAxis("seed", (1, 1)).place(1) == 0.5
    assert ParallelAxis("loss", (1.0, math.inf)).place(math.inf) is None
    mixed = ParallelAxis("rate", (2e-5, "2e-5, 1e-4"))
    assert mixed.words == ("2e-5", "2e-5, 1e-4")
    many = ParallelAxis("loss", tuple(1 + i / 97 for i in range(40)))
    ticks = many.ticks()
    assert (
        len(ticks) == 5
        and len({text for _, text in ticks}) == 5
        and [at for at, _ in ticks] == [0, 0.25, 0.5, 0.75, 1]
    )


def test_lines_are_found_by_ranges_and_by_place() -> None:
    axes = [ParallelAxis("a", (0.0, 1.0, 2.0)), ParallelAxis("b", (2.0, 1.0, None))]
    plan = ParallelLayout(axes, [ParallelLine(7, 1, "x"), ParallelLine(8, 2, "y"), ParallelLine(9, 3, "z")])
    assert plan.within({}) == {7, 8, 9}
    assert plan.within({0: (0.4, 1.0)}) == {8, 9}
    assert plan.within({0: (0.4, 1.0), 1: (0.0, 1.0)}) == {8}, "a line without a value lies in no range"
    # Line 7 goes from 0 to 1, line 8 from 0.5 to 0.
    assert plan.nearest(0.9, 0.88, 0.05) == 7
    assert plan.nearest(0.1, 0.44, 0.05) == 8
    assert plan.nearest(0.5, 0.9, 0.05) is None
