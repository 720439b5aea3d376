"""``palimpsest attention`` and ``palimpsest layers``: what training did to an encoder, head by head, layer by layer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.analysis.tables import Parts, PlainTable
from engine.cli.answer import Answer
from engine.cli.options import RunArgument, StageOption, TaskOption
from engine.errors import UserError
from engine.store import runs as run_rows
from engine.store.database import Store


def attention(
    run: RunArgument,
    text: Annotated[str, typer.Option()],
    store: Path,
    layer: Annotated[int, typer.Option(min=0)] = 0,
    head: Annotated[int, typer.Option(min=0)] = 0,
    task: TaskOption = "",
    stage: StageOption = 0,
) -> Answer:
    """Compare a run's attention to a text with that of its encoder before training, head by head.

    Prints the Jensen-Shannon divergence of every head in bits (0 the same, 1 nothing in common), and where one head
    looks before and after. The JSON has that head's attention matrices.

    Args:
        text: The text; of a pair, both segments with a tab between.
        layer: From 1, the lowest; default: of the head that changed most.
        head: From 1; default: the one that changed most.
    """
    import numpy as np

    from engine.lab.laboratory import Laboratory, as_rounded_list
    from engine.lab.patterns import head_pattern

    if not text.strip():
        raise UserError("there is no text.", place="--text")
    number = _run_number(store, run)
    laboratory = Laboratory(store)
    change = laboratory.model(number, task, stage).attention_change(text)
    layer, head = _choose_head(change.divergence, layer, head)
    result = laboratory.attention(text, number, task, stage, layer, head)
    before, after = (head_pattern(np.array(result[when]), result["tokens"]) for when in ("before", "after"))
    record = {"run": number, "text": text} | result
    record |= {"pattern": {"before": before, "after": after}, "mean": float(change.divergence.mean())}
    rows = [
        [str(number_), *(f"{value:.3f}" for value in as_rounded_list(change.divergence[number_ - 1]))]
        for number_ in range(len(change.divergence), 0, -1)
    ]
    heads = [f"Head {h}" for h in range(1, change.divergence.shape[1] + 1)]
    parts: Parts = [
        "Change of attention, bits (Jensen-Shannon)",
        PlainTable(["Layer", *heads], rows),
        f"\nLayer {layer}, head {head}: {change.divergence[layer - 1, head - 1]:.3f} bits",
        f"Before: {before}. After: {after}.",
    ]
    return Answer(record, parts)


def layers(
    run: RunArgument,
    data: Annotated[str, typer.Option()],
    store: Path,
    texts: Annotated[int, typer.Option(min=10)] = 300,
    task: TaskOption = "",
    stage: StageOption = 0,
) -> Answer:
    """Measure what a linear probe can read from each layer of a run's encoder, before and after training.

    A linear classifier learns a task on each layer's frozen outputs; its validation error says how readable the task
    is there. Layer 0 is the embedding output.

    Args:
        data: The task to read: a data set, such as samples:reviews.
        texts: Training texts of the probe, and the most that test it.
    """
    from engine.lab.laboratory import Laboratory

    number = _run_number(store, run)
    profile = Laboratory(store).profile(data, number, task, stage, texts)
    rows = [
        [str(layer), f"{before:.2f}", f"{after:.2f}", f"{after - before:+.2f}"]
        for layer, (before, after) in enumerate(zip(profile["before"], profile["after"], strict=True))
    ]
    parts: Parts = [
        f"{profile['name']}: error of a linear probe that learnt from {profile['learnt']:,} texts, "
        f"on {profile['tested']:,} others",
        PlainTable(["Layer", "Before, %", "After, %", "Difference"], rows),
    ]
    return Answer({"run": number, "data": data} | profile, parts)


def _run_number(store: Path, run: str) -> int:
    with Store(store) as database:
        return run_rows.find_run(database, run).id


def _choose_head(divergence, layer: int, head: int) -> tuple[int, int]:  # type: ignore[no-untyped-def]  # an array
    """Return the selected head, from 1: the given layer and head, or that of the largest change."""
    layers, heads = divergence.shape
    if layer > layers or head > heads:
        raise UserError(
            f"there is no head {max(head, 1)} in layer {max(layer, 1)}.",
            place="--layer" if layer > layers else "--head",
            remedy=f"The encoder has layers 1 to {layers} with heads 1 to {heads}.",
        )
    candidates = divergence.copy()
    if layer:
        candidates[: layer - 1] = candidates[layer:] = -1
    if head:
        candidates[:, : head - 1] = candidates[:, head:] = -1
    position = int(candidates.argmax())
    return position // heads + 1, position % heads + 1
