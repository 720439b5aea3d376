"""The Compare page over a real store."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.events import Evaluation, StageStarted
from engine.launch.baselines import baseline_experiments
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests import patience
from tests.workbench.conftest import has_colour, picture
from tests.workbench.pages.stored import PER_EPOCH, experiment, finished, losses, queued, settle, train
from workbench.look import theme
from workbench.pages.compare.error_dots import ErrorDotRow, ErrorDots
from workbench.pages.compare.page import ComparePage
from workbench.pages.compare.table_foot import NOTE_ROOM

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)
ERRORS = {
    1: {5: 30.0, 10: 24.0, 15: 22.0, 20: 21.0},
    2: {5: 33.0, 10: 26.0, 15: 23.0, 20: 20.0},
    3: {5: 31.5, 10: 27.5, 15: 21.0, 20: 22.6},
}


def strategies(store: Path) -> dict[float, list[int]]:
    """Two learning rates with three seeds each, all finished."""
    made: dict[float, list[int]] = {}
    for rate, worse in ((2e-5, 0.0), (1e-4, 4.0)):
        made[rate] = [
            finished(
                store, f"Rates: learning rate {rate:g}, seed {seed}", seed=seed, rate=rate,
                errors={step: error + worse for step, error in errors.items()}, test=min(errors.values()) + worse + 1,
            )
            for seed, errors in ERRORS.items()
        ]  # fmt: skip
    return made


def compare(qtbot: QtBot, page: ComparePage, ids: list[int], rows: int | None = None) -> None:
    page.receive(ids)
    qtbot.waitUntil(lambda: page.model.rowCount() == (rows or len(ids)), timeout=WAIT)


def cells(page: ComparePage, key: str) -> list[str]:
    _, column = page.table.column(key)
    return [column.text_of(row) for row in page.model.rows]


def columns(page: ComparePage, group: str) -> list[str]:
    return [column.key for column in page.model.columns if column.group.startswith(group)]


def test_nothing_to_compare_says_what_to_do(qtbot: QtBot, page: ComparePage) -> None:
    assert page.stack.currentWidget() is page.empty
    with qtbot.waitSignal(page.navigate) as sent:
        page.empty.clicked.emit()
    assert sent.args == ["runs", None]
    assert not any(each.isEnabled() for each in (page.copy, page.save_csv, page.pin, page.remove))


def test_only_the_settings_that_differ_or_all(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    made = strategies(store)
    compare(qtbot, page, [made[2e-5][0], made[1e-4][1]])
    assert page.stack.currentWidget() is page.stack.content
    assert columns(page, "What differs") == ["seed", "stages.0.learning_rate"]
    group = page.table.column("seed")[1].group
    assert group.startswith("What differs, 2 of ")
    assert cells(page, "name") == ["learning rate 2e-05, seed 1", "learning rate 0.0001, seed 2"]
    assert cells(page, "stages.0.learning_rate") == ["2e-5", "1e-4"]
    assert cells(page, "validation_best") == ["21.00", "24.00"]
    _, best = page.table.column("validation_best")
    assert best.tip is not None and [best.tip(row) for row in page.model.rows] == ["At step 20"] * 2
    assert cells(page, "test") == ["22.00", "25.00"]
    assert cells(page, "difference") == ["", "+3.00"]
    assert cells(page, "active_seconds") == ["1:31", "1:35"]
    assert page.head.note.text() == "2 runs"

    page.settings.set_current("all")
    page.settings.chosen.emit("all")
    qtbot.waitUntil(lambda: len(columns(page, "All ")) > 40, timeout=WAIT)
    count = len(columns(page, "All "))
    assert page.table.column("encoder.source")[1].group == f"All {count} settings, 2 differ"
    assert group == f"What differs, 2 of {count}"


def test_what_equals_the_baseline_is_grey_the_rest_bold(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    made = strategies(store)
    compare(qtbot, page, [made[2e-5][0], made[1e-4][0], made[1e-4][1]])
    _, rate = page.table.column("stages.0.learning_rate")
    _, seed = page.table.column("seed")
    assert rate.color is not None and rate.bold is not None
    assert seed.color is not None and seed.bold is not None
    rows = page.model.rows
    assert [rate.color(row) for row in rows] == ["text3", None, None]
    assert [rate.bold(row) for row in rows] == [False, True, True]
    assert [seed.bold(row) for row in rows] == [False, False, True]
    assert [page.model.ground_of(row) for row in rows] == ["alt", None, None]


def test_the_baseline_has_a_result(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    """A run that waits is none to hold others against; heads of measures are written out."""
    made = strategies(store)
    with Store(store) as opened:
        runs.set_run_columns(opened, [made[2e-5][0]], status="queued")
    compare(qtbot, page, [made[2e-5][0], made[1e-4][0], made[1e-4][1]])
    assert cells(page, "difference") == ["", "", "−1.00"] and page.baseline == made[1e-4][0]
    page.table.select([made[2e-5][0]])
    page.pin.trigger()
    qtbot.waitUntil(lambda: page.view is not None and page.view.baseline == made[2e-5][0], timeout=WAIT)
    assert page.baseline == made[2e-5][0], "unless it is chosen"
    page.settings.set_current("all")
    page.settings.chosen.emit("all")
    qtbot.waitUntil(lambda: len(columns(page, "All ")) > 40, timeout=WAIT)
    heads = [(each, page.table.column(each.key)[0]) for each in page.model.columns if each.group == "Error"]
    assert all(theme.text_width(each.title, "caption") < page.table.columnWidth(at) for each, at in heads)


def test_pinning_another_baseline_turns_the_differences(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    made = strategies(store)
    ids = [made[2e-5][0], made[1e-4][0], made[1e-4][1]]
    compare(qtbot, page, ids)
    assert cells(page, "difference") == ["", "+4.00", "+3.00"]  # 22, 26, 25
    assert not page.pin.isEnabled()
    page.table.select([ids[1]])
    page.pin.trigger()
    assert cells(page, "difference") == ["−4.00", "", "−1.00"]  # true minus signs
    _, name = page.table.column("name")
    assert name.note is not None
    assert [name.note(row) for row in page.model.rows] == ["", "baseline", ""]
    assert page.table.selected() == [ids[1]]
    page.table.select([ids[1]])
    page.remove.trigger()
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=WAIT)
    assert page.baseline == ids[0]
    assert cells(page, "difference") == ["", "+3.00"]


def test_seeds_are_gathered_with_mean_and_deviation(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    made = strategies(store)
    page.groups.setCurrentIndex(1)
    compare(qtbot, page, [*made[2e-5], *made[1e-4]], rows=2)
    assert cells(page, "name") == ["learning rate 2e-05", "learning rate 0.0001"]
    assert cells(page, "n") == ["3", "3"]
    assert columns(page, "What differs") == ["stages.0.learning_rate"]
    assert page.table.column("stages.0.learning_rate")[1].group.startswith("What differs, 1 of ")
    tests = [min(errors.values()) + 1 for errors in ERRORS.values()]
    mean, sd = np.mean(tests), np.std(tests, ddof=1)
    assert cells(page, "test") == [f"{mean:.2f} ± {sd:.2f}", f"{mean + 4:.2f} ± {sd:.2f}"]
    assert cells(page, "difference") == ["", "+4.00"]
    assert page.head.note.text() == "2 strategies, 6 runs"
    qtbot.waitUntil(lambda: page.view is not None and bool(page.view.against), timeout=WAIT)
    page.copy_latex.trigger()
    copied = QGuiApplication.clipboard().text()
    assert "Difference, points & 95 \\% interval & Result & p" in copied and "& +4.00 &" in copied
    page.copy_csv.trigger()
    first, second = csv.DictReader(io.StringIO(QGuiApplication.clipboard().text()))
    assert first["difference"] == "" and float(second["difference"]) == pytest.approx(4.0)
    # Each seed is worse by the same 4 points, and nothing is known of the texts: there is no noise to judge by.
    assert (second["low"], second["high"], second["verdict"]) == ("", "", "cannot tell")
    assert "standard deviation over seeds" in page.foot.note.text()

    curve = page.plot.curves()[0]
    values = np.array([list(errors.values()) for errors in ERRORS.values()])
    np.testing.assert_allclose(curve.x, np.array([5, 10, 15, 20]) / PER_EPOCH)
    np.testing.assert_allclose(curve.y, values.mean(0))
    assert curve.band is not None
    np.testing.assert_allclose(curve.band[0], values.mean(0) - values.std(0, ddof=1))
    np.testing.assert_allclose(curve.band[1], values.mean(0) + values.std(0, ddof=1))
    assert curve.end_label == "learning rate 2e-05"
    dots = page.dots.rows()[1]
    assert dots.test == pytest.approx(mean + 4)
    assert dots.sd == pytest.approx(sd)


def test_remarks_are_never_a_narrow_column_beside_the_choices(
    qtbot: QtBot, page: ComparePage, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not where the choices leave little room, and not where they would take more than there is."""
    made = strategies(store)
    asked: list[int] = []
    foot = page.foot
    monkeypatch.setattr(foot, "offer", lambda _view: foot.judge.set_choices(["Judge by a long name"]))
    fit = foot.fit
    monkeypatch.setattr(foot, "fit", lambda width: (asked.append(foot.judge.sizeHint().width()), fit(width)))
    page.groups.setCurrentIndex(1)
    compare(qtbot, page, [*made[2e-5], *made[1e-4]], rows=2)
    qtbot.waitUntil(lambda: page.view is not None and bool(page.view.against), timeout=WAIT)
    assert not page.foot.margin.isHidden()
    assert asked[-1] == page.foot.judge.sizeHint().width(), "they have their words by then"
    for more in (page.foot.judge, page.foot.seeds_button, page.foot.report_button):
        more.show()
    for scale in (1.0, 1.5):
        theme.set_scale(scale)
        for width in range(500, 1600, 100):
            page.resize(width, 800)
            QApplication.processEvents()
            whole = page.foot.note.parentWidget().width() - 2 * theme.sizes().s16
            assert page.foot.note.width() >= min(theme.sizes().px(NOTE_ROOM), whole), (scale, page.width())


def test_means_end_with_the_shortest_run_and_say_so(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    first = finished(store, "a, seed 1", seed=1, errors=ERRORS[1])
    second = queued(store, [experiment("a, seed 2", 2)])[0]
    train(store, second, losses(12), errors={5: 33.0, 10: 26.0}, steps=20)
    settle(store, [second], "running")
    page.groups.setCurrentIndex(1)
    compare(qtbot, page, [first, second], rows=1)
    (curve,) = page.plot.curves()
    np.testing.assert_allclose(curve.x, [0.5, 1.0])
    np.testing.assert_allclose(curve.y, [31.5, 25.0])
    assert "means end with the shortest" in page.foot.note.text()
    assert "1 still to finish." in page.foot.note.text()


def test_curves_of_single_runs_are_the_stored_errors(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    made = strategies(store)
    compare(qtbot, page, made[2e-5])
    for curve, errors in zip(page.plot.curves(), ERRORS.values(), strict=True):
        np.testing.assert_array_equal(curve.y, list(errors.values()))
        assert curve.band is None
    assert [d.name for d in page.dots.rows()] == cells(page, "name")
    assert page.dots.rows()[0] == ErrorDotRow(
        "learning rate 2e-05, seed 1", page.dots.rows()[0].slot, 21.0, 21.0, 22.0
    )
    assert [c.slot for c in page.plot.curves()] == [row.slot for row in page.model.rows]


def test_a_baseline_is_a_level_not_a_course(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    tuned = strategies(store)[2e-5][0]
    (baseline,) = queued(store, [baseline_experiments([experiment()])[0]])
    writer = RunWriter(store, baseline)
    writer.write(StageStarted(0, "linear_baseline", "Linear baseline", 0, 2, 2, {"classes": ["a", "b"]}))
    for step, error in ((1, 30.0), (2, 26.0)):
        writer.write(Evaluation("validation", step, {"validation/error": error}, best=True))
    writer.write(Evaluation("test", 2, {"test/error": 27.0}))
    writer.set_columns(status="finished")
    assert writer.close()
    compare(qtbot, page, [tuned, baseline])
    course, level = page.plot.curves()
    np.testing.assert_array_equal(level.y, [26.0, 26.0])
    assert (level.x[0], level.x[-1]) == (0.0, course.x[-1])
    assert level.end_label.endswith(", test 27.00")
    assert cells(page, "test") == ["22.00", "27.00"]


def test_epochs_are_those_of_the_stage_that_was_measured(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    number = queued(store, [experiment("two stages")])[0]
    with RunWriter(store, number) as writer:
        writer.write(
            StageStarted(0, "pretrain", "Further pre-training", 0, 100, 120, {"steps_per_epoch": 50})
        )
        writer.write(StageStarted(1, "finetune", "Fine-tuning", 100, 20, 120, {"steps_per_epoch": 10}))
        writer.write(Evaluation("validation", 110, {"validation/error": 9.0}, True))
        writer.write(Evaluation("validation", 120, {"validation/error": 8.0}, True))
    compare(qtbot, page, [number])
    np.testing.assert_array_equal(page.plot.curves()[0].x, [1.0, 2.0])


def test_hiding_a_row_leaves_it_in_the_table(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    made = strategies(store)
    compare(qtbot, page, made[2e-5])
    section, _ = page.table.column("swatch")
    place = page.table.visualRect(page.model.index(1, section)).center()
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert [c.key for c in page.plot.curves()] == [str(made[2e-5][0]), str(made[2e-5][2])]
    assert len(page.dots.rows()) == 2
    assert [row.drawn for row in page.model.rows] == [True, False, True]
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert len(page.plot.curves()) == 3


def test_alike_names_get_their_numbers(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    ids = [finished(store, "same"), finished(store, "same"), finished(store, "other")]
    compare(qtbot, page, ids)
    assert cells(page, "name") == [f"same, run {ids[0]}", f"same, run {ids[1]}", "other"]
    assert "All settings are equal." in page.foot.note.text()


def test_sorting_keeps_the_unknown_last(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    ids = [
        finished(store, "a", test=30.0),
        queued(store, [experiment("b")])[0],
        finished(store, "c", test=9.5),
    ]
    compare(qtbot, page, ids)
    section, _ = page.table.column("test")
    page.table.sort_by(section, Qt.SortOrder.AscendingOrder)
    assert cells(page, "name") == ["c", "a", "b"]  # as numbers, not as texts
    page.table.sort_by(section, Qt.SortOrder.DescendingOrder)
    assert cells(page, "name") == ["a", "c", "b"]


def test_csv_file_has_all_digits(qtbot: QtBot, page: ComparePage, store: Path, tmp_path: Path) -> None:
    odd = 100 / 7
    ids = [finished(store, "a", test=odd), finished(store, "b", seed=2)]
    compare(qtbot, page, ids)
    target = tmp_path / "ünder.csv"
    with qtbot.waitSignal(page.status_changed, timeout=WAIT) as said:
        page.write("csv", target)
    assert said.args == [f"Saved {target}"]
    with target.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["Test error at best, %"]) for row in rows] == [odd, 25.5]
    assert [row["Seed"] for row in rows] == ["42", "2"]

    with qtbot.waitSignal(page.status_changed, timeout=WAIT) as said:
        page.write("csv", tmp_path / "no such folder" / "x.csv")
    assert "no such folder" in said.args[0]


def test_pictures_of_the_curves(qtbot: QtBot, page: ComparePage, store: Path, tmp_path: Path) -> None:
    compare(qtbot, page, [finished(store)])
    assert page.plots.error.note.startswith("Generated texts"), "a picture leaves the page that says so"
    page.write("png", tmp_path / "curves.png")
    qtbot.waitUntil((tmp_path / "curves.png").exists, timeout=WAIT)
    qtbot.waitUntil(lambda: (tmp_path / "curves.png").read_bytes()[:4] == b"\x89PNG", timeout=WAIT)


def test_the_table_is_copied_as_markdown(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    made = strategies(store)
    compare(qtbot, page, made[2e-5][:2])
    page.copy.trigger()
    table, note = QGuiApplication.clipboard().text().split("\n\n")
    lines = table.splitlines()
    assert len(lines) == 4 and note.startswith("Generated texts")
    assert lines[0].startswith("| Run | Seed | Best validation error, %")
    assert "| 21.00 | 20 |" in lines[2]
    assert {line.count("|") for line in lines} == {lines[0].count("|")}


def test_runs_are_added_from_the_menu_and_gone_ones_are_counted(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    first, second = finished(store, "a"), finished(store, "b")
    compare(qtbot, page, [first])
    page.add.click()
    offered = page.add_list.view
    qtbot.waitUntil(lambda: offered.count() == 2, timeout=WAIT)
    assert [offered.item(i).text() for i in range(2)] == [f"{second}  b", f"{first}  a"]  # the newest first
    assert [offered.item(i).checkState() for i in range(2)] == [
        Qt.CheckState.Unchecked,
        Qt.CheckState.Checked,
    ]
    room = page.window().rect().translated(page.window().mapToGlobal(page.window().rect().topLeft()))
    assert room.contains(page.add_list.geometry())
    qtbot.keyClicks(page.add_list.search, "b")
    qtbot.waitUntil(lambda: offered.count() == 1, timeout=WAIT)
    qtbot.keyClick(offered, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=WAIT)
    page.add_list.hide()
    with Store(store) as opened:
        runs.delete_runs(opened, [second])
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT)
    assert "1 no longer in the store." in page.foot.note.text()


def test_a_running_run_moves_the_comparison(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    number = queued(store, [experiment("live")])[0]
    train(store, number, losses(10), errors={5: 30.0}, steps=20)
    settle(store, [number], "running")
    compare(qtbot, page, [number])
    assert cells(page, "validation_last") == ["30.00"]
    train(store, number, losses(10), first=11, errors={15: 25.0}, steps=20, begin=False)
    qtbot.waitUntil(lambda: cells(page, "validation_last") == ["25.00"], timeout=WAIT)
    np.testing.assert_array_equal(page.plot.curves()[0].y, [30.0, 25.0])


def test_the_table_is_as_high_as_its_rows_and_at_most_half(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    few = strategies(store)[2e-5]
    compare(qtbot, page, few)
    qtbot.waitUntil(lambda: page.table.height() < 200, timeout=WAIT)
    assert page.table.verticalScrollBar().maximum() == 0
    many = [*few, *queued(store, [experiment(f"run {i}") for i in range(20)])]
    compare(qtbot, page, many)
    qtbot.waitUntil(lambda: page.table.height() > 300, timeout=WAIT)
    assert page.table.height() <= page.height() // 2


# -- the dots ----------------------------------------------------------------------------------------------


def test_one_diverged_run_does_not_flatten_the_dots(qtbot: QtBot) -> None:
    dots = ErrorDots()
    qtbot.addWidget(dots)
    dots.resize(600, 300)
    rows = [ErrorDotRow(f"run {i}", i, 5.0 + i / 10, 5.2 + i / 10, 5.5 + i / 10) for i in range(1, 5)]
    dots.set_rows([*rows, ErrorDotRow("diverged", 5, 48.0, 50.0, 49.0)])
    low, high = dots.limits()
    assert low < 5.1 < 5.9 < high < 10
    dots.show()
    shot = picture(dots)
    colours = theme.current().series
    assert all(has_colour(shot, colour, 40, least=8) for colour in colours[:5])  # the fifth is an arrow
    assert "diverged: best 48.00 %, last 50.00 %, test 49.00 %" in dots.accessibleDescription()


@pytest.mark.parametrize("values", [(None, None, None), (0.0, 0.0, 0.0), (100.0, 100.0, 100.0)])
def test_dots_stand_for_any_values(qtbot: QtBot, values: tuple[Any, Any, Any]) -> None:
    dots = ErrorDots()
    qtbot.addWidget(dots)
    dots.resize(400, 120)
    dots.set_rows([ErrorDotRow("a name that is far too long for the room that there is", 1, *values)])
    dots.show()
    low, high = dots.limits()
    assert low < high
    assert picture(dots).size


def test_the_page_without_a_session_stands_empty(qtbot: QtBot) -> None:
    made = ComparePage(None)
    qtbot.addWidget(made)
    made.show()
    made.on_shown()
    made.receive([1, 2])
    assert made.stack.currentWidget() is made.empty
