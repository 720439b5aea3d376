"""Tab goes where the eye goes: in layouts of every kind, whatever was made first."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
    QWidgetItem,
)
from pytestqt.qtbot import QtBot
from shiboken6 import getAllValidWrappers

from workbench.widgets.focus_order import focus_chain, order_focus

pytestmark = pytest.mark.gui


def field(name: str) -> QLineEdit:
    made = QLineEdit()
    made.setObjectName(name)
    return made


def names(root: QWidget) -> list[str]:
    return [widget.objectName() for widget in focus_chain(root)]


def qt_order(root: QWidget) -> list[str]:
    """Qt's own chain within ``root``, from its first widget on."""
    chain = focus_chain(root)
    found, widget = [chain[0].objectName()], chain[0].nextInFocusChain()
    while widget is not chain[0]:
        if widget in chain:
            found.append(widget.objectName())
        widget = widget.nextInFocusChain()
    return found


def test_rows_columns_and_grids_are_read_like_text(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    late, early = field("late"), field("early")  # made in the wrong order
    grid = QGridLayout()
    grid.addWidget(field("1,1"), 1, 1)
    grid.addWidget(field("0,1"), 0, 1)
    grid.addWidget(field("1,0"), 1, 0)
    grid.addWidget(field("0,0"), 0, 0)
    backwards = QBoxLayout(QBoxLayout.Direction.RightToLeft)
    backwards.addWidget(field("right"))
    backwards.addWidget(field("left"))
    column = QVBoxLayout(root)
    column.addWidget(early)
    column.addLayout(grid)
    column.addLayout(backwards)
    column.addWidget(late)
    order_focus(root)
    assert names(root) == ["early", "0,0", "0,1", "1,0", "1,1", "left", "right", "late"] == qt_order(root)


def test_splitters_areas_and_parts_in_no_layout(qtbot: QtBot) -> None:
    splitter = QSplitter()
    qtbot.addWidget(splitter)
    inside, area, left = QWidget(), QScrollArea(), QWidget()
    QVBoxLayout(inside).addWidget(field("scrolled"))
    area.setWidget(inside)
    area.setFocusPolicy(area.focusPolicy().NoFocus)
    for name, x, y in (("below", 0, 50), ("right", 60, 0), ("top", 0, 0)):
        loose = QPushButton(left)
        loose.setObjectName(name)
        loose.move(x, y)
    splitter.addWidget(area)
    splitter.insertWidget(0, left)
    order_focus(splitter)
    assert names(splitter) == ["top", "right", "below", "scrolled"] == qt_order(splitter)


def test_a_widget_that_comes_later_takes_its_place(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    row = QHBoxLayout(root)
    row.addWidget(field("a"))
    row.addWidget(field("c"))
    order_focus(root)
    row.insertWidget(1, field("b"))
    order_focus(root)
    assert qt_order(root) == ["a", "b", "c"]


def test_items_that_qt_frees_are_not_kept(qtbot: QtBot) -> None:
    """A kept one is given out for what lies at its address next: a plot once got one for its points."""
    root, other = QWidget(), QWidget()
    qtbot.addWidget(root)
    qtbot.addWidget(other)
    column, elsewhere, row = QVBoxLayout(root), QVBoxLayout(other), QHBoxLayout()
    column.addLayout(row)
    fields = [field(str(number)) for number in range(4)]
    for each, layout in zip(fields, (column, column, row, row), strict=True):
        layout.addWidget(each)
    before = kept_items()
    order_focus(root)
    assert names(root) == ["2", "3", "0", "1"]
    elsewhere.addWidget(fields[0])
    fields[2].setParent(None)  # type: ignore[call-overload]
    assert kept_items() <= before
    fields[2].deleteLater()


def kept_items() -> set[int]:
    """The items of layouts that Python keeps, by their numbers."""
    return {id(each) for each in getAllValidWrappers() if isinstance(each, QWidgetItem)}
