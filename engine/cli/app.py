"""``palimpsest``: everything the window does, without a window. Thin by intent: each command calls what a page calls.

Exit codes: 0 done, 1 a run failed, 2 the input was wrong (nothing was written), 3 a run was stopped or interrupted.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.markup import escape

from engine import launch, paths
from engine.analysis import task_results
from engine.cli import average as cli_average
from engine.cli import drift, forgetting, import_checkpoint, lab, new_encoder, output, paper_data
from engine.cli import queue as cli_queue
from engine.cli import results as cli_results
from engine.errors import UserError
from engine.launch import processes
from engine.preflight import preflight
from engine.spec.describe import walk_fields
from engine.spec.experiment import Experiment
from engine.spec.recipes import list_recipes as bundled
from engine.spec.recipes import load_plan
from engine.spec.sweep import (
    Plan,
    assign_value,
    differing_fields,
    format_value,
    has_variants,
    parse_value,
    resolve_path,
)
from engine.spec.toml import dumps
from engine.store import metrics, model_paths, summaries
from engine.store import runs as run_rows
from engine.store.database import Store

app = typer.Typer(
    name="palimpsest",
    help="Fine-tune BERT-family encoders on text classification, and see what they forget. "
    "Without a command the window opens.",
    add_completion=True,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(paper_data.app, name="data")

EXIT_STOPPED = 3

StoreOption = Annotated[
    Path | None, typer.Option("--store", help="The SQLite store; default: the user's own.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
SizeOption = Annotated[
    str, typer.Option("--size", help="Of a recipe: sample, small or paper; default: the smallest.")
]
RunArgument = Annotated[str, typer.Argument(help="A run's id or name; 'last' is the newest.")]
TaskOption = Annotated[
    str, typer.Option("--task", help="Of a run that has learnt several: the task, by its name.")
]
StageOption = Annotated[
    int,
    typer.Option("--stage", help="The stage's number; default: the last that has learnt the task.", min=0),
]
AverageOption = Annotated[
    float | None,
    typer.Option("--average", metavar="ALPHA", help="The average that 'palimpsest average --keep' has left."),
]


@app.callback(invoke_without_command=True)
def _window(
    context: typer.Context,
    store: StoreOption = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        from importlib.metadata import version as installed

        print(f"palimpsest {installed('palimpsest')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        # By name: the engine knows no window.
        window: Callable[..., int] = importlib.import_module("workbench.app").main
        raise typer.Exit(window([] if store is None else ["--store", str(store)]))


@app.command()
def run(
    what: Annotated[str, typer.Argument(metavar="RECIPE|FILE.toml", help="A recipe's name or a TOML file.")],
    size: SizeOption = "",
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Change a field, e.g. learning_rate=5e-5, decay.kind=zhang, seed=[1,2,3] (a list makes a sweep). "
            "'palimpsest fields' lists all keys. For a recipe's named alternatives: method=head+tail.",
        ),
    ] = None,
    store: StoreOption = None,
    plot: Annotated[Path | None, typer.Option(help="Save a picture of the curves (PNG) at the end.")] = None,
    queue: Annotated[
        bool,
        typer.Option("--queue", help="Only put it into the queue, for 'palimpsest queue' or the window."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Train in the foreground with a progress bar; exit 0 only when every run has finished."""
    plan = apply_settings(load_plan(what, size), set_ or [])
    if not queue:
        launch.prepare_start(plan.experiment.compute.device)  # it imports while the plan is being looked at
    experiments = launch.resolve_names(_store_path(store), plan.expand())
    for warning in preflight(experiments):
        output.err.print(f"Note: {escape(warning)}")
    launcher = "queue" if queue else "cli"
    with Store(_store_path(store)) as opened:
        ids = launch.enqueue(
            opened, experiments, plan.experiment.name if plan.axes else "", launcher=launcher
        )
        rows = [run_rows.get_run(opened, number) for number in ids]
    if queue:
        if as_json:
            _print_json([output.run_json(row) for row in rows])
        else:
            output.out.print(output.runs_table(rows))
        return
    _run_in_foreground(_store_path(store), ids, as_json, plot)


@app.command()
def resume(run: RunArgument, store: StoreOption = None, as_json: JsonOption = False) -> None:
    """Go on with a stopped, interrupted or failed run from its last checkpoint."""
    with Store(_store_path(store)) as opened:
        row = run_rows.find_run(opened, run)
        launch.resume_run(opened, row.id, launcher="cli")
    _run_in_foreground(_store_path(store), [row.id], as_json, None)


@app.command()
def stop(run: RunArgument, store: StoreOption = None) -> None:
    """Stop a run at its next step, with a checkpoint; if it does not answer, end its process."""
    path = _store_path(store)
    with Store(path) as opened:
        row = run_rows.find_run(opened, run)
    launch.stop_run(path, row.id)
    with Store(path) as opened:
        row = run_rows.get_run(opened, row.id)
    output.out.print(f"Run {row.id}, {escape(row.name)}: {escape(output.status_text(row))}")


@app.command()
def runs(
    store: StoreOption = None,
    search: Annotated[str, typer.Option(help="Only runs with this text in name, data or tags.")] = "",
    as_json: JsonOption = False,
) -> None:
    """List runs: id, name, status, best validation error and its step, last, test at best validation."""
    with Store(_store_path(store)) as opened:
        launch.reconcile_runs(opened)
        rows = run_rows.list_runs(opened, search)
    if as_json:
        _print_json([output.run_json(row) for row in rows])
    elif rows:
        output.out.print(output.runs_table(rows))
    else:
        output.out.print("There are no runs yet. Try: palimpsest run quickstart")


@app.command()
def show(run: RunArgument, store: StoreOption = None, as_json: JsonOption = False) -> None:
    """Show one run: settings, stages, measures, notes."""
    with Store(_store_path(store)) as opened:
        launch.reconcile_runs(opened)
        row = run_rows.find_run(opened, run)
        experiment = run_rows.get_experiment(opened, row.id)
        stages = run_rows.list_stages(opened, row.id)
        measures = summaries.read_summaries(opened, [row.id]).get(row.id, {})
        reached = task_results.task_results_of_runs(opened, {row.id: experiment})[row.id]
        latest = metrics.latest_values(opened, row.id)
        notes = run_rows.list_log_lines(opened, row.id)
    if as_json:
        record = output.run_json(row) | {
            "spec": experiment.model_dump(mode="json"),
            "stages": [
                {
                    "kind": s.kind,
                    "title": s.title,
                    "first_step": s.first_step,
                    "steps": s.steps,
                    "info": s.info,
                }
                for s in stages
            ],
            "metrics": {
                key: {"best": m.best, "best_step": m.best_step, "last": m.last, "last_step": m.last_step}
                for key, m in measures.items()
            },
            "results": [each.as_json() for each in reached],
            "latest": latest,
            "notes": [{"time": n.time, "level": n.level, "text": n.text} for n in notes],
        }
        _print_json(record)
        return
    output.out.print(output.runs_table([row]))
    for stage in stages:
        output.out.print(f"\nStage {stage.position + 1}, {escape(stage.title)}: {stage.steps:,} updates")
        for key, value in stage.info.items():
            output.out.print(f"  {key.replace('_', ' ')}: {escape(str(value))}")
    if len(reached) > 1:
        output.out.print(output.results_table(reached))
    if measures:
        output.out.print("\nMeasures (best at step, last)")
        for key, m in measures.items():
            best = "" if m.best is None else f"{m.best:.4g} at {m.best_step:,}, "
            output.out.print(f"  {key}: {best}{m.last:.4g}")
    for note in notes:
        output.out.print(f"{escape(note.level)}: {escape(note.text)}")
    output.out.print(f"\nFolder: {escape(str(row.folder))}")
    output.out.print(f"\n{escape(dumps(experiment, comments=False))}")


app.command()(cli_queue.queue)
app.command()(cli_average.average)
app.command()(cli_results.compare)
app.command()(drift.drift)
app.command()(cli_results.paper)
app.command()(forgetting.forgetting)
app.command()(import_checkpoint.import_checkpoint)
app.command()(new_encoder.new_encoder)
app.command()(lab.attention)
app.command()(lab.layers)


@app.command()
def predict(
    run: RunArgument,
    text: Annotated[
        list[str] | None, typer.Option("--text", help="A text; may be given several times.")
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", help="A UTF-8 file with one text per line.")] = None,
    task: TaskOption = "",
    stage: StageOption = 0,
    average: AverageOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Classify texts with the model that a finished run chose."""
    from engine.model.conversion.export import load_saved_model
    from engine.model.predict import predict as classify

    texts = list(text or [])
    if file is not None:
        try:
            texts += [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(
                f"cannot be read: {error}.", place=str(file), remedy="Name a UTF-8 text file."
            ) from None
    if not texts:
        raise UserError("there is no text to classify.", remedy="Give --text or --file.")
    predictions = classify(load_saved_model(*_find_model(store, run, task, stage, average)), texts)
    if as_json:
        _print_json(
            [
                {
                    "text": t,
                    "label": p.label,
                    "probabilities": dict(zip(p.classes, p.probabilities, strict=True)),
                }
                for t, p in zip(texts, predictions, strict=True)
            ]
        )
        return
    for each, found in zip(texts, predictions, strict=True):
        best = max(found.probabilities)
        output.out.print(f"{escape(found.label)}  {best:.3f}  {escape(each[:90])}", soft_wrap=True)


@app.command()
def export(
    run: RunArgument,
    folder: Path,
    layout: Annotated[
        str, typer.Option(help="huggingface, or bert-pytorch: a plain state dict for older loaders.")
    ] = "huggingface",
    norms: Annotated[
        str, typer.Option(help="bert-pytorch: call layer normalisations gamma-beta or weight-bias.")
    ] = "gamma-beta",
    task: TaskOption = "",
    stage: StageOption = 0,
    average: AverageOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Save the model that a finished run chose as a Hugging Face folder, or its encoder as a plain state dict."""
    from engine.model.conversion.state_dict_export import export_in_layout

    if layout == "bert-pytorch" and not task:
        with Store(_store_path(store)) as opened:
            number = run_rows.find_run(opened, run).id
            source, head = model_paths.find_encoder(opened, number, stage, average=average), ""
    else:
        source, head = _find_model(store, run, task, stage, average)
    said = export_in_layout(layout, source, folder, task=head, norms=norms)
    if as_json:
        _print_json({"folder": str(folder), "said": said})
    else:
        output.out.print(escape(said))


@app.command()
def recipes(as_json: JsonOption = False) -> None:
    """List the recipes that come with Palimpsest, with their sizes and numbers of runs."""
    found = bundled()
    if as_json:
        _print_json(
            [
                {"name": r.name, "title": r.title, "description": r.description, "runs": r.plan.run_count,
                 "sizes": {size: plan.run_count for size, plan in r.plans.items()}}
                for r in found
            ]
        )  # fmt: skip
        return
    output.out.print(output.recipes_table(found))
    output.out.print("A size is chosen with --size; the numbers are runs.")


@app.command()
def new(recipe: str, size: SizeOption = "") -> None:
    """Print a recipe as a TOML file with every field explained: palimpsest new quickstart > mine.toml."""
    sys.stdout.write(dumps(load_plan(recipe, size)))


@app.command()
def fields(
    prefix: Annotated[str, typer.Argument(help="Only keys that contain this.")] = "",
    as_json: JsonOption = False,
) -> None:
    """List every key of --set and of the TOML file: meaning, range, default, source."""
    from engine.spec.stages import Stage

    metas = [m for m in walk_fields(Experiment) if m.path != "stages"]
    for kind, stage in Stage.known_options().items():
        metas += list(walk_fields(stage, f"stages.N[{kind}]."))
    metas = [m for m in metas if prefix in m.path or prefix == m.option]
    if as_json:
        _print_json(
            [
                {"key": m.path, "option": m.option, "label": m.label, "help": m.help, "unit": m.unit,
                 "default": m.default, "range": m.range_text(), "source": m.source, "kinds": list(m.options())}
                for m in metas
            ]
        )  # fmt: skip
        return
    for m in metas:
        of = f"  (kind {m.option})" if m.option else ""
        output.out.print(f"{escape(m.path)}{of}", style="bold")
        kinds = f" Kinds: {', '.join(m.options())}." if m.kind == "choice" else ""
        limits = f" Range: {m.range_text()}." if m.range_text() else ""
        output.out.print(
            f"    {escape(m.label)}. {escape(m.help)}{limits}{kinds} Default: {escape(repr(m.default))}."
        )


@app.command()
def schema() -> None:
    """Print the JSON schema of an experiment."""
    _print_json(Experiment.model_json_schema())


@app.command()
def doctor(as_json: JsonOption = False) -> None:
    """Say what this machine has, what is missing, and what to do about it."""
    from engine.doctor import examine_machine

    findings = examine_machine()
    if as_json:
        _print_json([{"name": f.name, "ok": f.ok, "found": f.value, "remedy": f.remedy} for f in findings])
    else:
        for finding in findings:
            mark = "ok     " if finding.ok else "missing"
            output.out.print(f"{mark}  {finding.name}: {escape(finding.value)}")
            if finding.remedy:
                output.out.print(f"         → {escape(finding.remedy)}")
    if not all(finding.ok for finding in findings if finding.required):
        raise typer.Exit(1)


def apply_settings(plan: Plan, settings: list[str]) -> Plan:
    """``plan`` with ``KEY=VALUE`` settings; a list for a field that holds no list makes it an axis of the sweep."""
    from engine.spec.experiment import parse_experiment
    from engine.spec.tables import read_value

    table = plan.experiment.model_dump(mode="json")
    axes = dict(plan.axes)
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise UserError("needs the form KEY=VALUE.", place=f"--set {setting}")
        key, value = key.strip(), parse_value(text.strip())
        if has_variants(axes.get(key, ())):
            axes[key] = _select_variants(key, axes[key], value)
            continue
        key = resolve_path(table, key)
        try:
            holds_list = isinstance(read_value(table, key), list)
        except (KeyError, IndexError, TypeError):
            holds_list = False
        if isinstance(value, list) and not holds_list:
            axes[key] = value
        else:
            assign_value(table, key, value)
            axes.pop(key, None)
    experiment = parse_experiment(table, place="--set")
    # A recipe that was changed is no longer that recipe.
    if differing_fields(experiment, plan.experiment) or axes != plan.axes:
        experiment = experiment.model_copy(update={"recipe": ""})
    return Plan(experiment, axes)


def _select_variants(axis: str, variants: list[Any], value: Any) -> list[Any]:
    """The alternatives of an axis that go by the given name, or names."""
    wanted = [format_value(name) for name in (value if isinstance(value, list) else [value])]
    names = [variant.name for variant in variants]
    unknown = [name for name in wanted if name not in names]
    if unknown or not wanted:
        raise UserError(
            f"there is no '{', '.join(unknown)}'.",
            place=f"--set {axis}",
            remedy=f"There are: {', '.join(names)}.",
        )
    return [variant for variant in variants if variant.name in wanted]


def _run_in_foreground(store: Path, ids: list[int], as_json: bool, plot: Path | None) -> None:
    code = 0
    with output.RunProgressBar(quiet=as_json) as bar:
        for run_id in ids:
            code = max(code, _follow_run(store, run_id, bar))
            if code == EXIT_STOPPED:
                break  # Ctrl+C means the sweep, not only its current run
    with Store(store) as opened:
        rows = [run_rows.get_run(opened, run_id) for run_id in ids]
        guessing = {i: s.info.get("guessing_error") for i in ids for s in run_rows.list_stages(opened, i)}
    if as_json:
        _print_json([output.run_json(row, {"guessing_error": guessing.get(row.id)}) for row in rows])
    else:
        output.out.print(output.runs_table(rows))
        known = {f"{g:.2f}" for g in guessing.values() if isinstance(g, float)}
        if known:
            output.out.print(f"Always guessing the largest class gives {' / '.join(sorted(known))} % error.")
    if plot is not None:
        picture: Callable[[Path, list[int], Path], None] = importlib.import_module(
            "workbench.report.curves_image"
        ).save
        picture(store, ids, plot)
        if not as_json:
            output.out.print(f"Curves: {escape(str(plot))}")
    raise typer.Exit(code)


def _follow_run(store: Path, run_id: int, bar: output.RunProgressBar) -> int:
    begun, code = False, 1
    for snapshot in launch.run_foreground(store, run_id):
        if not begun:
            bar.begin_run(snapshot.row)
            begun = True
        bar.show_run(snapshot.row, snapshot.values)
        if snapshot.exit_code is not None:
            code = snapshot.exit_code
            bar.end_run(snapshot.row)
    return code


def _store_path(chosen: Path | None) -> Path:
    return chosen if chosen is not None else paths.default_store()


def _find_model(
    store: Path | None, run: str, task: str, stage: int, average: float | None = None
) -> tuple[Path, str]:
    """The folder of a run's chosen model and the head that is meant. Raises UserError when the run has none yet."""
    with Store(_store_path(store)) as opened:
        return model_paths.find_model(opened, run_rows.find_run(opened, run).id, task, stage, average)


def _print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def main() -> NoReturn:
    """The entry point: user errors become one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    # A frozen program is its own Python: its child processes come in here.
    processes.dispatch_frozen_module(sys.argv[1:])
    try:
        app()
    except UserError as error:
        output.err.print(f"palimpsest: {escape(str(error))}", style="red", soft_wrap=True)
        sys.exit(2)
    sys.exit(0)


if __name__ == "__main__":
    main()
