"""``palimpsest capsule`` and ``open-capsule``: finished runs in one file, for another installation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.answer import Answer
from engine.cli.options import OverwriteOption
from engine.store import runs as run_rows
from engine.store.database import Store


def capsule(
    runs: list[str],
    out: Annotated[Path, typer.Option()],
    store: Path,
    inputs: bool = False,
    models: bool = False,
    overwrite: OverwriteOption = False,
) -> Answer:
    """Write finished runs into one file: specification, versions, measures, predictions; inputs and models on request.

    The file names this machine and the folders of data: think of that, and of the data's licence, before publishing it.

    Args:
        runs: Finished runs: ids or names; 'last' is the newest.
        out: The new file, by custom with the ending .capsule.
        inputs: Also what the runs read from this machine: data, texts, encoders.
        models: Also the models that the runs have left.
    """
    from engine.capsule.writing import write_capsule

    with Store(store) as database, output.counted_progress() as report:
        numbers = [run_rows.find_run(database, run).id for run in runs]
        written = write_capsule(
            database, numbers, out, with_inputs=inputs, with_models=models, overwrite=overwrite, report=report
        )
    parts = [written.sentence(), *written.left_out]
    if not inputs:
        parts.append("Without --inputs it can be viewed, and run again only where the same data lie.")
    return Answer(written.as_json(), parts)


def open_capsule(file: Path, store: Path, check: bool = False, again: bool = False) -> Answer:
    """Add the runs of a capsule to the store; 'palimpsest rerun' then says whether they come out the same here.

    Args:
        file: A capsule.
        check: Only verify it and list its runs; nothing is added.
        again: Add its runs although they were added before.
    """
    from engine.capsule.opening import check_capsule
    from engine.capsule.opening import open_capsule as add_runs

    with output.counted_progress() as report:
        if check:
            content = check_capsule(file, report)
        else:
            with Store(store) as database:
                content = add_runs(database, file, again=again, report=report)
    parts = []
    for run in content.runs:
        suffix = "" if run.number is None else f", is run {run.number} now"
        parts.append(f"Run {run.original}, {run.name}{suffix}")
    parts += content.left_out
    if check:
        parts.append(f"{file} is sound (Palimpsest {content.program}).")
    elif content.inputs is not None:
        parts.append(f"What they read lies in {content.inputs}.")
        parts.append(f"Run again with: palimpsest rerun {content.runs[0].number}")
    return Answer(content.as_json(), parts)
