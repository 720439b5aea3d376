"""Copies of a store: made while it is in use, described by a manifest, and verified before they are restored.

A copy is one SQLite file without companions (no ``-wal``), with its manifest in ``NAME.json``. It does not include the
folders of runs. Checkpoints and models are files of their own, which a restored store finds at their old paths.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.errors import UserError, file_error, require_plain_file
from engine.json_types import JsonObject
from engine.output_files import output_file, write_output
from engine.store.schema import APPLICATION_ID

COPIES_BEFORE_MIGRATION = 3
"""Number of copies from before migrations to keep per store. Older ones are removed."""
_FORMAT = 1
_PAGES_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class StoreCopy:
    """A copy of a store, as its manifest describes it.

    Attributes:
        path: the SQLite file.
        store: the original store.
        version: the version of the schema.
        created: start of the copy, seconds since 1970.
        bytes, sha256: of the file.
        rows: number of rows by table.
    """

    path: Path
    store: str
    version: int
    created: float
    bytes: int
    sha256: str
    rows: dict[str, int]

    def as_json(self) -> JsonObject:
        """Return the copy as the stable JSON of the command line."""
        return asdict(self) | {"path": str(self.path)}


def backup_folder(store: Path) -> Path:
    """Return the default folder for copies of a store."""
    return store.with_name(f"{store.stem}-backups")


def copy_store(
    store: Path, target: Path | None = None, report: Callable[[int, int], object] | None = None
) -> StoreCopy:
    """Copy a store, which may be in use, to ``target``, and return a description of the copy.

    The copy is a consistent snapshot. It contains each concurrent transaction as a whole or not at all.

    Args:
        store: the store. It is only read.
        target: a file that does not exist. None: a name with the time in ``backup_folder``.
        report: receives the number of copied pages and their total.

    Raises:
        UserError: the target exists or cannot be written, the disk is full, or the store is damaged.
    """
    started_at = time.time()
    target = target or _new_copy(store)
    if target.exists():
        raise UserError("this file already exists.", place=str(target), remedy="Name another.")
    with _explain_full_disk(target), output_file(target, private=True) as draft:
        with closing(sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True, timeout=30)) as source:
            _copy_pages(source, draft, report)
        rows, version = _examine(draft, store)
        copy = StoreCopy(
            target, str(store.absolute()), version, started_at, draft.stat().st_size, _sha256(draft), rows
        )
        manifest = {"format": _FORMAT, **asdict(copy), "path": copy.path.name}
        write_output(_manifest_path(target), json.dumps(manifest, indent=1) + "\n", private=True)
    return copy


def copy_before_migration(store: Path, version: int) -> Path:
    """Copy a store of an older ``version`` before its migration, and return the copy.

    The newest ``COPIES_BEFORE_MIGRATION`` of these copies are kept. Raises UserError when there is no room.
    """
    target = _new_copy(store, f"version-{version}-")
    copy_store(store, target)
    copies = sorted(
        target.parent.glob(f"{store.stem}-version-*.sqlite"), key=lambda path: path.stat().st_mtime_ns
    )
    for outdated in copies[:-COPIES_BEFORE_MIGRATION]:
        _manifest_path(outdated).unlink(missing_ok=True)
        outdated.unlink(missing_ok=True)
    return target


def read_copy(path: Path) -> StoreCopy:
    """Verify the copy at ``path`` against its manifest, and return the manifest.

    Raises UserError when there is no copy, or the file or its manifest has changed.
    """
    require_plain_file(_manifest_path(path))
    try:
        manifest = json.loads(_manifest_path(path).read_text(encoding="utf-8"))
        copy = StoreCopy(
            path, str(manifest["store"]), int(manifest["version"]), float(manifest["created"]),
            int(manifest["bytes"]), str(manifest["sha256"]),
            {str(table): int(count) for table, count in manifest["rows"].items()},
        )  # fmt: skip
        is_intact = path.stat().st_size == copy.bytes and _sha256(path) == copy.sha256
    except FileNotFoundError as error:
        raise file_error(error, path) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise UserError(
            "the manifest cannot be read.", place=str(_manifest_path(path)), remedy=_REMEDY
        ) from None
    if not is_intact:
        raise UserError("the copy has changed since it was made.", place=str(path), remedy=_REMEDY)
    return copy


def unused_path(path: Path) -> Path:
    """Return ``path``, or with a number before its suffix if it exists."""
    candidate, number = path, 1
    while candidate.exists():
        number += 1
        candidate = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return candidate


def _new_copy(store: Path, label: str = "") -> Path:
    return unused_path(backup_folder(store) / f"{store.stem}-{label}{time.strftime('%Y%m%d-%H%M%S')}.sqlite")


_REMEDY = "Use another copy. To examine this one: palimpsest store check --store COPY."


def _copy_pages(source: sqlite3.Connection, draft: Path, report: Callable[[int, int], object] | None) -> None:
    with closing(sqlite3.connect(draft)) as target:
        source.backup(
            target,
            pages=_PAGES_AT_ONCE,
            progress=None if report is None else lambda _, remaining, total: report(total - remaining, total),
        )
        target.execute("PRAGMA journal_mode=DELETE")  # a single file without companions


def _examine(draft: Path, store: Path) -> tuple[dict[str, int], int]:
    """Return the rows by table and the schema version of a copy. Raise UserError for another program's database."""
    with closing(sqlite3.connect(draft)) as copy:
        if copy.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise UserError("is another program's database.", place=str(store), remedy="Name another file.")
        verdict = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise sqlite3.DatabaseError(str(verdict))
        sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        tables = [row[0] for row in copy.execute(sql)]
        rows = {table: int(copy.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in tables}
        return rows, int(copy.execute("PRAGMA user_version").fetchone()[0])


@contextlib.contextmanager
def _explain_full_disk(target: Path) -> Iterator[None]:
    """Raise UserError if SQLite reports a full disk."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "full" not in str(error):
            raise
        free = shutil.disk_usage(target.parent).free / 1e6
        raise UserError(
            f"there is no space for a copy of the store ({free:,.0f} MB free).",
            place=str(target.parent),
            remedy="Free some disk space. Nothing was changed.",
        ) from error


def _manifest_path(copy: Path) -> Path:
    return copy.with_name(f"{copy.name}.json")


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
