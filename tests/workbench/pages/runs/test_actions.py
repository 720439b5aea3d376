"""Actions on the selected runs: which there are, and what they do."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from engine.store import Store, runs
from tests.workbench.pages.runs.runs_page import WAIT, drawn, shows, wait_for_rows
from tests.workbench.pages.stored import experiment, finished, losses, queued, settle, train
from workbench.pages.runs.page import RunsPage

pytestmark = pytest.mark.gui


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
        "capsule",
        "archive",
        "delete",
    }
    page.table.select([waiting])
    assert enabled() == one | {"stop", "delete"}
    page.table.select([stopped])
    assert enabled() == one | {"resume", "restart", "archive", "delete"}
    page.table.select([done, stopped])
    several = {"draw", "rename", "compare", "rerun", "resume", "restart", "archive", "delete"}
    assert enabled() == always | several
    with qtbot.waitSignal(page.navigate) as sent:
        acting.compare.trigger()
    assert sent.args == ["compare", [stopped, done]]  # in the order of the table


def test_the_menu_of_a_run_fits_a_small_screen(page: RunsPage) -> None:
    """It had a second column for its last entry at 800 px."""
    menu = page.acting.menu()
    menu.adjustSize()
    assert menu.sizeHint().height() < 720
    folded = [each.menu() for each in menu.actions() if isinstance(each.menu(), QMenu)]
    assert page.acting.files.capsule in [each for inner in folded for each in inner.actions()]
    assert page.acting.files.open_capsule not in menu.actions()  # it is about no run
    assert menu.actions()[-2] is page.acting.delete


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
