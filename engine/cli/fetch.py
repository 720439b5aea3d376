"""``palimpsest fetch``: the models of a run that another place has computed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from engine import launch
from engine.cli import output
from engine.cli.answer import Answer
from engine.cli.options import RunArgument
from engine.errors import UserError
from engine.store import Store, placed_runs
from engine.store import runs as run_rows

_POLL_SECONDS = 0.3
_CONNECT_SECONDS = 20.0
"""How long a place may not answer before the command says so."""


def fetch(
    run: RunArgument,
    store: Path,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until they are here.")] = True,
) -> Answer:
    """Fetch the models that a finished run has left at its place; measures and predictions come by themselves."""
    with Store(store) as opened:
        row = run_rows.find_run(opened, run)
        placed = placed_runs.require_placed_run(opened, row.id)
        if row.status != "finished":
            raise UserError(
                f"has not finished ({output.status_text(row)}).",
                place=f"run {row.id}",
                remedy="Wait for its end.",
            )
        if placed.results < 2:
            launch.request_at_place(opened, row.id, "models")
        begun = time.monotonic()
        with output.counted_progress() as report:
            while wait and placed.results < 2:
                time.sleep(_POLL_SECONDS)
                placed, row = placed_runs.require_placed_run(opened, row.id), run_rows.get_run(opened, row.id)
                if placed.trouble and time.monotonic() - begun > _CONNECT_SECONDS:
                    raise UserError(
                        placed.trouble, place=f"run {row.id}", remedy="It is fetched when that is over."
                    )
                if placed.results < 2 and not placed.wanted:
                    notes = run_rows.list_log_lines(opened, row.id)
                    raise UserError(
                        notes[-1].text if notes else "could not be fetched.", place=f"run {row.id}"
                    )
                report(row.phase or f"Asking {placed.place}", row.phase_done, row.phase_total)
    said = f"The models of run {row.id} are being fetched from {placed.place}."
    if placed.results == 2:
        said = f"The models of run {row.id} are in {row.folder}."
    return Answer({"run": row.id, "place": placed.place, "fetched": placed.results == 2}, [said])
