"""Explore: the compared runs as points over any two quantities."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.store import Store
from tests.workbench.conftest import WAIT
from tests.workbench.pages.compare.test_page import compare, strategies
from tests.workbench.pages.stored import experiment, queued
from workbench.pages.compare.explore import ExploreDialog, read_scatter
from workbench.pages.compare.page import ComparePage

pytestmark = pytest.mark.gui


def opened(qtbot: QtBot, page: ComparePage) -> ExploreDialog:
    page.explore_action.trigger()
    dialog = page.findChild(ExploreDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: len(dialog.plot.points()) > 0, timeout=WAIT)
    return dialog


def write(dialog: ExploreDialog, *names: str) -> None:
    """Name the two quantities."""
    for field, name in zip(dialog.fields, names, strict=True):
        field.setText(name)
    dialog.ask()


def asked(qtbot: QtBot, dialog: ExploreDialog, across: str, up: str) -> None:
    write(dialog, across, up)
    qtbot.waitUntil(lambda: dialog.plot.names == (across, up), timeout=WAIT)


def pointed(dialog: ExploreDialog, at: QPointF) -> None:
    """Move the mouse there. Sent to the plot: without a screen the cursor finds the window below the dialog."""
    viewport = dialog.plot.canvas.viewport()
    none = Qt.MouseButton.NoButton
    there = QPointF(viewport.mapToGlobal(at.toPoint()))
    moved = QMouseEvent(QEvent.Type.MouseMove, at, there, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(viewport, moved)


def test_the_compared_runs_over_what_differs_and_their_test_results(
    qtbot: QtBot, page: ComparePage, store: Path, tmp_path: Path
) -> None:
    made = strategies(store)
    assert not page.explore_action.isEnabled()
    ids = [*made[2e-5], *made[1e-4]]
    compare(qtbot, page, ids, rows=2)
    dialog = opened(qtbot, page)
    assert [each.text() for each in dialog.fields] == ["Learning rate", "Test error, %"]
    points, canvas = dialog.plot.points(), dialog.plot.canvas
    assert [(p.key, p.x, p.y) for p in points] == [
        (run, rate, test)
        for rate, worse in ((2e-5, 0.0), (1e-4, 4.0))
        for run, test in zip(made[rate], (22.0 + worse, 21.0 + worse, 22.0 + worse), strict=True)
    ]
    assert dialog.plot.caption.text().startswith("6 runs")
    # Neither end of an axis is the better one: nothing is ringed, fenced off or said to be so.
    assert canvas.plan.front == [] and canvas.plan.far_keys == set() and canvas.words.needed_height() == 0
    lines = list(csv.reader(io.StringIO(dialog.plot.csv())))
    assert lines[0] == ["run", "name", "stages.0.learning_rate", "test"]
    assert lines[1][0] == str(ids[0]) and lines[1][2:] == ["2e-05", "22.0"]
    dialog.plot.show_table(True)
    assert dialog.plot.model.texts()[1][1:] == ["2e-5", "22"]
    dialog.plot.show_table(False)
    dialog.plot.save(tmp_path / "points.svg")
    qtbot.waitUntil((tmp_path / "points.svg").is_file, timeout=WAIT)
    assert "Test error, %" in (tmp_path / "points.svg").read_text(encoding="utf-8")
    write(dialog, "stages.0.learning_rate", "colour")
    qtbot.waitUntil(lambda: "a run has no 'colour'" in dialog.message.text(), timeout=WAIT)
    dialog.close()


def test_a_point_is_named_chosen_and_opened(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    ids = [run for made in strategies(store).values() for run in made]
    compare(qtbot, page, ids, rows=2)
    dialog = opened(qtbot, page)
    canvas = dialog.plot.canvas
    assert len({p.slot for p in dialog.plot.points()}) == 2, "runs of a strategy have its colour"
    assert [line.slot for line in dialog.plot.picture().legend] == [row.slot for row in page.model.rows]
    asked(qtbot, dialog, "best", "test")
    spot = dialog.plot.points()[4]
    place = canvas.position(spot).toPoint()
    pointed(dialog, canvas.position(spot))
    assert spot.name in dialog.plot.readout.accessibleName()
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.table.selected() == [page.model.rows[1].id], "the strategy that the run belongs to"
    with qtbot.waitSignal(page.navigate) as sent:
        qtbot.mouseClick(dialog.plot.link, Qt.MouseButton.LeftButton)
    assert sent.args == ["runs", [spot.key]]
    qtbot.waitUntil(lambda: page.findChild(ExploreDialog) is None, timeout=WAIT)


def test_words_have_places_and_gaps_are_counted(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    ids = [run for made in strategies(store).values() for run in made]
    [waiting] = queued(store, [experiment("waits")])
    with Store(store, read_only=True) as opened_store:
        found = read_scatter(opened_store, ("status", "learning_rate"), {}, [*ids, waiting], {})
        assert found.x.words == ("finished", "queued") and found.left_out == 0
        assert [p.x for p in found.points] == [0.0] * 6 + [1.0]
        assert found.x.text(0.4) == "finished" and found.x.text(7.0) == "queued"
        assert read_scatter(opened_store, ("learning_rate", "test"), {}, [*ids, waiting], {}).left_out == 1
    compare(qtbot, page, [*ids, waiting], rows=2)
    dialog = opened(qtbot, page)
    qtbot.waitUntil(lambda: dialog.message.text() == "1 run lacks a value.", timeout=WAIT)
    asked(qtbot, dialog, "status", "test")
    assert dialog.plot.canvas._axes["bottom"]._names == ("finished",)
    asked(qtbot, dialog, "test", "status")
    assert dialog.plot.canvas._axes["left"]._names == ("finished",)
    assert dialog.plot.canvas._axes["bottom"]._names is None
    inside = dialog.plot.canvas.plot_rect()
    assert all(inside.contains(dialog.plot.canvas.position(p)) for p in dialog.plot.points())
    dialog.close()


def test_values_far_apart_have_logarithmic_axes(qtbot: QtBot, page: ComparePage, store: Path) -> None:
    ids = [run for made in strategies(store).values() for run in made]
    compare(qtbot, page, ids, rows=2)
    dialog = opened(qtbot, page)
    canvas, points = dialog.plot.canvas, dialog.plot.points()
    wide = [replace(p, x=10.0 ** (p.key % 3), y=10.0 ** (p.key % 3)) for p in points]
    across, up = (replace(axis, log=True) for axis in dialog.plot._axes)
    dialog.plot.set_points(wide, across, up)
    low, middle, high = (canvas.place(10.0**power, 10.0**power) for power in range(3))
    assert middle.x() - low.x() == pytest.approx(high.x() - middle.x())
    assert low.y() - middle.y() == pytest.approx(middle.y() - high.y())
    assert all(canvas.plot_rect().contains(canvas.position(p)) for p in wide)
    pointed(dialog, middle)
    assert canvas.current in {p.key for p in wide if p.x == 10.0}
    dialog.close()
