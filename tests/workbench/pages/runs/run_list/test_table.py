"""The table of runs: groups, search, columns, the archive and renaming in place."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from engine.store import Store, runs
from tests.workbench.conftest import WAIT
from tests.workbench.pages.runs.runs_page import names, sweep, wait_for_rows
from tests.workbench.pages.stored import experiment, finished, queued
from workbench.pages.runs.page import RunsPage

pytestmark = pytest.mark.gui


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
        "seed 2, 2 runs", "learning rate 2e-5", "learning rate 5e-5",
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
    assert names(page) == ["gamma", "alpha", "beta", "delta"]  # newest first, what waits last

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
    assert page.warning.text() == "No run matches the search."
    assert page.warning.isVisible()
    qtbot.keyClick(page.search, Qt.Key.Key_Escape)
    wait_for_rows(qtbot, page, 4)


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
    assert names(page)[-1] == "newer"
    assert page.table.selected() == [ids[5], ids[6]]
    assert page.table.verticalScrollBar().value() == 200
    assert new[0] not in page.table.selected()


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
    assert page.preferences.get("runs/hidden", "none") == "last"


def test_archived_runs_hide_and_come_back(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    first, _ = finished(store, "first"), finished(store, "second")
    wait_for_rows(qtbot, page, 2)
    page.table.select([first])
    page.menus["archive"].trigger()
    wait_for_rows(qtbot, page, 1)
    page.column_menu.archived.setChecked(True)
    wait_for_rows(qtbot, page, 2)
    name = page.table.column("name")[0]
    assert page.model.index(1, name).data() == "first archived"
    page.table.select([first])
    assert page.menus["archive"].text() == "Unarchi&ve"
    page.menus["archive"].trigger()
    qtbot.waitUntil(lambda: page.model.index(1, name).data() == "first", timeout=WAIT)


def test_renaming_in_the_table(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    ids = sweep(store)
    wait_for_rows(qtbot, page, 5)
    page.table.select([ids[0]])
    page.menus["rename"].trigger()
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
    assert page.menus["rename"].isEnabled()
    page.menus["rename"].trigger()
    assert page.table.findChild(QLineEdit).text() == page.runs[ids[1]].name
    qtbot.keyClick(page.table.findChild(QLineEdit), Qt.Key.Key_Escape)
    group = page.model.index(0, 1)  # of a group's runs none is the current one
    page.table.selectionModel().setCurrentIndex(group, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    said: list[str] = []
    page.status_changed.connect(said.append)
    page.menus["rename"].trigger()
    assert said == ["Select one run to rename it."]
