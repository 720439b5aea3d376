"""Copies of a store: of one moment, in one file, sealed; one is made before each migration."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.store import Store, runs, schema
from engine.store.backup import (
    COPIES_BEFORE_MIGRATION,
    backup_folder,
    copy_before_migration,
    copy_store,
    read_copy,
)
from tests.engine.malformed.stores import sound_store

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(sound_store(), tmp_path / "s.sqlite"))


def test_a_copy_of_a_store_in_use_is_of_one_moment_and_in_one_file(path: Path) -> None:
    with Store(path) as writer:
        runs.rename_run(writer, 1, "committed, still in the WAL")
        with writer.transaction():
            runs.rename_run(writer, 2, "half done")
            reported: list[tuple[int, int]] = []
            copy = copy_store(path, report=lambda done, total: reported.append((done, total)))
    assert copy.path.parent == backup_folder(path)
    assert {each.name for each in copy.path.parent.iterdir()} == {copy.path.name, f"{copy.path.name}.json"}
    assert reported[-1][0] == reported[-1][1] > 0
    with closing(sqlite3.connect(copy.path)) as plain:
        assert plain.execute("SELECT name FROM runs ORDER BY id").fetchall() == [
            ("committed, still in the WAL",), ("Second",),
        ]  # fmt: skip
    assert copy.rows["runs"] == 2 and copy.version == len(schema.MIGRATIONS)
    assert read_copy(copy.path) == copy
    if sys.platform != "win32":
        assert {stat.S_IMODE(each.stat().st_mode) for each in copy.path.parent.iterdir()} == {0o600}


def test_a_copy_that_was_changed_or_has_no_manifest_is_refused(path: Path, tmp_path: Path) -> None:
    copy = copy_store(path, tmp_path / "copy.sqlite")
    manifest = tmp_path / "copy.sqlite.json"
    assert json.loads(manifest.read_text(encoding="utf-8"))["rows"]["runs"] == 2
    with pytest.raises(UserError, match="there is a file already"):
        copy_store(path, tmp_path / "copy.sqlite")
    whole = copy.path.read_bytes()
    copy.path.write_bytes(whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:])
    with pytest.raises(UserError, match="has changed since it was made"):
        read_copy(copy.path)
    manifest.write_text("{}", encoding="utf-8")
    with pytest.raises(UserError, match="manifest cannot be read"):
        read_copy(copy.path)
    manifest.unlink()
    with pytest.raises(UserError, match="no such file"):
        read_copy(copy.path)


def test_a_damaged_store_gives_no_copy(path: Path, tmp_path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(sqlite3.DatabaseError):
        copy_store(path, tmp_path / "copy.sqlite")
    assert [each.name for each in tmp_path.iterdir() if "copy" in each.name] == []


def test_a_copy_is_made_before_each_migration_and_a_few_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    before = (FIXTURES / "version-0.1.0.sqlite").read_bytes()
    for _ in range(COPIES_BEFORE_MIGRATION + 2):
        path.write_bytes(before)
        Store(path).close()
    copies = sorted(backup_folder(path).glob("old-version-3-*.sqlite"))
    assert len(copies) == COPIES_BEFORE_MIGRATION
    assert len(list(backup_folder(path).iterdir())) == 2 * COPIES_BEFORE_MIGRATION
    for copy in copies:
        assert read_copy(copy).version == 3
    Store(path).close()  # it is up to date: no copy
    assert sorted(backup_folder(path).glob("old-version-*.sqlite")) == copies


def test_a_new_store_needs_no_copy(tmp_path: Path) -> None:
    Store(tmp_path / "s.sqlite").close()
    assert not backup_folder(tmp_path / "s.sqlite").exists()


def test_without_a_copy_nothing_is_migrated(tmp_path: Path) -> None:
    path = Path(shutil.copy(FIXTURES / "version-0.1.0.sqlite", tmp_path / "old.sqlite"))
    backup_folder(path).write_text("a file in the way", encoding="utf-8")
    with pytest.raises(UserError):
        Store(path)
    with closing(sqlite3.connect(path)) as old:
        assert old.execute("PRAGMA user_version").fetchone()[0] == 3
    backup_folder(path).unlink()
    assert copy_before_migration(path, 3).is_file()
