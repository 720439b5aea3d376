"""Runs of Weights & Biases become runs of the store, read from the files that W&B itself wrote."""

from __future__ import annotations

import json
import shutil
import sqlite3
import struct
import zlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.foreign.log_import import read_training_log
from engine.foreign.record import store_training
from engine.foreign.wandb import BLOCK, HEADER
from engine.store import Store, metrics, runs
from tests.engine.cli.test_app import palimpsest

WRITTEN = Path(__file__).parent / "logs" / "run-2k6yno77.wandb"
"""Written offline by wandb 0.31.0: five calls of ``log``, numbers, texts, NaN and a dictionary among them."""


def varint(number: int) -> bytes:
    found = b""
    while number > 0x7F:
        found += bytes([number & 0x7F | 0x80])
        number >>= 7
    return found + bytes([number])


def message(number: int, content: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(content)) + content


def history(step: int, **values: object) -> bytes:
    items = b"".join(
        message(1, message(1, name.encode()) + message(16, json.dumps(value).encode()))
        for name, value in values.items()
    )
    return message(2, items + message(2, b"\x08" + varint(step)))


def write(file: Path, records: Iterable[bytes]) -> Path:
    """Write records as W&B does, those that do not fit into a block in parts."""
    file.parent.mkdir(parents=True, exist_ok=True)
    made = bytearray(HEADER)
    for record in records:
        rest, first = record, True
        while first or rest:
            if (room := BLOCK - len(made) % BLOCK) < 7:
                made += bytes(room)
                continue
            part, rest = rest[: room - 7], rest[room - 7 :]
            kind = (1 if first else 4) if not rest else (2 if first else 3)
            made += struct.pack("<IHB", zlib.crc32(bytes([kind]) + part), len(part), kind) + part
            first = False
    file.write_bytes(made)
    return file


def test_an_offline_run_becomes_a_run(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "wandb" / "offline-run-20261123_004733-2k6yno77"
    folder.mkdir(parents=True)
    shutil.copy(WRITTEN, folder)
    (tmp_path / "wandb" / "latest-run").symlink_to(folder)
    store = home / "store.sqlite"
    said = palimpsest("import-log", tmp_path / "wandb", "--store", store, "--json")
    assert said.code == 0, said.err
    found = said.json
    assert (found["name"], found["steps"]) == ("their run", 5)
    keys = [
        "train/loss",
        "rate/top",
        "validation/loss",
        "validation/error",
        "foreign/nested.a",
        "foreign/nan",
    ]
    assert found["metrics"] == sorted(keys)
    with Store(store) as opened:
        row = runs.get_run(opened, found["run"])
        curves = metrics.read_curves(opened, [row.id], keys)
        experiment = runs.get_experiment(opened, row.id)
    assert (row.status, row.step, row.validation_best) == ("finished", 5, pytest.approx(10.0))
    np.testing.assert_allclose(curves[row.id, "train/loss"].value, [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5])
    np.testing.assert_allclose(curves[row.id, "rate/top"].value, np.arange(1, 6) * 1e-4)
    assert curves[row.id, "validation/error"].step.tolist() == [2, 4]
    np.testing.assert_allclose(curves[row.id, "validation/error"].value, [30, 10])
    np.testing.assert_allclose(curves[row.id, "foreign/nested.a"].value, [6, 12])
    assert np.isnan(curves[row.id, "foreign/nan"].value).all()
    assert experiment.stages[0].settings == [  # type: ignore[attr-defined]
        "learning_rate = 5e-05", 'batch = {"size": 8}', 'model = "tiny"'
    ]  # fmt: skip
    assert row.started == pytest.approx(1795394853.594385)


def test_records_over_several_blocks_and_the_update_of_a_trainer(tmp_path: Path) -> None:
    """transformers and Lightning log the update; the count of calls is another."""
    rows = [
        history(
            n,
            **{
                "train/loss": 1 / (n + 1),
                "train/global_step": 10 * n,
                "blob": "x" * (90_000 if n == 3 else 450),
            },
        )
        for n in range(200)
    ]
    found = read_training_log(write(tmp_path / "a" / "run-1.wandb", rows))
    assert [(step, value) for _, step, _, value in found.points] == [
        (10 * n, 1 / (n + 1)) for n in range(200)
    ]
    assert found.name == "run-1" and "no end" in found.notes[0]
    with_lightning = history(7, **{"trainer/global_step": 49, "epoch": 1, "val/acc": 0.5, "right": True})
    found = read_training_log(write(tmp_path / "b" / "run-2.wandb", [with_lightning]))
    assert found.points == [("validation/error", 49, 0.0, 50.0)]


def test_updates_that_a_resumed_training_did_again_count_once(tmp_path: Path) -> None:
    """Stopped after update 60 and resumed from the checkpoint of update 20, it was stopped again after update 40."""
    steps = [10, 20, 30, 40, 50, 60, 30, 40]
    rows = [history(n, **{"train/loss": 1.0 * n, "train/global_step": step}) for n, step in enumerate(steps)]
    found = read_training_log(write(tmp_path / "run-1.wandb", rows))
    assert [(step, value) for _, step, _, value in found.points] == [(10, 0), (20, 1), (30, 6), (40, 7)]
    assert found.steps == 40 and any(note.startswith("4 points are left out") for note in found.notes)


def test_a_refused_training_leaves_no_folder(home: Path, tmp_path: Path) -> None:
    found = read_training_log(write(tmp_path / "run-1.wandb", [history(1, loss=1.0)]))
    with Store(home / "palimpsest.sqlite") as store:
        with pytest.raises(sqlite3.IntegrityError):
            store_training(store, replace(found, points=[("train/loss", 1, -1.0, 1.0)]))
        assert not list((home / "palimpsest-runs").iterdir())


def test_damage_is_found_and_a_cut_file_is_read_to_its_end(tmp_path: Path) -> None:
    whole = WRITTEN.read_bytes()
    file = tmp_path / WRITTEN.name
    file.write_bytes(whole[: whole.index(b"train/loss", 2000)])
    found = read_training_log(file)
    assert "cut short" in found.notes[0] and 0 < found.steps < 5
    file.write_bytes(whole[:60] + bytes([whole[60] ^ 1]) + whole[61:])
    with pytest.raises(UserError, match="record 1: .*damaged"):
        read_training_log(file)
    for start, message_part in (
        (b":W&B\xe1\xbe\x07", "another version"),
        (b"PK\x03\x04", "not a file of Weights"),
    ):
        file.write_bytes(start + whole[len(start) :])
        with pytest.raises(UserError, match=message_part):
            read_training_log(file)


@pytest.mark.parametrize(
    "record",
    [
        b"\x12\xff",
        message(2, message(1, message(16, b"{"))),
        message(2, message(1, message(1, b"\xff\xfe"))),
        message(2, message(1, message(1, b"a") + message(16, b"[" * 100_000))),
        message(2, message(1, message(1, b"a") + message(16, b"9" * 4000))),
        message(2, message(1, message(1, b"a") + message(6, b"123"))),
    ],
)
def test_a_malformed_record_is_named(record: bytes, tmp_path: Path) -> None:
    file = write(tmp_path / "run-x.wandb", [history(0, loss=1.0), record])
    with pytest.raises(UserError, match=r"run-x.wandb, record 2"):
        read_training_log(file)


def test_steps_that_no_training_has_are_not_believed(tmp_path: Path) -> None:
    rows = [history(4, loss=2.0), history(5, loss=1.0, **{"train/global_step": 1e300})]
    rows.append(history(6, loss=0.5, **{"train/global_step": float("nan")}))
    found = read_training_log(write(tmp_path / "run-x.wandb", rows))
    assert found.points == [("train/loss", 4, 0.0, 0.5)]


def test_several_runs_and_runs_without_numbers_are_refused(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / name / f"run-{name}.wandb", [history(0, loss=1.0)])
    with pytest.raises(UserError, match="several trainings.*Name one: a, b"):
        read_training_log(tmp_path)
    with pytest.raises(UserError, match="no measures"):
        read_training_log(write(tmp_path / "c" / "run-c.wandb", [history(0, text="words only")]))
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "run-d.wandb").write_bytes(b"")
    with pytest.raises(UserError, match="not a file of Weights"):
        read_training_log(tmp_path / "d")
