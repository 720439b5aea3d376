"""The whole window by keyboard: each page's chain follows the eye, and Help knows every key."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine import launch
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs
from tests import patience
from tests.workbench.conftest import owned
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.pages import page_entries
from workbench.shell.problem_report import ProblemReportDialog
from workbench.shell.window import MainWindow

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("home")]

PAGES = [entry.name for entry in page_entries()]
SLACK = 3
"""Pixels by which neighbours may overlap: borders."""


@pytest.fixture
def window(qtbot: QtBot, home: Path) -> Iterator[MainWindow]:
    experiment = parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]})
    with Store(home / "s.sqlite") as store:
        numbers = launch.enqueue(store, [experiment, experiment])
        runs.set_run_columns(store, numbers, status="finished")
    session = Session(home / "s.sqlite", run_queue=False)
    made = owned(qtbot, MainWindow(session, Preferences()))
    made.resize(1440, 900)
    with qtbot.waitSignal(session.opened, timeout=patience.milliseconds(20)), qtbot.waitExposed(made):
        made.show()
        session.start()
    yield made
    session.close()


def box(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


def line(widget: QWidget) -> list[QWidget]:
    """The widget and all its parents, the outermost first."""
    found = [widget]
    while (parent := found[-1].parentWidget()) is not None:
        found.append(parent)
    return found[::-1]


def comes_after(later: QWidget, earlier: QWidget) -> bool:
    """Whether one reads ``later`` after ``earlier``.

    They lie in two parts of the page, side by side or one over the other; that of ``later`` is farther right or down.
    """
    pairs = zip(line(earlier), line(later), strict=False)
    parts = next(((a, b) for a, b in pairs if a is not b), None)
    if parts is None:  # one lies within the other
        return True
    first, second = box(parts[0]), box(parts[1])
    return second.left() >= first.right() - SLACK or second.top() >= first.bottom() - SLACK


def test_tab_follows_the_eye_on_every_page(qtbot: QtBot, window: MainWindow) -> None:
    assert {
        name: complaints for name in PAGES if (complaints := faults_of_the_chain(qtbot, window, name))
    } == {}


def faults_of_the_chain(qtbot: QtBot, window: MainWindow, name: str) -> list[str]:
    """Return what is wrong with the widgets that Tab reaches on a page: an order against the eye, or no name."""
    window.go(name)
    page = window.page(name)
    if name == "design":
        qtbot.waitUntil(lambda: page.ready, timeout=patience.milliseconds(30))  # type: ignore[attr-defined]
    if name == "runs":
        qtbot.waitUntil(lambda: len(page.runs) == 2, timeout=patience.milliseconds(30))  # type: ignore[attr-defined]
    if name in ("lab", "classify"):
        qtbot.waitUntil(
            lambda: page.stack.currentWidget() is not page.stack.loading, timeout=patience.milliseconds(30)
        )  # type: ignore[attr-defined]
    window.rail._buttons[name].setFocus()
    chain: list[QWidget] = []
    for _ in range(400):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        now = window.focusWidget()
        if now in chain:
            break
        if page.isAncestorOf(now):
            chain.append(now)
        elif chain:
            break
    if not chain:
        return ["Tab reaches nothing on this page"]
    wrong = [
        f"{type(a).__name__} {a.accessibleName()!r} -> {type(b).__name__} {b.accessibleName()!r}"
        for a, b in itertools.pairwise(chain)
        if not comes_after(b, a)
    ]
    unnamed = [type(widget).__name__ for widget in chain if not (widget.accessibleName() or _text(widget))]
    return wrong + [f"{each} without a name" for each in unnamed]


def test_find_goes_to_the_search_of_the_page(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    for name, placeholder in (("runs", "Name, data, tag or status"), ("help", "Find on this page")):
        window.go(name)
        qtbot.waitUntil(
            lambda name=name: window.page(name).search_field() is not None, timeout=patience.milliseconds(30)
        )
        window.focus_search()
        field = window.page(name).focusWidget()
        assert isinstance(field, QLineEdit) and field.placeholderText() == placeholder


def test_the_edit_menu_serves_what_has_the_focus(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    window.go("runs")
    page = window.page("runs")
    qtbot.waitUntil(lambda: len(page.runs) == 2, timeout=patience.milliseconds(30))  # type: ignore[attr-defined]
    menu, entries = window._menus["Edit"], window._edit_menu.actions
    shown = [action for action in menu.actions() if action.isVisible() and not action.isSeparator()]
    assert [action.text().partition("\t")[0] for action in shown[:3]] == ["&Undo delete", "&Redo", "Cu&t"]
    page.table.setFocus()  # type: ignore[attr-defined]
    page.table.selectAll()  # type: ignore[attr-defined]
    menu.aboutToShow.emit()
    assert entries["copy"].isEnabled() and not entries["paste"].isEnabled()
    entries["copy"].trigger()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 3
    page.search.setFocus()  # type: ignore[attr-defined]
    menu.aboutToShow.emit()
    QGuiApplication.clipboard().setText("trec")
    entries["paste"].trigger()
    assert page.search.text() == "trec"  # type: ignore[attr-defined]
    page.search.clear()  # type: ignore[attr-defined]
    window.go("help")
    assert entries["undo"].isVisible()


def test_help_leads_to_the_guide_and_to_a_report(qtbot: QtBot, window: MainWindow) -> None:
    window.show_guide()
    page = window.page("design")
    qtbot.waitUntil(lambda: page.form_column.guide.isVisible(), timeout=patience.milliseconds(60))  # type: ignore[attr-defined]
    window.report_problem()
    dialog = window.findChild(ProblemReportDialog)
    assert isinstance(dialog, ProblemReportDialog) and not dialog.save_button.isEnabled()
    qtbot.waitUntil(lambda: not dialog.text.isReadOnly(), timeout=patience.milliseconds(120))
    assert "2 finished" in dialog.text.toPlainText()
    dialog.text.appendPlainText("I pressed Run twice")
    dialog.copy()
    assert QGuiApplication.clipboard().text().endswith("I pressed Run twice")
    dialog.close()


def _text(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    return str(text()) if callable(text) else ""


def test_help_knows_keys_of_actions_buttons_fields_and_plots(window: MainWindow) -> None:
    for name in PAGES:
        window.page(name)
    rows = window.shortcut_book.shortcuts()
    assert len(rows) == len(set(rows))
    keys = {(row.where, row.keys) for row in rows}
    assert ("Everywhere", "Ctrl+K") in keys
    assert ("Data", "Ctrl+Return") in keys
    assert ("Data", "Esc") in keys
    assert ("Everywhere", "Ctrl+F") in keys
    assert ("Runs", "Left") in keys and ("Compare", "Arrow keys") in keys
