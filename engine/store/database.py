"""Open the store: a SQLite file in WAL mode, migrated to the newest version."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from engine import paths, private_files
from engine.errors import UserError, printable, require_plain_file
from engine.store import damage, schema
from engine.store.backup import copy_before_migration
from engine.store.salvage import move_rows

if TYPE_CHECKING:
    import sqlite_utils

BUSY_SECONDS = 30.0
"""How long a store that another program has locked is waited for. Writes take milliseconds."""
STARTING_RUN_SECONDS = 600.0
"""The same for a run that starts: no user is present to retry."""
_QUIET_SECONDS = 2.0
"""How long is waited without a word."""
_LEAST_ROOM = 256 << 10
"""Bytes of a disk below which an error of reading or writing is taken for want of room."""

_log = logging.getLogger(__name__)  # to the error output, where nobody has arranged anything else


class Store:
    """Connection to a store.

    A connection belongs to the thread that opened it. Open one for each thread.

    Args:
        path: the SQLite file. It is created if absent, in an existing folder (the default folder is created too), and
            migrated if it is older.
        read_only: for readers such as the window's. The file must exist and be up to date.
            A store on a medium that nobody can write to is always opened read-only, see ``is_immutable``.
        patience: seconds to wait for a store that another program has locked. None: ``BUSY_SECONDS``.

    Raises:
        UserError: the folder is missing, the file is no store, or cannot be read or written.
        NewerStoreError: it comes from a newer version of the program.
    """

    def __init__(self, path: Path | str, *, read_only: bool = False, patience: float | None = None) -> None:
        require_plain_file(Path(path))
        # Not resolved: a run's folder is named after the path as given, links included.
        self.path = paths.user_path(path).absolute()
        self.read_only = read_only
        self.patience = BUSY_SECONDS if patience is None else patience
        self._check_place()
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        self.is_immutable = self._cannot_be_written()
        self.read_only |= self.is_immutable
        try:
            self.connection = self._connect()
            try:
                self._prepare()
            except BaseException:
                self.connection.close()
                raise
        except sqlite3.Error as error:
            raise self._user_error(error) from error

    def _check_place(self) -> None:
        if self.path.is_dir():
            raise UserError("is a folder, not a store.", place=str(self.path), remedy="Name a file in it.")
        if not self.path.parent.is_dir():
            if self.path.parent != paths.home().absolute() or self.read_only:
                raise UserError(
                    "the folder of the store does not exist.",
                    place=str(self.path),
                    remedy="Create it or name another.",
                )
            try:
                private_files.make_folder(self.path.parent)
            except OSError as error:
                raise UserError(
                    f"the folder of the store cannot be made ({error.strerror}).",
                    place=str(self.path.parent),
                    remedy="Set PALIMPSEST_HOME to a folder you may write to.",
                ) from error
        if self.read_only and not self.path.exists():
            raise UserError("there is no store here yet.", place=str(self.path), remedy="Start a run first.")

    def _connect(self) -> sqlite3.Connection:
        if not self.read_only:
            private_files.make_file(self.path)
        # isolation_level=None: transactions begin where we say so, not at the first write.
        uri = self._immutable_uri() if self.is_immutable else self.path.as_uri() + "?mode=ro" * self.read_only
        quiet = min(_QUIET_SECONDS, self.patience)
        connection = sqlite3.connect(uri, uri=True, timeout=quiet, isolation_level=None)
        connection.row_factory = sqlite3.Row
        return connection

    def _cannot_be_written(self) -> bool:
        """Return whether the store is there and neither this program nor SQLite can write to its file or its folder."""
        effective = os.access in os.supports_effective_ids

        def may(path: Path, what: int) -> bool:
            return os.access(path, what, effective_ids=effective)

        return may(self.path, os.R_OK) and not (may(self.path, os.W_OK) and may(self.path.parent, os.W_OK))

    def _immutable_uri(self) -> str:
        """Return how to open a store that can only be looked at.

        SQLite creates files next to a store even to read it. If its log and the index of the log exist, another process
        may be writing, and the log is followed. Without them the file is read as immutable. A store of an older
        version, or one with a log alone, is read from a copy.
        """
        log, index = (self.path.with_name(f"{self.path.name}-{end}") for end in ("wal", "shm"))
        with self.path.open("rb") as stream:
            version = int.from_bytes(stream.read(64)[60:], "big")  # of SQLite's header
        has_log = log.exists() and log.stat().st_size > 0
        is_followed = log.exists() and index.exists()
        if version in (0, len(schema.MIGRATIONS)) and (is_followed or not has_log):
            return self.path.as_uri() + ("?mode=ro" if is_followed else "?immutable=1")
        self._copy = tempfile.TemporaryDirectory(prefix="palimpsest-store-")
        copy = Path(self._copy.name) / self.path.name
        for source in (self.path, *([log] if has_log else [])):
            shutil.copyfile(source, copy.with_name(source.name))
        if version <= len(schema.MIGRATIONS):
            Store(copy).close()
        return copy.as_uri() + "?mode=ro"

    def _prepare(self) -> None:
        newest = len(schema.MIGRATIONS)
        version = self._version()
        if version < newest and self.read_only:
            Store(self.path, patience=self.patience).close()
        elif not self.read_only:
            # WAL: readers never wait for the writer. SQLite does not wait for other processes that also switch to it,
            # but ``execute`` does.
            if self.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                self.execute("PRAGMA journal_mode=WAL")
            # NORMAL: a commit survives the end of the process. Only a power cut may lose the last commits. FULL is ten
            # times as slow.
            self.execute("PRAGMA synchronous=NORMAL")
            if version < newest:
                self._migrate()
            self.execute("PRAGMA foreign_keys=ON")

    def _version(self) -> int:
        """Return the store's version, read in one transaction because another process may be creating the store."""
        inside = self.connection.in_transaction
        try:
            if not inside:
                self.execute("BEGIN")
            version = self.require_supported_version()
            tables = int(self.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
            ours = int(self.execute("PRAGMA application_id").fetchone()[0]) == schema.APPLICATION_ID
        finally:
            if not inside:
                self.connection.rollback()
        if tables and not ours:
            raise UserError(
                "is another program's database.", place=str(self.path), remedy="Name another file."
            )
        if version < 0 or (tables and not version):
            raise damage.damage_error(self.path, f"its version is {version}")
        return version

    def require_supported_version(self) -> int:
        """Return the store's version. Raises NewerStoreError where a newer program has made or migrated it.

        A migration may happen while the store is open. Code that changes the runs of others calls this first, within
        the transaction that it writes in. A run in training continues to write its own rows. Versions only add tables
        and columns, so its measurements are not lost.
        """
        version = int(self.execute("PRAGMA user_version").fetchone()[0])
        if version > len(schema.MIGRATIONS):
            raise NewerStoreError(
                f"was made by a newer Palimpsest, or migrated by one (store version {version}, this one "
                f"reads {len(schema.MIGRATIONS)}), which alone may run its queue.",
                place=str(self.path),
                remedy="Update Palimpsest or name another store.",
            )
        return version

    def _migrate(self) -> None:
        with self.transaction():
            # Asked again inside the transaction: another process may just have done it.
            if before := self._version():
                copy_before_migration(self.path, before)
            schema.migrate_store(self.connection, before, move_rows=move_rows)

    def _user_error(self, error: sqlite3.Error) -> UserError:
        text, place = str(error), str(self.path)
        if "not a database" in text:
            return UserError(
                "is not a store of Palimpsest, or its first page is damaged.",
                place=place,
                remedy="Name another file, or put a copy back with: palimpsest store restore COPY",
            )
        explained = explain_store_error(self.path, error)
        return explained or UserError(f"the store cannot be opened ({text}).", place=place)

    def execute(self, sql: str, parameters: object = ()) -> sqlite3.Cursor:
        """Run one statement. Rows of the result can be read by column name.

        While another program has locked the store, it waits for ``patience`` seconds, after two of them with a word.
        """
        return self._wait_for_lock(lambda: self.connection.execute(sql, parameters))  # type: ignore[arg-type]

    def _wait_for_lock(self, statement: Callable[[], sqlite3.Cursor]) -> sqlite3.Cursor:
        """Run ``statement`` until it is not refused for a lock. A refused one has changed nothing."""
        began, inside, is_logged = time.monotonic(), self.connection.in_transaction, False
        while True:
            try:
                return statement()
            except sqlite3.OperationalError as error:
                waited = time.monotonic() - began
                if (
                    not is_locked(error)
                    or waited >= self.patience
                    or self.connection.in_transaction != inside
                ):
                    raise
            if not is_logged and waited >= _QUIET_SECONDS:
                is_logged = True
                _log.warning(
                    "Another program is writing to %s; waiting for it, up to %.0f seconds.",
                    self.path,
                    self.patience,
                )
            time.sleep(0.02)  # some locks SQLite does not wait for at all

    @contextlib.contextmanager
    def transaction(self, *, durable: bool = False) -> Iterator[Self]:
        """Run the block as one transaction: all its writes become visible together, or none of them.

        Waits for other writers first. Nested inside another transaction, it is part of that one.

        ``durable``: the commit, and with it all commits before, is on the disk when the block is left, for something
        outside of the store counts on it (a checkpoint, a folder that is removed). Others may be lost with the power.
        """
        if self.connection.in_transaction:
            yield self
            return
        if durable:
            self.execute("PRAGMA synchronous=FULL")
        # IMMEDIATE: a transaction that first reads and then writes would otherwise fail, not wait, under contention.
        try:
            self.execute("BEGIN IMMEDIATE")
            try:
                yield self
                self.execute("COMMIT")
            except BaseException:
                # Harmless where SQLite has already rolled back by itself (full disk).
                self.connection.rollback()
                raise
        finally:
            if durable:
                self.execute("PRAGMA synchronous=NORMAL")

    @property
    def as_sqlite_utils(self) -> sqlite_utils.Database:
        """The same connection through sqlite-utils.

        Imported on use, and not by runs (see ``upsert``): it loads pandas where that is installed, which
        takes seconds.
        """
        import sqlite_utils

        return sqlite_utils.Database(self.connection)

    def upsert(self, table: str, row: Mapping[str, object], key: Sequence[str] = ()) -> None:
        """Add a row, or update the row that has the same values in the columns ``key``.

        Plain SQL, for the first row of a run would otherwise wait for sqlite-utils to load pandas.
        """
        columns, marks = ", ".join(row), ", ".join("?" * len(row))
        sql = f"INSERT INTO {table} ({columns}) VALUES ({marks})"
        if key:
            changes = ", ".join(f"{name} = excluded.{name}" for name in row if name not in key)
            sql += f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"
        self.execute(sql, tuple(row.values()))

    @property
    def data_version(self) -> int:
        """Number that changes whenever another connection has committed. Reading it takes microseconds."""
        return int(self.execute("PRAGMA data_version").fetchone()[0])

    def require_writable(self) -> None:
        """Raise UserError for a store that nobody can write to, before work is begun that would wait for it."""
        if self.is_immutable:
            raise _read_only_error(self.path)

    def close(self) -> None:
        """Close the connection. A closed store may be closed again."""
        self.connection.close()
        if self._copy is not None:
            self._copy.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if isinstance(error, damage.SUSPICIOUS):
            self._explain(error)

    @contextlib.contextmanager
    def explain_errors(self) -> Iterator[Self]:
        """Raise UserError in place of an error within the block that comes of the store: damage, a lock, a full disk.

        Leaving the store's own ``with`` block does the same. This is for a connection that stays open.
        """
        try:
            yield self
        except damage.SUSPICIOUS as error:
            self._explain(error)
            raise

    def _explain(self, error: BaseException) -> None:
        if (explained := explain_store_error(self.path, error)) is not None:
            raise explained from error


def is_locked(error: sqlite3.Error) -> bool:
    """Return whether a statement was refused because another program has locked the store."""
    return isinstance(error, sqlite3.OperationalError) and ("locked" in str(error) or "busy" in str(error))


def explain_store_error(path: Path, error: BaseException) -> UserError | None:
    """Return the explanation of ``error``, raised while using the store at ``path``, or None for a sound store."""
    if (
        isinstance(error, sqlite3.OperationalError)
        and (environment := _environment_error(path, str(error))) is not None
    ):
        return environment
    if isinstance(error, sqlite3.IntegrityError) and "CHECK constraint" in str(error):
        return UserError(
            f"a value breaks a rule of the store ({printable(str(error), 200)}). Nothing was changed.",
            place=str(path),
            remedy="Give another value: docs/store.md has the rules.",
        )
    if not path.is_file():
        return UserError("the store is gone.", place=str(path), remedy="Put it back, or name another.")
    return damage.explain_damage(path)


class NewerStoreError(UserError):
    """The store is of a later version than this program knows: it writes nothing to its queue."""


class StoreUnavailableError(UserError):
    """A sound store cannot be read or written now: it is locked, read-only, or its disk is full. That may pass."""


def _read_only_error(path: Path) -> StoreUnavailableError:
    return StoreUnavailableError(
        "the store cannot be written: it lies on a read-only medium, or its folder may not be written to.",
        place=str(path),
        remedy="It can still be read. For runs, check the permissions of file and folder, or name another store.",
    )


def _environment_error(path: Path, text: str) -> StoreUnavailableError | None:
    """Return the error for a problem with a sound file: locked, read-only, disk full. None for all others."""
    place = str(path)
    if "locked" in text or "busy" in text:
        return StoreUnavailableError(
            "the store is locked: another program has been writing to it for too long.",
            place=place,
            remedy="Wait for it, or end it (a backup or a database browser?), and try again.",
        )
    if "readonly" in text or "unable to open" in text or "authoriz" in text:
        return _read_only_error(path)
    # On a full disk SQLite cannot make the index of its log, and calls that an error of reading or writing.
    if "full" in text or ("disk I/O" in text and _is_full(path)):
        return StoreUnavailableError(
            "there is no space left for the store.", place=place, remedy="Free some disk space."
        )
    if "disk I/O" in text:
        return StoreUnavailableError(
            "the disk fails to read or write the store.", place=place, remedy="Check the disk."
        )
    return None


def _is_full(path: Path) -> bool:
    """Return whether the disk of ``path`` has less room than SQLite needs for its own files."""
    try:
        return shutil.disk_usage(path.parent).free < _LEAST_ROOM
    except OSError:
        return False


@contextlib.contextmanager
def open_store(store: Store | Path | str) -> Iterator[Store]:
    """Yield ``store`` itself, or a connection to the path for the length of the block."""
    if isinstance(store, Store):
        yield store
        return
    with Store(store) as connection:
        yield connection
