"""An empty store and a session on it, for the tests of every page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store import Store
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
