"""Looking for damage: a sound store has none; each kind of damage is found and told in words."""

# ruff: noqa: E501  (a table of damages reads better with one in a line)
from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.store import Store, schema
from engine.store.check import check_store
from tests.engine.malformed.stores import sound_store, unguarded

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(sound_store(), tmp_path / "s.sqlite"))


def damage(path: Path, *statements: str) -> None:
    with unguarded(path) as store:
        for each in statements:
            store.execute(each)


def test_a_store_that_runs_have_written_is_sound(path: Path) -> None:
    found = check_store(path)
    assert found.is_sound and found.version == len(schema.MIGRATIONS)
    assert found.rows["runs"] == 2 and found.rows["predictions"] == 3
    assert all(each.kind == "folder" for each in found.findings)


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
    found = check_store(path)
    assert not found.is_sound
    assert any(each.kind == kind and words in each.text for each in found.findings), found.findings


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
