"""Repairing: all that can be read is in the new store, and nothing of the old one is gone."""

# ruff: noqa: E501  (a table of damages reads better with one in a line)
from __future__ import annotations

import json
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.store import Store, metrics, runs
from engine.store.backup import copy_store
from engine.store.check import check_store
from engine.store.repair import repair_store, restore_store
from tests.engine.malformed.stores import INSIDE_JSON, sound_store
from tests.engine.store.test_check import damage


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
    kept = [json.loads(line) for line in report.set_aside.read_text(encoding="utf-8").splitlines()]
    assert {"hex": "c0ffee"} in [each["row"].get("name") for each in kept]
    assert "word" in [each["row"].get("value") for each in kept]
    assert report.damaged.read_bytes() == original


def test_rows_without_a_place_are_set_aside(path: Path) -> None:
    damage(path, "UPDATE predictions SET run_id = 77", "UPDATE runs SET spec = 'gone' WHERE id = 2",
           "UPDATE runs SET sweep_id = 99 WHERE id = 1")  # fmt: skip
    report = repair_store(path)
    assert report.saved["runs"] == 1 and report.saved["predictions"] == 0
    assert report.set_aside is not None
    kept = [json.loads(line) for line in report.set_aside.read_text(encoding="utf-8").splitlines()]
    assert sorted((each["table"], each["row"].get("id")) for each in kept) == [
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
    for table, found in after.items():
        assert found <= before[table]
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
            kept = [json.loads(line) for line in report.set_aside.read_text(encoding="utf-8").splitlines()]
            assert value in [each["row"].get(column) for each in kept]
            shutil.copy(sound_store(), path)  # rows may be gone
        else:
            assert check_store(path).findings
