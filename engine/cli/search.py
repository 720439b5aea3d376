"""``palimpsest search`` and ``searches``: searches for settings, and their results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from engine import launch
from engine.analysis.tables import Parts, PlainTable
from engine.cli import output
from engine.cli.answer import (
    Answer,
    DevicesOption,
    OverwriteOption,
    PlanArgument,
    PlanSetOption,
    SizeOption,
    SlotsOption,
)
from engine.cli.queue import continue_in_queue, require_devices
from engine.cli.runs import note_warnings
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.output_files import require_output, write_output
from engine.spec.experiment import Experiment
from engine.spec.recipes import load_plan
from engine.spec.search import Search, read_search
from engine.spec.sweep import apply_settings, require_one_value
from engine.spec.toml import dumps
from engine.store import runs as run_rows
from engine.store.database import Store
from engine.toml_text import read_toml_value

if TYPE_CHECKING:
    from engine.analysis.search.results import SearchResults

KeptWeights = Literal["all", "best"]
WriteOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the best design so far as a TOML file.")
]


def search(
    recipe: PlanArgument,
    store: Path,
    as_json: bool,
    size: SizeOption = "",
    set_: PlanSetOption = None,
    over: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUES")] = None,
    trials: Annotated[int | None, typer.Option(min=1)] = None,
    hours: Annotated[float | None, typer.Option(min=0)] = None,
    within: Annotated[str, typer.Option(metavar="MEASURE<=VALUE")] = "",
    keep: KeptWeights | None = None,
    write: WriteOption = None,
    overwrite: OverwriteOption = False,
    again: bool = False,
    queue: bool = False,
    slots: SlotsOption = 1,
    device: DevicesOption = None,
) -> Answer:
    """Search settings trial by trial over the fields under [search], and test the best once.

    The same command continues an interrupted search. Exit code 0 only when the search is complete.

    Args:
        over: Also search over a field: learning_rate=1e-5:1e-4:log (a range), batch_size=[16,32] (values).
        trials: Number of trials.
        hours: No trial starts after this many hours of runs.
        within: A constraint on the chosen checkpoint and design: retention/factor<=1.5 (language forgotten).
        keep: Weights kept on disk: of all finished trials, or of the best.
        again: Start a new search even if one with the same settings exists.
        queue: Start the search and leave its trials to the queue.
    """
    from engine.analysis.search.results import read_results
    from engine.launch.search import begin_search, continue_search, find_same_search

    devices = require_devices(device)
    if write is not None:
        require_output(write, overwrite=overwrite)
    budget: JsonObject = {"trials": trials, "hours": hours, "keep": keep} | _bound(within)
    experiment, settings = _read_plan(recipe, size, set_ or [], over or [], budget)
    with Store(store) as database:
        existing = None if again else find_same_search(database, experiment, settings)
        if existing is None:
            note_warnings(launch.resolve_names(database, [experiment]))
            number = begin_search(database, experiment, settings)
        else:
            number = existing.id
            if not as_json:
                output.say(f"Search {number} continues.")
            continue_search(database, number, settings)
    interrupted = not queue and continue_in_queue(store, slots, devices, quiet=as_json)
    with Store(store) as database:
        results = read_results(database, number)
        record, parts = _describe(database, results, write)
    if queue:
        return Answer(record, parts)
    if interrupted or results.row.status in ("active", "stopped"):
        return Answer(record, [*parts, "It is not finished. The same command goes on."], code=3)
    return Answer(record, parts, code=0 if results.row.status == "finished" else 1)


def searches(
    store: Path,
    search: Annotated[str, typer.Argument()] = "",
    write: WriteOption = None,
    overwrite: OverwriteOption = False,
    stop: bool = False,
) -> Answer:
    """List searches, or show one: its trials and the best of them.

    Args:
        search: A search's number or name, or 'last'; default: list all.
        stop: Stop the search and its running trials.
    """
    from engine.analysis.search.results import progress_words, read_results, results_json, value_words
    from engine.launch.search import stop_search
    from engine.store import searches as stored

    if not search and (write or stop):
        raise UserError("which search?", place="--stop" if stop else "--write", remedy="Name it, or 'last'.")
    if write is not None:
        require_output(write, overwrite=overwrite)
    with Store(store) as database:
        launch.reconcile_runs(database)
        if search:
            number = stored.find_search(database, search).id
            if stop:
                stop_search(database, number)
            return Answer(*_describe(database, read_results(database, number), write))
        results = [read_results(database, row.id) for row in stored.list_searches(database)]
    record = [results_json(result) for result in results]
    if not results:
        example = "palimpsest search quickstart --over learning_rate=1e-5:1e-3:log"
        return Answer(record, [f"There are no searches yet. Try: {example}"])
    rows = [
        [
            result.row.id,
            result.row.name,
            result.row.status,
            progress_words(result),
            value_words(result, result.best.value) if result.best else "–",
        ]
        for result in results
    ]
    return Answer(record, [PlainTable(["Search", "Name", "Status", "Trials", "Best"], rows)])


def _read_plan(
    recipe: str, size: str, settings: list[str], over: list[str], options: JsonObject
) -> tuple[Experiment, Search]:
    plan = apply_settings(load_plan(recipe, size), settings)
    if plan.axes:
        raise UserError(
            "the plan has a sweep, which runs every combination.",
            place=recipe,
            remedy="Remove [sweep], or give one value: --set KEY=VALUE.",
        )
    table: JsonObject = dict(plan.search)
    if over:
        fields = table.get("fields")
        ranges: JsonObject = {}
        for key, values in map(_field_range, over):
            require_one_value(ranges.setdefault(key, values), values, place=f"--over {key}")
        table["fields"] = (fields if isinstance(fields, dict) else {}) | ranges
    table |= {name: value for name, value in options.items() if value is not None}
    return plan.experiment, read_search(plan.experiment, table, place=recipe)


def _bound(text: str) -> JsonObject:
    """Return the constraint of ``--within`` (``MEASURE<=VALUE`` or ``MEASURE>=VALUE``), empty for an empty text."""
    if not text:
        return {}
    sign = next((sign for sign in ("<=", ">=") if sign in text), "")
    measure, _, bound = text.partition(sign) if sign else ("", "", "")
    value = read_toml_value(bound.strip(), place=f"--within {text}") if bound.strip() else None
    if not measure.strip() or isinstance(value, bool) or not isinstance(value, int | float):
        raise UserError(
            "needs MEASURE<=VALUE or MEASURE>=VALUE, with a number.",
            place=f"--within {text}",
            remedy="For example --within 'retention/factor<=1.5', in quotes for the shell.",
        )
    return {"constraint": {"measure": measure.strip(), "most" if sign == "<=" else "least": value}}


def _field_range(text: str) -> tuple[str, object]:
    """Return the field and the values of one ``--over``: ``KEY=LOW:HIGH``, ``KEY=LOW:HIGH:log`` or ``KEY=[A, B]``."""
    key, equals, values = text.partition("=")
    place = f"--over {text}"
    if not equals:
        raise UserError("needs the form KEY=VALUES.", place=place)
    choices = read_toml_value(values.strip(), place=place)
    if isinstance(choices, list):
        return key.strip(), choices
    low, _, rest = values.strip().partition(":")
    high, _, scale = rest.partition(":")
    bounds = [read_toml_value(end, place=place) for end in (low, high)]
    if scale not in ("", "log") or not all(type(end) in (int, float) for end in bounds):
        raise UserError(
            "needs LOW:HIGH, LOW:HIGH:log or a list.",
            place=place,
            remedy="For example learning_rate=1e-5:1e-4:log.",
        )
    return key.strip(), {"low": bounds[0], "high": bounds[1], "log": scale == "log"}


def _describe(store: Store, results: SearchResults, write: Path | None) -> tuple[JsonObject, Parts]:
    """Return the record of a search and the lines for people. Write its best design to ``write``."""
    from engine.analysis.search.results import results_json

    record, parts = results_json(results), _result_parts(store, results)
    if write is not None:
        write_best(results, write)
        parts.append(f"Best design: {write}")
    return record, parts


def _result_parts(store: Store, results: SearchResults) -> Parts:
    from engine.analysis.search.results import (
        CAUTION,
        progress_words,
        settings_words,
        state_words,
        value_words,
    )

    row, best, bound = results.row, results.best, results.row.search.constraint
    rows = []
    for trial in results.trials:
        bounded = [] if bound is None else ["–" if trial.bounded is None else f"{trial.bounded:.3g}"]
        mark = " *" if best is not None and trial.number == best.number else ""
        state, value = state_words(trial), value_words(results, trial.value)
        settings, run_ids = settings_words(results, trial), ", ".join(map(str, trial.runs))
        rows.append([f"{trial.number}{mark}", state, value, *bounded, settings, run_ids])
    reason = f" ({row.reason})" if row.reason else ""
    parts: Parts = [
        f"Search {row.id}, {row.name}: {row.status}{reason}",
        f"By {row.search.metric_key(row.design)}; {progress_words(results)}",
        PlainTable(
            ["Trial", "State", "Value", *([bound.measure] if bound else []), "Settings", "Runs"], rows
        ),
    ]
    if best is not None:
        remark = "" if best.is_feasible or bound is None else f", which does not keep to {bound.words}"
        value = value_words(results, best.value)
        parts.append(f"* Best: trial {best.number}, {value}{remark}. Trial 0 is the design as it stands.")
    if results.chosen_runs:
        chosen_runs = [run_rows.get_run(store, run.run_id) for run in results.chosen_runs]
        parts += ["Chosen, trained again and tested:", *output.runs_parts(store, chosen_runs)]
    return [*parts, CAUTION]


def write_best(results: SearchResults, file: Path) -> None:
    """Write the best design of a search as a TOML file. Raises UserError without one, or if writing fails."""
    best, row = results.best, results.row
    if best is None:
        raise UserError("no trial has finished.", place=f"search {row.id}", remedy="Let one finish first.")
    design = row.search.experiment_with(row.design, best.settings)
    write_output(file, dumps(design))
