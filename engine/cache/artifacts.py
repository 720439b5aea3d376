"""Artefact cache: folders that appear whole or not at all, keyed by a hash of what they were made from."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from engine import paths
from engine.cache import capacity, usage
from engine.cache.locks import ArtifactLock
from engine.errors import UserError
from engine.progress import ReportProgress

_MAKING = ".making-"
_ABANDONED_SECONDS = 24 * 3600
_POLL_SECONDS = 0.1
_TICK_NS = 2_000_000_000
"""Coarsest resolution of modification times of file systems in use (FAT)."""

FORMAT_VERSION = 1
"""Part of every key: raise it when the same input gives other texts, labels or tokens than before."""


def key(*parts: Any) -> str:
    """Return 16 hex digits for plain JSON values."""
    text = json.dumps([FORMAT_VERSION, *parts], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def build_once(
    final: Path, marker: str, make: Callable[[Path], None], say: ReportProgress | None = None
) -> None:
    """Ensure that ``final`` exists: ``make`` writes into a temporary folder that is renamed to ``final`` in
    one step.

    Of several processes that need it at the same moment one makes it and the others wait. The lock is one of
    the operating system, so when its holder dies the next process makes the artefact.

    Args:
        final: the folder to build.
        marker: a file in ``final`` that shows that it is complete.
        make: writes the content into the folder it is given.
        say: progress callback, called when another process has to be waited for.

    Raises UserError when the disk is full or the place cannot be written, and whatever ``make`` raises.
    """
    usage.mark_used(final)
    if (final / marker).is_file():
        return
    with _claimed(f"{final.parent.name}-{final.name}", say):
        if not (final / marker).is_file():
            with atomic_folder(final) as making:
                make(making)
            capacity.make_room()


@contextmanager
def _claimed(name: str, say: ReportProgress | None) -> Iterator[None]:
    claim = ArtifactLock(name)
    if not claim.try_acquire():
        if say:
            say("Waiting for another process that prepares the same", 0, 0)
        while not claim.try_acquire():
            time.sleep(_POLL_SECONDS)
    try:
        yield
    finally:
        claim.release(unlink=True)


@contextmanager
def atomic_folder(final: Path) -> Iterator[Path]:
    """Provide a new folder to write in that becomes ``final`` in one step when the block ends without an
    error.

    When another process was quicker, its result stands and ours is dropped: both were made from the same key.
    Folders that a dead process left half made beside it are removed a day after they were last written.
    Raises UserError when the disk is full or the place cannot be written.
    """
    temporary: Path | None = None
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        _sweep(final.parent)
        temporary = Path(tempfile.mkdtemp(prefix=_MAKING, dir=final.parent))
        yield temporary
        try:
            os.replace(temporary, final)
        except OSError:
            if not final.is_dir():
                raise
    except OSError as error:
        raise _explained(error, final) from error
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)


def _sweep(parent: Path) -> None:
    """Remove temporary folders that nobody has written to for a day."""
    for left in [*parent.glob(f"{_MAKING}*"), *parent.glob(".gone-*")]:
        with suppress(OSError):
            written = max(path.stat().st_mtime for path in [left, *left.rglob("*")])
            if time.time() - written > _ABANDONED_SECONDS:
                shutil.rmtree(left, ignore_errors=True)


@contextmanager
def explain_write_errors(place: Path) -> Iterator[None]:
    """Raise UserError in place of an OSError where ``place`` in the cache is full or not writable."""
    try:
        yield
    except OSError as error:
        raise _explained(error, place) from error


def _explained(error: OSError, final: Path) -> Exception:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        free = shutil.disk_usage(final.parent).free / 1e9
        return UserError(
            f"no space is left on the disk of the cache ({free:.1f} GB free).",
            place=str(paths.cache_folder()),
            remedy="Free some space, delete the cache, or set PALIMPSEST_HOME to a larger disk.",
        )
    if not os.access(final.parent, os.W_OK) or not final.parent.is_dir():
        return UserError(
            "the cache cannot be written.",
            place=str(paths.cache_folder()),
            remedy="Set PALIMPSEST_HOME to a folder of yours.",
        )
    return error


def read_json(path: Path) -> Any:
    """Return the JSON value in ``path``."""
    return json.loads(path.read_text(encoding="utf-8"))


def write_json(path: Path, value: object) -> None:
    """Write ``value`` as readable UTF-8 JSON."""
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1), encoding="utf-8")


def hash_files(files: Iterable[str | Path], root: Path) -> str:
    """Return the SHA-256 over names (relative to ``root``) and bytes of ``files``, in the given order.

    Bytes are read once: the result is cached under names, sizes and modification times. It is not cached
    while a file is so new that it could change again within the resolution of its modification time.
    """
    inside, now = os.path.join(root, ""), time.time_ns()
    listed = []
    for file in map(str, files):
        name = file[len(inside) :] if file.startswith(inside) else os.path.basename(file)
        listed.append((file, name.replace(os.sep, "/"), os.stat(file)))
    seen = hashlib.sha256(str(root.resolve()).encode("utf-8", "surrogateescape"))
    for _, name, status in listed:
        of = f"\0{name}\0{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}"
        seen.update(of.encode("utf-8", "surrogateescape"))
    newest = max((max(status.st_mtime_ns, status.st_ctime_ns) for _, _, status in listed), default=0)
    memory = paths.cache_folder() / "hashes" / f"{key('files', seen.hexdigest())}.json"
    if memory.is_file():
        return str(read_json(memory))
    digest = hashlib.sha256()
    for file, name, status in listed:
        digest.update(f"{name}\0{status.st_size}\0".encode("utf-8", "surrogateescape"))
        with open(file, "rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    result = digest.hexdigest()
    if now - newest > _TICK_NS:
        with suppress(OSError):  # it is only a shortcut
            memory.parent.mkdir(parents=True, exist_ok=True)
            draft = memory.with_suffix(f".{os.getpid()}.tmp")
            write_json(draft, result)
            os.replace(draft, memory)
    return result
