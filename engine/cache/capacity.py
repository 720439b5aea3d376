"""How large the cache is and may become: its entries by kind, and room made by removing the least recently used.

Everything in it can be made again: removing costs time and no result. What a living run holds stays, and so does what
was used a moment ago (``RECENT_SECONDS``): a command or the window may just be reading it.
"""

from __future__ import annotations

import json
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine import paths
from engine.cache import usage
from engine.errors import UserError

KINDS = {
    "texts": "Texts of data sets",
    "datasets": "Splits of data sets",
    "tokens": "Tokens of data sets",
    "cuts": "Places to cut texts",
    "corpora": "Pre-training corpora",
    "passages": "Passages of general text",
    "activations": "Frozen features",
    "masked_heads": "Fitted masked-word heads",
    "stages": "Finished stages for reuse",
}
"""Kinds of entries, each a folder of the cache, with what it is called. Other folders hold notes of a few bytes."""
DEFAULT_LIMIT_GB = 20.0
LIMIT_VARIABLE = "PALIMPSEST_CACHE_GB"
RECENT_SECONDS = 600.0
_GONE = ".gone-"


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """One thing of the cache: its folder, bytes, and when it was last used (seconds since 1970)."""

    kind: str
    path: Path
    bytes: int
    used: float


@dataclass(frozen=True, slots=True)
class CacheUsage:
    """The entries of one kind together; ``used`` is when the latest was last used, None where there is none."""

    kind: str
    title: str
    entries: int
    bytes: int
    used: float | None


@dataclass(frozen=True, slots=True)
class Removal:
    """What was removed: ``entries`` of ``bytes`` together; ``held`` are those that stay because a run uses them."""

    entries: int
    bytes: int
    held: int


def list_entries(kind: str = "") -> list[CacheEntry]:
    """The entries of one kind, or of all, least recently used first. Raises UserError for a kind there is not."""
    if kind and kind not in KINDS:
        raise UserError(
            f"the cache has no kind '{kind}'.", place="cache", remedy=f"It has {', '.join(KINDS)}."
        )
    found = [entry for each in ([kind] if kind else KINDS) for entry in _entries(each)]
    return sorted(found, key=lambda entry: entry.used)


def _entries(kind: str) -> Iterator[CacheEntry]:
    with suppress(OSError):
        for path in (paths.cache_folder() / kind).iterdir():
            if not path.name.startswith("."):
                with suppress(OSError):
                    yield CacheEntry(kind, path, _size(path), path.stat().st_mtime)


def _size(path: Path) -> int:
    """Bytes that removing ``path`` would free: files that a run's folder has too (hard links) take none here."""
    files = path.rglob("*") if path.is_dir() else [path]
    stats = [file.stat() for file in files if file.is_file()]
    return sum(each.st_size for each in stats if each.st_nlink <= 1)


def cache_usage() -> list[CacheUsage]:
    """What there is of each kind, in the order of ``KINDS``."""
    entries = list_entries()
    found = []
    for kind, title in KINDS.items():
        own = [entry for entry in entries if entry.kind == kind]
        used = max((entry.used for entry in own), default=None)
        found.append(CacheUsage(kind, title, len(own), sum(entry.bytes for entry in own), used))
    return found


def size_limit() -> float:
    """The most bytes the cache may take: ``PALIMPSEST_CACHE_GB``, else what was set, else 20 GB; infinity for no limit.

    Raises UserError when the variable is no number of at least 0.
    """
    given = os.environ.get(LIMIT_VARIABLE, "").strip()
    try:
        gigabytes = float(given) if given else _stored_limit()
        if not gigabytes >= 0:
            raise ValueError
    except ValueError:
        raise UserError(
            f"'{given}' is no size in GB.", place=LIMIT_VARIABLE, remedy="Give a number; 0 is no limit."
        ) from None
    return gigabytes * 1e9 if gigabytes else float("inf")


def is_limit_fixed() -> bool:
    """Whether the environment says how large the cache may be, so that setting another limit changes nothing."""
    return bool(os.environ.get(LIMIT_VARIABLE, "").strip())


def set_size_limit(gigabytes: float) -> None:
    """Sets the limit for this user's cache, for all commands and the window; 0 is no limit.

    Raises UserError for a number below 0, or when it cannot be written.
    """
    if not 0 <= gigabytes < float("inf"):
        raise UserError(f"{gigabytes:g} is no size in GB.", place="cache", remedy="0 is no limit.")
    file = _limit_file()
    draft = file.with_suffix(f".{os.getpid()}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps({"limit_gb": gigabytes}), encoding="utf-8")
        os.replace(draft, file)
    except OSError as error:
        raise UserError(f"the limit cannot be written ({error.strerror}).", place=str(file)) from error


def _stored_limit() -> float:
    try:
        return float(json.loads(_limit_file().read_text(encoding="utf-8"))["limit_gb"])
    except (OSError, ValueError, KeyError, TypeError):
        return DEFAULT_LIMIT_GB


def _limit_file() -> Path:
    # Beside the cache, not in it: who deletes the cache keeps the limit.
    return paths.home() / "cache.json"


def make_room() -> Removal:
    """Removes what was used least recently until the cache is within its limit; called when something was added.

    A limit that cannot be read removes nothing: ``palimpsest cache`` says so, a run is not ended by it.
    """
    try:
        limit = size_limit()
    except UserError:
        return Removal(0, 0, 0)
    entries = list_entries()
    total = sum(entry.bytes for entry in entries)
    if total <= limit:
        return Removal(0, 0, 0)
    held, now = usage.held_entries(), time.time()
    removed = freed = kept = 0
    for entry in entries:
        if total - freed <= limit:
            break
        if entry.path in held or now - entry.used < RECENT_SECONDS:
            kept += 1
        elif entry.bytes and _remove(entry):
            removed, freed = removed + 1, freed + entry.bytes
    return Removal(removed, freed, kept)


def clear(kind: str = "") -> Removal:
    """Removes all entries of a kind, or of all kinds, but for those that a living run holds.

    Raises UserError for a kind there is not.
    """
    entries, held = list_entries(kind), usage.held_entries()
    gone = [entry for entry in entries if entry.path not in held and _remove(entry, even_if_used=True)]
    return Removal(len(gone), sum(entry.bytes for entry in gone), len(entries) - len(gone))


def _remove(entry: CacheEntry, *, even_if_used: bool = False) -> bool:
    """Whether the entry could go. It leaves under its name in one step, so that nobody finds half of it."""
    aside = entry.path.with_name(f"{_GONE}{uuid.uuid4().hex[:12]}")
    try:
        if not even_if_used and entry.path.stat().st_mtime != entry.used:
            return False  # used since it was listed
        os.rename(entry.path, aside)
    except OSError:  # gone already; on Windows, in use
        return False
    if aside.is_dir():
        shutil.rmtree(aside, ignore_errors=True)
    else:
        with suppress(OSError):
            aside.unlink()
    return True
