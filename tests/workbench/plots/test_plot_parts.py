"""Parts of plots: axes, lines, smoothing and histograms."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QRegion
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import columns_of, displayed, picture, pixels
from workbench.look import formats, theme
from workbench.plots import CurvePlot, GuideLine, HistogramPlot, PlotCurve, decimate, smooth
from workbench.plots.axes import Axis

pytestmark = pytest.mark.gui


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


def by_hand(values: list[float], weight: float) -> list[float]:
    """The definition, one value at a time."""
    out, mean, seen = [], 0.0, 0
    for value in values:
        if not np.isfinite(value):
            out.append(float("nan"))
            continue
        mean = weight * mean + (1 - weight) * value
        seen += 1
        out.append(mean / (1 - weight**seen))
    return out


@pytest.mark.parametrize("weight", [0.0, 0.3, 0.9, 0.99, 0.999])
@pytest.mark.parametrize("n", [1, 2, 511, 512, 513, 3000])
def test_smoothing_is_the_debiased_mean(weight: float, n: int) -> None:
    rng = np.random.default_rng(n)
    values = rng.normal(3, 2, n)
    values[rng.random(n) < 0.05] = np.nan
    np.testing.assert_allclose(smooth(values, weight), by_hand(list(values), weight), rtol=1e-9, atol=1e-12)


def test_gaps_stay_gaps_and_change_nothing_after_them() -> None:
    smoothed = smooth([1.0, np.nan, np.inf, 2.0, 3.0], 0.5)
    assert np.isnan(smoothed[1]) and np.isnan(smoothed[2])
    np.testing.assert_allclose(smoothed[[0, 3, 4]], smooth([1.0, 2.0, 3.0], 0.5))


def test_new_values_never_change_the_past() -> None:
    values = np.random.default_rng(0).normal(size=1500)
    np.testing.assert_allclose(smooth(values, 0.98)[:1000], smooth(values[:1000], 0.98))


@given(
    arrays(np.float64, st.integers(5, 3000), elements=st.floats(-1e6, 1e6)),
    st.integers(4, 400),
)
def test_thinning_keeps_ends_extremes_and_order(y: np.ndarray, most: int) -> None:
    x = np.arange(len(y), dtype=float)
    thin_x, thin_y = decimate(x, y, most)
    assert len(thin_x) <= most
    assert (np.diff(thin_x) > 0).all()
    np.testing.assert_array_equal(thin_y, y[thin_x.astype(int)])  # only points that were there
    assert thin_x[0] == 0 and thin_x[-1] == len(y) - 1
    if len(y) > most:
        assert thin_y.min() == y.min() and thin_y.max() == y.max()


def test_a_gap_survives_thinning() -> None:
    y = np.sin(np.linspace(0, 20, 5000))
    y[2000:3000] = np.nan
    x, thin = decimate(np.arange(5000), y, 200)
    missing = np.isnan(thin)
    assert len(x) <= 200 and missing.any() and (x[missing] >= 2000).all() and (x[missing] < 3000).all()
    assert np.nanmax(thin) == np.nanmax(y)
    assert np.isnan(decimate(np.arange(5000), np.full(5000, np.nan), 100)[1]).all()


def test_a_straight_line_keeps_its_ends_and_bends() -> None:
    x, _ = decimate(np.arange(9), [0, 1, 2, 3, 2, 1, 0, 0, 0], 200)
    assert x.tolist() == [0, 3, 6, 8]


def on_screen(widget: QWidget, density: int) -> np.ndarray:
    """The widget as a screen with so many pixels for each px shows it, shape (height, width, 4)."""
    image = QImage(widget.size() * density, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(density)
    painter = QPainter(image)
    QWidget.render(widget, painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    painter.end()
    return pixels(image)


def thickness(line: np.ndarray, at: float, ink: QColor, density: int) -> float:
    """The px of ink within 4 px of the place ``at`` of a row or column of pixels."""
    near = line[round((at - 4) * density) : round((at + 4) * density), :3].astype(float)
    colours = [(each.blue(), each.green(), each.red()) for each in (theme.color("surface"), ink)]
    ground, full = np.array(colours, float)
    return float(((near - ground) @ (full - ground)).sum() / ((full - ground) @ (full - ground)) / density)


@pytest.fixture
def plot_of_lines(qtbot: QtBot) -> CurvePlot:
    made = displayed(qtbot, CurvePlot("Error"), 600, 400)
    return made


@pytest.mark.parametrize("density", [1, 2, 3])
def test_lines_have_their_width_in_px_of_the_window(plot_of_lines: CurvePlot, density: int) -> None:
    """Qt takes the width of a cosmetic pen for pixels of the screen: at 200 % curves were half as thick."""
    x = np.array([0.0, 100.0])
    plot_of_lines.set_curves(
        [PlotCurve("wide", x, np.full(2, 2.0), 1), PlotCurve("thin", x, np.full(2, 1.0), 2, width=1)]
    )
    plot_of_lines.set_guides([GuideLine(30.0, "", "stage")])
    shot = on_screen(plot_of_lines.canvas, density)
    for level, slot, width in ((2.0, 1, 2), (1.0, 2, 1)):
        place = plot_of_lines.canvas.to_widget(55.0, level)
        column = shot[:, round(place.x()) * density]
        assert thickness(column, place.y(), theme.series_color(slot), density) == pytest.approx(
            width, rel=0.15
        )
    place = plot_of_lines.canvas.to_widget(30.0, 1.55)
    row = shot[round(place.y()) * density]
    assert thickness(row, place.x(), theme.color("text2"), density) == pytest.approx(1, rel=0.15)


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
