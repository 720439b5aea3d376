"""The Compare page over a real store, by what is clicked and read on it."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.analysis.verdicts.statistics import EQUAL_SEEDS
from engine.events import Evaluation, RunFinished, StageStarted
from engine.launch.baselines import baseline_experiments
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.workbench.conftest import WAIT, displayed
from tests.workbench.pages.lost import forgot, one_task, two_tasks
from tests.workbench.pages.stored import PER_EPOCH, experiment, finished, losses, queued, settle, train
from workbench.pages.compare.page import ComparePage

pytestmark = pytest.mark.gui
ERRORS = {
    1: {5: 30.0, 10: 24.0, 15: 22.0, 20: 21.0},
    2: {5: 33.0, 10: 26.0, 15: 23.0, 20: 20.0},
    3: {5: 31.5, 10: 27.5, 15: 21.0, 20: 22.6},
}
FACTORS = (1.5, 2.0, 3.0)


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


def with_texts(store: Path, rates: tuple[float, ...] = (2e-5, 1e-4), worse: float = 0.0) -> list[int]:
    """Strategies with three seeds and predictions of 300 test texts, each ``worse`` than the one before."""
    return [
        finished(
            store, f"{rate:g}, seed {seed}", seed=seed, rate=rate, test=20 + seed + worse * place, texts=300
        )
        for place, rate in enumerate(rates)
        for seed in (1, 2, 3)
    ]


def fitted(store: Path, name: str = "Bag of words", test: float = 27.0) -> int:
    """A linear baseline, which has a result and no course."""
    (number,) = queued(store, [baseline_experiments([experiment(name)])[0]])
    writer = RunWriter(store, number)
    writer.write(StageStarted(0, "linear_baseline", "Linear baseline", 0, 2, 2, {"classes": ["a", "b"]}))
    for step, error in ((1, 30.0), (2, 26.0)):
        writer.write(Evaluation("validation", step, {"validation/error": error}, best=True))
    writer.write(Evaluation("test", 2, {"test/error": test}))
    writer.set_columns(status="finished")
    assert writer.close()
    return number


def measured(store: Path, numbers: list[int], key: str, values: list[float]) -> None:
    """Finish runs with one validation value each."""
    for number, value in zip(numbers, values, strict=True):
        with RunWriter(store, number) as writer:
            writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
            writer.write(Evaluation("validation", 8, {f"validation/{key}": value}, best=True))
            writer.write(RunFinished(10, {}))
            writer.set_columns(status="finished")


def compare(qtbot: QtBot, page: ComparePage, ids: list[int], rows: int | None = None) -> None:
    page.receive(ids)
    qtbot.waitUntil(lambda: page.model.rowCount() == (rows or len(ids)), timeout=WAIT)


def choose(qtbot: QtBot, page: ComparePage, group: str) -> None:
    """Choose how runs are grouped, among the statistics."""
    open_statistics(qtbot, page)
    page.bar.groups.set_current(group)
    page.bar.groups.activated.emit(page.bar.groups.currentIndex())
    qtbot.waitUntil(
        lambda: page.view is not None and page.view.interval == (group == "interval"), timeout=WAIT
    )
    qtbot.waitUntil(lambda: page.view is not None and page.view.grouped == (group != "runs"), timeout=WAIT)


def open_statistics(qtbot: QtBot, page: ComparePage) -> None:
    if not page.statistics.isChecked():
        qtbot.mouseClick(page.statistics, Qt.MouseButton.LeftButton)
        page.bar.settings._buttons[1].click()  # all that differs
    qtbot.waitUntil(page.bar.isVisible, timeout=WAIT)


def cells(page: ComparePage, key: str) -> list[str]:
    _, column = page.table.column(key)
    return [column.text_of(row) for row in page.model.rows]


def keys(page: ComparePage) -> list[str]:
    return [column.key for column in page.model.columns]


def curves(page: ComparePage, key: str = "error") -> list:
    return page.plots.cards[key].curves()


def test_nothing_to_compare_says_what_to_do(qtbot: QtBot, page: ComparePage) -> None:
    assert page.stack.currentWidget() is page.empty
    page.empty.clicked.emit()
    assert page.add_list.isVisible(), "which runs there are"
    page.add_list.close()
    assert not any(each.isEnabled() for each in (page.copy, page.save_csv, page.pin, page.remove))
    alone = displayed(qtbot, ComparePage(None))
    alone.receive([1, 2])
    assert alone.stack.currentWidget() is alone.empty


def test_the_answer_comes_before_the_statistics(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    ids = with_texts(store, (2e-5, 5e-5, 1e-4), worse=12.0)
    compare(qtbot, page, ids, rows=3)
    assert page.head.note.text() == "3 strategies, 9 runs", "seeds are folded"
    assert cells(page, "name") == ["2e-05", "5e-05", "0.0001"], "sorted by test"
    assert page.answer.text() == "5e-05, 0.0001: more errors than 2e-05."
    assert cells(page, "verdict") == ["", "more errors", "more errors"]
    assert keys(page) == ["swatch", "name", "stages.0.learning_rate", "n", "test", "interval", "verdict"]
    assert page.table.column("test")[1].title == "Test error, %"
    assert cells(page, "test")[0] == "22.0 ± 1.0"
    assert page.table.horizontalScrollBar().maximum() == 0 and not page.bar.isVisible()
    interval = page.table.column("interval")[1].of(page.model.rows[1])
    assert interval.low < 12.0 < interval.high  # type: ignore[attr-defined]

    qtbot.mouseClick(page.statistics, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "p" in keys(page), timeout=WAIT)
    assert "stages.0.learning_rate" not in keys(page) and "steps" not in keys(page), "only what fits"
    page.bar.settings._buttons[1].click()
    qtbot.waitUntil(lambda: "stages.0.learning_rate" in keys(page), timeout=WAIT)
    assert page.table.column("p")[1].group == "Error against 2e-05"
    assert cells(page, "difference") == ["", "+12.00", "+24.00"]
    assert cells(page, "p")[1] == "< 0.001"
    assert "2 comparisons: p values are Holm-adjusted" in page.bar.note.text()
    assert "standard deviation over seeds" in page.bar.note.text()
    page.bar.settings._buttons[2].click()
    qtbot.waitUntil(lambda: len(keys(page)) > 40, timeout=WAIT)
    assert page.table.column("encoder.source")[1].group.startswith("1 of ")


def test_the_baseline_is_plain_and_stays_until_changed(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    """It was the newest that had finished, so that verdicts turned round while runs finished."""
    kept = forgot(store, one_task("kept", anchor={"kind": "l2_sp"}), error=21.0)
    plain = forgot(store, one_task("plain"), error=20.0)
    waiting = queued(store, [one_task("another", learning_rate=1e-4)])[0]
    compare(qtbot, page, [waiting, kept, plain])
    assert page.view is not None and page.view.baseline == plain
    assert page.baselines.currentText() == "plain" and cells(page, "name")[-1] == "another"
    _, name = page.table.column("name")
    assert name.note is not None and [name.note(row) for row in page.model.rows] == ["baseline", "", ""]
    assert [page.model.ground_of(row) for row in page.model.rows] == ["alt", None, None]
    with Store(store) as opened:
        runs.set_run_columns(opened, [waiting], status="finished")
    qtbot.waitUntil(lambda: page.view is not None and not page.view.running, timeout=WAIT)
    assert page.view.baseline == plain, "it stays when others finish"
    page.baselines.set_current(kept)
    page.baselines.activated.emit(page.baselines.currentIndex())
    qtbot.waitUntil(lambda: page.view is not None and page.view.baseline == kept, timeout=WAIT)
    page.table.select([plain])
    page.pin.trigger()
    qtbot.waitUntil(lambda: page.view is not None and page.view.baseline == plain, timeout=WAIT)
    assert page.table.selected() == [plain]
    page.remove.trigger()
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=WAIT)
    assert page.view is not None and page.view.baseline in (kept, waiting)


def test_a_bag_of_words_is_what_one_strategy_is_held_against(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    """Its line stands at its validation error, and says so: the test error is another number."""
    tuned, bag = strategies(store)[2e-5][0], fitted(store)
    compare(qtbot, page, [tuned, bag])
    assert page.view is not None and page.view.baseline == bag
    course, level = curves(page)
    np.testing.assert_array_equal(level.y, [26.0, 26.0])
    assert (level.x[0], level.x[-1]) == (0.0, course.x[-1])
    assert level.end_label.endswith(", 26.00")
    assert cells(page, "test") == ["22.00", "27.00"]
    compare(qtbot, page, [bag])
    assert not page.plots.isVisible(), "a level alone says nothing"


def test_settings_are_held_against_the_baseline(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    made = strategies(store)
    ids = [made[2e-5][0], made[1e-4][0], made[1e-4][1]]
    compare(qtbot, page, ids, rows=2)
    choose(qtbot, page, "runs")
    qtbot.waitUntil(lambda: page.model.rowCount() == 3, timeout=WAIT)
    names = ["learning rate 2e-05, seed 1", "learning rate 0.0001, seed 2", "learning rate 0.0001, seed 1"]
    assert cells(page, "name") == names
    (_, rate), (_, seed) = page.table.column("stages.0.learning_rate"), page.table.column("seed")
    assert rate.color is not None and rate.bold is not None and seed.color is not None
    rows = page.model.rows
    assert cells(page, "stages.0.learning_rate") == ["2e-5", "1e-4", "1e-4"]
    assert [rate.color(row) for row in rows] == ["text3", None, None]
    assert [rate.bold(row) for row in rows] == [False, True, True]
    assert [seed.color(row) for row in rows] == ["text3", None, "text3"]
    assert rate.group.startswith("2 of ")
    _, best = page.table.column("validation_best")
    assert best.tip is not None and best.tip(rows[0]) == "At step 20"
    assert cells(page, "difference") == ["", "+3.00", "+4.00"]
    assert cells(page, "active_seconds") == ["1:31", "1:35", "1:34"]
    for curve, row in zip(curves(page), page.view.comparison.rows, strict=True):  # type: ignore[union-attr]
        assert curve.band is None and curve.key == str(row.runs[0])


def test_seeds_are_gathered_with_mean_and_deviation(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    made = strategies(store)
    compare(qtbot, page, [*made[2e-5], *made[1e-4]], rows=2)
    assert cells(page, "n") == ["3", "3"]
    tests = [min(errors.values()) + 1 for errors in ERRORS.values()]
    mean, sd = np.mean(tests), np.std(tests, ddof=1)
    assert cells(page, "test") == [f"{mean:.2f} ± {sd:.2f}", f"{mean + 4:.2f} ± {sd:.2f}"]
    page.copy_latex.trigger()
    copied = QGuiApplication.clipboard().text()
    assert "Difference, points & 95 \\% interval & Result & p" in copied and "& +4.00 &" in copied
    page.copy_csv.trigger()
    first, second = csv.DictReader(io.StringIO(QGuiApplication.clipboard().text()))
    assert first["difference"] == "" and float(second["difference"]) == pytest.approx(4.0)
    # Each seed is worse by the same 4 points, and nothing is known of the texts: there is no noise to judge by.
    assert (second["low"], second["high"], second["verdict"]) == ("", "", "cannot tell")
    curve = curves(page)[0]
    values = np.array([list(errors.values()) for errors in ERRORS.values()])
    np.testing.assert_allclose(curve.x, np.array([5, 10, 15, 20]) / PER_EPOCH)
    np.testing.assert_allclose(curve.y, values.mean(0))
    np.testing.assert_allclose(curve.band[0], values.mean(0) - values.std(0, ddof=1))
    np.testing.assert_allclose(curve.band[1], values.mean(0) + values.std(0, ddof=1))
    assert curve.end_label == "learning rate 2e-05"
    section, _ = page.table.column("swatch")
    place = page.table.visualRect(page.model.index(1, section)).center()
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert [c.key for c in curves(page)] == [str(made[2e-5][0])]
    assert [row.drawn for row in page.model.rows] == [True, False]
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert len(curves(page)) == 2


def test_rows_have_colours_of_their_own(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    """Four strategies of two seeds were drawn in one dark red."""
    ids = []
    for name in "abcd":
        for seed in (1, 2):
            ids.append(finished(store, f"{name}, seed {seed}", seed=seed, rate=1e-5 * (1 + ord(name) - 97)))
    with Store(store) as opened:
        runs.set_run_columns(opened, ids, slot=8)
    compare(qtbot, page, ids, rows=4)
    assert len({(row.slot - 1) % 8 for row in page.model.rows}) == 4


def test_tasks_are_never_on_one_axis_unsaid(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    first = finished(store, "a", errors=ERRORS[1])
    second = queued(store, [experiment("b", data="samples:headlines")])[0]
    train(store, second, losses(20), errors=ERRORS[2], test=21.0)
    settle(store, [second], "finished")
    compare(qtbot, page, [first, second])
    assert "different texts (" in page.cautions.text()
    assert "different tasks" in page.plots.cards["error"].caption.text()
    assert len({curve.end_label.partition(", ")[2] for curve in curves(page)}) == 2
    assert sorted(cells(page, "verdict")) == ["", "other test texts"]


def test_means_end_with_the_shortest_run_and_say_so(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    first = finished(store, "a, seed 1", seed=1, errors=ERRORS[1])
    second = queued(store, [experiment("a, seed 2", 2)])[0]
    train(store, second, losses(12), errors={5: 33.0, 10: 26.0}, steps=20)
    settle(store, [second], "running")
    compare(qtbot, page, [first, second], rows=1)
    (curve,) = curves(page)
    np.testing.assert_allclose(curve.x, [0.5, 1.0])
    np.testing.assert_allclose(curve.y, [31.5, 25.0])
    assert "means end with the shortest" in page.bar.note.text()
    assert "1 still to finish." in page.cautions.text()


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
    np.testing.assert_array_equal(curves(page)[0].x, [1.0, 2.0])


def test_the_table_is_sorted_copied_and_saved(
    qtbot: QtBot, page: ComparePage, store: Path, tmp_path: Path
) -> None:
    ids = [
        finished(store, "same", test=30.0), queued(store, [experiment("b")])[0], finished(store, "same", test=9.5),
    ]  # fmt: skip
    compare(qtbot, page, ids, rows=1)
    choose(qtbot, page, "runs")
    qtbot.waitUntil(lambda: page.model.rowCount() == 3, timeout=WAIT)
    assert cells(page, "name") == [f"same, run {ids[2]}", f"same, run {ids[0]}", "b"]
    page.table.sort_by(page.table.column("test")[0], Qt.SortOrder.DescendingOrder)
    assert cells(page, "test")[:2] == ["30.00", "9.50"], "what is unknown stays last"
    assert "All settings are equal." in page.bar.note.text()
    page.copy.trigger()
    assert "| same |" in QGuiApplication.clipboard().text()
    with qtbot.waitSignal(page.status_changed, timeout=WAIT):
        page.write("csv", tmp_path / "t.csv")
    assert len((tmp_path / "t.csv").read_text(encoding="utf-8").splitlines()) == 4
    page.write("png", tmp_path / "curves.png")
    qtbot.waitUntil((tmp_path / "curves.png").is_file, timeout=WAIT)


def test_runs_are_added_by_a_search_and_leave_with_the_store(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    first, second = finished(store, "a"), finished(store, "b", rate=1e-4)
    compare(qtbot, page, [first])
    qtbot.mouseClick(page.add, Qt.MouseButton.LeftButton)
    offered = page.add_list.view
    qtbot.waitUntil(lambda: offered.count() == 2, timeout=WAIT)
    assert [offered.item(i).text() for i in range(2)] == [f"{second}  b", f"{first}  a"]  # the newest first
    ticked = [offered.item(i).checkState() == Qt.CheckState.Checked for i in range(2)]
    assert ticked == [False, True]
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
    assert "1 no longer in the store." in page.cautions.text()


def test_a_running_run_moves_the_comparison(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    number = queued(store, [experiment("live")])[0]
    train(store, number, losses(10), errors={5: 30.0}, steps=20)
    settle(store, [number], "running")
    compare(qtbot, page, [number])
    open_statistics(qtbot, page)
    qtbot.waitUntil(lambda: "validation_last" in keys(page), timeout=WAIT)
    assert cells(page, "validation_last") == ["30.00"]
    train(store, number, losses(10), first=11, errors={15: 25.0}, steps=20, begin=False)
    qtbot.waitUntil(lambda: cells(page, "validation_last") == ["25.00"], timeout=WAIT)
    np.testing.assert_array_equal(curves(page)[0].y, [30.0, 25.0])


def test_the_table_is_as_high_as_its_rows_and_at_most_half(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    few = [finished(store, f"{rate}", rate=rate) for rate in (1e-5, 2e-5, 3e-5)]
    compare(qtbot, page, few)
    qtbot.waitUntil(lambda: page.table.height() < 200, timeout=WAIT)
    assert page.table.verticalScrollBar().maximum() == 0
    many = [*few, *queued(store, [experiment(f"run {i}", rate=1e-3 * (i + 1)) for i in range(20)])]
    compare(qtbot, page, many)
    qtbot.waitUntil(lambda: page.table.height() > 300, timeout=WAIT)
    assert page.table.height() <= page.height() // 2


# -- what verdicts hang on ---------------------------------------------------------------------------------


def test_seeds_that_it_takes_are_queued_with_one_click(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    ids = [
        finished(
            store, f"{rate:g}, seed {seed}", seed=seed, rate=rate, test=20 + seed / 5 + 1e3 * rate, texts=2000
        )
        for rate, seed in ((2e-5, 1), (2e-5, 2), (1e-4, 1))
    ]
    compare(qtbot, page, ids, rows=2)
    assert "3 runs of 2 strategies have been tested on these texts" in page.bar.note.text()
    assert page.seeds_button.isVisible() and page.seeds_button.text() == "Queue seeds, to 3 each"
    with qtbot.waitSignal(page.status_changed, timeout=WAIT) as said:
        qtbot.mouseClick(page.seeds_button, Qt.MouseButton.LeftButton)
    assert said.args == ["3 runs queued"]
    with Store(store) as opened:
        new = [run for run in runs.list_runs(opened) if run.status == "queued"]
    assert sorted((run.name, run.seed) for run in new) == [
        ("0.0001, seed 2", 2), ("0.0001, seed 3", 3), ("2e-05, seed 3", 3),
    ]  # fmt: skip
    assert set(page.ids) == {*ids, *(run.id for run in new)}


def test_margin_and_metric_are_chosen_among_the_statistics(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    compare(qtbot, page, with_texts(store), rows=2)
    open_statistics(qtbot, page)
    margin, judge = page.bar.margin, page.bar.metric_choice
    assert margin.currentText() == "Equivalence margin: 5, by test size"
    assert "equal strategies are found equivalent in 80 % of cases with a margin of" in margin.toolTip()
    _, verdict = page.table.column("verdict")
    assert verdict.text_of(page.model.rows[1]) == "equivalent within 5 points"
    assert verdict.tip is not None and "are compatible with up to 63 % of seeds failing" in verdict.tip(
        page.model.rows[1]
    )
    margin.set_current(0.3)
    margin.activated.emit(margin.currentIndex())
    qtbot.waitUntil(lambda: cells(page, "verdict")[1] == "no significant difference", timeout=WAIT)
    assert judge.currentText() == "Compare by error"
    judge.set_current("loss")
    judge.activated.emit(judge.currentIndex())
    qtbot.waitUntil(lambda: margin.currentText() == "Equivalence margin: 0.003", timeout=WAIT)
    assert page.view is not None and page.view.judged_by == "loss"
    assert page.table.column("interval")[1].group == "Loss against 2e-05"
    made = page.view.against[page.model.rows[1].id]
    assert cells(page, "difference")[1].replace("−", "-") in (f"{made.mean:+.3f}", "0.000")


def test_another_main_metric_is_called_by_its_name(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    several = queued(store, [experiment("several labels", objective="multi_label", best_on="micro_f1")])
    measured(store, several, "micro_f1", [90.0])
    compare(qtbot, page, several)
    open_statistics(qtbot, page)
    qtbot.waitUntil(lambda: "validation_best" in keys(page), timeout=WAIT)
    assert page.table.column("test")[1].title == "Test micro F1 at best, %"
    assert page.table.column("validation_best")[1].title == "Best validation micro F1, %"
    assert page.plots.cards["error"].title.text() == "Validation micro F1"
    numbers = queued(
        store,
        [
            experiment(n, objective="regression", best_on="rmse", rate=r)
            for n, r in (("a", 1e-5), ("b", 2e-5))
        ],
    )
    measured(store, numbers, "rmse", [0.37048, 0.4377061])
    compare(qtbot, page, numbers)
    assert cells(page, "validation_best") == ["0.3705", "0.4377"]
    assert page.cautions.text().startswith("Demonstration texts (Long reviews)")
    assert page.bar.note.text().startswith("Test results of each run's final weights")


def test_every_stored_metric_is_a_column_where_all_is_shown(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    numbers = queued(store, [experiment("a", rate=1e-5), experiment("b", rate=2e-5)])
    for number, area in zip(numbers, (0.8, 0.9), strict=True):
        values = {"test/error": 40.0, "test/macro_f1": 50.0 + number, "test/roc_auc": area}
        with RunWriter(store, number) as writer:
            writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
            writer.write(Evaluation("test", 8, values, False).as_final())
            writer.write(RunFinished(10, values))
            writer.set_columns(status="finished")
    compare(qtbot, page, numbers)
    open_statistics(qtbot, page)
    assert "metric/roc_auc" not in keys(page)
    page.bar.settings._buttons[-1].click()
    qtbot.waitUntil(lambda: "metric/roc_auc" in keys(page), timeout=WAIT)
    assert [row.values["metric/roc_auc"] for row in page.model.rows] == [0.8, 0.9]


# -- what was forgotten ------------------------------------------------------------------------------------


@pytest.fixture
def forgetting(store: Path) -> dict[str, list[int]]:
    """Three strategies with three seeds each: plain, anchored (forgets less, errs more), fast (worse in both)."""
    made: dict[str, list[int]] = {"plain": [], "anchored": [], "fast": []}
    for seed, factor in zip((1, 2, 3), FACTORS, strict=True):
        for name, times, more, changes in (
            ("plain", factor, 0.0, {}),
            ("anchored", 1.0 + factor / 20, 1.0, {"anchor": {"kind": "l2_sp"}}),
            ("fast", 4 * factor, 2.0, {"learning_rate": 1e-4}),
        ):
            probed = (5, 10, 15, 20) if seed < 3 else (4, 8, 20)
            spec = one_task(f"Strategies: {name}, seed {seed}", seed, **changes)
            made[name].append(forgot(store, spec, factor=times, error=20 + more + seed / 10, probed=probed))
    return made


def everything(of: dict[str, list[int]]) -> list[int]:
    return [number for each in of.values() for number in each]


def test_columns_of_what_was_forgotten(
    qtbot: QtBot, page: ComparePage, forgetting: dict[str, list[int]], tmp_path: Path
) -> None:
    compare(qtbot, page, everything(forgetting), rows=3)
    assert page.view is not None and page.view.baseline == forgetting["plain"][0]
    assert keys(page)[-1] == "forgetting/factor" and "forgetting/drift" not in keys(page)
    anchored = next(row for row in page.model.rows if row.name == "anchored")
    _, anchor = page.table.column("stages.0.anchor.kind")
    assert anchor.note is not None and anchor.tip is not None
    assert (
        anchor.text_of(anchored) == "L2-SP" and anchor.note(anchored) and "β, head: " in anchor.tip(anchored)
    )
    _, column = page.table.column("forgetting/factor")
    middle, row = 9 ** (1 / 3), page.model.rows[0]
    assert column.text_of(row) == f"× {middle:.2f}" and column.note is not None
    factor = math.exp(np.log(FACTORS).std(ddof=1))
    assert column.note(row) == f"{middle / factor:.2f}–{middle * factor:.2f}"
    assert page.report.isEnabled()
    choose(qtbot, page, "interval")
    half = 4.302653 * np.log(FACTORS).std(ddof=1) / math.sqrt(3)
    _, column = page.table.column("forgetting/factor")
    assert column.note is not None
    assert column.note(page.model.rows[0]) == f"{middle / math.exp(half):.2f}–{middle * math.exp(half):.2f}"
    assert cells(page, "test")[0] == "20.20 ± 0.25", "4.303 × 0.1 / √3"
    assert "half the 95 % interval" in page.bar.note.text()
    assert "of several seeds the geometric mean" in page.bar.note.text()
    with qtbot.waitSignal(page.status_changed, timeout=WAIT):
        page.write("latex", tmp_path / "t.tex")
    text = (tmp_path / "t.tex").read_text(encoding="utf-8")
    assert r"\toprule" in text and "half the 95" in text and r"20.20 $\pm$ 0.25" in text


def test_the_plane_has_a_point_per_strategy_that_selects_and_opens(
    qtbot: QtBot, page: ComparePage, forgetting: dict[str, list[int]]
) -> None:
    compare(qtbot, page, everything(forgetting), rows=3)
    plane, canvas = page.plots.plane, page.plots.plane.canvas
    spots = {spot.label: spot for spot in plane.points()}
    plain, first = spots["plain"], forgetting["anchored"][0]
    assert plain.baseline and plain.x == pytest.approx(9 ** (1 / 3)) and plain.y == pytest.approx(20.2)
    assert plain.y_ends == pytest.approx((20.1, 20.3))
    assert [x for x, _ in plain.runs] == pytest.approx(FACTORS)
    assert canvas.plan.front == [first, plain.key]
    QTest.mouseClick(
        canvas.viewport(), Qt.MouseButton.LeftButton, pos=canvas.position(spots["anchored"]).toPoint()
    )
    assert page.table.selected() == [first] and page.visit.isEnabled()
    with qtbot.waitSignal(page.navigate) as sent:
        qtbot.mouseClick(plane.link, Qt.MouseButton.LeftButton)
    assert sent.args == ["runs", forgetting["anchored"]]
    page.table.select([forgetting["fast"][0]])
    assert canvas.selected == forgetting["fast"][0], "the table selects in the plane"
    with qtbot.waitSignal(page.navigate) as sent:
        page.visit.trigger()
    assert sent.args == ["runs", forgetting["fast"]]
    page.plots.stability.set_current("drift")
    page.plots.stability.activated.emit(1)
    assert plane.points()[0].x == pytest.approx(0.05)
    page.plots.plasticity.set_current("validation")
    page.plots.plasticity.activated.emit(1)
    assert plane.points()[0].y == pytest.approx(19.7, abs=0.1)


def test_retention_is_the_geometric_mean_on_common_steps(
    qtbot: QtBot, page: ComparePage, forgetting: dict[str, list[int]]
) -> None:
    compare(qtbot, page, everything(forgetting), rows=3)
    page.plots.curves_shown.set_current("retention")
    page.plots.curves_shown.activated.emit(1)
    curve = curves(page, "retention")[0]
    np.testing.assert_array_equal(curve.x, [0, 4, 5, 8, 10, 15, 20])
    # Losses grow along straight lines here, so interpolation changes nothing.
    logs = np.log(FACTORS)[:, None] * curve.x[None] / 20
    np.testing.assert_allclose(curve.y, np.exp(logs.mean(0)))
    np.testing.assert_allclose(curve.band[1], np.exp(logs.mean(0) + logs.std(0, ddof=1)))
    assert "values in between are interpolated" in page.bar.note.text()
    assert page.plots.cards["retention"].isVisible() and page.plots.curves_shown.isVisible()
    page._draw(page.view)  # type: ignore[arg-type]
    assert page.plots.cards["retention"].isVisible(), "news do not change what was chosen"


def test_two_tasks_in_a_row(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    plain = [forgot(store, two_tasks(f"T: plain, seed {s}", s), earlier=8.0 + s) for s in (1, 2)]
    kept = [
        forgot(store, two_tasks(f"T: replay, seed {s}", s, replay={"kind": "earlier"}), earlier=2.0 + s)
        for s in (1, 2)
    ]
    compare(qtbot, page, [*plain, *kept], rows=2)
    by_name = dict(zip(cells(page, "name"), cells(page, "forgetting/forgetting"), strict=True))
    assert by_name == {"plain": "9.50 ± 0.71", "replay": "3.50 ± 0.71"}
    assert page.table.column("forgetting/forgetting")[1].title == "Forgotten (F), points"
    assert "F: points of accuracy lost" in page.bar.note.text()
    page.plots.stability.set_current("forgetting")
    page.plots.stability.activated.emit(1)
    assert [spot.x for spot in page.plots.plane.points()] == [9.5, 3.5]
    curve = curves(page, "earlier")[0]
    np.testing.assert_allclose(curve.x, [20, 25, 30, 35, 40])
    np.testing.assert_allclose(curve.y, 90 - 9.5 * np.array([0, 5, 10, 15, 20]) / 20)
    (stage,) = page.plots.cards["earlier"].canvas.guides()
    assert (stage.x, stage.label) == (20.0, "Fine-tuning (2)")


def test_runs_without_measures_stand_beside_those_with(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    first = forgot(store, one_task("with"), factor=2.0, drift=None)
    second = finished(store, "without", rate=1e-4)
    compare(qtbot, page, [first, second])
    assert sorted(cells(page, "forgetting/factor")) == ["× 2.00", "–"]
    assert [spot.label for spot in page.plots.plane.points()] == ["with"]
    page.set_runs([second])
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT)
    assert page.plots.plane.isHidden() and page.plots.curves_shown.isHidden()
    assert not page.report.isEnabled()


def test_equal_seeds_are_said_to_have_no_interval(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    """Where ± is half an interval and none stands behind a mean of several seeds, the remarks say why."""
    numbers = queued(store, [experiment("one", seed) for seed in (1, 2)])
    measured(store, numbers, "error", [20.0, 20.0])
    compare(qtbot, page, numbers, rows=1)
    assert EQUAL_SEEDS not in page.bar.note.text()
    choose(qtbot, page, "interval")
    assert cells(page, "validation_best") == ["20.00"]
    assert EQUAL_SEEDS in page.bar.note.text()
