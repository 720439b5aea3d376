"""The Paper view of the Compare page over a real store."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from engine import launch
from engine.events import Evaluation, RunFinished
from engine.spec.recipes import find_recipe
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.workbench.conftest import WAIT
from workbench.pages.compare.page import ComparePage

pytestmark = pytest.mark.gui


def train(store: Path, name: str, tests: dict[str, float]) -> dict[str, int]:
    """Finished runs of a recipe, by what their names end with."""
    plans = {e.name.partition(": ")[2]: e for e in find_recipe(name).plan.expand()}
    ids = dict(zip(tests, launch.enqueue(store, [plans[key] for key in tests], launcher="cli"), strict=True))
    for key, number in ids.items():
        with RunWriter(store, number) as writer:
            for step in (10, 20):
                writer.write(Evaluation("validation", step, {"validation/error": tests[key] + 20 - step}))
            writer.write(Evaluation("test", 20, {"test/error": tests[key]}))
            writer.write(RunFinished(20, {"test/error": tests[key]}))
    with Store(store) as opened:
        runs.set_run_columns(opened, list(ids.values()), status="finished")
    return ids


def show(qtbot: QtBot, page: ComparePage, name: str) -> None:
    page.receive({"paper": name})
    wanted = name.partition(":")[0]
    qtbot.waitUntil(
        lambda: page.paper.sheet is not None and page.paper.sheet.table.recipe.name == wanted, timeout=WAIT
    )


def cells(page: ComparePage, key: str) -> list[str]:
    _, column = page.paper.table.column(key)
    return [column.text_of(row) for row in page.paper.model.rows]


def test_a_table_stands_as_the_paper_prints_it(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    ids = train(
        store,
        "table-2:paper",
        {f"seed {s}, IMDb, head+tail": t for s, t in ((42, 5.3), (43, 5.5), (44, 5.4))},
    )
    show(qtbot, page, "table-2")
    view = page.paper
    assert page.stack.currentWidget() is view
    assert (view.tables.currentData(), view.sizes.current()) == ("table-2", "paper")
    assert cells(page, "label")[:3] == ["head-only", "tail-only", "head+tail"]
    assert cells(page, "IMDb/ours") == ["not run", "not run", "5.40 ± 0.25 (3)", *["not run"] * 3]
    assert cells(page, "IMDb/paper") == ["5.63", "5.44", "5.42", "5.89", "5.71", "5.49"]
    assert cells(page, "IMDb/difference")[2] == "−0.02"
    assert [c.group for c in view.model.columns] == ["", *["IMDb"] * 3, *["Sogou"] * 3]
    assert not view.warning.isVisible()
    assert page.head.note.text() == "1 of 12 cells filled"
    assert not view.plot.isVisible()
    _, column = view.table.column("IMDb/paper")
    assert column.tip is not None
    assert "An independent reproduction: 5.43 ± 0.07" in column.tip(view.model.rows[2])
    view.compare.click()
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT)
    assert page.ids == sorted(ids.values())
    assert page.mode.current() == "runs"


def test_a_sample_on_generated_texts_says_that_nothing_is_counted(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    train(store, "table-2:sample", {"Reviews, head-only": 40.0, "Reviews, tail-only": 30.0})
    show(qtbot, page, "table-2")
    view = page.paper
    assert view.sizes.current() == "sample"
    assert view.warning.isVisible()
    assert "Demonstration on generated texts" in view.warning.text()
    assert "Nothing is counted for or against the paper" in view.warning.text()
    assert "agree" not in view.heading.text()
    assert [c.key for c in view.model.columns][1:3] == ["IMDb/ours", "IMDb/paper"]
    assert not any(c.key.endswith("difference") for c in view.model.columns)
    assert cells(page, "Sogou/ours") == ["–"] * 6
    with qtbot.waitSignal(page.navigate) as sent:
        view.run.click()
    assert sent.args == ["design", {"recipe": "table-2:sample"}]
    view.sizes.set_current("small")
    view.sizes.chosen.emit("small")
    qtbot.waitUntil(lambda: view.sheet is not None and view.sheet.table.size == "small", timeout=WAIT)
    assert set(cells(page, "IMDb/ours")) == {"not run"}
    assert not view.compare.isEnabled()


def test_a_figure_is_drawn_beside_the_papers(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    train(store, "figure-3:sample", {"0": 44.0, "20": 41.0, "60": 38.0})
    show(qtbot, page, "figure-3")
    view = page.paper
    assert view.plot.isVisible() and view.paper_plot.isVisible()
    (ours,) = view.plot.curves()
    assert ours.x.tolist() == [0, 1, 2] and ours.y.tolist() == [44.0, 41.0, 38.0]
    (paper,) = view.paper_plot.curves()
    assert paper.y[0] == 5.63 and len(paper.y) == 12 and paper.x.tolist() == [*range(12)]
    view.plot.show_table(True)
    lines = [line.split(",")[0] for line in view.plot.table.csv().splitlines()]
    assert lines == ["Pre-training steps", "0", "20", "60"], "each plot has the places it knows"


def test_curves_of_figure_2_are_means_over_seeds_with_the_papers_last_points(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    train(store, "figure-2:paper", {f"seed {seed}, 2e-5": 5.0 + seed - 43 for seed in (42, 43, 44)})
    show(qtbot, page, "figure-2")
    curves = {curve.label: curve for curve in page.paper.plot.curves()}
    np.testing.assert_allclose(curves["2e-5"].x, [10, 20])
    np.testing.assert_allclose(curves["2e-5"].y, [15.0, 5.0])
    assert curves["2e-5"].band is not None
    assert (curves["4e-4, paper"].x[0], curves["4e-4, paper"].y[0]) == (5000, 50.0)
    assert not page.paper.paper_plot.isVisible()
    assert cells(page, "Last validation error/ours")[0].startswith("5.00 ± 2.48 (3)")


def test_the_shown_table_is_copied_and_saved(
    qtbot: QtBot, page: ComparePage, store: Path, tmp_path: Path
) -> None:
    assert not page.save_latex.isEnabled()
    show(qtbot, page, "table-8")
    qtbot.waitUntil(page.save_latex.isEnabled, timeout=WAIT)
    page.copy.trigger()
    assert QGuiApplication.clipboard().text().startswith("### Table 8, BERT-large")
    for kind, name in (("csv", "t.csv"), ("latex", "t.tex")):
        with qtbot.waitSignal(page.status_changed, timeout=WAIT) as said:
            page.write(kind, tmp_path / name)
        assert said.args == [f"Saved {tmp_path / name}"]
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 25
    assert r"\toprule" in (tmp_path / "t.tex").read_text(encoding="utf-8")
    page.show_mode("runs")
    assert page.stack.currentWidget() is page.empty
    assert not page.save_latex.isEnabled()


def test_a_table_is_reproduced_after_a_question(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    train(store, "table-4", {"5e-4, decay ξ 1": 12.0})
    show(qtbot, page, "table-4")
    view, said = page.paper, list[str]()
    view.notice.connect(said.append)
    view.reproduce.click()
    qtbot.waitUntil(lambda: view.reproducing.box is not None, timeout=WAIT)
    box = view.reproducing.box
    assert box is not None
    assert box.informativeText().startswith("7 of 8 runs still have to run.")
    assert "of one device" in box.informativeText()
    begin = next(button for button in box.buttons() if button.text().startswith("Queue"))
    assert begin.text() == "Queue 7 runs"
    begin.click()
    qtbot.waitUntil(lambda: any("in the queue" in sentence for sentence in said), timeout=WAIT)
    with Store(store) as opened:
        rows = runs.list_runs(opened)
    assert sorted(row.status for row in rows) == ["finished", *["queued"] * 7]
    # Asked again, there is nothing to add.
    view.reproduce.click()
    qtbot.waitUntil(lambda: view.reproducing.box is not box, timeout=WAIT)
    assert "are in the queue already" in view.reproducing.box.text()


def test_a_finished_table_says_what_to_do_next(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    names = [each.name.partition(": ")[2] for each in find_recipe("table-8:sample").plan.expand()]
    train(store, "table-8:sample", dict.fromkeys(names, 30.0))
    show(qtbot, page, "table-8:sample")
    view = page.paper
    view.reproduce.click()
    qtbot.waitUntil(lambda: view.reproducing.box is not None, timeout=WAIT)
    box = view.reproducing.box
    assert box is not None and box.text() == "Every run of Table 8 in size sample is finished."
    with qtbot.waitSignal(view.recipe_requested) as sent:
        next(button for button in box.buttons() if button.text() == "Open in Design").click()
    assert sent.args == ["table-8:sample"] and "For more seeds" in box.informativeText()
