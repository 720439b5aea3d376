"""The schema of the store, and the migrations from older versions.

``MIGRATIONS[n]`` takes a store from version n to n + 1. A released migration is never edited. The schema changes by
appending a migration. The SQL of each version is kept in ``tests/engine/store/fixtures``, and tests migrate every
version to the newest.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

APPLICATION_ID = 0x50414C49
"""``PALI`` in ASCII. It identifies our files among SQLite files."""
STRICT_VERSION = 10
"""The first version with strict tables that check their values."""

Migration = Callable[[sqlite3.Connection], None]
MoveRows = Callable[[sqlite3.Connection, Mapping[str, str]], None]
"""Moves the rows of earlier tables (by current name) into the current ones: ``engine.store.salvage.move_rows``."""


def _read_script(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


SCHEMA = _read_script("schema.sql")
"""All tables of version 10. SQLite keeps the comments inside statements, and clients show them with `.schema`."""


def statements(script: str) -> list[str]:
    """Return the statements of an SQL script (``executescript`` would commit the enclosing transaction)."""
    complete, draft = [], ""
    for line in script.splitlines(keepends=True):
        draft += line
        if sqlite3.complete_statement(draft):
            complete.append(draft.strip())
            draft = ""
    return complete


def _migration(script: str) -> Migration:
    """Return the migration that executes ``script`` within the caller's transaction."""

    def migrate(connection: sqlite3.Connection) -> None:
        for statement in statements(script):
            connection.execute(statement)

    return migrate


def _identify_data_by_content(script: str) -> Migration:
    """Return the migration to version 8: identities and test looks identify files by their content.

    Stores before version 5 have no looks. Theirs are derived from the existing runs.
    """

    def migrate(connection: sqlite3.Connection) -> None:
        _migration(script)(connection)
        if connection.execute("SELECT 1 FROM runs LIMIT 1").fetchone():
            from engine.store import test_looks  # imports NumPy, which a new store does not need

            test_looks.identify_data_by_content(connection)

    return migrate


def _make_strict(connection: sqlite3.Connection, move_rows: MoveRows | None = None) -> None:
    """Migrate to version 10: move all rows into tables that check them. ``move_rows`` may be None for empty tables."""
    current = set(re.findall(r"^CREATE (?:TABLE|INDEX|TRIGGER|VIEW) (\w+)", SCHEMA, re.MULTILINE))
    connection.execute("PRAGMA legacy_alter_table=ON")  # keep the table names in a user's own views
    sql = "SELECT type, name FROM sqlite_master ORDER BY type = 'table'"
    objects = [(kind, name) for kind, name in connection.execute(sql).fetchall() if name in current]
    for kind, name in objects:
        if kind == "table":
            connection.execute(f"ALTER TABLE {name} RENAME TO earlier_{name}")
        else:
            connection.execute(f"DROP {kind} {name}")
    _migration(SCHEMA)(connection)
    connection.execute("PRAGMA legacy_alter_table=OFF")
    old_tables = {name: f"earlier_{name}" for kind, name in objects if kind == "table"}
    if move_rows is not None:
        move_rows(connection, old_tables)
    for name in old_tables.values():
        connection.execute(f"DROP TABLE {name}")


_SCRIPTS = re.split(r"^-- version \d+\n", _read_script("earlier_versions.sql"), flags=re.MULTILINE)[1:]
MIGRATIONS: tuple[Migration, ...] = (
    *(
        _identify_data_by_content(sql) if number == 8 else _migration(sql)
        for number, sql in enumerate(_SCRIPTS, 1)
    ),
    _make_strict,
)


def migrate_store(
    connection: sqlite3.Connection, version: int = 0, to: int | None = None, move_rows: MoveRows | None = None
) -> None:
    """Migrate a store from ``version`` (0 for an empty file) to the newest version or ``to``, and mark it as ours.

    It runs within the caller's transaction, with ``PRAGMA foreign_keys`` off. ``move_rows`` is required if rows may
    have to move into strict tables.
    """
    to = len(MIGRATIONS) if to is None else to
    if version == 0 and to >= STRICT_VERSION:
        _migration(SCHEMA)(connection)
        version = STRICT_VERSION
    for migrate in MIGRATIONS[version:to]:
        if migrate is _make_strict:
            assert move_rows is not None or not version, "rows of earlier tables have to be moved"
            _make_strict(connection, move_rows)
        else:
            migrate(connection)
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={to}")
