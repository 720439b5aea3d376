"""``palimpsest predictions``: what a run predicted for its test texts, as a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.options import (
    JsonOption,
    KeepFormulasOption,
    OverwriteOption,
    RunArgument,
    SplitOption,
    StoreOption,
    store_path,
)
from engine.cli.output import escape
from engine.store import runs as run_rows
from engine.store.database import Store


def predictions(
    run: RunArgument,
    out: Annotated[Path, typer.Option("--out", help="A new file: .csv, .tsv, .jsonl or .parquet.")],
    split: SplitOption = "",
    texts: Annotated[
        bool, typer.Option("--texts/--no-texts", help="Whether the texts are written too.")
    ] = True,
    keep_formulas: KeepFormulasOption = False,
    overwrite: OverwriteOption = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a run's stored predictions as a table: each text with its label, the prediction and how sure it was."""
    from engine.delivery.stored_predictions import export_predictions

    with Store(store_path(store)) as opened, output.counted_progress() as report:
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
        output.err.print(f"Note: {found.lacking}", soft_wrap=True)
    if as_json:
        values = {"file": str(out), "split": found.split, "texts": found.texts, "wrong": found.wrong}
        output.print_json(values | {"said": said, "note": found.note})
        return
    output.out.print(escape(said), soft_wrap=True)
    if found.note:
        output.err.print(f"{found.note} --keep-formulas leaves them alone.")
