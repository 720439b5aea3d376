"""Training processes, really trained, really killed: no committed metric is lost and the row tells the truth."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine import launch
from engine.cli import output
from engine.errors import UserError
from engine.launch import child, processes, starting, status
from engine.launch.stopping import has_checkpoint
from engine.spec import toml
from engine.spec.experiment import Experiment
from engine.store import Store, metrics, runs, summaries
from engine.store.rows import RunRow

Make = Callable[..., Experiment]
Wait = Callable[..., RunRow]
ENDLESS = 4000.0


def train(path: Path, experiment: Experiment) -> tuple[int, launch.RunSnapshot, list[launch.RunSnapshot]]:
    (number,) = launch.enqueue(path, [experiment], launcher="cli")
    snapshots = list(launch.run_foreground(path, number))
    return number, snapshots[-1], snapshots


@pytest.fixture(scope="module")
def whole(room: Path, experiment: Make) -> tuple[Path, list[launch.RunSnapshot]]:
    """A store with one run that was left in peace, and what was seen of it."""
    (room / "whole").mkdir()
    path = room / "whole" / "s.sqlite"
    _, _, snapshots = train(path, experiment("whole", epochs=30.0, learning_rate=1e-3))
    assert snapshots[-1].exit_code == 0, runs.read_log_tail(snapshots[-1].row.folder)
    return path, snapshots


@pytest.mark.slow
def test_a_run_from_queue_to_result(whole: tuple[Path, list[launch.RunSnapshot]]) -> None:
    path, snapshots = whole
    row = snapshots[-1].row
    assert (row.status, row.reason, row.phase, row.progress) == ("finished", "", "", 1.0)
    assert row.step == row.steps > 0
    assert (row.pid, row.launcher) == (None, "cli")
    assert row.started is not None
    assert row.finished is not None
    assert 0 < row.active_seconds <= row.finished - row.started + 1
    assert {snapshot.row.status for snapshot in snapshots[:-1]} == {"running"}
    assert any(snapshot.row.phase for snapshot in snapshots)
    with Store(path, read_only=True) as store:
        curve = metrics.read_curves(store, [1], ["train/loss"])[1, "train/loss"]
        np.testing.assert_array_equal(curve.step, np.arange(1, row.steps + 1))
        assert np.isfinite(curve.value).all()
        predictions = summaries.read_predictions(store, 1)
        assert predictions is not None
        assert predictions.classes == ("neg", "pos")
        assert row.test == pytest.approx(100 * (predictions.labels != predictions.predicted).mean())
        assert runs.package_versions(store, 1)["torch"]
        assert runs.data_fingerprints(store, 1)["0"]
        (model,) = [artefact for artefact in runs.list_artefacts(store, 1) if artefact.kind == "stage"]
        assert model.path.is_dir()
    log = (row.folder / "run.log").read_text(encoding="utf-8")
    assert "Fine-tuning" in log
    assert "finished" in log.splitlines()[-1]
    with Store(path, read_only=True) as store:
        frozen = runs.get_experiment(store, 1)
    assert toml.load(row.folder / "spec.toml").experiment == frozen
    # Word for word, comments too: as a process writes it that knows no plug-ins of other tests.
    program = (
        "import sys; from engine.spec import toml; from engine.store import Store, runs\n"
        "with Store(sys.argv[1], read_only=True) as store: experiment = runs.get_experiment(store, 1)\n"
        "sys.stdout.buffer.write(toml.dumps(experiment).encode())"
    )
    written = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, check=True
    ).stdout
    assert (row.folder / "spec.toml").read_bytes().replace(b"\r\n", b"\n") == written


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_killed_while_training_it_is_interrupted_and_resumes_to_the_same_curve(
    path: Path, experiment: Make, wait_for: Wait, whole: tuple[Path, list[launch.RunSnapshot]]
) -> None:
    (number,) = launch.enqueue(path, [experiment("killed", epochs=30.0, learning_rate=1e-3)])
    pid = launch.launch_run(path, number)
    with Store(path) as store:
        row = wait_for(store, number, lambda row: row.step > 20)
        os.kill(pid, signal.SIGKILL)
        # What a reader could see at the moment of the kill is there for good.
        before = metrics.read_curves(store, [number], ["train/loss", "validation/error"])
        wait_for(store, number, lambda row: not processes.is_alive(row.pid, row.pid_started))
        after = metrics.read_curves(store, [number], ["train/loss", "validation/error"])
        for key, curve in before.items():
            np.testing.assert_array_equal(after[key].value[: len(curve)], curve.value)
        assert len(before[number, "train/loss"]) >= 20
        assert launch.actual_status(runs.get_run(store, number)).status == "interrupted"
        assert launch.reconcile_runs(store) == [number]
        killed = runs.get_run(store, number)
        assert (killed.status, killed.resumable, killed.pid) == ("interrupted", True, None)
        launch.resume_run(store, number, launcher="cli")
        last = list(launch.run_foreground(path, number))[-1]
        assert last.exit_code == 0, runs.read_log_tail(row.folder)
        keys = ["train/loss", "validation/error", "validation/loss", "test/error"]
        with Store(whole[0], read_only=True) as peace:
            for key in keys:
                expected = metrics.read_curves(peace, [1], [key])[1, key]
                resumed = metrics.read_curves(store, [number], [key])[number, key]
                # Every update is there, those between checkpoint and kill once, all as if nothing had happened.
                np.testing.assert_array_equal(resumed.step, expected.step)
                np.testing.assert_array_equal(resumed.value, expected.value)
            assert (
                summaries.read_summaries(store, [number], keys)[number]
                == summaries.read_summaries(peace, [1], keys)[1]
            )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no asking on Windows")
def test_asked_by_a_signal_it_stops_with_a_checkpoint_and_goes_on_from_there(
    path: Path, experiment: Make, wait_for: Wait
) -> None:
    (number,) = launch.enqueue(path, [experiment(epochs=ENDLESS)])
    pid = launch.launch_run(path, number)
    with Store(path) as store:
        wait_for(store, number, lambda row: row.step > 3)
        processes.terminate(pid, None)
        row = wait_for(store, number, lambda row: row.status != "running")
        assert row.status == "stopped", runs.read_log_tail(row.folder)
        assert row.reason == f"Stopped on request at step {row.step:,}."
        slots = {artefact.kind: artefact for artefact in runs.list_artefacts(store, number)}
        assert slots["last"].step == row.step
        assert launch.resume_run(store, number) is True
        launch.launch_run(path, number)
        resumed = wait_for(store, number, lambda later: later.step > row.step)
        assert resumed.status == "running"
        steps = metrics.read_curves(store, [number], ["train/loss"])[number, "train/loss"].step
        np.testing.assert_array_equal(steps, np.arange(1, len(steps) + 1))
        launch.stop_run(store, number, patience=(60, 0))
        assert runs.get_run(store, number).status == "stopped"


@pytest.mark.slow
def test_a_loss_that_is_no_number_names_the_batch(
    path: Path, experiment: Make, tiny_bert_folder: Path, tmp_path: Path
) -> None:
    from safetensors.torch import load_file, save_file

    damaged = tmp_path / "damaged"
    shutil.copytree(tiny_bert_folder, damaged)
    tensors = load_file(damaged / "model.safetensors")
    # Finite, so that it is not refused at the door, but its products are not.
    tensors["bert.encoder.layer.1.output.LayerNorm.weight"][3] = 3e38
    save_file(tensors, damaged / "model.safetensors", metadata={"format": "pt"})
    _, last, _ = train(path, experiment(encoder=damaged))
    assert (last.exit_code, last.row.status) == (1, "failed")
    assert "of update 1 is not finite" in last.row.reason
    assert "reviews.csv" in last.row.reason


@pytest.mark.slow
def test_an_adapter_learns_in_a_process_of_its_own(path: Path, experiment: Make) -> None:
    """Whoever runs an adapter imports more of torch than other runs do (peft, tensors divided over devices)."""
    _, last, _ = train(path, experiment(adapter="lora", epochs=1.0))
    assert last.exit_code == 0, runs.read_log_tail(last.row.folder)
    assert "LoRA" in (last.row.folder / "run.log").read_text(encoding="utf-8")


def test_a_process_does_not_train_what_another_one_trains(path: Path, experiment: Make) -> None:
    (number,) = launch.enqueue(path, [experiment()])
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        with Store(path) as store:
            runs.set_run_columns(
                store, [number], status="running", pid=other.pid, pid_started=processes.start_time(other.pid)
            )
        assert child.main(["--store", str(path), "--run", str(number)]) == 2
        with Store(path) as store:
            row = runs.get_run(store, number)
            assert (row.status, row.pid) == ("running", other.pid)
            runs.set_run_columns(store, [number], status="finished", pid=None)
        assert child.main(["--store", str(path), "--run", str(number)]) == 2
        with Store(path) as store:
            assert runs.get_run(store, number).status == "finished"
        with pytest.raises(UserError, match="is finished, not queued"):
            launch.launch_run(path, number)
    finally:
        other.kill()
        other.wait()


def test_a_specification_that_cannot_be_read_is_exit_code_two(
    path: Path, experiment: Make, spoil: Callable[[Path, int], None]
) -> None:
    (number,) = launch.enqueue(path, [experiment()])
    spoil(path, number)
    last = list(launch.run_foreground(path, number))[-1]
    assert (last.exit_code, last.row.status) == (2, "failed")
    assert "glacier" in last.row.reason
    assert "Traceback" not in runs.read_log_tail(last.row.folder)


def test_a_run_that_dies_before_it_begins_says_so(path: Path, experiment: Make) -> None:
    (number,) = launch.enqueue(path, [experiment()])
    with Store(path) as store:
        assert starting.claim_run(store, number, launcher="queue")
        assert not starting.claim_run(store, number, launcher="queue")
        process = starting.start_run_process(path, number)
        assert runs.get_run(store, number).pid == process.pid
        process.kill()
        process.wait()
        assert launch.reconcile_runs(store) == [number]
        assert runs.get_run(store, number).status == "interrupted"
        assert time.time() - (runs.get_run(store, number).finished or 0) < 60


def test_of_many_resumes_at_the_same_moment_one_is_done(path: Path, experiment: Make) -> None:
    (number,) = launch.enqueue(path, [experiment()])
    with Store(path) as store:
        runs.set_run_columns(store, [number], status="interrupted")
    gate, done = threading.Barrier(8), list[str]()

    def ask() -> None:
        gate.wait()
        try:
            launch.resume_run(path, number, launcher="cli")
            done.append("resumed")
        except UserError as error:
            done.append(str(error))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done.count("resumed") == 1
    assert all("is queued" in each for each in done if each != "resumed")


def test_a_run_that_another_process_has_taken_ends_without_a_checkpoint(
    path: Path, experiment: Make, wait_for: Wait
) -> None:
    """What a forced race would do: the row names another process while this one trains."""
    (number,) = launch.enqueue(path, [experiment(epochs=4000.0)])
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    pid = launch.launch_run(path, number)
    try:
        with Store(path) as store:
            row = wait_for(store, number, lambda row: row.step > 3 and has_checkpoint(row.folder))
            started = processes.start_time(other.pid)
            runs.set_run_columns(store, [number], pid=other.pid, pid_started=started, step=0)
            wait_for(store, number, lambda _: not processes.is_alive(pid, row.pid_started))
            kept = runs.get_run(store, number)
            assert (kept.status, kept.pid, kept.step) == ("running", other.pid, 0)
            runs.set_run_columns(store, [number], status="interrupted", pid=None)
        assert f"process {other.pid} trains it" in runs.read_log_tail(row.folder)
    finally:
        other.kill()
        other.wait()


# -- a process that is halted: it is told as not answering, goes on when it is continued, and can be stopped


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows halts no processes")
def test_a_halted_process_does_not_answer_until_it_is_continued(
    path: Path, experiment: Make, wait_for: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status, "SILENCE_WARNING_SECONDS", 5.0)
    (number,) = launch.enqueue(path, [experiment(epochs=4000.0)])
    pid = launch.launch_run(path, number)
    with Store(path) as store:
        wait_for(store, number, lambda row: row.step > 3)
        os.kill(pid, signal.SIGSTOP)
        halted = wait_for(store, number, lambda row: launch.silent_since(row) is not None)
        truth = launch.actual_status(halted)
        assert (truth.status, truth.is_alive) == ("running", True)
        assert truth.note.startswith("not answering")
        assert launch.reconcile_runs(store) == []
        assert output.status_text(halted).startswith("not answering for 0:")
        assert output.run_json(halted)["not_answering"] is True
        os.kill(pid, signal.SIGCONT)
        wait_for(store, number, lambda row: launch.silent_since(row) is None and row.step > halted.step)
        os.kill(pid, signal.SIGSTOP)
        launch.stop_run(store, number, patience=(0.2, 0.2))
        ended = wait_for(store, number, lambda row: not row.active)
    assert (ended.status, ended.resumable) == ("stopped", True)
    assert "Did not stop on request and was killed" in ended.reason


# -- faults of machine and surroundings, in real processes of a real queue: what is said, kept, and goes on


KEYS = ["train/loss", "validation/error", "test/error"]
LENGTH = {"epochs": 15.0, "learning_rate": 1e-3, "evaluations": 15}
EXPECTED = {
    "lost gpu": (
        "failed",
        r"The GPU has failed at step [\d,]+ \(CUDA error: unspecified launch failure\)\. Resume",
    ),
    "killed": ("interrupted", r"killed \(SIGKILL\), perhaps by the system because memory ran out"),
    "no memory to evaluate": (
        "out_of_memory",
        r"Out of memory while it was evaluated, at step [\d,]+\. .*smaller batch or length",
    ),
    "nothing": ("finished", "^$"),
}


@pytest.mark.nightly  # in every suite kills, a locked store and a full disk, each in a test of its own
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_each_fault_is_told_and_the_queue_and_then_the_runs_go_on(
    path: Path, experiment: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PALIMPSEST_PLUGINS", "tests.engine.launch.injected_faults")
    numbers = launch.enqueue(path, [experiment(name, **LENGTH) for name in EXPECTED])
    launch.run_queue(path, "cpu", lambda: False, until_empty=True)
    with Store(path) as store:
        for number, (status, reason) in zip(numbers, EXPECTED.values(), strict=True):
            row = runs.get_run(store, number)
            assert row.status == status, runs.read_log_tail(row.folder)
            assert re.search(reason, row.reason), row.reason
            if status != "finished":
                assert row.resumable
                launch.resume_run(store, number)
    launch.run_queue(path, "cpu", lambda: False, until_empty=True)
    with Store(path) as store:
        whole = metrics.read_curves(store, [numbers[-1]], KEYS)
        for number in numbers:
            assert runs.get_run(store, number).status == "finished"
            found = metrics.read_curves(store, [number], KEYS)
            for key in KEYS:
                mine, theirs = found[number, key], whole[numbers[-1], key]
                assert list(mine.step) == list(theirs.step)
                assert list(mine.value) == list(theirs.value)
