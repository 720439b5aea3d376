"""Repairing: all that can be read is in the new store, and nothing of the old one is gone."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.store import Store, metrics, runs, schema
from engine.store.backup import (
    COPIES_BEFORE_MIGRATION,
    backup_folder,
    copy_before_migration,
    copy_store,
    read_copy,
)
from engine.store.repair import check_store, repair_store, restore_store
from tests.engine.malformed.stores import INSIDE_JSON, sound_store, unguarded

# -- looking for damage: a sound store has none; each kind of damage is found and told in words


# ruff: noqa: E501  (a table of damages reads better with one in a line)


def damage(path: Path, *statements: str) -> None:
    with unguarded(path) as store:
        for each in statements:
            store.execute(each)


def test_a_store_that_runs_have_written_is_sound(path: Path) -> None:
    check = check_store(path)
    assert check.is_sound and check.version == len(schema.MIGRATIONS)
    assert check.rows["runs"] == 2 and check.rows["predictions"] == 3
    assert all(each.kind == "folder" for each in check.findings)


def test_a_store_of_an_older_version_is_checked_against_its_own_schema(tmp_path: Path) -> None:
    old = Path(shutil.copy(FIXTURES / "version-0.1.0.sqlite", tmp_path / "old.sqlite"))
    assert check_store(old).is_sound and check_store(old).version == 3
    with Store(old):
        pass
    assert check_store(old).is_sound and check_store(old).version == len(schema.MIGRATIONS)


@pytest.mark.parametrize(
    ("statement", "kind", "words"),
    [
        ("DROP TABLE messages", "schema", "the table 'messages' is missing"),
        ("ALTER TABLE stages RENAME COLUMN info TO more", "schema", "the column 'info' of the table 'stages' is missing"),
        ("DROP INDEX runs_status", "schema", "the index 'runs_status' is missing"),
        ("DROP TRIGGER run_added", "schema", "the trigger 'run_added' is missing"),
        ("DROP VIEW results", "schema", "the view 'results' is missing"),
        ("UPDATE runs SET name = X'00FF' WHERE id = 2", "value", "'runs', id 2, holds a value of the type blob"),
        ("UPDATE runs SET name = CAST(X'41FF' AS TEXT) WHERE id = 1", "value", "'runs', id 1, holds a text that is not UTF-8"),
        ("UPDATE runs SET tags = '{}'", "value", "holds no JSON array that can be read (2 such rows)"),
        ("UPDATE runs SET tags = '[1, []]'", "value", "'runs', id 1, holds no JSON array that can be read"),
        ("UPDATE runs SET spec = replace(spec, '\"Quickstart\"', 'NaN') WHERE id = 1", "value", "'spec' of the table 'runs', id 1"),
        ("""UPDATE runs SET versions = '{"torch": []}'""", "value", "'versions' of the table 'runs', id 1"),
        ("UPDATE prediction_sets SET classes = '[7, null]'", "value", "'classes' of the table 'prediction_sets', run id 1"),
        ("UPDATE probe_maps SET shape = '[7]'", "value", "the table 'probe_maps' has more or fewer values than its shape, run 1"),
        ("UPDATE probe_maps SET value = '[[1], [2]]'", "value", "'value' of the table 'probe_maps', run id 1"),
        ("UPDATE stages SET info = '{' ", "value", "'stages', run id 1, holds no JSON object"),
        ("UPDATE runs SET status = 'dancing' WHERE id = 2", "value", "holds the value 'dancing'"),
        ("UPDATE runs SET step = -7 WHERE id = 2", "value", "'runs', id 2, holds the value '-7'"),
        ("UPDATE runs SET created = 9e99 WHERE id = 2", "value", "the column 'created' of the table 'runs', id 2"),
        ("UPDATE predictions SET predicted = 2 WHERE position = 0", "value", "'predictions' has a prediction beyond the classes of its split, run 1"),
        ("UPDATE predictions SET run_id = 77", "reference", "3 rows of the table 'predictions' belong to no row"),
        ("DELETE FROM runs WHERE id = 1", "reference", "belong to no row of 'runs'"),
    ],
)  # fmt: skip
def test_damage_is_found_and_named(statement: str, kind: str, words: str, path: Path) -> None:
    damage(path, statement)
    check = check_store(path)
    assert not check.is_sound
    assert any(each.kind == kind and words in each.text for each in check.findings), check.findings


def test_values_that_are_odd_but_ours_are_sound(path: Path) -> None:
    """Regressions have labels beyond any class."""
    damage(
        path,
        """UPDATE stages SET info = '{"höhe": 1}'""",
        "UPDATE prediction_sets SET classes = '[]'",
        "UPDATE predictions SET label = 3.25, predicted = -11.5, confidence = NULL",
        "UPDATE runs SET name = 'Läufe 🏃'",
    )
    assert check_store(path).is_sound


def test_folders_without_runs_and_runs_without_folders_are_told_and_are_no_damage(path: Path) -> None:
    (path.parent / "s-runs" / "000009").mkdir(parents=True)
    (path.parent / "s-runs" / "notes").mkdir()
    texts = [each.text for each in check_store(path).findings if each.kind == "folder"]
    assert "the folder s-runs/000009 belongs to no run" in texts
    assert any(text.startswith("run 1 has no folder any more") for text in texts) and len(texts) == 3
    assert check_store(path).is_sound


def test_a_torn_file_is_found(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "file" in {each.kind for each in check_store(path).findings if each.is_damage}


def test_what_is_no_store_of_ours_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database " * 100, encoding="utf-8")
    with pytest.raises(UserError, match="is not a store of Palimpsest"):
        check_store(tmp_path / "notes.txt")
    damage(tmp_path / "other.sqlite", "CREATE TABLE songs (title TEXT)")
    with pytest.raises(UserError, match="another program"):
        check_store(tmp_path / "other.sqlite")
    with Store(tmp_path / "s.sqlite") as store:
        store.execute("PRAGMA user_version=99")
    with pytest.raises(UserError, match="newer Palimpsest"):
        check_store(tmp_path / "s.sqlite")


# ruff: noqa: E501  (a table of damages reads better with one in a line)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(sound_store(), tmp_path / "s.sqlite"))


def rows(path: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as store:
        return store.execute(f"SELECT * FROM {table}").fetchall()


TABLES = ("runs", "stages", "metrics", "summary", "stage_summary", "predictions", "prediction_sets", "messages", "artefacts",
          "datasets", "sweeps", "probe_maps", "test_looks")  # fmt: skip


def test_what_is_sound_is_all_there(path: Path) -> None:
    before = {table: rows(path, table) for table in TABLES}
    report = repair_store(path)
    assert {table: rows(path, table) for table in TABLES} == before
    assert report.set_aside is None and report.lost == [] and report.mended == {}
    assert check_store(path).is_sound
    with Store(path) as store:
        assert runs.create_run(store, runs.get_experiment(store, 1)) == 3  # numbers go on


def test_damaged_values_are_replaced_and_kept_in_a_file(path: Path) -> None:
    damage(
        path,
        "UPDATE runs SET name = X'C0FFEE', status = 'dancing', phase = X'00', progress = 'much' WHERE id = 1",
        "UPDATE stages SET info = '{'",
        "UPDATE metrics SET value = 'word' WHERE key = 'validation/error'",
    )
    original = path.read_bytes()
    report = repair_store(path)
    with Store(path) as store:
        row = runs.get_run(store, 1)
        assert (row.name, row.status, row.phase, row.progress) == ("Run 1", "interrupted", "", None)
        assert runs.get_run(store, 2).name == "Second"
        assert runs.list_stages(store, 1)[0].info == {}
    assert report.mended["runs.name"] == report.mended["stages.info"] == report.mended["metrics.value"] == 1
    assert report.set_aside is not None
    records = [json.loads(line) for line in report.set_aside.read_text(encoding="utf-8").splitlines()]
    assert {"hex": "c0ffee"} in [each["row"].get("name") for each in records]
    assert "word" in [each["row"].get("value") for each in records]
    assert report.damaged.read_bytes() == original


def test_rows_without_a_place_are_set_aside(path: Path) -> None:
    damage(path, "UPDATE predictions SET run_id = 77", "UPDATE runs SET spec = 'gone' WHERE id = 2",
           "UPDATE runs SET sweep_id = 99 WHERE id = 1")  # fmt: skip
    report = repair_store(path)
    assert report.saved["runs"] == 1 and report.saved["predictions"] == 0
    assert report.set_aside is not None
    records = [json.loads(line) for line in report.set_aside.read_text(encoding="utf-8").splitlines()]
    assert sorted((each["table"], each["row"].get("id")) for each in records) == [
        ("predictions", None), ("predictions", None), ("predictions", None), ("runs", 2),
    ]  # fmt: skip
    with Store(path) as store:
        assert runs.get_run(store, 1).sweep_id is None


def test_missing_tables_and_columns_are_made_anew(path: Path) -> None:
    damage(path, "DROP TABLE messages", "DROP TABLE prediction_sets", "ALTER TABLE datasets RENAME COLUMN report TO other",
           "DROP TRIGGER run_added", "DROP INDEX runs_status")  # fmt: skip
    report = repair_store(path)
    assert check_store(path).is_sound
    assert "the table 'messages' was missing; it is empty now" in report.lost
    assert report.saved["datasets"] == 1 and report.saved["runs"] == 2


def test_a_file_with_broken_pages_gives_all_rows_that_can_be_read(path: Path) -> None:
    """Pages in the middle are overwritten: most of some thousand points are on others."""
    with Store(path) as store:
        metrics.add_points(store, 1, [("train/loss", step, step / 10, 0.5) for step in range(20_000)])
        for number in range(3000):
            store.upsert(
                "messages", {"run_id": 1, "time": 1.0, "level": "info", "text": f"note {number}" * 5}
            )
    with closing(sqlite3.connect(path)) as store:
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = {table: set(rows(path, table)) for table in ("metrics", "messages")}
    content = bytearray(path.read_bytes())
    pages = len(content) // 4096
    for page in random.Random(7).sample(range(pages // 2, pages - 1), 4):
        content[page * 4096 : (page + 1) * 4096] = b"\xa5" * 4096
    path.write_bytes(content)
    report = repair_store(path)
    assert check_store(path).is_sound and report.lost
    with Store(path) as store:
        assert [row.id for row in runs.list_runs(store, order_by="id", descending=False)] == [1, 2]
    after = {table: set(rows(path, table)) for table in ("metrics", "messages")}
    for table, count in after.items():
        assert count <= before[table]
    assert sum(map(len, after.values())) > sum(map(len, before.values())) / 2
    assert report.damaged.read_bytes() == bytes(content)


def test_nothing_readable_changes_nothing(path: Path) -> None:
    content = path.read_bytes()[:4096] + bytes(path.stat().st_size - 4096)
    path.write_bytes(content)
    with pytest.raises(UserError, match="store restore"):
        repair_store(path)
    assert path.read_bytes() == content
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_store_in_use_is_left_alone(path: Path) -> None:
    copy = copy_store(path)
    with Store(path, read_only=True) as reader:
        runs.list_runs(reader)
        before = path.read_bytes()
        with pytest.raises(UserError, match="the store is in use"):
            repair_store(path)
        with pytest.raises(UserError, match="the store is in use"):
            restore_store(copy.path, path)
    assert path.read_bytes() == before


def test_a_copy_is_put_back_and_the_store_is_kept(path: Path) -> None:
    copy = copy_store(path)
    with Store(path) as store:
        runs.rename_run(store, 1, "Later")
    replaced = restore_store(copy.path, path)
    with Store(path) as store:
        assert runs.get_run(store, 1).name == "Quickstart"
    assert replaced is not None
    with Store(replaced) as store:
        assert runs.get_run(store, 1).name == "Later"
    path.unlink()
    assert restore_store(copy.path, path) is None and check_store(path).is_sound


@pytest.mark.parametrize("place", sorted(INSIDE_JSON))
def test_nonsense_inside_json_is_replaced_or_left_to_who_reads_it(place: str, path: Path) -> None:
    """What is no damage (a design that this program does not know) is refused by whoever reads it, and is kept."""
    table, column = place.split(".")
    for value in INSIDE_JSON[place]:
        damage(path, f"UPDATE {table} SET {column} = '{value}'")
        if not check_store(path).is_sound:
            report = repair_store(path)
            assert report.set_aside is not None
            records = [json.loads(line) for line in report.set_aside.read_text(encoding="utf-8").splitlines()]
            assert value in [each["row"].get(column) for each in records]
            shutil.copy(sound_store(), path)  # rows may be gone
        else:
            assert check_store(path).findings


# -- copies of a store: of one moment, in one file, sealed; one is made before each migration


FIXTURES = Path(__file__).parent / "fixtures"


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
    with pytest.raises(UserError, match="this file already exists"):
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
