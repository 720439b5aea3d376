"""``palimpsest capsule`` and ``open-capsule``: finished runs in one file, for another installation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.options import JsonOption, OverwriteOption, StoreOption, store_path
from engine.cli.output import escape
from engine.store import runs as run_rows
from engine.store.database import Store


def capsule(
    runs: Annotated[list[str], typer.Argument(help="Finished runs: ids or names; 'last' is the newest.")],
    out: Annotated[Path, typer.Option("--out", help="The new file, by custom with the ending .capsule.")],
    inputs: Annotated[
        bool,
        typer.Option("--inputs", help="Also what the runs read from this machine: data, texts, encoders."),
    ] = False,
    models: Annotated[
        bool, typer.Option("--models", help="Also the models that the runs have left.")
    ] = False,
    overwrite: OverwriteOption = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write finished runs into one file: specification, versions, measures, predictions; inputs and models on request.

    The file names this machine and the folders of data: think of that, and of the data's licence, before publishing it.
    """
    from engine.capsule.writing import write_capsule

    with Store(store_path(store)) as opened, output.counted_progress() as report:
        numbers = [run_rows.find_run(opened, each).id for each in runs]
        done = write_capsule(
            opened, numbers, out, with_inputs=inputs, with_models=models, overwrite=overwrite, report=report
        )
    if as_json:
        output.print_json(done.as_json())
        return
    output.out.print(escape(done.sentence()), soft_wrap=True)
    for each in done.left_out:
        output.out.print(escape(each), soft_wrap=True)
    if not inputs:
        output.out.print("Without --inputs it can be looked at, and run again only where the same data lie.")


def open_capsule(
    file: Annotated[Path, typer.Argument(help="A capsule.")],
    check: Annotated[
        bool, typer.Option("--check", help="Only verify it and list its runs; nothing is added.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Add its runs although they were added before.")
    ] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Add the runs of a capsule to the store; 'palimpsest rerun' then says whether they come out the same here."""
    from engine.capsule.opening import check_capsule, open_capsule

    with output.counted_progress() as report:
        if check:
            found = check_capsule(file, report)
        else:
            with Store(store_path(store)) as opened:
                found = open_capsule(opened, file, again=again, report=report)
    if as_json:
        output.print_json(found.as_json())
        return
    for each in found.runs:
        now = "" if each.number is None else f" is run {each.number} now"
        output.out.print(
            escape(f"Run {each.original}, {each.name},{now}" if now else f"Run {each.original}, {each.name}")
        )
    for sentence in found.left_out:
        output.out.print(escape(sentence), soft_wrap=True)
    if check:
        output.out.print(escape(f"{file} is sound (Palimpsest {found.program})."), soft_wrap=True)
    elif found.inputs is not None:
        output.out.print(escape(f"What they read lies in {found.inputs}."), soft_wrap=True)
        output.out.print(f"Run again with: palimpsest rerun {found.runs[0].number}")
