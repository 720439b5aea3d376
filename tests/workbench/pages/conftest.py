"""An empty store and a session on it, for the tests of every page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.store import Store
from tests import patience
from workbench.backend.session import Session


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
def open_session(qtbot: QtBot, session: Session) -> Session:
    """The session once its store is open."""
    qtbot.waitUntil(lambda: session.is_open, timeout=patience.milliseconds(60))
    return session
