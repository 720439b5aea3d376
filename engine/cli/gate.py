"""``palimpsest gate``: may a newer model take an older one's place?"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.answer import Answer
from engine.errors import UserError, printable
from engine.store import runs
from engine.store.database import Store

REFUSED = 1
"""The exit code where the gate is shut."""


def gate(
    old: Annotated[str, "The run whose model is in use: its id or name."],
    new: Annotated[str, "The run whose model is to take its place."],
    max_flips: Annotated[
        float, typer.Option(help="Percent of the texts that may be right before and wrong now.")
    ],
    store: Path,
    certain: Annotated[bool, "Ask that the upper end of the 95 % interval is within the limit too."] = False,
    texts: Annotated[
        int,
        typer.Option(help="Show so many of the texts that were right, the surest errors first.", min=0),
    ] = 0,
    split: Annotated[str, "The split whose stored predictions are compared."] = "test",
) -> Answer:
    """Compare two models text by text; exit 0 if few enough texts were right and are wrong now, else 1."""
    from engine.analysis.errors.flips import count_flips, read_broken_texts
    from engine.analysis.verdicts.odometer import looks_of_runs, looks_sentence

    if not 0 <= max_flips <= 100:
        raise UserError(f"{max_flips:g} is not a percentage.", place="--max-flips", remedy="Use 0 to 100.")
    with Store(store) as opened:
        newer = runs.find_run(opened, new)
        found = count_flips(opened, runs.find_run(opened, old), newer, split)
        broken, unread = [], ""
        if texts:
            try:
                broken = read_broken_texts(opened, newer, found, split, texts)
            except UserError as error:  # the counts need only what is stored
                unread = str(error)
        looks = looks_sentence(looks_of_runs(opened, [newer]))
    notes = output.test_notes(split, found.texts, looks)
    low, high = found.interval
    passed = (high if certain else found.rate) <= max_flips
    record = {
        "passed": passed,
        "texts": found.texts,
        "broken": found.broken,
        "mended": found.mended,
        "rate": found.rate,
        "interval": [low, high],
        "error_before": 100 * found.wrong_before / found.texts,
        "error_now": 100 * found.wrong_now / found.texts,
        "rows": found.rows.tolist(),
        "broken_texts": [asdict(each) for each in broken],
        "unread": unread,
        "notes": notes,
    }
    what = "The upper end of the interval" if certain else "The rate"
    verdict = (
        f"within the limit of {max_flips:g} %: the new model may replace the old one."
        if passed
        else f"over the limit of {max_flips:g} %: keep the old model."
    )
    parts = [found.to_sentence(), f"{what} is {verdict}", *notes]
    for each in broken:
        parts.append(printable(f"Row {each.row}, {each.label} before, {each.now} now: {each.text}", 200))
    if unread:
        parts.append(f"The texts cannot be shown: {unread}")
    return Answer(record, parts, code=0 if passed else REFUSED)
