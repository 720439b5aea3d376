"""Lines over data and outlines of marks: as thick at 200 % as at 100 %."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage, QPainter, QRegion
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import pixels
from workbench.look import theme
from workbench.plots import CurvePlot, GuideLine, PlotCurve

pytestmark = pytest.mark.gui


def on_screen(widget: QWidget, density: int) -> np.ndarray:
    """The widget as a screen with so many pixels for each px shows it, shape (height, width, 4)."""
    image = QImage(widget.size() * density, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(density)
    painter = QPainter(image)
    QWidget.render(widget, painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    painter.end()
    return pixels(image)


def inked(shot: np.ndarray, colour: QColor) -> np.ndarray:
    """Where a picture has a colour, or nearly."""
    away = np.abs(shot[..., :3].astype(int) - (colour.blue(), colour.green(), colour.red()))
    return away.sum(axis=2) < 60


def thickness(line: np.ndarray, at: float, ink: QColor, density: int) -> float:
    """The px of ink within 4 px of the place ``at`` of a row or column of pixels."""
    near = line[round((at - 4) * density) : round((at + 4) * density), :3].astype(float)
    colours = [(each.blue(), each.green(), each.red()) for each in (theme.color("surface"), ink)]
    ground, full = np.array(colours, float)
    return float(((near - ground) @ (full - ground)).sum() / ((full - ground) @ (full - ground)) / density)


@pytest.fixture
def plot(qtbot: QtBot) -> CurvePlot:
    made = CurvePlot("Error")
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


@pytest.mark.parametrize("density", [1, 2, 3])
def test_lines_have_their_width_in_px_of_the_window(plot: CurvePlot, density: int) -> None:
    """Qt takes the width of a cosmetic pen for pixels of the screen: at 200 % curves were half as thick."""
    x = np.array([0.0, 100.0])
    plot.set_curves(
        [PlotCurve("wide", x, np.full(2, 2.0), 1), PlotCurve("thin", x, np.full(2, 1.0), 2, width=1)]
    )
    plot.set_guides([GuideLine(30.0, "", "stage")])
    shot = on_screen(plot.canvas, density)
    for level, slot, width in ((2.0, 1, 2), (1.0, 2, 1)):
        place = plot.canvas.to_widget(55.0, level)
        column = shot[:, round(place.x()) * density]
        assert thickness(column, place.y(), theme.series_color(slot), density) == pytest.approx(
            width, rel=0.15
        )
    place = plot.canvas.to_widget(30.0, 1.55)
    row = shot[round(place.y()) * density]
    assert thickness(row, place.x(), theme.color("text2"), density) == pytest.approx(1, rel=0.15)
