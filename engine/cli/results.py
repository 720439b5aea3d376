"""``palimpsest compare``, ``paper`` and ``gate``: comparisons of finished runs."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli import output
from engine.cli.answer import Answer, TableAnswer, TableSetOption
from engine.errors import UserError, printable
from engine.store import runs as run_rows
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.analysis.compared_runs import ComparedRuns


def compare(
    run: list[str],
    store: Path,
    all_: bool = False,
    metrics: Annotated[str, typer.Option(metavar="NAMES")] = "",
    seeds: bool = False,
    test: bool = False,
    judge_by: str = "",
    margin: float | None = None,
    details: bool = False,
    queue_seeds: bool = False,
) -> TableAnswer:
    """Compare runs side by side: settings that differ, best, last and test error, forgetting, cost.

    Args:
        run: Two or more runs; the first is the baseline of --test.
        all_: All settings, not only those that differ.
        metrics: Add columns with the test values of these metrics: macro_f1,roc_auc.
        seeds: One row per strategy: mean ± s.d. over its seeds.
        test: Test the difference in test error between each strategy and the first.
        judge_by: The metric to test, such as error or loss; default: the main metric (--test).
        margin: Equivalence margin, in percentage points, else in the metric's unit (--test); default by the number of
            test texts: 1 point from 10,000 on, 2 from 2,000, 3 from 500, 5 from 200, else 10.
        details: Also show the probabilities of each side (--test).
        queue_seeds: Queue the seeds required where no verdict was reached (--test).
    """
    from engine.analysis import compared_runs
    from engine.analysis.comparison import column_meanings
    from engine.analysis.run_groups import compare_stored_runs

    if not test and (queue_seeds or judge_by or details or margin is not None):
        raise UserError(
            "--judge-by, --margin, --details and --queue-seeds need a test.", remedy="Give --test too."
        )
    with Store(store) as database:
        rows = list({row.id: row for row in (run_rows.find_run(database, text) for text in run)}.values())
        names = [name.strip() for name in metrics.split(",") if name.strip()]
        answer = compare_stored_runs(
            database, rows, all_settings=all_, group_seeds=seeds or test, metrics=names
        )
        answer = answer.with_tests(database, margin=margin, metric=judge_by) if test else answer
        queued = _queue_further_seeds(database, answer) if queue_seeds else []
    notes = [
        *answer.generated,
        *answer.evidence,
        *(["A run that is named twice counts once."] if len(rows) < len(run) else []),
        *(answer.findings(details) if test else []),
        *queued,
        *answer.looks_notes,
    ]
    tests = {"tests": [each.as_json() | {"row": row} for row, each in answer.tests.items()]} if test else {}
    table = answer.table
    return TableAnswer(
        compared_runs.to_json(table) | tests | {"notes": notes},
        [
            compared_runs.format_table(table, False, {}),
            compared_runs.table_sentence(table),
            *column_meanings(table),
        ],
        notes,
        document=answer.document(),
    )


def _queue_further_seeds(store: Store, answer: ComparedRuns) -> list[str]:
    """Queue the seeds required for a verdict, and return sentences on the queued runs."""
    from engine.analysis.verdicts.verdict import seeds_needed
    from engine.launch.further_seeds import queue_further_seeds

    needed = seeds_needed(answer.tests)
    if not needed:
        return ["No seeds were queued: there is nothing that more of them would tell."]
    strategies = [(answer.members(row), units) for row, units in needed.items()]
    queued, existing = queue_further_seeds(store, answer.members(answer.baseline), strategies)
    sentences = (
        [f"{len(queued)} runs queued: {', '.join(map(str, queued))}. Start them with: palimpsest queue"]
        if queued
        else []
    )
    if existing:
        sentences.append(f"Of these seeds the store has already: {', '.join(map(str, existing))}.")
    return sentences or ["No seeds were queued: baselines are the same whatever the seed."]


def paper(recipe: str, store: Path, size: str = "", set_: TableSetOption = None) -> TableAnswer:
    """Show a table of the paper with our results next to the published numbers.

    Args:
        recipe: table-2 ... table-8, figure-2 ... figure-4.
        size: sample, small or paper; default: the one with the most results.
    """
    from engine.analysis.paper import formats
    from engine.analysis.paper.table import fill_table
    from engine.analysis.tables import Parts, PlainTable

    with Store(store) as database:
        table = fill_table(database, recipe, size, set_ or ())
    plain_table = PlainTable(
        [table.published.row_head, *map(table.label, table.columns)],
        [[label, *("\n".join(parts) for parts in cells)] for label, cells in formats.table_lines(table)],
        numeric=[False, *(True for _ in table.columns)],
    )
    parts: Parts = [
        f"{table.title}: {table.filled_cells} of {table.planned_cells} cells of this size have runs",
        plain_table,
        *formats.contrast_lines(table),
    ]
    if table.filled_cells < table.planned_cells:
        changes = "".join(f" --set {shlex.quote(setting)}" for setting in set_ or ())
        parts.append(f"Fill it with: palimpsest reproduce {table.recipe.name} --size {table.size}{changes}")
    return TableAnswer(
        formats.to_json(table), parts, table.headings(), document=formats.paper_document(table)
    )


REFUSED = 1
"""Exit code if the gate refuses the new model."""


def gate(
    old: str,
    new: str,
    max_flips: Annotated[float, typer.Option()],
    store: Path,
    certain: bool = False,
    texts: Annotated[int, typer.Option(min=0)] = 0,
    split: str = "test",
) -> Answer:
    """Count negative flips between two models; exit code 0 if they are within the limit, else 1.

    Args:
        old: The run whose model is in use: its id or name.
        new: The run whose model would replace it.
        max_flips: Largest share of texts, in percent, that may change from right to wrong.
        certain: Apply the limit to the upper end of the 95 % interval.
        texts: Number of flipped texts to show, the most confident first.
        split: The split whose stored predictions are compared.
    """
    from engine.analysis.errors.flips import count_flips, read_broken_texts
    from engine.analysis.evidence import looks_notes

    if not 0 <= max_flips <= 100:
        raise UserError(f"{max_flips:g} is not a percentage.", place="--max-flips", remedy="Use 0 to 100.")
    with Store(store) as database:
        newer = run_rows.find_run(database, new)
        flips = count_flips(database, run_rows.find_run(database, old), newer, split)
        broken_texts, problem = [], ""
        if texts:
            try:
                broken_texts = read_broken_texts(database, newer, flips, split, texts)
            except UserError as error:  # the counts need only the store
                problem = str(error)
        looks = looks_notes(database, [newer])
    notes = output.test_notes(split, flips.texts, looks)
    low, high = flips.interval
    passed = (high if certain else flips.rate) <= max_flips
    record = {
        "passed": passed,
        "texts": flips.texts,
        "broken": flips.broken,
        "mended": flips.mended,
        "rate": flips.rate,
        "interval": [low, high],
        "error_before": 100 * flips.wrong_before / flips.texts,
        "error_now": 100 * flips.wrong_now / flips.texts,
        "rows": flips.rows.tolist(),
        "broken_texts": [asdict(text) for text in broken_texts],
        "unread": problem,
        "notes": notes,
    }
    subject = "The upper end of the interval" if certain else "The rate"
    verdict = (
        f"within the limit of {max_flips:g} %: the new model may replace the old one."
        if passed
        else f"over the limit of {max_flips:g} %: keep the old model."
    )
    parts = [flips.to_sentence(), f"{subject} is {verdict}", *notes]
    for text in broken_texts:
        parts.append(printable(f"Row {text.row}, {text.label} before, {text.now} now: {text.text}", 200))
    if problem:
        parts.append(f"The texts cannot be shown: {problem}")
    return Answer(record, parts, code=0 if passed else REFUSED)
