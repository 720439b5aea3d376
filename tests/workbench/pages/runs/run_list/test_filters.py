"""Filters, columns and groups by any name, on the Runs page over a real store."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.store import Store, runs
from tests import patience
from tests.workbench.pages.stored import experiment, finished, queued
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.pages.runs.page import OTHER, RunsPage
from workbench.pages.runs.run_list.query import BY

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)


@pytest.fixture
def filled(qtbot: QtBot, page: RunsPage, store: Path) -> RunsPage:
    """The page with one finished run, at 2e-5, and two queued ones at 5e-5 and 1e-5, the last one tagged."""
    finished(store, "first")
    _, third = queued(store, [experiment("second", rate=5e-5), experiment("third", rate=1e-5)])
    with Store(store) as opened:
        runs.set_tags(opened, third, ["pilot"])
    qtbot.waitUntil(lambda: page.model.rowCount() == 3, timeout=WAIT)
    qtbot.waitUntil(lambda: bool(page.search.vocabulary.names), timeout=WAIT)
    return page


def names(page: RunsPage) -> list[str]:
    return [line.name for line in page.model.rows]


def shows(qtbot: QtBot, page: RunsPage, *expected: str) -> None:
    qtbot.waitUntil(lambda: names(page) == list(expected), timeout=WAIT)


def test_a_filter_typed_into_the_search_finds_runs(qtbot: QtBot, filled: RunsPage) -> None:
    qtbot.keyClicks(filled.search, "learning_rate >= 2e-5 and test < 30")
    shows(qtbot, filled, "first")
    qtbot.keyClick(filled.search, Qt.Key.Key_Escape)  # the list, if one is open
    qtbot.keyClick(filled.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: filled.model.rowCount() == 3, timeout=WAIT)
    filled.filter("pilot")  # a word by itself is searched for, as ever
    shows(qtbot, filled, "third")


def test_what_is_wrong_is_said_beneath_the_table_which_stays(qtbot: QtBot, filled: RunsPage) -> None:
    height = filled.table.height()
    filled.filter("tset < 4")
    qtbot.waitUntil(lambda: filled.wrong.isVisible(), timeout=WAIT)
    assert filled.table.height() == height, "nothing moves under the mouse"
    assert filled.wrong.geometry().bottom() == filled.top.rect().bottom()
    assert filled.wrong.text().startswith(
        "filter, character 1: there is no 'tset' of a run. Did you mean 'test'?"
    )
    assert filled.search.property("state") == "error"
    assert filled.model.rowCount() == 3
    filled.filter("test < 30")
    shows(qtbot, filled, "first")
    assert not filled.wrong.isVisible()
    assert filled.search.property("state") == ""


def test_names_complete_themselves(qtbot: QtBot, filled: RunsPage) -> None:
    field = filled.search
    field.setFocus()
    qtbot.waitUntil(lambda: field.vocabulary.values.get("tag") == ("pilot",), timeout=WAIT)
    qtbot.keyClicks(field, "test < 30 lear")
    assert field.offered()[0] == "learning_rate"
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert field.text() == "test < 30 learning_rate "
    assert field.offered() == []
    qtbot.keyClicks(field, "> 1e-5 tag = pi")
    assert field.offered() == ["pilot"]
    qtbot.keyClick(field, Qt.Key.Key_Escape)  # closes the list, and leaves the text
    assert field.offered() == []
    assert field.text().endswith("tag = pi")


def test_filters_are_kept_and_forgotten(qtbot: QtBot, filled: RunsPage) -> None:
    def entries() -> list[str]:
        filled.filters.fill()
        return [action.text() for action in filled.filters.menu().actions()]

    assert "Failed or interrupted" in entries()
    filled.filters.keep("test < 30")
    filled.filters.keep("tag = pilot")
    assert entries()[:2] == ["test < 30", "tag = pilot"]
    filled.filters.menu().actions()[1].trigger()
    shows(qtbot, filled, "third")
    assert entries()[-1] == "Remove this filter"
    filled.filters.menu().actions()[-1].trigger()
    assert entries()[0] == "test < 30"
    assert "tag = pilot" not in entries()
    filled.preferences.put("runs/filters", "[broken")
    assert filled.filters.kept() == []


def test_columns_by_any_name_are_shown_sorted_by_and_remembered(
    qtbot: QtBot, filled: RunsPage, session: Session
) -> None:
    filled.column_menu.show_names(["learning_rate", "test/error", "tag"])
    column = filled.model.columns[3]
    qtbot.waitUntil(lambda: bool(filled.model.row(0).values), timeout=WAIT)
    cells = {line.name: [c.text_of(line) for c in filled.model.columns[3:6]] for line in filled.model.rows}
    assert cells == {
        "first": ["2e-5", "25.50", ""], "second": ["5e-5", "", ""], "third": ["1e-5", "", "pilot"],
    }  # fmt: skip
    filled.table.head.sectionClicked.emit(filled.model.columns.index(column))
    shows(qtbot, filled, "third", "first", "second")
    assert filled.preferences.get("runs/columns", "") == "learning_rate,test/error,tag"

    other = RunsPage(session)
    qtbot.addWidget(other)
    other.preferences = filled.preferences
    other.restore()
    assert [each.title for each in other.model.columns[3:6]] == ["Learning rate", "Test error", "Tags"]
    entry = next(each for each in other.column_menu.actions() if each.text() == "test/error")
    entry.trigger()
    assert other.column_menu.names == ["learning_rate", "tag"]


def test_a_column_of_a_name_that_is_none_says_so_and_goes(qtbot: QtBot, filled: RunsPage) -> None:
    filled.column_menu.choose_column()
    filled.column_menu.dialog.setTextValue("colour")
    filled.column_menu.dialog.accept()
    qtbot.waitUntil(lambda: filled.wrong.isVisible(), timeout=WAIT)
    assert "there is no 'colour'" in filled.wrong.text()
    assert filled.column_menu.names == []
    qtbot.waitUntil(lambda: filled.model.rowCount() == 3, timeout=WAIT)
    with qtbot.waitSignal(filled.model.layoutChanged, timeout=1, raising=False):
        filled.table_watch.ask()
    assert filled.wrong.isVisible()  # reading again is no answer to it
    filled.filter("first")
    qtbot.waitUntil(lambda: not filled.wrong.isVisible(), timeout=WAIT)


def test_groups_by_any_name(qtbot: QtBot, filled: RunsPage) -> None:
    filled.grouping.set_current(f"{BY}tag")
    shows(qtbot, filled, "tag = pilot", "third", "No tag", "first", "second")
    filled.grouping.set_current(OTHER)
    filled.dialog.setTextValue("learning_rate")
    filled.dialog.accept()
    shows(
        qtbot, filled, "learning_rate = 2e-5", "first", "learning_rate = 5e-5", "second",
        "learning_rate = 1e-5", "third",
    )  # fmt: skip
    assert filled.preferences.get("runs/grouping", "") == f"{BY}learning_rate"
    filled.table.itemDelegate().folded.emit(filled.model.row(0))
    qtbot.waitUntil(lambda: filled.model.rowCount() == 5, timeout=WAIT)
    assert isinstance(filled.preferences, Preferences)
