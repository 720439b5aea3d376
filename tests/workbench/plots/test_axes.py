"""Ticks of an axis whose places have names."""

from __future__ import annotations

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


@pytest.mark.parametrize("width", [200.0, 480.0, 738.0])
def test_numbers_along_x_do_not_touch_each_other(qtbot: QtBot, width: float) -> None:
    axis = Axis("bottom")
    low, high = 0.00035, 0.00105
    ((step, ticks),) = axis.tickValues(low, high, width)
    widths = [theme.text_width(text, "tick") for text in axis.tickStrings(ticks, 1.0, step)]
    assert len(ticks) > 1
    assert step / (high - low) * width > max(widths)
