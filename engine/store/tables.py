"""Tables of a store, read from ``schema.sql``: columns, their rules, and the tables of a run.

SQLite checks each value when it is written (types, ranges, kinds of JSON: the CHECKs of ``schema.sql``). This module
has the rules that a CHECK cannot express: the content of JSON (``_ELEMENT_RULES``) and relations between rows
(``ROW_RULES``). Another program may have broken any of them. ``engine.store.damage`` checks for that, and
``engine.store.salvage`` repairs such rows.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import cache

from engine.store import schema


@dataclass(frozen=True, slots=True)
class Column:
    """A column of ``schema.sql``. ``check`` is the SQL of its CHECK, or ""."""

    name: str
    type: str
    check: str

    @property
    def is_json(self) -> bool:
        """Whether its texts are JSON."""
        return "json_valid(" in self.check and self.type == "TEXT"


@dataclass(frozen=True, slots=True)
class RowRule:
    """A rule for rows of ``table``. ``broken`` is the SQL condition of a violation, ``what`` describes it."""

    table: str
    what: str
    broken: str


_TYPES = {
    "INTEGER": ("integer",),
    "REAL": ("real", "integer"),
    "TEXT": ("text",),
    "ANY": ("integer", "real", "text"),
}
_ELEMENT_RULES = {
    ("runs", "tags"): "type = 'text'",
    ("runs", "versions"): "type = 'text'",
    ("runs", "data_fingerprints"): "type = 'text'",
    ("prediction_sets", "classes"): "type = 'text'",
    ("probe_maps", "shape"): "type = 'integer' AND value BETWEEN 0 AND 1000000",
    ("probe_maps", "value"): "type IN ('integer', 'real', 'null')",
    ("look_plans", "seeds"): "type = 'integer'",
}
"""Condition for every element of a column's JSON, in terms of SQLite's ``json_each``."""

_CLASSES = """(SELECT json_array_length(s.classes) FROM prediction_sets s
    WHERE s.run_id = predictions.run_id AND s.split = predictions.split AND json_valid(s.classes))"""
_SIZE = " * ".join(f"coalesce(json_extract(shape, '$[{k}]'), 1)" for k in range(4))


def _unknown_label_sql(column: str, minimum: int) -> str:
    """Return the condition that a label in ``predictions`` has no class in its prediction set."""
    return f"""CASE typeof({column})
        WHEN 'integer' THEN {column} NOT BETWEEN {minimum} AND {_CLASSES} - 1
        WHEN 'real' THEN {_CLASSES} > 0
        ELSE EXISTS (SELECT 1 FROM json_each(iif(json_valid({column}), {column}, '[]')) e
                     WHERE e.type <> 'integer' OR e.value NOT BETWEEN 0 AND {_CLASSES} - 1) END"""


GAPS = RowRule(
    "predictions", "positions that do not count from 0",
    """(run_id, split) IN (SELECT run_id, split FROM predictions GROUP BY run_id, split
        HAVING max(position) >= count(*))""",
)  # fmt: skip
ROW_RULES = (
    RowRule(
        "stages", "positions that do not count from 0",
        "position >= (SELECT count(*) FROM stages s WHERE s.run_id = stages.run_id)",
    ),
    RowRule(
        "stages", "more stages than the run's specification",
        """position >= (SELECT json_array_length(r.spec, '$.stages') FROM runs r
            WHERE r.id = run_id AND iif(json_valid(r.spec), json_type(r.spec, '$.stages') = 'array', 0))""",
    ),
    RowRule(
        "prediction_sets", "a split that no data set has",
        " AND ".join(f"split || '/' NOT GLOB '{stage}{part}/*'" for stage in ("", "stage-*/")
            for part in ("train", "validation", "test")),
    ),
    GAPS,
    RowRule("predictions", "a label beyond the classes of its split", _unknown_label_sql("label", -1)),
    RowRule("predictions", "a prediction beyond the classes of its split", _unknown_label_sql("predicted", 0)),
    RowRule(
        "predictions", "labels of several kinds in one split",
        """(run_id, split) IN (SELECT run_id, split FROM predictions GROUP BY run_id, split
            HAVING min(typeof(label)) <> max(typeof(label)) OR min(typeof(predicted)) <> max(typeof(predicted))
            OR min(typeof(label)) <> min(typeof(predicted)))""",
    ),
    RowRule(
        "probe_maps", "more or fewer values than its shape",
        f"""iif(json_valid(value) AND json_valid(shape),
            json_array_length(value) <> {_SIZE} OR json_array_length(shape) NOT IN (1, 2), 0)""",
    ),
)  # fmt: skip
"""Rules between rows. A repair sets aside rows that break one."""

_LOCAL = ("trials", "placed_runs", "received_runs")
"""Tables that are only meaningful in their own store."""


@cache
def columns(version: int | None = None) -> dict[str, dict[str, Column]]:
    """Return the columns of a sound store, by table and name, in the order of the schema.

    For an older ``version`` these are its columns with the current rules. From version 10 on, parent tables come first.
    """
    checks = _declared_checks()
    with closing(reference_store(version)) as store:
        names = [row[0] for row in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            table: {
                row[1]: Column(row[1], checks[table][row[1]][0] or row[2], checks[table][row[1]][1])
                for row in store.execute(f"PRAGMA table_info({table})")
            }
            for table in sorted((each for each in names if each in checks), key=[*checks].index)
        }


@cache
def _declared_checks() -> dict[str, dict[str, tuple[str, str]]]:
    """Return type and CHECK of each column by table, parsed from ``schema.sql``."""
    checks: dict[str, dict[str, tuple[str, str]]] = {}
    for table, body in re.findall(r"^CREATE TABLE (\w+) \((.*?)^\)", schema.SCHEMA, re.MULTILINE | re.DOTALL):
        lines = re.findall(r"^    (\w+) (INTEGER|REAL|TEXT|ANY)\b(.*)$", body, re.MULTILINE)
        checks[table] = {name: (kind, _check_of(rest)) for name, kind, rest in lines}
    return checks


def _check_of(line: str) -> str:
    """Return the text between the brackets of CHECK in a line of the schema."""
    _, _, body = line.partition("CHECK (")
    depth, quoted = 1, False
    for index, sign in enumerate(body):
        quoted ^= sign == "'"
        depth += 0 if quoted else (sign == "(") - (sign == ")")
        if not depth:
            return body[:index]
    return ""


def reference_store(version: int | None = None) -> sqlite3.Connection:
    """Return an empty store of a version (None: the newest) in memory."""
    store = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate_store(store, to=version)
    return store


def soundness_sql(table: str, column: Column, version: int | None = None) -> str:
    """Return an SQL expression that is 1 for a sound value of a column and 0 for any other. NULL counts as sound.

    JSON of versions before 10 may hold NaN, which SQL does not support. Only ``is_sound_text`` checks such JSON.
    """
    strict = version is None or version >= schema.STRICT_VERSION
    kinds = ", ".join(f"'{each}'" for each in _TYPES[column.type])
    condition = f"typeof({column.name}) IN ({kinds})"
    if column.check and (strict or not column.is_json):
        condition = f"iif({condition}, {column.check}, 0)"
        if (element_rule := _ELEMENT_RULES.get((table, column.name))) is not None:
            each = f"SELECT 1 FROM json_each({table}.{column.name}) WHERE NOT ({element_rule})"
            condition = f"CASE WHEN NOT {condition} THEN 0 ELSE NOT EXISTS ({each}) END"
    return f"({column.name} IS NULL OR coalesce({condition}, 0))"


def is_sound_text(column: Column, text: bytes) -> bool:
    """Return whether a text is UTF-8 and, in a JSON column, JSON that Python can parse and encode again."""
    try:
        if not column.is_json:
            return text.decode("utf-8") is not None
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # fails for lone surrogates
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict if "= 'object'" in column.check else list)


def json_text(value: object) -> str:
    """Return ``value`` as JSON for a column. Non-finite numbers become null, unknown types text."""
    try:
        encoded = json.dumps(value, ensure_ascii=False, default=str, allow_nan=False)
    except ValueError:
        encoded = json.dumps(_finite(value), ensure_ascii=False, default=str)
    return encoded.encode("utf-8", "replace").decode("utf-8")


def _finite(value: object) -> object:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


@cache
def run_tables() -> tuple[str, ...]:
    """Return the tables with rows of one run, which are copied with it. Parent tables come first."""
    return tuple(table for table, names in columns().items() if "run_id" in names and table not in _LOCAL)


@cache
def row_key(table: str) -> tuple[str, ...]:
    """Return the columns that identify a row of ``table`` within its run."""
    with closing(reference_store()) as store:
        key_columns = [(row[5], row[1]) for row in store.execute(f"PRAGMA table_info({table})") if row[5]]
    return tuple(name for _, name in sorted(key_columns) if name != "run_id")
