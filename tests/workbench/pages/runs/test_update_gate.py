"""The gate of an update: two runs held against each other by the real command, with the texts that are broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests import patience
from tests.engine.lab.trained import trained
from workbench.pages.runs.page import RunsPage
from workbench.pages.runs.update_gate import UpdateGateDialog

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)


@pytest.fixture
def store(home: Path) -> Path:
    path = home / "palimpsest.sqlite"
    for seed in (1, 2):
        trained(path, f"run {seed}", seed=seed, spread=0.5)
    return path


def test_two_runs_are_held_against_each_other_and_swapped(qtbot: QtBot, store: Path, page: RunsPage) -> None:
    qtbot.waitUntil(lambda: page.model.rowCount() == 2, timeout=WAIT)
    page.receive([1])
    qtbot.waitUntil(lambda: page.table.selected_runs() == [1], timeout=WAIT)
    assert not page.menus["gate"].isEnabled(), "one run is held against none"
    page.receive([1, 2])
    qtbot.waitUntil(page.menus["gate"].isEnabled, timeout=WAIT)
    page.menus["gate"].trigger()
    sheet = page.findChild(UpdateGateDialog)
    assert sheet is not None
    qtbot.waitUntil(lambda: sheet.answer is not None, timeout=WAIT)
    found = sheet.answer
    assert found is not None and found.broken == len(sheet.model.rows) > 0
    assert "run 1 (run 1), then run 2 (run 2)" in sheet.names.text()
    assert f"{found.broken} of 24 texts were right and are wrong now" in sheet.summary.text()
    assert (
        "too few for a conclusion" in sheet.summary.text()
        and "been tested on these texts" in sheet.summary.text()
    )

    # The limit asks nothing anew: it is held against what was counted, or against the end of its interval.
    sheet.limit.selectAll()
    qtbot.keyClicks(sheet.limit, f"{found.rate + 0.01:.2f}")
    qtbot.waitUntil(
        lambda: sheet.verdict.text() == "Within the limit: the new model may replace the old one",
        timeout=WAIT,
    )
    sheet.certain.setChecked(True)
    assert sheet.verdict.text() == "Over the limit: keep the old model"
    sheet.table.select([sheet.model.rows[0].row])
    assert sheet.reading.toPlainText() == sheet.model.rows[0].text

    qtbot.mouseClick(sheet.swap, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: sheet.answer is not None and sheet.answer is not found, timeout=WAIT)
    assert sheet.answer is not None
    assert (sheet.answer.broken, sheet.answer.mended) == (found.mended, found.broken)
    assert sheet.answer.error_before == found.error_now
    sheet.close()
