"""Compare says how often test texts were looked at, and queues the seeds that a verdict needs."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.store import Store, runs
from tests import patience
from tests.workbench.pages.stored import finished
from workbench.pages.compare.page import ComparePage

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)


def test_seeds_that_it_takes_are_queued_with_one_click(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    ids = [
        finished(
            store, f"{rate:g}, seed {seed}", seed=seed, rate=rate, test=20 + seed / 5 + 1e3 * rate, texts=2000
        )
        for rate, seed in ((2e-5, 1), (2e-5, 2), (1e-4, 1))
    ]
    page.receive(ids)
    qtbot.waitUntil(lambda: page.model.rowCount() == 3, timeout=WAIT)
    assert not page.foot.seeds_button.isVisible()  # rows are single runs
    assert "3 runs of 2 strategies have been tested on these texts" in page.foot.note.text()
    page.groups.setCurrentIndex(1)
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=WAIT)
    assert page.foot.seeds_button.isVisible()
    assert page.foot.seeds_button.text() == "Queue seeds, to 3 each"
    with qtbot.waitSignal(page.status_changed, timeout=WAIT) as said:
        page.foot.seeds_button.click()
    assert said.args == ["3 runs queued"]
    with Store(store) as opened:
        queued = [run for run in runs.list_runs(opened) if run.status == "queued"]
    assert sorted((run.name, run.seed) for run in queued) == [
        ("0.0001, seed 2", 2),
        ("0.0001, seed 3", 3),
        ("2e-05, seed 3", 3),
    ]
    assert set(page.ids) == {*ids, *(run.id for run in queued)}


def test_the_margin_is_set_on_the_page(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    ids = [
        finished(store, f"{rate:g}, seed {seed}", seed=seed, rate=rate, test=20 + seed, texts=300)
        for rate in (2e-5, 1e-4)
        for seed in (1, 2, 3)
    ]
    page.groups.setCurrentIndex(1)
    page.receive(ids)
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=WAIT)
    assert page.foot.margin.isVisible()
    assert page.foot.margin.currentText() == "Equal within 5, by test size"
    assert (
        "equal strategies are called equivalent in 80 % of cases with a margin of"
        in page.foot.margin.toolTip()
    )
    _, verdict = page.table.column("verdict")
    assert verdict.text_of(page.model.rows[1]) == "equivalent"
    assert "leave open that up to 63 % of seeds fail" in verdict.tip(page.model.rows[1])
    page.foot.margin.set_current(0.3)
    page.foot.margin.activated.emit(page.foot.margin.currentIndex())
    qtbot.waitUntil(lambda: verdict.text_of(page.model.rows[1]) == "cannot tell", timeout=WAIT)


def test_strategies_are_judged_by_another_metric(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    ids = [
        finished(store, f"{rate:g}, seed {seed}", seed=seed, rate=rate, test=20 + seed, texts=300)
        for rate in (2e-5, 1e-4)
        for seed in (1, 2, 3)
    ]
    page.groups.setCurrentIndex(1)
    page.receive(ids)
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=WAIT)
    assert page.foot.judge.isVisible()
    assert page.foot.judge.currentText() == "Judge by error"
    names = [page.foot.judge.itemData(place) for place in range(page.foot.judge.count())]
    assert names[0] == "error" and "loss" in names
    page.foot.margin.set_current(0.3)
    page.foot.judge.set_current("loss")
    page.foot.judge.activated.emit(page.foot.judge.currentIndex())
    qtbot.waitUntil(lambda: page.foot.margin.currentText() == "Equal within 0.003", timeout=WAIT)
    assert page.view is not None and page.view.judged_by == "loss"
    assert all(made.metric.name == "loss" for made in page.view.against.values())
    _, interval = page.table.column("interval")
    assert interval.title.split() == ["lower", "higher"]
    assert interval.group == "Loss against the baseline, 95 % interval"
    _, difference = page.table.column("difference")
    made = page.view.against[page.model.rows[1].id]
    assert difference.text_of(page.model.rows[1]) == f"{made.mean:+.3f}".replace("-", "−").replace(
        "+0.000", "0.000"
    )
