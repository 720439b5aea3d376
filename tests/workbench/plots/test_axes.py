"""Ticks of an axis whose places have names."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

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
