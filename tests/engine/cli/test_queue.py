"""``palimpsest run --queue`` and ``palimpsest queue``: put into the queue, run from it, said truthfully."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from engine import launch
from engine.launch import processes, queue
from engine.store import Store, runs
from tests.engine.cli.test_app import palimpsest

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(launch, "local_devices", lambda: ("cpu",))
    return tmp_path / "s.sqlite"


def queued(store: Path) -> list[int]:
    said = palimpsest("run", "quickstart", "--set", "seed=[1,2,3]", "--queue", "--json", "--store", store)
    assert said.code == 0
    assert [row["status"] for row in said.json] == ["queued"] * 3
    return [row["id"] for row in said.json]


def test_queued_runs_wait_for_the_queue_and_a_failure_is_its_exit_code(store: Path) -> None:
    numbers = queued(store)
    with Store(store) as opened:
        assert [runs.get_run(opened, number).launcher for number in numbers] == ["queue"] * 3
        # An option that no plug-in knows: each run fails within a second of its start.
        opened.execute("UPDATE runs SET spec = json_set(spec, '$.stages[0].freezing.kind', 'glacier')")
    said = palimpsest("queue", "--slots", "3", "--store", store)
    assert said.code == 1
    with Store(store) as opened:
        rows = [runs.get_run(opened, number) for number in numbers]
    assert [row.status for row in rows] == ["failed"] * 3
    assert all("glacier" in row.reason for row in rows)
    assert said.out.count("failed") == 3
    # What had ended before is not told again.
    said = palimpsest("queue", "--store", store)
    assert said.code == 0 and "Nothing is queued" in said.out


def test_a_queue_that_another_program_runs_is_left_to_it(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "LEASE_SECONDS", 1e6)  # not stale for as long as the test takes
    numbers = queued(store)
    with Store(store) as opened:
        me = processes.start_time(processes.os.getpid())
        sql = (
            "INSERT INTO leases (host, device, holder, pid, pid_started, heartbeat) VALUES (?, ?, ?, ?, ?, ?)"
        )
        beat = time.time()
        opened.execute(sql, (processes.host_name(), "cpu", "window", processes.os.getpid(), me, beat))
    said = palimpsest("queue", "--store", store)
    assert said.code == 0 and "Another program" in said.out
    said = palimpsest("queue", "--store", store, "--json")
    assert [row["id"] for row in json.loads(said.out)] == numbers


def test_no_slots_are_refused(store: Path) -> None:
    assert palimpsest("queue", "--slots", "0", "--store", store).code == 2
