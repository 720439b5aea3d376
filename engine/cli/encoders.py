"""``palimpsest encoders`` and ``new-encoder``: encoders compared on the user's data, and one made anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, group
from engine.cli.data import resolve_source as resolve_set
from engine.cli.options import SetOption, SourceArgument
from engine.errors import UserError
from engine.spec.command_line import parse_source
from engine.store.data_names import resolve_source


def rank(
    source: SourceArgument,
    store: Path,
    encoders: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ENCODER]...", help="palimpsest-tiny, folders or hub ids; default: all that are here."
        ),
    ] = None,
    texts: Annotated[
        int, typer.Option(help="Training texts that are read, and the most that test.", min=20)
    ] = 1000,
    set_: SetOption = None,
) -> Answer:
    """Rank encoders by what their frozen features tell of the labels: LogME, a linear probe, beside a bag of words."""
    from engine.lab.encoder_ranking import describe_ranking, local_encoders, rank_encoders

    data = resolve_source(store, parse_source(source, set_ or []))

    def report(text: str, done: int, total: int) -> None:
        output.note(f"{text} ({done + 1} of {total})")

    found = rank_encoders(data, encoders or local_encoders(), texts, report)
    rows = []
    for each in found.encoders:
        if each.logme is None or each.error is None or each.best_error is None:
            rows.append([each.name, "", "", "–", "–", "–", ""])
            continue
        figures = [f"{each.logme:.3f}", f"{each.error:.2f}", f"{each.best_error:.2f}"]
        rows.append([each.name, str(each.layers), str(each.hidden), *figures, str(each.best_layer)])
    heads = ["Encoder", "Layers", "Width", "LogME", "Probe, top layer, %", "Best layer, %", "at layer"]
    parts: Parts = [
        f"Learnt from {found.learnt:,} texts of {found.classes} classes, tested on {found.tested:,} validation texts",
        PlainTable(heads, rows),
        *describe_ranking(found),
    ]
    notes = [f"Note: {each.problem}" for each in found.encoders if each.problem]
    return Answer({"data": source} | found.as_json(), parts, notes)


app = group("Compare encoders on data before they are fine-tuned.", rank=rank)


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
        [resolve_set(source, None, store) for source in data or []], text or [], output.report_progress
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
