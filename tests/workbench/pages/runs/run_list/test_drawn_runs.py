"""Which runs are drawn: the selected one, those that were kept, and no more than can be told apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.workbench.pages.runs.runs_page import WAIT, click, drawn, marked, shows, sweep, wait_for_rows
from tests.workbench.pages.stored import experiment, finished, queued
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.drawn_runs import MOST_DRAWN, DrawnRuns

pytestmark = pytest.mark.gui


def test_a_selected_group_draws_its_runs(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    """Of a sweep that was clicked, nothing was to be seen."""
    ids = sweep(store)
    wait_for_rows(qtbot, page, 5)
    page.table.select([next(line.key for line in page.model.rows if line.members)])
    qtbot.waitUntil(lambda: all(shows(page, number, 20) for number in ids[:3]), timeout=WAIT)


def test_the_eye_draws_and_hides_a_run(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    first, second = finished(store, "first"), finished(store, "second")
    qtbot.waitUntil(lambda: shows(page, second, 20), timeout=WAIT)
    assert page.drawn == [second]  # the newest is drawn without being asked for
    click(qtbot, page, 1, "swatch")
    qtbot.waitUntil(lambda: shows(page, first, 20), timeout=WAIT)
    assert page.drawn == [second, first]
    assert all(marked(page, number).drawn for number in (first, second))
    click(qtbot, page, 0, "swatch")
    qtbot.waitUntil(lambda: drawn(page, "loss", str(second)) is None, timeout=WAIT)
    qtbot.waitUntil(lambda: shows(page, first, 20), timeout=WAIT)


def test_a_selected_run_is_drawn_and_space_keeps_it(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    first, second, newest = (finished(store, name) for name in ("first", "second", "newest"))
    waiting = queued(store, [experiment("queued")])[0]
    qtbot.waitUntil(lambda: shows(page, newest, 20), timeout=WAIT)
    wait_for_rows(qtbot, page, 4)
    page.table.select([first])
    qtbot.waitUntil(lambda: shows(page, first, 20), timeout=WAIT)
    assert page.drawn == [newest, first]
    assert marked(page, first).passing
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


def test_of_more_selected_runs_those_that_are_kept_come_first_then_the_last() -> None:
    drawn = DrawnRuns()
    many = list(range(1, MOST_DRAWN + 6))
    drawn.toggle_all([1, 2, 100])
    assert drawn.ids == [1, 2, 100]
    assert drawn.select(many)
    assert drawn.ids == [1, 2, *many[-MOST_DRAWN + 2 :]]
    assert drawn.is_passing(many[-1]) and not drawn.is_kept(many[-1])
    assert drawn.is_kept(100) and not drawn.has_all([100])  # there is no room for it now
    drawn.select([])
    assert drawn.ids == [1, 2, 100] and drawn.has_all([1, 100])
