"""When the queue is through, against sums by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.analysis.queue_estimate import QueueEstimate, estimate_queue
from engine.store import Store, runs
from tests.workbench.pages.stored import experiment, queued


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Runs 1 and 2 have finished after 90 s and 110 s, 3 and 4 wait, all but for their seeds alike."""
    path = tmp_path / "s.sqlite"
    queued(path, [experiment(str(seed), seed) for seed in range(1, 5)])
    with Store(path) as opened:
        for number, seconds in ((1, 90.0), (2, 110.0)):
            runs.set_run_columns(opened, [number], status="finished", active_seconds=seconds)
        yield opened


def test_those_that_wait_take_as_long_as_others_like_them(store: Store) -> None:
    assert estimate_queue(store) == QueueEstimate(0, 2, 200.0, 0)
    assert estimate_queue(store, lanes=2) == QueueEstimate(0, 2, 100.0, 0)


def test_what_runs_says_itself_how_long(store: Store) -> None:
    runs.set_run_columns(store, [3], status="running", eta_seconds=60.0)
    assert estimate_queue(store) == QueueEstimate(1, 1, 160.0, 0)
    assert estimate_queue(store, lanes=2) == QueueEstimate(1, 1, 100.0, 0)


def test_what_nothing_is_known_of_is_counted_and_not_guessed(store: Store) -> None:
    runs.set_run_columns(store, [3], status="running", eta_seconds=None)
    runs.set_run_columns(store, [4], encoder="another", group_identity="other")
    assert estimate_queue(store) == QueueEstimate(1, 1, None, 2)
    runs.set_run_columns(store, [4], encoder="palimpsest-tiny", data="elsewhere")
    assert estimate_queue(store) == QueueEstimate(1, 1, 100.0, 1)  # by its encoder


def test_an_empty_queue(tmp_path: Path) -> None:
    with Store(tmp_path / "e.sqlite") as opened:
        assert estimate_queue(opened) == QueueEstimate(0, 0, None, 0)
