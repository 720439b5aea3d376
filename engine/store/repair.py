"""Find all damage in a store, recover the readable rows of a damaged one, and restore copies.

Nothing is deleted. First the damaged file is copied byte by byte to another name next to the store. A new store is
filled from that copy. Rows that do not fit go into a file of JSON lines with the reason. The result replaces the store
only if ``check_store`` finds it sound.
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

from engine.errors import UserError, file_error, printable
from engine.json_types import JsonObject
from engine.spec.experiment import parse_experiment
from engine.store import schema
from engine.store.backup import backup_folder, read_copy, unused_path
from engine.store.damage import Finding, as_text, find_damage, open_for_check, require_store_version
from engine.store.database import is_locked
from engine.store.runs import requested_spec
from engine.store.salvage import RowSalvage, SetAside, Value, keep_number, move_rows, settle_rows
from engine.store.tables import columns, soundness_sql


@dataclass(frozen=True, slots=True)
class StoreCheck:
    """Findings of a check.

    Attributes:
        store: the store.
        version: the version of its schema.
        rows: number of rows by table, where they can be counted.
        findings: damage and notes.
    """

    store: Path
    version: int
    rows: dict[str, int]
    findings: list[Finding]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is damaged."""
        return not any(each.is_damage for each in self.findings)

    def as_json(self) -> JsonObject:
        """Return the check as the stable JSON of the command line."""
        return {
            "store": str(self.store),
            "version": self.version,
            "sound": self.is_sound,
            "rows": self.rows,
            "findings": [asdict(each) for each in self.findings],
        }


def check_store(path: Path) -> StoreCheck:
    """Find all damage of the store at ``path``, which is only read.

    Raises UserError when there is no store, or it is unreadable, not a store, or from a newer Palimpsest.
    """
    with closing(open_for_check(path)) as store:
        version = require_store_version(store, path)
        rows: dict[str, int] = {}
        for table in columns(version):
            try:
                rows[table] = int(store.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
            except sqlite3.DatabaseError:
                pass  # the findings below explain it
        findings = [*find_damage(store, version, thorough=True)]
        for part in (_spec_findings(store), _folder_findings(store, path), _set_aside_findings(store)):
            try:
                findings += part
            except sqlite3.DatabaseError:
                pass  # already in the findings
    return StoreCheck(path, version, rows, findings)


def _spec_findings(store: sqlite3.Connection) -> Iterator[Finding]:
    """Yield runs with a specification that this program cannot read. It is no damage if a plug-in may be missing."""
    for number, text in store.execute("SELECT id, spec FROM runs WHERE json_valid(spec)"):
        name = f"run {as_text(number)}"
        try:
            parse_experiment(requested_spec(json.loads(text)), place=name)
        except UserError as error:
            yield Finding("value", printable(str(error), 300), "runs", is_damage=False)
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
            reason = printable(str(error), 200)
            yield Finding("value", f"the specification of {name} cannot be read ({reason})", "runs")


def _set_aside_findings(store: sqlite3.Connection) -> Iterator[Finding]:
    """Yield the number of rows by table that a migration to strict tables has set aside."""
    for table, count in store.execute("SELECT source, count(*) FROM set_aside GROUP BY source"):
        text = f"{count:,} rows of '{as_text(table)}' broke a rule when the store was brought up to date; "
        yield Finding("value", f"{text}as they were, they are in the table 'set_aside'", is_damage=False)


def _folder_findings(store: sqlite3.Connection, path: Path) -> Iterator[Finding]:
    """Yield runs without a folder and folders without a run. Neither is damage, because folders may be deleted."""
    rows = [(as_text(number), as_text(name)) for number, name in store.execute("SELECT id, folder FROM runs")]
    folders = {(path.parent / name).name for _, name in rows if name}
    for number, name in rows:
        if name and not (path.parent / name).is_dir():
            yield Finding("folder", f"run {number} has no folder any more ({name})", "runs", is_damage=False)
    folder = path.parent / f"{path.stem}-runs"
    if folder.is_dir():
        for entry in sorted(folder.iterdir()):
            if entry.is_dir() and entry.name.isdecimal() and entry.name not in folders:
                text = f"the folder {folder.name}/{entry.name} belongs to no run"
                yield Finding("folder", text, is_damage=False)


_COMPANIONS = ("-wal", "-shm", "-journal")
_MAX_PROBED_ROWS = 1_000_000
"""Maximum number of rows to read one by one between two damaged regions of a table."""
_TRANSIENT_TABLES = ("leases", "changes")
"""Tables with transient state."""


@dataclass(slots=True)
class RepairReport:
    """Result of a repair.

    Attributes:
        store: the store, which is sound now.
        damaged: the new path of the damaged file.
        set_aside: the file with the rows that do not fit into the new store, or None.
        saved: number of rows in the new store, by table.
        mended: number of values replaced by the column's default, by table and column.
        lost: descriptions of what could not be read or kept.
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
    """Replace the store at ``path`` by a sound one with all of its readable rows.

    Raises UserError when it is in use, is no store, has no readable rows, or the disk is full. The store is unchanged
    then.
    """
    path = path.absolute()
    if not path.is_file():
        raise UserError("there is no store here.", place=str(path), remedy="Name one with --store.")
    with _exclusive_lock(path) as lock:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        damaged = unused_path(path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}"))
        rejects_file = unused_path(path.with_name(f"{path.stem}.set-aside-{stamp}.jsonl"))
        draft = path.with_name(f".{path.name}.repairing")
        try:
            _copy_files(path, damaged)
            report = RepairReport(path, damaged)
            with rejects_file.open("x", encoding="utf-8") as rejects:
                os.chmod(rejects_file, 0o600)
                _salvage(damaged, draft, rejects, report)
            _require_sound(draft, path)
        except BaseException as error:
            for file in (rejects_file, draft, damaged, *(_companion(damaged, each) for each in _COMPANIONS)):
                file.unlink(missing_ok=True)
            if isinstance(error, OSError) or (isinstance(error, sqlite3.Error) and "full" in str(error)):
                raise _no_space(error, path) from error
            raise
        if rejects_file.stat().st_size:
            report.set_aside = rejects_file
        else:
            rejects_file.unlink()
        _replace_store(draft, path, lock)
    return report


def restore_store(copy: Path, path: Path) -> Path | None:
    """Replace the store at ``path`` by the copy at ``copy``.

    Return the new path of the replaced store, if there was one.

    Raises UserError when the store is in use, or the copy has changed.
    """
    path = path.absolute()
    read_copy(copy)
    with _exclusive_lock(path) as lock:
        draft = path.with_name(f".{path.name}.restoring")
        replaced_path = None
        try:
            shutil.copyfile(copy, draft)
            os.chmod(draft, 0o600)
            _require_sound(draft, copy)
            if path.exists():
                stamp = time.strftime("%Y%m%d-%H%M%S")
                replaced_path = unused_path(path.with_name(f"{path.stem}.replaced-{stamp}{path.suffix}"))
                _copy_files(path, replaced_path)
            _replace_store(draft, path, lock)
        except OSError as error:
            raise _no_space(error, path) from error
        finally:
            draft.unlink(missing_ok=True)
    return replaced_path


@contextmanager
def _exclusive_lock(path: Path) -> Iterator[sqlite3.Connection | None]:
    """Hold an exclusive lock on the store at ``path``, if it exists. Raises UserError when it is in use."""
    if not path.exists():
        yield None
        return
    with closing(sqlite3.connect(path.as_uri(), uri=True, timeout=2, isolation_level=None)) as lock:
        try:
            # In WAL mode this fails while any other connection is open, even one that only reads.
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
            pass  # too damaged to be locked, so nobody can use it
        yield lock


def _replace_store(draft: Path, path: Path, lock: sqlite3.Connection | None) -> None:
    """Make ``draft`` the store at ``path``. The old bytes have been copied already."""
    if lock is not None:
        with suppress(sqlite3.DatabaseError):
            # Otherwise closing the connection would delete the companions of the new store, which have the same names.
            lock.execute("PRAGMA journal_mode=DELETE")
    for each in _COMPANIONS:
        _companion(path, each).unlink(missing_ok=True)
    with draft.open("rb+") as stream:
        os.fsync(stream.fileno())
    os.replace(draft, path)


def _salvage(damaged: Path, draft: Path, rejects: TextIO, report: RepairReport) -> None:
    """Fill a new store at ``draft`` with all readable rows of ``damaged``. Rows that do not fit go to ``rejects``."""
    draft.touch(mode=0o600)

    def set_aside(table: str, reason: str, row: Mapping[str, object]) -> None:
        line = {"table": table, "reason": reason, "row": dict(row)}
        rejects.write(json.dumps(line, ensure_ascii=True) + "\n")

    with (
        closing(open_for_check(damaged)) as source,
        closing(sqlite3.connect(draft, isolation_level=None)) as target,
    ):
        version = require_store_version(source, report.store)
        schema.migrate_store(target, to=version)
        target.execute("PRAGMA foreign_keys=ON")
        target.execute("BEGIN")
        try:
            for table in (each for each in columns(version) if each not in _TRANSIENT_TABLES):
                _TableCopy(source, target, table, version, set_aside, report).copy()
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
        _keep_numbers(source, target)
        target.execute("COMMIT")
        target.execute("PRAGMA foreign_keys=OFF")
        target.execute("BEGIN")
        schema.migrate_store(target, version, move_rows=move_rows)
        target.execute("COMMIT")
        target.execute("PRAGMA foreign_keys=ON")
        report.lost += settle_rows(target, set_aside)
    _companion(damaged, "-shm").unlink(missing_ok=True)  # created by reading it


class _TableCopy:
    """Copies one table row by row, with all sound values."""

    def __init__(
        self, source: sqlite3.Connection, target: sqlite3.Connection, table: str, version: int, set_aside: SetAside,
        report: RepairReport,
    ) -> None:  # fmt: skip
        self.source, self.target, self.table, self.report = source, target, table, report
        present = {str(row[1], "utf-8", "replace") for row in source.execute(f"PRAGMA table_info({table})")}
        expected = columns(version)[table]
        self.columns = {name: column for name, column in expected.items() if name in present}
        self.missing_columns = [name for name in expected if name not in present]
        rules = [soundness_sql(table, column, version) for column in self.columns.values()]
        try:
            source.execute(f"SELECT {', '.join(rules) or '1'} FROM {table} LIMIT 0")
        except sqlite3.DatabaseError:  # a rule refers to a missing column
            rules = ["1"] * len(rules)
        self.select_list = ", ".join([*self.columns, *rules])
        self.rows = RowSalvage(target, table, [*self.columns.values()], set_aside)
        self.key = self.rows.key

    def copy(self) -> None:
        """Copy all readable rows."""
        report, table, count = self.report, self.table, len(self.columns)
        if not self.columns:
            report.lost.append(f"the table '{table}' was missing; it is empty now")
            return
        report.lost += [
            f"the column '{name}' of '{table}' was missing; it is empty now" for name in self.missing_columns
        ]
        report.saved[table] = sum(self.rows.add(row[:count], row[count:]) for row in self._rows())
        report.mended |= {f"{table}.{name}": times for name, times in self.rows.replaced.items()}
        report.lost += [f"rows of '{table}' were set aside: {reason}" for reason in self.rows.reject_reasons]

    def _rows(self) -> Iterator[tuple[Value, ...]]:
        """Yield every readable row once."""
        try:
            self.target.execute(f"SELECT rowid FROM {self.table} LIMIT 0")
        except sqlite3.OperationalError:  # WITHOUT ROWID
            for run_id in self._run_ids():
                where = ("WHERE run_id = ?", (run_id,)) if "run_id" in self.columns else ("", ())
                yield from self._rows_from_both_ends(self.key, *where)
            return
        yield from self._rows_from_both_ends(["rowid"], "", ())

    def _run_ids(self) -> list[Value]:
        """Return the runs whose rows are read separately, so that damage in one does not affect the others."""
        if "run_id" not in self.columns:
            return [None]
        run_ids: set[Value] = {row[0] for row in self.target.execute("SELECT id FROM runs")}
        with suppress(sqlite3.DatabaseError):
            run_ids |= {row[0] for row in self.source.execute(f"SELECT DISTINCT run_id FROM {self.table}")}
        return sorted(run_ids, key=str)

    def _rows_from_both_ends(
        self, key: list[str], where: str, values: tuple[Value, ...]
    ) -> Iterator[tuple[Value, ...]]:
        """Yield rows forwards until one cannot be read, then backwards, and finally by number the rows between."""
        visited: set[tuple[Value, ...]] = set()
        ends: list[Value] = []
        for direction in ("ASC", "DESC"):
            order = ", ".join(f"{name} {direction}" for name in key)
            sql = f"SELECT {self.select_list}, {', '.join(key)} FROM {self.table} {where} ORDER BY {order}"
            last_key: Value = None
            try:
                for row in self.source.execute(sql, values):
                    key_values = row[-len(key) :]
                    if key_values in visited:
                        break
                    visited.add(key_values)
                    last_key = key_values[0]
                    yield row[: -len(key)]
                else:
                    if direction == "ASC":
                        return
            except sqlite3.DatabaseError as error:
                self.report.lost.append(f"some rows of '{self.table}' could not be read ({error})")
            ends.append(last_key)
        if key == ["rowid"] and all(isinstance(end, int) for end in ends):
            yield from self._rows_by_number(int(ends[0] or 0) + 1, int(ends[1] or 0))

    def _rows_by_number(self, first: int, end: int) -> Iterator[tuple[Value, ...]]:
        for number in range(first, min(end, first + _MAX_PROBED_ROWS)):
            with suppress(sqlite3.DatabaseError):
                yield from self.source.execute(
                    f"SELECT {self.select_list} FROM {self.table} WHERE rowid = ?", (number,)
                )


def _keep_numbers(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    with suppress(sqlite3.DatabaseError):
        sql = "SELECT name, seq FROM sqlite_sequence WHERE typeof(seq) = 'integer'"
        for name, number in source.execute(sql).fetchall():
            keep_number(target, str(name, "utf-8", "replace"), number)


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


def _no_space(error: Exception, path: Path) -> UserError:
    if isinstance(error, OSError):
        return file_error(error, path)
    return UserError(
        "no space is left for a second copy of the store.", place=str(path.parent), remedy="Free some space."
    )
