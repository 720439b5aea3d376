"""Actions on the selected runs: which there are, and what they do, by the entries of the menus."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from engine.launch.queue_order import queued_ids
from engine.store import Store, runs
from tests import patience
from tests.workbench.conftest import WAIT
from tests.workbench.pages.runs.runs_page import drawn, marked, names, notices, shows, wait_for_rows
from tests.workbench.pages.stored import experiment, finished, losses, queued, settle, train
from workbench.pages.runs.page import RunsPage

pytestmark = pytest.mark.gui


@pytest.fixture
def filled(qtbot: QtBot, page: RunsPage, store: Path) -> RunsPage:
    """The page with run 1 finished and runs 2 to 4 queued."""
    finished(store, "done")
    queued(store, [experiment(name) for name in ("a", "b", "c")])
    wait_for_rows(qtbot, page, 4)
    return page


def statuses(page: RunsPage) -> dict[str, str]:
    return {line.name: page.model.columns[2].text_of(line) for line in page.model.rows}


def answering(monkeypatch: pytest.MonkeyPatch, *answers: str) -> list[str]:
    """Press these buttons of the questions that come; what was asked is kept."""
    asked, wanted = [], iter(answers)

    def choose(box: QMessageBox) -> int:
        asked.append(box.text())
        assert box.defaultButton().text().replace("&", "") == "Cancel"
        answer = next(wanted)
        next(b for b in box.buttons() if b.text().replace("&", "") == answer).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", choose)
    return asked


def test_actions_follow_the_selection(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    done, waiting = finished(store), queued(store, [experiment("two")])[0]
    stopped = queued(store, [experiment("three")])[0]
    settle(store, [stopped], "stopped")
    wait_for_rows(qtbot, page, 3)

    def enabled() -> set[str]:
        return {name for name, each in page.menus.actions.items() if each.isEnabled()}

    always = {"log", "import_log", "open_capsule", "table_hidden", "hide_all"}
    assert enabled() == always
    one = always | {"design", "rename", "tags", "notes", "folder", "draw", "star", "colour", "retry"}
    page.table.select([done])
    assert enabled() == one | {
        "rerun",
        "predictions",
        "export",
        "capsule",
        "archive",
        "delete",
        "lab",
        "classify",
    }
    page.table.select([waiting])
    assert enabled() == one | {"stop", "delete", "first", "earlier", "later"}
    page.table.select([stopped])
    assert enabled() == one | {"resume", "restart", "pause", "archive", "delete"}
    assert page.menus["pause"].text() == "&Go on"
    page.table.select([done, stopped])
    several = {
        "draw",
        "rename",
        "compare",
        "rerun",
        "resume",
        "restart",
        "pause",
        "archive",
        "delete",
        "star",
        "colour",
    }
    assert enabled() == always | several
    with qtbot.waitSignal(page.navigate) as sent:
        page.menus["compare"].trigger()
    assert sent.args == ["compare", [stopped, done]]  # in the order of the table


def test_the_menu_of_a_run_fits_a_small_screen(page: RunsPage) -> None:
    """It had a second column for its last entry at 800 px."""
    menu = page.menus.context_menu()
    menu.adjustSize()
    assert menu.sizeHint().height() < 720
    folded = [each.menu() for each in menu.actions() if isinstance(each.menu(), QMenu)]
    assert page.menus["capsule"] in [each for inner in folded for each in inner.actions()]
    assert page.menus["open_capsule"] not in menu.actions()  # it is about no run
    assert menu.actions()[-2] is page.menus["delete"]


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
        assert said == "Queued, to continue"
        assert drawn(page, "loss", str(number)) is not None
    else:  # it begins anew, and what it measured is gone
        assert said == "Queued"
        qtbot.waitUntil(lambda: drawn(page, "loss", str(number)) is None, timeout=WAIT)


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
    asked = answering(monkeypatch, "Cancel", "Start again")
    page.menus["restart"].trigger()
    assert page.runs[number].status == "failed" and "from the beginning" in asked[0]
    page.menus["restart"].trigger()
    qtbot.waitUntil(lambda: page.runs[number].status == "queued", timeout=WAIT)
    assert not page.runs[number].resume
    qtbot.waitUntil(lambda: drawn(page, "loss", str(number)) is None, timeout=WAIT)


def test_open_in_design_sends_the_specification(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    number = finished(store, "draft of this", rate=4e-5)
    wait_for_rows(qtbot, page, 1)
    page.table.select([number])
    with qtbot.waitSignal(page.navigate, timeout=WAIT) as sent:
        page.menus["design"].trigger()
    name, payload = sent.args
    assert name == "design"
    assert payload["title"] == "draft of this"
    assert payload["experiment"]["stages"][0]["learning_rate"] == 4e-5


def test_a_star_is_a_tag_and_shown(qtbot: QtBot, filled: RunsPage, store: Path) -> None:
    marks = filled.menus
    filled.table.select([1, 2])
    marks["star"].trigger()
    qtbot.waitUntil(lambda: all("starred" in filled.runs[i].tags for i in (1, 2)), timeout=WAIT)
    name = filled.table.column("name")[0]
    place = filled.model.place_of(1)
    assert place is not None
    assert filled.model.index(place, name).data() == "done ★"
    assert marks["star"].text() == "Remove s&tar"
    filled.filter("tag = starred")
    qtbot.waitUntil(lambda: filled.model.rowCount() == 2, timeout=WAIT)
    marks["star"].trigger()
    qtbot.waitUntil(lambda: filled.model.rowCount() == 0, timeout=WAIT)
    with Store(store, read_only=True) as opened:
        assert runs.get_run(opened, 1).tags == ()


def test_a_colour_is_chosen(qtbot: QtBot, filled: RunsPage) -> None:
    filled.table.select([1])
    menu = filled.menus["colour"].menu()
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
    marks = filled.menus
    filled.table.select([4])
    marks["earlier"].trigger()
    qtbot.waitUntil(lambda: statuses(filled)["c"] == "Queued, number 2", timeout=WAIT)
    assert order() == [2, 4, 3]
    marks["first"].trigger()
    qtbot.waitUntil(lambda: statuses(filled)["c"] == "Queued, next", timeout=WAIT)
    marks["later"].trigger()
    qtbot.waitUntil(lambda: statuses(filled)["c"] == "Queued, number 2", timeout=WAIT)
    assert order() == [2, 4, 3]
    filled.table.select([1])
    assert not marks["earlier"].isEnabled()
    assert not marks["pause"].isEnabled()


def test_a_run_is_tried_again_with_changes(qtbot: QtBot, filled: RunsPage, store: Path) -> None:
    filled.table.select([1])
    marks = filled.menus
    said = notices(filled)
    marks["retry"].trigger()
    assert filled.run_actions.dialog is not None
    filled.run_actions.dialog.setTextValue("batch_size=12 decay={kind = 'zhang', xi = 0.9}")
    filled.run_actions.dialog.accept()
    qtbot.waitUntil(lambda: bool(said), timeout=patience.milliseconds(120))
    assert said[0].startswith("Run 5, done: batch_size=12")
    with Store(store, read_only=True) as opened:
        stage = runs.get_experiment(opened, 5).stages[0].model_dump()
    assert (stage["batch_size"], stage["decay"]["kind"]) == (12, "zhang")


def test_a_group_is_drawn_and_hidden_at_once(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    sweep = queued(store, [experiment(f"rates: {seed}", seed) for seed in (1, 2, 3)], "rates")
    alone = finished(store, "alone")
    for number in sweep:
        train(store, number, [1.0, 0.9], errors={2: 50.0})
    settle(store, sweep, "stopped")
    qtbot.waitUntil(lambda: page.model.rowCount() == 5, timeout=WAIT)
    head = next(line for line in page.model.rows if line.members)
    assert "all runs of the group" in page.model.columns[0].tip(head)
    page.toggle(head.key)
    qtbot.waitUntil(lambda: set(sweep) <= set(page.drawn), timeout=WAIT)
    assert marked(page, head.key).drawn
    page.toggle(head.key)
    qtbot.waitUntil(lambda: not set(sweep) & set(page.drawn), timeout=WAIT)
    page.table.select([*sweep[:2], alone])
    page.menus["draw"].trigger()
    qtbot.waitUntil(lambda: {*sweep[:2], alone} <= set(page.drawn), timeout=WAIT)
    page.menus["hide_all"].trigger()
    qtbot.waitUntil(lambda: page.drawn == [], timeout=WAIT)


@pytest.mark.parametrize("answer", ["Delete", "Cancel"])
def test_deleting_asks_first(
    qtbot: QtBot, page: RunsPage, store: Path, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = finished(store)
    wait_for_rows(qtbot, page, 1)
    folder = page.runs[number].folder
    page.table.select([number])
    asked = answering(monkeypatch, answer)
    page.menus["delete"].trigger()
    assert "one" in asked[0]
    if answer == "Delete":
        qtbot.waitUntil(lambda: page.stack.currentWidget() is page.empty, timeout=WAIT)
        assert folder.exists()  # a minute to think better of it
        page.on_closing()
        qtbot.waitUntil(lambda: not folder.exists(), timeout=WAIT)
    else:
        # Deletion begins at once or not at all, and what has not begun the closing page does not carry out.
        assert page.run_actions.deletion.ids == [] and not page.menus["undo_delete"].isEnabled()
        page.on_closing()
        assert page.model.rowCount() == 1 and folder.exists()


def test_a_deletion_can_be_undone(
    qtbot: QtBot, page: RunsPage, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = finished(store, "first"), finished(store, "second")
    wait_for_rows(qtbot, page, 2)
    monkeypatch.setattr(page.run_actions, "confirmed", lambda *_words, **_more: True)
    page.table.select([first])
    page.menus["delete"].trigger()
    wait_for_rows(qtbot, page, 1)
    assert page.deletion_line.text() == "The run is deleted."
    assert page.menus["undo_delete"].text() == "&Undo deleting 'first'"
    page.deletion_line.remedy.emit()
    wait_for_rows(qtbot, page, 2)
    assert page.deletion_line.isHidden() and not page.menus["undo_delete"].isEnabled()
    qtbot.waitUntil(lambda: page.table.selected_runs() == [first], timeout=WAIT)

    page.table.select([first])
    page.menus["delete"].trigger()
    wait_for_rows(qtbot, page, 1)
    page.table.select([second])
    page.menus["delete"].trigger()  # a second deletion makes the first one final
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.empty, timeout=WAIT)
    with Store(store) as opened:
        qtbot.waitUntil(lambda: [row.id for row in runs.list_runs(opened)] == [second], timeout=WAIT)
    page.menus["undo_delete"].trigger()
    wait_for_rows(qtbot, page, 1)
    assert names(page) == ["second"]


def test_a_queued_run_is_taken_from_the_queue_and_deleted(
    qtbot: QtBot, page: RunsPage, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Delete did nothing at all there. Undone, the run is there, and no longer in the queue."""
    number = queued(store, [experiment()])[0]
    wait_for_rows(qtbot, page, 1)
    monkeypatch.setattr(page.run_actions, "confirmed", lambda *_words, **_more: True)
    page.table.select([number])
    page.menus["delete"].trigger()
    assert page.run_actions.deletion.ids == [number]

    def status() -> str:
        with Store(store, read_only=True) as opened:
            return runs.get_run(opened, number).status

    qtbot.waitUntil(lambda: status() == "stopped", timeout=WAIT)
    page.menus["undo_delete"].trigger()
    wait_for_rows(qtbot, page, 1)
    page.table.select([number])
    page.menus["delete"].trigger()
    page.on_closing()

    def left() -> list[int]:
        with Store(store, read_only=True) as opened:
            return [run.id for run in runs.list_runs(opened)]

    qtbot.waitUntil(lambda: left() == [], timeout=WAIT)
