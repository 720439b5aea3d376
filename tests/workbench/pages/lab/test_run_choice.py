"""The runs that the Lab offers are those that have finished by now, under their present names."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.store import Store, runs
from tests import patience
from tests.engine.lab.trained import trained
from workbench.backend.prediction_server import PredictionServer
from workbench.backend.session import Session
from workbench.pages.lab.page import LabPage

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)


def offered(page: LabPage) -> list[str]:
    chooser = page.panels["first"].chooser
    return [chooser.itemText(place) for place in range(chooser.count())]


def test_runs_that_finish_or_get_a_name_while_the_page_is_shown(
    qtbot: QtBot, store: Path, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PredictionServer, "ask", lambda *_words, **_more: None)
    first = trained(store, "first")
    page = LabPage(session)
    qtbot.addWidget(page)
    page.show()
    page.on_shown()
    qtbot.waitUntil(lambda: offered(page) == ["first"], timeout=WAIT)
    chosen = page.panels["first"].chooser.currentData()

    trained(store, "second", seed=2)
    qtbot.waitUntil(lambda: sorted(offered(page)) == ["first", "second"], timeout=WAIT)
    assert page.panels["first"].chooser.currentData() == chosen
    assert page.panels["second"].chooser.count() == 3  # with "None"

    with Store(store) as opened:
        runs.rename_run(opened, first, "the first of all")
    qtbot.waitUntil(lambda: sorted(offered(page)) == ["second", "the first of all"], timeout=WAIT)
    assert page.panels["first"].chooser.currentText() == "the first of all"
