"""``palimpsest slices``: on which texts a run is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli import output
from engine.cli.options import (
    JsonOption,
    KeepFormulasOption,
    OverwriteOption,
    RunArgument,
    SplitOption,
    StoreOption,
    store_path,
)
from engine.cli.output import escape
from engine.store import runs
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.analysis.errors.report import ErrorReport
    from engine.analysis.errors.slices import SliceResult, WorstSlice

_SHOWN = 300


def slices(
    run: RunArgument,
    split: SplitOption = "",
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="NAMES",
            help="length, truncated, class, predicted, confidence, script (or language), and columns of the data, "
            "with commas between; default: all that sort the texts.",
        ),
    ] = "",
    metric: Annotated[
        str,
        typer.Option(
            "--metric", help="error or loss of classes, mae or loss of numbers; default: the first."
        ),
    ] = "",
    worst: Annotated[
        int, typer.Option("--worst", help="Slices looked for that are worse than the rest.", min=0)
    ] = 8,
    least: Annotated[
        int,
        typer.Option("--least", help="Texts that a slice has at least in the half it is found on.", min=2),
    ] = 20,
    errors: Annotated[int, typer.Option("--errors", help="Confident errors listed.", min=0)] = 10,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="A new file with every text and its slices: .csv, .tsv, .jsonl or .parquet."
        ),
    ] = None,
    members: Annotated[
        bool, typer.Option("--members", help="With --json: the slice of every text by each feature too.")
    ] = False,
    keep_formulas: KeepFormulasOption = False,
    overwrite: OverwriteOption = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show on which texts a run is wrong: error by length, class, script or column, and the worst slices found."""
    from engine.analysis.errors.report import report_errors
    from engine.analysis.verdicts.odometer import looks_of_runs, looks_sentence

    with Store(store_path(store)) as opened, output.counted_progress() as report:
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
    if as_json:
        tested = output.test_notes(found.predictions.name, found.overall.texts, looks)
        output.print_json(found.as_json(members) | {"notes": [*found.notes, *tested]})
        return
    _print(found, bool(worst), looks)
    if out is not None:
        output.out.print(escape(f"{out}: {found.overall.texts:,} texts with their slices."), soft_wrap=True)
        if note:
            output.err.print(f"{note} --keep-formulas leaves them alone.")


def _print(found: ErrorReport, searched: bool, looks: str) -> None:
    from engine.analysis.errors.report import MEASURES

    title = MEASURES[found.measure]
    texts = output.count_texts(found.overall.texts)
    said = f"Run {found.run}, {found.predictions.name}: {texts}, {title} {_value(found.overall)}"
    output.out.print(escape(said), soft_wrap=True)
    output.print_test_notes(found.predictions.name, found.overall.texts, looks)
    for feature, results in found.features:
        table = output.plain_table()
        table.add_column(escape(feature.title), overflow="fold", min_width=24)
        for head in ("Texts", title[:1].upper() + title[1:], "95 % interval"):
            table.add_column(head, justify="right")
        for each in results:
            table.add_row(escape(each.value), f"{each.texts:,}", f"{each.mean:.2f}", _interval(each))
        output.out.print()
        output.out.print(table)
    if searched:
        _print_worst(found.worst, title)
    if found.confident:
        output.out.print("\nSurest errors")
        for error in found.confident:
            sure = "" if error.confidence is None else f", {error.confidence:.3f}"
            text = " ".join(error.text.split())
            shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
            output.out.print(
                escape(f"row {error.row}: {error.label}, predicted {error.predicted}{sure}: {shown}"),
                soft_wrap=True,
            )
    for note in found.notes:
        output.out.print(escape(note), soft_wrap=True)


def _print_worst(worst: tuple[WorstSlice, ...], title: str) -> None:
    if not worst:
        output.out.print("\nNo slice was found to be worse than the rest.")
        return
    output.out.print(
        "\nWorst slices: found on one half of the texts, measured on the other; p against the rest, after Holm's "
        f"correction for {len(worst)}",
        soft_wrap=True,
    )
    table = output.plain_table()
    table.add_column("Slice", overflow="fold")
    for head in ("Texts", title[:1].upper() + title[1:], "95 % interval", "Rest", "p"):
        table.add_column(head, justify="right")
    table.add_column("")
    for each in worst:
        table.add_row(
            escape(each.result.value),
            f"{each.result.texts:,}",
            f"{each.result.mean:.2f}" if each.result.texts else "–",
            _interval(each.result),
            f"{each.rest:.2f}",
            "–" if each.adjusted_p is None else f"{each.adjusted_p:.2g}",
            "worse" if each.confirmed else "not shown to be worse",
        )
    output.out.print(table)


def _value(result: SliceResult) -> str:
    interval = _interval(result)
    return f"{result.mean:.2f}" + (f" ({interval})" if interval != "–" else "")


def _interval(result: SliceResult) -> str:
    return "–" if result.low is None or result.high is None else f"{result.low:.2f} to {result.high:.2f}"
