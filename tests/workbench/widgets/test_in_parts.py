"""Widgets made part by part: whole at once where they are needed, else one part whenever they are asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from workbench.look import theme
from workbench.pages import page_entries
from workbench.pages.base import Page, PageInParts
from workbench.pages.compare.page import ComparePage
from workbench.pages.data.page import DataPage
from workbench.pages.design.page import DesignPage
from workbench.pages.lab.page import LabPage
from workbench.pages.runs.page import RunsPage
from workbench.pages.settings import SettingsPage
from workbench.widgets.in_parts import InParts

MOST_WIDGETS = 120
"""A plot has 70, its hidden menus included; twice as many took 50 ms on a slow machine."""


class Pair(InParts, QWidget):
    """Two labels that keep the height of the theme."""

    def __init__(self, parent: QWidget | None = None, *, lazy: bool = False) -> None:
        super().__init__(parent)
        self.begin_parts(lazy)

    def make_parts(self) -> Iterator[None]:
        column = QVBoxLayout(self)
        self.first = QLabel("first")
        column.addWidget(self.first)
        yield
        self.second = QLabel("second")
        column.addWidget(self.second)
        self.apply_theme()

    def apply_theme(self) -> None:
        for label in (self.first, self.second):
            label.setFixedHeight(theme.sizes().control)


@pytest.fixture
def larger() -> Iterator[None]:
    yield
    theme.set_scale(1.0)


def test_it_is_whole_unless_that_is_not_wanted(qtbot: QtBot) -> None:
    made = Pair()
    qtbot.addWidget(made)
    assert [label.text() for label in made.findChildren(QLabel)] == ["first", "second"]
    assert not made.make_part()


def test_each_part_is_made_when_it_is_asked_for(qtbot: QtBot) -> None:
    made = Pair(lazy=True)
    qtbot.addWidget(made)
    assert made.findChildren(QLabel) == []
    assert made.make_part() and len(made.findChildren(QLabel)) == 1
    assert not made.make_part() and len(made.findChildren(QLabel)) == 2
    assert not made.make_part() and len(made.findChildren(QLabel)) == 2


@pytest.mark.usefixtures("larger")
@pytest.mark.parametrize("parts", [1, 2])
def test_a_larger_text_reaches_it_wherever_it_is(qtbot: QtBot, parts: int) -> None:
    made = Pair(lazy=True)
    qtbot.addWidget(made)
    for _ in range(parts):
        made.make_part()
    theme.set_scale(1.5)
    QApplication.processEvents()
    while made.make_part():
        pass
    assert {made.first.height(), made.second.height()} == {theme.sizes().control}


@pytest.mark.usefixtures("larger")
@pytest.mark.parametrize("page", [DataPage, RunsPage])
def test_a_page_that_is_half_made_outlives_a_change_of_the_text_size(
    qtbot: QtBot, page: type[DataPage | RunsPage]
) -> None:
    steps, larger = 0, False
    made = page.begin(None)
    qtbot.addWidget(made)
    while made.make_part():
        steps += 1
        larger = not larger
        theme.set_scale(1.5 if larger else 1.0)
        QApplication.processEvents()
    assert steps > 4
    whole = page(None)
    qtbot.addWidget(whole)
    kinds = [[type(each).__name__ for each in one.findChildren(QWidget)] for one in (made, whole)]
    assert sorted(kinds[0]) == sorted(kinds[1])


@pytest.mark.parametrize("page", [each.page_class() for each in page_entries()])
def test_no_step_of_a_page_makes_many_widgets(qtbot: QtBot, page: type[Page]) -> None:
    before = len(QApplication.allWidgets())
    made = page.begin(None)
    qtbot.addWidget(made)
    more = True
    while more:
        now = len(QApplication.allWidgets())
        assert now - before < MOST_WIDGETS, "put a yield between the parts that were made last"
        before, more = now, made.make_part()


@pytest.mark.parametrize("page", [DataPage, DesignPage, RunsPage, ComparePage, LabPage, SettingsPage])
def test_a_page_made_in_parts_is_the_page_made_at_once(qtbot: QtBot, page: type[PageInParts]) -> None:
    made, whole = page.begin(None), page(None)
    for each in (made, whole):
        qtbot.addWidget(each)
    while made.make_part():
        QApplication.processEvents()
    kinds = [[type(each).__name__ for each in one.findChildren(QWidget)] for one in (made, whole)]
    assert kinds[0] == kinds[1]
    assert made.sizeHint() == whole.sizeHint()
    assert [each.text() for each in made.actions_for_menus()] == [
        each.text() for each in whole.actions_for_menus()
    ]
