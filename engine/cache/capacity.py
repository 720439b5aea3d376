"""Size of the cache: entries by kind, the limit, and eviction of the least recently used entries.

Every entry can be rebuilt, so eviction costs only time. Entries in use by a running run stay, and so do those used
within ``RECENT_SECONDS``, which a command or the window may be reading.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine import paths
from engine.cache import usage
from engine.cache.atomic_folders import discard
from engine.errors import UserError
from engine.output_files import write_output

KINDS = {
    "texts": "Texts of data sets",
    "datasets": "Splits of data sets",
    "tokens": "Tokens of data sets",
    "reports": "Reports on data sets",
    "cuts": "Places to cut texts",
    "corpora": "Pre-training corpora",
    "passages": "Passages of general text",
    "activations": "Frozen features",
    "masked_heads": "Fitted masked-word heads",
    "stages": "Finished stages for reuse",
}
"""Title by kind of entry. Each kind is a folder of the cache. Other folders hold notes of a few bytes."""
DEFAULT_LIMIT_GB = 20.0
LIMIT_VARIABLE = "PALIMPSEST_CACHE_GB"
RECENT_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """Entry of the cache: its folder, bytes, and time of last use (seconds since 1970)."""

    kind: str
    path: Path
    bytes: int
    used: float


@dataclass(frozen=True, slots=True)
class CacheUsage:
    """Totals of the entries of one kind.

    ``used`` is the latest time of use, None without entries.
    """

    kind: str
    title: str
    entries: int
    bytes: int
    used: float | None


@dataclass(frozen=True, slots=True)
class Removal:
    """Result of a removal: number of removed entries and their bytes.

    ``held`` counts the entries that stay because a run uses them.
    """

    entries: int
    bytes: int
    held: int


def list_entries(kind: str = "") -> list[CacheEntry]:
    """Return the entries of one kind, or of all, least recently used first.

    Raises UserError for an unknown kind.
    """
    if kind and kind not in KINDS:
        raise UserError(
            f"the cache has no kind '{kind}'.", place="cache", remedy=f"It has {', '.join(KINDS)}."
        )
    entries = [entry for each in ([kind] if kind else KINDS) for entry in _entries(each)]
    return sorted(entries, key=lambda entry: entry.used)


def _entries(kind: str) -> Iterator[CacheEntry]:
    with suppress(OSError):
        for path in (paths.cache_folder() / kind).iterdir():
            if not path.name.startswith("."):
                with suppress(OSError):
                    yield CacheEntry(kind, path, _size(path), path.stat().st_mtime)


def _size(path: Path) -> int:
    """Return the bytes that removing ``path`` would free.

    Files that are hard links into a run's folder count as 0.
    """
    files = path.rglob("*") if path.is_dir() else [path]
    stats = [file.stat() for file in files if file.is_file()]
    return sum(each.st_size for each in stats if each.st_nlink <= 1)


def cache_usage() -> list[CacheUsage]:
    """Return the totals of each kind, in the order of ``KINDS``."""
    entries = list_entries()
    totals = []
    for kind, title in KINDS.items():
        of_kind = [entry for entry in entries if entry.kind == kind]
        used = max((entry.used for entry in of_kind), default=None)
        totals.append(CacheUsage(kind, title, len(of_kind), sum(entry.bytes for entry in of_kind), used))
    return totals


def size_limit() -> float:
    """Return the maximum size of the cache in bytes, infinity for no limit.

    It is ``PALIMPSEST_CACHE_GB``, else the stored limit, else 20 GB.
    Raises UserError when the variable is not a number of at least 0.
    """
    value = os.environ.get(LIMIT_VARIABLE, "").strip()
    try:
        gigabytes = float(value) if value else _stored_limit()
        if not gigabytes >= 0:
            raise ValueError
    except ValueError:
        raise UserError(
            f"'{value}' is not a size in GB.",
            place=LIMIT_VARIABLE,
            remedy="Give a number, or 0 for no limit.",
        ) from None
    return gigabytes * 1e9 if gigabytes else float("inf")


def is_limit_fixed() -> bool:
    """Return whether the environment sets the limit, which overrides the stored one."""
    return bool(os.environ.get(LIMIT_VARIABLE, "").strip())


def set_size_limit(gigabytes: float) -> None:
    """Store the limit of this user's cache, for all commands and the window. 0 means no limit.

    Raises UserError for a negative number, or when the limit cannot be written.
    """
    if not 0 <= gigabytes < float("inf"):
        raise UserError(f"{gigabytes:g} is not a size in GB.", place="cache", remedy="0 is no limit.")
    write_output(_limit_file(), json.dumps({"limit_gb": gigabytes}), private=True)


def _stored_limit() -> float:
    try:
        return float(json.loads(_limit_file().read_text(encoding="utf-8"))["limit_gb"])
    except (OSError, ValueError, KeyError, TypeError):
        return DEFAULT_LIMIT_GB


def _limit_file() -> Path:
    # Next to the cache, not in it, so that deleting the cache keeps the limit.
    return paths.home() / "cache.json"


def make_room() -> Removal:
    """Evict the least recently used entries until the cache is within its limit. Called after an entry is added.

    Nothing is evicted if the limit cannot be read: ``palimpsest cache`` reports that, and the run continues.
    """
    try:
        limit = size_limit()
    except UserError:
        return Removal(0, 0, 0)
    entries = list_entries()
    total = sum(entry.bytes for entry in entries)
    if total <= limit:
        return Removal(0, 0, 0)
    in_use, now = usage.entries_in_use(), time.time()
    removed = freed = busy = 0
    for entry in entries:
        if total - freed <= limit:
            break
        if entry.path in in_use or now - entry.used < RECENT_SECONDS:
            busy += 1
        elif entry.bytes and _remove(entry):
            removed, freed = removed + 1, freed + entry.bytes
    return Removal(removed, freed, busy)


def clear(kind: str = "") -> Removal:
    """Remove all entries of a kind, or of all kinds, except those that a running run uses.

    Raises UserError for an unknown kind.
    """
    entries, in_use = list_entries(kind), usage.entries_in_use()
    removed = [entry for entry in entries if entry.path not in in_use and _remove(entry, even_if_used=True)]
    return Removal(len(removed), sum(entry.bytes for entry in removed), len(entries) - len(removed))


def _remove(entry: CacheEntry, *, even_if_used: bool = False) -> bool:
    """Remove an entry atomically, and return whether that was possible."""
    try:
        if not even_if_used and entry.path.stat().st_mtime != entry.used:
            return False  # used since the listing
    except OSError:  # already removed
        return False
    return discard(entry.path)
