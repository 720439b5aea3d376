"""The table of two quantities over the compared runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests import patience
from tests.workbench.pages.compare.test_page import compare, strategies
from workbench.pages.compare.page import ComparePage
from workbench.pages.compare.pivot_dialog import PivotDialog

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)


def test_the_compared_runs_by_what_differs_and_their_data(
    qtbot: QtBot, page: ComparePage, store: Path
) -> None:
    made = strategies(store)
    assert not page.pivot.isEnabled()
    compare(qtbot, page, [*made[2e-5], *made[1e-4][:1]])
    page.pivot.trigger()
    dialog = page.findChild(PivotDialog)
    assert dialog is not None
    assert dialog.rows.text() == "stages.0.learning_rate"
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 2, timeout=WAIT)
    heads, first, second = dialog.model.texts()
    assert heads[0] == "Learning rate (1)"
    # Test errors 22, 21 and 22 of the first rate: mean 21.67, s.d. 0.577, t(2) = 4.303.
    assert first[0] == "2e-5" and first[1] == "21.67 ± 1.43 (3)"
    assert second == ["1e-4", "26.00"]
    assert "95 % t-interval" in dialog.summary.text()
    dialog.copy("markdown")
    assert "| 2e-5 | 21.67 ± 1.43 (3) |" in QGuiApplication.clipboard().text()
    dialog.copy("latex")
    assert QGuiApplication.clipboard().text().startswith(r"\begin{table}")
    dialog.copy("csv")
    assert QGuiApplication.clipboard().text().splitlines()[1].endswith(",3,1 2 3")

    dialog.columns.setText("seed")
    dialog.ask()
    qtbot.waitUntil(lambda: len(dialog.model.columns) == 4, timeout=WAIT)
    dialog.value.setText("colour")
    dialog.ask()
    qtbot.waitUntil(lambda: "there is no 'colour'" in dialog.message.text(), timeout=WAIT)
    dialog.close()
