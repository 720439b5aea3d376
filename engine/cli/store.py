"""``palimpsest store`` and ``cache``: check, repair, back up and restore the store; list and clear the cache."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine import paths
from engine.analysis.tables import PlainTable
from engine.cache import capacity
from engine.cli import output
from engine.cli.answer import Answer, group
from engine.errors import UserError, require_plain_file, require_plain_store


def check(store: Path) -> Answer:
    """Check the store for damage: file, tables, values, references and run folders.

    Changes nothing. Exit code 0: no damage; 1: damaged; 2: not a store, or unreadable.
    """
    from engine.store.repair import check_store

    result = check_store(_require_store(store))
    parts = [f"{'!' if finding.is_damage else 'i'} {finding.text}" for finding in result.findings]
    damages = sum(finding.is_damage for finding in result.findings)
    counts = f"{result.rows.get('runs', 0):,} runs, {sum(result.rows.values()):,} rows"
    verdict = "sound" if result.is_sound else f"damaged ({damages:,} findings)"
    parts.append(f"{result.store}: {verdict}; version {result.version}, {counts}")
    if not result.is_sound:
        parts.append("Save what can be read with: palimpsest store repair")
    return Answer(result.as_json(), parts, code=0 if result.is_sound else 1)


def repair(store: Path) -> Answer:
    """Build a new store from everything readable, and replace the damaged one, which is kept next to it.

    Rows and values that do not fit the new store go into a file of JSON lines. The store must not be in use. Requires
    free space of twice its size.
    """
    from engine.store.repair import check_store, repair_store

    path = _require_store(store)
    if check_store(path).is_sound:
        return Answer({"store": str(path), "damaged": None}, [f"{path} is sound; nothing was changed."])
    repaired = repair_store(path)
    parts = [f"Saved: {repaired.saved.get('runs', 0):,} runs, {sum(repaired.saved.values()):,} rows in all."]
    for place, count in repaired.mended.items():
        parts.append(f"! {count:,} damaged values of {place} were replaced by its usual value")
    parts += [f"! {loss}" for loss in repaired.lost]
    if repaired.set_aside is not None:
        parts.append(f"Set aside: {repaired.set_aside}")
    return Answer(repaired.as_json(), [*parts, f"The damaged store as it was: {repaired.damaged}"])


def backup(store: Path, file: Annotated[Path | None, typer.Argument()] = None) -> Answer:
    """Copy the store while it is in use, with a manifest: rows, size and checksum. Folders of runs are not copied.

    Args:
        file: The new file; default: a file with a time stamp in NAME-backups next to the store.
    """
    from engine.store.backup import copy_store
    from engine.store.database import Store

    with Store(_require_store(store), read_only=True) as database, output.counted_progress() as report:
        copy = copy_store(database.path, file, lambda pages, total: report("Copying pages", pages, total))
    message = f"{copy.path}: {copy.rows.get('runs', 0):,} runs, {copy.bytes / 1e6:,.1f} MB"
    return Answer(copy.as_json(), [message])


def restore(copy: Path, store: Path) -> Answer:
    """Replace the store with a copy; the old one is kept next to it. The store must not be in use.

    Args:
        copy: A copy made by 'store backup' or a migration.
    """
    from engine.store.repair import restore_store

    require_plain_file(copy)
    previous = restore_store(copy, store)
    parts = [f"{store} is the copy now."]
    if previous is not None:
        parts.append(f"The store as it was: {previous}")
    return Answer({"store": str(store), "replaced": None if previous is None else str(previous)}, parts)


def _require_store(store: Path) -> Path:
    path = store.absolute()
    require_plain_store(path)
    if path.is_dir():
        raise UserError("is a folder, not a store.", place=str(path), remedy="Name a file in it.")
    if not path.is_file():
        raise UserError("there is no store here yet.", place=str(path), remedy="Start a run first.")
    return path


app = group(
    "Check, repair, back up and restore the store.",
    check=check, repair=repair, backup=backup, restore=restore,
)  # fmt: skip


def show_cache() -> Answer:
    """List what is in the cache, by kind: entries, size, last use. Everything in it can be made again."""
    usage, limit = capacity.cache_usage(), capacity.size_limit()
    total = sum(kind.bytes for kind in usage)
    record = {
        "folder": str(paths.cache_folder()),
        "bytes": total,
        "limit_bytes": None if limit == float("inf") else int(limit),
        "kinds": [asdict(kind) for kind in usage],
    }
    rows = [
        [kind.kind, kind.title, f"{kind.entries:,}", _size(kind.bytes), _age(kind.used)] for kind in usage
    ]
    limit_text = "without a limit" if limit == float("inf") else f"of at most {_size(limit)}"
    table = PlainTable(["Kind", "What", "Entries", "Size", "Last used"], rows)
    return Answer(record, [table, f"{_size(total)} {limit_text} in {paths.cache_folder()}"])


def clear_cache(kind: Annotated[str, typer.Argument(metavar="[KIND]")] = "") -> Answer:
    """Empty the cache, except for entries in use.

    Args:
        kind: Only this kind; default: all.
    """
    freed = capacity.clear(kind)
    parts = [f"Removed {freed.entries:,} entries, {_size(freed.bytes)}."]
    if freed.held:
        parts.append(f"{freed.held:,} stay: runs that are going on use them, or they cannot be removed.")
    return Answer(asdict(freed), parts)


def limit(gigabytes: Annotated[float, typer.Argument(metavar="GB", min=0.0)]) -> Answer:
    """Set the size limit of the cache; the least recently used entries are removed first.

    Args:
        gigabytes: 0: no limit.
    """
    capacity.set_size_limit(gigabytes)
    freed = capacity.make_room()
    limit_text = f"at most {gigabytes:g} GB" if gigabytes else "no limit"
    message = f"The cache has {limit_text}. Removed {freed.entries:,} entries, {_size(freed.bytes)}."
    return Answer(asdict(freed) | {"limit_gb": gigabytes}, [message])


cache_app = group(
    "List the contents of the cache by kind; everything in it can be recomputed.",
    show_cache,
    clear=clear_cache,
    limit=limit,
)


def _size(octets: float) -> str:
    for unit in ("B", "kB", "MB"):
        if octets < 999.5:
            return f"{octets:.0f} {unit}"
        octets /= 1000
    return f"{octets:.1f} GB"


def _age(time_used: float | None) -> str:
    if time_used is None:
        return "–"
    minutes = max(0.0, time.time() - time_used) / 60
    if minutes < 60:
        return f"{minutes:.0f} min ago"
    return f"{minutes / 60:.0f} h ago" if minutes < 48 * 60 else f"{minutes / 1440:.0f} days ago"
