"""Bars, sparkline, usage bar, histogram: what is painted is what the numbers say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import picture
from workbench.look import theme
from workbench.widgets import BarRows, HistogramPlot, LabelledBar, Sparkline, UsageBar
from workbench.widgets.histogram import nice_step


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


def test_usage_bar_warns_near_the_limit(qtbot: QtBot) -> None:
    bar = UsageBar("Memory")
    qtbot.addWidget(bar)
    bar.set_share(0.5)
    half = columns_of(picture(bar), theme.current().tint_line)[bar.height() // 2]
    assert half == pytest.approx(bar.width() / 2, abs=3)
    bar.set_share(0.97)
    assert columns_of(picture(bar), theme.current().warning_bar).max() > 50
    bar.set_share(float("nan"))
    assert bar.accessibleDescription() == "0 %"


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


@given(st.floats(1e-9, 1e9), st.integers(1, 20))
def test_steps_are_round_and_few(span: float, most: int) -> None:
    step = nice_step(span, most)
    assert span / step <= most * (1 + 1e-6)
    mantissa = float(f"{step:e}".split("e")[0])
    assert mantissa in (1, 2, 2.5, 5)


def made(qtbot: QtBot) -> HistogramPlot:
    plot = HistogramPlot("Lengths")
    plot.set_bins(np.arange(0, 1100, 100), np.array([1, 2, 3, 4, 5, 4, 3, 2, 1, 0]))
    plot.resize(400, 220)
    qtbot.addWidget(plot)
    plot.show()
    return plot


def test_share_beyond_the_line(qtbot: QtBot) -> None:
    plot = made(qtbot)
    assert plot.share_beyond() == 0
    plot.set_cut(500)
    assert plot.share_beyond() == pytest.approx(10 / 25)
    plot.set_cut(550)  # half of a bin of 4 counts
    assert plot.share_beyond() == pytest.approx(8 / 25)
    plot.set_cut(5000)
    assert plot.share_beyond() == 0
    assert "line at 5,000" in plot.accessibleDescription()


def test_line_is_dragged_and_stepped(qtbot: QtBot) -> None:
    plot = made(qtbot)
    plot.set_cut(500)
    told: list[float] = []
    plot.cut_moved.connect(told.append)

    def at(value: float) -> QPoint:
        return QPoint(round(plot._x(value)), 100)

    qtbot.mousePress(plot, Qt.MouseButton.LeftButton, pos=at(500))
    qtbot.mouseMove(plot, at(300))
    qtbot.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=at(300))
    assert told and told[-1] == pytest.approx(300, abs=3) and told[-1] == round(told[-1])
    here = plot.cut()
    assert here is not None
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    qtbot.keyClick(plot, Qt.Key.Key_PageUp)
    assert plot.cut() == here + 17
    with qtbot.assertNotEmitted(plot.cut_moved):
        plot.set_cut(10)
        qtbot.mousePress(plot, Qt.MouseButton.LeftButton, pos=at(600))  # not at the line
        qtbot.mouseMove(plot, at(700))


def test_what_is_beyond_is_painted_as_cut(qtbot: QtBot) -> None:
    plot = made(qtbot)

    def cut_pixels() -> int:
        return int(columns_of(picture(plot), theme.current().warning_bar).sum())

    assert cut_pixels() == 0
    plot.set_cut(900)
    few = cut_pixels()
    plot.set_cut(300)
    assert cut_pixels() > 10 * few >= 0


def test_wrong_lengths_are_refused_and_emptiness_is_said(qtbot: QtBot) -> None:
    plot = made(qtbot)
    with pytest.raises(ValueError, match="one more edge"):
        plot.set_bins([0, 1], [1, 2])
    plot.set_empty("Choose a data set")
    assert plot.accessibleDescription() == "Choose a data set" and plot.share_beyond() == 0
    picture(plot)
