"""Find what is damaged in a store: its file, its tables, values that no program of ours writes.

SQLite takes any value in any column, so a store that another program has written to may hold a blob for a name. Reading
does not look for that, which would cost every list of runs its time. It is looked for when reading has failed
(``explain_damage``), and when somebody asks (``engine.store.check``).

``soundness`` says of every column, as SQL, what its values are like. The search and the repair
(``engine.store.repair``) both go by it.
"""

from __future__ import annotations

import json
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
from engine.store.rows import RUN_STATUSES

SUSPICIOUS = (
    sqlite3.DatabaseError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError
)  # fmt: skip
"""Errors that damaged values cause where they are read, and that mistakes of ours cause as well."""

_TYPES = {"INTEGER": "'integer', 'real'", "REAL": "'integer', 'real'", "TEXT": "'text'"}
"""What ``typeof`` says of sound values, by the declared type; labels that are numbers stand in INTEGER columns."""

_JSON = {
    "runs": {"spec": "object", "versions": "object", "data_fingerprints": "object", "tags": "array"},
    "stages": {"info": "object"},
    "prediction_sets": {"classes": "array"},
    "datasets": {"source": "object", "report": "object"},
    "probe_maps": {"shape": "array", "value": "array"},
    "searches": {"design": "object", "declaration": "object"},
    "trials": {"settings": "object"},
    "look_plans": {"seeds": "array"},
}
"""Columns that hold JSON, by table, with the kind of value."""

_PARTS: dict[tuple[str, str], type | tuple[type, ...]] = {
    ("runs", "versions"): str,
    ("runs", "data_fingerprints"): str,
    ("runs", "tags"): str,
    ("prediction_sets", "classes"): str,
    ("probe_maps", "shape"): int,
    ("look_plans", "seeds"): int,
    ("probe_maps", "value"): (int, float, type(None)),  # a value that is no number is null
}
"""What the values in such JSON are, where all are of one type."""

_READ_BY_SQL = {("runs", "spec"), ("prediction_sets", "classes")}
"""Columns whose JSON statements of SQL look into: NaN, which Python writes and reads, would end these."""

_YEAR_10000 = 253402300800
_COUNT, _TIME, _STEP = ">= 0", f"BETWEEN 0 AND {_YEAR_10000}", "BETWEEN 0 AND 9e15"
_STATUSES = ", ".join(f"'{each}'" for each in RUN_STATUSES)
_RULES = {
    "runs": {
        "id": "> 0", "status": f"IN ({_STATUSES})", "phase_done": _COUNT, "phase_total": _COUNT, "step": _STEP,
        "steps": _STEP, "progress": "BETWEEN 0 AND 1", "eta_seconds": _COUNT, "pid": "> 0", "heartbeat": _TIME,
        "created": _TIME, "queued": _TIME, "started": _TIME, "finished": _TIME, "active_seconds": _TIME,
        "slot": "BETWEEN 1 AND 8", "archived": "IN (0, 1)", "resume": "IN (0, 1)", "identity": "<> ''",
        "group_identity": "<> ''",
    },
    "sweeps": {"id": "> 0", "created": _TIME},
    "stages": {"position": _COUNT, "first_step": _STEP, "steps": _STEP},
    "metrics": {"step": _STEP, "time": _TIME, "key": "<> ''"},
    "summary": {"best_step": _STEP, "last_step": _STEP},
    "stage_summary": {"position": _COUNT, "best_step": _STEP, "last_step": _STEP},
    "prediction_sets": {"step": _STEP},
    "predictions": {"position": _COUNT, "source_row": _STEP, "confidence": "BETWEEN 0 AND 1.001"},
    "artefacts": {"step": _STEP, "bytes": _COUNT, "created": _TIME},
    "messages": {"time": _TIME},
    "datasets": {"created": _TIME, "used": _TIME},
    "leases": {"pid": "> 0", "heartbeat": _TIME},
    "probe_maps": {"step": _STEP, "time": _TIME},
    "example_forgetting": {"stage": _COUNT, "seen": _COUNT, "forgotten": _COUNT, "right_last": "IN (0, 1)"},
    "test_looks": {"time": _TIME},
    "look_plans": {"time": _TIME, "margin": "> 0", "comparisons": "> 0", "metric": "<> ''"},
    "searches": {"status": "IN ('active', 'finished', 'stopped', 'failed')"},
    "trials": {
        "number": _COUNT, "repetition": _COUNT, "chosen": "IN (0, 1)", "pruned_step": _STEP, "resumed": _COUNT,
    },
    "placed_runs": {"frame": ">= -1", "results": "IN (0, 1, 2)", "seen": _TIME, "token": "<> ''"},
    "received_runs": {"token": "<> ''"},
}  # fmt: skip
"""What else is true of sound values, by table and column: the right side of a comparison."""

_CLASS_NUMBER = """coalesce((
    SELECT json_array_length(s.classes) = 0 OR {column} BETWEEN {least} AND json_array_length(s.classes) - 1
    FROM prediction_sets s
    WHERE s.run_id = predictions.run_id AND s.split = predictions.split AND json_valid(s.classes)), 1)"""
"""That a class is one of the classes of its set."""
_LEAST_CLASS = {"predicted": 0, "label": -1}
_LABEL_SET = """CASE WHEN typeof({column}) <> 'text' THEN 1 WHEN NOT json_valid({column}) THEN 0
    ELSE json_type({column}) = 'array' AND NOT EXISTS (
        SELECT 1 FROM json_each({column}) e, prediction_sets s
        WHERE s.run_id = predictions.run_id AND s.split = predictions.split
        AND (e.type <> 'integer' OR e.value NOT BETWEEN 0 AND json_array_length(s.classes) - 1)) END"""
"""That the labels of a text that may have several, a JSON list, are labels of its set."""

_SHAPE_SIZE = " * ".join(f"coalesce(json_extract(shape, '$[{k}]'), 1)" for k in range(4))
_MAP_SIZE = f"""CASE WHEN json_valid(value) AND json_valid(shape)
    THEN json_array_length(value) = {_SHAPE_SIZE} ELSE 1 END"""
"""That a map has as many values as its shape says."""

FindingKind = Literal["file", "schema", "value", "reference", "folder"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a store.

    Attributes:
        kind: what it concerns: the ``file`` (SQLite's own structure), the ``schema``, a ``value``, a ``reference`` (a
            row that belongs to a row that is not there), or a ``folder`` of runs.
        text: what is wrong, in words.
        table: the table it was found in, "" where it is in none.
        is_damage: whether it makes the store unsound; otherwise it is only worth knowing.
    """

    kind: FindingKind
    text: str
    table: str = ""
    is_damage: bool = True


def explain_damage(path: Path) -> UserError | None:
    """Return an error that names the first damaged value of the store at ``path``; None where all is sound."""
    try:
        with closing(open_to_search(path)) as store:
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


def open_to_search(path: Path) -> sqlite3.Connection:
    """Return a connection that reads only, and takes texts for bytes: one that is no UTF-8 must not end the search."""
    store = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    store.text_factory = bytes
    # SQLite otherwise refuses all of a file that is shorter than its header says.
    store.execute("PRAGMA writable_schema=ON")
    return store


def require_own_store(store: sqlite3.Connection, path: Path) -> int:
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


def soundness(table: str, version: int) -> dict[str, str]:
    """Return, for each column of ``table``, an SQL expression that is 1 for a sound value and 0 for another.

    NULL is sound wherever the schema allows it, which SQLite sees to. Texts are looked into by ``is_sound_text``.
    """
    found = {}
    for column, declared in declared_columns(version)[table].items():
        parts = [f"typeof({column}) IN ({_types(table, column, declared)})"]
        if rule := _RULES.get(table, {}).get(column):
            parts.append(f"{column} {rule}")
        if table == "predictions" and column in _LEAST_CLASS:
            number = _CLASS_NUMBER.format(column=column, least=_LEAST_CLASS[column])
            parts.append(f"(typeof({column}) = 'text' OR {number})")
            parts.append(_LABEL_SET.format(column=column))
        if (table, column) == ("probe_maps", "value"):
            parts.append(_MAP_SIZE)
        found[column] = f"({column} IS NULL OR ({' AND '.join(parts)}))"
    return found


def _types(table: str, column: str, declared: str) -> str:
    """Return what ``typeof`` says of the sound values of a column."""
    several = table == "predictions" and column in _LEAST_CLASS
    return f"{_TYPES[declared]}, 'text'" if several else _TYPES[declared]


@cache
def declared_columns(version: int) -> dict[str, dict[str, str]]:
    """Return the declared type of each column of a sound store of ``version``, by table, in the order of the schema."""
    with closing(_sound_store(version)) as sound:
        tables = [row[0] for row in sound.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            table: {row[1]: row[2] for row in sound.execute(f"PRAGMA table_info({table})")}
            for table in tables
            if not table.startswith("sqlite_")
        }


@cache
def _declared_parts(version: int) -> list[tuple[str, str]]:
    """Return kind and name of all indices, triggers and views of a sound store of ``version``."""
    with closing(_sound_store(version)) as sound:
        sql = "SELECT type, name FROM sqlite_master WHERE type <> 'table' AND name NOT LIKE 'sqlite_%'"
        return [(kind, name) for kind, name in sound.execute(sql)]


def _sound_store(version: int) -> sqlite3.Connection:
    sound = sqlite3.connect(":memory:", isolation_level=None)
    for migrate in schema.MIGRATIONS[:version] if version > 0 else schema.MIGRATIONS:
        migrate(sound)
    return sound


def search(store: sqlite3.Connection, version: int, *, thorough: bool = False) -> Iterator[Finding]:
    """Yield what is damaged; ``thorough`` looks at SQLite's own structure and at references too."""
    if thorough:
        yield from _file_findings(store)
    try:
        yield from _table_findings(store, version)
    except sqlite3.DatabaseError as error:
        yield Finding("file", f"SQLite cannot read its schema ({error})")
    if thorough:
        yield from _reference_findings(store)


def _table_findings(store: sqlite3.Connection, version: int) -> Iterator[Finding]:
    for table, columns in declared_columns(version).items():
        here = {plain(row[1]) for row in store.execute(f"PRAGMA table_info({table})")}
        if not here:
            yield Finding("schema", f"the table '{table}' is missing", table)
            continue
        for name in columns.keys() - here:
            yield Finding("schema", f"the column '{name}' of the table '{table}' is missing", table)
        try:
            for name in (each for each in columns if each in here):
                yield from _bad_values(store, version, table, name, here)
        except sqlite3.DatabaseError as error:
            yield Finding("file", f"the table '{table}' cannot be read to its end ({error})", table)
    names = {(plain(row[0]), plain(row[1])) for row in store.execute("SELECT type, name FROM sqlite_master")}
    for kind, name in _declared_parts(version):
        if (kind, name) not in names:
            yield Finding("schema", f"the {kind} '{name}' is missing")


def _file_findings(store: sqlite3.Connection) -> Iterator[Finding]:
    try:
        for (text,) in store.execute("PRAGMA integrity_check(100)"):
            if text != b"ok":
                yield Finding("file", plain(text, 200))
    except sqlite3.DatabaseError as error:
        yield Finding("file", f"SQLite cannot read it to its end ({error})")


def _bad_values(
    store: sqlite3.Connection, version: int, table: str, name: str, here: set[str]
) -> Iterator[Finding]:
    """Yield what is wrong with the values of one column, each kind of it once, with the number of rows."""
    key = "run_id" if "run_id" in here else "id" if "id" in here else ""
    shown = f"the column '{name}' of the table '{table}'"

    def where(number: object) -> str:
        return f", {key.replace('_', ' ')} {plain(number)}," if key else ""

    def more(count: int) -> str:
        return f" ({count:,} such rows)" if count > 1 else ""

    declared = declared_columns(version)[table][name]
    bad = f"{name} IS NOT NULL AND typeof({name}) NOT IN ({_types(table, name, declared)})"
    count, kind, number = store.execute(
        f"SELECT count(*), typeof({name}), {key or 'NULL'} FROM {table} WHERE {bad}"
    ).fetchone()
    if count:
        yield Finding(
            "value", f"{shown}{where(number)} holds a value of the type {plain(kind)}{more(count)}", table
        )
    if declared == "TEXT":
        wanted = _JSON.get(table, {}).get(name)
        # What is plain ASCII and no JSON need not be fetched.
        sql = f"SELECT {name}, {key or 'NULL'} FROM {table} WHERE typeof({name}) = 'text'"
        found = store.execute(sql if wanted else f"{sql} AND {name} GLOB '*[^ -~]*'")
        broken = [number for text, number in found if not is_sound_text(table, name, text)]
        if broken:
            what = f"no JSON {wanted} that can be read" if wanted else "a text that is not UTF-8"
            yield Finding("value", f"{shown}{where(broken[0])} holds {what}{more(len(broken))}", table)
    if table == "predictions" and not store.execute("PRAGMA table_info(prediction_sets)").fetchone():
        return
    rule = soundness(table, version)[name]
    count, value, number = store.execute(
        f"SELECT count(*), substr({name}, 1, 60), {key or 'NULL'} FROM {table} WHERE NOT ({bad}) AND NOT {rule}"
    ).fetchone()
    if count:
        what = f"the value '{plain(value)}', which it cannot have"
        yield Finding("value", f"{shown}{where(number)} holds {what}{more(count)}", table)


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


def is_sound_text(table: str, column: str, text: bytes) -> bool:
    """Return whether the text of a column is UTF-8, and JSON of the right kind where the column holds JSON.

    SQLite's ``json_valid`` does not do: it refuses NaN, which Python writes, and takes more brackets within each other.
    """
    wanted = _JSON.get(table, {}).get(column)
    try:
        if wanted is None:
            return text.decode("utf-8") is not None
        found = json.loads(text, parse_constant=_refuse_constant if (table, column) in _READ_BY_SQL else None)
        json.dumps(found, ensure_ascii=False).encode("utf-8")  # halves of surrogate pairs
    except (ValueError, RecursionError):
        return False
    if not isinstance(found, dict if wanted == "object" else list):
        return False
    parts = _PARTS.get((table, column))
    return parts is None or all(
        isinstance(each, parts) and not isinstance(each, bool)
        for each in (found.values() if isinstance(found, dict) else found)
    )


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")
