"""Make sound rows of rows that break a rule: for the repair of a store, and for rows of versions that had no rules.

A value that does not fit its column is replaced by the column's default. A row that is meaningless without the value,
or that its table refuses, is set aside. In both cases ``set_aside`` receives the original row, so nothing is lost.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence

from engine.json_types import JsonObject
from engine.store.tables import GAPS, ROW_RULES, Column, columns, is_sound_text, json_text, soundness_sql

MOST_ROWS = 999_999_999
"""The greatest number of a run, a sweep or a data set."""
_NUMBERED = ("runs", "sweeps", "datasets")
_NUMBER_ANEW = (
    "CREATE TEMP TABLE renumbered AS SELECT * FROM predictions",
    "DELETE FROM predictions",
    """INSERT INTO predictions SELECT run_id, split,
       row_number() OVER (PARTITION BY run_id, split ORDER BY position) - 1,
       source_row, label, predicted, confidence, loss FROM renumbered""",
    "DROP TABLE renumbered",
)
Value = str | int | float | bytes | None
SetAside = Callable[[str, str, Mapping[str, object]], object]
"""Takes the table of a row, why it or a value of it has no place there, and the row."""
_NONE = b"\0"
"""Marker of a damaged value without a replacement. Bytes, because no sound value is bytes."""
NOT_FINITE = "numbers that are not finite became null"
"""How the reason begins for which a row was set aside that lost nothing."""
_CHANGED = {
    ("runs", "name"): "substr(name, 1, 10000)",
    # Before version 10 real numbers without a fraction were stored as whole ones.
    **{
        (
            "predictions",
            name,
        ): f"iif(typeof({name}) = 'integer' AND EXISTS (SELECT 1 FROM prediction_sets s WHERE "
        f"s.run_id = o.run_id AND s.split = o.split AND s.classes = '[]'), CAST({name} AS REAL), {name})"
        for name in ("label", "predicted")
    },
}
"""Present contents of columns of versions before 10, as SQL."""


class RowSalvage:
    """Adds rows to one table, mended where they have to be.

    Args:
        new: the store that they are added to.
        table: their table.
        given: the columns that each row has, texts as bytes.
        set_aside: takes each row that was mended or refused, as it was.

    Attributes:
        mended: by column, how many values were replaced.
        refused: the reasons for which rows were set aside.
    """

    def __init__(
        self, new: sqlite3.Connection, table: str, columns_given: Sequence[Column], set_aside: SetAside
    ) -> None:
        self.new, self.table, self.given, self.set_aside = new, table, columns_given, set_aside
        self.mended: dict[str, int] = {}
        self.refused: list[str] = []
        about = [tuple(row) for row in new.execute(f"PRAGMA table_info({table})")]
        self._defaults = {name: (bool(required), default) for _, name, _, required, default, _ in about}
        self.key = [row[1] for row in sorted(about, key=lambda row: row[5]) if row[5]]

    def add(self, values: Sequence[Value], sound: Sequence[object]) -> bool:
        """Add a row, and return whether it was kept. ``sound``: whether each value satisfies its column's rule."""
        row: dict[str, Value] = {}
        bad, reason = [], NOT_FINITE
        for column, value, is_sound in zip(self.given, values, sound, strict=True):
            if value is None and not self._defaults[column.name][0]:
                row[column.name] = None
            elif isinstance(value, bytes) and is_sound and is_sound_text(column, value):
                row[column.name] = value.decode("utf-8")
            elif not isinstance(value, bytes) and value is not None and is_sound:
                row[column.name] = value
            elif column.is_json and isinstance(value, bytes) and (text := self._without_nan(column, value)):
                row[column.name] = text
                bad.append(column.name)
            else:
                reason = "replaced in the store"
                bad.append(column.name)
        original = {column.name: _as_json(value) for column, value in zip(self.given, values, strict=True)}
        for name in (each for each in bad if each not in row):
            if (stand_in := self._stand_in(name, row)) is _NONE:
                return self._refuse(f"the value of '{name}' is damaged", original)
            row[name] = stand_in
        try:
            self._insert(row)
        except sqlite3.IntegrityError as error:
            if row.get("sweep_id") is None or self.table != "runs":
                return self._refuse(str(error), original)
            try:
                self._insert(row | {"sweep_id": None})  # the sweep is gone, the run need not be
            except sqlite3.IntegrityError:
                return self._refuse(str(error), original)
        for name in bad:
            self.mended[name] = self.mended.get(name, 0) + 1
        if bad:
            self.set_aside(self.table, f"{reason}: {', '.join(bad)}", original)
        return True

    def _insert(self, row: Mapping[str, Value]) -> None:
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        self.new.execute(f"INSERT INTO {self.table} ({names}) VALUES ({marks})", tuple(row.values()))

    def _refuse(self, reason: str, row: Mapping[str, object]) -> bool:
        self.set_aside(self.table, reason, row)
        if reason not in self.refused:
            self.refused.append(reason)
        return False

    def _without_nan(self, column: Column, text: bytes) -> str:
        """Return JSON with null for numbers that are not finite, which Python once wrote, or "" if it is no JSON."""
        try:
            cleaned = json_text(json.loads(text))
        except (ValueError, RecursionError):
            return ""
        sql = f"SELECT {soundness_sql(self.table, column)} FROM (SELECT ? AS {column.name}) {self.table}"
        return cleaned if self.new.execute(sql, (cleaned,)).fetchone()[0] else ""

    def _stand_in(self, name: str, row: Mapping[str, Value]) -> Value:
        """Return the replacement of a damaged value, or ``_NONE`` where the row is meaningless without it."""
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
            return _NONE
        return None if default is None else self.new.execute(f"SELECT {default}").fetchone()[0]


def move_rows(store: sqlite3.Connection, earlier: Mapping[str, str]) -> None:
    """Move all rows of ``earlier`` tables (by the name of today's) into today's, within the caller's transaction.

    Rows that break a rule are mended or set aside, into the table ``set_aside``: an old store can always be opened.
    """

    def set_aside(table: str, reason: str, row: Mapping[str, object]) -> None:
        sql = "INSERT INTO set_aside (source, reason, content) VALUES (?, ?, ?)"
        store.execute(sql, (table, reason, json_text(row)))

    factories = store.row_factory, store.text_factory
    store.row_factory = None
    try:
        for table in columns():
            if table in earlier and table != "changes":
                _move_table(store, earlier[table], table, set_aside)
    finally:
        store.row_factory, store.text_factory = factories


def _move_table(store: sqlite3.Connection, source: str, table: str, set_aside: SetAside) -> None:
    here = {row[1] for row in store.execute(f"PRAGMA table_info({source})")}
    present = [column for column in columns()[table].values() if column.name in here]
    required = {row[1] for row in store.execute(f"PRAGMA table_info({table})") if row[3]}
    names = ", ".join(column.name for column in present)
    values = ", ".join(f"{_CHANGED.get((table, c.name), c.name)} AS {c.name}" for c in present)
    rules = [soundness_sql(table, column) for column in present]
    whole = " AND ".join([*rules, *(f"{c.name} IS NOT NULL" for c in present if c.name in required)])
    rows = f"(SELECT {values} FROM {source} o) {table}"
    store.execute("SAVEPOINT moving")
    try:
        store.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM {rows} WHERE {whole}")
        broken = f"NOT ({whole})"
    except sqlite3.IntegrityError:  # the same row twice: each by itself
        store.execute("ROLLBACK TO moving")
        broken = "1"
    store.execute("RELEASE moving")
    store.text_factory = bytes
    broken_rows = store.execute(f"SELECT {names}, {', '.join(rules)} FROM {rows} WHERE {broken}").fetchall()
    store.text_factory = str
    salvage, count = RowSalvage(store, table, present, set_aside), len(present)
    for row in broken_rows:
        salvage.add(row[:count], row[count:])
    sql = "SELECT seq FROM sqlite_sequence WHERE name = ? AND typeof(seq) = 'integer'"
    for (number,) in store.execute(sql, (source,)).fetchall():
        keep_number(store, table, number)


def keep_number(store: sqlite3.Connection, table: str, number: int) -> None:
    """Never give a number up to ``number`` to a new row of ``table``: the folder of a lost run may still be there."""
    if table in _NUMBERED and 0 < number <= MOST_ROWS:
        sql = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?"
        if not store.execute(sql, (number, table)).rowcount:
            store.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))


def settle_rows(store: sqlite3.Connection, set_aside: SetAside) -> list[str]:
    """Set aside rows that break a rule between rows, until none does. Return the tables and rules in words.

    Predictions whose positions have a gap are numbered anew.
    """
    notes: dict[str, None] = {}
    while True:
        removed = 0
        for rule in ROW_RULES:
            cursor = store.execute(f"SELECT * FROM {rule.table} WHERE {rule.broken}")
            names = [each[0] for each in cursor.description]
            if not (rows := cursor.fetchall()):
                continue
            removed += len(rows)
            if rule is GAPS:
                for statement in _NUMBER_ANEW:
                    store.execute(statement)
                continue
            for row in rows:
                set_aside(rule.table, rule.what, dict(zip(names, map(_as_json, row), strict=True)))
            store.execute(f"DELETE FROM {rule.table} WHERE {rule.broken}")
            notes[f"rows of '{rule.table}' were set aside: {rule.what}"] = None
        if not removed:
            return [*notes]


def _as_json(value: Value) -> JsonObject | str | int | float | None:
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return {"hex": value.hex()}
