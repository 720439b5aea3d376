"""A run, and the fork server that starts it, open no socket that others could reach."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from engine import launch
from engine.spec.experiment import Experiment
from engine.store import Store
from engine.store.rows import RunRow


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(sys.platform != "linux", reason="asks the system which sockets listen")
def test_a_run_listens_to_nobody(
    path: Path, experiment: Callable[..., Experiment], wait_for: Callable[..., RunRow]
) -> None:
    (number,) = launch.enqueue(path, [experiment(epochs=4000.0)])
    with Store(path) as store:
        pid = launch.launch_run(path, number)
        wait_for(store, number, lambda row: row.step > 3)
        trains = psutil.Process(pid)
        starter = trains.parent()
        server = [starter] if starter and "engine.launch.fork_server" in starter.cmdline() else []
        listening = [
            connection
            for process in (trains, *trains.children(recursive=True), *server)
            for connection in process.net_connections()
            if connection.status == "LISTEN"
        ]
        launch.stop_run(path, number)
    assert not listening
