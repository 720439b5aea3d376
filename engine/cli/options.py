"""Options and arguments that several commands share, each declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine import paths

StoreOption = Annotated[
    Path | None, typer.Option("--store", help="The SQLite store; default: the user's own.")
]
CatalogueStoreOption = Annotated[
    Path | None, typer.Option("--store", help="The SQLite store with the catalogue; default: the user's own.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
SizeOption = Annotated[
    str, typer.Option("--size", help="The recipe's size: sample, small or paper; default: the smallest.")
]
RunArgument = Annotated[str, typer.Argument(help="A run's id or name; 'last' is the newest.")]
TaskOption = Annotated[
    str, typer.Option("--task", help="The task, by its name, where the run has learnt several.")
]
StageOption = Annotated[
    int,
    typer.Option("--stage", help="The stage's number; default: the last that has learnt the task.", min=0),
]
AverageOption = Annotated[
    float | None,
    typer.Option("--average", metavar="ALPHA", help="The average that 'palimpsest average --keep' has left."),
]
DeviceOption = Annotated[
    str,
    typer.Option("--device", help="Where it computes: auto (a GPU if there is one), cpu, mps, cuda, cuda:1."),
]
PrecisionOption = Annotated[
    str,
    typer.Option(
        "--precision", help="auto: bfloat16 where the hardware has units for it, as in training; fp32, bf16."
    ),
]
LicenceOption = Annotated[
    str,
    typer.Option("--license", help="For the model card: the licence, as the Hub names it (mit, apache-2.0)."),
]
UseOption = Annotated[str, typer.Option("--use", help="For the model card: what the model is meant for.")]
KeepFormulasOption = Annotated[
    bool, typer.Option("--keep-formulas", help="Leave cells of CSV alone that begin like a formula.")
]
OverwriteOption = Annotated[bool, typer.Option("--overwrite", help="Replace a file that is there.")]
SplitOption = Annotated[
    str,
    typer.Option(
        "--split",
        help="test, validation, test/NAME of several tasks, stage-1/test of an earlier stage; default: test.",
    ),
]
SourceArgument = Annotated[
    str, typer.Argument(help="A file, a folder, samples:NAME, paper:NAME, catalogue:NAME or hub:ID.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A field of the data set, e.g. label=topic."),
]
PlanSetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change a field, e.g. learning_rate=5e-5, decay.kind=zhang, seed=[1,2,3] (a list makes a sweep). "
        "'palimpsest fields' lists all keys. For a recipe's named alternatives: method=head+tail.",
    ),
]
TableSetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change a field of the tables' recipes, e.g. checkpoint=last: runs with it fill them.",
    ),
]
EncoderOption = Annotated[
    str,
    typer.Option(
        help="The encoder whose tokens are counted: palimpsest-tiny, a folder or a hub id; '' counts none."
    ),
]
DownloadOption = Annotated[
    bool, typer.Option("--download/--no-download", help="Whether a set of the hub may be downloaded.")
]


_before_command: Path | None = None


def choose_store(before_command: Path | None) -> None:
    """Keep the store that ``--store`` names before the command, for commands that name none themselves."""
    global _before_command
    _before_command = before_command


def store_path(chosen: Path | None) -> Path:
    """Return the store that ``--store`` names, after the command or before it, or the user's own."""
    return chosen or _before_command or paths.default_store()
