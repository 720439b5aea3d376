"""Save what can be read of a damaged store, and put copies back.

Nothing is deleted. The damaged file is first copied byte by byte, and stays next to the store under another name. A new
store is filled from that copy. Rows that do not fit into it go into a file of JSON lines, with the reason. The result
replaces the store only if ``engine.store.check`` finds it sound.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TextIO

from engine.errors import UserError, file_error
from engine.json_types import JsonObject
from engine.store import schema
from engine.store.backup import backup_folder, read_copy
from engine.store.check import check_store
from engine.store.damage import open_for_check, require_store_version
from engine.store.database import is_locked
from engine.store.salvage import RowSalvage, SetAside, Value, keep_number, move_rows, settle_rows
from engine.store.tables import columns, soundness_sql

_COMPANIONS = ("-wal", "-shm", "-journal")
_MOST_NUMBERS = 1_000_000
"""Rows that are read one by one where a table cannot be read on either side of them."""
_NOT_COPIED = ("leases", "changes")
"""Tables that describe a moment and are of no use later."""


@dataclass(slots=True)
class RepairReport:
    """Result of a repair.

    Attributes:
        store: the store, which is sound now.
        damaged: where the damaged file lies now.
        set_aside: the file with the rows that have no place in the new store, or None.
        saved: by table, the rows that the new store has.
        mended: values that were replaced by the column's default, by table and column.
        lost: what could not be read or kept, in words.
    """

    store: Path
    damaged: Path
    set_aside: Path | None = None
    saved: dict[str, int] = field(default_factory=dict)
    mended: dict[str, int] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)

    def as_json(self) -> JsonObject:
        """Return the report as the stable JSON of the command line."""
        paths = {"store": str(self.store), "damaged": str(self.damaged)}
        return asdict(self) | paths | {"set_aside": None if self.set_aside is None else str(self.set_aside)}


def repair_store(path: Path) -> RepairReport:
    """Make a sound store of what can be read of the one at ``path``, and put it in its place.

    Raises UserError when it is in use, is no store, holds nothing that can be read, or the disk is full. It is
    untouched then.
    """
    path = path.absolute()
    if not path.is_file():
        raise UserError("there is no store here.", place=str(path), remedy="Name one with --store.")
    with _alone(path) as lock:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        damaged = _free_name(path, f"damaged-{stamp}", path.suffix)
        draft, aside = (
            path.with_name(f".{path.name}.repairing"),
            _free_name(path, f"set-aside-{stamp}", ".jsonl"),
        )
        try:
            _copy_files(path, damaged)
            report = RepairReport(path, damaged)
            with aside.open("x", encoding="utf-8") as rejected:
                os.chmod(aside, 0o600)
                _salvage(damaged, draft, rejected, report)
            _require_sound(draft, path)
        except BaseException as error:
            for file in (aside, draft, damaged, *(_companion(damaged, each) for each in _COMPANIONS)):
                file.unlink(missing_ok=True)
            if isinstance(error, OSError) or (isinstance(error, sqlite3.Error) and "full" in str(error)):
                raise _no_space(error, path) from error
            raise
        if aside.stat().st_size:
            report.set_aside = aside
        else:
            aside.unlink()
        _put_in_place(draft, path, lock)
    return report


def restore_store(copy: Path, path: Path) -> Path | None:
    """Replace the store at ``path`` by the copy at ``copy``.

    Return the new path of the replaced store, if there was one.

    Raises UserError when the store is in use, or the copy is not as it was made.
    """
    path = path.absolute()
    read_copy(copy)
    with _alone(path) as lock:
        draft = path.with_name(f".{path.name}.restoring")
        replaced = None
        try:
            shutil.copyfile(copy, draft)
            os.chmod(draft, 0o600)
            _require_sound(draft, copy)
            if path.exists():
                replaced = _free_name(path, f"replaced-{time.strftime('%Y%m%d-%H%M%S')}", path.suffix)
                _copy_files(path, replaced)
            _put_in_place(draft, path, lock)
        except OSError as error:
            raise _no_space(error, path) from error
        finally:
            draft.unlink(missing_ok=True)
    return replaced


@contextmanager
def _alone(path: Path) -> Iterator[sqlite3.Connection | None]:
    """Hold the store at ``path``, where there is one, alone. Raises UserError when somebody else uses it."""
    if not path.exists():
        yield None
        return
    with closing(sqlite3.connect(path.as_uri(), uri=True, timeout=2, isolation_level=None)) as lock:
        try:
            # Of a store in WAL mode this is refused as long as another connection is left, even one that only reads.
            lock.execute("PRAGMA locking_mode=EXCLUSIVE")
            lock.execute("BEGIN EXCLUSIVE")
            lock.execute("ROLLBACK")
        except sqlite3.OperationalError as error:
            if is_locked(error):
                raise UserError(
                    "the store is in use.",
                    place=str(path),
                    remedy="Close the window, let runs end or stop them, and try again.",
                ) from error
        except sqlite3.DatabaseError:
            pass  # too damaged to be locked, so nobody can be using it
        yield lock


def _put_in_place(draft: Path, path: Path, lock: sqlite3.Connection | None) -> None:
    """Make ``draft`` the store at ``path``, whose bytes lie elsewhere by now."""
    if lock is not None:
        with suppress(sqlite3.DatabaseError):
            # Otherwise closing the connection would remove the companions of the new store, which have the same names.
            lock.execute("PRAGMA journal_mode=DELETE")
    for each in _COMPANIONS:
        _companion(path, each).unlink(missing_ok=True)
    with draft.open("rb+") as stream:
        os.fsync(stream.fileno())
    os.replace(draft, path)


def _salvage(damaged: Path, draft: Path, rejected: TextIO, report: RepairReport) -> None:
    """Fill a new store at ``draft`` with all readable rows of ``damaged``. Rows that do not fit go to ``rejected``."""
    draft.touch(mode=0o600)

    def set_aside(table: str, reason: str, row: Mapping[str, object]) -> None:
        line = {"table": table, "reason": reason, "row": dict(row)}
        rejected.write(json.dumps(line, ensure_ascii=True) + "\n")

    with (
        closing(open_for_check(damaged)) as old,
        closing(sqlite3.connect(draft, isolation_level=None)) as new,
    ):
        version = require_store_version(old, report.store)
        schema.migrate_store(new, to=version)
        new.execute("PRAGMA foreign_keys=ON")
        new.execute("BEGIN")
        try:
            for table in (each for each in columns(version) if each not in _NOT_COPIED):
                _TableCopy(old, new, table, version, set_aside, report).copy()
        except sqlite3.DatabaseError as error:
            if "malformed" not in str(error):
                raise
            report.lost.append(str(error))
        if not any(report.saved.values()) and report.lost:
            raise UserError(
                "nothing in it can be read.",
                place=str(report.store),
                remedy=f"Put a copy back with: palimpsest store restore COPY (see {backup_folder(report.store)}).",
            )
        _keep_numbers(old, new)
        new.execute("COMMIT")
        new.execute("PRAGMA foreign_keys=OFF")
        new.execute("BEGIN")
        schema.migrate_store(new, version, move_rows=move_rows)
        new.execute("COMMIT")
        new.execute("PRAGMA foreign_keys=ON")
        report.lost += settle_rows(new, set_aside)
    _companion(damaged, "-shm").unlink(missing_ok=True)  # made by looking at it


class _TableCopy:
    """Copies one table, row by row, with all values that are sound."""

    def __init__(
        self, old: sqlite3.Connection, new: sqlite3.Connection, table: str, version: int, set_aside: SetAside,
        report: RepairReport,
    ) -> None:  # fmt: skip
        self.old, self.new, self.table, self.report = old, new, table, report
        here = {str(row[1], "utf-8", "replace") for row in old.execute(f"PRAGMA table_info({table})")}
        declared = columns(version)[table]
        self.columns = {name: column for name, column in declared.items() if name in here}
        self.missing = [name for name in declared if name not in here]
        rules = [soundness_sql(table, column, version) for column in self.columns.values()]
        try:
            old.execute(f"SELECT {', '.join(rules) or '1'} FROM {table} LIMIT 0")
        except sqlite3.DatabaseError:  # a rule asks another column, which is missing
            rules = ["1"] * len(rules)
        self.selected = ", ".join([*self.columns, *rules])
        self.rows = RowSalvage(new, table, [*self.columns.values()], set_aside)
        self.key = self.rows.key

    def copy(self) -> None:
        """Copy all rows that can be read."""
        report, table, count = self.report, self.table, len(self.columns)
        if not self.columns:
            report.lost.append(f"the table '{table}' was missing; it is empty now")
            return
        report.lost += [
            f"the column '{name}' of '{table}' was missing; it is empty now" for name in self.missing
        ]
        report.saved[table] = sum(self.rows.add(row[:count], row[count:]) for row in self._rows())
        report.mended |= {f"{table}.{name}": times for name, times in self.rows.mended.items()}
        report.lost += [f"rows of '{table}' were set aside: {reason}" for reason in self.rows.refused]

    def _rows(self) -> Iterator[tuple[Value, ...]]:
        """Yield every row that can be read, once."""
        try:
            self.new.execute(f"SELECT rowid FROM {self.table} LIMIT 0")
        except sqlite3.OperationalError:  # WITHOUT ROWID
            for run_id in self._parts():
                where = ("WHERE run_id = ?", (run_id,)) if "run_id" in self.columns else ("", ())
                yield from self._from_both_ends(self.key, *where)
            return
        yield from self._from_both_ends(["rowid"], "", ())

    def _parts(self) -> list[Value]:
        """Return the runs whose rows are read one after another, so that damage in one does not end the others."""
        if "run_id" not in self.columns:
            return [None]
        run_ids: set[Value] = {row[0] for row in self.new.execute("SELECT id FROM runs")}
        with suppress(sqlite3.DatabaseError):
            run_ids |= {row[0] for row in self.old.execute(f"SELECT DISTINCT run_id FROM {self.table}")}
        return sorted(run_ids, key=str)

    def _from_both_ends(
        self, key: list[str], where: str, values: tuple[Value, ...]
    ) -> Iterator[tuple[Value, ...]]:
        """Yield rows upwards until one cannot be read, then downwards, then, by number, what lies between."""
        visited: set[tuple[Value, ...]] = set()
        ends: list[Value] = []
        for direction in ("ASC", "DESC"):
            order = ", ".join(f"{name} {direction}" for name in key)
            sql = f"SELECT {self.selected}, {', '.join(key)} FROM {self.table} {where} ORDER BY {order}"
            at: Value = None
            try:
                for row in self.old.execute(sql, values):
                    place = row[-len(key) :]
                    if place in visited:
                        break
                    visited.add(place)
                    at = place[0]
                    yield row[: -len(key)]
                else:
                    if direction == "ASC":
                        return
            except sqlite3.DatabaseError as error:
                self.report.lost.append(f"some rows of '{self.table}' could not be read ({error})")
            ends.append(at)
        if key == ["rowid"] and all(isinstance(each, int) for each in ends):
            yield from self._one_by_one(int(ends[0] or 0) + 1, int(ends[1] or 0))

    def _one_by_one(self, first: int, end: int) -> Iterator[tuple[Value, ...]]:
        for number in range(first, min(end, first + _MOST_NUMBERS)):
            with suppress(sqlite3.DatabaseError):
                yield from self.old.execute(
                    f"SELECT {self.selected} FROM {self.table} WHERE rowid = ?", (number,)
                )


def _keep_numbers(old: sqlite3.Connection, new: sqlite3.Connection) -> None:
    with suppress(sqlite3.DatabaseError):
        sql = "SELECT name, seq FROM sqlite_sequence WHERE typeof(seq) = 'integer'"
        for name, number in old.execute(sql).fetchall():
            keep_number(new, str(name, "utf-8", "replace"), number)


def _require_sound(store: Path, place: Path) -> None:
    """Raise UserError unless the store is sound."""
    check = check_store(store)
    if not check.is_sound:
        first = next(each.text for each in check.findings if each.is_damage)
        raise UserError(
            f"cannot be repaired ({first}).",
            place=str(place),
            remedy=f"Put a copy back with: palimpsest store restore COPY (see {backup_folder(place)}).",
        )


def _copy_files(path: Path, target: Path) -> None:
    """Copy a database and SQLite's companion files, byte by byte."""
    for each in ("", "-wal", "-journal"):
        source = _companion(path, each)
        if source.exists() and (not each or source.stat().st_size):
            shutil.copyfile(source, _companion(target, each))
            os.chmod(_companion(target, each), 0o600)


def _companion(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")


def _free_name(path: Path, what: str, suffix: str) -> Path:
    free, number = path.with_name(f"{path.stem}.{what}{suffix}"), 1
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}.{what}-{number}{suffix}")
    return free


def _no_space(error: Exception, path: Path) -> UserError:
    if isinstance(error, OSError):
        return file_error(error, path)
    return UserError(
        "no space is left for a second copy of the store.", place=str(path.parent), remedy="Free some space."
    )
