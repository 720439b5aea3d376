"""``palimpsest attention`` and ``palimpsest layers``: what training did to an encoder, head by head, layer by layer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.options import JsonOption, RunArgument, StageOption, StoreOption, TaskOption, store_path
from engine.cli.output import escape
from engine.errors import UserError
from engine.store import runs as run_rows
from engine.store.database import Store


def attention(
    run: RunArgument,
    text: Annotated[
        str, typer.Option("--text", help="The text; of a pair, both segments with a tab between.")
    ],
    layer: Annotated[
        int,
        typer.Option("--layer", help="From 1, the lowest; default: of the head that changed most.", min=0),
    ] = 0,
    head: Annotated[
        int, typer.Option("--head", help="From 1; default: the one that changed most.", min=0)
    ] = 0,
    task: TaskOption = "",
    stage: StageOption = 0,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare a run's attention to a text with that of its encoder before training, head by head.

    Prints the Jensen-Shannon divergence of every head in bits (0 the same, 1 nothing in common), and where one head
    looks before and after. The JSON has that head's attention matrices.
    """
    import numpy as np

    from engine.lab.laboratory import Laboratory, as_rounded_list
    from engine.lab.patterns import head_pattern

    if not text.strip():
        raise UserError("there is no text.", place="--text")
    path, number = _resolve_run(store, run)
    laboratory = Laboratory(path)
    change = laboratory.model(number, task, stage).attention_change(text)
    layer, head = _choose_head(change.divergence, layer, head)
    found = laboratory.attention(text, number, task, stage, layer, head)
    before, after = (head_pattern(np.array(found[when]), found["tokens"]) for when in ("before", "after"))
    if as_json:
        record = {"run": number, "text": text} | found
        record |= {"pattern": {"before": before, "after": after}, "mean": float(change.divergence.mean())}
        output.print_json(record)
        return
    table = output.plain_table()
    table.add_column("Layer", justify="right")
    for each in range(1, change.divergence.shape[1] + 1):
        table.add_column(f"Head {each}", justify="right")
    for each in range(len(change.divergence), 0, -1):
        table.add_row(str(each), *(f"{value:.3f}" for value in as_rounded_list(change.divergence[each - 1])))
    output.out.print("Change of attention, bits (Jensen-Shannon)")
    output.out.print(table)
    at = f"{change.divergence[layer - 1, head - 1]:.3f}"
    output.out.print(f"\nLayer {layer}, head {head}: {at} bits")
    output.out.print(f"Before: {escape(before)}. After: {escape(after)}.")


def layers(
    run: RunArgument,
    data: Annotated[
        str, typer.Option("--data", help="The task to read: a data set, such as samples:reviews.")
    ],
    texts: Annotated[
        int,
        typer.Option("--texts", help="Training texts of the probe, and the most that test it.", min=10),
    ] = 300,
    task: TaskOption = "",
    stage: StageOption = 0,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure what a linear probe can read from each layer of a run's encoder, before and after training.

    A linear classifier learns a task on each layer's frozen outputs; its validation error says how readable the task
    is there. Layer 0 is the embedding output.
    """
    from engine.lab.laboratory import Laboratory

    path, number = _resolve_run(store, run)
    found = Laboratory(path).profile(data, number, task, stage, texts)
    if as_json:
        output.print_json({"run": number, "data": data} | found)
        return
    table = output.plain_table()
    for title in ("Layer", "Before, %", "After, %", "Difference"):
        table.add_column(title, justify="right")
    for layer, (before, after) in enumerate(zip(found["before"], found["after"], strict=True)):
        table.add_row(str(layer), f"{before:.2f}", f"{after:.2f}", f"{after - before:+.2f}")
    output.out.print(
        f"{escape(found['name'])}: error of a linear probe that learnt from {found['learnt']:,} texts, "
        f"on {found['tested']:,} others"
    )
    output.out.print(table)


def _resolve_run(store: Path | None, run: str) -> tuple[Path, int]:
    path = store_path(store)
    with Store(path) as opened:
        return path, run_rows.find_run(opened, run).id


def _choose_head(divergence, layer: int, head: int) -> tuple[int, int]:  # type: ignore[no-untyped-def]  # an array
    """Return the selected head, from 1: the given layer and head, or that of the largest change."""
    layers, heads = divergence.shape
    if layer > layers or head > heads:
        raise UserError(
            f"there is no head {max(head, 1)} in layer {max(layer, 1)}.",
            place="--layer" if layer > layers else "--head",
            remedy=f"The encoder has layers 1 to {layers} with heads 1 to {heads}.",
        )
    wanted = divergence.copy()
    if layer:
        wanted[: layer - 1] = wanted[layer:] = -1
    if head:
        wanted[:, : head - 1] = wanted[:, head:] = -1
    place = int(wanted.argmax())
    return place // heads + 1, place % heads + 1
