"""Runs, from start to what became of them: ``run``, ``resume``, ``rerun``, ``retry``, ``stop``, ``next``, ``tag``,
``runs``, ``show``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine import launch
from engine.cli import output
from engine.cli.options import JsonOption, PlanSetOption, RunArgument, SizeOption, StoreOption, store_path
from engine.cli.output import escape
from engine.errors import UserError, printable
from engine.installation import load_window_part
from engine.launch.baselines import baseline_experiments
from engine.metrics.keys import describe_key
from engine.spec.experiment import Experiment
from engine.spec.recipes import load_plan
from engine.spec.stages.baseline import BASELINE_KINDS, BaselineKind
from engine.spec.stages.linear_baseline import CLASSIFIERS
from engine.spec.sweep import Plan, apply_settings, differing_fields
from engine.spec.toml import dumps
from engine.store import runs as run_rows
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.analysis.rerun import RerunComparison
    from engine.analysis.run_description import RunDescription
    from engine.json_types import JsonObject

EXIT_STOPPED = 3

PlanArgument = Annotated[
    str, typer.Argument(metavar="RECIPE|FILE.toml", help="A recipe's name or a TOML file.")
]
QueueOption = Annotated[
    bool, typer.Option("--queue", help="Only queue it, for 'palimpsest queue' or the window.")
]
PlaceOption = Annotated[
    str,
    typer.Option(
        "--place",
        metavar="NAME",
        help="Compute it there: a place of 'palimpsest places list'.",
    ),
]


def run(
    what: PlanArgument,
    size: SizeOption = "",
    set_: PlanSetOption = None,
    store: StoreOption = None,
    plot: Annotated[Path | None, typer.Option(help="Save a picture of the curves (PNG) at the end.")] = None,
    queue: QueueOption = False,
    place: PlaceOption = "",
    baseline: Annotated[
        bool,
        typer.Option(
            "--baseline", help="Also run the baselines of 'palimpsest baseline' on the same data sets."
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Train in the foreground with a progress bar; exit 0 only when every run has finished."""
    plan = apply_settings(load_plan(what, size), set_ or [])
    if not queue and not place:
        launch.prepare_start(plan.experiment.compute.device)  # it imports while the plan is being looked at
    experiments = plan.expand()
    if baseline:
        experiments += baseline_experiments(experiments)
    sweep = plan.experiment.name if plan.axes else ""
    _start(experiments, sweep, store_path(store), queue, as_json, plot, place)


def baseline(
    what: PlanArgument,
    size: SizeOption = "",
    set_: PlanSetOption = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Only this kind: {', '.join(BASELINE_KINDS)}; may be given several times. By default all that make "
            "sense: class names for encoders that were trained to compare sentences.",
            show_default=False,
        ),
    ] = None,
    classifier: Annotated[
        str,
        typer.Option(help=f"Of the bag of words only this: {' or '.join(CLASSIFIERS)}.", show_default=False),
    ] = "",
    ladder: Annotated[
        bool,
        typer.Option(
            "--ladder",
            help="Show the error against the number of labels instead, and what further labels are worth. Nothing is "
            "stored, and the test split is left alone.",
        ),
    ] = False,
    further: Annotated[
        int,
        typer.Option(
            "--further", min=0, help="Of the ladder: how many more labels. 0: about half as many again."
        ),
    ] = 0,
    store: StoreOption = None,
    queue: QueueOption = False,
    as_json: JsonOption = False,
) -> None:
    """Run what needs no fine-tuning on the data sets of a design: bag of words, frozen encoder, class names."""
    chosen_kinds = _choose_kinds(kind or (), classifier)
    if classifier and classifier not in CLASSIFIERS:
        raise UserError(
            f"there is no classifier '{classifier}'.",
            place="--classifier",
            remedy=f"Use {' or '.join(CLASSIFIERS)}.",
        )
    plan = apply_settings(load_plan(what, size), set_ or [])
    chosen = [each for each in CLASSIFIERS if classifier in ("", each)]
    experiments = baseline_experiments(plan.expand(), chosen_kinds, chosen)
    if ladder:
        _climb(launch.resolve_names(store_path(store), experiments), further, as_json)
        return
    _start(experiments, "", store_path(store), queue, as_json, None)


def _climb(experiments: Sequence[Experiment], further: int, as_json: bool) -> None:
    """Show the ladder of each data set."""
    from engine.stages.ladder import climb

    by_data: dict[str, list[Experiment]] = {}
    for each in experiments:
        (data,) = each.stages[0].sources().values()
        by_data.setdefault(data.model_dump_json(), []).append(each)
    with output.counted_progress() as report:
        found = [climb(each, further, report) for each in by_data.values()]
    if as_json:
        output.print_json([made.as_json() for made in found])
        return
    for made in found:
        output.write_line(f"{made.data}: {made.texts:,} labelled texts, five parts held out in turn")
        table = output.plain_table(("Baseline", "Labels", "Error, %", "95 % interval"), justify="right")
        for rung in made.rungs:
            interval = f"{rung.low:.1f} to {rung.high:.1f}"
            table.add_row(BASELINE_KINDS[rung.kind], f"{rung.labels:,}", f"{rung.error:.2f}", interval)
        output.out.print(table)
        for worth in made.worth:
            output.write_line(worth.sentence())


def _choose_kinds(asked: Sequence[str], classifier: str) -> list[BaselineKind]:
    """Return the kinds of baselines that are asked for; a classifier alone asks for the bag of words."""
    if unknown := [each for each in asked if each not in BASELINE_KINDS]:
        raise UserError(
            f"there is no kind of baseline '{unknown[0]}'.",
            place="--kind",
            remedy=f"Use {', '.join(BASELINE_KINDS)}.",
        )
    return [each for each in BASELINE_KINDS if each in (asked or (["bag_of_words"] if classifier else []))]


def _start(
    plain: Sequence[Experiment], sweep: str, store: Path, queue: bool, as_json: bool, plot: Path | None,
    place: str = "",
) -> None:  # fmt: skip
    """Check experiments and queue them, or run them in the foreground; at a place, where one is named."""
    from engine.preflight import preflight

    experiments = launch.resolve_names(store, plain)
    if place:
        place = _require_place(place)
    said = set[str]()
    for warning in () if place else preflight(experiments):
        said.add(warning)
        output.err.print(f"Note: {escape(warning)}", soft_wrap=True)
    with Store(store) as opened:
        launcher = "queue" if queue else "cli"
        ids = launch.enqueue(opened, experiments, sweep, launcher=launcher, resolved=True, place=place)
        rows = [run_rows.get_run(opened, number) for number in ids]
    if place:
        launch.start_follower(store)
    if not queue:
        _run_in_foreground(store, ids, as_json, plot, said)
    elif as_json:
        output.print_json([output.run_json(row) for row in rows])
    else:
        for row in rows:
            output.write_line(f"Run {row.id}, {row.name}: {output.status_text(row)}")


def _require_place(name: str) -> str:
    """Return the place of that name, empty for this computer; note where it does not answer now.

    Raises UserError for what would stand in the way later, too: no such place, an unknown host, another version.
    """
    from engine.places import THIS_COMPUTER
    from engine.places.base import PlaceUnreachableError
    from engine.places.settings import find_place

    if name == THIS_COMPUTER:
        return ""
    try:
        find_place(name).connect().close()
    except PlaceUnreachableError as error:
        said = f"{error} The runs are sent as soon as {name} answers."
        output.err.print(f"Note: {escape(said)}", soft_wrap=True)
    return name


def resume(
    run: RunArgument,
    anew: Annotated[
        bool,
        typer.Option(
            "--anew", help="Begin again from the beginning; what it has measured is measured again."
        ),
    ] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Resume a stopped, interrupted or failed run from its last checkpoint that is whole."""
    with Store(store_path(store)) as opened:
        row = run_rows.find_run(opened, run)
        launch.resume_run(opened, row.id, launcher="cli", anew=anew)
    _run_in_foreground(store_path(store), [row.id], as_json, None)


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
    from engine.analysis.verdicts.odometer import looks_notes
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
        code = _follow_run(path, number, bar, set())
    if code:
        if as_json:
            with Store(path, read_only=True) as opened:
                output.print_json(output.run_json(run_rows.get_run(opened, number)))
        raise typer.Exit(code)
    with Store(path, read_only=True) as opened:
        found = compare_rerun(opened, row.id, number)
        said = looks_notes(opened, [row])
    if as_json:
        output.print_json(found.as_json() | {"notes": said})
    else:
        _print_comparison(found)
        for sentence in said if found.figures and not found.is_identical else ():
            output.out.print(sentence, soft_wrap=True)
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


def retry(
    run: RunArgument,
    set_: PlanSetOption = None,
    queue: QueueOption = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run a run's settings again with changes (--set batch_size=12), as a run of its own; the old one stays."""
    path = store_path(store)
    if not set_:
        raise UserError(
            "nothing is to be changed.",
            place="--set",
            remedy=f"Give KEY=VALUE; 'palimpsest rerun {printable(run, 60)}' runs the same again, 'resume' goes on.",
        )
    with Store(path) as opened:
        row = run_rows.find_run(opened, run)
        experiment = run_rows.get_experiment(opened, row.id)
    plan = apply_settings(Plan(experiment), set_)
    if not plan.axes and not differing_fields(plan.experiment, experiment):
        raise UserError("the run has these settings already.", place="--set", remedy="Give other values.")
    if plan.experiment.name == experiment.name and not plan.axes:
        name = f"{row.name}: {', '.join(set_)}"[:200]
        plan = replace(plan, experiment=plan.experiment.model_copy(update={"name": name}))
    _start(plan.expand(), plan.experiment.name if plan.axes else "", path, queue, as_json, None)


def tag(
    run: RunArgument,
    tags: Annotated[
        list[str], typer.Argument(metavar="TAG...", help="The tags; 'starred' is the window's star.")
    ],
    remove: Annotated[bool, typer.Option("--remove", help="Take these tags away.")] = False,
    store: StoreOption = None,
) -> None:
    """Give a run tags, or take them away."""
    with Store(store_path(store)) as opened:
        row = run_rows.find_run(opened, run)
        kept = [each for each in row.tags if each not in tags]
        run_rows.set_tags(opened, row.id, kept if remove else [*row.tags, *tags])
        row = run_rows.get_run(opened, row.id)
    output.out.print(f"Run {row.id}, {escape(row.name)}: {escape(', '.join(row.tags)) or 'no tags'}")


def next_runs(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Queued runs: id, name, or 'last'.")],
    last: Annotated[bool, typer.Option("--last", help="Put them at the end instead.")] = False,
    store: StoreOption = None,
) -> None:
    """Put queued runs at the front of the queue."""
    from engine.launch.queue_order import move_in_queue

    with Store(store_path(store)) as opened:
        rows = [run_rows.find_run(opened, each) for each in runs]
        for row in rows:
            if row.status != "queued":
                raise UserError(
                    "is not queued.", place=f"run {row.id}", remedy="Only what waits can be moved."
                )
        far = run_rows.count_active_runs(opened)[1]
        order = move_in_queue(opened, {row.id for row in rows}, far if last else -far)
    output.out.print(f"The queue is now: {', '.join(map(str, order))}")


def stop(run: RunArgument, store: StoreOption = None) -> None:
    """Stop a run at its next step, with a checkpoint; if it does not answer, end its process."""
    path = store_path(store)
    with Store(path) as opened:
        row = run_rows.find_run(opened, run)
    launch.stop_run(path, row.id)
    with Store(path) as opened:
        row = run_rows.get_run(opened, row.id)
    output.out.print(f"Run {row.id}, {escape(row.name)}: {escape(output.status_text(row))}")


LISTED_RUNS = 50
"""Runs that are listed unless more are asked for: a list of thousands takes seconds, and is not read."""


def runs(
    store: StoreOption = None,
    search: Annotated[str, typer.Option(help="Only runs with this text in name, data or tags.")] = "",
    where: Annotated[
        str,
        typer.Option(
            metavar="FILTER", help="Only runs that it is true of: 'test < 4 and data = trec and tag ~ pilot'."
        ),
    ] = "",
    columns: Annotated[
        str,
        typer.Option(
            metavar="NAME,NAME", help="More columns: settings, measures, tags (learning_rate,test/macro_f1)."
        ),
    ] = "",
    sort: Annotated[
        str, typer.Option(metavar="NAME", help="Sort by what a filter can name; -NAME: largest first.")
    ] = "",
    limit: Annotated[
        int | None,
        typer.Option(
            min=1, help=f"How many are listed, the first ones; default: {LISTED_RUNS}, with --json all."
        ),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="List all of them.")] = False,
    as_json: JsonOption = False,
) -> None:
    """List the newest runs: id, name, status, best validation error and its step, last, test at best validation."""
    from engine.analysis.verdicts.odometer import looks_by_run

    more = [name.strip() for name in columns.split(",") if name.strip()]
    most = None if all_ else limit or (None if as_json else LISTED_RUNS)
    with Store(store_path(store)) as opened:
        launch.reconcile_runs(opened)
        rows = run_rows.list_runs(
            opened, search, where=where, order_by=sort.removeprefix("-") or "created",
            descending=sort.startswith("-") or not sort, limit=None if most is None else most + 1,
        )  # fmt: skip
        more_there, rows = most is not None and len(rows) > most, rows[:most]
        values = run_rows.read_run_values(opened, more, [row.id for row in rows])
        if as_json:
            looks = looks_by_run(opened, rows)
            output.print_json(
                [
                    output.run_json(row, {"columns": values[row.id]} if more else None, looks.get(row.id))
                    for row in rows
                ]
            )
        elif rows:
            output.print_runs(opened, rows, more, values)
            if more_there:
                which = "first" if sort else "newest"
                output.out.print(
                    f"These are the {which} {most:,}. --all lists all, --limit N as many as you like."
                )
    if as_json or rows:
        return
    if search or where:
        output.out.print("No run matches.")
    else:
        output.out.print("There are no runs yet. Try: palimpsest run quickstart")


def show(
    run: RunArgument,
    metrics_: Annotated[
        bool, typer.Option("--metrics", help="All metrics of one split, and the reliability of confidence.")
    ] = False,
    per_class: Annotated[
        bool, typer.Option("--per-class", help="Precision, recall, F1 and areas of each class.")
    ] = False,
    confusion: Annotated[
        bool, typer.Option("--confusion", help="Which classes are taken for which.")
    ] = False,
    split: Annotated[
        str, typer.Option(help="Whose predictions these three read: test, validation, test/TASK.")
    ] = "test",
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show one run: settings, stages, measures, notes; or what its stored predictions tell of one split."""
    if metrics_ or per_class or confusion:
        _show_split(run, split, store_path(store), metrics_, per_class, confusion, as_json=as_json)
        return
    from engine.analysis.run_description import read_run_description

    with Store(store_path(store)) as opened:
        launch.reconcile_runs(opened)
        found = read_run_description(opened, run_rows.find_run(opened, run))
    if as_json:
        output.print_json(_description_json(found))
    else:
        _print_description(found)


def _description_json(found: RunDescription) -> JsonObject:
    return output.run_json(found.row) | {
        "spec": found.experiment.model_dump(mode="json"),
        "stages": [
            {"kind": s.kind, "title": s.title, "first_step": s.first_step, "steps": s.steps, "info": s.info}
            for s in found.stages
        ],
        "metrics": {
            key: {"best": m.best, "best_step": m.best_step, "last": m.last, "last_step": m.last_step}
            for key, m in found.measures.items()
        },
        "results": [each.as_json() for each in found.results],
        "test_looks": {"experiments": found.looks.experiments, "strategies": found.looks.strategies},
        "latest": dict(found.latest),
        "evidence": list(found.evidence),
        "notes": [{"time": n.time, "level": n.level, "text": n.text} for n in found.notes],
    }


def _print_description(found: RunDescription) -> None:
    from engine.analysis.curves.epochs import is_fitted_at_once
    from engine.analysis.verdicts.odometer import looks_sentence

    row = found.row
    output.out.print(output.runs_table([row]))
    if launch.silent_since(row) is not None:
        output.out.print(
            "Its process lives, but writes nothing: it may be halted, or the machine is overloaded. Wait for it, or: "
            f"palimpsest stop {row.id}, then palimpsest resume {row.id}; it goes on from its last checkpoint."
        )
    at_once = is_fitted_at_once(found.stages)
    for stage in found.stages:
        work = _fits(stage.steps) if at_once else f"{stage.steps:,} updates"
        output.out.print(f"\nStage {stage.position + 1}, {escape(stage.title)}: {work}")
        for key, value in stage.info.items():
            shown = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else str(value)
            output.out.print(f"  {key.replace('_', ' ')}: {escape(shown)}")
    if len(found.results) > 1 or any(each.more for each in found.results):
        output.out.print(output.results_table(found.results))
    if found.measures:
        output.out.print(f"\nMeasures ({'of the fit that was taken' if at_once else 'best at step, last'})")
        for key, m in found.measures.items():
            if at_once:
                output.out.print(f"  {key}: {'not a number' if m.at_best is None else f'{m.at_best:.4g}'}")
                continue
            best = "" if m.best is None or m.best_step is None else f"{m.best:.4g} at {m.best_step:,}, "
            last = (
                "not a number" if m.last is None else f"{m.last:.4g}"
            )  # a metric that one text does not define
            output.out.print(f"  {key}: {best}{last}")
    if looks := looks_sentence(found.looks):
        output.out.print(f"\n{looks}")
    for sentence in found.evidence:
        output.out.print(escape(sentence), soft_wrap=True)
    for note in found.notes:
        output.out.print(f"{escape(note.level)}: {escape(note.text)}")
    output.out.print(f"\nFolder: {escape(str(row.folder))}")
    output.out.print(f"\n{escape(dumps(found.experiment, comments=False))}")


def _fits(number: int) -> str:
    """Return what a run without updates has done: a fit for each strength of regularisation."""
    return "1 fit, no updates" if number == 1 else f"{number:,} fits, no updates; one of them was taken"


def _show_split(
    run: str, split: str, store: Path, metrics: bool, per_class: bool, confusion: bool, *, as_json: bool
) -> None:
    """Print what the stored predictions of a run tell of one split."""
    from engine.analysis.curves.epochs import is_fitted_at_once
    from engine.analysis.verdicts.odometer import looks_of_runs, looks_sentence
    from engine.cli import split_tables

    with Store(store) as opened:
        row = run_rows.find_run(opened, run)
        found = split_tables.require_split(opened, row.id, split)
        looks = looks_sentence(looks_of_runs(opened, [row]))
        at_once = is_fitted_at_once(run_rows.list_stages(opened, row.id))
    if as_json:
        notes = output.test_notes(split, found.texts, looks)
        output.print_json({"run": row.id, "name": row.name} | found.as_json() | {"notes": notes})
        return
    at = "" if at_once else f", update {found.step:,}"
    output.out.print(f"Run {row.id}, {escape(row.name)}{at}")
    output.print_test_notes(split, found.texts, looks)
    for wanted, print_table in (
        (metrics, split_tables.print_metrics),
        (per_class, split_tables.print_classes),
        (confusion, split_tables.print_confusion),
    ):
        if wanted:
            output.out.print()
            print_table(found)


def _run_in_foreground(
    store: Path, ids: list[int], as_json: bool, plot: Path | None, said: set[str] | None = None
) -> None:
    """Run queued runs one after the other, with their warnings but those of ``said``; exits with the worst code."""
    from engine.analysis.evidence import generated_notes
    from engine.analysis.verdicts.odometer import looks_by_run

    code, said = 0, set(said or ())
    with output.RunProgressBar(quiet=as_json) as bar:
        for run_id in _places_last(store, ids):
            try:
                code = max(code, _follow_run(store, run_id, bar, said))
            except KeyboardInterrupt:  # a run of this computer takes it for itself
                output.err.print("The runs go on at their place; follow them with: palimpsest runs")
                code = EXIT_STOPPED
            if code == EXIT_STOPPED:
                break  # Ctrl+C means the sweep, not only its current run
    with Store(store) as opened:
        rows = [run_rows.get_run(opened, run_id) for run_id in ids]
        guessing = {i: s.info.get("guessing_error") for i in ids for s in run_rows.list_stages(opened, i)}
        looks = looks_by_run(opened, rows)
        rests_on = generated_notes(run_rows.get_experiments(opened, ids).values())
        if not as_json:
            output.print_runs(opened, rows)
    if as_json:
        output.print_json(
            [
                output.run_json(row, {"guessing_error": guessing.get(row.id)}, looks.get(row.id))
                for row in rows
            ]
        )
    else:
        known = {f"{g:.2f}" for g in guessing.values() if isinstance(g, float)}
        if known:
            output.out.print(f"Always guessing the largest class gives {' / '.join(sorted(known))} % error.")
        for sentence in rests_on:
            output.out.print(escape(sentence), soft_wrap=True)
    if plot is not None:
        load_window_part("curves")(store, ids, plot)
        if not as_json:
            output.out.print(f"Curves: {escape(str(plot))}")
    raise typer.Exit(code)


def _places_last(store: Path, ids: list[int]) -> list[int]:
    """Return runs in the order in which they are followed: those of this computer, which wait for it, come first."""
    with Store(store, read_only=True) as opened:
        return sorted(ids, key=lambda number: bool(run_rows.get_run(opened, number).place))


def _follow_run(store: Path, run_id: int, bar: output.RunProgressBar, said: set[str]) -> int:
    """Follow a run to its end and return its exit code; print its warnings, but those of ``said``, which grows."""
    begun, code, line = False, 1, 0
    with Store(store, read_only=True) as opened:  # once: to open it costs more than to look at the lines
        for snapshot in launch.run_foreground(store, run_id):
            if not begun:
                bar.begin_run(snapshot.row)
                begun = True
            bar.show_run(snapshot.row, snapshot.values)
            for each in run_rows.list_log_lines(opened, run_id, line):
                line = each.id
                if each.level == "warning" and each.text not in said:
                    said.add(each.text)
                    output.err.print(f"Note: {escape(each.text)}", soft_wrap=True)
            if snapshot.exit_code is not None:
                code = snapshot.exit_code
                bar.end_run(snapshot.row)
    return code
