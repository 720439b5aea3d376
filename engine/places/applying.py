"""``apply_frames``: the changes of a run at its place, applied to its row and its measures here, each exactly once.

A frame and the cursor that says it was applied are one transaction, so an importer that is killed, or two of them at
once, lose and double nothing. What a frame says is checked like a stranger's file: only the tables and columns that
travel, only plain values, only rows of this run.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable
from pathlib import PurePosixPath, PureWindowsPath

from engine import private_files
from engine.errors import UserError, printable
from engine.json_types import JsonObject
from engine.places.base import Cursor
from engine.places.changes import OF_RUN, TABLES
from engine.places.frames import BrokenFrameError, frame_number, parse_frame
from engine.redaction import redact
from engine.store import Store, metrics, runs, schema
from engine.store.placed_runs import require_placed_run

_MOST_LOG = 256 << 20
"""Bytes of a log from another place that are kept here."""


class FrameGapError(Exception):
    """A frame came before the one that it follows; asking again from the cursor brings both."""


def read_cursor(store: Store, run_id: int) -> Cursor:
    """Return how far the changes of a placed run are applied here."""
    placed = require_placed_run(store, run_id)
    return Cursor(placed.stream, placed.frame)


def apply_frames(store: Store, run_id: int, lines: Iterable[bytes]) -> int:
    """Apply frames to a placed run, in one transaction; return how many of them were new.

    Frame 0 of another stream than before begins anew: what the run has measured is replaced by what follows.
    Raises FrameGapError for a frame that is too early, UserError for one that says what no run can be. Nothing of
    ``lines`` was applied then.
    """
    if not (lines := list(lines)):
        return 0  # no write: whoever watches the store would look again
    applied = 0
    logs: list[tuple[int, str]] = []
    with store.transaction():
        cursor = read_cursor(store, run_id)
        for line in lines:
            try:
                content = parse_frame(line)
            except BrokenFrameError as error:
                raise FrameGapError(str(error)) from None
            cursor, is_new = _apply(store, run_id, cursor, content, logs)
            applied += is_new
        sql = "UPDATE placed_runs SET stream = ?, frame = ? WHERE run_id = ?"
        store.execute(sql, (cursor.stream, cursor.frame, run_id))
        # Within the transaction: where the log cannot be written the frames come again. Written twice, it is the same.
        _write_log(store, run_id, logs)
    return applied


def _apply(
    store: Store, run_id: int, cursor: Cursor, content: JsonObject, logs: list[tuple[int, str]]
) -> tuple[Cursor, bool]:
    number = frame_number(content)
    if number == 0:
        stream = content.get("stream")
        if not isinstance(stream, str) or not 0 < len(stream) <= 64:
            raise _refusal(run_id, "names no stream of changes")
        if content.get("schema") != len(schema.MIGRATIONS):
            raise _refusal(run_id, "comes from a store of another version")
        if stream == cursor.stream:
            return cursor, False
        if cursor.stream:
            metrics.clear_measurements(store, run_id)
        return Cursor(stream, 0), True
    if number <= cursor.frame:
        return cursor, False
    if number != cursor.frame + 1:
        raise FrameGapError(f"frame {number} came after frame {cursor.frame}")
    for table, keys in _tables(run_id, content.get("gone", {})):
        _remove(store, run_id, table, keys)
    for table, rows in _tables(run_id, content.get("rows", {})):
        _add(store, run_id, table, rows)
    if "log" in content:
        logs.append(_log_part(run_id, content["log"]))
    return Cursor(cursor.stream, number), True


def _tables(run_id: int, found: object) -> list[tuple[str, list[list[object]]]]:
    """Return the rows by table that a frame holds, once they are seen to be such."""
    if not isinstance(found, dict):
        raise _refusal(run_id, "is not a list of rows")
    for table, rows in found.items():
        if table not in TABLES or not isinstance(rows, list):
            raise _refusal(run_id, f"names a table '{printable(str(table), 40)}' that does not travel")
        for row in rows:
            if not isinstance(row, list) or not all(map(_is_value, row)):
                raise _refusal(run_id, f"holds something that is not a row of {table}")
    return [*found.items()]


def _is_value(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, int):
        return not isinstance(value, bool) and -(2**63) <= value < 2**63
    return value is None or isinstance(value, str)


def _add(store: Store, run_id: int, table: str, rows: list[list[object]]) -> None:
    key, others = TABLES[table]
    columns = [*key, *others]
    if any(len(row) != len(columns) for row in rows):
        raise _refusal(run_id, f"holds something that is not a row of {table}")
    if table == "artefacts":
        rows = [row for row in rows if _stays_inside(str(row[1]))]
    if table in OF_RUN:
        for row in rows:
            _set_columns(store, run_id, dict(zip(columns, row, strict=True)))
        return
    marks = ", ".join("?" * len(columns))
    if table == "messages":
        rows = [[*row[:2], redact(str(row[2]))] for row in rows]
        sql = f"""INSERT INTO messages (run_id, time, level, text) SELECT ?, {marks} WHERE NOT EXISTS
                  (SELECT 1 FROM messages WHERE run_id = ? AND time = ? AND level = ? AND text = ?)"""
        values = [[run_id, *row, run_id, *row] for row in rows]
    elif table == "test_looks":
        sql = """INSERT OR IGNORE INTO test_looks (fingerprint, content, identity, group_identity, split, time)
                 SELECT ?, ?, identity, group_identity, ?, ? FROM runs WHERE id = ?"""
        values = [[*row, run_id] for row in rows]
    else:
        changes = ", ".join(f"{name} = excluded.{name}" for name in others)
        sql = f"""INSERT INTO {table} (run_id, {", ".join(columns)}) VALUES (?, {marks})
                  ON CONFLICT (run_id, {", ".join(key)}) DO UPDATE SET {changes}"""
        values = [[run_id, *row] for row in rows]
    _execute(store, run_id, sql, values)


def _set_columns(store: Store, run_id: int, columns: dict[str, object]) -> None:
    """Set what has changed of the run's row: naming its status tells open windows to list all runs anew."""
    before = store.execute("SELECT * FROM runs WHERE id = ?", (run_id,)).fetchone()
    changed = {name: value for name, value in columns.items() if before[name] != value}
    if isinstance(reason := changed.get("reason"), str):
        changed["reason"] = redact(reason)
    if changed:
        sql = f"UPDATE runs SET {', '.join(f'{name} = ?' for name in changed)} WHERE id = ?"
        _execute(store, run_id, sql, [[*changed.values(), run_id]])


def _remove(store: Store, run_id: int, table: str, keys: list[list[object]]) -> None:
    if table in (*OF_RUN, "messages", "test_looks"):
        return  # a note that was made stays made, and a look at the test texts was one
    key = ("key",) if table == "metrics" else TABLES[table][0]
    if any(len(values) != len(key) for values in keys):
        raise _refusal(run_id, f"names something that is not a row of {table}")
    sql = f"DELETE FROM {table} WHERE run_id = ? AND {' AND '.join(f'{name} = ?' for name in key)}"
    _execute(store, run_id, sql, [[run_id, *values] for values in keys])


def _execute(store: Store, run_id: int, sql: str, values: list[list[object]]) -> None:
    try:
        store.connection.executemany(sql, values)
    except (sqlite3.IntegrityError, sqlite3.InterfaceError, OverflowError, UnicodeEncodeError) as error:
        raise _refusal(run_id, f"cannot be kept in a store ({printable(str(error), 160)})") from None


def _stays_inside(path: str) -> bool:
    """Return whether a path leads nowhere but into the run's folder."""
    return not any(
        kind(path).is_absolute() or kind(path).drive or ".." in kind(path).parts
        for kind in (PurePosixPath, PureWindowsPath)
    )


def _log_part(run_id: int, found: object) -> tuple[int, str]:
    if (
        isinstance(found, list) and len(found) == 2 and type(found[0]) is int and isinstance(found[1], str)
        and 0 <= found[0] < _MOST_LOG
    ):  # fmt: skip
        return found[0], found[1]
    raise _refusal(run_id, "holds something that is not part of a log")


def _write_log(store: Store, run_id: int, parts: list[tuple[int, str]]) -> None:
    if not parts:
        return
    file = runs.get_run(store, run_id).folder / "run.log"
    private_files.make_folder(file.parent, below=file.parent.parent)
    private_files.make_file(file)
    with file.open("rb+") as stream:
        for start, text in parts:
            stream.seek(start)
            stream.write(text.encode("utf-8", "replace"))
            stream.truncate()


def _refusal(run_id: int, what: str) -> UserError:
    return UserError(
        f"its place sent a change that {what}; it was not taken over.",
        place=f"run {run_id}",
        remedy="See that both sides run the same Palimpsest: palimpsest places test NAME",
    )
