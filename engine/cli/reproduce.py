"""``palimpsest reproduce``: the paper's tables at its own size, from the plan to the filled tables."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine import launch
from engine.cli import output
from engine.cli.options import JsonOption, StoreOption, TableSetOption, store_path
from engine.cli.output import escape
from engine.cli.queue import ELSEWHERE, empty_queue, require_devices
from engine.errors import UserError
from engine.formatting.numbers import plural
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.reproduction import Reproduction, ReproductionCost, RunState


def reproduce(
    tables: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TABLE]...", help="table-2 ... figure-4; default: tables 2 to 4."),
    ] = None,
    size: Annotated[str, typer.Option("--size", help="paper, small or sample.")] = "paper",
    seeds: Annotated[
        int, typer.Option("--seeds", help="How many of a recipe's seeds or draws; 0: all.", min=0)
    ] = 0,
    set_: TableSetOption = None,
    out: Annotated[Path, typer.Option("--out", help="The Markdown file with the filled tables.")] = Path(
        "reproduction.md"
    ),
    plan: Annotated[
        bool, typer.Option("--plan", help="Only say what there is to run, and what it costs.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Begin without asking.")] = False,
    queue: Annotated[
        bool,
        typer.Option("--queue", help="Only put it into the queue, for 'palimpsest queue' or the window."),
    ] = False,
    slots: Annotated[int, typer.Option("--slots", help="Runs that share a device.", min=1, max=16)] = 1,
    device: Annotated[
        list[str] | None, typer.Option("--device", help="Only this device, e.g. cuda:1; default: all.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Reproduce tables of the paper: says runs, hours and disk, runs what is missing, writes the filled tables.

    Broken off, it goes on where it was when it is called again. Exit 0 only when every run has finished.
    """
    from engine import reproduction

    path = store_path(store)
    devices = require_devices(device)
    with Store(path) as opened:
        wanted = reproduction.plan_reproduction(
            opened, tables or reproduction.DEFAULT_TABLES, size, seeds, set_ or ()
        )
        cost = reproduction.estimate_reproduction(opened, wanted.unfinished)
        free = shutil.disk_usage(path.parent).free
        if as_json and plan:
            output.print_json(_plan_json(wanted, cost, free))
            return
        if not as_json:
            _print_plan(wanted, cost, free)
        if plan:
            return
        _check_room(cost, free, path)
        if wanted.unfinished:
            _ask(yes, as_json)
            wanted = reproduction.refresh(opened, wanted)  # the answer may have taken an hour
            _check_needs(opened, wanted)
            reproduction.queue_reproduction(opened, wanted)
    interrupted = False
    if wanted.unfinished and not queue:
        done = empty_queue(path, slots, devices, quiet=as_json)
        interrupted = done.interrupted
        if done.waiting and not interrupted and not as_json:
            output.out.print(ELSEWHERE)
    with Store(path) as opened:
        wanted = reproduction.refresh(opened, wanted)
        if not queue:
            reproduction.write_reproduction(opened, wanted, out)
    left = len(wanted.unfinished)
    if as_json:
        output.print_json(_plan_json(wanted, None, free) | {"out": None if queue else str(out)})
    else:
        if not queue:
            output.out.print(f"Tables: {escape(str(out))}")
        if left:
            output.out.print(
                f"{left} of {plural(len(wanted.runs), 'run')} {'is' if left == 1 else 'are'} not finished. "
                "The same command goes on."
            )
    if interrupted:
        raise typer.Exit(3)
    raise typer.Exit(1 if left and not queue else 0)


def _ask(yes: bool, as_json: bool) -> None:
    if yes:
        return
    if as_json or not sys.stdin.isatty():
        raise UserError("asks before it begins, and there is nobody to answer.", remedy="Add --yes.")
    typer.confirm("Begin?", abort=True)


def _check_room(cost: ReproductionCost, free: int, path: Path) -> None:
    if cost.disk_bytes is not None and cost.disk_bytes > free:
        raise UserError(
            f"needs about {cost.disk_bytes / 1e9:.1f} GB, and {free / 1e9:.1f} GB are left on this disk.",
            place=str(path.parent),
            remedy="Free some space, name another store, or reproduce fewer tables or seeds.",
        )


def _check_needs(store: Store, wanted: Reproduction) -> None:
    from engine.preflight import preflight

    missing = [run.experiment for run in wanted.in_state("missing")]
    with output.err.status("Looking for encoders and data"):
        warnings = preflight(launch.resolve_names(store, missing))
    for warning in warnings:
        output.err.print(f"Note: {escape(warning)}")


def _print_plan(wanted: Reproduction, cost: ReproductionCost, free: int) -> None:
    table = output.plain_table()
    for title in ("Table", "Size", "Runs", "Finished", "Going on", "Broken off", "To run"):
        table.add_column(title, justify="left" if title in ("Table", "Size") else "right")
    for recipe in wanted.recipes:
        counts = [len(wanted.in_state(*states, table=recipe.name)) for states in _STATES]
        table.add_row(escape(recipe.title), recipe.size, *map(str, counts))
    output.out.print(table)
    shared = sum(len(run.tables) > 1 for run in wanted.runs)
    if shared:
        output.out.print(f"Needed by several of them, and trained once: {plural(shared, 'run')}.")
    left = len(wanted.unfinished)
    stages = (
        f", {cost.shared_stages} pre-trainings or multi-task fine-tunings among them"
        if cost.shared_stages
        else ""
    )
    output.out.print(f"To finish: {plural(left, 'run')}{stages}.")
    if not left:
        return
    if cost.hours is None or cost.disk_bytes is None:
        output.out.print(
            "Hours and disk: not known, for an encoder or a data set is not here and cannot be asked for."
        )
        return
    assumed = " (at an assumed speed: no run with this encoder has finished here)" if cost.assumed else ""
    output.out.print(f"Time: about {_duration(cost.hours)} of one device{assumed}.")
    output.out.print(f"Disk: about {cost.disk_bytes / 1e9:,.1f} GB; {free / 1e9:,.1f} GB are free.")


def _duration(hours: float) -> str:
    if hours < 1:
        return f"{max(1, round(60 * hours))} minutes"
    return f"{hours:,.0f} hours" if hours >= 10 else f"{hours:.1f} hours"


_STATES: tuple[tuple[RunState, ...], ...] = (
    ("finished", "active", "broken_off", "missing"),
    ("finished",),
    ("active",),
    ("broken_off",),
    ("missing",),
)


def _plan_json(wanted: Reproduction, cost: ReproductionCost | None, free: int) -> dict[str, object]:
    made: dict[str, object] = {
        "tables": [
            {
                "name": recipe.name,
                "size": recipe.size,
                "runs": len(wanted.in_state(*_STATES[0], table=recipe.name)),
                "finished": len(wanted.in_state("finished", table=recipe.name)),
            }
            for recipe in wanted.recipes
        ],
        "runs": [
            {"name": run.experiment.name, "state": run.state, "run": run.run, "tables": list(run.tables)}
            for run in wanted.runs
        ],
        "unfinished": len(wanted.unfinished),
        "free_bytes": free,
    }
    if cost is not None:
        made |= {
            "shared_stages": cost.shared_stages,
            "hours": cost.hours,
            "disk_bytes": cost.disk_bytes,
            "assumed_speed": cost.assumed,
        }
    return made
