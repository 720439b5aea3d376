"""Star, colour, order of the queue, pause, retry and the way to the Lab, on the Runs page over a real store."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.launch.queue_order import queued_ids
from engine.store import Store, runs
from tests import patience
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
