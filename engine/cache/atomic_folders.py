"""Folders that are created and removed atomically: checkpoints, models, cached artefacts.

A folder is written under a hidden name, sealed with a manifest (``engine.cache.manifest``) and renamed in one step.
Removal renames it to a hidden name first, which readers ignore, and then deletes it. After a kill or a power cut,
readers see the state before or after the operation, never a partial one.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine import paths, private_files
from engine.cache.manifest import MANIFEST, is_intact, sync_files, sync_folder, write_manifest
from engine.errors import UserError

_MAKING, _GONE = ".making-", ".gone-"
_ABANDONED_SECONDS = 24 * 3600


@contextmanager
def atomic_folder(final: Path, *, replace: bool = False, seal: bool = True) -> Iterator[Path]:
    """Yield a temporary folder that becomes ``final`` in one step when the block ends without an error.

    Temporary folders of dead processes are removed a day after they were last written.

    Args:
        final: the folder to create. A damaged one is replaced.
        replace: whether an intact ``final`` is replaced too. Otherwise the new folder is dropped: another process was
            quicker, and both have the same content.
        seal: whether to write a manifest. False for folders that other programs read.

    Raises:
        UserError: the disk is full or the folder cannot be written.
    """
    temporary: Path | None = None
    try:
        private_files.make_folder(final.parent)
        sweep(final.parent)
        temporary = final.with_name(f"{_MAKING}{uuid.uuid4().hex[:12]}")
        private_files.make_folder(temporary)
        yield temporary
        if seal:
            write_manifest(temporary)
        else:
            sync_files(temporary)
        _publish(temporary, final, replace=replace or not seal)
        sync_folder(final.parent)
    except OSError as error:
        raise _explain(error, final) from error
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)


def _publish(temporary: Path, final: Path, *, replace: bool) -> None:
    if final.is_dir():
        if not replace and is_intact(final):
            return
        discard(final)
    try:
        os.rename(temporary, final)
    except OSError:
        if replace or not is_intact(final):
            raise


def replace_parts(draft: Path, final: Path) -> None:
    """Seal ``draft`` and move its entries into ``final``, where they replace entries of the same name.

    Other entries of ``final`` stay. It has no manifest until the last entry is in place. ``draft`` is in the same
    folder as ``final`` and is removed.
    """
    write_manifest(draft)
    final.mkdir(parents=True, exist_ok=True)
    discard(final / MANIFEST)
    for part in sorted(draft.iterdir(), key=lambda path: path.name == MANIFEST):
        discard(final / part.name)
        os.rename(part, final / part.name)
    sync_folder(final)
    sync_folder(final.parent)
    draft.rmdir()


def discard(path: Path) -> bool:
    """Remove a file or folder atomically. Return False when it does not exist or is in use."""
    hidden = path.with_name(f"{_GONE}{uuid.uuid4().hex[:12]}")
    try:
        os.rename(path, hidden)
    except OSError:  # gone already; on Windows, in use
        return False
    _delete(hidden)
    return True


def sweep(parent: Path, abandoned_seconds: float = _ABANDONED_SECONDS) -> None:
    """Remove leftovers of dead processes from ``parent``.

    These are discarded folders, and temporary ones without writes for ``abandoned_seconds``.
    """
    for leftover in parent.glob(f"{_GONE}*"):
        _delete(leftover)
    for leftover in parent.glob(f"{_MAKING}*"):
        with suppress(OSError):
            last_write = max(path.stat().st_mtime for path in [leftover, *leftover.rglob("*")])
            if time.time() - last_write >= abandoned_seconds:
                _delete(leftover)


def _delete(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


@contextmanager
def explain_write_errors(place: Path) -> Iterator[None]:
    """Convert an OSError into a UserError where the disk of ``place`` is full or not writable."""
    try:
        yield
    except OSError as error:
        raise _explain(error, place) from error


def _explain(error: OSError, final: Path) -> Exception:
    """Return the UserError for an OSError while writing ``final``, or ``error`` where a user cannot fix it."""
    cache = paths.cache_folder()
    inside = final.is_relative_to(cache)
    place = str(cache if inside else final.parent)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        free = shutil.disk_usage(final.parent).free / 1e9
        return UserError(
            f"no space is left on the disk{' of the cache' if inside else ''} ({free:.1f} GB free).",
            place=place,
            remedy="Free some space, delete the cache, or set PALIMPSEST_HOME to a larger disk."
            if inside
            else "Free some space.",
        )
    # Permissions are not enough: /proc is reported as writable, but no folder can be created there.
    refused = isinstance(error.filename, str) and Path(error.filename).parent == final.parent
    if refused or not os.access(final.parent, os.W_OK) or not final.parent.is_dir():
        reason = f" ({error.strerror})" if refused and error.strerror else ""
        return UserError(
            f"the {'cache' if inside else 'folder'} cannot be written{reason}.",
            place=place,
            remedy="Set PALIMPSEST_HOME to a folder of yours." if inside else "Check its permissions.",
        )
    return error
