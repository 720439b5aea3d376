"""``palimpsest compare`` and ``palimpsest paper``: what finished runs say, beside each other and beside the paper."""

from __future__ import annotations

import shlex
import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli import output
from engine.cli.options import KeepFormulasOption, StoreOption, TableSetOption, store_path
from engine.cli.output import escape
from engine.cli.wide_table import comparison_tables
from engine.errors import UserError
from engine.store import runs as run_rows
from engine.store.database import Store

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.analysis.comparison import Comparison
    from engine.analysis.verdicts.verdict import MetricDifference
    from engine.store.rows import RunRow
    from engine.store.test_looks import TestLooks


def compare(
    run: Annotated[list[str], typer.Argument(help="Two or more runs; the first is the baseline of --test.")],
    format_: Annotated[str, typer.Option("--format", help="table, markdown, csv, latex or json.")] = "table",
    all_settings: Annotated[
        bool, typer.Option("--all", help="All settings, not only those that differ.")
    ] = False,
    metrics: Annotated[
        str,
        typer.Option(
            "--metrics",
            help="Columns for the test values of these metrics too: macro_f1,roc_auc.",
            metavar="NAMES",
        ),
    ] = "",
    seeds: Annotated[
        bool, typer.Option("--seeds", help="One row per strategy: mean ± s.d. over its seeds.")
    ] = False,
    test: Annotated[
        bool,
        typer.Option(
            "--test", help="Test whether test errors differ by more than chance, strategy by strategy."
        ),
    ] = False,
    judge_by: Annotated[
        str,
        typer.Option(
            "--judge-by", help="What is tested, such as error or loss; default: the main metric (--test)."
        ),
    ] = "",
    margin: Annotated[
        float | None,
        typer.Option(
            "--margin",
            help="Within which two test results count as equal in practice, in points of a percentage, else in the "
            "metric's unit (--test); default by the number of test texts: 1 point from 10,000 on, 2 from 2,000, 3 from "
            "500, 5 from 200, else 10.",
        ),
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Also the probabilities of either side (--test).")
    ] = False,
    queue_seeds: Annotated[
        bool,
        typer.Option(
            "--queue-seeds", help="Queue the seeds that strategies need which cannot be told apart (--test)."
        ),
    ] = False,
    keep_formulas: KeepFormulasOption = False,
    store: StoreOption = None,
) -> None:
    """Compare runs side by side: settings that differ, best, last and test error, forgetting, cost."""
    from engine.analysis import comparison as comparing
    from engine.analysis import task_results
    from engine.analysis.comparability import read_measured_on
    from engine.analysis.evidence import evidence_notes, generated_notes
    from engine.analysis.forgetting import measured
    from engine.analysis.split_metrics import further_test_metrics
    from engine.analysis.verdicts.odometer import looks_of_runs

    _check_format(format_, ("table", "markdown", "csv", "latex", "json"))
    if queue_seeds or judge_by or details or margin is not None:
        _require_test(test)
    with Store(store_path(store)) as opened:
        rows = list({row.id: row for row in (run_rows.find_run(opened, text) for text in run)}.values())
        experiments = {row.id: run_rows.get_experiment(opened, row.id) for row in rows}
        reached = task_results.task_results_of_runs(opened, experiments)
        tests = {number: task_results.errors_by_task(each) for number, each in reached.items()}
        wanted = [name.strip() for name in metrics.split(",") if name.strip()]
        asked = further_test_metrics(opened, list(experiments), wanted) if wanted else {}
        found = comparing.compare_runs(
            rows,
            experiments,
            all_settings=all_settings,
            group_seeds=seeds or test,
            test_errors=tests,
            test_metrics={
                number: task_results.further_metrics(each) | asked.get(number, {})
                for number, each in reached.items()
            },
            forgetting=measured.read_forgetting(opened, list(experiments)),
            measured_on=read_measured_on(opened, experiments),
        )
        said = evidence_notes(opened, experiments)
        if len(rows) < len(run):
            said.append("A run that is named twice counts once.")
        tested: dict[int, MetricDifference] = {}
        if test:
            strategies = _strategies(found, rows)
            tested = _test_strategies(opened, strategies, margin, judge_by)
            said += _test_sentences(opened, found, strategies, tested, queue_seeds, details)
        looks = looks_of_runs(opened, rows)
    stated = generated_notes(experiments.values())
    _print_comparison(found, tested if test else None, looks, stated, said, format_, keep_formulas)


def _print_comparison(
    found: Comparison,
    tested: Mapping[int, MetricDifference] | None,
    looks: TestLooks,
    stated: Sequence[str],
    said: Sequence[str],
    format_: str,
    keep_formulas: bool,
) -> None:
    """Print a comparison in a format, and what is said of it; ``tested``: None where nothing was to be tested.

    What is ``stated`` (that texts are generated), and the looks at the test texts, go into tables for documents too.
    """
    from engine.analysis import comparison_text
    from engine.analysis.comparison import column_meanings
    from engine.analysis.verdicts.odometer import looks_sentence
    from engine.analysis.verdicts.verdict import open_failures_note

    tests, seen = tested or {}, list(filter(None, [looks_sentence(looks)]))
    shown = [*stated, *filter(None, [open_failures_note(tests.values())]), *seen]
    if format_ == "csv":
        output.write_csv(partial(comparison_text.to_csv, found, tests, looks), keep_formulas)
    elif format_ == "markdown":
        sys.stdout.write(comparison_text.to_markdown(found, tests=tests, notes=shown))
    elif format_ == "latex":
        sys.stdout.write(comparison_text.to_latex(found, tests=tests, notes=shown))
    elif format_ == "json":
        made = [each.as_json() | {"row": row} for row, each in tests.items()]
        told = ({"tests": made} if tested is not None else {}) | {"notes": [*said, *seen]}
        output.print_json(comparison_text.to_json(found) | told)
    else:
        for table in comparison_tables(found, output.out.width):
            output.out.print(table)
        output.out.print(comparison_text.table_sentence(found))
        for sentence in column_meanings(found):
            output.out.print(sentence)
    # Beside a table that goes to a file, the words go to the reader.
    for line in (*said, *seen):
        (output.out if format_ == "table" else output.err).print(escape(line), soft_wrap=True)


def _require_test(test: bool) -> None:
    """Raise UserError where an option says how to test, and nothing is tested."""
    if not test:
        raise UserError(
            "--judge-by, --margin, --details and --queue-seeds say how to test.", remedy="Give --test too."
        )


def _strategies(found: Comparison, rows: Sequence[RunRow]) -> dict[int, list[RunRow]]:
    """Return the runs of each row of the table, by its number."""
    by_id = {row.id: row for row in rows}
    return {number: [by_id[i] for i in row.runs] for number, row in enumerate(found.rows)}


def _test_strategies(
    store: Store, strategies: Mapping[int, list[RunRow]], margin: float | None, metric: str
) -> dict[int, MetricDifference]:
    """Return what is made of each row but the first, by its number."""
    from engine.analysis.verdicts.significance import compare_with_baseline

    others = {number: of for number, of in strategies.items() if number}
    return compare_with_baseline(store, strategies[0], others, margin, metric)


def _test_sentences(
    store: Store,
    found: Comparison,
    strategies: Mapping[int, list[RunRow]],
    tested: Mapping[int, MetricDifference],
    queue_seeds: bool,
    details: bool,
) -> list[str]:
    """Return what is to be said of each strategy but the first, and the caution that belongs to them."""
    from engine.analysis.comparison import tell_apart
    from engine.analysis.verdicts.verdict import margin_note, multiple_comparisons_note
    from engine.spec.checks.findings import LEAST_TEST_TEXTS

    names = tell_apart(found, [row.name for row in found.rows])
    said = []
    if len(names) < 2:
        said.append(
            "Nothing is tested: all these runs are of one strategy, for they differ in no setting but seeds."
        )
    for number, name in enumerate(names[1:], 1):
        head = f"{name} against {names[0]}: "
        if found.rows[number].measured_on != found.rows[0].measured_on:
            said.append(f"{head}tested on other texts or tasks, so their errors are not subtracted.")
            continue
        made = tested.get(number)
        if made is None:
            said.append(
                f"{head}nothing can be said: that takes two finished seeds each, or predictions for the same test "
                f"texts, {LEAST_TEST_TEXTS} of them at least."
            )
            continue
        said.append(f"{head}{made.to_sentence()}.{f' {made.remarks}' if made.remarks else ''}")
        if details and (posterior := made.posterior_sentence()):
            said.append(f"  {posterior}.")
        if made.needed is not None:
            said.append(f"  {made.needed.to_sentence()}")
    said += filter(None, (note(tested.values()) for note in (margin_note, multiple_comparisons_note)))
    return said + (_queue_further_seeds(store, strategies[0], strategies, tested) if queue_seeds else [])


def _queue_further_seeds(
    store: Store,
    baseline: Sequence[RunRow],
    others: Mapping[int, Sequence[RunRow]],
    tested: Mapping[int, MetricDifference],
) -> list[str]:
    """Queue what it takes to tell the strategies apart, and return what was queued, in a sentence."""
    from engine.analysis.verdicts.verdict import seeds_needed
    from engine.launch.further_seeds import queue_further_seeds

    needed = seeds_needed(tested)
    if not needed:
        return ["No seeds were queued: there is nothing that more of them would tell."]
    strategies = [(others[key], units) for key, units in needed.items()]
    queued, known = queue_further_seeds(store, baseline, strategies)
    said = (
        [f"{len(queued)} runs queued: {', '.join(map(str, queued))}. Start them with: palimpsest queue"]
        if queued
        else []
    )
    if known:
        said.append(f"Of these seeds the store has already: {', '.join(map(str, known))}.")
    return said or ["No seeds were queued: baselines are the same whatever the seed."]


def paper(
    recipe: Annotated[str, typer.Argument(help="table-2 ... table-8, figure-2 ... figure-4.")],
    size: Annotated[
        str, typer.Option("--size", help="sample, small or paper; default: the one with the most results.")
    ] = "",
    set_: TableSetOption = None,
    format_: Annotated[str, typer.Option("--format", help="table, markdown, csv, latex or json.")] = "table",
    keep_formulas: KeepFormulasOption = False,
    store: StoreOption = None,
) -> None:
    """Show a table of the paper with our own results beside the published numbers."""
    from engine.analysis.paper import formats
    from engine.analysis.paper.table import fill_table

    _check_format(format_, formats.FORMATS)
    with Store(store_path(store)) as opened:
        table = fill_table(opened, recipe, size, set_ or ())
    match format_:
        case "markdown":
            sys.stdout.write(formats.to_markdown(table))
        case "csv":
            output.write_csv(partial(formats.to_csv, table), keep_formulas)
            _tell(table.headings())
        case "latex":
            sys.stdout.write(formats.to_latex(table))
        case "json":
            output.print_json(formats.to_json(table))
        case _:
            output.out.print(
                f"{table.title}: {table.filled_cells} of {table.planned_cells} cells of this size have runs",
                style="bold",
            )
            for line in table.headings():
                output.out.print(escape(line))
            output.out.print(output.paper_table(table))
            for line in formats.contrast_lines(table):
                output.out.print(escape(line), soft_wrap=True)
            if table.filled_cells < table.planned_cells:
                changed = "".join(f" --set {shlex.quote(setting)}" for setting in set_ or ())
                output.out.print(
                    f"Fill it with: palimpsest reproduce {table.recipe.name} --size {table.size}{changed}"
                )


def pivot(
    rows: Annotated[str, typer.Argument(help="What the rows are: a setting, tag, encoder (decay.kind).")],
    columns: Annotated[str, typer.Argument(help="What the columns are, e.g. data.")],
    value: Annotated[str, typer.Argument(help="The measure whose mean is shown (test/macro_f1).")] = "test",
    where: Annotated[
        str, typer.Option(metavar="FILTER", help="Only runs that it is true of, as of 'palimpsest runs'.")
    ] = "",
    format_: Annotated[str, typer.Option("--format", help="table, markdown, csv, latex or json.")] = "table",
    keep_formulas: KeepFormulasOption = False,
    store: StoreOption = None,
) -> None:
    """Show finished runs as a table of two quantities: mean and 95 % interval of a measure in each cell."""
    from engine.analysis import tables
    from engine.analysis.pivot import build_pivot, pivot_markdown, pivot_notes, pivot_records, pivot_table

    _check_format(format_, ("table", "markdown", "csv", "latex", "json"))
    with Store(store_path(store)) as opened:
        found = build_pivot(opened, rows, columns, value, where)
    match format_:
        case "markdown":
            sys.stdout.write(pivot_markdown(found))
        case "csv":
            output.write_csv(partial(tables.to_csv, pivot_records(found)), keep_formulas)
            _tell(pivot_notes(found))
        case "latex":
            caption = f"{value} by {rows} and {columns}."
            sys.stdout.write(tables.to_latex(pivot_table(found), " ".join([caption, *pivot_notes(found)])))
        case "json":
            output.print_json(tables.to_records(pivot_records(found)))
            _tell(pivot_notes(found))
        case _ if not found.rows:
            output.out.print("No finished run has this value.")
        case _:
            shown = output.plain_table()
            table = pivot_table(found)
            for place, heading in enumerate(table.headings):
                shown.add_column(escape(heading), justify="right" if place else "left", overflow="fold")
            for line in table.rows:
                shown.add_row(*(escape(str(cell)) for cell in line))
            output.out.print(shown)
            for note in pivot_notes(found):
                output.out.print(escape(note), soft_wrap=True)


def _tell(notes: Sequence[str]) -> None:
    """Print what belongs beside figures that go to a file, to the reader."""
    for note in notes:
        output.err.print(escape(note), soft_wrap=True)


def _check_format(format_: str, formats: tuple[str, ...]) -> None:
    if format_ not in formats:
        raise UserError(
            f"there is no format '{format_}'.",
            place="--format",
            remedy=f"Use {', '.join(formats[:-1])} or {formats[-1]}.",
        )
