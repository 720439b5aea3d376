"""``palimpsest predictions``: what a run predicted for its test texts, as a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.answer import Answer
from engine.cli.options import KeepFormulasOption, OverwriteOption, RunArgument, SplitOption
from engine.store import runs as run_rows
from engine.store.database import Store


def predictions(
    run: RunArgument,
    out: Annotated[Path, typer.Option(help="A new file: .csv, .tsv, .jsonl or .parquet.")],
    store: Path,
    split: SplitOption = "",
    texts: Annotated[
        bool, typer.Option("--texts/--no-texts", help="Whether the texts are written too.")
    ] = True,
    keep_formulas: KeepFormulasOption = False,
    overwrite: OverwriteOption = False,
) -> Answer:
    """Write a run's stored predictions as a table: each text with its label, the prediction and how sure it was."""
    from engine.delivery.stored_predictions import export_predictions

    with Store(store) as opened, output.counted_progress() as report:
        found = export_predictions(
            opened,
            run_rows.find_run(opened, run).id,
            out,
            split,
            with_texts=texts,
            keep_formulas=keep_formulas,
            overwrite=overwrite,
            report=report,
        )
    wrong = "" if found.wrong is None else f", {found.wrong:,} predicted wrongly"
    said = f"{out}: {found.texts:,} texts of the {found.split} split{wrong}."
    if found.lacking:
        output.note(f"Note: {found.lacking}")
    record = {"file": str(out), "split": found.split, "texts": found.texts, "wrong": found.wrong}
    notes = [f"{found.note} --keep-formulas leaves them alone."] if found.note else ()
    return Answer(record | {"said": said, "note": found.note}, [said], notes)
