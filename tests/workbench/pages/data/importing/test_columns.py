"""The list of columns in the import form."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from workbench.pages.data.importing.columns import ColumnList

pytestmark = pytest.mark.gui


def test_columns_are_checked_and_ordered_by_mouse_and_keys(qtbot) -> None:
    columns = ColumnList()
    qtbot.addWidget(columns)
    columns.resize(300, 200)
    columns.show()
    columns.set_columns([("id", "1"), ("title", "a"), ("body", "b"), ("kind", "c")], [2], 3)
    changes: list[list[int]] = []
    columns.changed.connect(lambda: changes.append(columns.text()))
    place = columns.list.visualItemRect(columns.list.item(1)).center()
    qtbot.mouseClick(columns.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert columns.text() == [2, 1]
    qtbot.keyClick(columns.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert columns.text() == [1, 2]
    assert columns.earlier.isEnabled() is False and columns.later.isEnabled()
    qtbot.keyClick(columns.list, Qt.Key.Key_Space)
    assert columns.text() == [2]
    columns.toggle(3)
    assert columns.text() == [2], "the label is no text"
    columns.set_label(2)
    assert columns.text() == []
    assert changes == [[2, 1], [1, 2], [2]]
