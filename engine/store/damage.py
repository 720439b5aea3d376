"""Find damage in a store: in its file, its tables, and values that Palimpsest never writes.

The schema checks every value written through it. But a file may come from anywhere, and another program may have stored
a blob in place of a name. Reading does not check for that, because it would slow down every list of runs. The check
runs after a failed read (``explain_damage``) and on request (``engine.store.repair``). Its rules are in
``engine.store.tables``.
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

DAMAGE_ERRORS = (
    sqlite3.DatabaseError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError
)  # fmt: skip
"""Errors raised when damaged values are read. Bugs raise them as well."""

FindingKind = Literal["file", "schema", "value", "reference", "folder"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding about a store.

    Attributes:
        kind: the ``file`` (SQLite's own structure), the ``schema``, a ``value``, a ``reference`` to a missing row, or a
            ``folder`` of runs.
        text: the finding, in words.
        table: the table concerned, or "".
        is_damage: whether the store is damaged. Otherwise the finding is a note.
    """

    kind: FindingKind
    text: str
    table: str = ""
    is_damage: bool = True


def explain_damage(path: Path) -> UserError | None:
    """Return an error that names the first damaged value of the store at ``path``, or None for a sound store."""
    try:
        with closing(open_for_check(path)) as store:
            version = header_number(store, "user_version")
            problem = next((each.text for each in find_damage(store, version) if each.is_damage), "")
    except (sqlite3.Error, ValueError) as error:
        problem = printable(str(error), 200)
    return damage_error(path, problem) if problem else None


def damage_error(path: Path, problem: str) -> UserError:
    """Return the error for a damaged store."""
    option = "" if path == paths.default_store() else f" --store {shlex.quote(str(path))}"
    return UserError(
        f"the store is damaged: {problem}.",
        place=str(path),
        remedy=f"See all damage with: palimpsest store check{option}. Save what can be read with: palimpsest store "
        f"repair{option}",
    )


def open_for_check(path: Path) -> sqlite3.Connection:
    """Return a read-only connection that returns texts as bytes, so that invalid UTF-8 does not end the check."""
    store = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    store.text_factory = bytes
    # Otherwise SQLite refuses a file that is shorter than its header declares.
    store.execute("PRAGMA writable_schema=ON")
    return store


def require_store_version(store: sqlite3.Connection, path: Path) -> int:
    """Return the schema version of the store at ``path``.

    Raises UserError for an empty file, a file that is no database, another program's database, and a store from a newer
    Palimpsest.
    """
    try:
        version = header_number(store, "user_version")
        application = header_number(store, "application_id")
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


def header_number(store: sqlite3.Connection, name: str) -> int:
    """Return a number from the file's header: ``user_version`` or ``application_id``."""
    return int(store.execute(f"PRAGMA {name}").fetchone()[0])


@cache
def _reference_sql(version: int) -> dict[tuple[str, str], str]:
    """Return the SQL of all tables, indices, triggers and views of a store of ``version``, by kind and name."""
    with closing(reference_store(version)) as store:
        sql = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
        return {(kind, name): _normalise_sql(text) for kind, name, text in store.execute(sql)}


def _normalise_sql(text: str) -> str:
    """Return a statement without comments and whitespace."""
    return "".join(re.sub(r"--.*", "", text).split())


def find_damage(store: sqlite3.Connection, version: int, *, thorough: bool = False) -> Iterator[Finding]:
    """Yield the damage. ``thorough`` includes SQLite's own structure and references."""
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
    objects = {(as_text(kind), as_text(name)): as_text(text, 100_000) for kind, name, text in rows}
    for table, expected in columns(version).items():
        present = {as_text(row[1]) for row in store.execute(f"PRAGMA table_info({table})")}
        if not present:
            yield Finding("schema", f"the table '{table}' is missing", table)
            continue
        for name in expected.keys() - present:
            yield Finding("schema", f"the column '{name}' of the table '{table}' is missing", table)
        try:
            for column in (each for each in expected.values() if each.name in present):
                yield from _bad_values(store, version, table, column, present)
        except sqlite3.DatabaseError as error:
            yield Finding("file", f"the table '{table}' cannot be read completely ({error})", table)
    for (kind, name), sql in _reference_sql(version).items():
        if kind != "table" and (kind, name) not in objects:
            yield Finding("schema", f"the {kind} '{name}' is missing")
        elif version >= schema.STRICT_VERSION and _normalise_sql(objects.get((kind, name), sql)) != sql:
            yield Finding("schema", f"the {kind} '{name}' is not declared as Palimpsest declares it")
    if version >= schema.STRICT_VERSION:
        yield from _bad_rows(store)


def _bad_rows(store: sqlite3.Connection) -> Iterator[Finding]:
    """Yield violations of rules between rows."""
    for rule in ROW_RULES:
        try:
            sql = f"SELECT count(*), run_id FROM {rule.table} WHERE {rule.broken}"
            count, number = store.execute(sql).fetchone()
        except sqlite3.DatabaseError:
            continue  # the table is missing or unreadable, which is reported already
        if count:
            text = f"the table '{rule.table}' has {rule.what}, run {as_text(number)}{_rows(count)}"
            yield Finding("value", text, rule.table)
    sql = "SELECT name FROM sqlite_sequence WHERE typeof(seq) <> 'integer' OR seq NOT BETWEEN 0 AND 999999999"
    for (name,) in store.execute(sql):
        yield Finding("value", f"the next number of the table '{as_text(name)}' is none")


def _file_findings(store: sqlite3.Connection) -> Iterator[Finding]:
    try:
        for (text,) in store.execute("PRAGMA integrity_check(100)"):
            # Other findings describe invalid values in more detail.
            if text != b"ok" and not text.startswith((b"CHECK constraint failed in", b"non-")):
                yield Finding("file", as_text(text, 200))
    except sqlite3.DatabaseError as error:
        yield Finding("file", f"SQLite cannot read all of it ({error})")


def _rows(count: int) -> str:
    return f" ({count:,} such rows)" if count > 1 else ""


def _bad_values(
    store: sqlite3.Connection, version: int, table: str, column: Column, present: set[str]
) -> Iterator[Finding]:
    """Yield the invalid values of one column: each kind once, with its number of rows."""
    key = "run_id" if "run_id" in present else "id" if "id" in present else "NULL"
    name, rule = column.name, soundness_sql(table, column, version)
    prefix = f"the column '{name}' of the table '{table}'"

    def where(number: object) -> str:
        return f", {key.replace('_', ' ')} {as_text(number)}," if key != "NULL" else ""

    # Texts of printable ASCII that are not JSON need not be fetched.
    needs_check = "1" if column.is_json else f"{name} GLOB '*[^ -~]*'"
    sql = f"SELECT {name}, {key}, {rule} FROM {table} WHERE typeof({name}) = 'text' AND {needs_check}"
    rows = store.execute(sql) if column.type == "TEXT" else ()
    bad_rows = [
        number for text, number, sound in rows
        if not is_sound_text(column, text) or (column.is_json and not sound)
    ]  # fmt: skip
    if bad_rows:
        kind = "object" if "'object'" in column.check else "array"
        problem = f"no JSON {kind} that can be read" if column.is_json else "a text that is not UTF-8"
        yield Finding("value", f"{prefix}{where(bad_rows[0])} holds {problem}{_rows(len(bad_rows))}", table)
    texts = f" AND typeof({name}) <> 'text'" if column.is_json else ""
    sql = (
        f"SELECT count(*), typeof({name}), substr({name}, 1, 60), {key} FROM {table} WHERE NOT {rule}{texts}"
    )
    count, kind, value, number = store.execute(sql).fetchone()
    if count:
        kind = as_text(kind)
        is_bad_type = kind == "blob" or kind.upper() not in (column.type, "INTEGER", "REAL")
        problem = (
            f"a value of the type {kind}"
            if is_bad_type
            else f"the value '{as_text(value)}', which it cannot have"
        )
        yield Finding("value", f"{prefix}{where(number)} holds {problem}{_rows(count)}", table)


def _reference_findings(store: sqlite3.Connection) -> Iterator[Finding]:
    """Yield the number of rows by table that refer to a missing run, data set or sweep."""
    counts: dict[tuple[str, str], int] = {}
    try:
        for table, _, parent, _ in store.execute("PRAGMA foreign_key_check"):
            pair = as_text(table), as_text(parent)
            counts[pair] = counts.get(pair, 0) + 1
    except sqlite3.DatabaseError as error:
        yield Finding("reference", f"references cannot be followed ({error})")
    for (table, parent), count in counts.items():
        yield Finding(
            "reference", f"{count:,} rows of the table '{table}' belong to no row of '{parent}'", table
        )


def as_text(value: object, most: int = 60) -> str:
    """Return a value that was read as bytes as printable text."""
    return printable(value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value), most)
