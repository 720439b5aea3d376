"""Runs on several devices, as two processes on the CPU: the same as one, stopped, killed, and killed by halves."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
import torch
from safetensors.torch import load_file

from engine import launch
from engine.compute.process_group import PATIENCE_VARIABLE
from engine.launch import processes
from engine.launch.process_log import log_tail
from engine.launch.ranks import agent_folder
from engine.launch.stopping import has_checkpoint
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store, metrics, probe_results, runs, summaries
from engine.store.data_names import get_resolved_experiment
from engine.store.rows import RunRow
from tests import patience

Make = Callable[..., Experiment]
Wait = Callable[..., RunRow]
Curves = Mapping[str, metrics.MetricCurve]

pytestmark = pytest.mark.timeout(1200)
ROUNDING: Any = {"rtol": 2e-5, "atol": 2e-6}
"""Two micro-batches summed by two processes: the same numbers, but for the order in which some of them are added."""


def on(made: Experiment, device: str, parts: int = 1, **more: Any) -> Experiment:
    """``made`` on another device, its batches split into ``parts``."""
    compute = made.compute.model_copy(update={"device": device, "micro_batches": parts, **more})
    return made.model_copy(update={"compute": compute})


def trained(folder: Path, made: Experiment) -> tuple[Path, RunRow]:
    folder.mkdir()
    path = folder / "s.sqlite"
    (number,) = launch.enqueue(path, [made], launcher="cli")
    last = list(launch.run_foreground(path, number))[-1]
    assert last.exit_code == 0, runs.read_log_tail(last.row.folder) + log_tail(
        last.row.folder / "rank-1.log", 20
    )
    return path, last.row


def curves(path: Path) -> Curves:
    """All that depends on weights and data: no speeds, nothing of the machine."""
    with Store(path, read_only=True) as store:
        keys = [
            k
            for k in metrics.list_metric_keys(store, [1])
            if not k.startswith(("speed", "system", "probes/"))
        ]
        return {key: curve for (_, key), curve in metrics.read_curves(store, [1], keys).items()}


def weights(row: RunRow, stage: int) -> dict[str, torch.Tensor]:
    found: dict[str, torch.Tensor] = {}
    for file in sorted((row.folder / f"stage-{stage}").rglob("*.safetensors")):
        found |= {f"{file.parent.name}/{file.name}:{name}": value for name, value in load_file(file).items()}
    return found


def assert_alike(one: tuple[Path, RunRow], two: tuple[Path, RunRow], stages: int) -> None:
    expected, found = curves(one[0]), curves(two[0])
    assert expected.keys() == found.keys()
    for key, curve in expected.items():
        _, here, there = np.intersect1d(curve.step, found[key].step, return_indices=True)
        if key.startswith(("train/", "validation/", "heldout/", "test/")):
            assert len(here) == len(curve.step) == len(found[key].step), key
        # When forgetting is measured depends on what it costs here and now.
        np.testing.assert_allclose(found[key].value[there], curve.value[here], **ROUNDING, err_msg=key)
    for stage in range(1, stages + 1):
        before, after = weights(one[1], stage), weights(two[1], stage)
        assert before.keys() == after.keys()
        for name, value in before.items():
            # Softmax does not feel the keys' biases: their gradient is rounding alone, which Adam makes large.
            if not name.endswith("key.bias"):
                torch.testing.assert_close(after[name], value, **ROUNDING, msg=name)


@pytest.fixture(scope="module")
def plain(room: Path, experiment: Make) -> Experiment:
    """Fine-tuning with dropout; 43 training texts in batches of 21: each third batch is a single text, so that one of
    two processes has nothing to do."""
    return experiment("plain", epochs=25.0, batch_size=21, learning_rate=1e-3)


@pytest.fixture(scope="module")
def alone(room: Path, plain: Experiment) -> tuple[Path, RunRow]:
    """One process that goes through two micro-batches."""
    return trained(room / "alone", on(plain, "cpu", 2))


@pytest.fixture(scope="module")
def pair(room: Path, plain: Experiment) -> tuple[Path, RunRow]:
    """Two processes."""
    return trained(room / "pair", on(plain, "cpu:2"))


@pytest.mark.slow
def test_two_processes_train_what_one_trains(alone: tuple[Path, RunRow], pair: tuple[Path, RunRow]) -> None:
    assert_alike(alone, pair, stages=1)
    found = curves(pair[0])
    assert {"train/loss", "validation/error", "validation/loss", "test/error"} <= found.keys()
    with Store(pair[0], read_only=True) as store:
        rows: Any = runs.list_stages(store, 1)[0].info["rows"]
        assert rows["train"] % 21 == 1


@pytest.mark.slow
def test_one_of_two_processes_writes(alone: tuple[Path, RunRow], pair: tuple[Path, RunRow]) -> None:
    row = pair[1]
    with Store(pair[0], read_only=True) as store, Store(alone[0], read_only=True) as other:
        steps = metrics.read_curves(store, [1], ["train/loss"])[1, "train/loss"].step
        np.testing.assert_array_equal(steps, np.arange(1, row.steps + 1))
        # Which texts were forgotten when: of all texts, whichever process had them.
        expected, found = (
            probe_results.list_forgotten_texts(other, 1),
            probe_results.list_forgotten_texts(store, 1),
        )
        assert [repr(each) for each in found] == [repr(each) for each in expected]
        assert found
        mine, theirs = summaries.read_predictions(store, 1), summaries.read_predictions(other, 1)
        assert mine is not None
        assert theirs is not None
        np.testing.assert_array_equal(mine.rows, theirs.rows)
        np.testing.assert_array_equal(mine.predicted, theirs.predicted)
        np.testing.assert_allclose(mine.losses, theirs.losses, **ROUNDING)
    log = (row.folder / "run.log").read_text(encoding="utf-8")
    assert "2 processes train together" in log
    assert (row.folder / "rank-1.log").read_text(encoding="utf-8").count("run 1, process 1 of 2") == 1
    assert not (row.folder / "rank-0.log").exists()


@pytest.mark.nightly
def test_strategies_and_objectives_are_the_same_on_two(
    room: Path, experiment: Make, reviews: Path, tmp_path: Path
) -> None:
    corpus = tmp_path / "corpus.txt"
    lines = reviews.read_text(encoding="utf-8").splitlines()[1:]
    corpus.write_text(
        "\n".join(line.split(",")[0] for line in lines).replace("5\n", "5\n\n"), encoding="utf-8"
    )
    data = {"source": str(reviews), "validation_share": 0.2}
    other = tmp_path / "other.csv"
    other.write_text("\n".join(["text,label", *lines[:25]]) + "\n", encoding="utf-8")
    shared = {"batch_size": 5, "max_length": 24, "learning_rate": 1e-3}
    stages = [
        shared
        | {"kind": "further_pretrain", "corpus": [str(corpus)], "steps": 5, "evaluate_every": 3}
        | {"objective": "mlm_nsp", "segmentation": "lines", "mixout": 0.2},
        shared
        | {"kind": "multitask", "tasks": [{"data": data}, {"data": {"source": str(other)}}], "epochs": 1.0}
        | {"replay": {"kind": "text", "ratio": 0.3}, "anchor": {"kind": "l2_sp", "alpha": 0.5}},
        shared
        | {"kind": "finetune", "data": data, "epochs": 1.0, "freezing": "gradual"}
        | {"consolidation": {"kind": "ewc", "samples": 4}, "distillation": {"kind": "lwf"}},
    ]
    made = experiment("all").model_dump(mode="json") | {"stages": stages, "probes": {"on": False}}
    found = parse_experiment(made)
    one = trained(room / "all-alone", on(found, "cpu", 2, reuse=False))
    two = trained(room / "all-pair", on(found, "cpu:2", reuse=False))
    assert_alike(one, two, stages=3)
    shown = {"train/next_loss", "heldout/loss", "train/loss/replay", "train/loss/l2_sp", "train/loss/ewc"}
    assert shown | {"train/loss/distillation", "test/error"} <= curves(two[0]).keys()


@pytest.mark.slow
def test_stopped_it_goes_on_exactly_on_two_and_up_to_rounding_on_one(
    path: Path, plain: Experiment, pair: tuple[Path, RunRow], wait_for: Wait
) -> None:
    (number,) = launch.enqueue(path, [on(plain, "cpu:2")])
    stops = []
    with Store(path) as store:
        for beyond in (5, 20):
            launch.launch_run(path, number)
            wait_for(store, number, lambda row, beyond=beyond: row.step > beyond)
            launch.request_stop(store, number)
            row = wait_for(store, number, lambda row: row.status != "running")
            assert row.status == "stopped", row.reason
            stops.append(row.step)
            assert launch.resume_run(store, number) is True
        assert stops[0] < stops[1] < pair[1].steps
        alone = on(get_resolved_experiment(store, number), "cpu", 2)
        store.execute("UPDATE runs SET spec = ?, device = 'cpu'", (alone.model_dump_json(),))
    last = list(launch.run_foreground(path, number))[-1]
    assert last.exit_code == 0, runs.read_log_tail(last.row.folder)
    expected, found = curves(pair[0]), curves(path)
    for key in ("train/loss", "train/error", "validation/loss", "validation/error", "test/error"):
        exact = found[key].step < stops[1]  # what is due at the stop itself is evaluated after resuming
        np.testing.assert_array_equal(found[key].step, expected[key].step)
        np.testing.assert_array_equal(found[key].value[exact], expected[key].value[exact])
        np.testing.assert_allclose(found[key].value, expected[key].value, **ROUNDING)


def family(path: Path) -> list[psutil.Process]:
    """The processes that train runs of this store."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or []
        if str(path) in words and any(word.startswith("engine.launch.") for word in words):
            found.append(process)
    return found


def process_of_rank(row: RunRow, rank: int) -> psutil.Process:
    """The process that is ``rank`` (not 0) of a run, by its log."""
    log = (row.folder / f"rank-{rank}.log").read_text(encoding="utf-8")
    return psutil.Process(int(re.findall(rf"process {rank} of \d+, pid (\d+)", log)[-1]))


def gone(path: Path, seconds: float = 30) -> bool:
    deadline = time.monotonic() + seconds
    while family(path) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not family(path)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks the system which sockets listen")
@pytest.mark.parametrize("device", ["cpu", "cpu:2"])
def test_a_run_listens_to_nobody_but_itself(
    device: str, path: Path, experiment: Make, wait_for: Wait
) -> None:
    """No process of a run, nor the fork server, can be reached from a network: a run alone opens no socket at all."""
    (number,) = launch.enqueue(path, [on(experiment(epochs=4000.0), device)])
    with Store(path) as store:
        pid = launch.launch_run(path, number)
        wait_for(store, number, lambda row: row.step > 3)
        trains = psutil.Process(pid)
        # What started the run is its fork server where there is one. Other tests' servers and runs beside it
        # carry the same command line, and a run of several processes there does listen.
        starter = trains.parent()
        server = [starter] if starter and "engine.launch.fork_server" in starter.cmdline() else []
        listening = {
            process.pid: {
                c.laddr.ip.removeprefix("::ffff:") for c in process.net_connections() if c.status == "LISTEN"
            }
            for process in (trains, *trains.children(recursive=True), *server)
        }
        launch.stop_run(path, number)
    assert set().union(*listening.values()) == (set() if device == "cpu" else {"127.0.0.1"})
    assert gone(path)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_one_killed_ends_them_all(path: Path, experiment: Make, wait_for: Wait) -> None:
    (number,) = launch.enqueue(path, [on(experiment(epochs=4000.0), "cpu:2")])
    with Store(path) as store:
        pid = launch.launch_run(path, number)
        row = wait_for(store, number, lambda row: row.step > 3 and has_checkpoint(row.folder))
        other = process_of_rank(row, 1)
        assert other.parent() == psutil.Process(pid)
        assert os.getpgid(other.pid) == pid  # whoever ends the run's process group ends it too
        other.send_signal(signal.SIGKILL)
        row = wait_for(store, number, lambda row: row.status != "running")
        assert row.status == "interrupted"
        assert row.reason.startswith("Process 1 of 2 (0 to 1): Its process was killed (SIGKILL)")
        assert f"pid {other.pid}" in row.reason  # the last words of its log
        assert gone(path)
        assert not [*row.folder.glob(".ranks-*")]
        # The agent killed: its ranks end by themselves, and the row is told the truth by whoever looks.
        assert launch.resume_run(store, number) is True
        pid = launch.launch_run(path, number)
        wait_for(store, number, lambda later: later.step > row.step)
        (left,) = row.folder.glob(".ranks-*")  # in the run's folder: what is killed leaves nothing elsewhere
        os.kill(pid, signal.SIGKILL)
        assert gone(path)
        with agent_folder(row.folder) as fresh:
            assert [*row.folder.glob(".ranks-*")] == [Path(fresh)] != [left]
        assert not [*row.folder.glob(".ranks-*")]
        wait_for(store, number, lambda row: not processes.is_alive(row.pid, row.pid_started))
        assert launch.reconcile_runs(store) == [number]
        assert runs.get_run(store, number).status == "interrupted"


# Nightly: takes as long as torch's agent waits before it kills; in every suite one that is killed ends them
# all.
@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="stops a process")
@pytest.mark.parametrize("for_ever", [False, True], ids=["a while", "for ever"])
def test_one_that_hangs_is_named(
    path: Path, experiment: Make, wait_for: Wait, monkeypatch: pytest.MonkeyPatch, for_ever: bool
) -> None:
    monkeypatch.setenv(PATIENCE_VARIABLE, str(patience.seconds(5)))
    (number,) = launch.enqueue(path, [on(experiment(epochs=4000.0), "cpu:2")])
    with Store(path) as store:
        pid = launch.launch_run(path, number)
        row = wait_for(store, number, lambda row: row.step > 3)
        hanging = process_of_rank(row, 1)
        (first,) = (each for each in psutil.Process(pid).children() if each.pid != hanging.pid)
        hanging.suspend()
        if not for_ever:  # torch's agent asks it to end, and kills it only after half a minute
            wait_for(store, number, lambda row: not processes.is_alive(first.pid, None))
            hanging.resume()
        row = wait_for(store, number, lambda row: row.status != "running")
    assert row.status == "failed"
    assert row.reason.startswith("process 1 of 2 (0 to 1) does not answer since ")
    assert gone(path)


@pytest.mark.slow
def test_bad_input_of_a_run_on_two_is_said_once(
    path: Path, experiment: Make, reviews: Path, tmp_path: Path
) -> None:
    absent = Path(shutil.copy(reviews, tmp_path / "absent.csv"))
    (number,) = launch.enqueue(path, [on(experiment(source=absent), "cpu:2")], launcher="cli")
    absent.unlink()
    last = list(launch.run_foreground(path, number))[-1]
    assert (last.exit_code, last.row.status) == (2, "failed")
    assert "absent.csv" in last.row.reason
    assert gone(path)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM")
@pytest.mark.parametrize(
    "whom", ["its first process", pytest.param("every process, as Slurm does", marks=pytest.mark.nightly)]
)
def test_told_to_end_it_stops_with_a_checkpoint(
    whom: str, path: Path, experiment: Make, wait_for: Wait
) -> None:
    (number,) = launch.enqueue(path, [on(experiment(epochs=4000.0), "cpu:2", checkpoint_seconds=3600)])
    with Store(path) as store:
        pid = launch.launch_run(path, number)
        row = wait_for(store, number, lambda row: row.step > 3)
        ranks = [each.pid for each in psutil.Process(pid).children()] if whom.startswith("every") else []
        for each in (*ranks, pid):
            os.kill(each, signal.SIGTERM)
        row = wait_for(store, number, lambda row: row.status != "running")
    assert (row.status, row.reason) == ("stopped", f"Stopped on request at step {row.step}.")
    assert has_checkpoint(row.folder)
    assert gone(path)


STOPPED_EARLY = """
import json, os, sys
from pathlib import Path
from engine.compute.process_group import ProcessGroup, StoppedByMain, join_processes, leave_process_group
from engine.spec.experiment import parse_experiment
from engine.train.loop import train

other = os.fork()  # one import for both
os.environ["RANK"] = "0" if other else "1"
ranks, said = join_processes(ProcessGroup.from_environment(), cuda=False), ""
made = parse_experiment(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
events = train(made, Path(sys.argv[2]), process_group=ranks)
try:
    for event in events:
        said = getattr(event, "text", "")
        if ranks.is_main and said == "Preparing the other devices":
            break
except StoppedByMain:
    said = "stopped"
events.close()
ranks.barrier()
leave_process_group()
Path(sys.argv[2] + f"-{os.environ['RANK']}").write_text(said, encoding="utf-8")
if other:
    os.waitpid(other, 0)
"""


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_stopped_before_its_weights_are_sent_the_other_ends_too(experiment: Make, tmp_path: Path) -> None:
    file = tmp_path / "experiment.json"
    file.write_text(on(experiment(), "cpu", reuse=False).model_dump_json(), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    place = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "WORLD_SIZE": "2"}
    pair = subprocess.Popen(
        [sys.executable, "-c", STOPPED_EARLY, str(file), str(tmp_path / "run")],
        env=os.environ | place | {"OMP_NUM_THREADS": "1"},
    )
    try:
        pair.wait(patience.seconds(200))
    finally:
        processes.kill_tree(pair.pid, None)
        pair.wait()
    said = [(tmp_path / f"run-{rank}").read_text(encoding="utf-8") for rank in (0, 1)]
    assert said == ["Preparing the other devices", "stopped"]


@pytest.mark.slow
def test_when_one_finds_no_memory_both_go_on_with_smaller_parts(
    path: Path, experiment: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No memory is really short: a plug-in refuses large micro-batches in one of the processes."""
    (number,) = launch.enqueue(path, [on(experiment(batch_size=21), "cpu:2")], launcher="cli")
    monkeypatch.setenv("PALIMPSEST_PLUGINS", "tests.engine.launch.injected_faults")
    last = list(launch.run_foreground(path, number))[-1]
    assert last.exit_code == 0, last.row.reason
    with Store(path, read_only=True) as store:
        notes = [note.text for note in runs.list_log_lines(store, number)]
    assert any(note.startswith("Out of memory with") for note in notes), notes


@pytest.mark.nightly
def test_a_stage_that_another_run_has_trained_is_taken(path: Path, experiment: Make, reviews: Path) -> None:
    one = experiment("first").model_dump(mode="json")
    made = parse_experiment(one | {"stages": one["stages"] * 2})
    for device in ("cpu", "cpu:2"):
        (number,) = launch.enqueue(path, [on(made, device)], launcher="cli")
        last = list(launch.run_foreground(path, number))[-1]
        assert last.exit_code == 0, runs.read_log_tail(last.row.folder)
    with Store(path, read_only=True) as store:
        notes = [note.text for note in runs.list_log_lines(store, number)]
        alone, together = (
            metrics.read_curves(store, [which], ["test/error"])[which, "test/error"].value for which in (1, 2)
        )
    assert any("is reused from run 1" in note for note in notes)
    np.testing.assert_allclose(alone, together, **ROUNDING)
