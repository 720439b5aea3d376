"""The schema of the store, and the migrations that bring older stores to it.

``MIGRATIONS[n]`` takes a store from version n to n + 1. A migration that has been released is never edited. The schema
changes by appending one. The SQL of each version is kept in ``tests/engine/store/fixtures``, and every version is
tested to arrive at the newest.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

APPLICATION_ID = 0x50414C49
"""``PALI`` in ASCII, which identifies our files among other programs' SQLite files."""
STRICT_VERSION = 10
"""The first version whose tables are strict and check their values."""

Migration = Callable[[sqlite3.Connection], None]
MoveRows = Callable[[sqlite3.Connection, Mapping[str, str]], None]
"""Moves the rows of earlier tables (by the name of today's) into today's: ``engine.store.salvage.move_rows``."""


def _read(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


SCHEMA = _read("schema.sql")
"""All tables of version 10. Comments inside the statements are kept by SQLite and shown by `.schema` of any client."""


def statements(script: str) -> list[str]:
    """Return the statements of an SQL script, one by one (``executescript`` would commit the transaction
    around it).
    """
    parsed, draft = [], ""
    for line in script.splitlines(keepends=True):
        draft += line
        if sqlite3.complete_statement(draft):
            parsed.append(draft.strip())
            draft = ""
    return parsed


def _migration(script: str) -> Migration:
    """Return the migration that ``script`` describes, run within the caller's transaction."""

    def migrate(connection: sqlite3.Connection) -> None:
        for statement in statements(script):
            connection.execute(statement)

    return migrate


def _know_data_by_content(script: str) -> Migration:
    """Return the migration to version 8: files are known by their content, in identities and in looks at test splits.

    The looks of stores before version 5, which have none, are those of the runs there are.
    """

    def migrate(connection: sqlite3.Connection) -> None:
        _migration(script)(connection)
        if connection.execute("SELECT 1 FROM runs LIMIT 1").fetchone():
            from engine.store import test_looks  # NumPy: no new store waits for it

            test_looks.identify_data_by_content(connection)

    return migrate


def _make_strict(connection: sqlite3.Connection, move_rows: MoveRows | None = None) -> None:
    """Migrate to version 10: all rows move into tables that check them. Only tables without rows need no mover."""
    current = set(re.findall(r"^CREATE (?:TABLE|INDEX|TRIGGER|VIEW) (\w+)", SCHEMA, re.MULTILINE))
    connection.execute("PRAGMA legacy_alter_table=ON")  # a view of the user's own names our tables as before
    sql = "SELECT type, name FROM sqlite_master ORDER BY type = 'table'"
    objects = [(kind, name) for kind, name in connection.execute(sql).fetchall() if name in current]
    for kind, name in objects:
        if kind == "table":
            connection.execute(f"ALTER TABLE {name} RENAME TO earlier_{name}")
        else:
            connection.execute(f"DROP {kind} {name}")
    _migration(SCHEMA)(connection)
    connection.execute("PRAGMA legacy_alter_table=OFF")
    earlier = {name: f"earlier_{name}" for kind, name in objects if kind == "table"}
    if move_rows is not None:
        move_rows(connection, earlier)
    for name in earlier.values():
        connection.execute(f"DROP TABLE {name}")


_SCRIPTS = re.split(r"^-- version \d+\n", _read("earlier_versions.sql"), flags=re.MULTILINE)[1:]
MIGRATIONS: tuple[Migration, ...] = (
    *(
        _know_data_by_content(sql) if number == 8 else _migration(sql)
        for number, sql in enumerate(_SCRIPTS, 1)
    ),
    _make_strict,
)


def migrate_store(
    connection: sqlite3.Connection, version: int = 0, to: int | None = None, move_rows: MoveRows | None = None
) -> None:
    """Take a store from ``version``, 0 for an empty file, to the newest, or to version ``to``, and mark it as ours.

    Within the caller's transaction, without foreign keys (``PRAGMA foreign_keys`` is off). ``move_rows`` is needed
    where a store that may have rows comes to strict tables.
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
