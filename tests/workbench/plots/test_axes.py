"""Ticks of an axis whose places have names."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from workbench.look import formats, theme
from workbench.plots.axes import Axis


@pytest.mark.parametrize(("width", "least"), [(1200.0, 1), (240.0, 2)])
def test_named_places_have_ticks_of_their_own_and_room(qtbot: QtBot, width: float, least: int) -> None:
    names = ["0", "1k", "2k", "5k", "10k", "20k", "50k", "100k"]
    axis = Axis("bottom", lambda x: names[int(x)] if float(x).is_integer() and 0 <= x < len(names) else "")
    ((found, ticks),) = axis.tickValues(-0.1, 7.1, width)
    assert all(float(tick).is_integer() for tick in ticks)
    assert ticks[1] - ticks[0] == found >= least
    assert all(axis.tickStrings(ticks, 1.0, found)), "every tick has its name"
    if least == 1:
        assert ticks == [*range(8)]


def test_numbers_written_without_fractions_have_whole_ticks(qtbot: QtBot) -> None:
    axis = Axis("bottom", formats.count)
    ((step, ticks),) = axis.tickValues(0.0, 16.0, 300.0)
    assert [int(text) for text in axis.tickStrings(ticks, 1.0, step)] == ticks
    # Half an epoch is written, and so has a tick.
    ((step, ticks),) = Axis("bottom", lambda x: formats.fixed(x, 1)).tickValues(0.0, 2.0, 400.0)
    assert 0.5 in ticks


def test_neighbours_on_a_logarithmic_axis_have_as_many_decimals(qtbot: QtBot) -> None:
    axis = Axis("bottom", lambda value: f"× {value:g}")
    axis.setLogMode(True, False)
    near = [np.log10(value) for value in (1.09, 1.1, 1.11)]
    assert axis.tickStrings(near, 1.0, 0.01) == ["× 1.09", "× 1.10", "× 1.11"]
    far = [np.log10(value) for value in (0.5, 1.0, 10.0)]
    assert axis.tickStrings(far, 1.0, 1.0) == ["× 0.5", "× 1", "× 10"]


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([0.0, 0.5, 1.0], ["0", "0.5", "1.0"]),
        ([1e-4, 2.5e-4], ["1e-4", "2.5e-4"]),
    ],
)
def test_own_ways_of_writing_have_even_decimals(qtbot: QtBot, values: list[float], texts: list[str]) -> None:
    axis = Axis("left", lambda value: formats.plain(value))
    assert axis.tickStrings(values, 1.0, values[1] - values[0]) == texts


def test_without_data_the_grid_stays(qtbot: QtBot) -> None:
    axis = Axis("bottom", formats.count)
    axis.setStyle(showValues=False)
    ((_, ticks),) = axis.tickValues(0.0, 1.0, 400.0)
    assert len(ticks) > 2


@pytest.mark.parametrize("width", [200.0, 480.0, 738.0])
def test_numbers_along_x_do_not_touch_each_other(qtbot: QtBot, width: float) -> None:
    axis = Axis("bottom")
    low, high = 0.00035, 0.00105
    ((step, ticks),) = axis.tickValues(low, high, width)
    widths = [theme.text_width(text, "tick") for text in axis.tickStrings(ticks, 1.0, step)]
    assert len(ticks) > 1
    assert step / (high - low) * width > max(widths)


def test_a_narrow_axis_has_fewer_numbers_on_a_logarithmic_scale(qtbot: QtBot) -> None:
    axis = Axis("bottom")
    axis.setLogMode(True, False)
    ((_, ticks),) = axis.tickValues(-5.0, 5.0, 260.0)
    widths = [theme.text_width(text, "tick") for text in axis.tickStrings(ticks, 1.0, 1.0)]
    places = [(tick + 5) / 10 * 260 for tick in ticks]
    for (left, right), (before, after) in zip(pairwise(places), pairwise(widths), strict=True):
        assert right - left > (before + after) / 2
