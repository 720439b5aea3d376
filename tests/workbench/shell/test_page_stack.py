"""How a page takes the place of another: the focus, and what is painted when."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QGraphicsView, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import Paints, run_events
from workbench.shell.page_stack import PageStack

pytestmark = pytest.mark.gui


def page_with_plots(name: str) -> tuple[QWidget, list[QGraphicsView], Paints]:
    page, label, plots = QWidget(), QLabel("words"), [QGraphicsView(), QGraphicsView()]
    column = QVBoxLayout(page)
    label.setObjectName(f"{name} words")
    column.addWidget(label)
    for number, plot in enumerate(plots):
        plot.viewport().setObjectName(f"{name} plot {number}")
        column.addWidget(plot)
    return page, plots, Paints(label, *(plot.viewport() for plot in plots))


def names(paints: Paints) -> list[str]:
    return [widget.objectName() for widget in paints.painted]


def stack_of(qtbot: QtBot, *pages: QWidget) -> PageStack:
    stack = PageStack()
    qtbot.addWidget(stack)
    stack.resize(300, 300)
    for page in (QWidget(), *pages):
        stack.addWidget(page)
    stack.show()
    qtbot.waitExposed(stack)
    return stack


def test_plots_are_painted_once_each_after_the_page(qtbot: QtBot) -> None:
    page, _, order = page_with_plots("a")
    stack = stack_of(qtbot, page)
    stack.change_to(page)
    qtbot.waitUntil(lambda: len(order.painted) >= 3)
    run_events()
    assert names(order) == ["a words", "a plot 0", "a plot 1"]


def test_a_page_that_is_left_early_has_its_plots_when_it_comes_back(qtbot: QtBot) -> None:
    page, plots, order = page_with_plots("a")
    other, others, _ = page_with_plots("b")
    stack = stack_of(qtbot, page, other)
    stack.change_to(page)
    assert not any(plot.updatesEnabled() for plot in plots)
    stack.change_to(other)
    assert all(plot.updatesEnabled() for plot in plots) and not any(plot.updatesEnabled() for plot in others)
    stack.change_to(page)
    qtbot.waitUntil(lambda: {"a plot 0", "a plot 1"} <= set(names(order)))
    assert all(plot.updatesEnabled() for plot in (*plots, *others))


def test_a_plot_that_goes_meanwhile_is_not_waited_for(qtbot: QtBot) -> None:
    page, plots, order = page_with_plots("a")
    stack = stack_of(qtbot, page)
    stack.change_to(page)
    plots[0].setParent(None)
    plots[0].deleteLater()
    qtbot.waitUntil(lambda: "a plot 1" in names(order))


def test_what_takes_no_focus_is_given_none_when_a_page_is_shown(qtbot: QtBot) -> None:
    top, first, second = QWidget(), QWidget(), QWidget()
    qtbot.addWidget(top)
    stack = PageStack(top)
    entry, said, hidden, field = (
        QLineEdit(first),
        QLabel("a head", second),
        QLineEdit(second),
        QLineEdit(second),
    )
    hidden.hide()
    for page in (first, second):
        stack.addWidget(page)
    top.show()
    top.activateWindow()
    entry.setFocus()
    qtbot.waitUntil(entry.hasFocus)
    stack.change_to(second)
    assert field.hasFocus() and not said.hasFocus()
    other = QLineEdit(top)
    other.show()
    stack.setFocus()
    stack.change_to(first)
    now = QApplication.focusWidget()
    assert now is stack or stack.isAncestorOf(now), "it does not go to the next field elsewhere"
