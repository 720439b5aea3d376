"""The guide to a first run, from the Run button to its end, over all pages and two windows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.spec.recipes import QUICKSTART, find_recipe
from engine.store import Store, runs
from tests import patience
from workbench.backend.preferences import Preferences
from workbench.backend.session import Session
from workbench.shell.guide_bar import next_step
from workbench.shell.window import MainWindow

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)
RATE = "stages.0.learning_rate"


def opened(qtbot: QtBot, store: Path, preferences: Preferences) -> MainWindow:
    """A window whose queue stands still."""
    session = Session(store, run_queue=False)
    made = MainWindow(session, preferences)
    qtbot.addWidget(made, before_close_func=lambda each: session.close())
    made.resize(1440, 900)
    made.show()
    with qtbot.waitSignal(session.opened, timeout=WAIT):
        session.start()
    return made


@pytest.fixture
def store(home: Path) -> Iterator[Path]:
    path = home / "s.sqlite"
    Store(path).close()
    yield path


def finish(store: Path, *numbers: int) -> None:
    with Store(store) as opened_store:
        runs.set_run_columns(opened_store, numbers, status="finished")


def follow(qtbot: QtBot, window: MainWindow) -> None:
    """A click on the guide's link."""
    qtbot.mouseClick(window.guide.link, Qt.MouseButton.LeftButton)


def test_the_guide_leads_from_run_to_compare_and_to_ones_own_texts(qtbot: QtBot, store: Path) -> None:
    window = opened(qtbot, store, Preferences())
    guide = window.guide
    design = window.page("design")
    window.show_guide()
    qtbot.waitUntil(lambda: design.ready and design.form_column.guide.isVisible(), timeout=WAIT)  # type: ignore[attr-defined]
    assert guide.isHidden()
    qtbot.waitUntil(lambda: design.run_button.isEnabled(), timeout=WAIT)  # type: ignore[attr-defined]
    qtbot.mouseClick(design.run_button, Qt.MouseButton.LeftButton)  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: guide.title.text() == "2 of 3  Watch it learn", timeout=WAIT)
    assert guide.isVisible() and window.current == "runs" and guide.run_ids() == [1]

    finish(store, 1)
    qtbot.waitUntil(lambda: "second learning rate" in guide.title.text(), timeout=WAIT)
    follow(qtbot, window)
    usual = find_recipe(QUICKSTART).plan.experiment.stages[0].learning_rate
    assert window.current == "design" and design.draft.specs[0].learning_rate < usual  # type: ignore[attr-defined]
    assert RATE not in design.draft.axes and design.draft.runs == 1  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: design.run_button.isEnabled(), timeout=WAIT)  # type: ignore[attr-defined]
    qtbot.mouseClick(design.run_button, Qt.MouseButton.LeftButton)  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: guide.run_ids() == [1, 2] and "second run" in guide.title.text(), timeout=WAIT)

    finish(store, 2)
    qtbot.waitUntil(lambda: "Compare the two" in guide.title.text(), timeout=WAIT)
    follow(qtbot, window)
    assert window.current == "compare" and window.page("compare").ids == [1, 2]  # type: ignore[attr-defined]
    assert "your own texts" in guide.title.text()
    follow(qtbot, window)
    assert window.current == "data" and guide.isHidden() and guide.run_ids() == []


def test_the_next_window_goes_on_with_the_guide_until_it_is_closed(
    qtbot: QtBot, store: Path, home: Path
) -> None:
    preferences = Preferences(home / "window.ini")
    first = opened(qtbot, store, preferences)
    first.guide.take([7], guided=False)
    assert first.guide.isHidden(), "runs that no guide had led to begin none"
    design = first.page("design")
    first.show_guide()
    qtbot.waitUntil(lambda: design.ready and design.run_button.isEnabled(), timeout=WAIT)  # type: ignore[attr-defined]
    design.run()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: "Watch" in first.guide.title.text(), timeout=WAIT)
    again = opened(qtbot, store, Preferences(home / "window.ini"))
    qtbot.waitUntil(lambda: "Watch" in again.guide.title.text(), timeout=WAIT)
    assert again.guide.isVisible()
    qtbot.mouseClick(again.guide.end_button, Qt.MouseButton.LeftButton)
    assert again.guide.isHidden() and again.guide.run_ids() == []
    # Help calls it again.
    qtbot.mouseClick(again.page("help").guide_link, Qt.MouseButton.LeftButton)  # type: ignore[attr-defined]
    page = again.page("design")
    qtbot.waitUntil(lambda: again.current == "design" and page.form_column.guide.isVisible(), timeout=WAIT)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("statuses", "compared", "page", "words"),
    [
        (["queued"], False, "runs", "Watch"),
        (["finished", "running"], False, "runs", "second run trains"),
        (["failed"], False, "runs", "not finished"),
        (["finished", "failed"], False, "design", "second learning rate"),
        (["finished", "finished"], False, "compare", "Compare"),
        (["finished", "finished"], True, "data", "own texts"),
    ],
)
def test_the_step_follows_from_what_became_of_the_runs(
    statuses: list[str], compared: bool, page: str, words: str
) -> None:
    step = next_step(statuses, compared)
    assert step.page == page and words in step.title
