"""Logs of other programs become runs whose curves are those of the log."""

from __future__ import annotations

import json
import math
import sqlite3
import struct
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine import launch
from engine.errors import UserError
from engine.foreign.keys import translate_measure
from engine.foreign.log_import import read_training_log
from engine.foreign.record import store_training
from engine.foreign.tensorboard import PREFIX, _masked_checksum, find_event_files
from engine.store import Store, metrics, runs, summaries
from tests import patience
from tests.engine.cli.test_app import palimpsest

STATE = {
    "best_metric": 0.3,
    "global_step": 40,
    "max_steps": 40,
    "num_train_epochs": 2,
    "train_batch_size": 8,
    "log_history": [
        {"loss": 0.7, "learning_rate": 4e-5, "grad_norm": 1.5, "epoch": 1.0, "step": 20},
        {"eval_loss": 0.5, "eval_accuracy": 0.75, "eval_f1": 0.7, "epoch": 1.0, "step": 20},
        {"loss": 0.4, "learning_rate": 2e-5, "grad_norm": 0.5, "epoch": 2.0, "step": 40},
        {
            "eval_loss": 0.3,
            "eval_accuracy": 0.9,
            "eval_f1": 0.88,
            "eval_runtime": 1.0,
            "epoch": 2.0,
            "step": 40,
        },
        {"train_runtime": 80.0, "train_loss": 0.55, "total_flos": 1e9, "epoch": 2.0, "step": 40},
    ],
}


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """The output folder of a Trainer with two checkpoints."""
    for step in (9, 40):
        folder = tmp_path / "my-model" / f"checkpoint-{step}"
        folder.mkdir(parents=True)
        state = STATE if step == 40 else {"global_step": 9, "log_history": []}
        (folder / "trainer_state.json").write_text(json.dumps(state), encoding="utf-8")
    return tmp_path / "my-model"


def test_a_trainers_folder_becomes_a_run(home: Path, output: Path) -> None:
    store = home / "store.sqlite"
    said = palimpsest("import-log", output, "--store", store, "--json").json
    assert said["name"] == "my-model" and said["steps"] == 40
    with Store(store) as opened:
        row = runs.get_run(opened, said["run"])
        curves = metrics.read_curves(opened, [row.id], ["train/loss", "validation/error", "foreign/eval_f1"])
        best = summaries.read_summaries(opened, [row.id])[row.id]["validation/error"]
        experiment = runs.get_experiment(opened, row.id)
        assert launch.reconcile_runs(opened) == []
    assert (row.status, row.step, row.active_seconds) == ("finished", 40, 80.0)
    np.testing.assert_allclose(curves[row.id, "train/loss"].value, [0.7, 0.4])
    np.testing.assert_allclose(curves[row.id, "train/loss"].time, [40.0, 80.0])
    np.testing.assert_allclose(curves[row.id, "validation/error"].value, [25.0, 10.0])
    np.testing.assert_allclose(curves[row.id, "foreign/eval_f1"].value, [0.7, 0.88])
    assert (
        best.best == pytest.approx(10.0)
        and best.best_step == 40
        and row.validation_best == pytest.approx(10.0)
    )
    assert experiment.stages[0].settings == [  # type: ignore[attr-defined]
        "num_train_epochs = 2", "train_batch_size = 8", "max_steps = 40", "best_metric = 0.3"
    ]  # fmt: skip
    shown = palimpsest("show", str(row.id), "--store", store)
    assert shown.code == 0 and "Trained elsewhere" in shown.out
    compared = palimpsest("compare", "1", "1", "--store", store)
    assert compared.code == 0


def test_event_files_are_read_as_their_writer_wrote_them(home: Path, tmp_path: Path) -> None:
    """Written by an independent program (tensorboardX), curves in folders of their own among them."""
    writers = pytest.importorskip("tensorboardX")
    folder = tmp_path / "logs"
    with writers.SummaryWriter(str(folder)) as writer:
        for step in range(300):
            writer.add_scalar("train/loss", 1 / (step + 1), step, walltime=1000.0 + step)
        writer.add_scalar("eval/accuracy", 0.8, 299, walltime=1300.0)
        writer.add_histogram("weights", np.arange(10.0), 5)
        writer.add_text("note", "no scalar", 5)
        writer.add_scalars("both", {"mine": 2.0}, 7, walltime=1007.0)
    found = read_training_log(folder)
    by_key: dict[str, list[tuple[int, float, float]]] = {}
    for key, step, seconds, value in found.points:
        by_key.setdefault(key, []).append((step, seconds, value))
    assert by_key["train/loss"] == [(n, float(n), pytest.approx(1 / (n + 1), rel=1e-6)) for n in range(300)]
    assert by_key["validation/error"] == [(299, 300.0, pytest.approx(20.0, rel=1e-5))]
    assert by_key["foreign/both_mine"] == [(7, 7.0, 2.0)]
    assert found.steps == 299 and found.started == 1000.0 and found.name == "logs"
    said = palimpsest("import-log", folder, "--store", home / "s.sqlite", "--name", "theirs")
    assert said.code == 0 and "theirs: 299 updates" in said.out


def test_several_trainings_are_not_mixed(tmp_path: Path) -> None:
    writers = pytest.importorskip("tensorboardX")
    for name in ("a", "b"):
        with writers.SummaryWriter(str(tmp_path / "runs" / name)) as writer:
            writer.add_scalar("loss", 1.0, 1)
    with pytest.raises(UserError, match="several trainings") as error:
        read_training_log(tmp_path)
    assert "runs/a, runs/b" in str(error.value)
    assert read_training_log(tmp_path / "runs" / "a").steps == 1
    for number in range(2000):
        (tmp_path / "many" / str(number)).mkdir(parents=True)
        (tmp_path / "many" / str(number) / f"{PREFIX}1").touch()
    begun = time.process_time()
    with pytest.raises(UserError, match="several trainings"):
        find_event_files(tmp_path / "many")
    assert time.process_time() - begun < patience.seconds(5), "its square would take minutes"


@pytest.mark.parametrize("seconds", [math.nan, math.inf, -math.inf, -1.0, 1e308])
def test_a_time_of_no_calendar_is_damage(seconds: float, tmp_path: Path) -> None:
    writers = pytest.importorskip("tensorboardX")
    with writers.SummaryWriter(str(tmp_path)) as writer:
        writer.add_scalar("loss", 1.0, 1, walltime=seconds)
    with pytest.raises(UserError, match="record 2"):
        read_training_log(tmp_path)


def test_steps_that_a_resumed_training_computed_again_are_left_out(home: Path, tmp_path: Path) -> None:
    """The first attempt reached step 30; the second went on from the checkpoint of step 10 and was stopped at 20."""
    writers = pytest.importorskip("tensorboardX")
    folder = tmp_path / "resumed"
    for number, (steps, began) in enumerate((((5, 10, 20, 30), 1000.0), ((15, 20), 2000.0))):
        with writers.SummaryWriter(str(folder), filename_suffix=f".{number}") as writer:
            for step in steps:
                writer.add_scalar("train/loss", step + number / 2, step, walltime=began + step)
    store = home / "store.sqlite"
    said = palimpsest("import-log", folder, "--store", store, "--json").json
    with Store(store) as opened:
        curve = metrics.read_curves(opened, [said["run"]], ["train/loss"])[said["run"], "train/loss"]
    np.testing.assert_allclose(curve.value, [5, 10, 15.5, 20.5])
    assert said["steps"] == 20
    assert any(note.startswith("2 points are left out") for note in read_training_log(folder).notes)
    assert palimpsest("store", "check", "--store", store).code == 0


def test_damage_is_found_and_a_cut_file_is_read_to_its_end(tmp_path: Path) -> None:
    writers = pytest.importorskip("tensorboardX")
    with writers.SummaryWriter(str(tmp_path)) as writer:
        for step in range(5):
            writer.add_scalar("loss", float(step), step)
    (file,) = tmp_path.glob(f"{PREFIX}*")
    whole = file.read_bytes()
    file.write_bytes(whole[:-3])
    found = read_training_log(file)
    assert [point[3] for point in found.points] == [0.0, 1.0, 2.0, 3.0]
    assert "truncated" in found.notes[0]
    file.write_bytes(whole[:60] + bytes([whole[60] ^ 1]) + whole[61:])
    with pytest.raises(UserError, match="record 2"):
        read_training_log(file)


@pytest.mark.parametrize(
    "state",
    ["[]", '{"log_history": 5, "global_step": 1}', '{"log_history": [7], "global_step": 1}', "[" * 100_000,
     '{"log_history": [{"step": "x", "loss": 1}], "global_step": 1}', '{"log_history": [], "global_step": null}',
     r'{"log_history": [{"step": 1, "\ud800": 1.0}], "global_step": 1}'],
)  # fmt: skip
def test_a_malformed_state_is_refused(state: str, tmp_path: Path) -> None:
    (tmp_path / "trainer_state.json").write_text(state, encoding="utf-8")
    with pytest.raises(UserError, match="trainer_state.json"):
        read_training_log(tmp_path)


def test_a_record_longer_than_its_file_is_not_asked_for(tmp_path: Path) -> None:
    """The length has a checksum of its own, which anybody can compute."""
    length = struct.pack("<Q", 1 << 62)
    file = tmp_path / f"{PREFIX}1"
    file.write_bytes(length + struct.pack("<I", _masked_checksum(length)) + b"data")
    with pytest.raises(UserError):
        read_training_log(tmp_path)


def test_what_is_no_log_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        read_training_log(tmp_path / "none")
    with pytest.raises(UserError, match="not a known kind of log"):
        read_training_log(tmp_path)
    (tmp_path / "trainer_state.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UserError, match="log_history"):
        read_training_log(tmp_path)


def test_a_run_of_elsewhere_cannot_be_started_here(home: Path, output: Path) -> None:
    store = home / "store.sqlite"
    palimpsest("import-log", output, "--store", store)
    said = palimpsest("predict", "1", "--store", store, "--text", "x")
    assert said.code == 2 and "learn no classes" in said.err


@pytest.mark.parametrize(
    ("name", "value", "key", "own"),
    [
        ("loss", 0.5, "train/loss", 0.5),
        ("train/loss", 0.5, "train/loss", 0.5),
        ("learning_rate", 2e-5, "rate/top", 2e-5),
        ("train/learning_rate", 2e-5, "rate/top", 2e-5),
        ("eval_loss", 0.4, "validation/loss", 0.4),
        ("eval/loss", 0.4, "validation/loss", 0.4),
        ("eval_accuracy", 0.9, "validation/error", 10.0),
        ("test_accuracy", 0.75, "test/error", 25.0),
        ("eval_accuracy", 90.0, "foreign/eval_accuracy", 90.0),  # percent already, or something else
        ("eval_f1", 0.8, "foreign/eval_f1", 0.8),
        ("train_runtime", 12.0, "foreign/train_runtime", 12.0),
        ("train_loss", 0.5, "foreign/train_loss", 0.5),  # the Trainer's mean over the whole training
        ("my/own/tag", 1.0, "foreign/my_own_tag", 1.0),
    ],
)
def test_measures(name: str, value: float, key: str, own: float) -> None:
    found, mine = translate_measure(name, value)
    assert found == key and mine == pytest.approx(own)


def test_a_refused_training_leaves_no_folder(home: Path, output: Path) -> None:
    found = read_training_log(output)
    with Store(home / "palimpsest.sqlite") as store:
        with pytest.raises(sqlite3.IntegrityError):
            store_training(store, replace(found, points=[("train/loss", 1, -1.0, 1.0)]))
        assert not list((home / "palimpsest-runs").iterdir())
