"""``palimpsest new-encoder``: a vocabulary learnt here and an untrained encoder for it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.analysis.tables import Parts
from engine.cli import output
from engine.cli.answer import Answer
from engine.cli.data import resolve_source
from engine.errors import UserError


def new_encoder(
    folder: Annotated[Path, "The new folder, in Hugging Face layout."],
    store: Path,
    data: Annotated[
        list[str] | None,
        typer.Option(metavar="SOURCE", help="A data set; its training texts are read. Repeatable."),
    ] = None,
    text: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A text file or a folder of them, UTF-8. Repeatable."),
    ] = None,
    vocabulary: Annotated[int, "Word pieces in the vocabulary."] = 8000,
    layers: Annotated[int, "Layers."] = 4,
    hidden: Annotated[int, "Width of each layer."] = 256,
    heads: Annotated[int, "Attention heads of each layer."] = 4,
    intermediate: Annotated[int, "Width of the feed-forward parts; 0: four times the width."] = 0,
    positions: Annotated[int, "Longest text it can read, in tokens."] = 512,
    seed: Annotated[int, "Seed of the weights."] = 42,
    cased: Annotated[bool, "Keep capitals."] = False,
    accents: Annotated[
        bool | None,
        typer.Option("--accents/--no-accents", help="Keep accents; default: kept where capitals are."),
    ] = None,
    spacing: Annotated[
        bool, typer.Option("--spacing/--no-spacing", help="Each Chinese character is a piece of its own.")
    ] = True,
) -> Answer:
    """Learn a vocabulary from texts and write an untrained BERT for it, ready for further pre-training."""
    from engine.data.pretraining.vocabulary import TextNormalisation, learn_vocabulary, vocabulary_sources
    from engine.model.conversion.export import require_empty_folder
    from engine.model.new_encoder import EncoderShape, write_encoder

    shape = EncoderShape(layers, hidden, heads, positions, intermediate)
    shape.check()
    require_empty_folder(folder)
    if not data and not text:
        raise UserError("there is no text to learn from.", remedy="Give --data or --text.")
    parts = vocabulary_sources(
        [resolve_source(source, None, store) for source in data or []], text or [], output.report_progress
    )
    learnt = learn_vocabulary(
        parts, vocabulary, TextNormalisation(not cased, accents, spacing), report=output.report_progress
    )
    made = write_encoder(folder, learnt, shape, seed)
    lines: Parts = [
        f"{made['vocabulary']:,} word pieces from {made['documents']:,} documents; they spell "
        f"{made['covered_percent']:g} % of all characters.",
        f"{layers} layers × {hidden}, {heads} heads, {positions} positions, {made['parameters']:,} parameters: "
        f"{folder}",
        "Pre-train it: a stage 'further_pretrain' with encoder.source set to this folder.",
    ]
    return Answer(made, lines)
