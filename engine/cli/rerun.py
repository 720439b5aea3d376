"""``palimpsest rerun``: a run once more, and whether it gave the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli import output
from engine.cli.options import JsonOption, RunArgument, StoreOption, store_path
from engine.cli.output import escape
from engine.cli.runs import follow_run
from engine.metrics.keys import describe_key
from engine.store import runs as run_rows
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.analysis.rerun import RerunComparison


def rerun(
    run: RunArgument,
    anyway: Annotated[
        bool,
        typer.Option(
            "--anyway", help="Train although data or encoder have changed; the comparison says which."
        ),
    ] = False,
    queue: Annotated[
        bool,
        typer.Option("--queue", help="Only queue it; its notes will say whether it is identical."),
    ] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run a finished run again from the store alone; exit 0 only when it is identical, bit for bit."""
    from engine.analysis.rerun import compare_rerun
    from engine.launch.rerun import queue_rerun

    path = store_path(store)
    with Store(path) as opened:
        row = run_rows.find_run(opened, run)
        number = queue_rerun(opened, row.id, anyway=anyway, launcher="queue" if queue else "cli")
        queued = run_rows.get_run(opened, number)
    if queue:
        if as_json:
            output.print_json(output.run_json(queued))
        else:
            output.out.print(
                f"Run {number}, {escape(queued.name)}: queued, to be compared with run {row.id}."
            )
        return
    with output.RunProgressBar(quiet=as_json) as bar:
        code = follow_run(path, number, bar)
    if code:
        if as_json:
            with Store(path, read_only=True) as opened:
                output.print_json(output.run_json(run_rows.get_run(opened, number)))
        raise typer.Exit(code)
    with Store(path, read_only=True) as opened:
        found = compare_rerun(opened, row.id, number)
    if as_json:
        output.print_json(found.as_json())
    else:
        _print_comparison(found)
    raise typer.Exit(0 if found.is_identical else 1)


def _print_comparison(found: RerunComparison) -> None:
    for sentence in found.sentences():
        output.out.print(escape(sentence), soft_wrap=True)
    if found.differences:
        table = output.plain_table(["Other this time", "what", f"run {found.original}", f"run {found.rerun}"])
        for each in found.differences:
            table.add_row(each.kind, *map(escape, (each.what, each.before, each.after)))
        output.out.print(table)
    if found.figures and not found.is_identical:
        table = output.plain_table(["Figure"])
        for title in (f"run {found.original}", f"run {found.rerun}", "difference"):
            table.add_column(title, justify="right")
        for pair in found.figures:
            digits = describe_key(pair.key).digits
            shown = ["–" if value is None else f"{value:.{digits}f}" for value in (pair.before, pair.after)]
            both = pair.before is not None and pair.after is not None
            change = "0" if pair.is_equal else f"{pair.after - pair.before:+.3g}" if both else "–"  # type: ignore[operator]
            table.add_row(escape(pair.key), *shown, change)
        output.out.print(table)
