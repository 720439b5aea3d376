"""The trials of a search in the window, read by the command line from a real store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.spec.experiment import parse_experiment
from engine.spec.search import read_search
from engine.store import Store, metrics, runs, searches
from tests import patience
from workbench.backend.session import Session
from workbench.engine_texts import GENERATED_NOTE
from workbench.pages.runs.action_table import ROWS
from workbench.pages.runs.search_results import TOO_FEW, SearchResultsDialog

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)
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
def session(home: Path) -> Iterator[Session]:
    made = Session(home / "palimpsest.sqlite", run_queue=False)
    made.start()
    yield made
    made.close()


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


def test_trials_are_listed_the_best_goes_to_design_and_the_search_is_stopped(
    qtbot: QtBot, session: Session, search: int
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = SearchResultsDialog(session, search, parent, generated=True)
    dialog.show()
    assert dialog.caution.isHidden() and dialog.bars_title.isHidden(), (
        "nothing is said of trials yet to be read"
    )
    qtbot.waitUntil(lambda: dialog.answer is not None, timeout=WAIT)
    assert dialog.answer is not None and dialog.answer.best == 1 and not dialog.caution.isHidden()
    assert [row.words.value for row in dialog.model.rows] == ["30.00 %", "10.00 %", "20.00 %"]
    assert dialog.bars_title.text() == TOO_FEW and not dialog.bars.isVisible()
    assert "3 of 20 trials: 3 finished" in dialog.summary.text()
    assert dialog.summary.text().startswith(GENERATED_NOTE), "figures on generated texts are named as such"
    dialog.stop.click()
    qtbot.waitUntil(lambda: dialog.answer is not None and dialog.answer.status == "stopped", timeout=WAIT)
    with qtbot.waitSignal(dialog.design_wanted, timeout=WAIT) as asked:
        dialog.use.click()
    title, design = asked.args
    assert title == f"trial 1 of search {search}"
    assert parse_experiment(design).stages[0].learning_rate == 4e-5
