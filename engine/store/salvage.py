"""Repair rows that break a rule: for damaged stores, and for rows from versions without rules.

A value that does not fit its column is replaced by the column's default. A row that is meaningless without the value,
or that its table rejects, is set aside. In both cases ``set_aside`` receives the original row, so nothing is lost.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence

from engine.json_types import JsonObject
from engine.store.tables import GAPS, ROW_RULES, Column, columns, is_sound_text, json_text, soundness_sql

MAX_NUMBER = 999_999_999
"""Largest number of a run, a sweep or a data set."""
_NUMBERED_TABLES = ("runs", "sweeps", "datasets")
_RENUMBER_PREDICTIONS = (
    "CREATE TEMP TABLE renumbered AS SELECT * FROM predictions",
    "DELETE FROM predictions",
    """INSERT INTO predictions SELECT run_id, split,
       row_number() OVER (PARTITION BY run_id, split ORDER BY position) - 1,
       source_row, label, predicted, confidence, loss FROM renumbered""",
    "DROP TABLE renumbered",
)
Value = str | int | float | bytes | None
SetAside = Callable[[str, str, Mapping[str, object]], object]
"""Callback with a row's table, the reason why the row or a value of it does not fit, and the row."""
_NO_REPLACEMENT = b"\0"
"""Marker for a damaged value without a replacement. It is bytes, because no sound value is."""
NOT_FINITE = "numbers that are not finite became null"
"""Prefix of the reason for a row that was repaired without loss."""
_CONVERSIONS = {
    ("runs", "name"): "substr(name, 1, 10000)",
    # Before version 10 real numbers without a fraction were stored as integers.
    **{
        (
            "predictions",
            name,
        ): f"iif(typeof({name}) = 'integer' AND EXISTS (SELECT 1 FROM prediction_sets s WHERE "
        f"s.run_id = o.run_id AND s.split = o.split AND s.classes = '[]'), CAST({name} AS REAL), {name})"
        for name in ("label", "predicted")
    },
}
"""SQL that converts columns from versions before 10."""


class RowSalvage:
    """Adds rows to one table, repaired if necessary.

    Args:
        new: the target store.
        table: the table.
        columns_of_row: the columns of each row. Texts are bytes.
        set_aside: receives the original of each repaired or rejected row.

    Attributes:
        replaced: number of replaced values by column.
        reject_reasons: the distinct reasons of rejected rows.
    """

    def __init__(
        self, new: sqlite3.Connection, table: str, columns_of_row: Sequence[Column], set_aside: SetAside
    ) -> None:
        self.new, self.table, self.columns, self.set_aside = new, table, columns_of_row, set_aside
        self.replaced: dict[str, int] = {}
        self.reject_reasons: list[str] = []
        table_info = [tuple(row) for row in new.execute(f"PRAGMA table_info({table})")]
        self._defaults = {name: (bool(required), default) for _, name, _, required, default, _ in table_info}
        self.key = [row[1] for row in sorted(table_info, key=lambda row: row[5]) if row[5]]

    def add(self, values: Sequence[Value], sound: Sequence[object]) -> bool:
        """Add a row, and return whether it was kept. ``sound``: whether each value satisfies its column's rule."""
        row: dict[str, Value] = {}
        bad_columns, reason = [], NOT_FINITE
        for column, value, is_sound in zip(self.columns, values, sound, strict=True):
            if value is None and not self._defaults[column.name][0]:
                row[column.name] = None
            elif isinstance(value, bytes) and is_sound and is_sound_text(column, value):
                row[column.name] = value.decode("utf-8")
            elif not isinstance(value, bytes) and value is not None and is_sound:
                row[column.name] = value
            elif column.is_json and isinstance(value, bytes) and (text := self._without_nan(column, value)):
                row[column.name] = text
                bad_columns.append(column.name)
            else:
                reason = "replaced in the store"
                bad_columns.append(column.name)
        original = {column.name: _as_json(value) for column, value in zip(self.columns, values, strict=True)}
        for name in (each for each in bad_columns if each not in row):
            if (replacement := self._replacement(name, row)) is _NO_REPLACEMENT:
                return self._refuse(f"the value of '{name}' is damaged", original)
            row[name] = replacement
        try:
            self._insert(row)
        except sqlite3.IntegrityError as error:
            if row.get("sweep_id") is None or self.table != "runs":
                return self._refuse(str(error), original)
            try:
                self._insert(row | {"sweep_id": None})  # the sweep is missing, but the run can be kept
            except sqlite3.IntegrityError:
                return self._refuse(str(error), original)
        for name in bad_columns:
            self.replaced[name] = self.replaced.get(name, 0) + 1
        if bad_columns:
            self.set_aside(self.table, f"{reason}: {', '.join(bad_columns)}", original)
        return True

    def _insert(self, row: Mapping[str, Value]) -> None:
        names, placeholders = ", ".join(row), ", ".join("?" * len(row))
        self.new.execute(f"INSERT INTO {self.table} ({names}) VALUES ({placeholders})", tuple(row.values()))

    def _refuse(self, reason: str, row: Mapping[str, object]) -> bool:
        self.set_aside(self.table, reason, row)
        if reason not in self.reject_reasons:
            self.reject_reasons.append(reason)
        return False

    def _without_nan(self, column: Column, text: bytes) -> str:
        """Return JSON with null for non-finite numbers, which older versions wrote, or "" if it is no JSON."""
        try:
            json_value = json_text(json.loads(text))
        except (ValueError, RecursionError):
            return ""
        sql = f"SELECT {soundness_sql(self.table, column)} FROM (SELECT ? AS {column.name}) {self.table}"
        return json_value if self.new.execute(sql, (json_value,)).fetchone()[0] else ""

    def _replacement(self, name: str, row: Mapping[str, Value]) -> Value:
        """Return the replacement of a damaged value, or ``_NO_REPLACEMENT`` if the row is meaningless without it."""
        if self.table == "runs" and "id" in row:
            defaults: dict[str, Value] = {
                "name": f"Run {row['id']!s}",
                "status": "interrupted",
                "created": row.get("queued") or row.get("started") or row.get("finished") or 0.0,
            }
            if name in defaults:
                return defaults[name]
        required, default = self._defaults[name]
        if name in self.key or (required and default is None):
            return _NO_REPLACEMENT
        return None if default is None else self.new.execute(f"SELECT {default}").fetchone()[0]


def move_rows(store: sqlite3.Connection, old_tables: Mapping[str, str]) -> None:
    """Move all rows of ``old_tables`` (by current name) into the current tables, in the caller's transaction.

    Rows that break a rule are repaired or moved to the table ``set_aside``, so that an old store can always be opened.
    """

    def set_aside(table: str, reason: str, row: Mapping[str, object]) -> None:
        sql = "INSERT INTO set_aside (source, reason, content) VALUES (?, ?, ?)"
        store.execute(sql, (table, reason, json_text(row)))

    factories = store.row_factory, store.text_factory
    store.row_factory = None
    try:
        for table in columns():
            if table in old_tables and table != "changes":
                _move_table(store, old_tables[table], table, set_aside)
    finally:
        store.row_factory, store.text_factory = factories


def _move_table(store: sqlite3.Connection, source: str, table: str, set_aside: SetAside) -> None:
    source_names = {row[1] for row in store.execute(f"PRAGMA table_info({source})")}
    fields = [column for column in columns()[table].values() if column.name in source_names]
    required = {row[1] for row in store.execute(f"PRAGMA table_info({table})") if row[3]}
    names = ", ".join(column.name for column in fields)
    values = ", ".join(f"{_CONVERSIONS.get((table, c.name), c.name)} AS {c.name}" for c in fields)
    rules = [soundness_sql(table, column) for column in fields]
    sound = " AND ".join([*rules, *(f"{c.name} IS NOT NULL" for c in fields if c.name in required)])
    rows = f"(SELECT {values} FROM {source} o) {table}"
    store.execute("SAVEPOINT moving")
    try:
        store.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM {rows} WHERE {sound}")
        broken = f"NOT ({sound})"
    except sqlite3.IntegrityError:  # a duplicate row: add them one by one
        store.execute("ROLLBACK TO moving")
        broken = "1"
    store.execute("RELEASE moving")
    store.text_factory = bytes
    broken_rows = store.execute(f"SELECT {names}, {', '.join(rules)} FROM {rows} WHERE {broken}").fetchall()
    store.text_factory = str
    salvage, count = RowSalvage(store, table, fields, set_aside), len(fields)
    for row in broken_rows:
        salvage.add(row[:count], row[count:])
    sql = "SELECT seq FROM sqlite_sequence WHERE name = ? AND typeof(seq) = 'integer'"
    for (number,) in store.execute(sql, (source,)).fetchall():
        keep_number(store, table, number)


def keep_number(store: sqlite3.Connection, table: str, number: int) -> None:
    """Reserve all numbers up to ``number`` in ``table``, because the folder of a lost run may still exist."""
    if table in _NUMBERED_TABLES and 0 < number <= MAX_NUMBER:
        sql = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?"
        if not store.execute(sql, (number, table)).rowcount:
            store.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))


def settle_rows(store: sqlite3.Connection, set_aside: SetAside) -> list[str]:
    """Set aside rows that break a rule between rows, until none is left. Return the tables and rules in words.

    Predictions whose positions have gaps are renumbered.
    """
    notes: dict[str, None] = {}
    while True:
        removed_count = 0
        for rule in ROW_RULES:
            cursor = store.execute(f"SELECT * FROM {rule.table} WHERE {rule.broken}")
            names = [column[0] for column in cursor.description]
            if not (rows := cursor.fetchall()):
                continue
            removed_count += len(rows)
            if rule is GAPS:
                for statement in _RENUMBER_PREDICTIONS:
                    store.execute(statement)
                continue
            for row in rows:
                set_aside(rule.table, rule.what, dict(zip(names, map(_as_json, row), strict=True)))
            store.execute(f"DELETE FROM {rule.table} WHERE {rule.broken}")
            notes[f"rows of '{rule.table}' were set aside: {rule.what}"] = None
        if not removed_count:
            return [*notes]


def _as_json(value: Value) -> JsonObject | str | int | float | None:
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return {"hex": value.hex()}
