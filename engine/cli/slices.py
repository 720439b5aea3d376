"""``palimpsest slices``: on which texts a run is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer
from engine.cli.options import KeepFormulasOption, OverwriteOption, RunArgument, SplitOption
from engine.store import runs
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.analysis.errors.report import ErrorReport
    from engine.analysis.errors.slices import SliceResult, WorstSlice

_SHOWN = 300


def slices(
    run: RunArgument,
    store: Path,
    split: SplitOption = "",
    by: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="length, truncated, class, predicted, confidence, script (or language), and columns of the data, "
            "with commas between; default: all that sort the texts.",
        ),
    ] = "",
    metric: Annotated[str, "error or loss of classes, mae or loss of numbers; default: the first."] = "",
    worst: Annotated[int, typer.Option(help="Slices looked for that are worse than the rest.", min=0)] = 8,
    least: Annotated[
        int, typer.Option(help="Texts that a slice has at least in the half it is found on.", min=2)
    ] = 20,
    errors: Annotated[int, typer.Option(help="Confident errors listed.", min=0)] = 10,
    out: Annotated[
        Path | None, "A new file with every text and its slices: .csv, .tsv, .jsonl or .parquet."
    ] = None,
    members: Annotated[bool, "With --json: the slice of every text by each feature too."] = False,
    keep_formulas: KeepFormulasOption = False,
    overwrite: OverwriteOption = False,
) -> Answer:
    """Show on which texts a run is wrong: error by length, class, script or column, and the worst slices found."""
    from engine.analysis.errors.report import report_errors
    from engine.analysis.verdicts.odometer import looks_of_runs, looks_sentence

    with Store(store) as opened, output.counted_progress() as report:
        row = runs.find_run(opened, run)
        found = report_errors(
            opened,
            row.id,
            split,
            [name.strip() for name in by.split(",") if name.strip()],
            measure=metric,
            least=least,
            most=worst,
            errors=errors,
            report=report,
        )
        looks = looks_sentence(looks_of_runs(opened, [row]))
        note = ""
        if out is not None:
            from engine.delivery.slice_table import write_slice_table

            note = write_slice_table(found, out, keep_formulas=keep_formulas, overwrite=overwrite)
    tested = output.test_notes(found.predictions.name, found.overall.texts, looks)
    parts = _report_parts(found, bool(worst), tested)
    if out is not None:
        parts.append(f"{out}: {found.overall.texts:,} texts with their slices.")
    return Answer(
        found.as_json(members) | {"notes": [*found.notes, *tested]},
        parts,
        [f"{note} --keep-formulas leaves them alone."] if note else (),
    )


def _report_parts(found: ErrorReport, searched: bool, tested: list[str]) -> Parts:
    from engine.analysis.errors.report import MEASURES

    title = MEASURES[found.measure]
    heading = title[:1].upper() + title[1:]
    texts = output.count_texts(found.overall.texts)
    parts: Parts = [
        f"Run {found.run}, {found.predictions.name}: {texts}, {title} {_value(found.overall)}",
        *tested,
    ]
    for feature, results in found.features:
        rows = [[each.value, f"{each.texts:,}", f"{each.mean:.2f}", _interval(each)] for each in results]
        columns = [feature.title, "Texts", heading, "95 % interval"]
        parts += ["", PlainTable(columns, rows, [False, True, True, True])]
    if searched:
        parts += _worst_parts(found.worst, heading)
    if found.confident:
        parts.append("\nSurest errors")
    for error in found.confident:
        sure = "" if error.confidence is None else f", {error.confidence:.3f}"
        text = output.shorten(error.text, _SHOWN)
        parts.append(f"row {error.row}: {error.label}, predicted {error.predicted}{sure}: {text}")
    return [*parts, *found.notes]


def _worst_parts(worst: tuple[WorstSlice, ...], heading: str) -> Parts:
    if not worst:
        return ["\nNo slice was found to be worse than the rest."]
    rows = [
        [
            each.result.value,
            f"{each.result.texts:,}",
            f"{each.result.mean:.2f}" if each.result.texts else "–",
            _interval(each.result),
            f"{each.rest:.2f}",
            "–" if each.adjusted_p is None else f"{each.adjusted_p:.2g}",
            "worse" if each.confirmed else "not shown to be worse",
        ]
        for each in worst
    ]
    return [
        "\nWorst slices: found on one half of the texts, measured on the other; p against the rest, after Holm's "
        f"correction for {len(worst)}",
        PlainTable(["Slice", "Texts", heading, "95 % interval", "Rest", "p", ""], rows),
    ]


def _value(result: SliceResult) -> str:
    interval = _interval(result)
    return f"{result.mean:.2f}" + (f" ({interval})" if interval != "–" else "")


def _interval(result: SliceResult) -> str:
    return "–" if result.low is None or result.high is None else f"{result.low:.2f} to {result.high:.2f}"
