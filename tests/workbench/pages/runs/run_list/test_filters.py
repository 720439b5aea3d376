"""Runs that are found, drawn, named and filtered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.spec.experiment import Experiment
from engine.spec.recipes import find_recipe
from engine.store import Store, runs
from tests.workbench.conftest import WAIT, owned
from tests.workbench.pages.runs.runs_page import click, drawn, marked, names, shows, sweep, wait_for_rows
from tests.workbench.pages.stored import experiment, finished, queued, settle
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.pages.runs.page import OTHER, RunsPage
from workbench.pages.runs.run_list import query
from workbench.pages.runs.run_list.columns import format_moment, run_status
from workbench.pages.runs.run_list.drawn_runs import MOST_DRAWN, DrawnRuns
from workbench.pages.runs.run_list.query import BY
from workbench.tables import Status

pytestmark = pytest.mark.gui


@pytest.fixture
def filled(qtbot: QtBot, page: RunsPage, store: Path) -> RunsPage:
    """The page with one finished run, at 2e-5, and two queued ones at 5e-5 and 1e-5, the last one tagged."""
    finished(store, "first")
    _, third = queued(store, [experiment("second", rate=5e-5), experiment("third", rate=1e-5)])
    with Store(store) as opened:
        runs.set_tags(opened, third, ["pilot"])
    qtbot.waitUntil(lambda: page.model.rowCount() == 3, timeout=WAIT)
    qtbot.waitUntil(lambda: bool(page.names), timeout=WAIT)
    return page


def shows_names(qtbot: QtBot, page: RunsPage, *expected: str) -> None:
    qtbot.waitUntil(lambda: names(page) == list(expected), timeout=WAIT)


def test_a_filter_typed_into_the_search_finds_runs(qtbot: QtBot, filled: RunsPage) -> None:
    qtbot.keyClicks(filled.search, "learning_rate >= 2e-5 and test < 30")
    shows_names(qtbot, filled, "first")
    qtbot.keyClick(filled.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: filled.model.rowCount() == 3, timeout=WAIT)
    filled.filter("pilot")  # a word by itself is searched for, as ever
    shows_names(qtbot, filled, "third")


def test_what_is_wrong_is_said_beneath_the_table_which_stays(qtbot: QtBot, filled: RunsPage) -> None:
    height = filled.table.height()
    filled.filter("tset < 4")
    qtbot.waitUntil(lambda: filled.warning.isVisible(), timeout=WAIT)
    assert filled.table.height() == height, "nothing moves under the mouse"
    assert filled.warning.geometry().bottom() == filled.list_panel.rect().bottom()
    assert filled.warning.text().startswith("filter, character 1: a run has no 'tset'. Did you mean 'test'?")
    assert filled.search.property("state") == "error"
    assert filled.model.rowCount() == 3
    filled.filter("test < 30")
    shows_names(qtbot, filled, "first")
    assert not filled.warning.isVisible()
    assert filled.search.property("state") == ""


def test_filters_are_kept_and_forgotten(qtbot: QtBot, filled: RunsPage) -> None:
    def entries() -> list[str]:
        filled.filters.fill()
        return [action.text() for action in filled.filters.menu().actions()]

    assert "Failed or interrupted" in entries()
    filled.filters.keep("test < 30")
    filled.filters.keep("tag = pilot")
    assert entries()[:2] == ["test < 30", "tag = pilot"]
    filled.filters.menu().actions()[1].trigger()
    shows_names(qtbot, filled, "third")
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
    shows_names(qtbot, filled, "third", "first", "second")
    assert filled.preferences.get("runs/columns", "") == "learning_rate,test/error,tag"

    other = owned(qtbot, RunsPage(session))
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
    qtbot.waitUntil(lambda: filled.warning.isVisible(), timeout=WAIT)
    assert "a run has no 'colour'" in filled.warning.text()
    assert filled.column_menu.names == []
    qtbot.waitUntil(lambda: filled.model.rowCount() == 3, timeout=WAIT)
    with qtbot.waitSignal(filled.model.layoutChanged, timeout=1, raising=False):
        filled.table_watch.ask()
    assert filled.warning.isVisible()  # reading again is no answer to it
    filled.filter("first")
    qtbot.waitUntil(lambda: not filled.warning.isVisible(), timeout=WAIT)


def test_groups_by_any_name(qtbot: QtBot, filled: RunsPage) -> None:
    filled.grouping.set_current(f"{BY}tag")
    shows_names(qtbot, filled, "tag = pilot", "third", "No tag", "first", "second")
    filled.grouping.set_current(OTHER)
    filled.dialog.setTextValue("learning_rate")
    filled.dialog.accept()
    shows_names(
        qtbot, filled, "learning_rate = 2e-5", "first", "learning_rate = 5e-5", "second",
        "learning_rate = 1e-5", "third",
    )  # fmt: skip
    assert filled.preferences.get("runs/grouping", "") == f"{BY}learning_rate"
    filled.table.itemDelegate().folded.emit(filled.model.row(0))
    qtbot.waitUntil(lambda: filled.model.rowCount() == 5, timeout=WAIT)
    assert isinstance(filled.preferences, Preferences)


@pytest.mark.parametrize(
    ("status", "columns", "expected"),
    [
        ("queued", {}, Status("queued", "Queued")),
        ("queued", {"resume": 1}, Status("queued", "Queued, to continue")),
        ("running", {"phase": "Starting"}, Status("running", "Starting", 0.0)),
        (
            "running",
            {"phase": "Reading data", "phase_done": 1200, "phase_total": 4800},
            Status("running", "Reading data, 1,200 of 4,800", 0.0),
        ),
        (
            "running",
            {"phase": "Fine-tuning", "phase_done": 30, "phase_total": 40, "progress": 0.75},
            Status("running", "Fine-tuning, 30 of 40", 0.75),
        ),
        (
            "running",
            {"phase": "Fine-tuning", "pid": 1, "host": "elsewhere", "heartbeat": 1_000_000_000.0},
            Status("warning", f"Not answering since {format_moment(1_000_000_000.0)}"),
        ),
        ("finished", {"active_seconds": 398.0}, Status("finished", "Finished, 6:38")),
        ("stopped", {"step": 1200, "steps": 3000}, Status("stopped", "Stopped at 1,200 of 3,000", None, "Resume")),
        ("interrupted", {"step": 6, "steps": 9}, Status("interrupted", "Interrupted at 6 of 9", None, "Resume")),
        ("out_of_memory", {"step": 3, "steps": 9}, Status("memory", "Out of memory at 3 of 9", None, "Resume")),
        ("failed", {"reason": "the loss is not finite"}, Status("failed", "Failed: the loss is not finite", None,
                                                                "Resume")),
    ],
)  # fmt: skip
def test_every_status_has_its_words(
    store: Path, status: str, columns: dict[str, Any], expected: Status
) -> None:
    number = queued(store, [experiment()])[0]
    settle(store, [number], status, **columns)
    with Store(store) as opened:
        assert run_status(runs.get_run(opened, number)) == expected


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
    assert drawn.is_temporary(many[-1]) and not drawn.is_pinned(many[-1])
    assert drawn.is_pinned(100) and not drawn.has_all([100])  # there is no room for it now
    drawn.select([])
    assert drawn.ids == [1, 2, 100] and drawn.has_all([1, 100])


def test_runs_that_are_asked_for_are_there_however_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "MAX_ROWS", 2)
    none: frozenset[int] = frozenset()
    with Store(tmp_path / "s.sqlite") as store:
        first, _, third, fourth = (
            runs.create_run(store, find_recipe("quickstart").plan.experiment) for _ in range(4)
        )
        plain = query.load_table(store, "", "created", True, "none", none, none)
        assert [line.key for line in plain.lines] == [third, fourth] and plain.total == 4
        led = query.load_table(store, "", "created", True, "none", none, frozenset({first, third}))
        assert [line.key for line in led.lines] == [first, third, fourth] and led.total == 4
        assert first in led.runs
        # A filter says which runs are wanted: no others.
        filtered = query.load_table(store, f"id = {third}", "created", True, "none", none, frozenset({first}))
        assert [line.key for line in filtered.lines] == [third]


def test_names_end_in_what_tells_them_from_others_of_their_group(tmp_path: Path) -> None:
    none: frozenset[int] = frozenset()
    experiment = find_recipe("quickstart").plan.experiment

    def named(name: str) -> Experiment:
        return experiment.model_copy(update={"name": name})

    with Store(tmp_path / "s.sqlite") as store:
        for group in ("Table 7", "Table 8"):
            sweep = runs.create_sweep(store, group)
            for seed in (42, 43):
                runs.create_run(store, named(f"{group}: plain, seed {seed}"), sweep)
        runs.create_run(store, named("Table 7, alone"))
        found = query.load_table(store, "", "created", True, "sweep", none, none)
    assert [(line.name, line.distinct_end) for line in found.lines if line.run is not None] == [
        ("plain, seed 42", "42"),
        ("plain, seed 43", "43"),
        ("plain, seed 42", "42"),
        ("plain, seed 43", "43"),
        ("Table 7, alone", "Table 7, alone"),
    ]


def test_the_list_of_runs_has_looks_as_the_tip_of_a_test_error(home: Path) -> None:
    path = home / "palimpsest.sqlite"
    Store(path).close()
    first = finished(path, "a", seed=1, test=20.0, texts=60)
    finished(path, "b", seed=1, rate=1e-3, test=20.0, texts=60)
    bare = finished(path, "c", seed=1, rate=1e-2, test=20.0)
    with Store(path) as store:
        table = query.load_table(store, "", "id", False, "none", frozenset(), frozenset())
    tips = {line.key: line.looks for line in table.lines}
    assert "2 runs of 2 strategies have" in tips[first] and "looks better than it is" in tips[first]
    assert tips[bare] == ""  # nothing is known of its texts
