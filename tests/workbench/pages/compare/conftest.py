"""A fresh store, a session that looks at it, and the Compare page of that session."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.workbench.conftest import on_screen
from workbench.backend.session import Session
from workbench.pages.compare.page import ComparePage


@pytest.fixture
def page(qtbot: QtBot, session: Session) -> ComparePage:
    return on_screen(qtbot, ComparePage(session))
