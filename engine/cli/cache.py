"""``palimpsest cache``: what the cache holds, how large it may become, and clearing it."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Annotated

import typer

from engine import paths
from engine.cache import capacity
from engine.cli import output
from engine.cli.options import JsonOption

app = typer.Typer(
    help="List what the cache holds, by kind; everything in it can be recomputed.",
    invoke_without_command=True,
)


@app.callback()
def show(context: typer.Context, as_json: JsonOption = False) -> None:
    """List what the cache holds, by kind: entries, size, when last used. Everything in it can be made again."""
    if context.invoked_subcommand is not None:
        return
    found, limit = capacity.cache_usage(), capacity.size_limit()
    total = sum(each.bytes for each in found)
    if as_json:
        output.print_json(
            {
                "folder": str(paths.cache_folder()),
                "bytes": total,
                "limit_bytes": None if limit == float("inf") else int(limit),
                "kinds": [asdict(each) for each in found],
            }
        )
        return
    table = output.plain_table()
    for name, justify in (("Kind", "left"), ("What", "left"), ("Entries", "right"), ("Size", "right")):
        table.add_column(name, justify=justify)  # type: ignore[arg-type]
    table.add_column("Last used", justify="right")
    for each in found:
        table.add_row(each.kind, each.title, f"{each.entries:,}", _size(each.bytes), _age(each.used))
    output.out.print(table)
    most = "without a limit" if limit == float("inf") else f"of at most {_size(limit)}"
    output.out.print(f"{_size(total)} {most} in {paths.cache_folder()}", soft_wrap=True)


@app.command()
def clear(
    kind: Annotated[str, typer.Argument(metavar="[KIND]", help="Only this kind; default: all.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Empty the cache, except for what a running run uses."""
    removed = capacity.clear(kind)
    if as_json:
        output.print_json(asdict(removed))
        return
    output.out.print(f"Removed {removed.entries:,} entries, {_size(removed.bytes)}.")
    if removed.held:
        output.out.print(
            f"{removed.held:,} stay: runs that are going on use them, or they cannot be removed."
        )


@app.command()
def limit(
    gigabytes: Annotated[float, typer.Argument(metavar="GB", help="0: no limit.", min=0.0)],
    as_json: JsonOption = False,
) -> None:
    """Set how large the cache may become; what was used least recently goes first."""
    capacity.set_size_limit(gigabytes)
    removed = capacity.make_room()
    if as_json:
        output.print_json(asdict(removed) | {"limit_gb": gigabytes})
        return
    most = f"at most {gigabytes:g} GB" if gigabytes else "no limit"
    output.out.print(f"The cache has {most}. Removed {removed.entries:,} entries, {_size(removed.bytes)}.")


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
