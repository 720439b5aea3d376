"""``palimpsest encoders`` and ``new-encoder``: encoders compared on the user's data, and one made anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, SetOption, SourceArgument, group
from engine.cli.data import resolve_source as resolve_set
from engine.errors import UserError
from engine.spec.command_line import parse_source
from engine.store.data_names import resolve_source


def rank(
    source: SourceArgument,
    store: Path,
    encoders: Annotated[list[str] | None, typer.Argument(metavar="[ENCODER]...")] = None,
    texts: Annotated[int, typer.Option(min=20)] = 1000,
    set_: SetOption = None,
) -> Answer:
    """Rank encoders by what their frozen features tell of the labels: LogME, a linear probe, beside a bag of words.

    Args:
        encoders: palimpsest-tiny, folders or hub ids; default: all that are here.
        texts: Training texts that are read, and the most that test.
    """
    from engine.lab.encoder_ranking import describe_ranking, local_encoders, rank_encoders

    data = resolve_source(store, parse_source(source, set_ or []))

    def report(text: str, done: int, total: int) -> None:
        output.note(f"{text} ({done + 1} of {total})")

    ranks = rank_encoders(data, encoders or local_encoders(), texts, report)
    rows = []
    for each in ranks.encoders:
        if each.logme is None or each.error is None or each.best_error is None:
            rows.append([each.name, "", "", "–", "–", "–", ""])
            continue
        figures = [f"{each.logme:.3f}", f"{each.error:.2f}", f"{each.best_error:.2f}"]
        rows.append([each.name, str(each.layers), str(each.hidden), *figures, str(each.best_layer)])
    heads = ["Encoder", "Layers", "Width", "LogME", "Probe, top layer, %", "Best layer, %", "at layer"]
    parts: Parts = [
        f"Learnt from {ranks.learnt:,} texts of {ranks.classes} classes, tested on {ranks.tested:,} validation texts",
        PlainTable(heads, rows),
        *describe_ranking(ranks),
    ]
    notes = [f"Note: {each.problem}" for each in ranks.encoders if each.problem]
    return Answer({"data": source} | ranks.as_json(), parts, notes)


app = group("Compare encoders on data before they are fine-tuned.", rank=rank)


def new_encoder(
    folder: Path,
    store: Path,
    data: Annotated[list[str] | None, typer.Option(metavar="SOURCE")] = None,
    text: Annotated[list[str] | None, typer.Option(metavar="FILE")] = None,
    vocabulary: int = 8000,
    layers: int = 4,
    hidden: int = 256,
    heads: int = 4,
    intermediate: int = 0,
    positions: int = 512,
    seed: int = 42,
    cased: bool = False,
    accents: Annotated[bool | None, typer.Option("--accents/--no-accents")] = None,
    spacing: Annotated[bool, typer.Option("--spacing/--no-spacing")] = True,
) -> Answer:
    """Learn a vocabulary from texts and write an untrained BERT for it, ready for further pre-training.

    Args:
        folder: The new folder, in Hugging Face layout.
        data: A data set; its training texts are read. Repeatable.
        text: A text file or a folder of them, UTF-8. Repeatable.
        vocabulary: Word pieces in the vocabulary.
        layers: Layers.
        hidden: Width of each layer.
        heads: Attention heads of each layer.
        intermediate: Width of the feed-forward parts; 0: four times the width.
        positions: Longest text it can read, in tokens.
        seed: Seed of the weights.
        cased: Keep capitals.
        accents: Keep accents; default: kept where capitals are.
        spacing: Each Chinese character is a piece of its own.
    """
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
    learned = learn_vocabulary(
        parts, vocabulary, TextNormalisation(not cased, accents, spacing), report=output.report_progress
    )
    record = write_encoder(folder, learned, shape, seed)
    lines: Parts = [
        f"{record['vocabulary']:,} word pieces from {record['documents']:,} documents; they spell "
        f"{record['covered_percent']:g} % of all characters.",
        f"{layers} layers × {hidden}, {heads} heads, {positions} positions, {record['parameters']:,} parameters: "
        f"{folder}",
        "Pre-train it: a stage 'further_pretrain' with encoder.source set to this folder.",
    ]
    return Answer(record, lines)
