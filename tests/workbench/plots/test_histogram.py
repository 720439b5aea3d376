"""Histograms: what is painted is what the numbers say, and the line follows mouse and keys."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import picture
from workbench.look import theme
from workbench.plots import HistogramPlot


def columns_of(shot: np.ndarray, colour: str) -> np.ndarray:
    """How many pixels of exactly this colour each row has, shape (height,)."""
    wanted = np.array([int(colour[i : i + 2], 16) for i in (5, 3, 1)])
    return (shot[:, :, :3] == wanted).all(axis=2).sum(axis=1)


@pytest.fixture
def plot(qtbot: QtBot) -> Iterator[HistogramPlot]:
    plot = HistogramPlot("Lengths")
    plot.set_bins(np.arange(0, 1100, 100), np.array([1, 2, 3, 4, 5, 4, 3, 2, 1, 0]))
    holder = QWidget()  # a plot of pyqtgraph's cannot be closed by itself
    QVBoxLayout(holder).addWidget(plot)
    holder.resize(420, 240)
    qtbot.addWidget(holder)
    holder.show()
    yield plot


def test_share_beyond_the_line(qtbot: QtBot, plot: HistogramPlot) -> None:
    assert plot.share_beyond() == 0
    plot.set_cut(500)
    assert plot.share_beyond() == pytest.approx(10 / 25)
    plot.set_cut(550)  # half of a bin of 4 counts
    assert plot.share_beyond() == pytest.approx(8 / 25)
    plot.set_cut(5000)
    assert plot.share_beyond() == 0
    assert "line at 5,000" in plot.accessibleDescription()


def test_line_is_dragged_and_stepped(qtbot: QtBot, plot: HistogramPlot) -> None:
    plot.set_cut(500)
    told: list[float] = []
    plot.cut_moved.connect(told.append)

    def at(value: float) -> QPoint:
        return QPoint(round(plot.to_widget(value, 0).x()), 100)

    qtbot.mousePress(plot.viewport(), Qt.MouseButton.LeftButton, pos=at(500))
    qtbot.mouseMove(plot.viewport(), at(300))
    qtbot.mouseRelease(plot.viewport(), Qt.MouseButton.LeftButton, pos=at(300))
    assert told and told[-1] == pytest.approx(300, abs=3) and told[-1] == round(told[-1])
    here = plot.cut()
    assert here is not None
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    qtbot.keyClick(plot, Qt.Key.Key_PageUp)
    assert plot.cut() == here + 17
    with qtbot.assertNotEmitted(plot.cut_moved):
        plot.set_cut(10)
        qtbot.mousePress(plot.viewport(), Qt.MouseButton.LeftButton, pos=at(600))  # not at the line
        qtbot.mouseMove(plot.viewport(), at(700))


def test_what_is_beyond_is_painted_as_cut(qtbot: QtBot, plot: HistogramPlot) -> None:

    def cut_pixels() -> int:
        return int(columns_of(picture(plot), theme.current().warning_bar).sum())

    assert cut_pixels() == 0
    plot.set_cut(900)
    few = cut_pixels()
    plot.set_cut(300)
    assert cut_pixels() > 10 * few >= 0


def test_wrong_lengths_are_refused_and_emptiness_is_said(qtbot: QtBot, plot: HistogramPlot) -> None:
    with pytest.raises(ValueError, match="one more edge"):
        plot.set_bins([0, 1], [1, 2])
    plot.set_empty("Choose a data set")
    assert plot.accessibleDescription() == "Choose a data set" and plot.share_beyond() == 0
    picture(plot)
