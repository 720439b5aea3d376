"""Several runs on one device: real processes under one runner, its death, theirs, and the memory of a GPU."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import child_processes, launch
from engine.launch import device_sharing, fork_client, processes
from engine.launch.device_sharing import (
    GpuMemoryAdmission,
    free_gpu_memory,
    last_peak_memory,
    thread_limit,
    threads_per_run,
)
from engine.launch.stopping import has_checkpoint
from engine.processor import allowed_threads
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.rows import RunRow
from tests import patience

Make = Callable[..., Experiment]
Wait = Callable[..., RunRow]
Spoil = Callable[[Path, int], None]


def runner(path: Path, slots: int) -> subprocess.Popen:
    """A queue runner in a process of its own."""
    arguments = ("--store", str(path), "--device", "cpu", "--slots", str(slots))
    return subprocess.Popen(child_processes.module_command("engine.launch", *arguments))


def without_threads(made: Experiment) -> Experiment:
    return made.model_copy(update={"compute": made.compute.model_copy(update={"threads": 0})})


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_two_slots_through_the_death_of_runner_and_run(path: Path, experiment: Make, wait_for: Wait) -> None:
    made = [without_threads(experiment(name, epochs=4000.0)) for name in ("a", "b", "c")]
    first, second, third = launch.enqueue(path, made)
    one = runner(path, 2)
    with Store(path) as store:
        for number in (first, second):
            wait_for(store, number, lambda row: row.step > 5 and has_checkpoint(row.folder))
        rows = [runs.get_run(store, number) for number in (first, second, third)]
        assert [row.status for row in rows] == ["running", "running", "queued"]
        assert rows[0].pid != rows[1].pid
        # Together no more threads than cores.
        threads = threads_per_run(2, 1)
        log = (rows[0].folder / "run.log").read_text(encoding="utf-8")
        assert f"{threads} thread{'s' if threads > 1 else ''}" in log

        one.kill()
        one.wait()
        assert launch.reconcile_runs(store) == []  # both go on
        two = runner(path, 2)
        moved = runs.get_run(store, second).step
        wait_for(store, second, lambda row: row.step > moved)
        assert runs.get_run(store, third).status == "queued"  # both slots are still taken

        os.kill(rows[0].pid or 0, signal.SIGKILL)
        wait_for(store, third, lambda row: row.status == "running")
        assert runs.get_run(store, first).status == "interrupted"
        assert launch.actual_status(runs.get_run(store, second)).is_alive

        launch.stop_run(store, second, patience=(60, 0))
        assert runs.get_run(store, second).status == "stopped"
        step = runs.get_run(store, first).step
        assert launch.resume_run(store, first) is True
        wait_for(store, first, lambda row: row.status == "running" and row.step > step)
        wait_for(store, third, lambda row: row.step > 0)
        for number in (first, third):
            launch.stop_run(store, number, patience=(60, 0))
        assert two.wait(60) == 0
        assert store.execute("SELECT count(*) FROM leases").fetchone()[0] == 0


def test_slots_may_change_while_it_runs(path: Path, experiment: Make) -> None:
    """More slots let the next run in at once; fewer end nothing."""
    numbers = launch.enqueue(path, [experiment(name, epochs=4000.0) for name in "ab"])
    slots, stop = [1], threading.Event()
    thread = threading.Thread(
        target=launch.run_queue, args=(path, "cpu", stop.is_set), kwargs={"slots": lambda: slots[0]}
    )
    thread.start()
    try:
        with Store(path) as store:
            deadline = time.monotonic() + patience.seconds(60)
            while runs.count_active_runs(store) != (1, 1) and time.monotonic() < deadline:
                time.sleep(0.05)
            slots[0] = 2
            while runs.count_active_runs(store) != (2, 0) and time.monotonic() < deadline:
                time.sleep(0.05)
            slots[0] = 1
            time.sleep(0.5)
            assert runs.count_active_runs(store) == (2, 0)
    finally:
        stop.set()
        thread.join(30)
        for number in numbers:
            launch.stop_run(path, number, patience=(0, 0))


def test_the_slots_are_handed_over(
    path: Path, experiment: Make, spoil: Spoil, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(fork_client.SWITCH, "0")  # forked ones would fail before the next begins
    numbers = launch.enqueue(path, [experiment(name) for name in "abcd"])
    for number in numbers:
        spoil(path, number)
    (pid,) = launch.start_detached_runners(path, ["cpu"], 2)
    most = 0
    deadline = time.monotonic() + patience.seconds(90)
    with Store(path, read_only=True) as store:
        while processes.is_alive(pid, None) and time.monotonic() < deadline:
            most = max(most, runs.count_active_runs(store)[0])
            time.sleep(0.01)
        assert [runs.get_run(store, number).status for number in numbers] == ["failed"] * 4
    assert most == 2


def test_threads_are_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = ("", "0", "-1", "1e308", "1.5", "0x10", "²", "９", "10" * 9, "n" * 9999)
    for text in ("3", " 3 ", "3,2", *odd):  # a list is of nested parallel regions
        monkeypatch.setenv("OMP_NUM_THREADS", text)
        assert (allowed_threads(), threads_per_run(2, 1, cores=8)) == ((0, 4) if text in odd else (3, 3))
    assert (threads_per_run(3, 2, cores=16), threads_per_run(8, 1, cores=2)) == (2, 1)
    assert thread_limit(1, 1, 0, cores=8) == 0, "alone: the libraries' own choice"
    assert thread_limit(1, 1, 3, cores=8) == 3
    assert thread_limit(2, 1, 3, cores=8) == 3 and thread_limit(2, 1, 6, cores=8) == 4
    assert thread_limit(2, 1, 0, cores=8) == 4


def test_a_gpu_lets_another_run_in_when_it_has_the_memory(
    path: Path, experiment: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    free = [10.0]

    def look(device: str) -> float:
        asked.append(device)
        return free[0]

    monkeypatch.setattr(device_sharing, "free_gpu_memory", look)
    monkeypatch.setattr(device_sharing, "_QUERY_SECONDS", -1.0)
    old, new, other = launch.enqueue(path, [experiment("old"), experiment("new"), experiment("other")])
    with Store(path) as store:
        row, here = runs.get_run(store, new), [runs.get_run(store, other)]
        guard = GpuMemoryAdmission("cuda:1")
        assert last_peak_memory(store, row.encoder) is None
        assert guard.has_room(store, row, here) and not asked  # nothing is known of such a run
        for step, value in enumerate((3.0, 6.0, 5.0)):
            store.execute(
                "INSERT INTO metrics (run_id, key, step, time, value) VALUES (?, ?, ?, 0, ?)",
                (old, "system/gpu_memory_gb", step, value),
            )
        assert last_peak_memory(store, row.encoder) is None  # it has not finished
        runs.set_run_columns(store, [old], status="finished", finished=time.time())
        assert last_peak_memory(store, row.encoder) == 6.0
        assert not guard.has_room(store, row, here)  # the other one has not taken its memory yet
        runs.set_run_columns(store, [other], step=1)
        here = [runs.get_run(store, other)]
        assert guard.has_room(store, row, here) and asked == ["cuda:1"]
        free[0] = 5.9
        assert not guard.has_room(store, row, here)
        assert GpuMemoryAdmission("cpu").has_room(store, row, here)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for the driver's tool")
def test_free_memory_is_read_from_the_drivers_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "nvidia-smi"
    tool.write_text('#!/bin/sh\n[ "$4" = 5 ] && echo 20480 || exit 9\n', encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3,5")
    assert free_gpu_memory("cuda:1") == 20.0
    assert free_gpu_memory("cuda:0") is None
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert free_gpu_memory("cuda:1") is None
