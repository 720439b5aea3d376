"""The map of heads."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import has_colour, picture
from workbench.look import theme
from workbench.pages.lab.heads_map import HeadsMap

pytestmark = pytest.mark.gui


def test_heads_by_mouse_and_keys(qtbot: QtBot) -> None:
    heads = HeadsMap("Heads")
    qtbot.addWidget(heads)
    values = np.array([[0.1, 0.2, np.nan], [0.0, 0.4, 0.3]])
    heads.set_values(values)
    heads.resize(320, heads.sizeHint().height())
    heads.show()
    assert heads.top == 0.5 and heads.most_changed() == (2, 2)
    with qtbot.waitSignal(heads.chosen) as told:
        qtbot.mouseClick(heads, Qt.MouseButton.LeftButton, pos=heads._cell(1, 2).center())
    assert told.args == [2, 3]
    qtbot.keyClick(heads, Qt.Key.Key_Down)
    assert heads.current() == (1, 3) and "not known" in heads.accessibleDescription()
    qtbot.keyClick(heads, Qt.Key.Key_Home)
    assert heads.current() == (2, 2) and "0.400 bits" in heads.accessibleDescription()
    heads.set_current(5, 1)
    assert heads.current() == (2, 2)
    assert has_colour(picture(heads), theme.heat_color(0.8), tolerance=2)
