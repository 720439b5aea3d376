"""How large a dialog is."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from workbench.widgets.arrange import resize_on_screen


def test_a_dialog_is_no_larger_than_its_screen(qtbot: QtBot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    room = dialog.screen().availableGeometry().size()
    resize_on_screen(dialog, room.width() + 300, room.height() + 300)
    assert dialog.width() == room.width() and dialog.height() < room.height(), "its title bar is in sight too"
    resize_on_screen(dialog, 320, 200)
    assert (dialog.width(), dialog.height()) == (320, 200)


def test_a_window_that_is_larger_than_the_screen_gives_its_dialogs_room(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    room = window.screen().availableGeometry().size()
    window.resize(room.width() + 400, room.height())
    dialog = QDialog(window)
    resize_on_screen(dialog, room.width() + 300, 200)
    assert dialog.width() == room.width() + 300
