"""A search set up in the window and begun in a real store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.errors import UserError
from engine.spec.search import read_search
from engine.store import Store, searches
from tests import patience
from tests.workbench.pages.design.drafted import quickstart
from workbench.backend.session import Session
from workbench.pages.design.page import DesignPage
from workbench.pages.design.search.dialog import SearchDialog

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)


@pytest.fixture
def dialog(qtbot: QtBot) -> SearchDialog:
    made = SearchDialog(quickstart())
    qtbot.addWidget(made)
    return made


def test_what_is_set_up_is_the_search_of_the_plan(dialog: SearchDialog) -> None:
    places = {row.path: place for place, row in enumerate(dialog.rows)}
    dialog.choices[places["stages.0.batch_size"]].setChecked(True)
    dialog.ranges[places["stages.0.batch_size"]].setText("16, 64")
    dialog.form.set_table(
        dialog.form.table() | {"trials": 7, "forgotten": 1.5, "seeds": 2, "sampler": "random", "keep": "best"}
    )
    plan = dialog.plan()
    search = read_search(plan.experiment, plan.search)
    assert list(search.fields) == ["stages.0.learning_rate", "stages.0.batch_size"]
    assert search.fields["stages.0.batch_size"].values == [16, 64]
    assert (search.trials, search.sampler, search.seeds) == (7, "random", [42, 43])
    assert search.keep == "best"
    assert search.constraint is not None and search.constraint.words == "retention/factor at most 1.5"


def test_a_bound_on_another_measure_is_kept_though_the_form_does_not_show_it(qtbot: QtBot) -> None:
    bound = {"measure": "drift/all", "most": 3.0}
    fields = {"learning_rate": {"low": 1e-5, "high": 1e-3}}
    made = SearchDialog(replace(quickstart(), search={"fields": fields, "constraint": bound}))
    qtbot.addWidget(made)
    assert made.plan().search["constraint"] == bound
    made.form.set_table(made.form.table() | {"forgotten": 2.0})
    search = read_search(made.plan().experiment, made.plan().search)
    assert search.constraint is not None and search.constraint.words == "retention/factor at most 2"


def test_a_wrong_range_is_said_and_nothing_begins(qtbot: QtBot, dialog: SearchDialog) -> None:
    dialog.ranges[0].setText("1 to 2")
    with pytest.raises(UserError, match="less than 1"):
        dialog.plan()
    with qtbot.assertNotEmitted(dialog.begun):
        dialog.start.click()
    assert "less than 1" in dialog.message.text()
    for choice in dialog.choices:
        choice.setChecked(False)
    dialog.start.click()
    assert "Choose a field" in dialog.message.text()


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    made = Session(home / "palimpsest.sqlite", run_queue=False)
    made.start()
    yield made
    made.close()


def test_a_search_begins_from_the_design_page(qtbot: QtBot, session: Session) -> None:
    page = DesignPage(session)
    qtbot.addWidget(page)
    page.show()
    page.on_shown()
    qtbot.waitUntil(lambda: page.ready, timeout=WAIT)
    page.editing.begin(quickstart())
    page.open_search()
    with qtbot.waitSignal(page.navigate, timeout=WAIT) as asked:
        page.search_dialog.start.click()
    assert asked.args == ["runs", [1]]
    assert page.draft.search["trials"] == 20
    with Store(session.store_path, read_only=True) as store:
        (row,) = searches.list_searches(store)
        assert list(row.search.fields) == ["stages.0.learning_rate"] and row.status == "active"
        assert [(each.number, each.status) for each in searches.list_trials(store, row.id)] == [(0, "queued")]
    page.can_close()


def test_seeds_of_a_sweep_repeat_the_trials_and_are_not_searched_over(qtbot: QtBot) -> None:
    axes = {"seed": [42, 43, 44], "stages.0.learning_rate": [1e-4, 3e-4]}
    dialog = SearchDialog(replace(quickstart(), axes=axes))
    qtbot.addWidget(dialog)
    plan = dialog.plan()
    search = read_search(plan.experiment, plan.search)
    assert list(search.fields) == ["stages.0.learning_rate"] and search.seeds == [42, 43, 44]
