"""The Results tab: figures by stage and task, what they rest on, and how often the test texts have been looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.store import Store
from tests.workbench.pages.runs.runs_page import WAIT, shows
from tests.workbench.pages.stored import finished
from workbench.pages.runs.details.results import ResultsTab
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.query import load_details
from workbench.pages.runs.run_list.wording import RESULTS

pytestmark = pytest.mark.gui


def test_results_are_told_by_stage_and_task(qtbot: QtBot, page: RunsPage, several: int) -> None:
    page.receive([several])
    qtbot.waitUntil(lambda: shows(page, several, 12), timeout=WAIT)
    page.tabs.setCurrentIndex(RESULTS)
    qtbot.waitUntil(lambda: len(page.results.rows()) == 4, timeout=WAIT)
    rows = page.results.rows()
    assert [row[1] for row in rows] == ["Mean of all tasks", "Long reviews", "Questions", "Long reviews"]
    assert rows[1][:4] == ["", "Long reviews", "15.00", "5"]
    assert rows[3][0] == "3 Fine-tuning" and rows[3][2:5] == ["9.00", "12", "–"]


def test_looks_stand_under_the_results_and_follow_the_store(qtbot: QtBot, home: Path) -> None:
    path = home / "palimpsest.sqlite"
    Store(path).close()
    first = finished(path, "a", seed=1, test=20.0, texts=60)
    tab = ResultsTab()
    qtbot.addWidget(tab)
    tab.show()
    with Store(path) as store:
        tab.show_about(load_details(store, first))
    generated, looks = tab.note.text().split(" real ones. ")
    assert generated.startswith("Generated texts ("), "figures on them are named as such"
    assert looks == "1 run of one strategy has been tested on these texts."
    assert tab.note.isVisible()
    finished(path, "b", seed=1, rate=1e-3, test=20.0, texts=60)
    bare = finished(path, "c", seed=1, rate=1e-2, test=20.0)
    with Store(path) as store:
        tab.show_about(load_details(store, first))
        assert "2 runs of 2 strategies have been tested" in tab.note.text()
        tab.show_about(load_details(store, bare))
    assert "tested on these" not in tab.note.text() and "Generated texts" in tab.note.text()
