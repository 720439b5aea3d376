"""The writer: every event ends up in its tables, and nothing it meets disturbs training."""

from __future__ import annotations

import errno
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from engine.events import (
    CheckpointSaved,
    Evaluation,
    PhaseKind,
    PhaseProgress,
    Predictions,
    RunFinished,
    RunNotice,
    StageReused,
    StageStarted,
    StepMetrics,
)
from engine.store import Store, metrics, runs, summaries
from engine.store.writer import RunWriter
from tests import patience
from tests.engine.store.conftest import EXPERIMENT

STAGE = StageStarted(0, "finetune", "Fine-tuning", 0, 100, 100, {"data": "abc", "classes": ["a", "b"]})


def test_a_stage_keeps_which_run_trained_it(path: Path) -> None:
    with RunWriter(path, 1) as writer:
        writer.write(STAGE)
        writer.write(StageReused(0, "7", "first"))
        writer.write(StageStarted(1, "finetune", "Fine-tuning", 100, 100, 200))
    with Store(path) as store:
        first, second = runs.list_stages(store, 1)
    assert first.source_run == "7" and first.info["data"] == "abc"
    assert second.source_run == ""


def test_a_whole_run(path: Path) -> None:
    with Store(path) as store:
        folder = runs.get_run(store, 1).folder
    best = folder / "checkpoints" / "best-60"
    best.mkdir(parents=True)
    (best / "model.safetensors").write_bytes(b"x" * 123)
    ones = np.ones(3)
    predictions = Predictions(
        "test", np.arange(3), np.array([0, 1, 1]), np.array([0, 0, 1]), ones, ones, ("a", "b")
    )
    with RunWriter(path, 1) as writer:
        writer.write(PhaseProgress("Reading data", 1, 2))
        writer.write(STAGE)
        for step in range(1, 101):
            writer.write(StepMetrics(step, {"train/loss": 1 / step, "rate/top": 1e-5}))
            if step % 20 == 0:
                error = abs(step - 60.0)
                writer.write(Evaluation("validation", step, {"validation/error": error}, best=step <= 60))
                if step <= 60:
                    writer.write(CheckpointSaved("best", best, step))
        writer.write(RunNotice("warning", "a word"))
        writer.write(Evaluation("test", 60, {"test/error": 9.0}, predictions=predictions))
        writer.write(RunFinished(100, {"test/error": 9.0}))
        writer.set_columns(status="finished")
    with Store(path, read_only=True) as store:
        row = runs.get_run(store, 1)
        assert (row.status, row.step, row.steps, row.progress) == ("finished", 100, 100, 1.0)
        assert (row.validation_best, row.validation_best_step, row.validation_last, row.test) == (
            0.0,
            60,
            40.0,
            9.0,
        )
        curve = metrics.read_curves(store, [1], ["train/loss"])[1, "train/loss"]
        np.testing.assert_array_equal(curve.value, 1 / np.arange(1, 101))
        assert (np.diff(curve.time) >= 0).all()
        assert curve.time[-1] <= row.active_seconds
        stored = summaries.read_summaries(store, [1])[1]
        assert stored["train/loss"].at_best == 1 / 60  # as it was at the chosen checkpoint
        assert stored["validation/error"].at_best == 0.0
        assert [stage.title for stage in runs.list_stages(store, 1)] == ["Fine-tuning"]
        assert runs.list_stages(store, 1)[0].info["classes"] == ["a", "b"]
        assert runs.data_fingerprints(store, 1) == {"0": "abc"}
        (artefact,) = runs.list_artefacts(store, 1)  # a slot holds one checkpoint
        assert (artefact.kind, artefact.path, artefact.step, artefact.bytes) == ("best", best, 60, 123)
        assert [(line.level, line.text) for line in runs.list_log_lines(store, 1)] == [("warning", "a word")]
        stored = summaries.read_predictions(store, 1)
        assert stored is not None
        assert sorted(zip(stored.labels, stored.predicted, strict=True)) == [(0, 0), (1, 0), (1, 1)]
        assert runs.list_log_lines(store, 1, after=runs.list_log_lines(store, 1)[-1].id) == []


def test_progress_is_of_the_run_and_the_phase(path: Path) -> None:
    with RunWriter(path, 1) as writer, Store(path, read_only=True) as store:
        writer.write(PhaseProgress("Tokenising", 30, 40))
        assert writer.flush()
        row = runs.get_run(store, 1)
        assert (row.phase, row.phase_done, row.phase_total, row.progress) == ("Tokenising", 30, 40, None)
        writer.write(StageStarted(1, "finetune", "Fine-tuning", 100, 300, 400))
        writer.write(StepMetrics(150, {}))
        time.sleep(0.05)
        writer.write(StepMetrics(160, {}))
        assert writer.flush()
        row = runs.get_run(store, 1)
        assert (row.phase, row.phase_done, row.phase_total) == ("Fine-tuning", 60, 300)
        assert (row.step, row.progress) == (160, 0.4)
        # 10 updates in 50 ms or a little more, 240 to go.
        assert row.eta_seconds is not None
        assert row.eta_seconds > 240 / 10 * 0.05


def test_active_seconds_add_up_over_resumes(path: Path) -> None:
    with Store(path) as store:
        runs.set_run_columns(store, [1], active_seconds=100.0)
    with RunWriter(path, 1) as writer:
        writer.write(StepMetrics(1, {"train/loss": 1.0}))
        assert writer.active_seconds >= 100.0
    with Store(path) as store:
        assert metrics.read_curves(store, [1], ["train/loss"])[1, "train/loss"].time[0] >= 100.0
        assert 100.0 < runs.get_run(store, 1).active_seconds < 160.0


def test_the_heart_beats_while_training_is_silent(path: Path) -> None:
    with RunWriter(path, 1) as writer, Store(path, read_only=True) as store:
        assert writer.flush()
        first = runs.get_run(store, 1).heartbeat
        assert first is not None
        deadline = time.monotonic() + patience.seconds(20)
        while (runs.get_run(store, 1).heartbeat or 0) <= first and time.monotonic() < deadline:
            time.sleep(0.05)
        assert (runs.get_run(store, 1).heartbeat or 0) > first


def test_a_locked_store_neither_stops_training_nor_loses_anything(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.database.BUSY_SECONDS", 0.05)
    messages: list[str] = []
    writer = RunWriter(path, 1, report_failure=messages.append)
    assert writer.flush()
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    writer.write(STAGE)
    for step in range(1, 51):
        writer.write(StepMetrics(step, {"train/loss": 1.0}))
    deadline = time.monotonic() + patience.seconds(20)
    while not messages and time.monotonic() < deadline:
        time.sleep(0.02)
    assert "training goes on" in messages[0]
    blocker.execute("COMMIT")
    blocker.close()
    assert writer.close()
    with Store(path) as store:
        assert len(metrics.read_curves(store, [1], ["train/loss"])[1, "train/loss"]) == 50
        assert runs.list_stages(store, 1)[0].kind == "finetune"
    assert "written again" in messages[-1]


def test_a_full_disk_neither_stops_training_nor_loses_anything(path: Path) -> None:
    """SQLite's own page limit gives the same error as a full disk."""
    messages: list[str] = []
    writer = RunWriter(path, 1, report_failure=messages.append)
    room = {"full": True}
    commit = writer._commit

    def limited(store: Store, work: list, row: dict, *, durable: bool = True) -> None:
        pages = store.execute("PRAGMA page_count").fetchone()[0]
        store.execute(f"PRAGMA max_page_count={pages if room['full'] else 2**30}")
        commit(store, work, row, durable=durable)

    writer._commit = limited  # type: ignore[method-assign]
    for step in range(1, 5001):
        writer.write(StepMetrics(step, {"train/loss": 1.0}))
    deadline = time.monotonic() + patience.seconds(20)
    while not messages and time.monotonic() < deadline:
        time.sleep(0.02)
    assert "full" in messages[0]
    room["full"] = False
    assert writer.close()
    with Store(path) as store:
        assert len(metrics.read_curves(store, [1], ["train/loss"])[1, "train/loss"]) == 5000


def test_how_a_run_ended_is_recorded_though_a_file_beside_the_store_has_no_room(path: Path) -> None:
    def no_room(_store: Store) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    writer = RunWriter(path, 1, report_failure=lambda text: None)
    writer._enqueue(no_room)
    writer.set_columns(status="interrupted", reason="there was no disk space")
    assert not writer.close()
    with Store(path) as store:
        row = runs.get_run(store, 1)
        assert (row.status, row.reason) == ("interrupted", "there was no disk space")


def test_what_cannot_be_written_is_bounded_and_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.store.writer.MAX_BUFFERED_POINTS", 100)
    writer = RunWriter(path, 1, report_failure=lambda text: None)
    blocked = {"yes": True}
    commit = writer._commit

    def failing(store: Store, work: list, row: dict) -> None:
        if blocked["yes"]:
            raise sqlite3.OperationalError("disk I/O error")
        commit(store, work, row)

    writer._commit = failing  # type: ignore[method-assign]
    for step in range(1, 301):
        writer.write(StepMetrics(step, {"train/loss": 1.0}))
    with writer._lock:
        count = len(writer._points)
    assert count <= 100
    blocked["yes"] = False
    assert writer.flush()
    assert writer.close()
    with Store(path) as store:
        assert metrics.read_curves(store, [1], ["train/loss"])[1, "train/loss"].step[-1] == 300


def test_several_writers_and_readers_at_once(path: Path) -> None:
    with Store(path) as store:
        for _ in range(2):
            runs.create_run(store, EXPERIMENT)
    code = """
import sys
from pathlib import Path
from engine.store.writer import RunWriter
from engine.events import StepMetrics
with RunWriter(Path(sys.argv[1]), int(sys.argv[2])) as writer:
    for step in range(1, 2001):
        writer.write(StepMetrics(step, {"train/loss": float(step), "train/error": 1.0}))
        if step % 50 == 0:
            writer.flush()
sys.exit(0 if writer.failures == 0 else 1)
"""
    writers = [subprocess.Popen([sys.executable, "-P", "-c", code, str(path), str(n)]) for n in range(1, 4)]
    seen = 0
    with Store(path, read_only=True) as store:
        while any(writer.poll() is None for writer in writers):
            for curve in metrics.read_curves(store, range(1, 4), ["train/loss"]).values():
                seen += 1
                np.testing.assert_array_equal(curve.value, curve.step)
            time.sleep(0.02)
        assert [writer.returncode for writer in writers] == [0] * 3
        curves = metrics.read_curves(store, range(1, 4), ["train/loss", "train/error"])
        assert {key: len(curve) for key, curve in curves.items()} == {
            (n, key): 2000 for n in range(1, 4) for key in ("train/loss", "train/error")
        }
    assert seen > 0


def test_what_a_checkpoint_counts_as_done_is_stored_before_it(path: Path) -> None:
    """Several checkpoints in a row have the same phase: what was measured between them is committed all the same."""
    with RunWriter(path, 1) as writer, Store(path, read_only=True) as store:
        writer.write(STAGE)
        for step in range(1, 6):
            writer.write(StepMetrics(step, {"train/loss": 1.0}))
            writer.write(PhaseProgress("Saving a checkpoint", step, 100, PhaseKind.SAVING))
            assert writer.flush()
            assert len(metrics.read_curves(store, [1], ["train/loss"])[1, "train/loss"]) == step


def test_a_flush_that_failed_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.store.database.BUSY_SECONDS", 0.05)
    writer = RunWriter(path, 1, report_failure=lambda text: None)
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    writer.write(StepMetrics(1, {"train/loss": 1.0}))
    assert not writer.flush(1.0)
    blocker.execute("COMMIT")
    blocker.close()
    assert writer.flush(patience.seconds(20)) and writer.close()
