"""A fresh store, a session that looks at it, and the Compare page of that session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.store import Store
from workbench.backend.session import Session
from workbench.pages.compare.page import ComparePage


@pytest.fixture
def store(home: Path) -> Path:
    path = home / "palimpsest.sqlite"
    Store(path).close()
    return path


@pytest.fixture
def session(store: Path) -> Iterator[Session]:
    made = Session(store, run_queue=False)
    made.start()
    yield made
    made.close()


@pytest.fixture
def page(qtbot: QtBot, session: Session) -> ComparePage:
    made = ComparePage(session)
    qtbot.addWidget(made)
    made.resize(1368, 843)
    made.show()
    made.on_shown()
    return made
