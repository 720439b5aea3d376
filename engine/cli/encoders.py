"""``palimpsest encoders``: encoders compared on the user's data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, SetOption, SourceArgument, group
from engine.metrics.base import display_error, display_metric
from engine.spec.command_line import parse_source
from engine.store.data_names import resolve_source


def rank(
    source: SourceArgument,
    store: Path,
    encoders: Annotated[list[str] | None, typer.Argument(metavar="[ENCODER]...")] = None,
    texts: Annotated[int, typer.Option(min=20)] = 1000,
    set_: SetOption = None,
) -> Answer:
    """Rank encoders by how well their frozen features predict the labels: LogME, a linear probe, and a bag of words.

    Args:
        encoders: palimpsest-tiny, folders or hub ids; default: all local ones.
        texts: Number of training texts, and at most as many test texts.
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
        figures = [f"{each.logme:.3f}", *(f"{display_error(e):.2f}" for e in (each.error, each.best_error))]
        rows.append([each.name, str(each.layers), str(each.hidden), *figures, str(each.best_layer)])
    columns = ["LogME", f"Probe {display_metric('error')}, top layer, %", "Best layer, %", "at layer"]
    parts: Parts = [
        f"Learnt from {ranks.learnt:,} texts of {ranks.classes} classes, tested on {ranks.tested:,} validation texts",
        PlainTable(["Encoder", "Layers", "Width", *columns], rows),
        *describe_ranking(ranks),
    ]
    notes = [f"Note: {each.problem}" for each in ranks.encoders if each.problem]
    return Answer({"data": source} | ranks.as_json(), parts, notes)


app = group("Compare encoders on data before they are fine-tuned.", rank=rank)
