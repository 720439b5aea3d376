"""Places in the window: set up in Settings, chosen beside Run, named in the table of runs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine import paths
from engine.places.examined import examinations_file
from engine.places.settings import find_place, read_places, save_place
from engine.places.slurm.place import SlurmPlace
from engine.places.ssh import SshPlace
from engine.spec.recipes import find_recipe
from engine.store import Store, placed_runs, runs
from tests.workbench.conftest import WAIT, displayed, on_screen
from workbench.backend.session import Session
from workbench.forms.suggestions import SuggestionBox
from workbench.pages.design.draft import files
from workbench.pages.design.page import DesignPage
from workbench.pages.place_tools import NONE_YET, PlaceTools
from workbench.pages.runs.run_list.columns import run_status
from workbench.widgets import FoldSection, TextField

pytestmark = pytest.mark.gui


@pytest.fixture
def tools(qtbot: QtBot, open_session: Session) -> PlaceTools:
    made = displayed(qtbot, PlaceTools(open_session))
    made.refresh()
    return made


def said(qtbot: QtBot, tools: PlaceTools, words: str) -> None:
    qtbot.waitUntil(lambda: words in tools.answer.text(), timeout=WAIT)


def add(qtbot: QtBot, tools: PlaceTools, name: str, host: str) -> None:
    qtbot.mouseClick(tools.add, Qt.MouseButton.LeftButton)
    tools.dialog.name.setText(name)
    form = tools.dialog.forms["ssh"]
    form.set_table(form.table() | {"host": host})
    qtbot.mouseClick(tools.dialog.save, Qt.MouseButton.LeftButton)


def test_a_machine_is_added_and_forgotten(qtbot: QtBot, tools: PlaceTools) -> None:
    assert tools.places.currentText() == NONE_YET and not tools.test.isEnabled()
    add(qtbot, tools, "gpubox", "me@gpubox.example.org")
    said(qtbot, tools, "gpubox is saved")
    qtbot.waitUntil(lambda: tools.places.currentData() == "gpubox", timeout=WAIT)
    assert read_places() == {"gpubox": SshPlace(host="me@gpubox.example.org")}
    qtbot.mouseClick(tools.remove, Qt.MouseButton.LeftButton)
    said(qtbot, tools, "gpubox is removed")
    qtbot.waitUntil(lambda: not tools.remove.isEnabled(), timeout=WAIT)
    assert read_places() == {}


def test_a_cluster_is_added_and_changed_by_the_form_of_its_kind(qtbot: QtBot, tools: PlaceTools) -> None:
    qtbot.mouseClick(tools.add, Qt.MouseButton.LeftButton)
    dialog = tools.dialog
    dialog.name.setText("cluster")
    dialog.kind.setCurrentIndex(dialog.kind.findData("slurm"))
    assert {"partition", "gpus", "time"} <= set(dialog.forms["slurm"].paths())
    form = dialog.forms["slurm"]
    form.set_table(form.table() | {"partition": "gpu", "gpus": "--x", "cpus": 8})
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "hyphen" in dialog.message.text(), timeout=WAIT)
    form.set_table(form.table() | {"gpus": "2"})
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    said(qtbot, tools, "cluster is saved")
    assert read_places() == {"cluster": SlurmPlace(partition="gpu", gpus="2", cpus=8)}
    qtbot.waitUntil(lambda: tools.places.currentData() == "cluster", timeout=WAIT)
    qtbot.mouseClick(tools.change, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: tools.dialog is not dialog, timeout=WAIT)
    changed = tools.dialog
    assert changed.name.isReadOnly() and changed.forms["slurm"].table()["partition"] == "gpu"
    changed.forms["slurm"].set_table(changed.forms["slurm"].table() | {"at_once": 4})
    with qtbot.waitSignal(changed.saved, timeout=WAIT):
        qtbot.mouseClick(changed.save, Qt.MouseButton.LeftButton)
    assert read_places()["cluster"] == SlurmPlace(partition="gpu", gpus="2", cpus=8, at_once=4)


def test_the_form_offers_what_test_found_and_says_what_empty_fields_stand_for(
    qtbot: QtBot, tools: PlaceTools
) -> None:
    save_place("cluster", SlurmPlace(host="login.example.org"))
    findings = {
        "address": find_place("cluster").address, "devices": ["Slurm 22.05"], "disk_free": 10**9, "when": 1.0,
        "partitions": ["debug", "gpu"],
    }  # fmt: skip
    examinations_file().write_text(json.dumps({"cluster": findings}), encoding="utf-8")
    tools.refresh()
    qtbot.waitUntil(tools.change.isEnabled, timeout=WAIT)
    qtbot.mouseClick(tools.change, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: hasattr(tools, "dialog"), timeout=WAIT)
    form = tools.dialog.forms["slurm"]
    form.build()
    (partition,) = (box for box in form.findChildren(SuggestionBox) if box.accessibleName() == "Partition")
    assert [partition.itemText(place) for place in range(partition.count())] == ["debug", "gpu"]
    assert partition.lineEdit().placeholderText() == "the cluster's default"
    placeholders = {line.accessibleName(): line.placeholderText() for line in form.findChildren(TextField)}
    assert placeholders["Time limit"] == "the partition's" and placeholders["QOS"] == "your default"
    advanced = next(fold for fold in form.findChildren(FoldSection) if fold.title() == "Advanced")
    assert advanced.state().endswith("fields, defaults")
    form.set_table(form.table() | {"warning": 60})
    assert advanced.state().endswith("fields, 1 changed")
    tools.dialog.reject()


def test_what_is_wrong_with_it_is_said(qtbot: QtBot, tools: PlaceTools) -> None:
    add(qtbot, tools, "GPU box", "me@gpubox")
    qtbot.waitUntil(lambda: "Use small letters" in tools.dialog.message.text(), timeout=WAIT)
    assert tools.dialog.name.text() == "GPU box"  # to be put right, not to be typed again
    tools.dialog.reject()
    save_place("box", SshPlace(host="nowhere.invalid"))
    tools.refresh()
    qtbot.waitUntil(tools.test.isEnabled, timeout=WAIT)
    qtbot.mouseClick(tools.test, Qt.MouseButton.LeftButton)
    said(qtbot, tools, "nowhere.invalid")


def test_a_place_with_runs_stays(qtbot: QtBot, open_session: Session, tools: PlaceTools) -> None:
    save_place("box", SshPlace(host="nowhere.invalid"))
    with Store(paths.default_store()) as store:
        number = runs.create_run(store, find_recipe("quickstart").plan.experiment)
        placed_runs.add_placed_runs(store, [number], "box")
    tools.refresh()
    qtbot.waitUntil(tools.remove.isEnabled, timeout=WAIT)
    qtbot.mouseClick(tools.remove, Qt.MouseButton.LeftButton)
    said(qtbot, tools, "runs are active there (1)")
    assert "box" in read_places()


def test_design_sends_its_runs_to_the_chosen_place(
    qtbot: QtBot, open_session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed: list[Path] = []  # the real one would ask a machine that is not there until it is ended
    monkeypatch.setattr(files.launch, "start_follower", followed.append)
    page = on_screen(qtbot, DesignPage(open_session), 1368, 812)
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


def test_estimates_are_those_of_the_chosen_place(qtbot: QtBot, open_session: Session) -> None:
    save_place("box", SshPlace(host="nowhere.invalid"))
    findings = {
        "address": "nowhere.invalid",
        "devices": ["cuda:0", "cuda:1"],
        "disk_free": 5 * 10**9,
        "when": 1.0,
    }
    examinations_file().write_text(json.dumps({"box": findings}), encoding="utf-8")
    page = on_screen(qtbot, DesignPage(open_session), 1368, 812)
    known, panel = page.knowledge, page.consequences
    qtbot.waitUntil(lambda: page.ready and page.head.place.isVisible(), timeout=WAIT)
    qtbot.waitUntil(lambda: "this computer" in panel.basis.text(), timeout=WAIT)
    assert panel.seconds() is not None
    page.head.place.setCurrentIndex(1)
    page.head.place.activated.emit(1)
    qtbot.waitUntil(lambda: "has finished at box yet" in panel.basis.text(), timeout=WAIT)
    assert panel.seconds() is None
    qtbot.waitUntil(lambda: known.examination is not None, timeout=WAIT)
    assert known.examination is not None and known.examination.devices == ("cuda:0", "cuda:1")
    with Store(paths.default_store()) as store:
        experiment = find_recipe("quickstart").plan.experiment
        number = runs.create_run(store, experiment)
        placed_runs.add_placed_runs(store, [number], "box")
        sql = "INSERT INTO metrics (run_id, key, step, time, value) VALUES (?, 'speed/tokens_per_second', 1, 1.0, 5e6)"
        store.execute(sql, (number,))
        runs.set_run_columns(store, [number], status="finished", host="gpubox")
    known.start()
    qtbot.waitUntil(lambda: "an earlier run with this encoder at box" in panel.basis.text(), timeout=WAIT)
    assert panel.seconds() is not None
    page.head.place.setCurrentIndex(0)
    page.head.place.activated.emit(0)
    qtbot.waitUntil(lambda: "short speed test of this computer" in panel.basis.text(), timeout=WAIT)
    page.can_close()


def test_a_run_that_computes_elsewhere_says_where(home: Path) -> None:
    with Store(paths.default_store()) as store:
        number = runs.create_run(store, find_recipe("quickstart").plan.experiment)
        placed_runs.add_placed_runs(store, [number], "box")
        row = runs.get_run(store, number)
    assert run_status(row).text == "To be sent to box"
    going = replace(row, status="running", phase="Fine-tuning")
    assert run_status(going).text == "box: Fine-tuning"
    assert run_status(replace(going, place_trouble="ssh: no route")).text == "No response from box"
    assert "box" not in run_status(replace(going, status="stopped")).text
