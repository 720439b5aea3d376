"""Commands for runs: ``run``, ``baseline``, ``resume``, ``rerun``, ``retry``, ``stop``, ``next``, ``tag``, ``runs``,
``show``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine import launch
from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import Answer, PlanArgument, PlanSetOption, RunArgument, SizeOption
from engine.errors import UserError, printable
from engine.formatting.phrases import capital
from engine.launch.baselines import baseline_experiments
from engine.metrics.base import display_error, display_metric, error_text
from engine.spec.experiment import Experiment
from engine.spec.recipes import load_plan
from engine.spec.stages.baseline import BASELINE_KINDS, CLASSIFIERS, BaselineKind
from engine.spec.sweep import Plan, apply_settings, differing_fields
from engine.spec.toml import dumps
from engine.store import runs as run_rows
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.analysis.task_results import TaskResult
    from engine.store.rows import RunRow, StageRow
    from engine.store.summaries import MetricSummary

EXIT_STOPPED = 3

QueueOption = Annotated[bool, "Queue it for 'palimpsest queue' or the window, and do not train."]
PlaceOption = Annotated[
    str, typer.Option(metavar="NAME", help="Train at this place (see 'palimpsest places list').")
]


def run(
    recipe: PlanArgument,
    store: Path,
    as_json: bool,
    size: SizeOption = "",
    set_: PlanSetOption = None,
    queue: QueueOption = False,
    place: PlaceOption = "",
    baseline: bool = False,
) -> Answer:
    """Train in the foreground with a progress bar; exit 0 only when every run has finished.

    Args:
        baseline: Also run the baselines of 'palimpsest baseline' on the same data sets.
    """
    plan = apply_settings(load_plan(recipe, size), set_ or [])
    if not queue and not place:
        # This imports in the background while the plan is checked.
        launch.prepare_start(plan.experiment.compute.device)
    experiments = plan.expand()
    if baseline:
        experiments += baseline_experiments(experiments)
    sweep = plan.experiment.name if plan.axes else ""
    return _start(experiments, sweep, store, queue, as_json, place)


def baseline(
    recipe: PlanArgument,
    store: Path,
    as_json: bool,
    size: SizeOption = "",
    set_: PlanSetOption = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Only this kind: {', '.join(BASELINE_KINDS)}. Repeatable. Default: all suitable kinds (SetFit if "
            "installed, class names only for sentence encoders).",
            show_default=False,
        ),
    ] = None,
    classifier: Annotated[
        str,
        typer.Option(
            help=f"Only this bag-of-words classifier: {' or '.join(CLASSIFIERS)}.", show_default=False
        ),
    ] = "",
    ladder: bool = False,
    further: Annotated[int, typer.Option(min=0)] = 0,
    queue: QueueOption = False,
) -> Answer:
    """Run baselines without fine-tuning on the data of a design: bag of words, frozen encoder, SetFit, class names.

    Args:
        ladder: Show the error against the number of labels, and estimate the value of more. Stores nothing and does not
            use the test split.
        further: With --ladder: number of further labels. 0: about half as many again.
    """
    chosen_kinds = _choose_kinds(kind or (), classifier)
    if classifier and classifier not in CLASSIFIERS:
        raise UserError(
            f"there is no classifier '{classifier}'.",
            place="--classifier",
            remedy=f"Use {' or '.join(CLASSIFIERS)}.",
        )
    plan = apply_settings(load_plan(recipe, size), set_ or [])
    classifiers = [name for name in CLASSIFIERS if classifier in ("", name)]
    experiments = baseline_experiments(plan.expand(), chosen_kinds, classifiers)
    if ladder:
        return _ladder(launch.resolve_names(store, experiments), further)
    return _start(experiments, "", store, queue, as_json)


def _ladder(experiments: Sequence[Experiment], further: int) -> Answer:
    """Return the learning curves over numbers of labels, one per data set."""
    from engine.stages.ladder import build_ladder

    by_data: dict[str, list[Experiment]] = {}
    for experiment in experiments:
        (data,) = experiment.stages[0].sources().values()
        by_data.setdefault(data.model_dump_json(), []).append(experiment)
    with output.counted_progress() as report:
        ladders = [build_ladder(group, further, report) for group in by_data.values()]
    parts: Parts = []
    for ladder in ladders:
        rows = [
            [
                BASELINE_KINDS[rung.kind],
                f"{rung.labels:,}",
                f"{display_error(rung.error):.2f}",
                "{:.1f} to {:.1f}".format(*sorted(map(display_error, (rung.low, rung.high)))),
            ]
            for rung in ladder.rungs
        ]
        parts.append(f"{ladder.data}: {ladder.texts:,} labelled texts, five parts held out in turn")
        heads = ("Baseline", "Labels", f"{capital(display_metric('error'))}, %", "95 % interval")
        parts.append(PlainTable(heads, rows))
        parts += [worth.sentence() for worth in ladder.worth]
    return Answer([ladder.as_json() for ladder in ladders], parts)


def _choose_kinds(names: Sequence[str], classifier: str) -> list[BaselineKind]:
    """Return the requested kinds of baselines. A classifier without kinds implies the bag of words."""
    if unknown := [kind for kind in names if kind not in BASELINE_KINDS]:
        raise UserError(
            f"there is no kind of baseline '{unknown[0]}'.",
            place="--kind",
            remedy=f"Use {', '.join(BASELINE_KINDS)}.",
        )
    return [kind for kind in BASELINE_KINDS if kind in (names or (["bag_of_words"] if classifier else []))]


def _start(
    plain: Sequence[Experiment], sweep: str, store: Path, queue: bool, as_json: bool,
    place: str = "",
) -> Answer:  # fmt: skip
    """Check experiments, and queue them or run them in the foreground, here or at ``place``."""
    experiments = launch.resolve_names(store, plain)
    if place:
        place = _require_place(place)
    warnings = set() if place else note_warnings(experiments)
    with Store(store) as database:
        launcher = "queue" if queue else "cli"
        ids = launch.enqueue(database, experiments, sweep, launcher=launcher, is_resolved=True, place=place)
        rows = [run_rows.get_run(database, number) for number in ids]
    if place:
        launch.start_follower(store)
    if not queue:
        return _run_in_foreground(store, ids, as_json, warnings)
    return Answer([output.run_json(row) for row in rows], [_state_line(row) for row in rows])


def note_warnings(experiments: Sequence[Experiment]) -> set[str]:
    """Check experiments, and print and return the warnings."""
    from engine.preflight import preflight

    warnings = preflight(experiments)
    output.note(*(f"Note: {warning}" for warning in warnings))
    return set(warnings)


def _state_line(row: RunRow) -> str:
    return f"Run {row.id}, {row.name}: {output.status_text(row)}"


def _require_place(name: str) -> str:
    """Return the name of a place, empty for this computer. Print a note if it is unreachable now.

    Raises UserError for lasting problems: an unknown place or host, another version.
    """
    from engine.places import THIS_COMPUTER
    from engine.places.base import PlaceUnreachableError
    from engine.places.settings import find_place

    if name == THIS_COMPUTER:
        return ""
    try:
        with find_place(name).connect() as link:
            link.greet()
    except PlaceUnreachableError as error:
        output.note(f"Note: {error} The runs are sent as soon as {name} answers.")
    return name


def resume(run: RunArgument, store: Path, as_json: bool, anew: bool = False) -> Answer:
    """Resume a stopped, interrupted or failed run from its last complete checkpoint.

    Args:
        anew: Start from the beginning and measure everything again.
    """
    with Store(store) as database:
        row = run_rows.find_run(database, run)
        launch.resume_run(database, row.id, launcher="cli", restart=anew)
    return _run_in_foreground(store, [row.id], as_json)


def rerun(run: RunArgument, store: Path, as_json: bool, anyway: bool = False, queue: bool = False) -> Answer:
    """Train a finished run again from the store alone; exit 0 only if the result is identical, bit for bit.

    Args:
        anyway: Train although data or encoder have changed; the comparison says which.
        queue: Only queue it; its notes will say whether the result is identical.
    """
    from engine.analysis.evidence import looks_notes
    from engine.analysis.rerun import compare_rerun
    from engine.launch.rerun import queue_rerun

    with Store(store) as database:
        row = run_rows.find_run(database, run)
        number = queue_rerun(database, row.id, anyway=anyway, launcher="queue" if queue else "cli")
        queued_run = run_rows.get_run(database, number)
    if queue:
        message = f"Run {number}, {queued_run.name}: queued, to be compared with run {row.id}."
        return Answer(output.run_json(queued_run), [message])
    with output.RunProgressBar(quiet=as_json) as bar:
        code = _follow_run(store, number, bar, set())
    with Store(store, read_only=True) as database:
        if code:
            return Answer(output.run_json(run_rows.get_run(database, number)), code=code)
        comparison = compare_rerun(database, row.id, number)
        notes = looks_notes(database, [row])
    code = 0 if comparison.is_identical else 1
    return Answer(
        comparison.as_json() | {"notes": notes}, [*comparison.sentences(), *notes[:code]], code=code
    )


def retry(
    run: RunArgument, store: Path, as_json: bool, set_: PlanSetOption = None, queue: QueueOption = False
) -> Answer:
    """Train with the settings of a run and changes (--set batch_size=12), as a new run; the old one stays."""
    if not set_:
        raise UserError(
            "there is nothing to change.",
            place="--set",
            remedy=f"Give KEY=VALUE; 'palimpsest rerun {printable(run, 60)}' repeats the run, 'resume' continues it.",
        )
    with Store(store) as database:
        row = run_rows.find_run(database, run)
        experiment = run_rows.get_experiment(database, row.id)
    plan = apply_settings(Plan(experiment), set_)
    if not plan.axes and not differing_fields(plan.experiment, experiment):
        raise UserError("the run has these settings already.", place="--set", remedy="Give other values.")
    if plan.experiment.name == experiment.name and not plan.axes:
        name = f"{row.name}: {', '.join(set_)}"[:200]
        plan = replace(plan, experiment=plan.experiment.model_copy(update={"name": name}))
    return _start(plan.expand(), plan.experiment.name if plan.axes else "", store, queue, as_json)


def tag(
    run: RunArgument,
    tags: Annotated[list[str], typer.Argument(metavar="TAG...")],
    store: Path,
    remove: bool = False,
) -> Answer:
    """Add tags to a run, or remove them.

    Args:
        tags: The tags; 'starred' is the window's star.
        remove: Remove these tags.
    """
    with Store(store) as database:
        row = run_rows.find_run(database, run)
        remaining = [name for name in row.tags if name not in tags]
        run_rows.set_tags(database, row.id, remaining if remove else [*row.tags, *tags])
        row = run_rows.get_run(database, row.id)
    message = f"Run {row.id}, {row.name}: {', '.join(row.tags) or 'no tags'}"
    return Answer({"run": row.id, "tags": list(row.tags)}, [message])


def next_runs(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...")], store: Path, last: bool = False
) -> Answer:
    """Move queued runs to the front of the queue.

    Args:
        runs: Queued runs: id, name, or 'last'.
        last: Move them to the end instead.
    """
    from engine.launch.queue_order import move_in_queue

    with Store(store) as database:
        rows = [run_rows.find_run(database, name) for name in runs]
        for row in rows:
            if row.status != "queued":
                raise UserError(
                    "is not queued.", place=f"run {row.id}", remedy="Only queued runs can be moved."
                )
        count = run_rows.count_active_runs(database)[1]
        order = list(move_in_queue(database, {row.id for row in rows}, count if last else -count))
    return Answer({"queue": order}, [f"The queue is now: {', '.join(map(str, order))}"])


def stop(run: RunArgument, store: Path) -> Answer:
    """Stop a run at its next step and save a checkpoint; if it does not respond, end its process."""
    with Store(store) as database:
        row = run_rows.find_run(database, run)
    launch.stop_run(store, row.id)
    with Store(store) as database:
        row = run_rows.get_run(database, row.id)
    return Answer(output.run_json(row), [_state_line(row)])


LISTED_RUNS = 50
"""Default number of listed runs. A list of thousands takes seconds, and nobody reads it."""


def runs(
    store: Path,
    as_json: bool,
    search: str = "",
    where: Annotated[str, typer.Option(metavar="FILTER")] = "",
    columns: Annotated[str, typer.Option(metavar="NAME,NAME")] = "",
    sort: Annotated[str, typer.Option(metavar="NAME")] = "",
    limit: Annotated[
        int | None,
        typer.Option(min=1, help=f"Number of runs listed; default: {LISTED_RUNS}, with --json all."),
    ] = None,
    all_: bool = False,
) -> Answer:
    """List the newest runs: id, name, status, best validation error and its step, last, test at best validation.

    Args:
        search: Only runs with this text in name, data or tags.
        where: Only runs that match the filter: 'test < 4 and data = trec and tag ~ pilot'.
        columns: More columns: settings, measures, tags (learning_rate,test/macro_f1).
        sort: Sort by any name that filters accept; -NAME: largest first.
        all_: List all of them.
    """
    from engine.analysis.evidence import looks_by_run

    extra = [name.strip() for name in columns.split(",") if name.strip()]
    max_runs = None if all_ else limit or (None if as_json else LISTED_RUNS)
    with Store(store) as database:
        launch.reconcile_runs(database)
        rows = run_rows.list_runs(
            database, search, where=where, order_by=sort.removeprefix("-") or "created",
            descending=sort.startswith("-") or not sort, limit=None if max_runs is None else max_runs + 1,
        )  # fmt: skip
        has_more, rows = max_runs is not None and len(rows) > max_runs, rows[:max_runs]
        values = run_rows.read_run_values(database, extra, [row.id for row in rows])
        if as_json:
            looks = looks_by_run(database, rows)
            return Answer(
                [
                    output.run_json(row, {"columns": values[row.id]} if extra else None, looks.get(row.id))
                    for row in rows
                ]
            )
        parts = output.runs_parts(database, rows, extra, values) if rows else []
    if has_more:
        order = "first" if sort else "newest"
        parts.append(f"These are the {order} {max_runs:,}. --all lists all, --limit N as many as you like.")
    if not rows and (search or where):
        parts.append("No run matches.")
    elif not rows:
        parts.append("There are no runs yet. Try: palimpsest run quickstart")
    return Answer(None, parts)


def show(
    run: RunArgument,
    store: Path,
    metrics: bool = False,
    per_class: bool = False,
    confusion: bool = False,
    split: str = "test",
    details: bool = False,
) -> Answer:
    """Show one run: results of its stages and notes; or metrics of its stored predictions on one split.

    Args:
        metrics: All metrics of one split, and the reliability of confidence.
        per_class: Precision, recall, F1 and areas of each class.
        confusion: The confusion matrix.
        split: The split for these three: test, validation, test/TASK.
        details: Also show all settings, facts and measures.
    """
    if metrics or per_class or confusion:
        return _show_split(run, split, store, metrics, per_class, confusion)
    with Store(store) as database:
        launch.reconcile_runs(database)
        return _describe(database, run_rows.find_run(database, run), details)


_NEXT_COMMANDS = """
Wrong texts:       palimpsest errors {run}
All the details:   palimpsest show {run} --details"""
_MODEL_COMMANDS = """
Classify a file:   palimpsest predict {run} --file FILE
Use it elsewhere:  palimpsest export {run} FOLDER"""


def _next_commands(run: int, experiment: Experiment) -> str:
    """Return suggested commands for a finished run. A baseline has no model."""
    return (_NEXT_COMMANDS + _MODEL_COMMANDS * experiment.trains_encoder).format(run=run)


def _describe(store: Store, row: RunRow, details: bool) -> Answer:
    """Return everything stored about one run. With ``details`` the parts include settings and measures."""
    from engine.analysis.evidence import evidence_notes, looks_of_runs, looks_sentence
    from engine.analysis.task_results import task_results_of_runs
    from engine.store import metrics, summaries

    experiment = run_rows.get_experiment(store, row.id)
    stages, notes = run_rows.list_stages(store, row.id), run_rows.list_log_lines(store, row.id)
    measures = summaries.read_summaries(store, [row.id])[row.id]
    results = task_results_of_runs(store, {row.id: experiment})[row.id]
    looks, evidence = looks_of_runs(store, [row]), evidence_notes(store, [row.id])
    record = output.run_json(row) | {
        "spec": experiment.model_dump(mode="json"),
        "stages": [
            {"kind": s.kind, "title": s.title, "first_step": s.first_step, "steps": s.steps, "info": s.info}
            for s in stages
        ],
        "metrics": {
            key: {"best": m.best, "best_step": m.best_step, "last": m.last, "last_step": m.last_step}
            for key, m in measures.items()
        },
        "results": [result.as_json() for result in results],
        "test_looks": {"experiments": looks.experiments, "strategies": looks.strategies},
        "latest": metrics.latest_values(store, row.id),
        "evidence": evidence,
        "notes": [{"time": n.time, "level": n.level, "text": n.text} for n in notes],
    }
    parts: Parts = [output.runs_table([row])]
    if launch.silent_since(row) is not None:
        parts.append(
            "Its process lives, but writes nothing: it may be halted, or the machine is overloaded. Wait for it, or: "
            f"palimpsest stop {row.id}, then palimpsest resume {row.id}; it continues from its last checkpoint."
        )
    parts += _stage_parts(stages, results, measures if details else {}, details)
    if looks_note := looks_sentence(looks):
        parts.append(f"\n{looks_note}")
    parts += [*evidence, *(f"{note.level}: {note.text}" for note in notes)]
    last_part = "\n" + dumps(experiment, comments=False) if details else _next_commands(row.id, experiment)
    return Answer(record, [*parts, f"\nFolder: {row.folder}", last_part])


def _stage_parts(
    stages: Sequence[StageRow],
    results: Sequence[TaskResult],
    measures: Mapping[str, MetricSummary],
    details: bool,
) -> Parts:
    from engine.analysis.curves.compared import is_fitted_at_once

    parts: Parts = []
    at_once = is_fitted_at_once(stages)
    for stage in stages:
        amount = _fits(stage.steps) if at_once else f"{stage.steps:,} updates"
        gap = "\n" if details or not stage.position else ""
        parts.append(f"{gap}Stage {stage.position + 1}, {stage.title}: {amount}")
        for key, value in stage.info.items() if details else ():
            text = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else str(value)
            parts.append(f"  {key.replace('_', ' ')}: {text}")
    if len(results) > 1 or any(result.more for result in results):
        parts.append(output.results_table(results))
    return [*parts, *(_measure_lines(measures, at_once) if measures else ())]


def _measure_lines(measures: Mapping[str, MetricSummary], at_once: bool) -> list[str]:
    lines = [f"\nMeasures ({'of the fit that was taken' if at_once else 'best at step, last'})"]
    for key, m in measures.items():
        value = m.at_best if at_once else m.last
        text = "not a number" if value is None else f"{value:.4g}"  # None: undefined for these texts
        has_best = not at_once and m.best is not None and m.best_step is not None
        lines.append(f"  {key}: {f'{m.best:.4g} at {m.best_step:,}, ' if has_best else ''}{text}")
    return lines


def _fits(number: int) -> str:
    """Return the number of fits of a run without updates, one per regularisation strength, in words."""
    return "1 fit, no updates" if number == 1 else f"{number:,} fits, no updates; one of them was taken"


def _show_split(run: str, split: str, store: Path, metrics: bool, per_class: bool, confusion: bool) -> Answer:
    """Return the metrics of one split from the stored predictions of a run."""
    from engine.analysis.curves.compared import is_fitted_at_once
    from engine.analysis.evidence import looks_notes
    from engine.cli import slices

    with Store(store) as database:
        row = run_rows.find_run(database, run)
        split_metrics = slices.require_split(database, row.id, split)
        looks = looks_notes(database, [row])
        at_once = is_fitted_at_once(run_rows.list_stages(database, row.id))
    notes = output.test_notes(split, split_metrics.texts, looks)
    step_text = "" if at_once else f", update {split_metrics.step:,}"
    parts: Parts = [f"Run {row.id}, {row.name}{step_text}", *notes]
    for requested, describe in (
        (metrics, slices.metric_parts),
        (per_class, slices.class_parts),
        (confusion, slices.confusion_parts),
    ):
        if requested:
            parts += ["", *describe(split_metrics)]
    return Answer({"run": row.id, "name": row.name} | split_metrics.as_json() | {"notes": notes}, parts)


def _run_in_foreground(
    store: Path, ids: list[int], as_json: bool, warnings: set[str] | None = None
) -> Answer:
    """Run queued runs in order, print warnings not in ``warnings``, and return a result with the worst exit code."""
    from engine.analysis.evidence import generated_notes, looks_by_run

    code, warnings = 0, set(warnings or ())
    with output.RunProgressBar(quiet=as_json) as bar:
        for run_id in _local_first(store, ids):
            try:
                code = max(code, _follow_run(store, run_id, bar, warnings))
            except KeyboardInterrupt:  # a run on this computer handles it itself
                output.note("The runs go on at their place; follow them with: palimpsest runs")
                code = EXIT_STOPPED
            if code == EXIT_STOPPED:
                break  # Ctrl+C stops the sweep, not only its current run
    with Store(store) as database:
        rows = [run_rows.get_run(database, run_id) for run_id in ids]
        guessing = {i: s.info.get("guessing_error") for i in ids for s in run_rows.list_stages(database, i)}
        looks = looks_by_run(database, rows)
        experiments = run_rows.get_experiments(database, ids)
        notes = generated_notes(experiments.values())
        parts = output.runs_parts(database, rows)
    record = [
        output.run_json(row, {"guessing_error": guessing.get(row.id)}, looks.get(row.id)) for row in rows
    ]
    errors = sorted({error_text(g) for g in guessing.values() if isinstance(g, float)})
    if errors:
        parts.append(f"Always guessing the largest class gives {' / '.join(errors)}.")
    parts += notes
    if len(rows) == 1 and not code:
        parts.append(_next_commands(ids[0], experiments[ids[0]]))
    return Answer(record, parts, code=code)


def _local_first(store: Path, ids: list[int]) -> list[int]:
    """Return runs in the order to follow them, those on this computer first."""
    with Store(store, read_only=True) as database:
        return sorted(ids, key=lambda number: bool(run_rows.get_run(database, number).place))


def _follow_run(store: Path, run_id: int, bar: output.RunProgressBar, warnings: set[str]) -> int:
    """Follow a run to its end and return its exit code. Print new warnings, and add them to ``warnings``."""
    has_begun, code, line = False, 1, 0
    with Store(store, read_only=True) as database:  # once, since opening costs more than reading lines
        for snapshot in launch.run_foreground(store, run_id):
            if not has_begun:
                bar.begin_run(snapshot.row)
                has_begun = True
            bar.show_run(snapshot.row, snapshot.values)
            for entry in run_rows.list_log_lines(database, run_id, line):
                line = entry.id
                if entry.level == "warning" and entry.text not in warnings:
                    warnings.add(entry.text)
                    output.note(f"Note: {entry.text}")
            if snapshot.exit_code is not None:
                code = snapshot.exit_code
                bar.end_run(snapshot.row)
    return code
