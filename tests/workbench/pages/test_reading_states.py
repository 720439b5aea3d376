"""Pages that come in turn, and what they show until the store has answered."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.engine.lab.trained import trained
from tests.workbench.conftest import WAIT, on_screen
from workbench.backend.prediction_server import PredictionServer
from workbench.backend.session import Session
from workbench.pages import page_entries
from workbench.pages.base import Page
from workbench.widgets import ContentStack, EmptyState

pytestmark = pytest.mark.gui


SENT = {
    "runs": ([[1]], "Reading runs…"),
    "compare": ([[1, 2]], "Comparing the runs…"),
    "paper": ([{"paper": "table-2"}], "Reading the paper's tables…"),
    "lab": ([[1]], "Reading finished runs…"),
}


@pytest.fixture
def unopened(store: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session whose store has a run and is not open yet: it answers nothing."""
    monkeypatch.setattr(PredictionServer, "ask", lambda *_words, **_more: None)
    trained(store, "a run")
    trained(store, "another", seed=2)
    made = Session(store, run_queue=False)
    yield made
    made.close()


def shown(qtbot: QtBot, session: Session | None, name: str) -> Page:
    made = next(each for each in page_entries() if each.name == name).page_class()(session)
    return on_screen(qtbot, made, 1280, 800)


def visible_stacks(page: Page) -> list[ContentStack]:
    return [stack for stack in page.findChildren(ContentStack) if stack.isVisible()]


def stacks_that_read(page: Page) -> list[ContentStack]:
    return [stack for stack in visible_stacks(page) if stack.currentWidget() is stack.loading]


@pytest.mark.parametrize("name", SENT)
def test_nothing_is_called_empty_before_the_store_has_answered(
    qtbot: QtBot, unopened: Session, name: str
) -> None:
    payloads, words = SENT[name]
    page = shown(qtbot, unopened, "compare" if name == "paper" else name)
    for payload in payloads:
        page.receive(payload)
    reading = [stack.loading for stack in stacks_that_read(page)]
    assert [each.label.text() for each in reading] == [words]
    assert not [each.accessibleName() for each in page.findChildren(EmptyState) if each.isVisible()]
    qtbot.waitUntil(reading[0].label.isVisible, timeout=WAIT)

    unopened.start()
    qtbot.waitUntil(lambda: not stacks_that_read(page), timeout=WAIT)
    assert any(stack.content.isVisible() for stack in visible_stacks(page))


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
def test_a_store_that_cannot_be_opened_is_said_by_pages_made(qtbot: QtBot, home: Path, late: bool) -> None:
    """Whether they are there by then, or are made afterwards."""
    broken = home / "palimpsest.sqlite"
    broken.write_bytes(b"no database" * 200)
    session = Session(broken, run_queue=False)
    pages = [] if late else [shown(qtbot, session, name) for name in ("runs", "lab")]
    with qtbot.waitSignal(session.failed, timeout=WAIT):
        session.start()
    for page in pages or [shown(qtbot, session, name) for name in ("runs", "lab")]:
        (stack,) = [each for each in visible_stacks(page) if each.parent() is page]
        qtbot.waitUntil(stack.empty.isVisible, timeout=WAIT)
        assert stack.empty.accessibleName().startswith("The store cannot be opened. ")
    session.close()


def test_without_a_session_there_is_nothing_to_read(qtbot: QtBot) -> None:
    for name in ("runs", "compare", "lab"):
        page = shown(qtbot, None, name)
        assert not stacks_that_read(page)


MOST = 30
"""Modules that one step may import: of ours a module takes about a millisecond."""
STEPS = """
import json, sys
import workbench.shell.window
from workbench.pages import PAGES
found = []
for page in PAGES:
    steps, more = page.import_in_steps(), True
    while more:
        before = len(sys.modules)
        more = next(steps, "ended") is None
        found.append((page.name, len(sys.modules) - before))
print(json.dumps(found))
"""


def test_no_step_of_an_import_brings_many_modules() -> None:
    """In a process of its own: here other tests have imported most of them."""
    done = subprocess.run(
        [sys.executable, "-c", STEPS], capture_output=True, encoding="utf-8", check=True, timeout=600
    )
    found = json.loads(done.stdout)
    assert {name for name, _ in found} >= {"data", "design", "runs", "compare", "lab"}
    assert [step for step in found if step[1] > MOST] == []
