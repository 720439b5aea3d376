"""The confusion of a run."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from workbench.tables import ConfusionTable

pytestmark = pytest.mark.gui


def test_confusion_begins_at_its_worst_cell(qtbot: QtBot) -> None:
    view = ConfusionTable()
    qtbot.addWidget(view)
    view.resize(420, 320)
    view.show()
    picked: list[tuple[int, int]] = []
    view.picked.connect(lambda true, guess: picked.append((true, guess)))
    view.set_counts(("ABBR", "ENTY", "NUM"), np.array([[8, 1, 0], [0, 85, 4], [0, 0, 0]]))
    assert view.cell() == (1, 2) and picked == [(1, 2)]
    model = view.counts
    assert model.data(model.index(0, 3)) == "88.9 %" and model.data(model.index(2, 3)) == ""
    tip = model.data(model.index(1, 2), Qt.ItemDataRole.ToolTipRole)
    assert tip == "4 of ENTY taken for NUM"
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.cell() == (1, 1)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.cell() in ((1, 2), None)
    with qtbot.waitSignal(view.listed):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert not view._across.rotated
    view.set_counts(("abbreviation", "description"), np.eye(2, dtype=int))
    assert view._across.rotated and view.cell() == (0, 0)
