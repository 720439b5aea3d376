"""``copy_run``: the rows of a run from one store into another, by SQLite alone.

Tables, columns and keys are those of ``schema.sql``. The target's tables check every value (STRICT, CHECK). A foreign
store is first checked for everything else (``engine.store.check``).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from engine.store import schema
from engine.store.tables import columns, row_key, run_tables

_OF_STORE = ("id", "sweep_id", "folder")
"""Columns of a run that mean something in its own store only."""


def memory_store() -> sqlite3.Connection:
    """Return an empty store in memory."""
    rows = sqlite3.connect(":memory:", isolation_level=None, uri=True)
    schema.migrate_store(rows)
    return rows


@contextmanager
def attach_store(target: sqlite3.Connection, source: str) -> Iterator[sqlite3.Connection]:
    """Attach the store at the URI ``source`` as ``source`` for the length of the block, outside of transactions."""
    target.execute("ATTACH DATABASE ? AS source", (source,))
    try:
        yield target
    finally:
        target.execute("DETACH DATABASE source")


def copy_run(
    target: sqlite3.Connection, original: int, number: int, *, changing: Sequence[str] | None = None,
    left_out: Collection[str] = (), growing: Collection[str] = (),
) -> None:  # fmt: skip
    """Make the rows of run ``number`` those of run ``original`` of the attached store, within a transaction.

    Args:
        target: the store to copy to.
        original: the run's number in the attached store.
        number: its number in the target.
        changing: the columns that an existing run takes over. None: the run is new.
        left_out: tables that are left as they are.
        growing: tables from which nothing is removed.

    Raises sqlite3.IntegrityError for a value that the target's tables refuse.
    """
    _copy_own_row(target, original, number, changing)
    for table in run_tables():
        if table == "messages":
            _copy_messages(target, original, number)
        elif table not in left_out:
            _copy_table(
                target, table, original, number, may_shrink=changing is not None and table not in growing
            )
    target.execute(
        """INSERT OR IGNORE INTO main.test_looks (fingerprint, content, identity, group_identity, split, time)
           SELECT x.fingerprint, x.content, r.identity, r.group_identity, x.split, x.time
           FROM main.runs r, source.runs o
           JOIN source.test_looks x ON x.identity = o.identity WHERE o.id = ? AND r.id = ?""",
        (original, number),
    )


def _copy_own_row(
    target: sqlite3.Connection, original: int, number: int, changing: Sequence[str] | None
) -> None:
    if changing is None:
        names = ", ".join(name for name in columns()["runs"] if name not in _OF_STORE)
        sql = f"INSERT INTO main.runs (id, {names}) SELECT ?, {names} FROM source.runs WHERE id = ?"
        target.execute(sql, (number, original))
        return
    names = ", ".join(changing)
    there = f"(SELECT {names} FROM source.runs WHERE id = :original)"
    sql = f"UPDATE main.runs SET ({names}) = {there} WHERE id = :number AND ({names}) IS NOT {there}"
    target.execute(sql, {"original": original, "number": number})


def _copy_messages(target: sqlite3.Connection, original: int, number: int) -> None:
    """Copy the notes that the run does not have yet: their numbers are each store's own, and none is taken back."""
    target.execute(
        """INSERT INTO main.messages (run_id, time, level, text) SELECT :number, time, level, text FROM (
               SELECT time, level, text FROM source.messages WHERE run_id = :original EXCEPT
               SELECT time, level, text FROM main.messages WHERE run_id = :number) ORDER BY time""",
        {"original": original, "number": number},
    )


def _copy_table(
    target: sqlite3.Connection, table: str, original: int, number: int, *, may_shrink: bool
) -> None:
    """Insert missing rows, update rows that differ, and delete rows that are gone. Equal rows are not written."""
    numbers = {"original": original, "number": number}
    key = ", ".join(row_key(table))
    names = [name for name in columns()[table] if name != "run_id"]
    listed = ", ".join(names)
    if may_shrink:
        kept_keys = f"SELECT {key} FROM source.{table} WHERE run_id = :original"
        target.execute(
            f"DELETE FROM main.{table} WHERE run_id = :number AND ({key}) NOT IN ({kept_keys})", numbers
        )
    changed = ", ".join(f"{name} = excluded.{name}" for name in names if name not in row_key(table))
    target.execute(
        f"""INSERT INTO main.{table} (run_id, {listed}) SELECT :number, {listed} FROM (
                SELECT {listed} FROM source.{table} WHERE run_id = :original EXCEPT
                SELECT {listed} FROM main.{table} WHERE run_id = :number) WHERE true
            ON CONFLICT (run_id, {key}) DO UPDATE SET {changed}""",
        numbers,
    )
