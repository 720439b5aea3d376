"""The order of the queue: as it was asked for, and as the runner takes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.launch.queue_order import move_in_queue, queued_ids
from engine.store import Store, runs
from tests.workbench.pages.stored import experiment, queued


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    path = tmp_path / "s.sqlite"
    queued(path, [experiment(str(number)) for number in range(1, 6)])
    with Store(path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("moved", "places", "expected"),
    [
        ([3], -1, [1, 3, 2, 4, 5]),
        ([3], 1, [1, 2, 4, 3, 5]),
        ([3, 5], -1, [1, 3, 5, 2, 4]),
        ([5, 3], -99, [3, 5, 1, 2, 4]),  # they keep their order among themselves
        ([1, 2], 1, [3, 1, 2, 4, 5]),
        ([1], 99, [2, 3, 4, 5, 1]),
        ([1], -1, [1, 2, 3, 4, 5]),
        ([1, 2, 3, 4, 5], -1, [1, 2, 3, 4, 5]),
        ([99], -1, [1, 2, 3, 4, 5]),
        ([], -1, [1, 2, 3, 4, 5]),
    ],
)
def test_runs_move_past_others(store: Store, moved: list[int], places: int, expected: list[int]) -> None:
    assert move_in_queue(store, moved, places) == expected
    assert queued_ids(store) == expected
    taken = runs.list_runs(store, status=["queued"], order_by="queued", descending=False, archived=None)
    assert [row.id for row in taken] == expected, "the order in which a runner takes them"
