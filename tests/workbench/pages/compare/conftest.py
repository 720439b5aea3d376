"""A fresh store, a session that looks at it, and the Compare page of that session."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from workbench.backend.session import Session
from workbench.pages.compare.page import ComparePage


@pytest.fixture
def page(qtbot: QtBot, session: Session) -> ComparePage:
    made = ComparePage(session)
    qtbot.addWidget(made)
    made.resize(1368, 843)
    made.show()
    made.on_shown()
    return made
