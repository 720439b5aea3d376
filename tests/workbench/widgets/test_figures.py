"""Bars, sparkline, usage bar, histogram: what is painted is what the numbers say."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import picture
from workbench.look import theme
from workbench.widgets import BarRows, LabelledBar, Sparkline


def columns_of(shot: np.ndarray, colour: str) -> np.ndarray:
    """How many pixels of exactly this colour each row has, shape (height,)."""
    wanted = np.array([int(colour[i : i + 2], 16) for i in (5, 3, 1)])
    return np.asarray((shot[:, :, :3] == wanted).all(axis=2).sum(axis=1))


def test_bars_are_as_long_as_their_values(qtbot: QtBot) -> None:
    rows = BarRows("Rate per layer")
    rows.set_rows(
        [
            LabelledBar("a", 4, "4"),
            LabelledBar("b", 2, "2"),
            LabelledBar("c", 1, "1"),
            LabelledBar("d", 0, "0"),
        ]
    )
    rows.resize(500, rows.sizeHint().height())
    qtbot.addWidget(rows)
    lengths = columns_of(picture(rows), theme.current().tint_line)
    a, b, c, d = (int(lengths[i * 24 : (i + 1) * 24].max()) for i in range(4))
    assert b == pytest.approx(a / 2, abs=1.5) and c == pytest.approx(a / 4, abs=1.5) and d == 0
    assert rows.accessibleDescription() == "a 4; b 2; c 1; d 0"


def test_bars_of_a_given_maximum(qtbot: QtBot) -> None:
    rows = BarRows("Shares")
    rows.resize(500, 24)
    qtbot.addWidget(rows)
    rows.set_rows([LabelledBar("a", 1, "1")])
    full = columns_of(picture(rows), theme.current().tint_line).max()
    rows.set_rows([LabelledBar("a", 1, "1")], maximum=4)
    assert columns_of(picture(rows), theme.current().tint_line).max() == pytest.approx(full / 4, abs=1.5)


def test_sparkline_leaves_gaps(qtbot: QtBot) -> None:
    line = Sparkline("CPU", 0, 100)
    qtbot.addWidget(line)
    line.set_values([50] * 20 + [float("nan")] * 20 + [50] * 20)
    shot = picture(line)
    ground = shot[0, 0, :3].astype(int)
    inked = (np.abs(shot[:, :, :3].astype(int) - ground).sum(axis=2) > 60).any(axis=0)
    third = len(inked) // 3
    assert inked[2 : third - 2].all() and inked[-third + 2 : -2].all()
    assert not inked[third + 2 : -third - 2].any()
    line.set_values([])  # nothing to draw, nothing to fail
