"""``palimpsest import-log``: the training of another program as a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.options import JsonOption, StoreOption, store_path
from engine.cli.output import escape
from engine.store.database import Store


def import_log(
    log: Annotated[
        Path,
        typer.Argument(help="A trainer_state.json, a Trainer's output folder, or TensorBoard's event files."),
    ],
    name: Annotated[str, typer.Option(help="What the run is called; default: the folder's name.")] = "",
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Store the curves of a training that another program did as a run, to look at and compare."""
    from dataclasses import replace

    from engine.foreign.log_import import read_training_log
    from engine.foreign.record import store_training

    found = read_training_log(log)
    if name:
        found = replace(found, name=name)
    with Store(store_path(store)) as opened:
        number = store_training(opened, found)
    keys = sorted({point[0] for point in found.points})
    if as_json:
        output.print_json({"run": number, "name": found.name, "steps": found.steps, "metrics": keys})
        return
    output.out.print(
        escape(
            f"Run {number}, {found.name}: {found.steps:,} updates, {len(found.points):,} points of {', '.join(keys)}."
        ),
        soft_wrap=True,
    )
    for note in found.notes:
        output.out.print(escape(note), soft_wrap=True)
