"""Parallel coordinates over the compared runs: axes by name, ranges that grey out, the same numbers as a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tests import patience
from tests.workbench.pages.compare.test_page import compare, strategies
from workbench.pages.compare.page import ComparePage
from workbench.pages.compare.parallel_dialog import NamesCompleter, ParallelDialog
from workbench.widgets import TextField

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)


def test_the_compared_runs_across_what_differs_and_what_came_of_it(
    qtbot: QtBot, page: ComparePage, store: Path, tmp_path: Path
) -> None:
    made = strategies(store)
    assert not page.parallel.isEnabled()
    ids = [*made[2e-5], *made[1e-4]]
    compare(qtbot, page, ids)
    page.parallel.trigger()
    dialog = page.findChild(ParallelDialog)
    assert dialog is not None and dialog.names.text().startswith("learning_rate, ")
    canvas = dialog.plot.canvas
    offered = dialog.names.text().split(", ")
    assert offered[-2:] == ["best", "test"]
    qtbot.waitUntil(lambda: [axis.name for axis in canvas.plan.axes] == offered, timeout=WAIT)
    dialog.names.setText("learning_rate, seed, test")
    dialog.ask()
    qtbot.waitUntil(
        lambda: [axis.name for axis in canvas.plan.axes] == ["learning_rate", "seed", "test"], timeout=WAIT
    )
    qtbot.waitExposed(dialog)
    assert [line.key for line in canvas.plan.lines] == ids
    assert [line.slot for line in canvas.plan.lines] == [curve.slot for curve in page.plot.curves()]
    rate, _, test = canvas.plan.axes
    assert rate.values == (2e-5,) * 3 + (1e-4,) * len(made[1e-4])
    # Drawing a range along the lower half of the first axis leaves the runs of the other rate grey.
    low, middle = canvas.point(0, -0.02).toPoint(), canvas.point(0, 0.5).toPoint()
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=low)
    qtbot.mouseMove(canvas, middle)
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=middle)
    assert canvas.within() == set(made[2e-5])
    qtbot.mouseMove(canvas, canvas.point(1.5, 1.5).toPoint() - QPoint(0, 30))
    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.current == ids[0]
    assert f"Test {test.text(test.values[0])}" in dialog.plot.readout.accessibleName()
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.within() == set(ids)
    lines = dialog.plot.csv().splitlines()
    assert lines[0] == "run,name,learning_rate,seed,test" and lines[1].endswith(",2e-05,1,22.0")
    dialog.plot.show_table(True)
    assert dialog.plot.model.texts()[1][1] == "2e-5"
    dialog.plot.save(tmp_path / "lines.svg")
    qtbot.waitUntil((tmp_path / "lines.svg").is_file, timeout=WAIT)
    dialog.names.setText("learning_rate")
    dialog.ask()
    assert "2 to 12" in dialog.message.text()
    dialog.names.setText("learning_rate, colour")
    dialog.ask()
    qtbot.waitUntil(lambda: "there is no 'colour'" in dialog.message.text(), timeout=WAIT)
    dialog.close()


def test_the_last_name_is_completed(qtbot: QtBot) -> None:
    field = TextField("learning_rate, te", name="Quantities")
    qtbot.addWidget(field)
    completer = NamesCompleter(["learning_rate", "test"], field)
    field.setCompleter(completer)
    assert completer.splitPath(field.text()) == ["te"]
    completer.setCompletionPrefix("te")
    assert completer.pathFromIndex(completer.currentIndex()) == "learning_rate, test"
