"""``palimpsest encoders rank``: encoders compared on the user's data before any of them is fine-tuned."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.cli import output
from engine.cli.options import JsonOption, SetOption, SourceArgument, StoreOption, store_path
from engine.cli.output import escape
from engine.spec.command_line import parse_source
from engine.store.data_names import resolve_source

app = typer.Typer(help="Compare encoders on data before they are fine-tuned.", no_args_is_help=True)


@app.callback()
def encoders() -> None:
    """Compare encoders on data before they are fine-tuned."""


@app.command()
def rank(
    source: SourceArgument,
    encoders: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ENCODER]...", help="palimpsest-tiny, folders or hub ids; default: all that are here."
        ),
    ] = None,
    texts: Annotated[
        int, typer.Option("--texts", help="Training texts that are read, and the most that test.", min=20)
    ] = 1000,
    set_: SetOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rank encoders by what their frozen features tell of the labels: LogME, a linear probe, beside a bag of words."""
    from engine.lab.encoder_ranking import describe_ranking, local_encoders, rank_encoders

    data = resolve_source(store_path(store), parse_source(source, set_ or []))

    def report(text: str, done: int, total: int) -> None:
        output.err.print(f"{escape(text)} ({done + 1} of {total})")

    found = rank_encoders(data, encoders or local_encoders(), texts, report)
    if as_json:
        output.print_json({"data": source} | found.as_json())
        return
    table = output.plain_table(["Encoder"])
    for title in ("Layers", "Width", "LogME", "Probe, top layer, %", "Best layer, %", "at layer"):
        table.add_column(title, justify="right")
    for each in found.encoders:
        if each.logme is None or each.error is None or each.best_error is None:
            table.add_row(escape(each.name), "", "", "–", "–", "–", "")
            output.err.print(f"Note: {escape(each.problem)}")
            continue
        table.add_row(
            escape(each.name), str(each.layers), str(each.hidden), f"{each.logme:.3f}", f"{each.error:.2f}",
            f"{each.best_error:.2f}", str(each.best_layer),
        )  # fmt: skip
    output.out.print(
        f"Learnt from {found.learnt:,} texts of {found.classes} classes, tested on {found.tested:,} validation texts"
    )
    output.out.print(table)
    for sentence in describe_ranking(found):
        output.out.print(sentence, soft_wrap=True)
