"""Curve plots: what is drawn, read out, tabled and saved."""

from __future__ import annotations

import csv
import math
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QMenu, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import Paints, has_colour, picture, pixels, run_events
from workbench.look import formats, theme
from workbench.plots import CurvePlot, GuideLine, LinkedCrosshair, PlotCurve, RangeNote, export, smooth
from workbench.plots.annotations import runs_through
from workbench.plots.axes import Axis, linear_ticks, log_ticks, tick_text, tick_texts
from workbench.plots.curve_plot import AT_ONCE
from workbench.plots.picture import LegendLine
from workbench.plots.plot_card import set_notes
from workbench.plots.y_axis import YAxis, YAxisDialog


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


def test_lines_are_drawn_in_their_runs_colours(qtbot: QtBot) -> None:
    plot = shown(qtbot, line("a", slot=1), replace(line("b", slot=2), y=np.linspace(3, 5, 50)))
    for mode in ("light", "dark"):
        theme.set_mode(mode)
        shot = picture(plot.canvas)
        for slot in (0, 1):
            assert has_colour(shot, theme.current().series[slot], 2, least=50)
        assert not has_colour(shot, theme.current().series[2], 2, least=50)


def test_what_is_marked_at_the_edges_is_seen_whole(qtbot: QtBot) -> None:
    """Rings at an error of 0 were cut in half, and names of epochs lay on the curve."""
    falling = replace(line("a"), y=np.linspace(10, 0, 50))
    bare = shown(qtbot, falling)
    assert bare._y_limits()[0] == 0.0
    ringed = shown(qtbot, replace(falling, ring=(50, 0, "0.00")))
    assert ringed._y_limits()[0] < -0.5
    ringed.set_guides([GuideLine(10, "epoch 1")])
    assert ringed._y_limits()[1] - 10 > bare._y_limits()[1] - 10 > 0
    ringed.set_guides([])
    assert ringed._y_limits()[1] == bare._y_limits()[1]


def test_a_curve_that_is_nothing_but_zero_has_an_axis_to_read(qtbot: QtBot) -> None:
    """It was drawn from 0 to 1e-12: the errors of a model that makes none."""
    flat = replace(line("a"), y=np.zeros(50))
    assert shown(qtbot, flat)._y_limits() == (0.0, 1.0)
    assert shown(qtbot, replace(flat, y=np.full(50, 2e-5)))._y_limits() == pytest.approx((1.9e-5, 2.1e-5))


def test_long_curves_are_thinned_and_keep_their_extremes(qtbot: QtBot) -> None:
    n = 20_000
    y = np.random.default_rng(0).normal(size=n)
    y[12_345] = 50.0
    plot = shown(qtbot, PlotCurve("a", np.arange(n, dtype=float), y))
    _, drawn = points(plot, "a")
    assert len(drawn) <= 1000 and drawn.max() == 50.0


def test_points_get_dots_only_where_they_can_be_told_apart(qtbot: QtBot) -> None:
    n = 5000
    plot = shown(qtbot, PlotCurve("a", np.arange(n, dtype=float), np.full(n, 2.0), markers=True))
    assert len(points(plot, "a", "dots")[0]) == 0
    plot.canvas.box.setXRange(100, 150, padding=0)
    qtbot.waitUntil(lambda: len(points(plot, "a", "dots")[0]) > 0)
    seen, _ = points(plot, "a", "dots")
    assert set(range(101, 150)) <= set(seen) and len(seen) < 60


def test_many_curves_are_drawn_in_portions_and_with_fewer_points(qtbot: QtBot) -> None:
    """Each portion in a call of its own; a picture has them all at once."""
    n, keys = 3000, [str(number) for number in range(40)]
    x, values = np.arange(n, dtype=float), np.random.default_rng(0).normal(size=(len(keys), n))
    curves = [PlotCurve(key, x, y) for key, y in zip(keys, values, strict=True)]
    plot = shown(qtbot)
    plot.set_curves(curves)
    assert plot.curves() == curves and 0 < len(plot._drawn) <= AT_ONCE
    qtbot.waitUntil(lambda: list(plot._drawn) == keys)
    for key, y in zip(keys, values, strict=True):
        _, drawn = points(plot, key)
        assert len(drawn) <= 300 and drawn.min() == y.min() and drawn.max() == y.max()
    assert len(plot.table()._x) == n
    plot.set_curves(curves[:1])
    assert list(plot._drawn) == keys[:1] and len(points(plot, "0")[0]) > 900
    plot.set_curves(curves)
    plot.picture()
    assert list(plot._drawn) == keys


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


def test_update_touches_only_what_changed(qtbot: QtBot) -> None:
    a, b = line("a"), line("b", slot=2)
    plot = shown(qtbot, a, b)
    items = {key: plot._drawn[key]._items["line"] for key in "ab"}
    redrawn: list[str] = []
    for key, item in items.items():
        item.sigPlotChanged.connect(lambda _item, key=key: redrawn.append(key))
    longer = replace(b, x=np.append(b.x, 51.0), y=np.append(b.y, 1.0))
    plot.set_curves([replace(a), longer])
    assert redrawn == ["b"]
    assert plot._drawn["b"]._items["line"] is items["b"] and len(points(plot, "b")[0]) == 51
    plot.set_curves([longer])
    assert "a" not in plot._drawn and items["a"].scene() is None


def test_log_axis_leaves_gaps_where_there_is_no_logarithm(qtbot: QtBot) -> None:
    y = np.array([1.0, 0.1, 0.0, -3.0, 0.01])
    plot = shown(qtbot, PlotCurve("a", np.arange(5.0), y), log_y=True)
    np.testing.assert_allclose(points(plot, "a")[1], [0, -1, np.nan, np.nan, -2])
    low, high = plot.canvas.box.viewRange()[1]
    assert low < -2 and high > 0


def test_smoothed_over_raw(qtbot: QtBot) -> None:
    raw = np.random.default_rng(0).normal(size=4000)
    x = np.arange(4000.0)
    plot = shown(qtbot, PlotCurve("a", x, smooth(raw, 0.95), raw=raw))
    items = plot._drawn["a"]._items
    assert items["raw"].opts["pen"].widthF() == 1
    assert items["line"].opts["pen"].widthF() == 2
    assert items["line"].opts["segmentedLineMode"] == "on"
    assert items["raw"].zValue() < items["line"].zValue()


def test_dashes_go_on_from_point_to_point(qtbot: QtBot) -> None:
    """A hundred points a few pixels apart: drawn piece by piece, each piece would be one dash, the line solid."""
    x = np.arange(100.0)
    levels = [
        PlotCurve(f"level {y}", x, np.full(100, y), slot, "") for slot, y in ((1, 1.0), (5, 2.0), (2, 3.0))
    ]
    plot = shown(qtbot, *levels)
    box, shot = plot.canvas.box, picture(plot.canvas)

    def inked(slot: int, y: float) -> float:
        """The share of the level's pixels that have its colour."""
        ends = [plot.canvas.mapFromScene(box.mapViewToScene(QPointF(at, y))) for at in (5.0, 95.0)]
        colour = theme.series_color(slot)
        band = shot[ends[0].y() - 1 : ends[0].y() + 2, ends[0].x() : ends[1].x(), :3].astype(int)
        away = np.abs(band - (colour.blue(), colour.green(), colour.red())).sum(2).min(0)
        return float(np.mean(away < 60))

    assert inked(1, 1.0) > 0.99 and inked(2, 3.0) > 0.99, "solid"
    assert 0.5 < inked(5, 2.0) < 0.85, "dashes of 6, gaps of 3"


def test_marks_ring_and_band_are_drawn(qtbot: QtBot) -> None:
    curve = line(markers=True, end_dot=True, ring=(10.0, 2.0, "2.00"))
    curve = replace(curve, band=(curve.y - 0.2, curve.y + 0.2))
    plot = shown(qtbot, curve)
    items = plot._drawn["a"]._items
    assert len(items["dots"].data) == 50
    assert isinstance(items["band"], pg.FillBetweenItem)
    colour = theme.series_color(curve.slot)

    def drawn_at(place: QPointF) -> QColor:
        return plot.canvas.grab().toImage().pixelColor(place.toPoint())

    def like(one: QColor, other: QColor) -> bool:
        return all(abs(a - b) < 60 for a, b in zip(one.getRgb(), other.getRgb(), strict=True))

    (end, _, ringed), (ring, _, is_ring) = plot._marks.marks([curve])
    assert (ringed, is_ring) == (False, True)
    assert ring == plot.canvas.to_widget(10.0, 2.0)
    assert all(like(drawn_at(end + QPointF(side, 0)), colour) for side in (-4, 3)), "a filled dot"
    edge = [drawn_at(ring + QPointF(0, away)) for away in (6, 7, 8)]
    assert any(like(each, colour) for each in edge), "the line of the ring"
    assert not any(like(drawn_at(ring + QPointF(0, side)), colour) for side in (-5, 5)), "it is hollow"


def test_a_new_ring_leaves_the_line_as_it_is(qtbot: QtBot) -> None:
    curve = line(ring=(10.0, 2.0, "2.00"))
    plot = shown(qtbot, curve)
    before = plot._drawn["a"]._items["line"]
    plot.set_curves([replace(curve, ring=(20.0, 1.5, "1.50"), end_dot=True)])
    assert plot._drawn["a"]._items["line"] is before
    assert [is_ring for _, _, is_ring in plot._marks.marks(plot.curves())] == [False, True]


def test_a_plot_is_painted_once_for_all_that_changes_with_its_curves(qtbot: QtBot) -> None:
    """Wider numbers, other ends of the axes, names that need more lines: nothing of it is found out by painting."""
    plot = shown(qtbot, line("a"))
    run_events()
    paints = Paints(plot.canvas.viewport())
    many = [
        PlotCurve(
            f"{i}", np.arange(200.0), np.linspace(i, 12345.0 * i, 200), i, f"a strategy of long name {i}"
        )
        for i in range(1, 13)
    ]
    plot.set_curves(many)
    run_events()
    assert len(paints.painted) == 1
    plot.canvas.box.setXRange(50, 100, padding=0)
    run_events()
    assert len(paints.painted) == 2


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


@pytest.mark.parametrize("height", [376, 384, 392])
def test_values_of_rings_above_each_other_stand_in_their_order(qtbot: QtBot, height: int) -> None:
    """Two learning rates of the Quickstart with two seeds each: three end at their best, and room is scarce there."""
    steps = np.array([32.0, 63.0, 95.0, 126.0, 158.0, 189.0])
    errors = [
        [54.05, 21.62, 11.71, 8.11, 7.21, 6.31],
        [51.35, 33.33, 18.92, 12.61, 9.91, 9.01],
        [6.31, 4.5, 1.8, 0.9, 0.9, 0.0],
        [13.51, 6.31, 5.41, 3.6, 0.0, 0.0],
    ]
    curves = [
        PlotCurve(
            f"run {i}", steps, np.array(y), i + 1, "", markers=True,
            ring=(float(steps[np.argmin(y)]), min(y), f"{min(y):.2f}"),
        )
        for i, y in enumerate(errors)
    ]  # fmt: skip
    plot = shown(qtbot, *curves)
    plot.resize(340, height)
    run_events()
    tops = {text: box.top() for box, text in plot._marks.ring_labels(plot.canvas.plot_rect(), curves)}
    assert tops["9.01"] < tops["6.31"]


def test_among_many_rings_none_has_its_value_over_another(qtbot: QtBot) -> None:
    """Twelve runs on a small plot: whose value has no room is told by the table; few points are covered by none."""
    ends = np.random.default_rng(5).uniform(38, 52, 12)
    curves = [
        PlotCurve(
            f"run {i}", np.array([10.0, 20.0 + i % 3]), np.array([55.0, end]), i + 1, "", markers=True,
            ring=(20.0 + i % 3, end, f"{end:.2f}"),
        )
        for i, end in enumerate(ends)
    ]  # fmt: skip
    plot = shown(qtbot, *curves)
    labels = plot._marks.ring_labels(plot.canvas.plot_rect(), curves)
    assert len(labels) >= 3
    centres = [plot.canvas.to_widget(20.0 + i % 3, end) for i, end in enumerate(ends)]
    assert not any(box.contains(centre) for box, _ in labels for centre in centres)
    alone = plot._marks.ring_labels(plot.canvas.plot_rect(), [replace(curves[0], x=np.array([20.0, 20.0]))])
    assert [text for _, text in alone] == [f"{ends[0]:.2f}"]


def test_values_of_rings_stand_where_no_line_runs_through_them(qtbot: QtBot) -> None:
    """A line just beneath the ring takes the place where its value would be: the value stands above."""
    x = np.array([0.0, 50.0, 100.0])
    low = PlotCurve("low", x, np.array([0.0, 0.0, 0.0]), 1, "", markers=True)
    ringed = PlotCurve("a", x, np.array([9.0, 8.0, 9.0]), 2, "", markers=True, ring=(50.0, 8.0, "8.00"))
    plot = shown(qtbot, low, ringed)

    def beneath(curves: list[PlotCurve]) -> bool:
        plot.set_curves(curves)
        ((box, _text),) = plot._marks.ring_labels(plot.canvas.plot_rect(), curves)
        return box.top() > plot.canvas.to_widget(50.0, 8.0).y()

    assert beneath([low, ringed])
    top, bottom = (plot.canvas.to_widget(50.0, at).y() for at in (8.0, 0.0))
    value = 8.0 * (bottom - top - theme.sizes().px(16)) / (bottom - top)  # runs through the place beneath
    gap = PlotCurve("gap", x, np.array([value, np.nan, value]), 1, "", markers=True)
    assert beneath([low, gap, ringed]), "no line runs through a gap"
    crossing = PlotCurve("crossing", x[[0, 2]], np.array([value, value]), 1, "", markers=True)
    assert not beneath([low, crossing, ringed])


def test_many_places_are_those_of_each(qtbot: QtBot) -> None:
    plot = shown(qtbot, replace(line(), x=np.linspace(2e5, 9e5, 50), y=np.linspace(1e-6, 4e-6, 50)))
    x, y = np.array([2e5, np.nan, 9e5]), np.array([1e-6, 2e-6, 4e-6])
    for (px, py), one, other in zip(plot.canvas.places(x, y), x, y, strict=True):
        if math.isfinite(one):
            place = plot.canvas.to_widget(one, other)
            assert (px, py) == pytest.approx((place.x(), place.y()))
        else:
            assert math.isnan(px)


def test_a_line_touches_a_box_that_it_crosses_without_a_point_in_it() -> None:
    box = QRectF(10, 10, 20, 10)
    lines = {
        True: [((0, 0), (40, 30)), ((15, 0), (15, 50)), ((12, 12), (13, 13))],
        False: [((0, 25), (40, 25)), ((0, 20), (12, 40)), ((35, 0), (35, 50))],
    }
    for crosses, given in lines.items():
        for begin, end in given:
            assert runs_through(box, np.array([begin], float), np.array([end], float)) is crosses, (
                begin,
                end,
            )
    assert not runs_through(box, np.empty((0, 2)), np.empty((0, 2)))


def test_the_x_axis_takes_its_own_words_back(qtbot: QtBot) -> None:
    plot = shown(qtbot, line())
    plot.set_x_text("Training time, s", lambda x: f"{x:.0f} s")
    plot.set_cross(10.0)
    assert plot.readout is not None and plot.readout.accessibleName().startswith("At 10 s.")
    assert plot.table().headerData(0, Qt.Orientation.Horizontal) == "Training time, s"
    plot.set_x_text("Step", None)
    plot.set_cross(30.0)
    assert plot.readout.accessibleName().startswith("At 30.")
    assert plot.table().headerData(0, Qt.Orientation.Horizontal) == "Step"
    with qtbot.assertNotEmitted(plot.table().modelReset):
        plot.set_x_text("Step", None)  # no change: a table that is looked at keeps its place


def test_a_diverged_run_does_not_flatten_the_rest(qtbot: QtBot) -> None:
    good = [replace(line(key, slot=i), y=np.linspace(5 + i / 10, 4, 50)) for i, key in enumerate("abc", 1)]
    bad = PlotCurve("bad", np.arange(1, 51.0), np.full(50, 400.0), 4, "lr 1e-3")
    plot = shown(qtbot, *good, bad)
    assert plot.canvas.box.viewRange()[1][1] < 10
    assert [c.key for c in plot._beyond] == ["bad"] and "bad" not in plot._drawn
    assert has_colour(picture(plot.canvas), theme.current().series[3], 2, least=10)  # its arrow
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


@pytest.mark.parametrize(
    ("low", "high"), [(1.31, 1.94), (0.0, 1.9), (0.98, 1.02), (-3.4, -2.6), (9_999, 10_090)]
)
@pytest.mark.parametrize("most", [2, 3, 6])
def test_no_tick_stands_alone(low: float, high: float, most: int) -> None:
    step, ticks = linear_ticks(low, high, most)
    assert 2 <= len(ticks) <= most + 4 and all(low - 1e-9 <= tick <= high + 1e-9 for tick in ticks)
    assert len(set(tick_texts(ticks, step))) == len(ticks)
    assert len(log_ticks(math.log10(abs(low) or 1), math.log10(abs(low) * 1.3 or 2), most)) >= 2


def test_ticks_of_one_axis_are_written_alike() -> None:
    assert tick_texts([0.0006, 0.0008, 0.001], 0.0002) == ["0.0006", "0.0008", "0.0010"]
    assert tick_texts([0.0002, 0.0004], 0.0002) == ["2e-4", "4e-4"]
    assert tick_texts([-0.1, -2.8e-17, 0.1], 0.1) == [f"{formats.MINUS}0.1", "0", "0.1"]


def test_a_way_of_writing_that_is_too_coarse_gives_way(qtbot: QtBot) -> None:
    axis = Axis("left", lambda value: formats.fixed(value, 1))
    assert axis.tickStrings([1.0, 2.0], 1.0, 1.0) == ["1.0", "2.0"]
    assert axis.tickStrings([1.36, 1.38, 1.4, 1.42], 1.0, 0.02) == ["1.36", "1.38", "1.40", "1.42"]


def test_log_ticks_are_round_and_few() -> None:
    assert [round(10**t, 6) for t in log_ticks(-2, 0, 6)] == [0.01, 0.03, 0.1, 0.3, 1]
    assert len(log_ticks(-6, 3, 6)) <= 6
    narrow = [10**t for t in log_ticks(np.log10(2.1), np.log10(2.9), 5)]
    assert narrow == pytest.approx([2.2, 2.4, 2.6, 2.8])
    between = [10**t for t in log_ticks(np.log10(0.9), np.log10(3.8), 6)]
    assert between == pytest.approx([1, 1.5, 2, 2.5, 3, 3.5]), "1 and 2 alone would leave half of it empty"


def test_names_at_the_ends_of_several_lines_say_whose_they_are(qtbot: QtBot) -> None:
    """Lines that end in one place push their names apart: a piece of its line stands before each."""
    ends = [replace(line(key, slot=slot), end_label=f"run {key}") for key, slot in (("a", 1), ("b", 2))]
    plot = shown(qtbot, *ends)
    shot, right = picture(plot.canvas), plot.canvas.to_widget(50, 1).x()
    beyond = shot[:, int(right * shot.shape[1] / plot.canvas.width()) + 8 :]
    assert all(has_colour(beyond, theme.current().series[slot], 2, least=8) for slot in (0, 1))
    alone = shown(qtbot, ends[0])
    shot, right = picture(alone.canvas), alone.canvas.to_widget(50, 1).x()
    beyond = shot[:, int(right * shot.shape[1] / alone.canvas.width()) + 8 :]
    assert not has_colour(beyond, theme.current().series[0], 2, least=8), "one line needs none"


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


def test_plain_lines_are_read_between_their_points() -> None:
    schedule = PlotCurve("lr", np.array([0.0, 100.0]), np.array([0.0, 2.0]))
    assert schedule.at(25.0) == (25.0, 0.5)
    assert schedule.at(500.0) is None and schedule.at(100.0) == (100.0, 2.0)
    measured = replace(schedule, markers=True)
    assert measured.at(25.0) == (0.0, 0.0)
    assert replace(schedule, y=np.full(2, np.nan)).at(3.0) is None


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
    table = plot.table()
    heads = [table.headerData(i, Qt.Orientation.Horizontal) for i in range(table.columnCount())]
    assert heads == ["Step", "run a", "run b, smoothed", "run b"]
    rows = [[table.index(r, c).data() for c in range(4)] for r in range(table.rowCount())]
    assert rows == [
        ["1", "5.00", "", ""],
        ["2", "4.00", "0.250", "0.300"],
        ["3", "", "", ""],
        ["4", "", "0.125", "0.100"],
    ]
    plot.table_button.click()
    assert plot.numbers.isVisible() and not plot.canvas.isVisible()
    plot.set_curves([a])
    assert plot.table().columnCount() == 2
    plot.table_button.click()
    assert plot.canvas.isVisible()


def test_table_model_keeps_qts_rules(qtmodeltester: object, qtbot: QtBot) -> None:
    plot = shown(qtbot, line("a"), line("b", n=20))
    qtmodeltester.check(plot.table())  # type: ignore[attr-defined]


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


def test_a_picture_has_its_ground_and_no_cross_hair(qtbot: QtBot) -> None:
    plot = shown(qtbot, line("a"), line("b", slot=6))
    theme.set_mode("dark")
    plain = plot.picture().image("light")
    plot.set_cross(5.0)
    plot.canvas.setFocus()
    assert plot.picture().image("light") == plain
    assert plot.canvas._cross.isVisible()  # where it was
    grounds = {
        kind: plot.picture().image(kind).pixelColor(2, 2).name() for kind in ("light", "dark", "shown")
    }
    light, dark = theme.LIGHT.surface.lower(), theme.DARK.surface.lower()
    assert grounds == {"light": light, "dark": dark, "shown": dark}
    assert has_colour(pixels(plain), theme.LIGHT.series[0], 2, least=50)
    assert not has_colour(pixels(plain), theme.DARK.series[0], 2, least=50)
    assert theme.current() is theme.DARK
    assert has_colour(picture(plot.canvas), theme.DARK.series[0], 2, least=50)  # the window's is as it was


def test_the_menu_copies_the_picture_on_the_chosen_ground(qtbot: QtBot) -> None:
    plot = shown(qtbot, line("a"))
    menu = plot.export_button.menu()
    entries = {action.text(): action for action in menu.actions()}
    entries["Dark ground"].trigger()
    menu.aboutToShow.emit()
    assert entries["Dark ground"].isChecked() and not entries["Light ground"].isChecked()
    with qtbot.waitSignal(plot.notice) as told:
        entries["Copy picture"].trigger()
    assert told.args == ["Copied the picture of Training loss"]
    assert QGuiApplication.clipboard().image().pixelColor(2, 2).name() == theme.DARK.surface.lower()
    entries["Light ground"].trigger()
    assert export.picture_ground.kind == "light"


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


def test_the_legend_has_every_line_with_its_dash(qtbot: QtBot) -> None:
    own = replace(line("b"), label="task two", dash=(2, 3))
    plot = shown(qtbot, line("a"), own, replace(line("c"), faint=True))
    assert plot.picture().legend == (LegendLine(1, plot.curves()[0].label), LegendLine(1, "task two", (2, 3)))


def test_failed_and_unknown_exports_say_so(qtbot: QtBot, tmp_path: Path) -> None:
    plot = shown(qtbot, line())
    with qtbot.waitSignal(plot.notice) as told:
        plot.save(tmp_path / "missing" / "loss.csv")
    assert "not saved" in told.args[0]
    with pytest.raises(ValueError, match=".gif"):
        plot.save(tmp_path / "loss.gif")


def test_curve_of_unequal_lengths_is_refused() -> None:
    with pytest.raises(ValueError, match="one length"):
        PlotCurve("a", np.arange(3.0), np.arange(2.0))


def test_a_plot_has_no_widgets_of_a_menu_that_nobody_sees(qtbot: QtBot, qapp: QApplication) -> None:
    before = set(qapp.allWidgets())
    plot = CurvePlot("Loss")
    qtbot.addWidget(plot)
    new = [widget for widget in qapp.allWidgets() if widget not in before]
    assert plot in new and not any(isinstance(widget, QCheckBox | QSpinBox) for widget in new)


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


@pytest.mark.usefixtures("every_move")
def test_a_plot_whose_x_is_fixed_is_not_brushed(qtbot: QtBot) -> None:
    plot = shown(qtbot, line("a", n=100))
    plot.canvas.box.setMouseEnabled(x=False, y=False)
    before = plot.canvas.x_range()
    drag(qtbot, plot, 20, 60)
    assert plot.canvas.x_range() == before


def test_scale_and_ends_of_the_y_axis_are_chosen_in_the_menu_of_a_right_click(qtbot: QtBot) -> None:
    x = np.arange(1, 101, dtype=float)
    plot = shown(qtbot, PlotCurve("a", x, 10.0**-x / 1e-3 + 1e-3), PlotCurve("b", x, np.full(100, 50.0)))
    menus: list[QMenu] = []
    with qtbot.waitSignal(plot.canvas.menu_wanted):
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(200, 200), QPoint(200, 200))
        QApplication.sendEvent(plot.canvas.viewport(), event)
    menus += plot.canvas.findChildren(QMenu)
    entries = {action.text(): action for action in menus[0].actions() if action.text()}
    assert list(entries) == ["Show all", "Logarithmic y axis", "Range of the y axis…", "Copy picture"]
    assert not entries["Show all"].isEnabled() and not entries["Logarithmic y axis"].isChecked()
    entries["Logarithmic y axis"].trigger()
    assert plot.y_axis == YAxis(log=True)
    _, drawn = points(plot, "b")
    assert drawn == pytest.approx(np.log10(50.0))
    entries["Range of the y axis…"].trigger()
    dialog = plot.window().findChild(YAxisDialog)
    assert dialog is not None
    for low, high, said in (("0", "5", "logarithmic"), ("5", "1", "above"), ("x", "", "not a number")):
        dialog.low.setText(low)
        dialog.high.setText(high)
        dialog.accept_button.click()
        assert said in dialog.message.text() and dialog.isVisible()
    dialog.low.setText("0.1")
    dialog.high.setText("100")
    dialog.accept_button.click()
    assert plot.canvas.box.viewRange()[1] == pytest.approx([-1, 2])
    entries["Logarithmic y axis"].trigger()
    assert plot.canvas.box.viewRange()[1] == pytest.approx([0.1, 100])
    plot.set_y_axis(YAxis(False, -1.0, 10.0))
    assert plot.y_axis.with_scale(True) == YAxis(True, None, 10.0)
    plot.show_all()
    assert plot.y_axis == YAxis() and plot.canvas.box.viewRange()[1][1] > 50
