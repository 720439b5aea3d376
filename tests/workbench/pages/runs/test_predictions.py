"""Predictions leave the window as a file, by the button beside the confusion."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests import patience
from tests.engine.lab.trained import trained
from workbench.backend.session import Session
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.run_list.wording import RESULTS

WAIT = 1000 * patience.seconds(60)


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    store = home / "palimpsest.sqlite"
    trained(store, "one", encoder="palimpsest-tiny")
    made = Session(store, run_queue=False)
    made.start()
    yield made
    made.close()


@pytest.fixture
def page(qtbot: QtBot, session: Session) -> Iterator[RunsPage]:
    made = RunsPage(session)
    qtbot.addWidget(made)
    made.resize(1368, 843)
    made.show()
    made.on_shown()
    yield made
    made.on_hidden()


@pytest.mark.gui
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
    said: list[str] = []
    page.acting.notice.connect(said.append)
    qtbot.mouseClick(page.results.export, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(said) == 2, timeout=WAIT)
    assert asked[0].endswith(f"palimpsest-run-{number}-test.csv")
    assert "24 texts of the test split" in said[1]
    with target.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 24 and {"text", "gold", "predicted", "confidence"} <= rows[0].keys()
    said.clear()
    page.acting.export_predictions()  # the entry of the menu asks for the same file
    qtbot.waitUntil(lambda: len(said) == 2, timeout=WAIT)
    assert asked[1] == asked[0]
