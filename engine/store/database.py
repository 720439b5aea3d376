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
from engine.errors import UserError, printable, require_plain_store
from engine.store import damage, schema
from engine.store.backup import copy_before_migration
from engine.store.salvage import move_rows

if TYPE_CHECKING:
    import sqlite_utils

BUSY_SECONDS = 30.0
"""Maximum wait for a store that another program has locked. Writes take milliseconds."""
STARTING_RUN_SECONDS = 600.0
"""The same for a starting run, because no user is present to retry."""
_SILENT_SECONDS = 2.0
"""Wait after which a message is logged."""
_MIN_FREE_BYTES = 256 << 10
"""Free bytes of a disk below which an I/O error is attributed to a full disk."""

_log = logging.getLogger(__name__)  # to standard error by default


class Store:
    """Connection to a store.

    A connection belongs to the thread that opened it. Open one for each thread.

    Args:
        path: the SQLite file. It is created if it does not exist, in an existing folder (the default folder is created
            too), and migrated if it is older.
        read_only: for readers such as the window. The file must exist. A store on a read-only medium is always opened
            read-only, see ``is_immutable``.
        patience: seconds to wait for a store that another program has locked. None: ``BUSY_SECONDS``.

    Raises:
        UserError: the folder is missing, the file is no store, or it cannot be read or written.
        NewerStoreError: it comes from a newer version of the program.
    """

    def __init__(self, path: Path | str, *, read_only: bool = False, patience: float | None = None) -> None:
        require_plain_store(Path(path))
        # Links are not resolved, because the folders of runs are named after the given path.
        self.path = paths.user_path(path).absolute()
        self.read_only = read_only
        self.patience = BUSY_SECONDS if patience is None else patience
        self._check_path()
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        self.is_immutable = self._is_unwritable()
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

    def _check_path(self) -> None:
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
        # isolation_level=None: transactions begin explicitly, not at the first write.
        uri = self._immutable_uri() if self.is_immutable else self.path.as_uri() + "?mode=ro" * self.read_only
        timeout = min(_SILENT_SECONDS, self.patience)
        connection = sqlite3.connect(uri, uri=True, timeout=timeout, isolation_level=None)
        connection.row_factory = sqlite3.Row
        return connection

    def _is_unwritable(self) -> bool:
        """Return whether the store is readable, but its file or folder is not writable for this user."""
        effective = os.access in os.supports_effective_ids

        def can(path: Path, mode: int) -> bool:
            return os.access(path, mode, effective_ids=effective)

        return can(self.path, os.R_OK) and not (can(self.path, os.W_OK) and can(self.path.parent, os.W_OK))

    def _immutable_uri(self) -> str:
        """Return the URI of a store that can only be read.

        SQLite creates files next to a store even to read it. If its log and the index of the log exist, another process
        may be writing, and the log is followed. Without a log the file is read as immutable. A store of an older
        version, or one with a log but no index, is read from a copy.
        """
        log, index = (self.path.with_name(f"{self.path.name}-{end}") for end in ("wal", "shm"))
        with self.path.open("rb") as stream:
            version = int.from_bytes(stream.read(64)[60:], "big")  # user_version in SQLite's header
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
        in_transaction = self.connection.in_transaction
        try:
            if not in_transaction:
                self.execute("BEGIN")
            version = self.require_supported_version()
            tables = int(self.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
            is_ours = int(self.execute("PRAGMA application_id").fetchone()[0]) == schema.APPLICATION_ID
        finally:
            if not in_transaction:
                self.connection.rollback()
        if tables and not is_ours:
            raise UserError(
                "is another program's database.", place=str(self.path), remedy="Name another file."
            )
        if version < 0 or (tables and not version):
            raise damage.damage_error(self.path, f"its version is {version}")
        return version

    def require_supported_version(self) -> int:
        """Return the store's version. Raises NewerStoreError if a newer program has created or migrated it.

        A migration may happen while the store is open. Code that changes other processes' runs calls this first, within
        its write transaction. A training run continues to write its own rows: newer versions only add tables and
        columns, so its measurements are not lost.
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
            # Read again within the transaction, because another process may just have migrated it.
            if version := self._version():
                copy_before_migration(self.path, version)
            schema.migrate_store(self.connection, version, move_rows=move_rows)

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
        """Execute one statement. The columns of result rows have names.

        If another program has locked the store, this waits for up to ``patience`` seconds, and logs that after two
        seconds.
        """
        return self._wait_for_lock(lambda: self.connection.execute(sql, parameters))  # type: ignore[arg-type]

    def _wait_for_lock(self, statement: Callable[[], sqlite3.Cursor]) -> sqlite3.Cursor:
        """Retry ``statement`` while the store is locked. A failed attempt changes nothing."""
        started_at, in_transaction, is_logged = time.monotonic(), self.connection.in_transaction, False
        while True:
            try:
                return statement()
            except sqlite3.OperationalError as error:
                elapsed = time.monotonic() - started_at
                if (
                    not is_locked(error)
                    or elapsed >= self.patience
                    or self.connection.in_transaction != in_transaction
                ):
                    raise
            if not is_logged and elapsed >= _SILENT_SECONDS:
                is_logged = True
                _log.warning(
                    "Another program is writing to %s; waiting for it, up to %.0f seconds.",
                    self.path,
                    self.patience,
                )
            time.sleep(0.02)  # SQLite does not wait for some locks

    @contextlib.contextmanager
    def transaction(self, *, durable: bool = False) -> Iterator[Self]:
        """Execute the block as one transaction: all of its writes become visible together, or none.

        It waits for other writers first. Inside another transaction it is part of that one.

        ``durable``: this commit and all earlier ones are on the disk at the end of the block, because something outside
        the store depends on them (a checkpoint, a removed folder). A power cut may lose other commits.
        """
        if self.connection.in_transaction:
            yield self
            return
        if durable:
            self.execute("PRAGMA synchronous=FULL")
        # Without IMMEDIATE a transaction that reads before it writes would fail under contention instead of waiting.
        try:
            self.execute("BEGIN IMMEDIATE")
            try:
                yield self
                self.execute("COMMIT")
            except BaseException:
                # Harmless if SQLite has already rolled back (full disk).
                self.connection.rollback()
                raise
        finally:
            if durable:
                self.execute("PRAGMA synchronous=NORMAL")

    @property
    def as_sqlite_utils(self) -> sqlite_utils.Database:
        """The same connection as a sqlite-utils database.

        It is imported on use, and never by runs (see ``upsert``), because it loads pandas if installed, which takes
        seconds.
        """
        import sqlite_utils

        return sqlite_utils.Database(self.connection)

    def upsert(self, table: str, row: Mapping[str, object], key: Sequence[str] = ()) -> None:
        """Insert a row, or update the row that has the same values in the columns ``key``.

        This is plain SQL, so that the first row of a run does not wait for sqlite-utils to load pandas.
        """
        columns, placeholders = ", ".join(row), ", ".join("?" * len(row))
        sql = f"INSERT INTO {table} ({columns}) VALUES ({placeholders})"
        if key:
            updates = ", ".join(f"{name} = excluded.{name}" for name in row if name not in key)
            sql += f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {updates}"
        self.execute(sql, tuple(row.values()))

    @property
    def data_version(self) -> int:
        """A number that changes whenever another connection commits. Reading it takes microseconds."""
        return int(self.execute("PRAGMA data_version").fetchone()[0])

    def require_writable(self) -> None:
        """Raise UserError for a read-only store, before any work whose result could not be stored."""
        if self.is_immutable:
            raise _read_only_error(self.path)

    def close(self) -> None:
        """Close the connection. Closing it again has no effect."""
        self.connection.close()
        if self._copy is not None:
            self._copy.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if isinstance(error, damage.DAMAGE_ERRORS):
            self._explain(error)

    @contextlib.contextmanager
    def explain_errors(self) -> Iterator[Self]:
        """Raise UserError in place of an error in the block that the store causes: damage, a lock, a full disk.

        Leaving the store's own ``with`` block does the same. Use this for a connection that stays open.
        """
        try:
            yield self
        except damage.DAMAGE_ERRORS as error:
            self._explain(error)
            raise

    def _explain(self, error: BaseException) -> None:
        if (explained := explain_store_error(self.path, error)) is not None:
            raise explained from error


def is_locked(error: sqlite3.Error) -> bool:
    """Return whether a statement failed because another program has locked the store."""
    return isinstance(error, sqlite3.OperationalError) and ("locked" in str(error) or "busy" in str(error))


def explain_store_error(path: Path, error: BaseException) -> UserError | None:
    """Return a UserError that explains ``error`` from a store at ``path``, or None for a sound store."""
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
    """Error for a store of a later version. This program does not write to its queue."""


class StoreUnavailableError(UserError):
    """Error for a sound store that is locked, read-only, or on a full disk now. It may pass."""


def _read_only_error(path: Path) -> StoreUnavailableError:
    return StoreUnavailableError(
        "the store cannot be written: it lies on a read-only medium, or its folder may not be written to.",
        place=str(path),
        remedy="It can still be read. For runs, check the permissions of file and folder, or name another store.",
    )


def _environment_error(path: Path, text: str) -> StoreUnavailableError | None:
    """Return the error if a sound file is locked, read-only or on a full disk, else None."""
    place = str(path)
    if "locked" in text or "busy" in text:
        return StoreUnavailableError(
            "the store is locked: another program has been writing to it for too long.",
            place=place,
            remedy="Wait for it, or end it (a backup or a database browser?), and try again.",
        )
    if "readonly" in text or "unable to open" in text or "authoriz" in text:
        return _read_only_error(path)
    # On a full disk SQLite cannot create the index of its log, and reports an I/O error.
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
    """Return whether the disk of ``path`` has less room than SQLite's own files need."""
    try:
        return shutil.disk_usage(path.parent).free < _MIN_FREE_BYTES
    except OSError:
        return False


@contextlib.contextmanager
def open_store(store: Store | Path | str) -> Iterator[Store]:
    """Yield ``store`` itself, or a connection to that path for the duration of the block."""
    if isinstance(store, Store):
        yield store
        return
    with Store(store) as connection:
        yield connection
