"""A disk that is full for a while: the run waits and goes on, on a real file system that is really full."""

from __future__ import annotations

import errno
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import launch
from engine.spec.experiment import Experiment
from engine.store import Store
from engine.store.rows import RunRow

Make = Callable[..., Experiment]
Wait = Callable[..., RunRow]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="mounts a small disk in memory")


@pytest.fixture
def small_disk() -> Iterator[Callable[[Path], None]]:
    """Puts a disk of 8 MB in place of a folder."""
    mounted: list[Path] = []

    def mount(folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=8m", "palimpsest-test", str(folder)], capture_output=True
        )
        if done.returncode:
            pytest.skip("this user may not mount a disk")
        mounted.append(folder)

    yield mount
    for folder in mounted:
        subprocess.run(["umount", "-l", str(folder)], check=True)


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
    path: Path, experiment: Make, wait_for: Wait, small_disk: Callable[[Path], None]
) -> None:
    runs_folder = path.with_name("s-runs")
    small_disk(runs_folder)
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
