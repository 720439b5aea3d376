"""The page of runs, results of a search, and two runs held against each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.spec.experiment import parse_experiment
from engine.spec.search import read_search
from engine.store import Store, metrics, runs, searches
from tests.engine.lab.trained import trained
from tests.workbench.conftest import WAIT, Paints, on_screen, owned
from tests.workbench.pages.runs.runs_page import shows, sweep, wait_for_rows
from tests.workbench.pages.stored import experiment, finished, queued, settle
from workbench.backend.session import Session
from workbench.engine_texts import GENERATED_NOTE
from workbench.pages.runs.action_table import ROWS
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.wording import ERRORS, LEARNING, LOG
from workbench.pages.runs.search_results import SearchResultsDialog
from workbench.pages.runs.update_gate import UpdateGateDialog

pytestmark = pytest.mark.gui


def test_an_empty_store_says_what_to_do(qtbot: QtBot, page: RunsPage) -> None:
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.empty, timeout=WAIT)
    with qtbot.waitSignal(page.navigate) as sent:
        page.empty.clicked.emit()
    assert sent.args == ["design", {"recipe": "quickstart"}]


def test_a_run_that_appears_replaces_the_empty_state(qtbot: QtBot, page: RunsPage, store: Path) -> None:
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


def test_times_of_day_are_painted_again_each_minute(
    qtbot: QtBot, session: Session, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.pages.runs.page.MINUTE_MS", 100)
    page = on_screen(qtbot, RunsPage(session))
    finished(store, "first")
    wait_for_rows(qtbot, page, 1)
    qtbot.wait(500)
    paints = Paints(page.table.viewport())
    qtbot.waitUntil(lambda: len(paints.painted) > 2, timeout=WAIT)
    page.on_hidden()


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


def test_an_opened_run_has_its_own_page(qtbot: QtBot, page: RunsPage, store: Path) -> None:
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


DESIGN = parse_experiment({"name": "Tiny", "stages": [{"kind": "finetune", "data": "samples:reviews"}]})
RATE = "stages.0.learning_rate"


def add_trial(store: Store, search: int, number: int, rate: float, error: float) -> None:
    """A finished trial with a validation error; no run is trained."""
    run = runs.create_run(store, DESIGN, search)
    searches.add_trial(store, search, run, number, 0, {RATE: rate})
    store.execute("INSERT INTO stages VALUES (?, 0, 'finetune', 'Fine-tuning', 0, 100, '{}')", (run,))
    metrics.add_points(store, run, [("validation/error", 50, 1.0, error)])
    runs.set_run_columns(store, [run], status="finished")


def add_search(store: Store) -> int:
    """A search of three finished trials; returns its number."""
    number = runs.create_sweep(store, "Tiny")
    wanted = read_search(DESIGN, {"fields": {"learning_rate": {"low": 1e-5, "high": 1e-3, "log": True}}})
    searches.create_search(store, number, DESIGN, wanted)
    for place, error in enumerate((30.0, 10.0, 20.0)):
        add_trial(store, number, place, 2e-5 * (1 + place), error)
    return number


@pytest.fixture
def search(session: Session) -> int:
    with Store(session.store_path) as store:
        return add_search(store)


def test_results_of_a_search_are_offered_for_its_runs_only(session: Session, search: int) -> None:
    with Store(session.store_path) as store:
        sweep = runs.create_sweep(store, "No search")
        plain = [runs.get_run(store, runs.create_run(store, DESIGN, sweep)) for _ in range(2)]
        trials = runs.list_runs(store, where="status = finished", order_by="id")
    assert sorted(run.trial for run in trials if run.trial is not None) == [0, 1, 2]
    offered = next(row.when for row in ROWS if row.name == "search")
    assert offered(trials) and offered(trials[:1])
    assert not offered(plain) and not offered(plain[:1]) and not offered([])


def test_the_best_trial_goes_to_design_and_all_stop(qtbot: QtBot, session: Session, search: int) -> None:
    parent = owned(qtbot, QWidget())
    dialog = SearchResultsDialog(session, search, parent, generated=True)
    dialog.show()
    assert dialog.caution.isHidden(), "nothing is said of trials yet to be read"
    qtbot.waitUntil(lambda: dialog.answer is not None, timeout=WAIT)
    assert dialog.answer is not None and dialog.answer.best == 1 and not dialog.caution.isHidden()
    assert [row.words.value for row in dialog.model.rows] == ["30.00 %", "10.00 %", "20.00 %"]
    assert "3 of 20 trials: 3 finished" in dialog.summary.text()
    assert dialog.summary.text().startswith(GENERATED_NOTE), "figures on generated texts are named as such"
    dialog.stop.click()
    qtbot.waitUntil(lambda: dialog.answer is not None and dialog.answer.status == "stopped", timeout=WAIT)
    with qtbot.waitSignal(dialog.design_requested, timeout=WAIT) as asked:
        dialog.use.click()
    title, design = asked.args
    assert title == f"trial 1 of search {search}"
    assert parse_experiment(design).stages[0].learning_rate == 4e-5


@pytest.fixture
def two_seeds(home: Path) -> Path:
    path = home / "palimpsest.sqlite"
    for seed in (1, 2):
        trained(path, f"run {seed}", seed=seed, spread=0.5)
    return path


def test_two_runs_are_compared_and_swapped(qtbot: QtBot, two_seeds: Path, page: RunsPage) -> None:
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=WAIT)
    page.receive([1])
    qtbot.waitUntil(lambda: page.table.selected_runs() == [1], timeout=WAIT)
    assert not page.menus["gate"].isEnabled(), "one run is held against none"
    page.receive([1, 2])
    qtbot.waitUntil(page.menus["gate"].isEnabled, timeout=WAIT)
    page.menus["gate"].trigger()
    sheet = page.findChild(UpdateGateDialog)
    assert sheet is not None
    qtbot.waitUntil(lambda: sheet.answer is not None, timeout=WAIT)
    found = sheet.answer
    assert found is not None and found.broken == len(sheet.model.rows) > 0
    assert "run 1 (run 1), then run 2 (run 2)" in sheet.names.text()
    assert f"{found.broken} of 24 texts were right and are wrong now" in sheet.summary.text()
    assert (
        "too few for a conclusion" in sheet.summary.text()
        and "been tested on these texts" in sheet.summary.text()
    )

    # The limit asks nothing anew: it is held against what was counted, or against the end of its interval.
    sheet.limit.selectAll()
    qtbot.keyClicks(sheet.limit, f"{found.rate + 0.01:.2f}")
    qtbot.waitUntil(
        lambda: sheet.verdict.text() == "Within the limit: the new model may replace the old one",
        timeout=WAIT,
    )
    sheet.confident_only.setChecked(True)
    assert sheet.verdict.text() == "Over the limit: keep the old model"
    sheet.table.select([sheet.model.rows[0].row])
    assert sheet.text_pane.toPlainText() == sheet.model.rows[0].text

    qtbot.mouseClick(sheet.swap, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: sheet.answer is not None and sheet.answer is not found, timeout=WAIT)
    assert sheet.answer is not None
    assert (sheet.answer.broken, sheet.answer.mended) == (found.mended, found.broken)
    assert sheet.answer.error_before == found.error_now
    sheet.close()
