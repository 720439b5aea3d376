"""Opening the store: made, brought up to date, shared between processes, or refused with a reason."""

from __future__ import annotations

import logging
import math
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from engine import paths
from engine.errors import UserError
from engine.spec.experiment import parse_experiment
from engine.store import Store, metrics, runs, schema, summaries
from engine.store.database import StoreUnavailableError
from tests import patience
from tests.engine.store.conftest import EXPERIMENT

FIXTURES = Path(__file__).parent / "fixtures"


def shape(store: Store) -> set[tuple[str, str]]:
    """Names and definitions of all tables, views, indexes and triggers, without comments and spacing."""
    rows = store.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    plain = {(name, " ".join(line.split("--")[0].strip() for line in sql.splitlines())) for name, sql in rows}
    return {(name, "".join(sql.split())) for name, sql in plain}


def test_the_default_folder_is_made_but_no_other(home: Path) -> None:
    home.rmdir()
    Store(paths.default_store()).close()
    assert paths.default_store().is_file()
    with pytest.raises(UserError, match="folder of the store does not exist") as caught:
        Store(home / "typo" / "s.sqlite")
    assert caught.value.place == str(home / "typo" / "s.sqlite")
    assert not (home / "typo").exists()


@pytest.mark.parametrize("version", range(1, len(schema.MIGRATIONS) + 1))
def test_every_released_version_is_brought_up_to_date(version: int, tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    connection = sqlite3.connect(old)
    connection.executescript((FIXTURES / f"v{version}.sql").read_text(encoding="utf-8"))
    connection.close()
    with Store(old) as store, Store(tmp_path / "new.sqlite") as new:
        assert shape(store) == shape(new)
        assert store.execute("PRAGMA user_version").fetchone()[0] == len(schema.MIGRATIONS)
        row = runs.get_run(store, 3)
        assert (row.name, row.status, row.validation_best, row.test) == (
            "Kept from long ago",
            "finished",
            4.5,
            5.25,
        )
        assert runs.get_experiment(store, 3).stages[0].kind == "finetune"


def test_stages_of_an_old_run_get_summaries_of_their_own(tmp_path: Path) -> None:
    """Version 1 compared a stage's validation with that of the stage before it."""
    old = tmp_path / "old.sqlite"
    connection = sqlite3.connect(old)
    connection.executescript((FIXTURES / "v1.sql").read_text(encoding="utf-8"))
    points = {
        "validation/error": [(5, 3.0), (10, 2.0), (15, 9.0), (20, 8.0), (25, 8.0)],
        "speed/texts_per_second": [(3, 70.0), (12, 40.0), (22, 60.0)],
        "test/error": [(10, 2.5), (20, 7.5)],
        "rate/top": [(10, None), (20, 0.1)],
    }
    connection.execute(
        "INSERT INTO runs SELECT 4, name, status, phase, phase_done, phase_total, reason, step, steps, progress, "
        "eta_seconds, recipe, group_name, identity, group_identity, encoder, data, seed, spec, device, launcher, "
        "resume, host, pid, pid_started, heartbeat, created, queued, started, finished, active_seconds, folder, "
        "versions, data_fingerprints, slot, notes, tags, archived FROM runs WHERE id = 3"
    )
    for position, first in ((0, 0), (1, 10)):
        connection.execute(
            "INSERT INTO stages VALUES (4, ?, 'finetune', 't', ?, 10, '{}')", (position, first)
        )
    for key, summary in points.items():
        connection.executemany(
            "INSERT INTO metrics VALUES (4, ?, ?, 1.0, ?)", [(key, step, value) for step, value in summary]
        )
        best = {"validation/error": (2.0, 10), "test/error": (2.5, 10)}.get(key, (None, None))
        connection.execute(
            "INSERT INTO summary VALUES (4, ?, ?, ?, ?, ?, ?)",
            (key, *best, summary[-1][1], summary[-1][0], {"validation/error": 8.0}.get(key)),
        )
    connection.commit()
    connection.close()
    with Store(old) as store:
        row = runs.get_run(store, 4)
        assert (row.validation_best, row.validation_best_step, row.validation_last) == (8.0, 20, 8.0)
        assert row.test == 7.5
        stages = summaries.read_stage_summaries(store, [4])[4]
        first, second = (stages[position]["validation/error"] for position in (0, 1))
        assert (first.best, first.best_step, first.last, first.last_step, first.at_best) == (
            2.0,
            10,
            2.0,
            10,
            None,
        )
        assert (second.best, second.best_step, second.at_best) == (8.0, 20, 8.0)
        assert stages[0]["test/error"].at_best == 2.5
        assert stages[1]["speed/texts_per_second"].best == 60.0
        assert (stages[1]["rate/top"].best, stages[1]["rate/top"].last) == (None, 0.1)
        assert runs.get_run(store, 3).validation_best == 4.5
        migrated = [
            tuple(r) for r in store.execute("SELECT * FROM stage_summary WHERE run_id = 4 ORDER BY 2, 3")
        ]
        metrics.recompute_summaries(store, 4)
        again = [
            tuple(r) for r in store.execute("SELECT * FROM stage_summary WHERE run_id = 4 ORDER BY 2, 3")
        ]
        assert migrated == again


def test_migrations_run_once_and_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        number = runs.create_run(store, EXPERIMENT)
    calls = []

    def add_column(connection: sqlite3.Connection) -> None:
        calls.append("column")
        connection.execute("ALTER TABLE runs ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'")

    def break_down(connection: sqlite3.Connection) -> None:
        connection.execute("DROP TABLE metrics")
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, add_column, break_down])
    with pytest.raises(UserError, match="no space left"):
        Store(path)
    monkeypatch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:-1])
    with Store(path) as store:
        assert store.execute("SELECT mood FROM runs WHERE id = ?", (number,)).fetchone()[0] == "calm"
        assert store.execute("SELECT count(*) FROM metrics").fetchone()[0] == 0  # the table is still there
    Store(path).close()
    assert calls == ["column", "column"]  # rolled back once, then for good
    # A reader brings an old store up to date as well.
    with Store(path, read_only=True) as store:
        assert runs.get_run(store, number).name == "one"


def test_store_of_a_newer_version_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(UserError, match="made by a newer Palimpsest") as caught:
            Store(path, read_only=read_only)
        assert caught.value.place == str(path)
    assert path.read_bytes() == before


def test_files_that_are_no_store_are_refused_untouched(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text(
        "Dear diary, this is no database, and long enough to be read as one. " * 20, encoding="utf-8"
    )
    with pytest.raises(UserError, match=r"notes.txt: is not a store"):
        Store(text)
    other = tmp_path / "other.sqlite"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE songs (title TEXT)")
    connection.commit()
    connection.close()
    before = other.read_bytes()
    with pytest.raises(UserError, match="another program"):
        Store(other)
    assert other.read_bytes() == before
    with pytest.raises(UserError, match="is a folder"):
        Store(tmp_path)
    with pytest.raises(UserError, match="no store here yet"):
        Store(tmp_path / "absent.sqlite", read_only=True)


@pytest.mark.skipif(sys.platform == "win32", reason="folder permissions work differently on Windows")
def test_unwritable_folder_and_file_are_named() -> None:
    # Not in tmp_path: its parents are closed to the other user that stands in for a lack of permission.
    folder = Path(tempfile.mkdtemp(prefix="palimpsest-unwritable-"))
    root = os.geteuid() == 0
    try:
        Store(folder / "there.sqlite").close()
        with closing(sqlite3.connect(folder / "old.sqlite")) as old:
            old.executescript((FIXTURES / "v9.sql").read_text(encoding="utf-8"))
        with Store(folder / "whole.sqlite") as store:
            runs.create_run(store, EXPERIMENT)
            for ending in ("", "-wal"):
                shutil.copy(folder / f"whole.sqlite{ending}", folder / f"logged.sqlite{ending}")
        assert (folder / "logged.sqlite-wal").stat().st_size
        for each in folder.glob("*.sqlite*"):
            each.chmod(0o444)
        folder.chmod(0o555)
        if root:
            os.seteuid(65534)
        with pytest.raises(UserError, match="cannot be written") as caught:
            Store(folder / "new.sqlite")
        assert caught.value.place == str(folder / "new.sqlite")
        # What is there can be looked at, also one of an older version or with commits beside it; nothing is written.
        for name in ("there.sqlite", "old.sqlite", "logged.sqlite"):
            before = sorted((each.name, each.read_bytes()) for each in folder.glob("*.sqlite*"))
            with Store(folder / name) as store:
                assert store.is_immutable and runs.count_runs(store) == (name != "there.sqlite")
            with pytest.raises(UserError, match="cannot be written") as caught, Store(folder / name) as store:
                runs.create_sweep(store, "x")
            assert sorted((each.name, each.read_bytes()) for each in folder.glob("*.sqlite*")) == before
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="needs two users")
def test_a_store_that_only_somebody_else_writes_is_followed() -> None:
    folder = Path(tempfile.mkdtemp(prefix="palimpsest-shared-"))
    try:
        with Store(folder / "s.sqlite") as writer:
            runs.create_run(writer, EXPERIMENT)
            for each in folder.glob("s.sqlite*"):
                each.chmod(0o644)
            folder.chmod(0o755)
            os.seteuid(65534)
            with Store(folder / "s.sqlite") as reader:
                assert reader.is_immutable and runs.count_runs(reader) == 1
                os.seteuid(0)
                runs.create_run(writer, EXPERIMENT)
                assert runs.count_runs(reader) == 2
    finally:
        os.seteuid(0)
        shutil.rmtree(folder)


def test_several_processes_may_make_the_same_store_at_once(tmp_path: Path) -> None:
    code = "import sys; from engine.store import Store; Store(sys.argv[1]).close()"
    command = [sys.executable, "-P", "-c", code, str(tmp_path / "s.sqlite")]
    processes = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(4)]
    complaints = [process.communicate()[1] for process in processes]
    assert [process.returncode for process in processes] == [0] * 4, complaints
    with Store(tmp_path / "s.sqlite", read_only=True) as store:
        assert runs.list_runs(store) == []


def test_a_store_that_another_makes_while_it_is_opened_is_no_damaged_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its version was read before, its tables after the other had made them: tables without a version are damage."""
    path = tmp_path / "s.sqlite"
    with closing(sqlite3.connect(path)) as empty:
        empty.executescript("PRAGMA journal_mode=WAL; CREATE TABLE t (x); DROP TABLE t")
    ask = Store.require_supported_version

    def ask_while_it_is_made(store: Store) -> int:
        version = ask(store)
        monkeypatch.undo()
        Store(path).close()
        return version

    monkeypatch.setattr(Store, "require_supported_version", ask_while_it_is_made)
    with Store(path) as store:
        assert runs.list_runs(store) == []


def test_a_locked_store_is_waited_for_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The lock is given up when the word has been said; without that, the wait would end in a refusal."""
    monkeypatch.setattr("engine.store.database._SILENT_SECONDS", 0.05)
    path = tmp_path / "s.sqlite"
    Store(path).close()
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")

    class Release(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            other.close()

    log = logging.getLogger("engine.store.database")
    log.addHandler(release := Release())
    try:
        with Store(path, patience=patience.seconds(60)) as store:
            assert runs.create_run(store, EXPERIMENT) == 1
    finally:
        log.removeHandler(release)
        other.close()
    (message,) = [record.getMessage() for record in caplog.records]
    assert message.startswith(f"Another program is writing to {path}")


def test_a_lock_that_stays_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        store.patience = 0.0
        with pytest.raises(UserError, match="the store is locked") as caught, store.explain_errors():
            runs.create_run(store, EXPERIMENT)
        assert isinstance(caught.value, StoreUnavailableError)
        other.close()
        assert runs.create_run(store, EXPERIMENT) == 1


def test_readers_cannot_write_and_do_not_wait(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as writer, Store(path, read_only=True) as reader:
        number = runs.create_run(writer, EXPERIMENT)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            runs.rename_run(reader, number, "x")
        version = reader.data_version
        with writer.transaction():
            runs.rename_run(writer, number, "half done")
            assert runs.get_run(reader, number).name == "one"
        assert reader.data_version != version
        assert runs.get_run(reader, number).name == "half done"


def test_paths_with_spaces_and_signs(tmp_path: Path) -> None:
    path = tmp_path / "a b#c?d%20é.sqlite"
    Store(path).close()
    assert path.is_file()
    with Store(path, read_only=True) as store:
        assert runs.count_runs(store) == 0


PAGE = Path(__file__).resolve().parents[3] / "docs" / "store.md"


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "s.sqlite") as db:
        for seed in (1, 2, 3):
            stage = {"kind": "finetune", "data": "samples:reviews", "batch_size": 8}
            number = runs.create_run(db, parse_experiment({"name": "x", "seed": seed, "stages": [stage]}))
            metrics.add_points(
                db, number, [("test/error", 5, 1.0, 4.0 + seed), ("validation/error", 5, 1.0, 4.0)]
            )
            retained = [("retention/loss", 0, 0.5, 3.0), ("retention/loss", 5, 1.0, 3.0 + math.log(1 + seed))]
            metrics.add_points(db, number, retained)
        db.execute("UPDATE runs SET status = 'finished'")
        db.execute("UPDATE summary SET at_best = last")
        yield db


def test_every_table_and_column_is_described(store: Store) -> None:
    words = set(re.findall(r"`([a-z_]+)`", PAGE.read_text(encoding="utf-8")))
    words |= set(
        re.findall(r"[a-z_]+", " ".join(re.findall(r"`\(([^)]*)\)`", PAGE.read_text(encoding="utf-8"))))
    )
    tables = [
        row[0]
        for row in store.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        if not row[0].startswith("sqlite_")
    ]
    missing = [name for name in tables if name not in words]
    for table in tables:
        if table not in ("results", "changes"):
            columns = [row[1] for row in store.execute(f"PRAGMA table_info({table})")]
            missing += [f"{table}.{name}" for name in columns if name not in words]
    assert missing == []


def test_the_example_queries_run(store: Store) -> None:
    queries = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(queries) == 6
    results = [store.execute(query).fetchall() for query in queries]
    assert [len(rows) for rows in results[:2]] == [3, 1]
    # 5, 6, 7: mean 6, standard deviation 1
    assert (results[1][0]["n"], results[1][0]["mean"], results[1][0]["sd"]) == (3, 6.0, pytest.approx(1.0))
    assert [row["rate"] for row in results[3]] == [2e-5] * 3
    assert [row["factor"] for row in results[5]] == pytest.approx([2.0, 3.0, 4.0])
