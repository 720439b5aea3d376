"""``palimpsest reproduce``: the paper's tables, from the plan of runs to the filled tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine import launch, output_files
from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, DevicesOption, SlotsOption, TableSetOption
from engine.cli.queue import continue_in_queue, require_devices
from engine.cli.runs import note_warnings
from engine.errors import UserError
from engine.formatting.numbers import plural
from engine.json_types import JsonObject
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.reproduction import Reproduction, RunState


def reproduce(
    store: Path,
    as_json: bool,
    tables: Annotated[list[str] | None, typer.Argument(metavar="[TABLE]...")] = None,
    size: str = "paper",
    seeds: Annotated[int, typer.Option(min=0)] = 0,
    set_: TableSetOption = None,
    out: Path = Path("reproduction.md"),
    plan: bool = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    queue: bool = False,
    slots: SlotsOption = 1,
    device: DevicesOption = None,
) -> Answer:
    """Reproduce tables of the paper: plan the runs, train what is missing, write the filled tables.

    The same command continues after an interruption. Exit code 0 only when every run has finished.

    Args:
        tables: table-2 ... figure-4; default: tables 2 to 4.
        size: paper, small or sample.
        seeds: Number of a recipe's seeds or draws; 0: all.
        out: The Markdown file with the filled tables.
        plan: Only show the missing runs and their time.
        yes: Start without confirmation.
        queue: Queue the runs for 'palimpsest queue' or the window, and do not train.
    """
    from engine import reproduction

    devices = require_devices(device)
    if not (plan or queue):
        output_files.require_output(out, overwrite=True)
    with Store(store) as database:
        study = reproduction.plan_reproduction(
            database, tables or reproduction.DEFAULT_TABLES, size, seeds, set_ or ()
        )
        hours = reproduction.estimate_hours(database, study.unfinished)
        shared = reproduction.count_shared_stages(study.unfinished)
        if plan:
            record = _plan_json(study) | {"shared_stages": shared, "hours": hours}
            return Answer(record, _plan_parts(study, hours, shared))
        if not as_json:
            output.print_parts(_plan_parts(study, hours, shared))
        if study.unfinished:
            _confirm(yes, as_json)
            study = reproduction.refresh(database, study)  # the user may have confirmed an hour later
            output.note("Looking for encoders and data")
            missing = [run.experiment for run in study.in_state("missing")]
            note_warnings(launch.resolve_names(database, missing))
            reproduction.queue_reproduction(database, study)
    interrupted = (
        bool(study.unfinished) and not queue and continue_in_queue(store, slots, devices, quiet=as_json)
    )
    with Store(store) as database:
        study = reproduction.refresh(database, study)
        if not queue:
            reproduction.write_reproduction(database, study, out)
    remaining = len(study.unfinished)
    parts = [] if queue else [f"Tables: {out}"]
    if remaining:
        parts.append(
            f"{remaining} of {plural(len(study.runs), 'run')} {'is' if remaining == 1 else 'are'} not finished. "
            "The same command goes on."
        )
    record = _plan_json(study) | {"out": None if queue else str(out)}
    return Answer(record, parts, code=3 if interrupted else 1 if remaining and not queue else 0)


def _confirm(yes: bool, as_json: bool) -> None:
    if yes:
        return
    if as_json or not sys.stdin.isatty():
        raise UserError("needs a confirmation, and the input is not a terminal.", remedy="Add --yes.")
    typer.confirm("Begin?", abort=True)


def _plan_parts(study: Reproduction, hours: float | None, shared: int) -> Parts:
    rows = [
        [recipe.title, recipe.size, *(len(study.in_state(*states, table=recipe.name)) for states in _STATES)]
        for recipe in study.recipes
    ]
    headings = ["Table", "Size", "Runs", "Finished", "Running", "Interrupted", "To run"]
    parts: Parts = [PlainTable(headings, rows)]
    shared_runs = sum(len(run.tables) > 1 for run in study.runs)
    if shared_runs:
        parts.append(f"Needed by several of them, and trained once: {plural(shared_runs, 'run')}.")
    remaining = len(study.unfinished)
    stages = f", {shared} pre-trainings or multi-task fine-tunings among them" if shared else ""
    parts.append(f"To finish: {plural(remaining, 'run')}{stages}.")
    if remaining:
        unknown_time = "not known until a run with this encoder has finished here"
        parts.append(f"Time: {unknown_time if hours is None else f'about {_duration(hours)} of one device'}.")
    return parts


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


def _plan_json(study: Reproduction) -> JsonObject:
    return {
        "tables": [
            {
                "name": recipe.name,
                "size": recipe.size,
                "runs": len(study.in_state(*_STATES[0], table=recipe.name)),
                "finished": len(study.in_state("finished", table=recipe.name)),
            }
            for recipe in study.recipes
        ],
        "runs": [
            {"name": run.experiment.name, "state": run.state, "run": run.run, "tables": list(run.tables)}
            for run in study.runs
        ],
        "unfinished": len(study.unfinished),
    }
