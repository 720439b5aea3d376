"""The plane of strategies: its points, names, axes and files."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import displayed, has_colour, picture
from workbench.look import formats, theme
from workbench.plots import PlaneMarker, PlanePlot, PlaneScale
from workbench.plots.plane.layout import PlaneLayout, axis_range
from workbench.plots.plane.words import place_labels

pytestmark = pytest.mark.gui


AREA = QRectF(0, 0, 600, 300)
GAP = 11.0


@pytest.mark.parametrize("seed", range(20))
def test_no_name_covers_another_or_a_point(seed: int) -> None:
    generator = np.random.default_rng(seed)
    count = int(generator.integers(1, 16))
    # Half of them in one corner, so that there is a crowd.
    spread = np.where(np.arange(count) % 2, 1.0, 0.15)[:, None]
    points = [QPointF(*(place_ * (600, 300))) for place_ in generator.uniform(0, 1, (count, 2)) * spread]
    sizes = [(float(generator.integers(20, 120)), 14.0) for _ in points]
    words = QRectF(0, 0, 240, 20)
    found = place_labels(points, sizes, AREA, GAP, occupied=[words])
    boxes = [box for box in found if box is not None]
    assert all(AREA.contains(box) and not box.intersects(words) for box in boxes)
    assert not any(a.intersects(b) for a, b in combinations(boxes, 2))
    assert not any(box.contains(point) for box in boxes for point in points)
    for box, (width, height) in zip(found, sizes, strict=True):
        assert box is None or (box.width(), box.height()) == (width, height)


def test_a_lone_point_has_its_name_at_its_right_and_at_the_edge_at_its_left() -> None:
    (box,) = place_labels([QPointF(100, 100)], [(50, 14)], AREA, GAP)
    assert box == QRectF(111, 93, 50, 14)
    (box,) = place_labels([QPointF(590, 100)], [(50, 14)], AREA, GAP)
    assert box is not None and box.right() == 579


def test_names_stay_off_lines_where_they_can() -> None:
    line = QRectF(0, 99, 600, 2)
    (box,) = place_labels([QPointF(100, 100)], [(50, 14)], AREA, GAP, crossed=[line])
    assert box is not None and not box.intersects(line)


@pytest.mark.parametrize("first", [0, 1])
def test_where_there_is_room_for_one_name_it_is_that_of_the_first(first: int) -> None:
    points = [QPointF(100, 50), QPointF(100, 62)]
    found = place_labels(points, [(60, 14)] * 2, QRectF(90, 40, 110, 32), GAP, first={first})
    assert found[first] is not None and found[1 - first] is None


def test_without_room_there_is_no_name() -> None:
    assert place_labels([QPointF(5, 5)], [(500, 14)], QRectF(0, 0, 60, 60), GAP) == [None]
    assert place_labels([], [], AREA, GAP) == []


X, Y = PlaneScale("Forgot, ×", formats.times, log=True, ratio=True), PlaneScale("Test error, %")
SPOTS = [
    PlaneMarker(1, 1, "plain", 1.86, 5.45, (1.80, 1.92), (5.37, 5.53), ((1.8, 5.4), (1.92, 5.5)), True),
    PlaneMarker(2, 2, "head", 1.83, 5.80, runs=((1.83, 5.80),)),
    PlaneMarker(3, 3, "tail", 1.85, 5.52),
    PlaneMarker(4, 4, "decay", 1.58, 5.42),
    PlaneMarker(5, 5, "anchor", 1.12, 5.49),
    PlaneMarker(6, 6, "replay", 1.06, 5.44),
    PlaneMarker(7, 7, "more", 1.74, 4.83),
    PlaneMarker(8, 8, "fast", 6.31, 8.05),
]


@pytest.fixture
def plot(qtbot: QtBot) -> PlanePlot:
    made = displayed(qtbot, PlanePlot("Stability and plasticity", empty="Nothing yet"), 640, 420)
    made.set_points(SPOTS, X, Y)
    return made


def test_the_front_is_ringed_and_the_diverged_lie_beyond(plot: PlanePlot) -> None:
    plan = plot.canvas.plan
    assert plan.front == [6, 4, 7]
    assert plan.far_keys == {8}
    assert plan.x_range[1] < math.log10(2.3) and plan.y_range[1] < 6.5
    stairs = plan.border((0.0, 9.0))
    assert stairs[0][1] == 9.0 and stairs[-1][0] == plan.x_range[1]
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(stairs))
    lonely = PlaneLayout([*SPOTS[:7], PlaneMarker(8, 8, "fast", 6.31, 8.05, baseline=True)], X, Y)
    assert lonely.far_keys == set(), "the baseline is always to be seen"
    costly = PlaneLayout([*SPOTS[:7], PlaneMarker(8, 8, "stiff", 1.0, 40.0)], X, Y)
    assert costly.front == [8, 6, 4, 7] and costly.far_keys == {8}
    first = costly.border((0.0, 9.0))[0]
    assert first[0] == math.log10(SPOTS[5].x), "the border is that of what is seen"


def test_accuracies_are_better_above(plot: PlanePlot) -> None:
    errors, up = plot.canvas.plan, replace(Y, title="Test accuracy, %", more_is_better=True)
    plot.set_points([replace(spot, y=100 - spot.y, y_ends=None, runs=()) for spot in SPOTS], X, up)
    plan = plot.canvas.plan
    assert (plan.front, plan.far_keys) == (errors.front, errors.far_keys)
    stairs = errors.border((0.0, 9.0), right=1.0)
    assert plan.border((91.0, 100.0), right=1.0) == [(x, pytest.approx(100 - y)) for x, y in stairs]
    assert plot.canvas.position(plan.near[6]).y() < plot.canvas.position(plan.near[1]).y(), "94.2 over 95.2"
    assert next(csv.DictReader(io.StringIO(plot.csv())))["Test accuracy, %"] == "94.55"


def test_points_stand_by_their_values_under_the_words(plot: PlanePlot) -> None:
    canvas = plot.canvas
    area = canvas.plot_rect()
    for spot in canvas.plan.near:
        at = canvas.position(spot)
        assert area.contains(at)
        assert at.y() >= area.top() + canvas.words.needed_height(), "words have the top for themselves"
    halfway = canvas.place(math.sqrt(1.06 * 1.86), 5.0)
    middle = (canvas.position(SPOTS[5]).x() + canvas.position(SPOTS[0]).x()) / 2
    assert halfway.x() == pytest.approx(middle), "logarithmic"
    assert [X.tick(value) for value in (0.95, 1.0, 1.2, 12.0)] == ["× 0.95", "× 1.0", "× 1.2", "× 12"]
    assert X.tick(4.25) == "× 4.25"  # and not beside 4.21, as "× 4.2"


def test_an_axis_holds_all_points_and_only_so_much_of_intervals() -> None:
    low, high = axis_range([1.0, 2.0], [0.9, 2.2])
    assert low < 0.9 and high > 2.2
    low, high = axis_range([1.0, 2.0], [-30.0, 40.0])
    assert low == 0.0 and high < 4.0, (
        "an interval over two seeds must not flatten the rest; no error below zero"
    )
    low, _ = axis_range([0.2, 0.5], [], show_zero=True)
    assert low < 0.0, "no loss at all is to be seen"
    low, _ = axis_range([10.2, 10.5], [], show_zero=True)
    assert low > 9
    low, high = axis_range([3.0], [])
    assert low < 3.0 < high
    low, high = axis_range([0.3, 0.1 + 0.2], [0.3])
    assert high - low > 0.05, "the same but for rounding, which no tick should tell apart"
    assert axis_range([], []) == (0.0, 1.0)


def test_the_ring_of_the_lowest_point_is_whole_on_a_small_plot(plot: PlanePlot) -> None:
    plot.resize(320, 220)
    plot.set_points([PlaneMarker(1, 1, "none left", 1.0, 0.0), PlaneMarker(2, 2, "plain", 1.4, 40.0)], X, Y)
    canvas = plot.canvas
    area, spot = canvas.plot_rect(), canvas.to_widget(0.0, 0.0)
    assert area.bottom() - spot.y() >= 8 and spot.x() - area.left() >= 8


def test_a_click_chooses_and_a_double_click_opens(qtbot: QtBot, plot: PlanePlot) -> None:
    canvas = plot.canvas
    place = canvas.position(SPOTS[4]).toPoint()
    with qtbot.waitSignal(plot.chosen) as sent:
        qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert sent.args == [5] and canvas.selected == 5
    assert plot.table.selected() == [5]
    assert plot.link.isHidden(), "there is no run to show"
    with qtbot.waitSignal(plot.opened) as sent:
        qtbot.mouseDClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert sent.args == [5]
    plot.select(1)
    assert plot.link.text() == "Show its 2 runs"
    with qtbot.waitSignal(plot.opened) as sent:
        qtbot.mouseClick(plot.link, Qt.MouseButton.LeftButton)
    assert sent.args == [1]
    with qtbot.assertNotEmitted(plot.chosen):
        qtbot.mouseClick(
            canvas.viewport(),
            Qt.MouseButton.LeftButton,
            pos=QPointF(plot.canvas.plot_rect().center()).toPoint(),
        )


def test_the_keyboard_goes_from_point_to_point(qtbot: QtBot, plot: PlanePlot) -> None:
    canvas = plot.canvas
    canvas.setFocus()
    seen = []
    for _ in range(9):
        qtbot.keyClick(canvas, Qt.Key.Key_Right)
        seen.append(canvas.current)
    assert seen == [6, 5, 4, 7, 2, 3, 1, 8, 8], "by what they forgot, beyond last"
    qtbot.keyClick(canvas, Qt.Key.Key_Home)
    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.current == 4, "the next with fewer errors"
    with qtbot.waitSignal(plot.chosen) as sent:
        qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert sent.args == [4]
    with qtbot.waitSignal(plot.opened) as sent:
        qtbot.keyClick(canvas, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert sent.args == [4]
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.current is None


def test_the_readout_follows_mouse_and_choice(qtbot: QtBot, plot: PlanePlot) -> None:
    assert plot.readout.accessibleName() == "Hover over a strategy to see its values"
    qtbot.mouseMove(plot.canvas.viewport(), plot.canvas.position(SPOTS[0]).toPoint())
    said = plot.readout.accessibleName()
    assert "× 1.86 (1.80 – 1.92)" in said and "5.45 (5.37 – 5.53)" in said and "plain, baseline" in said
    plot.select(6)
    plot.canvas.leaveEvent(QEvent(QEvent.Type.Leave))
    assert "no other is better on both" in plot.readout.accessibleName()


def test_the_table_has_what_is_drawn(qtbot: QtBot, plot: PlanePlot) -> None:
    plot.show_table(True)
    assert plot.table.isVisible() and not plot.canvas.isVisible()
    texts = [[column.text_of(row) for column in plot.model.columns] for row in plot.model.rows]
    assert texts[0] == ["plain, baseline", "× 1.86", "× 1.80", "× 1.92", "5.45", "5.37", "5.53", "2", ""]
    assert [text[-1] for text in texts] == ["", "", "", "yes", "", "yes", "yes", ""]
    with qtbot.waitSignal(plot.chosen) as sent:
        plot.table.select([7])
    assert sent.args == [7] and plot.canvas.selected == 7
    rows = list(csv.DictReader(io.StringIO(plot.csv())))
    assert float(rows[0]["Forgot, ×, low"]) == 1.80 and rows[2]["Forgot, ×, low"] == ""
    assert [row["on the front"] for row in rows].count("yes") == 3


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_points_names_and_front_are_painted(plot: PlanePlot, mode: str) -> None:
    theme.set_mode(mode)
    shot = picture(plot.canvas)
    for spot in SPOTS:
        assert has_colour(shot, theme.current().series[spot.slot - 1])
    assert has_colour(shot, theme.current().accent, tolerance=2)
    names = {text for _, text, _ in plot.canvas.words.labels()}
    assert names == {"plain, baseline", "head", "tail", "decay", "anchor", "replay", "more"}
    blank = PlanePlot("Empty", empty="Nothing yet")
    blank.resize(640, 420)
    assert not has_colour(picture(blank.canvas), theme.current().series[0])
    blank.deleteLater()


def test_files(qtbot: QtBot, plot: PlanePlot, tmp_path: Path) -> None:
    for suffix, start in ((".png", b"\x89PNG"), (".svg", b"<?xml"), (".csv", b"strategy")):
        target = tmp_path / f"plane{suffix}"
        with qtbot.waitSignal(plot.notice) as said:
            plot.save(target)
        assert said.args == [f"Saved plane{suffix}"]
        assert target.read_bytes().startswith(start)
    assert "fast, 8.05 (× 6.31)" in (tmp_path / "plane.svg").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="svg"):
        plot.save(tmp_path / "plane.gif")


def test_names_are_shortened_in_what_they_share(plot: PlanePlot) -> None:
    long = "learning rate {}, layer-wise decay 0.95, head and tail"
    spots = [replace(SPOTS[i], label=long.format(rate)) for i, rate in enumerate(("3e-4", "5e-5"))]
    plot.set_points([replace(spots[0], baseline=True), spots[1]], X, Y)
    texts = {text for _, text, _ in plot.canvas.words.labels()}
    assert texts == {"learning rate 3e-4, baseline", "learning rate 5e-5"}
