"""The Runs page over a real store that is written to while the page looks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from engine.events import Evaluation, RunFinished, StageStarted
from engine.launch.baselines import baseline_experiments
from engine.spec.experiment import Experiment
from engine.store import Store, metrics, runs
from engine.store.writer import RunWriter
from tests import patience
from tests.workbench.pages.stored import PER_EPOCH, experiment, finished, losses, queued, settle, train
from workbench.look import formats
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list import query
from workbench.pages.runs.run_list.columns import format_moment, run_status
from workbench.pages.runs.run_list.drawn_runs import MOST_DRAWN
from workbench.pages.runs.run_list.wording import LOG, RESULTS, SETTINGS
from workbench.plots import smooth
from workbench.plots.plot_card import PlotCard
from workbench.tables import Status

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)


def wait_for_rows(qtbot: QtBot, page: RunsPage, count: int) -> None:
    qtbot.waitUntil(lambda: page.model.rowCount() == count, timeout=WAIT)


def names(page: RunsPage) -> list[str]:
    return [line.name for line in page.model.rows]


def point(page: RunsPage, row: int, key: str) -> QPoint:
    section, _ = page.table.column(key)
    return page.table.visualRect(page.model.index(row, section)).center()


def click(qtbot: QtBot, page: RunsPage, row: int, key: str) -> None:
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=point(page, row, key))


def sweep(store: Path) -> list[int]:
    """Two rates by two seeds, three of them finished, one queued."""
    made = [
        experiment(f"Rates: learning rate {rate}, seed {seed}", seed, float(rate))
        for rate in ("2e-5", "5e-5")
        for seed in (1, 2)
    ]
    ids = queued(store, made, "Rates")
    for place, number in enumerate(ids[:3]):
        train(store, number, losses(20, number), errors={10: 30.0 - place, 20: 28.0 - place}, test=29.0)
    settle(store, ids[:3], "finished", active_seconds=60.0)
    return ids


# -- the table ---------------------------------------------------------------------------------------------


def test_an_empty_store_says_what_to_do(qtbot: QtBot, page: RunsPage) -> None:
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.empty, timeout=WAIT)
    with qtbot.waitSignal(page.navigate) as sent:
        page.empty.clicked.emit()
    assert sent.args == ["design", {"recipe": "quickstart"}]


def test_a_run_that_appears_takes_the_place_of_the_empty_state(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.empty, timeout=WAIT)
    number = finished(store, "first")
    wait_for_rows(qtbot, page, 1)
    assert page.stack.currentWidget() is page.stack.content
    texts = dict(zip([c.key for c in page.model.columns], page.model.texts()[1], strict=True))
    assert texts["name"] == "first"
    assert texts["best"] == "24.00"
    assert texts["last"] == "26.00"
    assert texts["test"] == "25.50"
    assert texts["status"] == f"Finished, 1:{30 + number}"
    best = page.table.column("best")[0]
    assert page.model.index(0, best).data() == "24.00 at 10"


def test_sweeps_are_groups_and_fold(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    sweep(store)
    finished(store, "alone")
    wait_for_rows(qtbot, page, 6)
    assert names(page)[:2] == ["alone", "Rates"]
    assert sorted(names(page)[2:]) == [
        f"learning rate {rate}, seed {seed}" for rate in ("2e-5", "5e-5") for seed in (1, 2)
    ]
    head = page.model.row(1)
    assert str(page.model.columns[2].of(head)) == "3 of 4 finished, 75 %"
    assert head.best == 26.0  # the lowest of the members
    assert [line.level for line in page.model.rows] == [0, 0, 1, 1, 1, 1]

    page.table.setCurrentIndex(page.model.index(1, 1))
    qtbot.keyClick(page.table, Qt.Key.Key_Left)
    wait_for_rows(qtbot, page, 2)
    assert page.model.row(1).open is False
    qtbot.keyClick(page.table, Qt.Key.Key_Right)
    wait_for_rows(qtbot, page, 6)


def test_groups_by_sweep_then_seed_and_none(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    sweep(store)
    wait_for_rows(qtbot, page, 5)
    page.grouping.set_current("seed")
    wait_for_rows(qtbot, page, 7)
    assert names(page) == [
        "Rates", "seed 1, 2 runs", "learning rate 5e-5", "learning rate 2e-5",
        "seed 2, 2 runs", "learning rate 5e-5", "learning rate 2e-5",
    ]  # fmt: skip
    page.grouping.set_current("none")
    wait_for_rows(qtbot, page, 4)
    assert all(line.name.startswith("Rates: ") for line in page.model.rows)
    assert page.preferences.get("runs/grouping") == "none"


def test_searching_and_sorting_are_the_stores(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    for name, best in (("beta", 20.0), ("alpha", 30.0), ("gamma", 10.0)):
        finished(store, name, errors={10: best})
    queued(store, [experiment("delta")])
    wait_for_rows(qtbot, page, 4)
    assert names(page) == ["delta", "gamma", "alpha", "beta"]  # newest first

    page.table.head.sectionClicked.emit(page.table.column("best")[0])
    qtbot.waitUntil(lambda: names(page) == ["gamma", "beta", "alpha", "delta"], timeout=WAIT)
    page.table.head.sectionClicked.emit(page.table.column("best")[0])
    # Unknown values stay last in either direction.
    qtbot.waitUntil(lambda: names(page) == ["alpha", "beta", "gamma", "delta"], timeout=WAIT)
    page.table.head.sectionClicked.emit(page.table.column("name")[0])
    qtbot.waitUntil(lambda: names(page) == ["alpha", "beta", "delta", "gamma"], timeout=WAIT)

    page.search.setText("finished ALPHA")
    wait_for_rows(qtbot, page, 1)
    assert names(page) == ["alpha"]
    page.search.setText("no such run")
    wait_for_rows(qtbot, page, 0)
    assert page.stack.currentWidget() is page.stack.content  # the table stays: the store is not empty
    assert page.wrong.text() == "No run matches the search."
    assert page.wrong.isVisible()
    qtbot.keyClick(page.search, Qt.Key.Key_Escape)
    wait_for_rows(qtbot, page, 4)


def test_what_lies_beyond_the_limit_is_counted(
    qtbot: QtBot, page: RunsPage, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "MAX_ROWS", 3)
    queued(store, [experiment(f"run {i}") for i in range(5)])
    wait_for_rows(qtbot, page, 3)
    qtbot.waitUntil(page.more.isVisible, timeout=WAIT)
    assert page.more.text() == "The first 3 of 5 runs; search to narrow down."


def test_selection_and_scroll_survive_a_refresh(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    ids = queued(store, [experiment(f"run {i:02}") for i in range(40)])
    wait_for_rows(qtbot, page, 40)
    page.table.select([ids[5], ids[6]])
    page.table.verticalScrollBar().setValue(200)
    with Store(store) as opened:
        runs.rename_run(opened, ids[3], "another name")
    new = queued(store, [experiment("newer")])
    wait_for_rows(qtbot, page, 41)
    qtbot.waitUntil(lambda: "another name" in names(page), timeout=WAIT)
    assert names(page)[0] == "newer"
    assert page.table.selected() == [ids[6], ids[5]]
    assert page.table.verticalScrollBar().value() == 200
    assert new[0] not in page.table.selected()


def test_pictures_of_runs_on_generated_texts_say_so(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    drawn = finished(store, "alone")
    wait_for_rows(qtbot, page, 1)
    page.table.select([drawn])
    qtbot.waitUntil(lambda: [run.id for run in page._shown()] == [drawn], timeout=WAIT)
    cards = page.findChildren(PlotCard)
    assert len(cards) > 2
    qtbot.waitUntil(lambda: all("Generated texts" in card.note for card in cards), timeout=WAIT)


def test_a_narrow_page_shows_fewer_columns(qtbot: QtBot, page: RunsPage) -> None:
    started = page.table.column("started")[0]
    assert not page.table.isColumnHidden(started)
    page.resize(1208, 743)
    qtbot.waitUntil(lambda: page.table.isColumnHidden(started), timeout=WAIT)
    page.resize(1368, 843)
    qtbot.waitUntil(lambda: not page.table.isColumnHidden(started), timeout=WAIT)
    entry = next(a for a in page.column_menu.actions() if a.text() == "Started")
    entry.setChecked(False)
    assert page.table.isColumnHidden(started)


def test_duration_and_number_are_there_when_they_are_wanted(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    number = finished(store)
    wait_for_rows(qtbot, page, 1)
    for key, title, text in (("duration", "Duration", f"1:{30 + number}"), ("id", "No.", str(number))):
        section, column = page.table.column(key)
        assert page.table.isColumnHidden(section)
        next(a for a in page.column_menu.actions() if a.text() == title).setChecked(True)
        assert not page.table.isColumnHidden(section)
        assert column.text_of(page.model.row(0)) == text
        page._head_clicked(section)  # the store sorts by it
        wait_for_rows(qtbot, page, 1)
    assert page.preferences.get("runs/hidden", "none") == ""


# -- statuses ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "columns", "expected"),
    [
        ("queued", {}, Status("queued", "Queued")),
        ("queued", {"resume": 1}, Status("queued", "Queued, to go on")),
        ("running", {"phase": "Starting"}, Status("running", "Starting", 0.0)),
        (
            "running",
            {"phase": "Reading data", "phase_done": 1200, "phase_total": 4800},
            Status("running", "Reading data, 1,200 of 4,800", 0.0),
        ),
        (
            "running",
            {"phase": "Fine-tuning", "phase_done": 30, "phase_total": 40, "progress": 0.75},
            Status("running", "Fine-tuning, 30 of 40", 0.75),
        ),
        (
            "running",
            {"phase": "Fine-tuning", "pid": 1, "host": "elsewhere", "heartbeat": 1_000_000_000.0},
            Status("warning", f"Not answering since {format_moment(1_000_000_000.0)}"),
        ),
        ("finished", {"active_seconds": 398.0}, Status("finished", "Finished, 6:38")),
        ("stopped", {"step": 1200, "steps": 3000}, Status("stopped", "Stopped at 1,200 of 3,000", None, "Resume")),
        ("interrupted", {"step": 6, "steps": 9}, Status("interrupted", "Interrupted at 6 of 9", None, "Resume")),
        ("out_of_memory", {"step": 3, "steps": 9}, Status("memory", "Out of memory at 3 of 9", None, "Resume")),
        ("failed", {"reason": "the loss is not finite"}, Status("failed", "Failed: the loss is not finite", None,
                                                                "Resume")),
    ],
)  # fmt: skip
def test_every_status_has_its_words(
    store: Path, status: str, columns: dict[str, Any], expected: Status
) -> None:
    number = queued(store, [experiment()])[0]
    settle(store, [number], status, **columns)
    with Store(store) as opened:
        assert run_status(runs.get_run(opened, number)) == expected


def test_a_long_reason_is_all_in_the_tooltip(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    reason = "the loss of update 13 is not finite; lower the learning rate, or clip gradients harder " * 3
    number = queued(store, [experiment()])[0]
    settle(store, [number], "failed", reason=reason)
    wait_for_rows(qtbot, page, 1)
    place = page.model.index(0, page.table.column("status")[0])
    assert reason in place.data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.parametrize("checkpoint", [True, False])
def test_the_resume_link_queues_the_run_again(
    qtbot: QtBot, page: RunsPage, store: Path, checkpoint: bool
) -> None:
    number = queued(store, [experiment()])[0]
    train(store, number, losses(8), steps=20)
    settle(store, [number], "interrupted")
    with Store(store) as opened:
        folder = runs.get_run(opened, number).folder / "checkpoints"
    if checkpoint:
        (folder / "last-0-00000008").mkdir(parents=True)
        (folder / "last.txt").write_text("last-0-00000008", encoding="utf-8")
    qtbot.waitUntil(lambda: shows(page, number, 8), timeout=WAIT)
    section, _ = page.table.column("status")
    cell = page.table.visualRect(page.model.index(0, section))
    status = page.model.columns[section].of(page.model.row(0))
    link = page.status.link_rect(cell.adjusted(8, 0, -8, 0), status)
    assert link is not None
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=link.center())
    qtbot.waitUntil(lambda: page.runs[number].status == "queued", timeout=WAIT)
    said = str(page.model.columns[section].of(page.model.row(0)))
    if checkpoint:
        assert said == "Queued, to go on"
        assert drawn(page, "loss", str(number)) is not None
    else:  # it begins anew, and what it measured is gone
        assert said == "Queued"
        qtbot.waitUntil(lambda: drawn(page, "loss", str(number)) is None, timeout=WAIT)


def test_actions_follow_the_selection(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    done, waiting = finished(store), queued(store, [experiment("two")])[0]
    stopped = queued(store, [experiment("three")])[0]
    settle(store, [stopped], "stopped")
    wait_for_rows(qtbot, page, 3)
    acting = page.acting

    def enabled() -> set[str]:
        made = vars(acting) | vars(acting.files)
        return {name for name, each in made.items() if isinstance(each, QAction) and each.isEnabled()}

    always = {"log", "import_log", "open_capsule", "table_hidden", "hide_all"}
    assert enabled() == always
    one = always | {"design", "rename", "tags", "notes", "folder", "draw"}
    page.table.select([done])
    assert enabled() == one | {
        "rerun",
        "predictions",
        "export",
        "export_onnx",
        "export_plain",
        "capsule",
        "archive",
        "delete",
    }
    page.table.select([waiting])
    assert enabled() == one | {"stop"}
    page.table.select([stopped])
    assert enabled() == one | {"resume", "restart", "archive", "delete"}
    page.table.select([done, stopped])
    several = {"draw", "rename", "compare", "rerun", "resume", "restart", "archive", "delete"}
    assert enabled() == always | several
    with qtbot.waitSignal(page.navigate) as sent:
        acting.compare.trigger()
    assert sent.args == ["compare", [stopped, done]]  # in the order of the table


# -- curves ------------------------------------------------------------------------------------------------


def stored(store: Path, number: int, key: str) -> metrics.MetricCurve:
    with Store(store) as opened:
        return metrics.read_curves(opened, [number], [key])[(number, key)]


def drawn(page: RunsPage, plot: str, key: str) -> Any:
    return next((c for c in getattr(page.learning, plot).curves() if c.key == key), None)


def shows(page: RunsPage, number: int, points: int) -> bool:
    """Whether a run is drawn with so many points, and no plot is still to be drawn."""
    curve = drawn(page, "loss", str(number))
    finite = int(np.isfinite(curve.y).sum()) if curve is not None else 0
    return finite == points and not page.learning._steps.are_under_way()


def test_a_selected_group_draws_its_runs(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    """Of a sweep that was clicked, nothing was to be seen."""
    ids = sweep(store)
    wait_for_rows(qtbot, page, 5)
    page.table.select([next(line.key for line in page.model.rows if line.members)])
    qtbot.waitUntil(lambda: all(shows(page, number, 20) for number in ids[:3]), timeout=WAIT)


def test_a_baseline_is_a_level_under_the_curves(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    (baseline,) = queued(store, baseline_experiments([experiment()], ["naive_bayes"]))
    writer = RunWriter(store, baseline)
    writer.write(StageStarted(0, "linear_baseline", "Linear baseline", 0, 2, 2, {"classes": ["a", "b"]}))
    for step, error in ((1, 31.0), (2, 27.0)):
        writer.write(Evaluation("validation", step, {"validation/error": error}, best=True))
    writer.write(RunFinished(2, {}))
    writer.set_columns(status="finished")
    assert writer.close()
    number = finished(store)
    qtbot.waitUntil(lambda: shows(page, number, 20), timeout=WAIT)
    page.receive([number, baseline])
    qtbot.waitUntil(lambda: drawn(page, "error", str(baseline)) is not None, timeout=WAIT)
    level = drawn(page, "error", str(baseline))
    np.testing.assert_array_equal(level.y, [27.0, 27.0])
    np.testing.assert_array_equal(level.x, [0.0, drawn(page, "loss", str(number)).x[-1]])
    page.toggle(number)
    # Alone it shows what each strength of regularisation has given.
    qtbot.waitUntil(lambda: [*drawn(page, "error", str(baseline)).y] == [31.0, 27.0], timeout=WAIT)


def test_drawn_curves_are_the_stored_numbers(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = finished(store)
    qtbot.waitUntil(lambda: shows(page, number, 20), timeout=WAIT)
    kept = stored(store, number, "train/loss")
    loss = drawn(page, "loss", str(number))
    np.testing.assert_array_equal(loss.x, kept.step)
    np.testing.assert_array_equal(loss.raw, kept.value)
    np.testing.assert_array_equal(loss.y, smooth(kept.value, 0.9))
    assert loss.slot == page.runs[number].look

    error = drawn(page, "error", str(number))
    np.testing.assert_array_equal(error.x, [5, 10, 15, 20])
    np.testing.assert_array_equal(error.y, [30.0, 24.0, 25.0, 26.0])
    assert error.ring == (10.0, 24.0, "24.00")
    top, low = drawn(page, "rate", str(number)), drawn(page, "rate", f"{number} low")
    np.testing.assert_array_equal(top.y, stored(store, number, "rate/top").value)
    np.testing.assert_array_equal(low.y, top.y * 0.5)
    assert page.learning.rate.readout is not None
    said = page.learning.rate.readout.toolTip().split()[-1]
    assert said == formats.plain(float(f"{top.y[-1]:.2e}"))  # three digits

    page.learning.measure.set_current("validation/loss")
    page.learning.measure.activated.emit(page.learning.measure.currentIndex())
    np.testing.assert_array_equal(drawn(page, "error", str(number)).y, [0.75, 0.6, 0.625, 0.65])
    page.learning.smoothing.setValue(0)
    plain = drawn(page, "loss", str(number))
    np.testing.assert_array_equal(plain.y, kept.value)
    assert plain.raw is None


def test_all_plots_share_one_range_that_begins_at_zero(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = finished(store)
    qtbot.waitUntil(lambda: shows(page, number, 20), timeout=WAIT)
    ranges = {plot.canvas.x_range() for plot in page.learning.plots}
    assert len({tuple(np.round(r, 6)) for r in ranges}) == 1
    low, high = ranges.pop()
    assert low <= 0 <= 1
    assert 20 <= high <= 21


def test_the_eye_draws_and_hides_a_run(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    first, second = finished(store, "first"), finished(store, "second")
    qtbot.waitUntil(lambda: shows(page, second, 20), timeout=WAIT)
    assert page.drawn == [second]  # the newest is drawn without being asked for
    click(qtbot, page, 1, "swatch")
    qtbot.waitUntil(lambda: shows(page, first, 20), timeout=WAIT)
    assert page.drawn == [second, first]
    qtbot.waitUntil(lambda: all(line.drawn for line in page.model.rows), timeout=WAIT)
    click(qtbot, page, 0, "swatch")
    qtbot.waitUntil(lambda: drawn(page, "loss", str(second)) is None, timeout=WAIT)
    qtbot.waitUntil(lambda: shows(page, first, 20), timeout=WAIT)


def test_a_search_hides_curves_but_forgets_none(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    first, second = finished(store, "first"), finished(store, "second")
    wait_for_rows(qtbot, page, 2)
    page.receive([first, second])
    qtbot.waitUntil(lambda: shows(page, first, 20) and shows(page, second, 20), timeout=WAIT)
    page.search.setText("second")
    qtbot.waitUntil(lambda: drawn(page, "loss", str(first)) is None, timeout=WAIT)
    qtbot.waitUntil(lambda: shows(page, second, 20), timeout=WAIT)
    page.search.setText("nothing is called this")
    qtbot.waitUntil(lambda: page.learning.loss.curves() == [], timeout=WAIT)
    page.search.clear()
    qtbot.waitUntil(lambda: shows(page, first, 20) and shows(page, second, 20), timeout=WAIT)


def test_only_so_many_runs_are_drawn(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    ids = queued(store, [experiment(f"run {i}") for i in range(MOST_DRAWN + 2)])
    wait_for_rows(qtbot, page, len(ids))
    for number in ids:
        page.toggle(number)
    assert page.drawn == ids[2:]


def test_runs_sent_here_are_selected_drawn_and_unfolded(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    ids = sweep(store)
    other = finished(store, "other")
    wait_for_rows(qtbot, page, 6)
    page._fold(page.model.row(1))
    wait_for_rows(qtbot, page, 2)
    page.receive(ids[:2])
    qtbot.waitUntil(lambda: page.drawn == ids[:2], timeout=WAIT)
    wait_for_rows(qtbot, page, 6)
    qtbot.waitUntil(lambda: sorted(page.table.selected()) == ids[:2], timeout=WAIT)
    page.toggle(other)  # what was sent does not come back
    qtbot.waitUntil(lambda: shows(page, other, 20), timeout=WAIT)
    qtbot.wait(2 * page._tick.interval())
    assert page.drawn == [*ids[:2], other]


def test_new_points_are_added_and_nothing_is_read_twice(
    qtbot: QtBot, page: RunsPage, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = queued(store, [experiment()])[0]
    values = losses(30)
    train(store, number, values[:12], steps=30)
    settle(store, [number], "running")
    qtbot.waitUntil(lambda: shows(page, number, 12), timeout=WAIT)
    asked: list[dict[Any, int]] = []
    original = metrics.read_curves

    def curves(opened: Store, ids: list[int], keys: list[str], after: dict[Any, int]) -> Any:
        asked.append(after)
        return original(opened, ids, keys, after)

    monkeypatch.setattr(metrics, "read_curves", curves)
    train(store, number, values[12:], first=13, steps=30, begin=False)
    qtbot.waitUntil(lambda: shows(page, number, 30), timeout=WAIT)
    assert asked
    assert all(after[(number, "train/loss")] >= 12 for after in asked)
    np.testing.assert_array_equal(drawn(page, "loss", str(number)).raw, values)
    assert drawn(page, "loss", str(number)).end_dot


def test_what_a_resumed_run_measures_again_takes_the_old_points_place(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    number = queued(store, [experiment()])[0]
    old, new = losses(20, 1), losses(20, 2)
    train(store, number, old[:16], steps=20)
    settle(store, [number], "interrupted")
    qtbot.waitUntil(lambda: shows(page, number, 16), timeout=WAIT)
    settle(store, [number], "running")
    qtbot.waitUntil(lambda: page.runs[number].status == "running", timeout=WAIT)
    train(store, number, new[10:], first=11, steps=20, begin=False)  # from the checkpoint at 10

    def anew() -> bool:
        history = page.learning.history(number, "train/loss")
        kept = stored(store, number, "train/loss")
        return (
            history is not None
            and np.array_equal(history.value, [*old[:10], *new[10:]])
            and np.array_equal(history.time, kept.time)
        )

    qtbot.waitUntil(anew, timeout=WAIT)
    history = page.learning.history(number, "train/loss")
    assert history is not None
    np.testing.assert_array_equal(history.step, np.arange(1, 21))


def test_the_epoch_axis_counts_epochs(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = finished(store)
    qtbot.waitUntil(lambda: shows(page, number, 20), timeout=WAIT)
    assert [(g.x, g.label) for g in page.learning.loss.canvas.guides()] == [(10, "epoch 1"), (20, "epoch 2")]
    page.learning.along.set_current("epoch")
    np.testing.assert_allclose(drawn(page, "loss", str(number)).x, np.arange(1, 21) / PER_EPOCH)
    np.testing.assert_allclose(drawn(page, "error", str(number)).x, [0.5, 1.0, 1.5, 2.0])
    assert [g.x for g in page.learning.loss.canvas.guides()] == [1.0, 2.0]


def test_the_time_axis_leaves_pauses_out(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = queued(store, [experiment()])[0]
    train(store, number, losses(10), steps=20)
    # Trained for 100 s, then stopped; resumed a day later.
    settle(store, [number], "stopped", active_seconds=100.0, started=1_700_000_000.0)
    train(store, number, losses(10), first=11, steps=20, begin=False)
    qtbot.waitUntil(lambda: shows(page, number, 20), timeout=WAIT)
    page.learning.along.set_current("time")
    seconds = drawn(page, "loss", str(number)).x
    np.testing.assert_array_equal(seconds, stored(store, number, "train/loss").time)
    assert (np.diff(seconds) >= 0).all()
    assert 100.0 <= seconds[10] <= seconds[-1] < 100.0 + 60.0
    page.learning.along.set_current("step")
    page.learning.loss.set_cross(10.0)
    assert page.learning.loss.readout is not None
    assert page.learning.loss.readout.accessibleName().startswith("At 10.")  # a step again, no clock


def test_stages_can_be_looked_at_one_by_one(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    from engine.events import StageStarted, StepMetrics
    from engine.store.writer import RunWriter

    number = queued(store, [experiment()])[0]
    with RunWriter(store, number) as writer:
        writer.write(StageStarted(0, "pretrain", "Further pre-training", 0, 6, 10, {}))
        for step in range(1, 7):
            writer.write(StepMetrics(step, {"train/loss": 5.0}))
        writer.write(StageStarted(1, "finetune", "Fine-tuning", 6, 4, 10, {"steps_per_epoch": 2}))
        for step in range(7, 11):
            writer.write(StepMetrics(step, {"train/loss": 0.5}))
    settle(store, [number], "finished")
    qtbot.waitUntil(lambda: shows(page, number, 10), timeout=WAIT)
    learning = page.learning
    assert learning.stage.isVisible()
    guides = [(g.x, g.label, g.style) for g in learning.loss.canvas.guides()]
    stages = [(0, "1 Further pre-training", "stage"), (6, "2 Fine-tuning", "stage")]
    assert guides == [*stages, (8.0, "epoch 1", "epoch"), (10.0, "epoch 2", "epoch")]
    whole = drawn(page, "loss", str(number))
    # The line breaks where the stages meet, and nothing of the first one is smoothed into the second.
    assert np.isnan(whole.y).sum() == 1 and whole.x[np.isnan(whole.y)] == 6
    np.testing.assert_allclose(whole.y[np.isfinite(whole.y)], [5.0] * 6 + [0.5] * 4)
    learning.stage.set_current("1")
    learning.stage.chosen.emit("1")
    np.testing.assert_array_equal(drawn(page, "loss", str(number)).x, [7, 8, 9, 10])
    learning.along.set_current("epoch")
    np.testing.assert_array_equal(drawn(page, "loss", str(number)).x, [1.5, 2.0, 2.5, 3.0])


def test_the_strip_shows_the_last_measures(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    (number,) = queued(store, [experiment("training")])
    train(store, number, losses(20, number))
    settle(store, [number], "running")
    qtbot.waitUntil(lambda: shows(page, number, 20), timeout=WAIT)
    qtbot.waitUntil(lambda: "120" in page.strip.speed.accessibleName(), timeout=WAIT)
    assert page.strip.speed.accessibleName() == "Speed: 120 texts/s, 2.0 k tokens/s"
    assert page.strip.cpu.accessibleName() == "CPU: 150 %"
    assert page.strip.memory.accessibleName() == "Memory: 1.5 GB"
    settle(store, [number], "stopped")
    mean = f"Speed: {np.mean([105.0, 110.0, 115.0, 120.0]):.0f} texts/s on average"
    qtbot.waitUntil(lambda: page.strip.speed.accessibleName() == mean, timeout=WAIT)
    assert page.strip.cpu.isHidden() and page.strip.memory.isHidden(), "no gauge without a value"


# -- log, settings, editing --------------------------------------------------------------------------------


def test_the_log_follows_its_end_until_somebody_scrolls_back(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    number = finished(store)
    settle(store, [number], "running")
    with Store(store) as opened:
        log = runs.get_run(opened, number).folder / "run.log"
    log.write_text("".join(f"step {i}\n" for i in range(200)), encoding="utf-8")
    wait_for_rows(qtbot, page, 1)
    page.table.select([number])
    page.acting.log.trigger()
    text = page.log.text
    qtbot.waitUntil(lambda: "step 199" in text.toPlainText(), timeout=WAIT)
    assert "128 texts were cut." in text.toPlainText()
    bar = text.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0

    def say(line: str) -> None:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
        qtbot.waitUntil(lambda: line in text.toPlainText(), timeout=WAIT)

    say("one more")
    assert bar.value() == bar.maximum()
    bar.triggerAction(bar.SliderAction.SliderPageStepSub)
    place = bar.value()
    assert not page.log.follow.isChecked()
    say("and another one")
    assert bar.value() == place < bar.maximum()
    page.log.search.setText("STEP 19")
    page.log.search.search.emit("STEP 19")
    assert text.toPlainText().splitlines() == ["step 19", *(f"step {i}" for i in range(190, 200))]
    assert page.log.caption.text().endswith(" lines")
    page.log.search.setText("nowhere")
    page.log.search.search.emit("nowhere")
    assert text.toPlainText() == "No line has this."
    page.log.search.setText("")
    page.log.search.search.emit("")
    page.log.only_warnings.setChecked(True)
    assert "step 199" not in text.toPlainText()
    assert "128 texts were cut." in text.toPlainText()


def test_settings_tab_has_the_frozen_specification_and_the_environment(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    from engine.spec.toml import loads

    number = finished(store, "with settings", rate=3e-4)
    wait_for_rows(qtbot, page, 1)
    page.table.select([number])
    page.tabs.setCurrentIndex(SETTINGS)
    qtbot.waitUntil(lambda: "learning_rate" in page.about.spec.toPlainText(), timeout=WAIT)
    with Store(store) as opened:
        frozen: Experiment = runs.get_experiment(opened, number)
    assert loads(page.about.spec.toPlainText()).experiment == frozen
    facts = page.about.facts.toPlainText()
    assert "finished" in facts
    assert "steps per epoch" in facts
    assert "negative, positive" in facts


def test_name_tags_and_notes_are_edited_in_place(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = finished(store, "old name")
    wait_for_rows(qtbot, page, 1)
    page.activateWindow()
    page.table.select([number])
    page.edit("name")
    fields = page.about.fields
    qtbot.waitUntil(lambda: fields.name.text() == "old name", timeout=WAIT)
    fields.name.setText("new name")
    fields.name.editingFinished.emit()
    qtbot.waitUntil(lambda: names(page) == ["new name"], timeout=WAIT)

    fields.tags.setText(" paper, , seeds ")
    fields.tags.editingFinished.emit()
    fields.notes.setPlainText("first line\nsecond line")
    fields.notes.left.emit()
    qtbot.waitUntil(lambda: page.runs[number].notes == "first line\nsecond line", timeout=WAIT)
    qtbot.waitUntil(lambda: page.runs[number].tags == ("paper", "seeds"), timeout=WAIT)

    fields.name.setText("   ")
    fields.name.editingFinished.emit()
    assert fields.name.text() == "new name"  # a run keeps a name


def test_a_refresh_does_not_touch_what_is_being_typed(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = finished(store, "a name")
    wait_for_rows(qtbot, page, 1)
    page.table.select([number])
    page.acting.notes.trigger()
    fields = page.about.fields
    qtbot.waitUntil(lambda: fields.name.text() == "a name", timeout=WAIT)
    fields.notes.setPlainText("half a sen")
    with Store(store) as opened:
        runs.rename_run(opened, number, "renamed elsewhere")
    qtbot.waitUntil(lambda: fields.name.text() == "renamed elsewhere", timeout=WAIT)
    assert fields.notes.toPlainText() == "half a sen"


def test_archived_runs_hide_and_come_back(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    first, _ = finished(store, "first"), finished(store, "second")
    wait_for_rows(qtbot, page, 2)
    page.table.select([first])
    page.acting.archive.trigger()
    wait_for_rows(qtbot, page, 1)
    page.archived.setChecked(True)
    wait_for_rows(qtbot, page, 2)
    name = page.table.column("name")[0]
    assert page.model.index(1, name).data() == "first archived"
    page.table.select([first])
    assert page.acting.archive.text() == "Bring &back from the archive"
    page.acting.archive.trigger()
    qtbot.waitUntil(lambda: page.model.index(1, name).data() == "first", timeout=WAIT)


@pytest.mark.parametrize("answer", [True, False])
def test_deleting_asks_first(
    qtbot: QtBot, page: RunsPage, store: Path, answer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = finished(store)
    wait_for_rows(qtbot, page, 1)
    folder = page.runs[number].folder
    page.table.select([number])

    def choose(box: QMessageBox) -> int:
        assert "one" in box.text()
        assert box.defaultButton().text().replace("&", "") == "Cancel"
        wanted = "Delete" if answer else "Cancel"
        next(b for b in box.buttons() if b.text().replace("&", "") == wanted).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", choose)
    page.acting.delete.trigger()
    if answer:
        qtbot.waitUntil(lambda: page.stack.currentWidget() is page.empty, timeout=WAIT)
        assert folder.exists()  # a minute to think better of it
        page.on_closing()
        qtbot.waitUntil(lambda: not folder.exists(), timeout=WAIT)
    else:
        # Deletion begins at once or not at all, and what has not begun the closing page does not carry out.
        assert page.acting.deletion.ids == [] and not page.acting.undo_delete.isEnabled()
        page.on_closing()
        assert page.model.rowCount() == 1
        assert folder.exists()


def test_a_deletion_can_be_undone(
    qtbot: QtBot, page: RunsPage, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = finished(store, "first"), finished(store, "second")
    wait_for_rows(qtbot, page, 2)
    monkeypatch.setattr(page.acting, "confirmed", lambda *_words, **_more: True)
    page.table.select([first])
    page.acting.delete.trigger()
    wait_for_rows(qtbot, page, 1)
    assert page.deleted.text() == "The run is deleted."
    assert page.acting.undo_delete.text() == "&Undo deleting 'first'"
    page.deleted.remedy.emit()
    wait_for_rows(qtbot, page, 2)
    assert page.deleted.isHidden() and not page.acting.undo_delete.isEnabled()
    qtbot.waitUntil(lambda: page.table.selected_runs() == [first], timeout=WAIT)

    page.table.select([first])
    page.acting.delete.trigger()
    wait_for_rows(qtbot, page, 1)
    page.table.select([second])
    page.acting.delete.trigger()  # a second deletion makes the first one final
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.empty, timeout=WAIT)
    with Store(store) as opened:
        qtbot.waitUntil(lambda: [row.id for row in runs.list_runs(opened)] == [second], timeout=WAIT)
    page.acting.undo_delete.trigger()
    wait_for_rows(qtbot, page, 1)
    assert names(page) == ["second"]


def test_renaming_in_the_table(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    ids = sweep(store)
    wait_for_rows(qtbot, page, 5)
    page.table.select([ids[0]])
    page.acting.rename.trigger()
    editor = page.table.findChild(QLineEdit)
    assert editor.text() == editor.selectedText() == "Rates: learning rate 2e-5, seed 1"  # all of the name
    with Store(store) as opened:
        runs.rename_run(opened, ids[1], "renamed meanwhile")
    qtbot.waitUntil(lambda: "renamed meanwhile" in names(page), timeout=WAIT)  # the table is read again
    assert editor.text() == "Rates: learning rate 2e-5, seed 1"
    qtbot.keyClicks(editor, "slow")
    tab = page.tabs.currentIndex()
    with qtbot.assertNotEmitted(
        page.table.opened
    ):  # Enter ended the editing, and did not open the run as well
        qtbot.keyClick(editor, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "slow" in names(page), timeout=WAIT)
    assert page.tabs.currentIndex() == tab


def test_of_several_selected_runs_the_current_one_is_renamed(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    ids = sweep(store)
    wait_for_rows(qtbot, page, 5)
    page.table.select(ids[:3])
    place = page.model.place_of(ids[1])
    assert place is not None
    current = page.model.index(place, 1)
    page.table.selectionModel().setCurrentIndex(current, QItemSelectionModel.SelectionFlag.NoUpdate)
    assert page.acting.rename.isEnabled()
    page.acting.rename.trigger()
    assert page.table.findChild(QLineEdit).text() == page.runs[ids[1]].name
    qtbot.keyClick(page.table.findChild(QLineEdit), Qt.Key.Key_Escape)
    group = page.model.index(0, 1)  # of a group's runs none is the current one
    page.table.selectionModel().setCurrentIndex(group, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    said: list[str] = []
    page.status_changed.connect(said.append)
    page.acting.rename.trigger()
    assert said == ["Select one run to rename it."]


def test_the_menu_of_a_run_fits_a_small_screen(page: RunsPage) -> None:
    """It had a second column for its last entry at 800 px."""
    menu = page.acting.menu()
    menu.adjustSize()
    assert menu.sizeHint().height() < 720
    folded = [each.menu() for each in menu.actions() if isinstance(each.menu(), QMenu)]
    assert page.acting.files.capsule in [each for inner in folded for each in inner.actions()]
    assert page.acting.files.open_capsule not in menu.actions()  # it is about no run
    assert menu.actions()[-2] is page.acting.delete


def test_a_selected_run_is_drawn_and_space_keeps_it(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    first, second, newest = (finished(store, name) for name in ("first", "second", "newest"))
    waiting = queued(store, [experiment("queued")])[0]
    qtbot.waitUntil(lambda: shows(page, newest, 20), timeout=WAIT)
    wait_for_rows(qtbot, page, 4)
    page.table.select([first])
    qtbot.waitUntil(lambda: shows(page, first, 20), timeout=WAIT)
    assert page.drawn == [newest, first]
    qtbot.waitUntil(lambda: page.model.row_of(first).passing, timeout=WAIT)
    page.table.select([second])
    qtbot.waitUntil(lambda: shows(page, second, 20), timeout=WAIT)
    assert page.drawn == [newest, second]
    qtbot.keyClick(page.table, Qt.Key.Key_Space)
    page.table.select([waiting])  # it has nothing to show yet
    assert page.drawn == [newest, second]
    page.table.select([second])
    qtbot.keyClick(page.table, Qt.Key.Key_Space)
    assert page.drawn == [newest]
    qtbot.keyClick(page.table, Qt.Key.Key_Space)
    assert page.drawn == [newest, second]


def test_enter_shows_what_matters_of_a_run(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    done, failed = finished(store, "done"), queued(store, [experiment("failed")])[0]
    settle(store, [failed], "failed")
    wait_for_rows(qtbot, page, 2)
    for number, tab in ((done, RESULTS), (failed, LOG)):
        page.table.select([number])
        page.table.setCurrentIndex(page.model.index(page.model.place_of(number), 1))
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
        assert page.tabs.currentIndex() == tab
        assert number in page.drawn


def test_starting_again_asks_first_and_leaves_the_checkpoints_behind(
    qtbot: QtBot, page: RunsPage, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = queued(store, [experiment()])[0]
    train(store, number, losses(8), steps=20)
    settle(store, [number], "failed")
    with Store(store) as opened:
        (runs.get_run(opened, number).folder / "checkpoints" / "last-00000003").mkdir(parents=True)
    qtbot.waitUntil(lambda: shows(page, number, 8), timeout=WAIT)
    page.table.select([number])
    answers = iter(["Cancel", "Start again"])

    def choose(box: QMessageBox) -> int:
        assert "from the beginning" in box.text()
        wanted = next(answers)
        next(b for b in box.buttons() if b.text().replace("&", "") == wanted).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", choose)
    page.acting.restart.trigger()
    assert page.runs[number].status == "failed"
    page.acting.restart.trigger()
    qtbot.waitUntil(lambda: page.runs[number].status == "queued", timeout=WAIT)
    assert not page.runs[number].resume
    qtbot.waitUntil(lambda: drawn(page, "loss", str(number)) is None, timeout=WAIT)


def test_open_in_design_sends_the_specification(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = finished(store, "draft of this", rate=4e-5)
    wait_for_rows(qtbot, page, 1)
    page.table.select([number])
    with qtbot.waitSignal(page.navigate, timeout=WAIT) as sent:
        page.acting.design.trigger()
    name, payload = sent.args
    assert name == "design"
    assert payload["title"] == "draft of this"
    assert payload["experiment"]["stages"][0]["learning_rate"] == 4e-5


def test_a_page_without_a_session_stands_empty(qtbot: QtBot) -> None:
    made = RunsPage(None)
    qtbot.addWidget(made)
    made.show()
    made.on_shown()
    made.on_hidden()
    assert made.model.rowCount() == 0


# -- several stages and tasks ------------------------------------------------------------------------------


@pytest.fixture
def several(store: Path) -> int:
    """A run of three stages as the engine stores it: pre-training, two tasks together, one of them again."""
    from engine.events import Evaluation, StageStarted, StepMetrics
    from engine.spec.experiment import parse_experiment
    from engine.store.writer import RunWriter

    stages = [
        {"kind": "further_pretrain", "data": ["samples:reviews"], "steps": 4},
        {"kind": "multitask", "tasks": [{"data": "samples:reviews"}, {"data": "samples:questions"}]},
        {"kind": "finetune", "data": "samples:reviews"},
    ]
    number = queued(store, [parse_experiment({"name": "several", "stages": stages})])[0]
    with RunWriter(store, number) as writer:
        writer.write(StageStarted(0, "further_pretrain", "Further pre-training", 0, 4, 12, {}))
        for step in range(1, 5):
            writer.write(StepMetrics(step, {"train/loss": 4.0}))
        writer.write(
            Evaluation(
                "heldout", 4, {"heldout/loss": 3.0, "heldout/perplexity": 20.1, "heldout/accuracy": 33.0}
            )
        )
        writer.write(StageStarted(1, "multitask", "Multi-task fine-tuning", 4, 4, 12, {}))
        for step in range(5, 9):
            writer.write(StepMetrics(step, {"train/loss": 0.7}))
            means = {"validation/error": 20.0 + step, "validation/loss": 0.5}
            each = {"validation/error/reviews": 10.0 + step, "validation/error/questions": 30.0 + step}
            writer.write(Evaluation("validation", step, means | each))
        writer.write(StageStarted(2, "finetune", "Fine-tuning", 8, 4, 12, {}))
        for step in range(9, 13):
            writer.write(StepMetrics(step, {"train/loss": 0.3}))
            writer.write(
                Evaluation("validation", step, {"validation/error": 21.0 - step, "validation/loss": 0.4})
            )
    settle(store, [number], "finished")
    return number


def measured(page: RunsPage, key: str) -> list[Any]:
    page.learning.measure.set_current(key)
    page.learning.measure.activated.emit(page.learning.measure.currentIndex())
    return list(page.learning.error.curves())


def test_each_task_has_its_curve_and_pretraining_its_own_measures(
    qtbot: QtBot, page: RunsPage, several: int
) -> None:
    page.receive([several])
    qtbot.waitUntil(lambda: shows(page, several, 12), timeout=WAIT)
    offered = [page.learning.measure.itemData(i) for i in range(page.learning.measure.count())]
    assert offered == [
        "validation/error", "tasks", "validation/loss", "heldout/loss", "heldout/perplexity", "heldout/accuracy",
    ]  # fmt: skip
    tasks = {curve.end_label: curve for curve in measured(page, "tasks")}
    np.testing.assert_array_equal(tasks["reviews"].y, [15.0, 16.0, 17.0, 18.0])
    np.testing.assert_array_equal(tasks["questions"].y, [35.0, 36.0, 37.0, 38.0])
    assert (
        tasks["reviews"].dash != tasks["questions"].dash and tasks["reviews"].slot == tasks["questions"].slot
    )
    (perplexity,) = measured(page, "heldout/perplexity")
    np.testing.assert_array_equal(perplexity.y, [20.1])
    assert page.learning.error.title.text() == "Held-out perplexity"
    (error,) = measured(page, "validation/error")
    # The best of the last stage is ringed, not that of another data set before it.
    assert error.ring == (12.0, 9.0, "9.00") and np.isnan(error.y).sum() == 1


def test_results_are_told_by_stage_and_task(qtbot: QtBot, page: RunsPage, several: int) -> None:
    page.receive([several])
    qtbot.waitUntil(lambda: shows(page, several, 12), timeout=WAIT)
    page.tabs.setCurrentIndex(RESULTS)
    qtbot.waitUntil(lambda: len(page.results.rows()) == 4, timeout=WAIT)
    rows = page.results.rows()
    assert [row[1] for row in rows] == ["Mean of all tasks", "Long reviews", "Questions", "Long reviews"]
    assert rows[1][:4] == ["", "Long reviews", "15.00", "5"]
    assert rows[3][0] == "3 Fine-tuning" and rows[3][2:5] == ["9.00", "12", "–"]
