"""Find what is damaged in a store: missing tables and columns, values of other types, JSON that is none.

SQLite takes any value in any column, so a store that another program has written to may hold a blob for a name. Reading
does not look for that, which would cost every list of runs its time. It is looked for when reading has failed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from engine.errors import UserError, printable
from engine.store import schema

_TYPES = {"INTEGER": ("integer", "real"), "REAL": ("integer", "real"), "TEXT": ("text",)}
"""What ``typeof`` says of sound values, by the declared type; labels that are numbers stand in INTEGER columns."""

_JSON_COLUMNS = {
    "runs": {"spec": "object", "versions": "object", "data_fingerprints": "object", "tags": "array"},
    "stages": {"info": "object"},
    "prediction_sets": {"classes": "array"},
    "datasets": {"source": "object", "report": "object"},
    "probe_maps": {"shape": "array", "value": "array"},
}
"""Columns that hold JSON, by table, with the kind of value."""

SUSPICIOUS = (
    sqlite3.DatabaseError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError
)  # fmt: skip
"""Errors that damaged values cause where they are read, and that mistakes of ours cause as well."""


def explain_damage(path: Path) -> UserError | None:
    """Return an error that names the first damaged value of the store at ``path``; None where all is sound."""
    try:
        # Bytes: a text that is no UTF-8 must not end the search for it.
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as store:
            store.text_factory = bytes
            found = next(_damage(store), "")
    except (sqlite3.Error, ValueError) as error:
        found = printable(str(error), 200)
    if not found:
        return None
    return UserError(
        f"the store is damaged: {found}.",
        place=str(path),
        remedy="Put a copy of it back, delete that row with an SQLite program, or name another store.",
    )


def _damage(store: sqlite3.Connection) -> Iterator[str]:
    """Yield what is damaged, in words."""
    for table, columns in _declared_columns().items():
        here = {str(row[1], "utf-8", "replace") for row in store.execute(f"PRAGMA table_info({table})")}
        if not here:
            yield f"the table '{table}' is missing"
            continue
        key = "run_id" if "run_id" in here else "id" if "id" in here else ""
        for name, declared in columns.items():
            if name not in here:
                yield f"the column '{name}' of the table '{table}' is missing"
                continue
            yield from _bad_values(store, table, name, declared, key)


def _bad_values(store: sqlite3.Connection, table: str, name: str, declared: str, key: str) -> Iterator[str]:
    types = ", ".join(f"'{each}'" for each in _TYPES[declared])
    shown = f"the column '{name}' of the table '{table}'"
    row = f", {key.replace('_', ' ')} {{}}," if key else ""
    asked = f"SELECT typeof({name}), {key or 'NULL'} FROM {table}"
    for kind, number in store.execute(f"{asked} WHERE typeof({name}) NOT IN ('null', {types}) LIMIT 1"):
        yield f"{shown}{row.format(_plain(number))} holds a value of the type {_plain(kind)}"
    if declared == "TEXT":
        # Cut at a NUL or not decodable: what SQLite itself reads as text has as many bytes when written again.
        for text, number in store.execute(
            f"SELECT {name}, {key or 'NULL'} FROM {table} WHERE {name} GLOB '*[^ -~]*'"
        ):
            if not _is_utf8(text):
                yield f"{shown}{row.format(_plain(number))} holds a text that is no UTF-8"
    wanted = _JSON_COLUMNS.get(table, {}).get(name)
    if wanted:
        # CASE: json_type would end the search at the first text that is no JSON.
        is_sound = f"CASE WHEN json_valid({name}) THEN json_type({name}) = '{wanted}' ELSE 0 END"
        for _, number in store.execute(f"{asked} WHERE {name} IS NOT NULL AND NOT {is_sound} LIMIT 1"):
            yield f"{shown}{row.format(_plain(number))} holds no JSON {wanted}"


def _declared_columns() -> dict[str, dict[str, str]]:
    """Return the declared type of each column of a sound store, by table."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as sound:
        for migrate in schema.MIGRATIONS:
            migrate(sound)
        tables = [row[0] for row in sound.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            table: {row[1]: row[2] for row in sound.execute(f"PRAGMA table_info({table})")}
            for table in tables
            if not table.startswith("sqlite_")
        }


def _plain(value: object) -> str:
    return printable(value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value), 60)


def _is_utf8(value: object) -> bool:
    try:
        return not isinstance(value, bytes) or value.decode("utf-8") is not None
    except UnicodeDecodeError:
        return False
