"""The whole window by keyboard: each page's chain follows the eye, and Help knows every key."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine import launch
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs
from tests import patience
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.pages import page_classes
from workbench.shell.window import MainWindow

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("home")]

PAGES = [page.name for page in page_classes()]
SLACK = 3
"""Pixels by which neighbours may overlap: borders."""


@pytest.fixture
def window(qtbot: QtBot, home: Path) -> Iterator[MainWindow]:
    experiment = parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]})
    with Store(home / "s.sqlite") as store:
        numbers = launch.enqueue(store, [experiment, experiment])
        runs.set_run_columns(store, numbers, status="finished")
    session = Session(home / "s.sqlite", run_queue=False)
    made = MainWindow(session, Preferences())
    qtbot.addWidget(made)
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


@pytest.mark.parametrize("name", PAGES)
def test_tab_follows_the_eye(qtbot: QtBot, window: MainWindow, name: str) -> None:
    window.go(name)
    page = window.page(name)
    if name == "design":
        qtbot.waitUntil(lambda: page.ready, timeout=patience.milliseconds(30))  # type: ignore[attr-defined]
    if name == "runs":
        qtbot.waitUntil(lambda: len(page.runs) == 2, timeout=patience.milliseconds(30))  # type: ignore[attr-defined]
    if name == "lab":
        qtbot.waitUntil(lambda: not page.stack.is_reading(), timeout=patience.milliseconds(30))  # type: ignore[attr-defined]
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
    assert chain, "Tab reaches nothing on this page"
    wrong = [
        f"{type(a).__name__} {a.accessibleName()!r} -> {type(b).__name__} {b.accessibleName()!r}"
        for a, b in itertools.pairwise(chain)
        if not comes_after(b, a)
    ]
    assert not wrong
    unnamed = [type(widget).__name__ for widget in chain if not (widget.accessibleName() or _text(widget))]
    assert not unnamed


def _text(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    return str(text()) if callable(text) else ""


def test_help_knows_keys_of_actions_buttons_fields_and_plots(window: MainWindow) -> None:
    for name in PAGES:
        window.page(name)
    rows = window.shortcuts()
    assert len(rows) == len(set(rows))
    keys = {(where, key) for where, _what, key in rows}
    assert ("Everywhere", "Ctrl+K") in keys
    assert ("Data", "Ctrl+Return") in keys
    assert ("Data", "Esc") in keys
    assert any(key == "Ctrl+F" for _where, key in keys)
    assert ("Runs", "Left") in keys and ("Compare", "Arrow keys") in keys
