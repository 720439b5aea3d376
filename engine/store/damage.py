"""Find damage in a store: in its file, its tables, and values that Palimpsest never writes.

The schema checks every value written through it, but a file may come from anywhere. A store that another program made
or changed may hold a blob where a name belongs. Reading does not check for that, because it would slow down every list
of runs. The check runs when reading has failed (``explain_damage``) and on request (``engine.store.check``), with the
rules of ``engine.store.tables``.
"""

from __future__ import annotations

import re
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from engine import paths
from engine.errors import UserError, printable
from engine.store import schema
from engine.store.tables import ROW_RULES, Column, columns, is_sound_text, reference_store, soundness_sql

SUSPICIOUS = (
    sqlite3.DatabaseError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError
)  # fmt: skip
"""Errors that damaged values cause where they are read, and that mistakes of ours cause as well."""

FindingKind = Literal["file", "schema", "value", "reference", "folder"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a store.

    Attributes:
        kind: what it concerns: the ``file`` (SQLite's own structure), the ``schema``, a ``value``, a ``reference`` (a
            row that belongs to a row that is not there), or a ``folder`` of runs.
        text: what is wrong, in words.
        table: the table it was found in, "" where it is in none.
        is_damage: whether it makes the store unsound, else it is a note.
    """

    kind: FindingKind
    text: str
    table: str = ""
    is_damage: bool = True


def explain_damage(path: Path) -> UserError | None:
    """Return an error that names the first damaged value of the store at ``path``, or None for a sound store."""
    try:
        with closing(open_for_check(path)) as store:
            version = stored_number(store, "user_version")
            first = next((each.text for each in search(store, version) if each.is_damage), "")
    except (sqlite3.Error, ValueError) as error:
        first = printable(str(error), 200)
    return damage_error(path, first) if first else None


def damage_error(path: Path, what: str) -> UserError:
    """Return the error for a damaged store."""
    named = "" if path == paths.default_store() else f" --store {shlex.quote(str(path))}"
    return UserError(
        f"the store is damaged: {what}.",
        place=str(path),
        remedy=f"See all damage with: palimpsest store check{named}. Save what can be read with: palimpsest store "
        f"repair{named}",
    )


def open_for_check(path: Path) -> sqlite3.Connection:
    """Return a connection that reads only, and takes texts for bytes: one that is no UTF-8 must not end the search."""
    store = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    store.text_factory = bytes
    # SQLite otherwise refuses all of a file that is shorter than its header says.
    store.execute("PRAGMA writable_schema=ON")
    return store


def require_store_version(store: sqlite3.Connection, path: Path) -> int:
    """Return the version of the schema of the store at ``path``.

    Raises UserError for a file that is no store, another program's, empty, or from a newer Palimpsest.
    """
    try:
        version = stored_number(store, "user_version")
        application = stored_number(store, "application_id")
    except sqlite3.OperationalError as error:
        raise UserError(
            f"the store cannot be read ({error}).",
            place=str(path),
            remedy="Check its permissions, end the program that has locked it, and try again.",
        ) from error
    except sqlite3.DatabaseError as error:
        raise UserError(
            "is not a store of Palimpsest, or its first page is damaged.",
            place=str(path),
            remedy="Put a copy of it back with: palimpsest store restore COPY",
        ) from error
    newest = len(schema.MIGRATIONS)
    if version > newest:
        raise UserError(
            f"was made by a newer Palimpsest (store version {version}, this one reads {newest}).",
            place=str(path),
            remedy="Update Palimpsest or name another store.",
        )
    if application != schema.APPLICATION_ID:
        raise UserError("is another program's database.", place=str(path), remedy="Name another file.")
    return version if version > 0 else newest


def stored_number(store: sqlite3.Connection, name: str) -> int:
    """Return a number of the file's header: ``user_version`` or ``application_id``."""
    return int(store.execute(f"PRAGMA {name}").fetchone()[0])


@cache
def _declared_parts(version: int) -> dict[tuple[str, str], str]:
    """Return the SQL of all tables, indices, triggers and views of a sound store of ``version``, by kind and name."""
    with closing(reference_store(version)) as sound:
        sql = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
        return {(kind, name): _plain_sql(text) for kind, name, text in sound.execute(sql)}


def _plain_sql(text: str) -> str:
    """Return a statement without comments and spacing."""
    return "".join(re.sub(r"--.*", "", text).split())


def search(store: sqlite3.Connection, version: int, *, thorough: bool = False) -> Iterator[Finding]:
    """Yield the damage. ``thorough`` also checks SQLite's own structure and references."""
    if thorough:
        yield from _file_findings(store)
    try:
        yield from _table_findings(store, version)
    except sqlite3.DatabaseError as error:
        yield Finding("file", f"SQLite cannot read its schema ({error})")
    if thorough:
        yield from _reference_findings(store)


def _table_findings(store: sqlite3.Connection, version: int) -> Iterator[Finding]:
    rows = store.execute("SELECT type, name, sql FROM sqlite_master")
    parts = {(plain(kind), plain(name)): plain(text, 100_000) for kind, name, text in rows}
    for table, declared in columns(version).items():
        here = {plain(row[1]) for row in store.execute(f"PRAGMA table_info({table})")}
        if not here:
            yield Finding("schema", f"the table '{table}' is missing", table)
            continue
        for name in declared.keys() - here:
            yield Finding("schema", f"the column '{name}' of the table '{table}' is missing", table)
        try:
            for column in (each for each in declared.values() if each.name in here):
                yield from _bad_values(store, version, table, column, here)
        except sqlite3.DatabaseError as error:
            yield Finding("file", f"the table '{table}' cannot be read to its end ({error})", table)
    for (kind, name), sql in _declared_parts(version).items():
        if kind != "table" and (kind, name) not in parts:
            yield Finding("schema", f"the {kind} '{name}' is missing")
        elif version >= schema.STRICT_VERSION and _plain_sql(parts.get((kind, name), sql)) != sql:
            yield Finding("schema", f"the {kind} '{name}' is not declared as Palimpsest declares it")
    if version >= schema.STRICT_VERSION:
        yield from _bad_rows(store)


def _bad_rows(store: sqlite3.Connection) -> Iterator[Finding]:
    """Yield what breaks a rule between rows."""
    for rule in ROW_RULES:
        try:
            sql = f"SELECT count(*), run_id FROM {rule.table} WHERE {rule.broken}"
            count, number = store.execute(sql).fetchone()
        except sqlite3.DatabaseError:
            continue  # a table that is missing or cannot be read, as was said
        if count:
            text = f"the table '{rule.table}' has {rule.what}, run {plain(number)}{_more(count)}"
            yield Finding("value", text, rule.table)
    sql = "SELECT name FROM sqlite_sequence WHERE typeof(seq) <> 'integer' OR seq NOT BETWEEN 0 AND 999999999"
    for (name,) in store.execute(sql):
        yield Finding("value", f"the next number of the table '{plain(name)}' is none")


def _file_findings(store: sqlite3.Connection) -> Iterator[Finding]:
    try:
        for (text,) in store.execute("PRAGMA integrity_check(100)"):
            # Of values the search itself says more.
            if text != b"ok" and not text.startswith((b"CHECK constraint failed in", b"non-")):
                yield Finding("file", plain(text, 200))
    except sqlite3.DatabaseError as error:
        yield Finding("file", f"SQLite cannot read it to its end ({error})")


def _more(count: int) -> str:
    return f" ({count:,} such rows)" if count > 1 else ""


def _bad_values(
    store: sqlite3.Connection, version: int, table: str, column: Column, here: set[str]
) -> Iterator[Finding]:
    """Yield the faults of one column's values, each kind once with its number of rows."""
    key = "run_id" if "run_id" in here else "id" if "id" in here else "NULL"
    name, rule = column.name, soundness_sql(table, column, version)
    prefix = f"the column '{name}' of the table '{table}'"

    def where(number: object) -> str:
        return f", {key.replace('_', ' ')} {plain(number)}," if key != "NULL" else ""

    # What is plain ASCII, no JSON and within the rule need not be fetched.
    looked_into = "1" if column.is_json else f"{name} GLOB '*[^ -~]*'"
    sql = f"SELECT {name}, {key}, {rule} FROM {table} WHERE typeof({name}) = 'text' AND {looked_into}"
    rows = store.execute(sql) if column.type == "TEXT" else ()
    broken = [
        number for text, number, sound in rows
        if not is_sound_text(column, text) or (column.is_json and not sound)
    ]  # fmt: skip
    if broken:
        kind = "object" if "'object'" in column.check else "array"
        what = f"no JSON {kind} that can be read" if column.is_json else "a text that is not UTF-8"
        yield Finding("value", f"{prefix}{where(broken[0])} holds {what}{_more(len(broken))}", table)
    texts = f" AND typeof({name}) <> 'text'" if column.is_json else ""
    sql = (
        f"SELECT count(*), typeof({name}), substr({name}, 1, 60), {key} FROM {table} WHERE NOT {rule}{texts}"
    )
    count, kind, value, number = store.execute(sql).fetchone()
    if count:
        odd = plain(kind) == "blob" or plain(kind).upper() not in (column.type, "INTEGER", "REAL")
        what = (
            f"a value of the type {plain(kind)}"
            if odd
            else f"the value '{plain(value)}', which it cannot have"
        )
        yield Finding("value", f"{prefix}{where(number)} holds {what}{_more(count)}", table)


def _reference_findings(store: sqlite3.Connection) -> Iterator[Finding]:
    """Yield rows whose run, set or sweep is not there, counted by table."""
    counts: dict[tuple[str, str], int] = {}
    try:
        for table, _, parent, _ in store.execute("PRAGMA foreign_key_check"):
            pair = plain(table), plain(parent)
            counts[pair] = counts.get(pair, 0) + 1
    except sqlite3.DatabaseError as error:
        yield Finding("reference", f"references cannot be followed ({error})")
    for (table, parent), count in counts.items():
        yield Finding(
            "reference", f"{count:,} rows of the table '{table}' belong to no row of '{parent}'", table
        )


def plain(value: object, most: int = 60) -> str:
    """Return a value that was read as bytes as a text that can be shown."""
    return printable(value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value), most)
