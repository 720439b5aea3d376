"""A search: ranges as people write them, set up in the window and begun in a real store."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from engine.errors import UserError
from engine.spec.search import read_search
from engine.spec.sweep import Plan
from engine.store import Store, searches
from tests.workbench.conftest import WAIT, on_screen, owned
from tests.workbench.pages.design.drafted import quickstart
from workbench.backend.session import Session
from workbench.pages.design.draft.draft import Draft, from_json, from_plan
from workbench.pages.design.page import DesignPage
from workbench.pages.design.search.dialog import SearchDialog
from workbench.pages.design.search.ranges import RangeRow, range_rows

pytestmark = pytest.mark.gui


@pytest.fixture
def dialog(qtbot: QtBot) -> SearchDialog:
    made = owned(qtbot, SearchDialog(quickstart()))
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
    made = owned(qtbot, SearchDialog(replace(quickstart(), search={"fields": fields, "constraint": bound})))
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


def test_a_search_begins_from_the_design_page(qtbot: QtBot, session: Session) -> None:
    page = on_screen(qtbot, DesignPage(session))
    qtbot.waitUntil(lambda: page.ready, timeout=WAIT)
    page.editor.begin(quickstart())
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
    dialog = owned(qtbot, SearchDialog(replace(quickstart(), axes=axes)))
    plan = dialog.plan()
    search = read_search(plan.experiment, plan.search)
    assert list(search.fields) == ["stages.0.learning_rate"] and search.seeds == [42, 43, 44]


RATE, BATCH = "stages.0.learning_rate", "stages.0.batch_size"


def rows(draft: Draft) -> dict[str, RangeRow]:
    return {row.path: row for row in range_rows(draft)}


def test_the_learning_rate_is_proposed_by_factors_and_other_numbers_beside_it() -> None:
    found = rows(quickstart())
    assert (found[RATE].text, found[RATE].chosen, found[RATE].log) == ("7.5e-5 to 0.0012", True, True)
    assert (found[BATCH].text, found[BATCH].chosen) == ("16 to 64", False)
    assert [row.path for row in found.values() if row.chosen] == [RATE]
    assert not any("data" in path or "name" in path for path in found)


def test_what_is_swept_is_chosen_with_what_its_values_span() -> None:
    draft = quickstart().with_axis(RATE, [1e-5, 1e-4]).with_axis(BATCH, [8, 16])
    draft = draft.with_axis("stages.0.decay", [{"kind": "none"}, {"kind": "zhang"}])
    found = rows(draft)
    assert [row.path for row in found.values() if row.chosen] == [RATE, BATCH, "stages.0.decay"]
    assert found[RATE].values(found[RATE].text) == {"low": 1e-5, "high": 1e-4, "log": True}
    assert found[BATCH].values(found[BATCH].text) == {"values": [8, 16]}
    assert found["stages.0.decay"].values("") == {"values": [{"kind": "none"}, {"kind": "zhang"}]}


def test_a_declared_search_comes_back_and_stays_with_the_draft() -> None:
    search = {
        "fields": {RATE: {"low": 1e-5, "high": 1e-3, "log": True}, BATCH: {"values": [8, 16]}},
        "trials": 9,
    }
    plan = Plan(quickstart().plan().experiment, search=search)
    draft = from_plan(plan)
    assert draft.plan() == plan and from_json(draft.to_json()) == draft
    found = rows(draft)
    assert {path: row.values(row.text) for path, row in found.items() if row.chosen} == search["fields"]
    # A stage before moves the fields; without its stage a field is searched no more.
    more = draft.with_stages([draft.stages[0], draft.stages[0]], [None, 0])
    assert list(more.search["fields"]) == [path.replace("stages.0", "stages.1") for path in search["fields"]]
    assert more.with_stages([more.stages[0]], [0]).search == {}


@pytest.mark.parametrize("text", ["", "8", "eight to nine", "8 to", "true to false"])
def test_what_is_no_range_is_said(text: str) -> None:
    with pytest.raises(UserError, match="Batch size"):
        rows(quickstart())[BATCH].values(text)
