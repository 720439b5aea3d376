"""The Results tab says what a run's figures rest on, and how often its test texts have been looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.store import Store
from tests.workbench.pages.stored import finished
from workbench.pages.runs.details.results import ResultsTab
from workbench.pages.runs.run_list.query import load_details, load_table

pytestmark = pytest.mark.gui


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


def test_the_list_of_runs_has_them_as_the_tip_of_a_test_error(home: Path) -> None:
    path = home / "palimpsest.sqlite"
    Store(path).close()
    first = finished(path, "a", seed=1, test=20.0, texts=60)
    finished(path, "b", seed=1, rate=1e-3, test=20.0, texts=60)
    bare = finished(path, "c", seed=1, rate=1e-2, test=20.0)
    with Store(path) as store:
        table = load_table(store, "", "id", False, "none", frozenset(), frozenset())
    tips = {line.key: line.looks for line in table.lines}
    assert "2 runs of 2 strategies have" in tips[first] and "widen its interval 1.14 times" in tips[first]
    assert tips[bare] == ""  # nothing is known of its texts
