"""``palimpsest``: everything the window does, without a window. Thin by intent: each command calls what a page calls.

Exit codes: 0 done, 1 a run failed, 2 the input was wrong (nothing was written), 3 a run was stopped or interrupted.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from typing import Annotated, NoReturn

import typer
from typer.core import TyperGroup

from engine import child_processes
from engine.cli.options import StoreOption
from engine.cli.window import load_window_part
from engine.errors import UserError

COMMANDS = {
    "run": "runs.run",
    "baseline": "runs.baseline",
    "resume": "runs.resume",
    "stop": "runs.stop",
    "runs": "runs.runs",
    "show": "runs.show",
    "queue": "queue.queue",
    "average": "average.average",
    "compare": "results.compare",
    "drift": "drift.drift",
    "paper": "results.paper",
    "reproduce": "reproduce.reproduce",
    "forgetting": "forgetting.forgetting",
    "import-log": "import_log.import_log",
    "import-checkpoint": "import_checkpoint.import_checkpoint",
    "new-encoder": "new_encoder.new_encoder",
    "attention": "lab.attention",
    "layers": "lab.layers",
    "predict": "models.predict",
    "predictions": "models.predictions",
    "serve": "serve.serve",
    "export": "models.export",
    "push": "models.push",
    "recipes": "reference.recipes",
    "presets": "reference.presets",
    "new": "reference.new",
    "fields": "reference.fields",
    "schema": "reference.schema",
    "doctor": "reference.doctor",
    "data": "paper_data.app",
    "cache": "cache.app",
}
"""The function of ``engine.cli`` behind each command, or its group of commands; in the order of ``--help``."""

_SETTINGS = {"rich_markup_mode": None, "pretty_exceptions_enable": False, "add_completion": False}


class CommandGroup(TyperGroup):
    """Imports a command's module when the command is asked for: no command waits for what others need."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> typer.core.TyperCommand | None:  # type: ignore[override]
        """Return the command of this name; None, with all others loaded for a suggestion, when there is none."""
        for name in [cmd_name] if cmd_name in COMMANDS else COMMANDS:
            if name not in self.commands:
                module, _, attribute = COMMANDS[name].partition(".")
                found = getattr(importlib.import_module(f"engine.cli.{module}"), attribute)
                alone = typer.Typer(**_SETTINGS)  # type: ignore[arg-type]
                if isinstance(found, typer.Typer):
                    alone.add_typer(found, name=name)
                else:
                    alone.command(name)(found)
                self.commands[name] = typer.main.get_group(alone).commands[name]
        return super().get_command(ctx, cmd_name)  # type: ignore[return-value]


app = typer.Typer(
    name="palimpsest",
    cls=CommandGroup,
    help="Fine-tune BERT-family encoders on text classification, and see what they forget. "
    "Without a command the window opens.",
    add_completion=True,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def _window(
    context: typer.Context,
    store: StoreOption = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        from importlib.metadata import version as installed

        print(f"palimpsest {installed('palimpsest')}")
        raise typer.Exit
    if context.invoked_subcommand is not None and store is not None:
        raise UserError(
            "before a command it would be ignored.",
            place="--store",
            remedy=f"Give it after the command: palimpsest {context.invoked_subcommand} --store {store} ...",
        )
    if context.invoked_subcommand is None:
        raise typer.Exit(load_window_part("main")([] if store is None else ["--store", str(store)]) or 0)


def main() -> NoReturn:
    """The entry point: user errors become one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    if sys.argv[1:] and sys.argv[1] in COMMANDS:  # the window collects at its own times
        # What is imported stays: to look for garbage in it every 700 objects takes a tenth of a command's start.
        gc.set_threshold(50_000, *gc.get_threshold()[1:])
    # A frozen program is its own Python: its child processes come in here.
    child_processes.dispatch_frozen_module(sys.argv[1:])
    try:
        app()
    except UserError as error:
        # Not by rich, which takes as long to load as the rest; None: in colour where the output is a terminal.
        colour = False if os.environ.get("NO_COLOR") else None
        typer.secho(f"palimpsest: {error}", fg="red", err=True, color=colour)
        sys.exit(2)
    sys.exit(0)


if __name__ == "__main__":
    main()
