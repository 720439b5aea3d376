"""A disk that is full for a while: the run waits and goes on, on a real file system that is really full."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import launch
from engine.spec.experiment import Experiment
from engine.store import Store
from engine.store.rows import RunRow
from tests.small_disks import small_disk

Make = Callable[..., Experiment]
Wait = Callable[..., RunRow]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="mounts a small disk in memory")


@pytest.fixture
def runs_folder(path: Path) -> Iterator[Path]:
    """The folder of the store's runs, on a disk of 8 MB."""
    with small_disk(path.with_name("s-runs"), 8_000) as folder:
        yield folder


def fill(folder: Path) -> Path:
    """Write a file into ``folder`` until its disk is full, and return it."""
    file = folder / "filler"
    with file.open("wb", buffering=0) as stream:
        for size in (65536, 512):
            try:
                while stream.write(bytes(size)) == size:
                    pass
            except OSError as error:
                assert error.errno == errno.ENOSPC
    return file


@pytest.mark.slow
def test_a_run_that_waits_for_room_can_be_stopped(
    path: Path, experiment: Make, wait_for: Wait, runs_folder: Path
) -> None:
    (number,) = launch.enqueue(path, [experiment("stopped", epochs=4000.0)])
    launch.launch_run(path, number)
    with Store(path) as store:
        wait_for(store, number, lambda row: row.step > 3)
        fill(runs_folder)
        row = wait_for(store, number, lambda row: row.phase.startswith("Waiting for disk space"))
        (row.folder / "stop").touch()  # an empty file takes no room here; elsewhere the request is a signal
        row = wait_for(store, number, lambda row: not row.active)
    assert row.status == "stopped"
    assert "The disk had no room for a checkpoint: " in row.reason
    assert row.resumable
