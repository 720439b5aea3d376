"""The Runs page as the window shows it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from workbench.backend.session import Session
from workbench.pages.runs.page import RunsPage


@pytest.fixture
def page(qtbot: QtBot, session: Session) -> Iterator[RunsPage]:
    made = RunsPage(session)
    qtbot.addWidget(made)
    made.resize(1368, 843)
    made.show()
    made.on_shown()
    yield made
    made.on_hidden()
