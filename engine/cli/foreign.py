"""``palimpsest import-checkpoint``, ``import-log`` and ``export-log``: models and trainings of other programs come in,
and curves go out to them."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.options import JsonOption, RunArgument, StoreOption, store_path
from engine.cli.output import escape
from engine.store.database import Store


def import_checkpoint(
    source: Annotated[
        Path,
        typer.Argument(help="A folder, a zip file, a TensorFlow checkpoint (before .index) or a .bin file."),
    ],
    folder: Annotated[Path, typer.Argument(help="The new folder, in Hugging Face layout.")],
    config: Annotated[
        Path | None, typer.Option("--config", help="bert_config.json, unless it lies beside.")
    ] = None,
    vocab: Annotated[Path | None, typer.Option("--vocab", help="vocab.txt, unless it lies beside.")] = None,
    cased: Annotated[
        bool | None,
        typer.Option(
            "--cased/--uncased", help="Whether capitals are kept; default: as the vocabulary shows."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Convert a BERT checkpoint (TensorFlow, or a plain PyTorch state dict) into an encoder.

    Reports what was found, what was missing and what was left out. No code in the checkpoint is run.
    """
    from engine.model.conversion.checkpoint_files import find_checkpoint

    is_archive = source.suffix.lower() == ".zip" and source.is_file()
    if not is_archive:  # asked before torch is imported, which takes seconds
        find_checkpoint(source, source)
    from engine.model.conversion.checkpoint_import import import_checkpoint as read

    found = read(
        source,
        folder,
        config=config,
        vocabulary=vocab,
        lower_case=None if cased is None else not cased,
    )
    if as_json:
        record = asdict(found) | {"folder": str(found.folder)}
        output.print_json(record)
        return
    for line in found.lines():
        output.out.print(escape(line), soft_wrap=True)


def import_log(
    log: Annotated[
        Path,
        typer.Argument(
            help="A trainer_state.json, a Trainer's output folder, a run of Weights & Biases, or TensorBoard's files."
        ),
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


def export_log(
    run: RunArgument,
    to: Annotated[str, typer.Option("--to", help="tensorboard, mlflow, wandb or trackio.")],
    into: Annotated[
        str,
        typer.Option(
            "--into",
            help="The folder of TensorBoard or W&B, MLflow's address (sqlite:///FILE, http://...), or a Space for "
            "Trackio; default: as the program is set up.",
        ),
    ] = "",
    project: Annotated[str, typer.Option(help="The project or experiment there.")] = "palimpsest",
    follow: Annotated[bool, typer.Option("--follow", help="Go on until the run has ended.")] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a run's curves and settings to TensorBoard, MLflow, Weights & Biases or Trackio, from the store."""
    from engine.foreign import log_export

    count, said = log_export.export_log(store_path(store), run, to, into, project, follow=follow)
    if as_json:
        output.print_json({"points": count, "said": said})
    else:
        output.out.print(escape(f"{said} {count:,} points."), soft_wrap=True)
