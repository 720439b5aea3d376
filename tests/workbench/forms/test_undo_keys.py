"""Undo inside a field undoes the form."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from workbench.forms.rows import UndoKeyFilter
from workbench.widgets import TextField

pytestmark = pytest.mark.gui


@pytest.mark.parametrize("leaves", [True, False])
def test_the_action_gets_the_key(qtbot: QtBot, leaves: bool) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    line = TextField("start", name="Line")
    QVBoxLayout(window).addWidget(line)
    called: list[bool] = []
    undo = QAction("Undo", window)
    undo.setShortcut(QKeySequence.StandardKey.Undo)
    undo.triggered.connect(lambda: called.append(True))
    window.addAction(undo)
    if leaves:
        UndoKeyFilter(line)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    line.setFocus()
    qtbot.keyClicks(line, "x")
    qtbot.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert called == ([True] if leaves else [])
