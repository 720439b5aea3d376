"""``palimpsest import-checkpoint``: models of other programs become encoders here."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.options import JsonOption
from engine.cli.output import escape


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
