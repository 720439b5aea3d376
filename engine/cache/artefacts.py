"""Artefact cache: folders that appear atomically, keyed by a hash of their inputs.

It also holds notes: single JSON values, such as the hash of a file or a measurement of this machine.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from engine import paths, private_files
from engine.cache import capacity, usage
from engine.cache.atomic_folders import atomic_folder
from engine.cache.locks import ArtefactLock
from engine.cache.manifest import DamagedError, has_manifest, is_intact, verify, write_durably
from engine.progress import ReportProgress

_log = logging.getLogger(__name__)
_POLL_SECONDS = 0.1
_TICK_NS = 2_000_000_000
"""Coarsest resolution of modification times (on FAT)."""

FORMAT_VERSION = 1
"""Part of every key. Increase it when the same input gives different texts, labels or tokens."""


def key(*parts: object) -> str:
    """Return a hash of plain JSON values as 16 hex digits."""
    text = json.dumps([FORMAT_VERSION, *parts], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def build_once(final: Path, make: Callable[[Path], None], report: ReportProgress | None = None) -> None:
    """Build the folder ``final`` unless it exists and is intact.

    ``make`` writes into a temporary folder, which is then renamed to ``final`` in one step. If several processes need
    the same artefact, one builds it and the others wait. The lock belongs to the operating system, so when its holder
    dies the next process builds the artefact. Damaged artefacts are rebuilt, and so are those of version 0.1.0, which
    wrote no manifests.

    Args:
        final: the folder to build.
        make: writes the content into the given folder.
        report: progress callback, called while another process builds the artefact.

    Raises UserError when the disk is full or the folder cannot be written, and whatever ``make`` raises.
    """
    usage.mark_used(final)
    if is_intact(final):
        return
    with _claimed(f"{final.parent.name}-{final.name}", report):
        if not is_sound(final):
            with atomic_folder(final) as temporary:
                make(temporary)
            capacity.make_room()


def is_sound(entry: Path) -> bool:
    """Return whether a cache entry exists and is intact. Log a warning for a damaged one, which is rebuilt."""
    try:
        verify(entry)
    except DamagedError as damage:
        if has_manifest(entry):
            _log.warning("An entry of the cache is damaged and is made anew: %s", damage)
        return False
    except OSError:  # removed in the meantime
        return False
    return True


@contextmanager
def _claimed(name: str, report: ReportProgress | None) -> Iterator[None]:
    lock = ArtefactLock(name)
    if not lock.try_acquire():
        if report:
            report("Waiting for another process that prepares the same data", 0, 0)
        while not lock.try_acquire():
            time.sleep(_POLL_SECONDS)
    try:
        yield
    finally:
        lock.release(unlink=True)


def read_json(path: Path) -> Any:
    """Return the JSON value in ``path``."""
    return json.loads(path.read_text(encoding="utf-8"))


def write_json(path: Path, value: object) -> None:
    """Write ``value`` as readable UTF-8 JSON."""
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1), encoding="utf-8")


def read_note(path: Path) -> Any:
    """Return the JSON value that ``write_note`` wrote to ``path``, or None when it is missing or damaged."""
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
        return note["value"] if note["key"] == key(note["value"]) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_note(path: Path, value: object) -> None:
    """Write ``value`` and its hash as JSON, atomically. A note only saves time, so a failure is ignored."""
    with suppress(OSError):
        private_files.make_folder(path.parent)
        write_durably(path, json.dumps({"value": value, "key": key(value)}, ensure_ascii=False))


def hash_files(files: Iterable[str | Path], root: Path) -> str:
    """Return the SHA-256 over names (relative to ``root``) and bytes of ``files``, in the given order.

    The result is cached under names, sizes and modification times, so the bytes are read once. It is not cached
    while a file is so new that another change could have the same modification time.
    """
    prefix, now = os.path.join(root, ""), time.time_ns()
    entries = []
    for file in map(str, files):
        name = file[len(prefix) :] if file.startswith(prefix) else os.path.basename(file)
        entries.append((file, name.replace(os.sep, "/"), os.stat(file)))
    listing_hash = hashlib.sha256(str(root.resolve()).encode("utf-8", "surrogateescape"))
    for _, name, status in entries:
        line = f"\0{name}\0{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}"
        listing_hash.update(line.encode("utf-8", "surrogateescape"))
    newest = max((max(status.st_mtime_ns, status.st_ctime_ns) for _, _, status in entries), default=0)
    note_file = paths.cache_folder() / "hashes" / f"{key('files', listing_hash.hexdigest())}.json"
    if isinstance(hashed := read_note(note_file), str):
        return hashed
    digest = hashlib.sha256()
    for file, name, status in entries:
        digest.update(f"{name}\0{status.st_size}\0".encode("utf-8", "surrogateescape"))
        with open(file, "rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    result = digest.hexdigest()
    if now - newest > _TICK_NS:
        write_note(note_file, result)
    return result
