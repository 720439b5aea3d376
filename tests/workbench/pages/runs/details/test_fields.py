"""Name, tags and notes of a run, edited in place."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.store import Store, runs
from tests.workbench.pages.runs.runs_page import WAIT, names, wait_for_rows
from tests.workbench.pages.stored import finished
from workbench.pages.runs.page import RunsPage

pytestmark = pytest.mark.gui


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
    page.menus["notes"].trigger()
    fields = page.about.fields
    qtbot.waitUntil(lambda: fields.name.text() == "a name", timeout=WAIT)
    fields.notes.setPlainText("half a sen")
    with Store(store) as opened:
        runs.rename_run(opened, number, "renamed elsewhere")
    qtbot.waitUntil(lambda: fields.name.text() == "renamed elsewhere", timeout=WAIT)
    assert fields.notes.toPlainText() == "half a sen"
