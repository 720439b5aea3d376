"""When the queue is through, against sums by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.analysis.queue_estimate import QueueEstimate, estimate_queue
from engine.store import Store, placed_runs, runs
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


def test_each_place_has_a_queue_and_a_speed_of_its_own(store: Store) -> None:
    """Runs 3 (here) and 4 to 7 (at box, two at once) wait; box has taken 30 s for one like them."""
    more = [experiment(str(seed), seed) for seed in range(5, 10)]
    with store.transaction():
        numbers = [runs.create_run(store, each) for each in more]
    assert numbers == [5, 6, 7, 8, 9]
    placed_runs.add_placed_runs(store, [4, *numbers], "box")
    runs.set_run_columns(store, [9], status="finished", active_seconds=30.0)
    runs.set_run_columns(store, [5, 6], status="running", eta_seconds=10.0)
    here, box = QueueEstimate(0, 1, 100.0, 0), QueueEstimate(2, 3, 70.0, 0)
    # Here the median of 90 and 110 s. At box 10 + 30, then 10 + 30 + 30.
    assert estimate_queue(store) == QueueEstimate(2, 4, 100.0, 0, (("", here), ("box", box)))
    runs.set_run_columns(store, [9], status="failed")
    runs.set_run_columns(store, [5, 6], encoder="another")
    nothing_known = QueueEstimate(2, 3, 10.0, 3)
    assert estimate_queue(store).places[1] == ("box", nothing_known)


def test_before_any_run_has_finished_those_at_work_tell_how_long_others_will_take(store: Store) -> None:
    """Run 3 has worked 50 s and has 30 to go: run 4 will take 80."""
    runs.set_run_columns(store, [1, 2], status="failed")
    runs.set_run_columns(store, [3], status="running", active_seconds=50.0, eta_seconds=30.0)
    assert estimate_queue(store) == QueueEstimate(1, 1, 110.0, 0)
    runs.set_run_columns(store, [4], data="elsewhere")
    assert estimate_queue(store) == QueueEstimate(1, 1, 30.0, 1)


def test_one_that_goes_on_takes_what_is_left_of_it(store: Store) -> None:
    """Run 3 was stopped three quarters through, after 60 s; like ones took 100 s."""
    runs.set_run_columns(store, [3], resume=1, progress=0.75, active_seconds=60.0)
    assert estimate_queue(store) == QueueEstimate(0, 2, 120.0, 0)
    runs.set_run_columns(store, [3], status="running")  # it has begun, and has not yet told how fast it is
    assert estimate_queue(store) == QueueEstimate(1, 1, 120.0, 0)
    runs.set_run_columns(store, [3], status="queued", resume=0)  # from the beginning
    assert estimate_queue(store) == QueueEstimate(0, 2, 200.0, 0)
