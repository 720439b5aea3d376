"""How small the window can be made: every page, tab and card fits 1200 x 720, in a wide font too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from tests import patience
from tests.engine.lab.trained import trained
from tests.workbench.pages.stored import forgot
from workbench.backend.prediction_server import PredictionServer
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.look import theme
from workbench.shell.window import MainWindow
from workbench.widgets import TabBar

pytestmark = pytest.mark.gui
MOST = QSize(1200, 720)
WIDE_FONT = "DejaVu Sans"
WAIT = patience.milliseconds(30)


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Lab's serving program is never started."""
    monkeypatch.setattr(PredictionServer, "ask", lambda *_words, **_more: None)


@pytest.fixture(autouse=True)
def wide_font(monkeypatch: pytest.MonkeyPatch, look: None) -> Iterator[None]:
    """The widest usual font of the platforms, where it is installed."""
    if WIDE_FONT in QFontDatabase.families():
        monkeypatch.setattr(theme._state, "families", [WIDE_FONT])
    theme.set_mode("light")  # takes the font
    yield
    monkeypatch.undo()
    theme._fonts.cache_clear()  # no widget is told: those of this test are on their way out


@pytest.fixture
def window(qtbot: QtBot, store: Path, silent: None) -> Iterator[MainWindow]:
    session = Session(store, run_queue=False)
    made = MainWindow(session, Preferences())
    qtbot.addWidget(made, before_close_func=lambda each: session.close())
    made.resize(1440, 900)
    made.show()
    with qtbot.waitSignal(session.opened, timeout=WAIT):
        session.start()
    qtbot.waitUntil(lambda: len(made.pages()) == len(made._entries), timeout=WAIT)
    yield made


def too_large(qtbot: QtBot, window: MainWindow, names: tuple[str, ...] = ()) -> dict[str, QSize]:
    """The least sizes of the window that are too large, by page and tab; ``names``: only these pages."""
    found = {}

    def note(place: str) -> None:
        QApplication.processEvents()
        least = window.minimumSizeHint().expandedTo(window.minimumSize())
        if least.boundedTo(MOST) != least:
            found[place] = least

    for page in window.pages():
        if names and page.name not in names:
            continue
        window.show_page(page.name)
        note(page.name)
        for bar in page.findChildren(TabBar):
            for place in range(bar.count()):
                bar.setCurrentIndex(place)
                note(f"{page.name} {bar.tabText(place)}")
    return found


@pytest.mark.nightly  # in every suite with runs, whose pages hold more
def test_without_runs_the_window_can_be_small(qtbot: QtBot, window: MainWindow) -> None:
    window.show_page("data")
    texts = window.page("data").rows  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: texts.is_readable and texts.model.rowCount() > 0, timeout=WAIT)
    assert too_large(qtbot, window) == {}


def test_what_a_set_begins_with_makes_the_window_no_higher(qtbot: QtBot, window: MainWindow) -> None:
    """It is shown where reading takes long: on a slow machine the window grew past its screen."""
    window.show_page("data")
    texts = window.page("data").rows  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: texts.is_readable and texts.model.rowCount() > 0, timeout=WAIT)
    texts.wait("Reading…", "It begins:\n" + "\n".join(["good: The room was lovely, number one"] * 12), "Stop")
    assert too_large(qtbot, window, ("data",)) == {}


def test_the_lab_without_finished_runs_makes_the_window_no_wider(qtbot: QtBot, window: MainWindow) -> None:
    """What it says in place of runs once made the window wider than a screen of 1440 px, until the next start."""
    window.show_page("lab")
    stack = window.page("lab").stack  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: stack.currentWidget() is not stack.loading, timeout=WAIT)
    assert too_large(qtbot, window, ("lab",)) == {}
    assert window.width() == 1440


def test_with_runs_on_every_page_the_window_can_be_small(
    qtbot: QtBot, store: Path, window: MainWindow
) -> None:
    ids = [
        trained(store, "A run with a name as long as names become", maps=True, forgotten=5),
        trained(store, "another", seed=2),
        forgot(store, "with probes", stages=(20, 20)),
    ]
    runs, compare, lab = (window.page(name) for name in ("runs", "compare", "lab"))
    window.go("runs", ids)
    qtbot.waitUntil(lambda: set(ids) <= runs.runs.keys(), timeout=WAIT)  # type: ignore[attr-defined]
    window.go("compare", ids)
    qtbot.waitUntil(lambda: compare.stack.currentWidget() is compare.stack.content, timeout=WAIT)  # type: ignore[attr-defined]
    window.go("lab", ids[:2])
    qtbot.waitUntil(lambda: len(lab.results) == 2, timeout=WAIT)  # type: ignore[attr-defined]
    assert too_large(qtbot, window) == {}
    compare.statistics.click()  # type: ignore[attr-defined]
    assert not compare.bar.isHidden()  # type: ignore[attr-defined]
    compare.bar.note.more.click()  # type: ignore[attr-defined]
    runs.forgetting.show_large("layers")  # type: ignore[attr-defined]
    assert too_large(qtbot, window, ("compare", "runs")) == {}
    window.resize(MOST)
    qtbot.waitUntil(lambda: window.size() == MOST, timeout=WAIT)
    assert too_large(qtbot, window) == {}


def test_no_page_is_scrolled_sideways(qtbot: QtBot, window: MainWindow) -> None:
    """Design's form was, by the 6 px that its longest field was too wide."""
    window.resize(MOST)
    for page in window.pages():
        window.show_page(page.name)
        qtbot.waitUntil(lambda page=page: getattr(page, "ready", True), timeout=WAIT)
        QApplication.processEvents()
        areas = [each for each in page.findChildren(QScrollArea) if each.isVisible()]
        wide = [each.widget() for each in areas if each.horizontalScrollBar().maximum() > 0]
        assert wide == [], page.name


def test_whatever_is_designed_the_window_can_be_small(qtbot: QtBot, window: MainWindow) -> None:
    window.go("design", {"recipe": "table-7"})
    page = window.page("design")
    qtbot.waitUntil(lambda: page.ready and len(page.draft.stages) > 1, timeout=WAIT)  # type: ignore[attr-defined]
    for card in ("encoder", "compute", *(f"stages.{i}" for i in range(len(page.draft.stages)))):  # type: ignore[attr-defined]
        page.select(card)  # type: ignore[attr-defined]
        assert too_large(qtbot, window, ("design",)) == {}, card
