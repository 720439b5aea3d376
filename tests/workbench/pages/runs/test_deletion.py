"""Deleting runs asks first and can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from engine.store import Store, runs
from tests.workbench.pages.runs.runs_page import WAIT, names, wait_for_rows
from tests.workbench.pages.stored import experiment, finished, queued
from workbench.pages.runs.page import RunsPage

pytestmark = pytest.mark.gui


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


def test_a_queued_run_is_taken_from_the_queue_and_deleted(
    qtbot: QtBot, page: RunsPage, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Delete did nothing at all there. Undone, the run is there, and no longer in the queue."""
    number = queued(store, [experiment()])[0]
    wait_for_rows(qtbot, page, 1)
    monkeypatch.setattr(page.acting, "confirmed", lambda *_words, **_more: True)
    page.table.select([number])
    page.acting.delete.trigger()
    assert page.acting.deletion.ids == [number]

    def status() -> str:
        with Store(store, read_only=True) as opened:
            return runs.get_run(opened, number).status

    qtbot.waitUntil(lambda: status() == "stopped", timeout=WAIT)
    page.acting.undo_delete.trigger()
    wait_for_rows(qtbot, page, 1)
    page.table.select([number])
    page.acting.delete.trigger()
    page.on_closing()

    def left() -> list[int]:
        with Store(store, read_only=True) as opened:
            return [run.id for run in runs.list_runs(opened)]

    qtbot.waitUntil(lambda: left() == [], timeout=WAIT)
