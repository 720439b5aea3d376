"""The watcher: what goes wrong is said, and it starts again."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from engine import launch
from engine.launch import processes, status
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs
from engine.store.database import NewerStoreError
from tests import patience
from workbench.backend import store_threads
from workbench.backend.store_threads import StoreWatcher

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(30)


def test_a_watcher_that_fails_says_so_once_and_starts_again(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_threads, "RETRY_SECONDS", 0.01)
    path, away = tmp_path / "s.sqlite", tmp_path / "away.sqlite"
    experiment = parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]})
    with Store(path) as store:
        launch.enqueue(store, [experiment])
    path.rename(away)  # as a folder that is not mounted
    parent = QObject()
    watcher = StoreWatcher(path, parent)
    said: list[str] = []
    watcher.failed.connect(said.append)
    try:
        with qtbot.waitSignal(watcher.failed, timeout=WAIT):
            watcher.start()
        with qtbot.waitSignal(watcher.changed, timeout=WAIT):
            away.rename(path)
        with Store(path) as store, qtbot.waitSignal(watcher.changed, timeout=WAIT):
            runs.rename_run(store, 1, "renamed")
    finally:
        watcher.stop()
        watcher.wait()
    assert len(said) == 1 and "cannot be read" in said[0]


def test_a_store_that_a_newer_program_migrates_is_said_once_and_its_runs_are_left_alone(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_threads, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(store_threads, "_CHECK_SECONDS", 0.1)
    experiment = parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]})
    with Store(tmp_path / "s.sqlite") as store:
        (number,) = launch.enqueue(store, [experiment])
    opened: list[Path] = []

    def counted(path: Path, **options: bool) -> Store:
        opened.append(path)
        return Store(path, **options)

    monkeypatch.setattr(store_threads, "Store", counted)
    parent = QObject()
    watcher = StoreWatcher(tmp_path / "s.sqlite", parent)
    said: list[str] = []
    watcher.failed.connect(said.append)
    try:
        with qtbot.waitSignal(watcher.changed, timeout=WAIT):
            watcher.start()
        with (
            closing(sqlite3.connect(tmp_path / "s.sqlite")) as newer,
            qtbot.waitSignal(watcher.failed, timeout=WAIT),
        ):
            # As of a run that was claimed long ago and has no process: an older program would queue it again.
            newer.execute("UPDATE runs SET status = 'running', heartbeat = 1.0 WHERE id = ?", (number,))
            newer.execute("PRAGMA user_version = 99")
            newer.commit()
        with pytest.raises(NewerStoreError):
            launch.reconcile_runs(tmp_path / "s.sqlite")
        seen = len(opened)
        qtbot.waitUntil(lambda: len(opened) >= seen + 20, timeout=WAIT)
    finally:
        watcher.stop()
        watcher.wait()
    with closing(sqlite3.connect(tmp_path / "s.sqlite")) as newer:
        assert newer.execute("SELECT status FROM runs").fetchone()[0] == "running"
    assert len(said) == 1 and "newer Palimpsest, or migrated by one (store version 99" in said[0]


def test_a_run_that_does_not_answer_is_told_though_nobody_writes(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_threads, "_CHECK_SECONDS", 0.1)
    experiment = parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]})
    me = os.getpid()
    with Store(tmp_path / "s.sqlite") as store:
        (number,) = launch.enqueue(store, [experiment])
        runs.set_run_columns(
            store,
            [number],
            status="running",
            host=processes.host_name(),
            pid=me,
            pid_started=processes.start_time(me),
            heartbeat=time.time(),
        )
    parent = QObject()
    watcher = StoreWatcher(tmp_path / "s.sqlite", parent)
    try:
        with qtbot.waitSignal(watcher.progressed, timeout=WAIT):  # that it runs
            watcher.start()
        with qtbot.waitSignal(watcher.progressed, timeout=WAIT) as told:
            monkeypatch.setattr(status, "SILENCE_WARNING_SECONDS", 0.0)
        assert told.args == [frozenset([number])]
    finally:
        watcher.stop()
        watcher.wait()
