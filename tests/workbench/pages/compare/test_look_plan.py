"""Looks are planned on the Compare page, before results; it says where the plan stands and queues the next seeds."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.analysis.verdicts.look_plans import LookPlan, read_plan
from engine.store import Store, runs
from tests import patience
from tests.workbench.pages.stored import experiment, finished, queued
from workbench.pages.compare.page import ComparePage
from workbench.pages.compare.wording import as_text

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)
RATES = (2e-5, 1e-4)


def show(qtbot: QtBot, page: ComparePage, ids: list[int], rows: int = 2) -> None:
    page.groups.setCurrentIndex(1)
    before = page.view
    page.receive(ids)
    qtbot.waitUntil(lambda: page.view is not before and page.model.rowCount() == rows, timeout=WAIT)


def add(store: Path, seed: int, *errors: float) -> list[int]:
    return [
        finished(store, f"{rate:g}, seed {seed}", seed=seed, rate=rate, test=error, texts=2000)
        for rate, error in zip(RATES, errors, strict=True)
    ]


def plan(qtbot: QtBot, page: ComparePage, most: str, said: str = "") -> None:
    """Plan looks as a user does: the button, a number, the other button."""
    page.foot.plan_button.click()
    dialog = page.plan_dialog
    dialog.most.selectAll()
    QTest.keyClicks(dialog.most, most)
    assert said in dialog.levels.text()
    with qtbot.waitSignal(dialog.planned, timeout=WAIT):
        QTest.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.view is not None and bool(page.view.planned), timeout=WAIT)


def test_a_plan_is_made_before_results_and_followed_look_by_look(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    ids = add(store, 1, 20.0, 20.4)
    show(qtbot, page, ids)
    assert page.foot.plan_button.isVisible() and page.foot.plan_button.isEnabled()
    page.foot.margin.set_current(0.5)
    plan(qtbot, page, "4")
    with Store(store) as opened:
        one, other = (runs.get_run(opened, number) for number in ids)
        assert read_plan(opened, [one], [other]) == LookPlan((1, 2, 3, 4), "error", 0.5)
    qtbot.waitUntil(lambda: not page.foot.plan_button.isVisible(), timeout=WAIT)
    assert not page.foot.margin.isVisible()  # it was planned, and is said
    assert "equal within 0.5" in page.foot.note.text()
    assert "the first of 3 planned looks needs test results of both with seeds 1, 2." in page.foot.note.text()
    _, interval = page.table.column("interval")
    _, p = page.table.column("p")
    assert interval.value is not None and interval.value(page.model.rows[1]) is None
    assert p.text_of(page.model.rows[1]) == ""
    assert page.foot.seeds_button.text() == "Queue seeds, to 2 each"
    with qtbot.waitSignal(page.status_changed, timeout=WAIT) as said:
        page.foot.seeds_button.click()
    assert said.args == ["2 runs queued"]
    with Store(store) as opened:
        assert {run.seed for run in runs.list_runs(opened) if run.status == "queued"} == {2}
        opened.execute("DELETE FROM runs WHERE status = 'queued'")
    ids += add(store, 2, 20.3, 20.2)
    show(qtbot, page, ids)
    qtbot.waitUntil(lambda: "Look 1 of 3 (level 0.0031)" in page.foot.note.words.text(), timeout=WAIT)
    assert "go on to the next look, with seed 3." in page.foot.note.words.text()  # in sight, not folded away
    assert page.model.rows[1].against is not None and page.model.rows[1].against.level_words == "99.69 %"
    assert interval.tip is not None and "Look 1 of 3" in interval.tip(page.model.rows[1])
    _, interval = page.table.column("interval")
    assert interval.group == "Against the baseline, interval of this look"
    assert page.table.column("p")[1].title == "p"  # Bonferroni's, not Holm's
    ids += add(store, 3, 20.0, 60.0)
    ids += add(store, 4, 20.0, 60.0)
    show(qtbot, page, ids)
    qtbot.waitUntil(lambda: "Look 3 of 3 (level 0.031)" in page.foot.note.text(), timeout=WAIT)
    assert not page.foot.seeds_button.isVisible()


def test_a_plan_says_stop(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    ids = queued(store, [experiment(seed=1, rate=rate) for rate in RATES])
    show(qtbot, page, ids)
    plan(qtbot, page, "3")
    ids = add(store, 1, 20.0, 40.0) + add(store, 2, 20.0, 40.0)
    show(qtbot, page, ids)
    qtbot.waitUntil(lambda: "it tells, so the plan says stop" in page.foot.note.text(), timeout=WAIT)
    _, verdict = page.table.column("verdict")
    assert verdict.text_of(page.model.rows[1]) == "worse"
    assert not page.foot.seeds_button.isVisible()
    # The look is the same held against the other strategy, and by single runs there is none.
    page.table.select([page.model.rows[1].id])
    page.pin_selected()
    qtbot.waitUntil(lambda: page.view is not None and page.view.baseline == ids[1], timeout=WAIT)
    qtbot.waitUntil(lambda: verdict.text_of(page.model.rows[0]) == "better", timeout=WAIT)
    page.groups.setCurrentIndex(0)
    qtbot.waitUntil(lambda: page.model.rowCount() == 4, timeout=WAIT)
    assert "group seeds to see their results" in page.foot.note.text()
    assert page.view is not None and len(page.view.planned) == 2
    assert all(page.view.against[key].bounds is None for key in page.view.planned)


def test_strategies_that_are_planned_together_share_the_level_and_say_so_in_files(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    ids = [*add(store, 1, 20.0, 20.4), *queued(store, [experiment(seed=1, rate=5e-5)])]
    show(qtbot, page, ids, rows=3)
    plan(qtbot, page, "3", "2 strategies are planned together: the p of each is multiplied by 2")
    assert page.view is not None
    for kind in ("markdown", "latex"):
        assert "all looks at these 2 comparisons together" in as_text(page.view, kind)


def test_it_is_said_that_it_is_too_late(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    show(qtbot, page, add(store, 1, 20.0, 20.4) + add(store, 2, 20.3, 20.2))
    assert page.foot.plan_button.isVisible() and not page.foot.plan_button.isEnabled()
    assert page.foot.plan_button.toolTip() == (
        "It is too late to plan looks: 2 seeds of each strategy have been tested already."
    )


def test_a_number_that_is_none_plans_nothing(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    show(qtbot, page, add(store, 1, 20.0, 20.4))
    page.foot.plan_button.click()
    dialog = page.plan_dialog
    assert dialog.levels.text().endswith("2: 0.00079,  3: 0.0068,  4: 0.017,  5: 0.026")
    for wrong in ("1", "101", "2.5", ""):
        dialog.most.selectAll()
        QTest.keyClick(dialog.most, Qt.Key.Key_Delete)
        QTest.keyClicks(dialog.most, wrong)
        QTest.keyClick(dialog.most, Qt.Key.Key_Return)
        assert not dialog.make.isEnabled(), wrong
    dialog.most.selectAll()
    QTest.keyClicks(dialog.most, "100")
    levels = dialog.levels.text()
    assert "2: < 0.0001,  …,  94: " in levels and levels.endswith("100: 0.0014")
    with Store(store) as opened:
        assert opened.execute("SELECT count(*) FROM look_plans").fetchone()[0] == 0
