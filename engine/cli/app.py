"""``palimpsest``: everything the window does, without a window. Thin by intent: each command calls what a page calls.

Exit codes: 0 done, 1 a run failed, 2 the input was wrong (nothing was written), 3 a run was stopped or interrupted.
"""

from __future__ import annotations

import sys
from typing import Annotated, NoReturn

import typer
from rich.markup import escape

from engine import child_processes
from engine.cli import (
    average,
    cache,
    drift,
    forgetting,
    import_checkpoint,
    lab,
    models,
    new_encoder,
    output,
    paper_data,
    queue,
    reference,
    reproduce,
    results,
    runs,
)
from engine.cli.options import StoreOption
from engine.cli.window import load_window_part
from engine.errors import UserError

app = typer.Typer(
    name="palimpsest",
    help="Fine-tune BERT-family encoders on text classification, and see what they forget. "
    "Without a command the window opens.",
    add_completion=True,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

COMMANDS = (
    runs.run,
    runs.baseline,
    runs.resume,
    runs.stop,
    runs.runs,
    runs.show,
    queue.queue,
    average.average,
    results.compare,
    drift.drift,
    results.paper,
    reproduce.reproduce,
    forgetting.forgetting,
    import_checkpoint.import_checkpoint,
    new_encoder.new_encoder,
    lab.attention,
    lab.layers,
    models.predict,
    models.export,
    reference.recipes,
    reference.presets,
    reference.new,
    reference.fields,
    reference.schema,
    reference.doctor,
)
"""In the order of ``palimpsest --help``."""

for command in COMMANDS:
    app.command()(command)
app.add_typer(paper_data.app, name="data")
app.add_typer(cache.app, name="cache")


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
    if context.invoked_subcommand is None:
        raise typer.Exit(load_window_part("main")([] if store is None else ["--store", str(store)]) or 0)


def main() -> NoReturn:
    """The entry point: user errors become one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    # A frozen program is its own Python: its child processes come in here.
    child_processes.dispatch_frozen_module(sys.argv[1:])
    try:
        app()
    except UserError as error:
        output.err.print(f"palimpsest: {escape(str(error))}", style="red", soft_wrap=True)
        sys.exit(2)
    sys.exit(0)


if __name__ == "__main__":
    main()
