"""Places in the window: set up in Settings, chosen beside Run, named in the table of runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine import paths
from engine.places.settings import read_places, save_place
from engine.places.ssh import SshPlace
from engine.spec.recipes import find_recipe
from engine.store import Store, placed_runs, runs
from tests import patience
from workbench.backend.session import Session
from workbench.pages.design.draft import files
from workbench.pages.design.page import DesignPage
from workbench.pages.place_tools import NONE_YET, PlaceTools
from workbench.pages.runs.run_list.columns import run_status

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)


@pytest.fixture
def tools(qtbot: QtBot, open_session: Session) -> PlaceTools:
    made = PlaceTools(open_session)
    qtbot.addWidget(made)
    made.show()
    made.look()
    return made


def said(qtbot: QtBot, tools: PlaceTools, words: str) -> None:
    qtbot.waitUntil(lambda: words in tools.answer.text(), timeout=WAIT)


def test_a_machine_is_added_and_forgotten(qtbot: QtBot, tools: PlaceTools) -> None:
    assert tools.places.currentText() == NONE_YET and not tools.test.isEnabled()
    tools.name.setText("gpubox")
    tools.host.setText("me@gpubox.example.org")
    qtbot.mouseClick(tools.add, Qt.MouseButton.LeftButton)
    said(qtbot, tools, "gpubox is added")
    qtbot.waitUntil(lambda: tools.places.currentData() == "gpubox", timeout=WAIT)
    assert read_places() == {"gpubox": SshPlace(host="me@gpubox.example.org")}
    assert not tools.name.text() and not tools.host.text()
    qtbot.mouseClick(tools.remove, Qt.MouseButton.LeftButton)
    said(qtbot, tools, "gpubox is forgotten")
    qtbot.waitUntil(lambda: not tools.remove.isEnabled(), timeout=WAIT)
    assert read_places() == {}


def test_what_is_wrong_with_it_is_said(qtbot: QtBot, tools: PlaceTools) -> None:
    tools.name.setText("GPU box")
    tools.host.setText("me@gpubox")
    qtbot.mouseClick(tools.add, Qt.MouseButton.LeftButton)
    said(qtbot, tools, "Use small letters")
    assert tools.name.text() == "GPU box"  # to be put right, not to be typed again
    save_place("box", SshPlace(host="nowhere.invalid"))
    tools.look()
    qtbot.waitUntil(tools.test.isEnabled, timeout=WAIT)
    qtbot.mouseClick(tools.test, Qt.MouseButton.LeftButton)
    said(qtbot, tools, "nowhere.invalid")


def test_a_place_with_runs_stays(qtbot: QtBot, open_session: Session, tools: PlaceTools) -> None:
    save_place("box", SshPlace(host="nowhere.invalid"))
    with Store(paths.default_store()) as store:
        number = runs.create_run(store, find_recipe("quickstart").plan.experiment)
        placed_runs.add_placed_runs(store, [number], "box")
    tools.look()
    qtbot.waitUntil(tools.remove.isEnabled, timeout=WAIT)
    qtbot.mouseClick(tools.remove, Qt.MouseButton.LeftButton)
    said(qtbot, tools, "runs are going on there (1)")
    assert "box" in read_places()


def test_design_sends_its_runs_to_the_chosen_place(
    qtbot: QtBot, open_session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed: list[Path] = []  # the real one would ask a machine that is not there until it is ended
    monkeypatch.setattr(files.launch, "start_follower", followed.append)
    page = DesignPage(open_session)
    qtbot.addWidget(page)
    page.resize(1368, 812)
    page.show()
    page.on_shown()
    qtbot.waitUntil(lambda: page.ready and page.run_button.isEnabled(), timeout=WAIT)
    assert not page.head.place.isVisible()
    save_place("box", SshPlace(host="nowhere.invalid"))
    page.on_shown()
    qtbot.waitUntil(page.head.place.isVisible, timeout=WAIT)
    assert page.head.chosen_place() == "" and page.minimumSizeHint().width() <= 1200
    page.head.place.setCurrentIndex(1)
    with qtbot.waitSignal(page.navigate, timeout=WAIT) as shown:
        page.run()
    (number,) = shown.args[1]
    with Store(paths.default_store()) as store:
        row = runs.get_run(store, number)
    assert (row.place, row.status, row.launcher) == ("box", "queued", placed_runs.LAUNCHER)
    assert followed == [paths.default_store()]
    assert "box" in run_status(row).text
    page.can_close()


def test_a_run_that_computes_elsewhere_says_where(home: Path) -> None:
    with Store(paths.default_store()) as store:
        number = runs.create_run(store, find_recipe("quickstart").plan.experiment)
        placed_runs.add_placed_runs(store, [number], "box")
        row = runs.get_run(store, number)
    assert run_status(row).text == "To be sent to box"
    going = replace(row, status="running", phase="Fine-tuning")
    assert run_status(going).text == "box: Fine-tuning"
    assert run_status(replace(going, place_trouble="ssh: no route")).text == "No answer from box"
    assert "box" not in run_status(replace(going, status="stopped")).text
