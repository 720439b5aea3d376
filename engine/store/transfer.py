"""``copy_run``: copy the rows of a run from one store into another within SQLite.

Tables, columns and keys are those of ``schema.sql``. The tables of the target check every value (STRICT, CHECK).
``engine.store.repair`` verifies everything else in a foreign store first.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from engine.store import schema
from engine.store.tables import columns, row_key, run_tables

_STORE_COLUMNS = ("id", "sweep_id", "folder")
"""Columns of a run that are only meaningful in its own store."""


def memory_store() -> sqlite3.Connection:
    """Return an empty store in memory."""
    rows = sqlite3.connect(":memory:", isolation_level=None, uri=True)
    schema.migrate_store(rows)
    return rows


@contextmanager
def attach_store(target: sqlite3.Connection, source: str) -> Iterator[sqlite3.Connection]:
    """Attach the store at the URI ``source`` under the name ``source`` for the block, outside of transactions."""
    target.execute("ATTACH DATABASE ? AS source", (source,))
    try:
        yield target
    finally:
        target.execute("DETACH DATABASE source")


def copy_run(
    target: sqlite3.Connection, original: int, number: int, *, update: Sequence[str] | None = None,
    skip: Collection[str] = (), append_only: Collection[str] = (),
) -> None:  # fmt: skip
    """Make the rows of run ``number`` equal to those of run ``original`` in the attached store, within a transaction.

    Args:
        target: the store to copy to.
        original: the run's number in the attached store.
        number: its number in the target.
        update: the columns to update in an existing run. None: the run is new.
        skip: tables to leave unchanged.
        append_only: tables from which nothing is removed.

    Raises sqlite3.IntegrityError for a value that the target's tables reject.
    """
    _copy_own_row(target, original, number, update)
    for table in run_tables():
        if table == "messages":
            _copy_messages(target, original, number)
        elif table not in skip:
            _copy_table(
                target, table, original, number, may_shrink=update is not None and table not in append_only
            )
    target.execute(
        """INSERT OR IGNORE INTO main.test_looks (fingerprint, content, identity, group_identity, split, time)
           SELECT x.fingerprint, x.content, r.identity, r.group_identity, x.split, x.time
           FROM main.runs r, source.runs o
           JOIN source.test_looks x ON x.identity = o.identity WHERE o.id = ? AND r.id = ?""",
        (original, number),
    )


def _copy_own_row(
    target: sqlite3.Connection, original: int, number: int, update: Sequence[str] | None
) -> None:
    if update is None:
        names = ", ".join(name for name in columns()["runs"] if name not in _STORE_COLUMNS)
        sql = f"INSERT INTO main.runs (id, {names}) SELECT ?, {names} FROM source.runs WHERE id = ?"
        target.execute(sql, (number, original))
        return
    names = ", ".join(update)
    row = f"(SELECT {names} FROM source.runs WHERE id = :original)"
    sql = f"UPDATE main.runs SET ({names}) = {row} WHERE id = :number AND ({names}) IS NOT {row}"
    target.execute(sql, {"original": original, "number": number})


def _copy_messages(target: sqlite3.Connection, original: int, number: int) -> None:
    """Copy the missing notes of a run. Their numbers differ between stores, and no note is removed."""
    target.execute(
        """INSERT INTO main.messages (run_id, time, level, text) SELECT :number, time, level, text FROM (
               SELECT time, level, text FROM source.messages WHERE run_id = :original EXCEPT
               SELECT time, level, text FROM main.messages WHERE run_id = :number) ORDER BY time""",
        {"original": original, "number": number},
    )


def _copy_table(
    target: sqlite3.Connection, table: str, original: int, number: int, *, may_shrink: bool
) -> None:
    """Insert missing rows, update changed rows, and delete removed rows. Equal rows are not written."""
    numbers = {"original": original, "number": number}
    key = ", ".join(row_key(table))
    names = [name for name in columns()[table] if name != "run_id"]
    column_list = ", ".join(names)
    if may_shrink:
        source_keys = f"SELECT {key} FROM source.{table} WHERE run_id = :original"
        target.execute(
            f"DELETE FROM main.{table} WHERE run_id = :number AND ({key}) NOT IN ({source_keys})", numbers
        )
    updates = ", ".join(f"{name} = excluded.{name}" for name in names if name not in row_key(table))
    target.execute(
        f"""INSERT INTO main.{table} (run_id, {column_list}) SELECT :number, {column_list} FROM (
                SELECT {column_list} FROM source.{table} WHERE run_id = :original EXCEPT
                SELECT {column_list} FROM main.{table} WHERE run_id = :number) WHERE true
            ON CONFLICT (run_id, {key}) DO UPDATE SET {updates}""",
        numbers,
    )
