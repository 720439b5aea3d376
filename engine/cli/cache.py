"""``palimpsest cache``: what the cache holds, how large it may become, and clearing it."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Annotated

import typer

from engine import paths
from engine.analysis.tables import PlainTable
from engine.cache import capacity
from engine.cli.answer import Answer, group


def show() -> Answer:
    """List what the cache holds, by kind: entries, size, when last used. Everything in it can be made again."""
    found, limit = capacity.cache_usage(), capacity.size_limit()
    total = sum(each.bytes for each in found)
    record = {
        "folder": str(paths.cache_folder()),
        "bytes": total,
        "limit_bytes": None if limit == float("inf") else int(limit),
        "kinds": [asdict(each) for each in found],
    }
    rows = [
        [each.kind, each.title, f"{each.entries:,}", _size(each.bytes), _age(each.used)] for each in found
    ]
    most = "without a limit" if limit == float("inf") else f"of at most {_size(limit)}"
    table = PlainTable(["Kind", "What", "Entries", "Size", "Last used"], rows)
    return Answer(record, [table, f"{_size(total)} {most} in {paths.cache_folder()}"])


def clear(
    kind: Annotated[str, typer.Argument(metavar="[KIND]", help="Only this kind; default: all.")] = "",
) -> Answer:
    """Empty the cache, except for what a running run uses."""
    removed = capacity.clear(kind)
    parts = [f"Removed {removed.entries:,} entries, {_size(removed.bytes)}."]
    if removed.held:
        parts.append(f"{removed.held:,} stay: runs that are going on use them, or they cannot be removed.")
    return Answer(asdict(removed), parts)


def limit(gigabytes: Annotated[float, typer.Argument(metavar="GB", help="0: no limit.", min=0.0)]) -> Answer:
    """Set how large the cache may become; what was used least recently goes first."""
    capacity.set_size_limit(gigabytes)
    removed = capacity.make_room()
    most = f"at most {gigabytes:g} GB" if gigabytes else "no limit"
    said = f"The cache has {most}. Removed {removed.entries:,} entries, {_size(removed.bytes)}."
    return Answer(asdict(removed) | {"limit_gb": gigabytes}, [said])


app = group(
    "List what the cache holds, by kind; everything in it can be recomputed.", show, clear=clear, limit=limit
)


def _size(octets: float) -> str:
    for unit in ("B", "kB", "MB"):
        if octets < 999.5:
            return f"{octets:.0f} {unit}"
        octets /= 1000
    return f"{octets:.1f} GB"


def _age(moment: float | None) -> str:
    if moment is None:
        return "–"
    minutes = max(0.0, time.time() - moment) / 60
    if minutes < 60:
        return f"{minutes:.0f} min ago"
    return f"{minutes / 60:.0f} h ago" if minutes < 48 * 60 else f"{minutes / 1440:.0f} days ago"
