"""The Runs page over a real store that is written to while the page looks."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.workbench.pages.runs.runs_page import WAIT, shows, sweep, wait_for_rows
from tests.workbench.pages.stored import experiment, finished, queued, settle
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.wording import ERRORS, LEARNING, LOG

pytestmark = pytest.mark.gui


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
    titles = [column.title for column in page.model.columns]
    assert {"Best validation error, %", "Test error, %"} <= set(titles), "a percentage says of what"
    assert texts["test"] == "25.50"
    assert texts["status"] == f"Finished, 1:{30 + number}"
    best = page.table.column("best")[0]
    assert page.model.index(0, best).data() == "24.00 at 10"


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
    qtbot.wait(500)
    assert page.drawn == [*ids[:2], other]


def test_a_queued_run_that_begins_stays_in_sight(qtbot: QtBot, page: RunsPage, store: Path) -> None:
    queued(store, [experiment(f"run {seed}", seed) for seed in range(60)])
    wait_for_rows(qtbot, page, 60)
    last = page.model.rows[-1].run.id
    page.receive([last])
    qtbot.waitUntil(lambda: page.table.selected() == [last] and page.table.shows_current(), timeout=WAIT)
    settle(store, [last], "running")
    qtbot.waitUntil(lambda: page.model.place_of(last) == 0, timeout=WAIT)
    assert page.table.shows_current()


def test_a_run_that_is_opened_has_the_page_with_what_matters_of_it(
    qtbot: QtBot, page: RunsPage, store: Path
) -> None:
    done, failed = finished(store, "done"), queued(store, [experiment("failed")])[0]
    settle(store, [failed], "failed")
    wait_for_rows(qtbot, page, 2)
    head = page.view.head
    for number, tab in ((done, ERRORS), (failed, LOG)):
        page.table.select([number])
        page.table.setCurrentIndex(page.model.index(page.model.place_of(number), 1))
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
        assert page.tabs.currentIndex() == tab
        assert number in page.drawn and not page.table.isVisible()
        qtbot.waitUntil(lambda name=page.runs[number].name: head.name.text() == name, timeout=WAIT)
        assert head.link.isVisible() and not page.search.isVisible()
        qtbot.mouseClick(head.link, Qt.MouseButton.LeftButton)
        assert page.table.isVisible()
    page.tabs.setCurrentIndex(LEARNING)
    page.table.select([done])
    qtbot.waitUntil(
        lambda: page.view.head.sentence.text().startswith("done: Test error: 25.50 %"), timeout=WAIT
    )
