"""Reproduction of the paper's tables: missing runs, their time, queueing and the filled tables.

A reproduction has no state of its own. The identities of its runs show which of them are finished, running or
interrupted in the store. So an interrupted reproduction can continue, and a run that two tables share is trained once.
"""

from __future__ import annotations

import platform
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from engine import launch
from engine.analysis.durations import typical_seconds
from engine.analysis.estimate import training_key
from engine.analysis.paper import formats
from engine.analysis.paper.table import fill_table, recipes_with_tables
from engine.errors import UserError
from engine.formatting.numbers import count, plural
from engine.output_files import write_output
from engine.spec.experiment import Experiment
from engine.spec.recipes import Recipe, find_recipe
from engine.spec.sweep import Plan
from engine.store import Store, model_paths
from engine.store import runs as run_rows

DEFAULT_TABLES = ("table-2", "table-3", "table-4")
REPETITION_AXES = ("seed", "repeat")
"""Axes of recipes that only repeat the other settings."""

RunState = Literal["finished", "active", "broken_off", "missing"]


@dataclass(frozen=True)
class PlannedRun:
    """One run of a reproduction: its experiment, the tables that need it, and its state in the store.

    Attributes:
        run: the number of the stored run, or None.
    """

    experiment: Experiment
    tables: tuple[str, ...]
    state: RunState
    run: int | None = None


@dataclass(frozen=True)
class Reproduction:
    """Recipes to reproduce, with all of their runs.

    ``repetitions``: the number of seeds or draws of each recipe, 0 for all.
    """

    recipes: tuple[Recipe, ...]
    runs: tuple[PlannedRun, ...]
    repetitions: int = 0

    def in_state(self, *states: RunState, table: str = "") -> list[PlannedRun]:
        """Return the runs in one of ``states``, with ``table`` only the runs that it needs."""
        return [run for run in self.runs if run.state in states and (not table or table in run.tables)]

    @property
    def unfinished(self) -> list[PlannedRun]:
        """The runs that have not finished."""
        return self.in_state("active", "broken_off", "missing")


def plan_reproduction(
    store: Store,
    names: Sequence[str],
    size: str = "paper",
    repetitions: int = 0,
    settings: Sequence[str] = (),
) -> Reproduction:
    """Return the reproduction of the tables ``names`` with its progress.

    Args:
        store: the store with the runs so far.
        names: recipes that fill a table or figure of the paper.
        size: the size of all recipes.
        repetitions: the number of seeds or draws of each recipe, 0 for all.
        settings: changes to all recipes, as ``KEY=VALUE``. Without any they are as published.

    Raises:
        UserError: a recipe does not exist, fills no table, does not have the size, or names another size. A setting is
            invalid. A local folder would be read instead of a published encoder.
    """
    launch.reconcile_runs(store)
    table_recipes = [recipe.name for recipe in recipes_with_tables()]
    requested_names = dict.fromkeys(_recipe_name(name, size) for name in names)
    for recipe in map(find_recipe, requested_names):
        if recipe.layout is None:
            raise UserError(
                f"the recipe '{recipe.name}' has no table in the paper.",
                remedy=f"Recipes with a table: {', '.join(table_recipes)}.",
            )
    recipes = [find_recipe(name, size).with_settings(settings) for name in requested_names]
    experiments: dict[str, tuple[Experiment, list[str]]] = {}
    for recipe in recipes:
        for experiment in limit_repetitions(recipe.plan, repetitions).expand():
            experiments.setdefault(experiment.identity(), (experiment, []))[1].append(recipe.name)
    _check_encoders(store, [experiment for experiment, _ in experiments.values()])
    states = dict(_states(store, {identity: experiment for identity, (experiment, _) in experiments.items()}))
    runs = [
        PlannedRun(experiment, tuple(tables), *states.get(identity, ("missing", None)))
        for identity, (experiment, tables) in experiments.items()
    ]
    return Reproduction(tuple(recipes), tuple(runs), repetitions)


def _recipe_name(name: str, size: str) -> str:
    """Return the name of a recipe without its size. Raises UserError for a size other than ``size``."""
    recipe_name, _, own_size = name.partition(":")
    if own_size and own_size != size:
        raise UserError(
            f"'{name}' names another size than '{size}'. The tables of a reproduction have one size.",
            remedy=f"Write {recipe_name} --size {own_size}.",
        )
    return recipe_name


def _check_encoders(store: Store, experiments: Sequence[Experiment]) -> None:
    """Raise UserError if a folder hides the encoder of a recipe, because such runs would fill no table."""
    for experiment in experiments:
        name = experiment.encoder.source
        (resolved,) = model_paths.resolve_encoders(store, [experiment])
        if resolved.encoder.source != name:
            raise UserError(
                f"is a folder here and would be read instead of the published encoder '{name}'.",
                place=resolved.encoder.source,
                remedy="Call the command from another folder.",
            )


def limit_repetitions(plan: Plan, limit: int) -> Plan:
    """Return ``plan`` with at most ``limit`` values on the repetition axes, 0 for no limit."""
    if not limit:
        return plan
    return Plan(
        plan.experiment,
        {axis: values[:limit] if axis in REPETITION_AXES else values for axis, values in plan.axes.items()},
    )


def _states(
    store: Store, experiments: Mapping[str, Experiment]
) -> Iterator[tuple[str, tuple[RunState, int]]]:
    """Yield the state and run of every stored experiment, by identity. The best state wins, then the newest run.

    As in ``fill_table``, hashes of runs from older versions are recomputed, because they may differ for the same
    settings. Finished runs count even if archived. Other archived runs are ignored.
    """
    order: dict[RunState, int] = {"broken_off": 0, "active": 1, "finished": 2}
    recipes = {experiment.recipe.partition(":")[0] for experiment in experiments.values()} - {""}
    best = dict[str, tuple[RunState, int]]()
    for row in run_rows.list_runs(store, order_by="id", descending=False, archived=None):
        if row.archived and row.status != "finished":
            continue  # archived on purpose, so not continued
        identity = row.identity
        if identity not in experiments and row.recipe.partition(":")[0] in recipes:
            try:
                identity = run_rows.get_experiment(store, row.id).identity()
            except UserError:  # one of its options is not installed any more, so it is none of these
                continue
        if identity not in experiments:
            continue
        state: RunState = "finished" if row.status == "finished" else "active" if row.active else "broken_off"
        if identity not in best or order[state] >= order[best[identity][0]]:
            best[identity] = (state, row.id)
    yield from best.items()


def estimate_hours(store: Store, runs: Sequence[PlannedRun]) -> float | None:
    """Return the hours that ``runs`` take on one device, judged by similar runs. None if a run has no similar one."""
    seconds = [
        typical_seconds(
            store,
            run.experiment.group_identity(),
            "",
            model_paths.canonical_encoder(store, run.experiment.encoder.source),
        )
        for run in runs
    ]
    return None if None in seconds else sum(filter(None, seconds)) / 3600


def count_shared_stages(runs: Sequence[PlannedRun]) -> int:
    """Return the number of distinct earlier stages (pre-trainings, joint fine-tunings) of ``runs``."""
    return len(
        {
            training_key(run.experiment, index)
            for run in runs
            for index in range(len(run.experiment.stages) - 1)
        }
        - {""}
    )


def queue_reproduction(store: Store, reproduction: Reproduction) -> list[int]:
    """Queue all missing runs, requeue interrupted ones, and return the numbers of these runs.

    Raises UserError when an encoder or a data set is missing. Nothing was queued then.
    """
    numbers: list[int] = []
    missing = reproduction.in_state("missing")
    for recipe in reproduction.recipes:
        experiments = [run.experiment for run in missing if run.tables[0] == recipe.name]
        if experiments:
            numbers += launch.enqueue(store, experiments, f"Reproduction of {recipe.title}")
    for run in reproduction.in_state("broken_off"):
        assert run.run is not None
        launch.resume_run(store, run.run)
        numbers.append(run.run)
    return numbers


def describe_reproduction(store: Store, reproduction: Reproduction) -> str:
    """Return the tables, as far as they are filled, as a Markdown document that names the source of its numbers."""
    total, finished = len(reproduction.runs), len(reproduction.in_state("finished"))
    recipes = reproduction.recipes
    arguments = ["palimpsest reproduce", *(recipe.name for recipe in recipes)]
    if recipes:
        arguments += ["--size", recipes[0].size]
    if reproduction.repetitions:
        arguments += ["--seeds", str(reproduction.repetitions)]
    for setting in recipes[0].settings if recipes else ():
        arguments += ["--set", shlex.quote(setting)]
    lines = [
        "# Reproduction of Sun et al. 2019",
        "",
        f"Made by `{' '.join(arguments)}` of Palimpsest {version('palimpsest')} on "
        f"{datetime.now(UTC):%Y-%m-%d}, on {platform.machine()} under {platform.system()}. {count(finished)} of "
        f"{plural(total, 'run')} {'has' if finished == 1 else 'have'} finished"
        f"{'.' if finished == total else '; the same command goes on with the others.'}",
        "",
    ]
    for recipe in reproduction.recipes:
        table = fill_table(store, recipe.name, recipe.size, recipe.settings)
        lines += [formats.paper_document(table).text("markdown").replace("### ", "## ", 1).rstrip(), ""]
        lines += [_describe_runs(store, recipe, reproduction), ""]
    return "\n".join(lines)


def write_reproduction(store: Store, reproduction: Reproduction, file: Path) -> None:
    """Write ``describe_reproduction`` to ``file`` atomically. Raises UserError when it cannot be written."""
    write_output(file, describe_reproduction(store, reproduction))


def refresh(store: Store, reproduction: Reproduction) -> Reproduction:
    """Return the same reproduction with the current states of its runs."""
    launch.reconcile_runs(store)
    states = dict(_states(store, {run.experiment.identity(): run.experiment for run in reproduction.runs}))
    runs = []
    for run in reproduction.runs:
        state_and_run = states.get(run.experiment.identity())
        state: RunState = state_and_run[0] if state_and_run else "missing"
        runs.append(replace(run, state=state, run=state_and_run[1] if state_and_run else None))
    return replace(reproduction, runs=tuple(runs))


def _describe_runs(store: Store, recipe: Recipe, reproduction: Reproduction) -> str:
    """Return a paragraph on the runs behind a table: numbers, devices, hours, and how many are missing."""
    finished = reproduction.in_state("finished", table=recipe.name)
    numbers = sorted(run.run for run in finished if run.run is not None)
    rows = [run_rows.get_run(store, number) for number in numbers]
    devices = sorted({f"{row.device} ({row.precision})" for row in rows if row.device and row.precision})
    hours = sum(row.active_seconds for row in rows) / 3600
    text = f"{plural(len(numbers), 'finished run')} behind this table"
    if numbers:
        text += f": {', '.join(map(str, numbers))}; {hours:.1f} hours on {', '.join(devices) or 'unknown devices'}"
    missing = len(reproduction.in_state("active", "broken_off", "missing", table=recipe.name))
    return f"{text}. {f'Not finished: {missing}.' if missing else 'None is missing.'}"
