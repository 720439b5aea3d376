"""Curve plots: what is drawn, read out, tabled and saved."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import has_colour, picture, pixels
from workbench.look import theme
from workbench.plots import CurvePlot, GuideLine, LinkedCrosshair, PlotCurve, RangeNote
from workbench.plots.axes import log_ticks, tick_text
from workbench.plots.plot_card import set_notes


def line(key: str = "a", n: int = 50, slot: int = 1, **more: object) -> PlotCurve:
    x = np.arange(1, n + 1, dtype=float)
    return PlotCurve(key, x, 1 + 10 / x, slot, f"run {key}", **more)  # type: ignore[arg-type]


def shown(qtbot: QtBot, *curves: PlotCurve, **options: object) -> CurvePlot:
    plot = CurvePlot("Training loss", **options)  # type: ignore[arg-type]
    qtbot.addWidget(plot)
    plot.resize(600, 400)
    plot.set_curves(curves)
    plot.show()
    qtbot.waitExposed(plot)
    return plot


def points(plot: CurvePlot, key: str, part: str = "line") -> tuple[np.ndarray, np.ndarray]:
    item = plot._drawn[key]._items.get(part)  # none while there is nothing to draw
    x, y = item.getData() if item is not None else ((), ())
    return np.asarray(x), np.asarray(y)


# -- drawing -----------------------------------------------------------------------------------------------


def test_long_curves_are_thinned_and_keep_their_extremes(qtbot: QtBot) -> None:
    n = 20_000
    y = np.random.default_rng(0).normal(size=n)
    y[12_345] = 50.0
    plot = shown(qtbot, PlotCurve("a", np.arange(n, dtype=float), y))
    _, drawn = points(plot, "a")
    assert len(drawn) <= 1000 and drawn.max() == 50.0


def test_zooming_draws_the_detail(qtbot: QtBot) -> None:
    n = 20_000
    plot = shown(qtbot, PlotCurve("a", np.arange(n, dtype=float), np.random.default_rng(0).normal(size=n)))
    plot.canvas.box.setXRange(5000, 5400, padding=0)
    x, _ = points(plot, "a")
    inside = (x >= 5000) & (x <= 5400)
    assert inside.sum() == 401  # each of them, not one in twenty
    assert plot.canvas.is_zoomed()
    plot.canvas.show_all()
    assert not plot.canvas.is_zoomed()


def test_log_axis_leaves_gaps_where_there_is_no_logarithm(qtbot: QtBot) -> None:
    y = np.array([1.0, 0.1, 0.0, -3.0, 0.01])
    plot = shown(qtbot, PlotCurve("a", np.arange(5.0), y), log_y=True)
    np.testing.assert_allclose(points(plot, "a")[1], [0, -1, np.nan, np.nan, -2])
    low, high = plot.canvas.box.viewRange()[1]
    assert low < -2 and high > 0


def test_marks_ring_and_band_are_drawn(qtbot: QtBot) -> None:
    curve = line(n=10, markers=True, end_dot=True, ring=(1.0, 3.0, "3.00"))
    curve = replace(curve, x=curve.x / 5, band=(curve.y - 0.2, curve.y + 0.2))
    plot = shown(qtbot, curve)
    items = plot._drawn["a"]._items
    assert len(items["dots"].xData) == 10
    assert isinstance(items["band"], pg.FillBetweenItem)
    colour = theme.series_color(curve.slot)

    def drawn_at(place: QPointF) -> QColor:
        return plot.canvas.grab().toImage().pixelColor(place.toPoint())

    def like(one: QColor, other: QColor) -> bool:
        return all(abs(a - b) < 60 for a, b in zip(one.getRgb(), other.getRgb(), strict=True))

    (end, _, ringed), (ring, _, is_ring) = plot._marks.marks([curve])
    assert (ringed, is_ring) == (False, True)
    assert ring == plot.canvas.to_widget(1.0, 3.0)
    assert all(like(drawn_at(end + QPointF(side, 0)), colour) for side in (-4, 3)), "a filled dot"
    dot = plot.canvas.to_widget(0.2, 11.0)
    assert [like(drawn_at(dot + QPointF(side, 0)), colour) for side in (2, 6)] == [True, False], "it is round"
    edge = [drawn_at(ring + QPointF(0, away)) for away in (6, 7, 8)]
    assert any(like(each, colour) for each in edge), "the line of the ring"
    assert not any(like(drawn_at(ring + QPointF(0, side)), colour) for side in (-5, 5)), "it is hollow"


def test_values_of_close_rings_avoid_each_other(qtbot: QtBot) -> None:
    best = {"a": 5.44, "b": 5.42, "c": 5.40}
    curves = [
        replace(line(key, slot=i), y=np.linspace(9, value, 50), ring=(50.0, value, f"{value:.2f}"))
        for i, (key, value) in enumerate(best.items(), 1)
    ]
    plot = shown(qtbot, *curves)
    labels = plot._marks.ring_labels(plot.canvas.plot_rect(), curves)
    boxes = {text: box for box, text in labels}
    assert "5.40" in boxes and "5.44" in boxes
    for text, box in boxes.items():
        assert not any(box.intersects(other) for name, other in boxes.items() if name != text)
    places = {f"{v:.2f}": plot.canvas.to_widget(50.0, v).y() for v in best.values()}
    assert boxes["5.40"].top() > places["5.40"]  # the lowest has its value beneath, the next above
    assert min(box.top() for box in boxes.values()) < min(places.values())
    assert all(plot.canvas.rect().contains(box.toAlignedRect()) for box in boxes.values())


def test_a_diverged_run_does_not_flatten_the_rest(qtbot: QtBot) -> None:
    good = [replace(line(key, slot=i), y=np.linspace(5 + i / 10, 4, 50)) for i, key in enumerate("abc", 1)]
    bad = PlotCurve("bad", np.arange(1, 51.0), np.full(50, 400.0), 4, "lr 1e-3")
    plot = shown(qtbot, *good, bad)
    assert plot.canvas.box.viewRange()[1][1] < 10
    assert plot.readout is not None and "lr 1e-3: 400" in plot.readout.accessibleName()
    plot.set_curves([good[0], bad])  # of two, neither is the odd one
    assert plot.canvas.box.viewRange()[1][1] > 300


def test_empty_plot_says_what_fills_it(qtbot: QtBot) -> None:
    plot = shown(qtbot, empty="Appears once a run has started.")
    before = picture(plot.canvas)
    plot.set_empty("")
    assert not np.array_equal(before, picture(plot.canvas))
    plot.set_curves([PlotCurve("a", np.empty(0), np.empty(0))])  # a run that has not logged yet
    plot.set_curves([PlotCurve("a", np.array([1.0]), np.array([np.nan]))])
    plot.set_curves([PlotCurve("a", np.array([1.0]), np.array([2.0]))])
    low, high = plot.canvas.x_range()
    assert low < 1 < high


def test_a_stretch_without_curves_says_why(qtbot: QtBot) -> None:
    x = np.arange(59.0, 101.0)
    plot = shown(qtbot, PlotCurve("a", x, np.full(42, 2.0)), empty="Nothing yet")
    plot.set_x_range(0.0, 100.0)
    area = plot.canvas.plot_rect()
    before = picture(plot.canvas)
    plot.set_range_notes([RangeNote(0.0, 59.0, "trained by run 3"), RangeNote(59.0, 100.0, "not said")])
    ((box, text),) = plot._marks.range_notes(area)
    assert text == "trained by run 3" and area.contains(box)
    changed = np.argwhere((picture(plot.canvas) != before).any(axis=2))
    assert len(changed) and changed[:, 1].max() < plot.canvas.to_widget(59.0, 2.0).x()
    plot.set_range_notes([RangeNote(0.0, 3.0, "trained by run 3")])
    assert plot._marks.range_notes(area) == [], "no room"
    plot.set_curves([])
    plot.set_range_notes([RangeNote(0.0, 100.0, "trained by run 3")])
    said = picture(plot.canvas)
    plot.set_empty("")
    assert np.array_equal(said, picture(plot.canvas)), "in place of what an empty plot says"


def test_guides_are_vertical_lines(qtbot: QtBot) -> None:
    plot = shown(qtbot, line())
    plot.set_guides(
        [GuideLine(10, "epoch 1"), GuideLine(20, "2 Fine-tuning", "stage"), GuideLine(1.5, style="level")]
    )
    assert [item.angle for item in plot.canvas._guide_lines] == [90, 90, 0]
    assert all(item.pen.isCosmetic() for item in plot.canvas._guide_lines)
    first = plot.canvas._guide_lines[0]
    plot.set_guides(
        [GuideLine(10, "epoch 1"), GuideLine(20, "2 Fine-tuning", "stage"), GuideLine(1.5, style="level")]
    )
    assert plot.canvas._guide_lines[0] is first
    plot.set_guides([])
    assert plot.canvas._guide_lines == [] and first.scene() is None


# -- ticks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "step", "text"),
    [
        (0.0, 1, "0"),
        (2500, 500, "2,500"),
        (6.5, 0.5, "6.5"),
        (1.25, 0.25, "1.25"),
        (-3, 1, "−3"),
        (2e-5, 5e-6, "2e-5"),
    ],
)
def test_ticks_have_the_decimals_they_need(value: float, step: float, text: str) -> None:
    assert tick_text(value, step) == text


def test_log_ticks_are_round_and_few() -> None:
    assert [round(10**t, 6) for t in log_ticks(-2, 0, 6)] == [0.01, 0.03, 0.1, 0.3, 1]
    assert len(log_ticks(-6, 3, 6)) <= 6
    narrow = [10**t for t in log_ticks(np.log10(2.1), np.log10(2.9), 5)]
    assert narrow == pytest.approx([2.2, 2.4, 2.6, 2.8])
    between = [10**t for t in log_ticks(np.log10(0.9), np.log10(3.8), 6)]
    assert between == pytest.approx([1, 1.5, 2, 2.5, 3, 3.5]), "1 and 2 alone would leave half of it empty"


# -- cross-hair and readout --------------------------------------------------------------------------------


def test_readout_has_the_last_values_then_those_at_the_cross_hair(qtbot: QtBot) -> None:
    curve = PlotCurve(
        "a", np.array([10.0, 20.0, 30.0]), np.array([3.0, 2.0, np.nan]), 1, "run a", markers=True
    )
    hidden = replace(line("b"), in_readout=False)
    plot = shown(qtbot, curve, hidden, y_text=lambda v: f"{v:.1f}")
    assert plot.readout is not None
    assert plot.readout.accessibleName() == "Last. run a: 2.0"
    plot.set_cross(13.0)
    assert plot.readout.accessibleName() == "At 10. run a: 3.0" or "At 10.0" in plot.readout.accessibleName()
    plot.set_cross(24.0)
    assert "run a: 2.0" in plot.readout.accessibleName()  # the nearest with a value
    plot.set_cross(29.0)
    assert "run a: –" in plot.readout.accessibleName()  # it ended before
    plot.set_cross(None)
    assert plot.readout.accessibleName().startswith("Last")


def test_cross_hair_is_shared(qtbot: QtBot) -> None:
    plots = [shown(qtbot, line()), shown(qtbot, line(n=30))]
    link = LinkedCrosshair(plots)
    moved: list[float] = []
    link.moved.connect(moved.append)
    plots[0].canvas.hovered.emit(12.0)
    assert [p.cross() for p in plots] == [12.0, 12.0] and moved == [12.0] and link.x() == 12.0
    qtbot.keyClick(plots[1].canvas, Qt.Key.Key_Right)
    assert plots[0].cross() == plots[1].cross() == 13.0
    plots[0].canvas.hovered.emit(float("nan"))  # the mouse leaves: the values stay to be read
    assert plots[1].cross() == 13.0
    link.clear()
    assert [p.cross() for p in plots] == [None, None] and np.isnan(moved[-1])


# -- table and export --------------------------------------------------------------------------------------


def test_table_has_every_value_of_every_curve(qtbot: QtBot) -> None:
    a = PlotCurve("a", np.array([1.0, 2.0, 3.0]), np.array([5.0, 4.0, np.nan]), 1, "run a")
    b = PlotCurve("b", np.array([2.0, 4.0]), np.array([0.25, 0.125]), 2, "run b", raw=np.array([0.3, 0.1]))
    plot = shown(qtbot, a, b, x_title="Step")
    heads, *rows = plot.table.texts()
    assert heads == ["Step", "run a", "run b, smoothed", "run b"]
    assert rows == [
        ["1", "5.00", "", ""],
        ["2", "4.00", "0.250", "0.300"],
        ["3", "", "", ""],
        ["4", "", "0.125", "0.100"],
    ]
    plot.table_button.click()
    assert plot.numbers.isVisible() and not plot.canvas.isVisible()
    plot.set_curves([a])
    assert plot.table.texts()[0] == ["Step", "run a"]
    plot.table_button.click()
    assert plot.canvas.isVisible()


@pytest.mark.parametrize("suffix", [".png", ".svg", ".csv"])
def test_saved_files_hold_the_plot(qtbot: QtBot, tmp_path: Path, suffix: str) -> None:
    curve = PlotCurve("a", np.array([1.0, 2.5]), np.array([0.1, 1 / 3]), 1, "run, a")
    plot = shown(qtbot, curve)
    path = tmp_path / f"loss{suffix}"
    with qtbot.waitSignal(plot.notice) as told:
        plot.save(path)
    assert told.args == [f"Saved loss{suffix}"]
    if suffix == ".png":
        picture_of = QImage(str(path))
        assert picture_of.width() > 2 * plot.canvas.width()  # with the y axis's name at its left
    elif suffix == ".svg":
        root = ET.fromstring(path.read_text(encoding="utf-8"))
        words = "".join(root.itertext())
        assert root.tag.endswith("svg")
        for name in ("Training loss", "Step", "run, a"):  # the title, the x axis, the legend
            assert name in words
    else:
        with path.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.reader(lines))
        assert rows[0] == ["Step", "run, a"]
        assert [[float(v) for v in row] for row in rows[1:]] == [[1.0, 0.1], [2.5, 1 / 3]]


def test_a_picture_is_on_light_ground_without_the_cross_hair(qtbot: QtBot) -> None:
    plot = shown(qtbot, line("a"), line("b", slot=6))
    theme.set_mode("dark")
    plain = plot.picture().image()
    plot.set_cross(5.0)
    plot.canvas.setFocus()
    assert plot.picture().image() == plain
    assert plot.canvas._cross.isVisible()  # where it was
    assert plain.pixelColor(2, 2).name() == theme.LIGHT.surface.lower()
    assert has_colour(pixels(plain), theme.LIGHT.series[0], 2, least=50)
    assert not has_colour(pixels(plain), theme.DARK.series[0], 2, least=50)
    assert theme.current() is theme.DARK
    assert has_colour(picture(plot.canvas), theme.DARK.series[0], 2, least=50)  # the window's is as it was


def test_a_picture_carries_what_its_page_says_of_all_figures(qtbot: QtBot, tmp_path: Path) -> None:
    plot, page = shown(qtbot, line("a")), QWidget()
    plot.setParent(page)
    plain = plot.picture()
    set_notes(page, "Texts of a grammar.")
    plot.save(tmp_path / "noted.svg")
    qtbot.waitUntil((tmp_path / "noted.svg").exists)
    qtbot.waitUntil(lambda: "Texts of a grammar." in (tmp_path / "noted.svg").read_text("utf-8"))
    assert plot.picture() == plain, "on the page it stands once, not at every plot"
    set_notes(page, "")
    plot.save(tmp_path / "plain.svg")
    qtbot.waitUntil((tmp_path / "plain.svg").exists)
    qtbot.waitUntil(lambda: "</svg>" in (tmp_path / "plain.svg").read_text("utf-8"))
    assert "grammar" not in (tmp_path / "plain.svg").read_text("utf-8")
    plot.setParent(None)  # the test's again, which closes it


def test_failed_and_unknown_exports_say_so(qtbot: QtBot, tmp_path: Path) -> None:
    plot = shown(qtbot, line())
    with qtbot.waitSignal(plot.notice) as told:
        plot.save(tmp_path / "missing" / "loss.csv")
    assert "not saved" in told.args[0]
    with pytest.raises(ValueError, match=".gif"):
        plot.save(tmp_path / "loss.gif")


# -- zooming with the mouse, and the y axis as its reader wants it -------------------------------------------


def drag(qtbot: QtBot, plot: CurvePlot, first: float, last: float, shift: bool = False) -> None:
    """Drag over the plot from one x to another, half-way up."""
    keys = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    low, high = plot.canvas.box.viewRange()[1]
    places = [plot.canvas.to_widget(x, (low + high) / 2).toPoint() for x in np.linspace(first, last, 6)]
    view, left = plot.canvas.viewport(), Qt.MouseButton.LeftButton
    QTest.mouseMove(view, places[0])
    QTest.mousePress(view, left, keys, places[0])
    for place in places[1:]:
        event = QMouseEvent(
            QEvent.Type.MouseMove, QPointF(place), QPointF(view.mapToGlobal(place)),
            Qt.MouseButton.NoButton, left, keys,
        )  # fmt: skip
        QApplication.sendEvent(view, event)
    QTest.mouseRelease(view, left, keys, places[-1])


@pytest.fixture
def every_move() -> Iterator[None]:
    """Moves of the mouse that follow each other faster than a hand's are seen too."""
    before = pg.getConfigOption("mouseRateLimit")
    pg.setConfigOption("mouseRateLimit", 0)
    yield
    pg.setConfigOption("mouseRateLimit", before)


@pytest.mark.usefixtures("every_move")
def test_dragging_over_a_plot_shows_that_part_and_then_moves_it(qtbot: QtBot) -> None:
    plot = shown(qtbot, line("a", n=100))
    drag(qtbot, plot, 20, 60)
    assert plot.canvas.x_range() == pytest.approx((20, 60), abs=1)
    drag(qtbot, plot, 50, 40)  # a part is moved: what was at 50 is at 40
    assert plot.canvas.x_range() == pytest.approx((30, 70), abs=1)
    drag(qtbot, plot, 60, 40, shift=True)
    assert plot.canvas.x_range() == pytest.approx((40, 60), abs=1)
    assert not plot.canvas.box._region.isVisible()
    qtbot.mouseDClick(plot.canvas.viewport(), Qt.MouseButton.LeftButton)
    assert not plot.canvas.is_zoomed()


def test_the_scale_of_the_y_axis_is_chosen_in_the_menu_of_a_right_click(qtbot: QtBot) -> None:
    x = np.arange(1, 101, dtype=float)
    plot = shown(qtbot, PlotCurve("a", x, 10.0**-x / 1e-3 + 1e-3), PlotCurve("b", x, np.full(100, 50.0)))
    menus: list[QMenu] = []
    with qtbot.waitSignal(plot.canvas.menu_requested):
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(200, 200), QPoint(200, 200))
        QApplication.sendEvent(plot.canvas.viewport(), event)
    menus += plot.canvas.findChildren(QMenu)
    entries = {action.text(): action for action in menus[0].actions() if action.text()}
    assert list(entries) == ["Show all", "Logarithmic y axis", "Copy picture"]
    assert not entries["Show all"].isEnabled() and not entries["Logarithmic y axis"].isChecked()
    entries["Logarithmic y axis"].trigger()
    _, drawn = points(plot, "b")
    assert drawn == pytest.approx(np.log10(50.0))
    entries["Logarithmic y axis"].trigger()
    assert points(plot, "b")[1] == pytest.approx(50.0)
