"""A machine to log in to, and a store, for the tests of places."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.places.settings import save_place
from engine.store import Store
from tests.engine.places.loopback import Loopback, end_box, loopback


@pytest.fixture
def box(tmp_path: Path, home: Path) -> Iterator[Loopback]:
    """A machine to log in to, set up as the place ``box``; its queue is ended with the test."""
    with loopback(tmp_path / "ssh") as made:
        save_place("box", made.place())
        yield made
        end_box(made)


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    with Store(home / "palimpsest.sqlite") as opened:
        yield opened
