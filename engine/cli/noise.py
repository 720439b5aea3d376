"""``palimpsest noise``: texts whose labels are doubtful, and versions of a data set without them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli import output
from engine.cli.data import resolve_source
from engine.cli.options import (
    CatalogueStoreOption,
    JsonOption,
    OverwriteOption,
    SetOption,
    SourceArgument,
    store_path,
)
from engine.cli.output import escape
from engine.errors import UserError
from engine.store import runs
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.analysis.noise.triage import NoiseReport
    from engine.spec.data import DataSource

_SHOWN = 120


def noise(
    source: SourceArgument,
    set_: SetOption = None,
    run: Annotated[
        list[str] | None,
        typer.Option(
            "--run", help="A run on this data set whose probabilities and forgotten texts count too."
        ),
    ] = None,
    test: Annotated[
        bool,
        typer.Option("--test", help="Doubt labels of the test split too, by which results are measured."),
    ] = False,
    folds: Annotated[
        int, typer.Option(help="Folds of the linear model that judges the labels.", min=2, max=50)
    ] = 5,
    most: Annotated[
        int, typer.Option("--most", help="Texts of the queue that are given; 0: all.", min=0)
    ] = 500,
    out: Annotated[
        Path | None, typer.Option("--out", help="A new decisions file with the queue: .tsv or .jsonl.")
    ] = None,
    prefill: Annotated[
        bool, typer.Option("--prefill", help="With --out: write what the reasons speak for as decisions.")
    ] = False,
    overwrite: OverwriteOption = False,
    apply: Annotated[
        Path | None,
        typer.Option("--apply", help="A decisions file: write a new version of the data set with them."),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            "--exclude",
            help="Write a new version without the texts of a finding: duplicates, conflicts, shared; with a split "
            "(duplicates:train) or for all that is learnt from.",
        ),
    ] = None,
    name: Annotated[
        str,
        typer.Option(
            "--name", help="With --apply or --exclude: what the catalogue calls the version; default: NAME@2."
        ),
    ] = "",
    store: CatalogueStoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """List texts whose labels are doubtful, repeated or forgotten, in one queue; apply decisions to a new version."""
    declared = resolve_source(source, set_, store)
    if apply is not None or exclude:
        if out is not None or run or prefill or (apply is not None and exclude):
            raise UserError(
                "makes a version; it writes no queue.",
                place="--apply" if apply is not None else "--exclude",
                remedy="Leave the others out.",
            )
        _make_version(declared, apply, exclude or [], name, store, as_json)
        return
    if name:
        raise UserError("names what --apply and --exclude make.", place="--name")
    from engine.analysis.noise.decisions import write_decisions
    from engine.analysis.noise.triage import triage

    with output.counted_progress() as report:
        if run:
            with Store(store_path(store)) as opened:
                numbers = [runs.find_run(opened, each).id for each in run]
                found = triage(opened, declared, numbers, test=test, folds=folds, report=report)
        else:
            found = triage(None, declared, test=test, folds=folds, report=report)
    given = found.queue[: most or None]
    if out is not None:
        write_decisions(out, given, prefill=prefill, overwrite=overwrite)
    if as_json:
        output.print_json(
            {
                "data": source,
                "fingerprint": found.data.fingerprint,
                "classes": list(found.data.classes),
                "texts": sum(len(split) for split in found.data.splits.values()),
                "noise_percent": found.noise,
                "judged_by": found.judged_by,
                "found": len(found.queue),
                "counts": dict(found.counts),
                "queue": [each.as_json() for each in given],
                "notes": list(found.notes),
            }
        )
        return
    _print(found, len(given), out, test)


def _print(found: NoiseReport, given: int, out: Path | None, test: bool) -> None:
    from engine.analysis.noise.triage import KINDS

    total = sum(len(split) for split in found.data.splits.values())
    output.out.print(
        f"{len(found.queue):,} of {total:,} texts are in the queue; {found.noise or 0:.1f} % of the labels looked at "
        f"are estimated to be wrong. Judged by {escape(found.judged_by)}.",
        soft_wrap=True,
    )
    for kind, count in found.counts.items():
        output.out.print(f"  {count:,}: {KINDS[kind]}")
    table = output.plain_table(("Score", "Text", "Label", "Suggested", "Where", "Why"))
    shown = found.queue[: min(given, 20)]
    for each in shown:
        text = " ".join(each.text.split())
        table.add_row(
            f"{each.score:.2f}",
            escape(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"),
            escape(each.label),
            escape(each.suggested or "–"),
            f"{each.split}, row {each.row}",
            escape("; ".join(reason.sentence for reason in each.reasons)),
        )
    output.out.print(table)
    if len(found.queue) > len(shown):
        output.out.print(f"The first {len(shown)}; --out writes the queue with a column for decisions.")
    if out is not None:
        output.out.print(
            escape(f"{out}: {given:,} texts. Fill in 'decision', then give it to --apply."), soft_wrap=True
        )
    for note in found.notes:
        output.out.print(escape(note), soft_wrap=True)
    if not test:
        output.out.print("--test doubts them too.")


def _make_version(
    declared: DataSource, file: Path | None, findings: list[str], name: str, store: Path | None, as_json: bool
) -> None:
    """Write a version by the decisions of ``file``, or without the texts of ``findings``."""
    from engine.analysis.noise.decisions import read_decisions
    from engine.analysis.noise.findings import exclude_findings
    from engine.analysis.noise.triage import without_subsets
    from engine.analysis.noise.versions import apply_decisions
    from engine.data.dataset import load_dataset

    with Store(store_path(store)) as opened, output.counted_progress() as report:
        data = load_dataset(without_subsets(declared), report=report)
        if file is not None:
            decisions = read_decisions(file, data.classes)
            if not any(each.action != "keep" for each in decisions):
                raise UserError(
                    "nothing is decided that would change the data set.",
                    place=str(file),
                    remedy="Write exclude or relabel into the column 'decision'.",
                )
        else:
            decisions = exclude_findings(data, findings, report)
            if not decisions:
                raise UserError(
                    f"there are no texts to leave out ({', '.join(findings)}).", place=declared.source
                )
        made = apply_decisions(opened, declared, decisions, name, report)
    if as_json:
        output.print_json(made.as_json() | {"said": made.to_sentence()})
        return
    output.out.print(escape(f"{made.to_sentence()}; {declared.source} is as it was."), soft_wrap=True)
    output.out.print(
        escape(f"Train on it with: palimpsest run ... --set data.source=catalogue:{made.name}"),
        soft_wrap=True,
    )
