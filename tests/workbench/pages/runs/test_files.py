"""What leaves the window as a file and comes in as one: predictions, logs of other programs, capsules."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from engine.store import runs
from tests.engine.lab.trained import trained
from tests.workbench.conftest import WAIT
from tests.workbench.pages.runs.runs_page import notices
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.wording import RESULTS

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("trained_run")]


def test_a_run_gives_its_predictions_as_a_file(
    qtbot: QtBot, page: RunsPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, number = tmp_path / "answers.csv", 1
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT)
    page.receive([number])
    page.tabs.setCurrentIndex(RESULTS)
    qtbot.waitUntil(page.results.export.isVisible, timeout=WAIT)
    target.write_text("an older file, which the dialogue has asked about", encoding="utf-8")
    asked: list[str] = []

    def choose(parent: object, title: str, start: str, kinds: str) -> tuple[str, str]:
        asked.append(start)
        return str(target), kinds

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    said = notices(page)
    qtbot.mouseClick(page.results.export, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(said) == 2, timeout=WAIT)
    assert asked[0].endswith(f"palimpsest-run-{number}-test.csv")
    assert "24 texts of the test split" in said[1]
    with target.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 24 and {"text", "gold", "predicted", "confidence"} <= rows[0].keys()
    said.clear()
    page.menus["predictions"].trigger()  # the entry of the menu asks for the same file
    qtbot.waitUntil(lambda: len(said) == 2, timeout=WAIT)
    assert asked[1] == asked[0]


def test_a_model_is_exported_once_its_layouts_were_compared(
    qtbot: QtBot, page: RunsPage, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be is said before; a folder that is there is asked about; where it is stays, with a way there."""
    reading_means = trained(store, "means", features={"tokens": "mean"})
    page.on_shown()
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=WAIT)
    run = next(row.run for row in page.model.rows if row.run is not None and row.run.id == reading_means)
    dialog = page.files.show_export(run)
    qtbot.waitUntil(lambda: dialog.layout_chosen() is not None, timeout=WAIT)
    chosen = dialog.layout_chosen()
    assert chosen is not None and chosen.name == "onnx", "the first that the model can take"
    assert dialog.notice.level() == "warning" and "reads [CLS]" in dialog.notice.text()
    names = [each.name for each in dialog.model.rows]
    assert names == ["huggingface", "onnx", "palimpsest", "palimpsest-int8"]
    dialog.table.select(["huggingface"])
    assert "features.tokens=normed_mean" in dialog.notice.text() and not dialog.export.isEnabled()
    dialog.table.select(["palimpsest"])
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "mine.txt").write_text("keep", encoding="utf-8")
    dialog.folder.setText(str(tmp_path / "model"))
    assert not dialog.export.isEnabled() and "already exists" in dialog.message.text()
    dialog.message.remedy.emit()
    assert dialog.target == tmp_path / "model-2" and dialog.export.isEnabled()
    dialog.licence.setText("mit")
    qtbot.mouseClick(dialog.export, Qt.MouseButton.LeftButton)
    assert not dialog.folder.isEnabled() and not dialog.export.isEnabled()
    dialog.close()
    qtbot.waitUntil(lambda: dialog.written is not None, timeout=WAIT)
    assert dialog.isVisible(), "closed while it exports, it comes back with the answer"
    assert dialog.message.level() == "ok" and str(tmp_path / "model-2") in dialog.message.text()
    assert 'license: "mit"' in (tmp_path / "model-2" / "README.md").read_text(encoding="utf-8")
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    dialog.message.remedy.emit()
    assert opened == [str(tmp_path / "model-2")]
    with qtbot.waitSignal(page.navigate, timeout=WAIT) as sent:
        dialog.notice.remedy.emit()
    features = sent.args[1]["plan"].experiment.stages[-1].features
    assert sent.args[0] == "design" and features.tokens == "normed_mean" and not dialog.isVisible()


def test_a_log_of_another_program_becomes_a_run(
    qtbot: QtBot, page: RunsPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = [{"loss": 0.7, "step": 1}, {"loss": 0.5, "step": 2}]
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "trainer_state.json").write_text(
        json.dumps({"global_step": 2, "log_history": history}), encoding="utf-8"
    )
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    said = notices(page)
    page.menus["import_log"].trigger()
    qtbot.waitUntil(lambda: bool(said), timeout=WAIT)
    assert said == ["Run 2, theirs: 2 updates."]
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=WAIT)


def test_a_run_is_queued_once_more(qtbot: QtBot, page: RunsPage) -> None:
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT)
    page.receive([1])
    qtbot.waitUntil(page.menus["rerun"].isEnabled, timeout=WAIT)
    said = notices(page)
    page.menus["rerun"].trigger()
    qtbot.waitUntil(lambda: bool(said), timeout=WAIT)
    assert said == ["Run 2 repeats run 1; its notes will say whether it is identical."]
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=WAIT)


def test_a_capsule_goes_out_and_comes_in(
    qtbot: QtBot, page: RunsPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "one.capsule"
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT)
    page.receive([1])
    qtbot.waitUntil(page.menus["capsule"].isEnabled, timeout=WAIT)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    said = notices(page)
    page.menus["capsule"].trigger()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(each for each in menu.actions() if each.text() == "Include models").trigger()
    menu.close()
    qtbot.waitUntil(lambda: len(said) == 2, timeout=WAIT)
    assert said[1].startswith(f"{file}: 1 run, ") and "files of models" in said[1]
    page.menus["open_capsule"].trigger()
    qtbot.waitUntil(lambda: len(said) == 4, timeout=WAIT)
    assert "was added before, as run 1" in said[3]
    page.session.act(runs.delete_runs, [1])
    qtbot.waitUntil(lambda: page.model.rowCount() == 0, timeout=WAIT)
    page.menus["open_capsule"].trigger()
    qtbot.waitUntil(lambda: len(said) == 6, timeout=WAIT)
    assert said[5] == "From one.capsule: run 2, one."
    qtbot.waitUntil(lambda: page.model.rowCount() == 1, timeout=WAIT)
