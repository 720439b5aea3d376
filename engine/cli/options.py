"""Options and arguments that several commands share, each declared once (``engine.cli.answer`` reads them)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine import paths

StoreOption = Annotated[
    Path | None, typer.Option("--store", help="The SQLite store; default: the user's own.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
FormatOption = Annotated[str, typer.Option("--format", help="table, markdown, csv, latex or json.")]
KeepFormulasOption = Annotated[
    bool, typer.Option("--keep-formulas", help="Leave cells of CSV alone that begin like a formula.")
]
SizeOption = Annotated[str, "The recipe's size: sample, small or paper; default: the smallest."]
PlanArgument = Annotated[
    str, typer.Argument(metavar="RECIPE|FILE.toml", help="A recipe's name or a TOML file.")
]
RunArgument = Annotated[str, "A run's id or name; 'last' is the newest."]
TaskOption = Annotated[str, "The task, by its name, where the run has learnt several."]
StageOption = Annotated[
    int, typer.Option(help="The stage's number; default: the last that has learnt the task.", min=0)
]
AverageOption = Annotated[
    float | None, typer.Option(metavar="ALPHA", help="The average that 'palimpsest average --keep' has left.")
]
DeviceOption = Annotated[str, "Where it computes: auto (a GPU if there is one), cpu, mps, cuda, cuda:1."]
DevicesOption = Annotated[list[str] | None, "Only this device, e.g. cuda:1; default: all."]
SlotsOption = Annotated[
    int, typer.Option(help="Runs that share a device; they divide the CPU's cores.", min=1, max=16)
]
PrecisionOption = Annotated[
    str, "auto: bfloat16 where the hardware has units for it, as in training; fp32, bf16."
]
LicenceOption = Annotated[
    str,
    typer.Option("--license", help="For the model card: the licence, as the Hub names it (mit, apache-2.0)."),
]
UseOption = Annotated[str, "For the model card: what the model is meant for."]
OverwriteOption = Annotated[bool, "Replace a file that is there."]
SplitOption = Annotated[
    str, "test, validation, test/NAME of several tasks, stage-1/test of an earlier stage; default: test."
]
SourceArgument = Annotated[str, "A file, a folder, samples:NAME, paper:NAME, catalogue:NAME or hub:ID."]
SetOption = Annotated[
    list[str] | None, typer.Option(metavar="KEY=VALUE", help="A field of the data set, e.g. label=topic.")
]
PlanSetOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=VALUE",
        help="Change a field, e.g. learning_rate=5e-5, decay.kind=zhang, seed=[1,2,3] (a list makes a sweep). "
        "'palimpsest fields' lists all keys. For a recipe's named alternatives: method=head+tail.",
    ),
]
TableSetOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=VALUE",
        help="Change a field of the tables' recipes, e.g. checkpoint=last: runs with it fill them.",
    ),
]
EncoderOption = Annotated[
    str, "The encoder whose tokens are counted: palimpsest-tiny, a folder or a hub id; '' counts none."
]
DownloadOption = Annotated[
    bool, typer.Option("--download/--no-download", help="Whether a set of the hub may be downloaded.")
]


_before_command: Path | None = None


def choose_store(before_command: Path | None) -> None:
    """Keep the store of ``--store`` before the command, for commands without their own."""
    global _before_command
    _before_command = before_command


def store_path(chosen: Path | None) -> Path:
    """Return the store of ``--store``, after the command or before it, else the default store."""
    return chosen or _before_command or paths.default_store()
