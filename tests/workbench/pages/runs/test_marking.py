"""Star, colour, order of the queue, pause, retry and the way to the Lab, on the Runs page over a real store."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.launch.queue_order import queued_ids
from engine.store import Store, runs
from tests import patience
from tests.workbench.pages.runs.runs_page import marked
from tests.workbench.pages.stored import experiment, finished, queued, settle, train
from workbench.pages.runs.marking import split_settings
from workbench.pages.runs.page import RunsPage

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)


@pytest.fixture
def filled(qtbot: QtBot, page: RunsPage, store: Path) -> RunsPage:
    """The page with run 1 finished and runs 2 to 4 queued."""
    finished(store, "done")
    queued(store, [experiment(name) for name in ("a", "b", "c")])
    qtbot.waitUntil(lambda: page.model.rowCount() == 4, timeout=WAIT)
    return page


def statuses(page: RunsPage) -> dict[str, str]:
    return {line.name: page.model.columns[2].text_of(line) for line in page.model.rows}


def test_a_star_is_a_tag_and_shown(qtbot: QtBot, filled: RunsPage, store: Path) -> None:
    marks = filled.acting.marks
    filled.table.select([1, 2])
    marks.star.trigger()
    qtbot.waitUntil(lambda: all("starred" in filled.runs[i].tags for i in (1, 2)), timeout=WAIT)
    name = filled.table.column("name")[0]
    place = filled.model.place_of(1)
    assert place is not None
    assert filled.model.index(place, name).data() == "done ★"
    assert marks.star.text() == "Remove s&tar"
    filled.filter("tag = starred")
    qtbot.waitUntil(lambda: filled.model.rowCount() == 2, timeout=WAIT)
    marks.star.trigger()
    qtbot.waitUntil(lambda: filled.model.rowCount() == 0, timeout=WAIT)
    with Store(store, read_only=True) as opened:
        assert runs.get_run(opened, 1).tags == ()


def test_a_colour_is_chosen(qtbot: QtBot, filled: RunsPage) -> None:
    filled.table.select([1])
    menu = filled.acting.marks.colour.menu()
    menu.aboutToShow.emit()
    assert not any(action.icon().isNull() for action in menu.actions())
    menu.actions()[6].trigger()
    qtbot.waitUntil(lambda: filled.runs[1].slot == 7, timeout=WAIT)


def test_what_waits_changes_its_place(qtbot: QtBot, filled: RunsPage, store: Path) -> None:
    def order() -> list[int]:
        with Store(store, read_only=True) as opened:
            return queued_ids(opened)

    assert statuses(filled) | {"done": ""} == {
        "done": "", "a": "Queued, next", "b": "Queued, number 2", "c": "Queued, number 3",
    }  # fmt: skip
    marks = filled.acting.marks
    filled.table.select([4])
    marks.earlier.trigger()
    qtbot.waitUntil(lambda: statuses(filled)["c"] == "Queued, number 2", timeout=WAIT)
    assert order() == [2, 4, 3]
    marks.first.trigger()
    qtbot.waitUntil(lambda: statuses(filled)["c"] == "Queued, next", timeout=WAIT)
    marks.later.trigger()
    qtbot.waitUntil(lambda: statuses(filled)["c"] == "Queued, number 2", timeout=WAIT)
    assert order() == [2, 4, 3]
    filled.table.select([1])
    assert not marks.earlier.isEnabled()
    assert not marks.pause.isEnabled()


def test_runs_that_wait_are_dragged_to_another_place(qtbot: QtBot, filled: RunsPage, store: Path) -> None:
    """The newest stands first: the run that begins next is the lowest of those that wait."""
    table = filled.table

    def queue_from_above() -> list[int]:
        return [line.run.id for line in filled.model.rows if line.run is not None and line.queue_place]

    def drag(number: int, to: int, *, lower_half: bool) -> None:
        rows = {
            line.key: table.visualRect(filled.model.index(row, 2))
            for row, line in enumerate(filled.model.rows)
        }
        start, target = rows[number].center(), rows[to].center()
        target.setY(rows[to].bottom() - 3 if lower_half else rows[to].top() + 3)
        qtbot.mousePress(table.viewport(), Qt.MouseButton.LeftButton, pos=start)
        for place in (QPoint(start.x(), (start.y() + target.y()) // 2), target):
            move = QMouseEvent(
                QEvent.Type.MouseMove, QPointF(place), table.viewport().mapToGlobal(QPointF(place)),
                Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
            )  # fmt: skip
            QApplication.sendEvent(table.viewport(), move)
        qtbot.mouseRelease(table.viewport(), Qt.MouseButton.LeftButton, pos=target)

    assert queue_from_above() == [4, 3, 2]
    drag(4, 2, lower_half=True)
    qtbot.waitUntil(lambda: queue_from_above() == [3, 2, 4], timeout=WAIT)
    assert statuses(filled)["c"] == "Queued, next"
    with Store(store, read_only=True) as opened:
        assert queued_ids(opened) == [4, 2, 3]
    # Several at once: those that are selected with the one that is dragged.
    table.select([2, 4])
    drag(2, 3, lower_half=False)
    qtbot.waitUntil(lambda: queue_from_above() == [2, 4, 3], timeout=WAIT)
    # Onto a run that does not wait, or beside itself, nothing is moved.
    with qtbot.assertNotEmitted(table.queue_dropped, wait=50):
        drag(2, 1, lower_half=True)
    assert table._drop is None


def test_one_key_goes_on_with_what_was_paused(qtbot: QtBot, filled: RunsPage, store: Path) -> None:
    (number,) = queued(store, [experiment("paused")])
    train(store, number, [1.0, 0.9], errors={2: 50.0})
    settle(store, [number], "stopped")
    qtbot.waitUntil(lambda: number in filled.runs and filled.runs[number].status == "stopped", timeout=WAIT)
    filled.table.select([number])
    pause = filled.acting.marks.pause
    assert (pause.text(), pause.isEnabled()) == ("&Go on", True)
    pause.trigger()
    qtbot.waitUntil(lambda: filled.runs[number].status == "queued", timeout=WAIT)


def test_a_run_is_tried_again_with_changes(qtbot: QtBot, filled: RunsPage, store: Path) -> None:
    filled.table.select([1])
    marks = filled.acting.marks
    marks.retry.trigger()
    assert marks.dialog is not None
    marks.dialog.setTextValue("batch_size=12 decay={kind = 'zhang', xi = 0.9}")
    with qtbot.waitSignal(marks.notice, timeout=patience.milliseconds(120)) as said:
        marks.dialog.accept()
    assert said.args[0].startswith("Run 5, done: batch_size=12")
    with Store(store, read_only=True) as opened:
        stage = runs.get_experiment(opened, 5).stages[0].model_dump()
    assert (stage["batch_size"], stage["decay"]["kind"]) == (12, "zhang")


def test_settings_in_a_line_are_told_apart() -> None:
    assert split_settings("") == []
    assert split_settings("batch_size=12") == ["batch_size=12"]
    assert split_settings("a=[1, 2]  stages.0.b={kind = 'x', y = 1} c=two words") == [
        "a=[1, 2]", "stages.0.b={kind = 'x', y = 1}", "c=two words",
    ]  # fmt: skip


def test_a_finished_run_is_opened_in_the_lab(qtbot: QtBot, filled: RunsPage) -> None:
    filled.table.select([1])
    with qtbot.waitSignal(filled.navigate) as sent:
        filled.acting.marks.lab.trigger()
    assert sent.args == ["lab", [1]]
    filled.table.select([2])
    assert not filled.acting.marks.lab.isEnabled()


def test_a_group_is_drawn_and_hidden_at_once(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    sweep = queued(store, [experiment(f"rates: {seed}", seed) for seed in (1, 2, 3)], "rates")
    alone = finished(store, "alone")
    for number in sweep:
        train(store, number, [1.0, 0.9], errors={2: 50.0})
    settle(store, sweep, "stopped")
    qtbot.waitUntil(lambda: page.model.rowCount() == 5, timeout=WAIT)
    head = next(line for line in page.model.rows if line.members)
    assert "draws all runs" in page.model.columns[0].tip(head)
    page.toggle(head.key)
    qtbot.waitUntil(lambda: set(sweep) <= set(page.drawn), timeout=WAIT)
    assert marked(page, head.key).drawn
    page.toggle(head.key)
    qtbot.waitUntil(lambda: not set(sweep) & set(page.drawn), timeout=WAIT)
    page.table.select([*sweep[:2], alone])
    page.acting.draw.trigger()
    qtbot.waitUntil(lambda: {*sweep[:2], alone} <= set(page.drawn), timeout=WAIT)
    page.acting.hide_all.trigger()
    qtbot.waitUntil(lambda: page.drawn == [], timeout=WAIT)
