"""The queue: in order, one at a time, through failures, and through the death of runner, run or both."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import launch
from engine.errors import UserError
from engine.launch import fork_client, processes, queue, starting
from engine.launch.queue import enqueue
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.rows import RunRow
from tests import patience

Make = Callable[..., Experiment]
Wait = Callable[..., RunRow]
Spoil = Callable[[Path, int], None]


@pytest.mark.slow
def test_runs_are_taken_in_order_and_a_failure_does_not_stop_the_next(
    path: Path, experiment: Make, reviews: Path, tmp_path: Path
) -> None:
    absent = Path(shutil.copy(reviews, tmp_path / "absent.csv"))
    numbers = launch.enqueue(path, [experiment("bad", source=absent), experiment("good")], "sweep")
    absent.unlink()
    launch.run_queue(path, "cpu", lambda: False, until_empty=True)
    with Store(path) as store:
        bad, good = [runs.get_run(store, number) for number in numbers]
        assert (bad.status, good.status) == ("failed", "finished"), runs.read_log_tail(good.folder)
        assert "absent.csv" in bad.reason
        assert "Traceback" not in runs.read_log_tail(bad.folder)
        assert [row.group_name for row in (bad, good)] == ["sweep"] * 2
        assert [row.launcher for row in (bad, good)] == ["queue"] * 2
        assert (bad.finished or 0) <= (good.started or 0)  # one at a time
        assert store.execute("SELECT count(*) FROM leases").fetchone()[0] == 0


def test_two_runners_of_one_device_take_turns(path: Path, experiment: Make, spoil: Spoil) -> None:
    numbers = launch.enqueue(path, [experiment(name) for name in "abc"])
    for number in numbers:
        spoil(path, number)
    threads = [
        threading.Thread(
            target=launch.run_queue, args=(path, "cpu", lambda: False), kwargs={"until_empty": True}
        )
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    most = 0
    with Store(path, read_only=True) as store:
        while any(thread.is_alive() for thread in threads):
            most = max(most, runs.count_active_runs(store)[0])
            time.sleep(0.01)
        rows = [runs.get_run(store, number) for number in numbers]
        assert [row.status for row in rows] == ["failed"] * 3
        assert [row.started for row in rows] == sorted(row.started or 0 for row in rows)
    assert most == 1


def test_a_runner_that_is_told_to_stop_leaves_the_run_alone(
    path: Path, experiment: Make, wait_for: Wait
) -> None:
    (number,) = launch.enqueue(path, [experiment(epochs=4000.0)])
    stop = threading.Event()
    thread = threading.Thread(target=launch.run_queue, args=(path, "cpu", stop.is_set))
    thread.start()
    with Store(path) as store:
        wait_for(store, number, lambda row: row.pid is not None)
        stop.set()
        thread.join(30)
        assert not thread.is_alive()
        row = runs.get_run(store, number)
        assert launch.actual_status(row).is_alive
        assert store.execute("SELECT count(*) FROM leases").fetchone()[0] == 0
        launch.stop_run(store, number, patience=(0, 0))
        assert runs.get_run(store, number).status == "stopped"


def test_reserved_runs_are_left_to_their_command_while_it_lives(
    path: Path, experiment: Make, spoil: Spoil
) -> None:
    (number,) = launch.enqueue(path, [experiment()], launcher="cli")
    spoil(path, number)
    launch.run_queue(path, "cpu", lambda: False, until_empty=True)
    with Store(path) as store:
        assert runs.get_run(store, number).status == "queued"
        # The command dies before it has come to this run.
        runs.set_run_columns(store, [number], pid=2**22 + 1, pid_started=1.0)
        launch.run_queue(path, "cpu", lambda: False, until_empty=True)
        assert runs.get_run(store, number).status == "failed"


def test_a_lease_of_a_dead_or_silent_runner_is_taken_over(path: Path) -> None:
    with Store(path) as store:
        for pid, started, beat in ((2**22 + 1, 1.0, time.time()), (os.getpid(), None, time.time() - 3600)):
            values = (processes.host_name(), "cpu", "other", pid, started or processes.start_time(pid), beat)
            store.execute("INSERT OR REPLACE INTO leases (host, device, holder, pid, pid_started, heartbeat) "
                          "VALUES (?, ?, ?, ?, ?, ?)", values)  # fmt: skip
            launch.run_queue(path, "cpu", lambda: False, until_empty=True)
            assert store.execute("SELECT count(*) FROM leases").fetchone()[0] == 0
        living = (
            processes.host_name(),
            "cpu",
            "other",
            os.getpid(),
            processes.start_time(os.getpid()),
            time.time(),
        )
        store.execute("INSERT INTO leases (host, device, holder, pid, pid_started, heartbeat) "
                      "VALUES (?, ?, ?, ?, ?, ?)", living)  # fmt: skip
        launch.run_queue(path, "cpu", lambda: False, until_empty=True)  # elsewhere: nothing for us to do
        assert store.execute("SELECT holder FROM leases").fetchone()[0] == "other"


def test_a_full_disk_is_said_before_anything_is_queued(
    path: Path, experiment: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(2**40, 2**40, 2**20))
    with pytest.raises(UserError, match="only 1 MB are left"):
        launch.enqueue(path, [experiment()])
    with Store(path) as store:
        assert runs.count_runs(store) == 0


def test_all_or_none_are_queued(path: Path, experiment: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    create_run, created = runs.create_run, []

    def fails_at_the_second(
        store: Store, made: Experiment, sweep: int | None = None, *, launcher: str = "queue"
    ) -> int:
        created.append(create_run(store, made, sweep, launcher=launcher))
        if len(created) == 2:
            raise OSError(28, "No space left on device")
        return created[-1]

    monkeypatch.setattr(runs, "create_run", fails_at_the_second)
    with pytest.raises(UserError, match="No space left"):
        launch.enqueue(path, [experiment("a"), experiment("b")])
    with Store(path) as store:
        assert runs.count_runs(store) == 0


def test_handing_over_starts_a_runner_that_ends_with_the_queue(
    path: Path, experiment: Make, wait_for: Wait, spoil: Spoil
) -> None:
    (number,) = launch.enqueue(path, [experiment()])
    spoil(path, number)
    (pid,) = launch.start_detached_runners(path, ["cpu"])
    with Store(path) as store:
        wait_for(store, number, lambda row: row.status == "failed")
    deadline = time.monotonic() + patience.seconds(60)
    while processes.is_alive(pid, None) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not processes.is_alive(pid, None)


def test_a_run_on_two_gpus_waits_for_both_and_then_has_both(
    path: Path, experiment: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def on(device: str) -> Experiment:
        made = experiment(device)
        return made.model_copy(update={"compute": made.compute.model_copy(update={"device": device})})

    asked = ["cuda:1", "cuda:all", "cuda:0", "cuda:1", "cpu:2"]
    one, both, later, latest, last = launch.enqueue(path, [on(device) for device in asked])
    # There are no GPUs here: a process that only waits stands for training.
    started: dict[int, subprocess.Popen[bytes]] = {}

    def start(store: Path, number: int, *, threads: int = 0) -> subprocess.Popen[bytes]:
        started[number] = process = subprocess.Popen(
            [sys.executable, "-c", "import sys; sys.exit(bool(sys.stdin.read()))"], stdin=subprocess.PIPE
        )
        with Store(store) as db:
            begun = processes.start_time(process.pid)
            runs.set_run_columns(db, [number], pid=process.pid, pid_started=begun, heartbeat=time.time())
        return process

    def finish(number: int) -> None:
        stdin = started[number].stdin
        assert stdin is not None
        stdin.close()
        started[number].wait()

    monkeypatch.setattr(starting, "start_run_process", start)
    monkeypatch.setenv(fork_client.SWITCH, "0")
    gpus = ("cuda:0", "cuda:1")
    # With two slots each: a run on several GPUs shares none of them all the same.
    first, second = (queue._QueueRunner(path, device, gpus, lambda: 2) for device in gpus)
    try:
        assert (second.poll_once(), first.poll_once()) == ("started", "busy")
        assert list(started) == [one]  # the run on both is next, so nobody takes what is behind it
        finish(one)
        assert (second.poll_once(), first.poll_once(), second.poll_once()) == ("busy", "started", "busy")
        assert list(started) == [one, both]
        with Store(path) as store:
            assert runs.get_run(store, both).device == "cuda:0,1"
        finish(both)
        assert (first.poll_once(), second.poll_once()) == ("started", "started")
        assert list(started) == [one, both, later, latest]
        finish(later)
        finish(latest)
        assert (second.poll_once(), first.poll_once()) == ("empty", "started")
        assert list(started)[-1] == last
        with Store(path) as store:
            assert [runs.get_run(store, number).status for number in (one, both, later)] == ["finished"] * 3
    finally:
        for number in started:
            finish(number)
        first.close()
        second.close()


def test_a_runner_whose_neighbour_is_not_there_does_not_wait_for_it(
    path: Path, experiment: Make, spoil: Spoil, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(fork_client.SWITCH, "0")  # that of a GPU would import all of the training code first
    made = experiment()
    both = made.model_copy(update={"compute": made.compute.model_copy(update={"device": "cuda:0,1"})})
    first, second = launch.enqueue(path, [both, made])
    spoil(path, second)
    with Store(path) as store:
        runs.set_run_columns(store, [second], device="cuda:1")
        launch.run_queue(path, "cuda:1", lambda: False, devices=("cuda:0", "cuda:1"), until_empty=True)
        assert [runs.get_run(store, number).status for number in (first, second)] == ["queued", "failed"]


# -- the parts of a start add up to it, and belong to what the loop says it is doing


def test_a_run_tells_where_the_time_to_its_first_update_went(path: Path, experiment: Make) -> None:
    (number,) = enqueue(path, [experiment(epochs=1.0)], launcher="cli")
    *_, last = launch.run_foreground(path, number)
    assert last.exit_code == 0
    with Store(path) as store:
        (stage,) = runs.list_stages(store, number)
        row = runs.get_run(store, number)
    parts = dict(stage.info["start_seconds"])
    total, processor = parts.pop("total"), parts.pop("processor")
    assert sum(parts.values()) == pytest.approx(total, abs=0.01 * (len(parts) + 1))
    assert {"process", "data", "encoder", "measuring"} <= set(parts)  # a warm server has imported all
    assert processor > 0 and total < row.active_seconds + parts["process"] + parts["claim"] + 1
    log = (row.folder / "run.log").read_text(encoding="utf-8")
    assert re.search(
        rf"first update after {total:.1f} s \({processor:.1f} s of processor time\): process", log
    )


def test_a_plan_that_is_queued_twice_makes_two_sweeps(path: Path, experiment: Make) -> None:
    first = launch.enqueue(path, [experiment("a"), experiment("b")], "Rates")
    second = launch.enqueue(path, [experiment("a"), experiment("b")], "Rates")
    alone = launch.enqueue(path, [experiment("c")])
    with Store(path) as store:
        sweeps = {row.id: row.sweep_id for row in runs.list_runs(store)}
        assert {row.group_name for row in runs.list_runs(store) if row.sweep_id} == {"Rates"}
    assert sweeps[first[0]] == sweeps[first[1]] != sweeps[second[0]] == sweeps[second[1]]
    assert sweeps[alone[0]] is None
