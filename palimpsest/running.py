"""Start runs and wait for them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine import launch, paths
from engine.analysis.evidence import looks_of_runs
from engine.errors import UserError
from engine.spec.command_line import to_inline_toml
from engine.spec.recipes import load_plan
from engine.spec.sweep import Plan, apply_settings
from engine.spec.toml import plan_from_table
from engine.store import runs as run_rows
from engine.store.database import Store

if TYPE_CHECKING:
    from engine.launch.foreground import RunSnapshot
    from engine.spec.experiment import Experiment
    from engine.store.rows import RunRow


@dataclass(frozen=True)
class Run:
    """State of a run at the time of the call.

    Attributes:
        id, name: its number and name.
        status: ``finished``, ``failed``, ``stopped``, ``queued``, ``running`` ...
        reason: the reason for its end, empty for a finished run.
        metric: the main metric of its last stage: ``error`` (percent), unless its objective has another.
        validation: the best validation value of that metric, or None.
        test: its test value at the checkpoint selected by validation.
        test_looks, test_strategies: number of runs and strategies evaluated on the same test texts.
        folder: the folder of its checkpoints and models.
        store: the store of the run.
    """

    id: int
    name: str
    status: str
    reason: str
    metric: str
    validation: float | None
    test: float | None
    folder: Path
    store: Path
    test_looks: int = 0
    test_strategies: int = 0


class RunError(Exception):
    """Error for a run that did not finish. ``run`` has its number and the reason."""

    def __init__(self, run: Run) -> None:
        super().__init__(f"run {run.id}, {run.name}: {run.status}{f' ({run.reason})' if run.reason else ''}")
        self.run = run


def run(
    what: str | Path | Mapping[str, object] | Experiment | Plan,
    settings: Mapping[str, object] | None = None,
    *,
    size: str = "",
    store: Path | str | None = None,
    watch: Callable[[RunSnapshot], object] | None = None,
) -> Run:
    """Train one experiment in a separate process, wait for it, and return its run.

    Args:
        what: a recipe's name, a TOML file, a table of fields, an ``Experiment`` or a ``Plan``.
        settings: fields to change, by key: ``{"learning_rate": 5e-5, "decay.kind": "zhang"}``.
        size: the recipe's size. Empty: the smallest.
        store: the store. None: the user's own.
        watch: callback for each new state of the run.

    Raises:
        UserError: the input is invalid. Nothing was queued.
        RunError: the run did not finish.
    """
    plan = _plan(what, settings, size)
    experiments = plan.expand()
    if len(experiments) != 1:
        raise UserError(f"that makes {len(experiments)} runs.", remedy="Use palimpsest.sweep.")
    (finished,) = _run_all(experiments, "", store, watch)
    if finished.status != "finished":
        raise RunError(finished)
    return finished


def sweep(
    what: str | Path | Mapping[str, object] | Experiment | Plan,
    settings: Mapping[str, object] | None = None,
    *,
    size: str = "",
    store: Path | str | None = None,
    watch: Callable[[RunSnapshot], object] | None = None,
) -> list[Run]:
    """Train all experiments of a plan, one after another, and return their runs, finished or not.

    A list in ``settings`` is an axis: ``{"seed": [1, 2, 3], "learning_rate": [2e-5, 5e-5]}`` gives six runs. The
    arguments are those of ``run``. Raises UserError for invalid input before anything is queued.
    """
    plan = _plan(what, settings, size)
    return _run_all(plan.expand(), plan.experiment.name if plan.axes else "", store, watch)


def _plan(
    what: str | Path | Mapping[str, object] | Experiment | Plan,
    settings: Mapping[str, object] | None,
    size: str,
) -> Plan:
    if isinstance(what, Plan):
        plan = what
    elif isinstance(what, str | Path):
        plan = load_plan(str(what), size)
    elif isinstance(what, Mapping):
        plan = plan_from_table(dict(what))
    else:
        plan = Plan(experiment=what)
    return apply_settings(plan, [f"{key}={to_inline_toml(value)}" for key, value in (settings or {}).items()])


def _run_all(
    experiments: list[Experiment],
    sweep_name: str,
    store: Path | str | None,
    watch: Callable[[RunSnapshot], object] | None,
) -> list[Run]:
    from engine.launch.foreground import run_foreground
    from engine.preflight import preflight

    path = store_path(store)
    resolved = launch.resolve_names(path, experiments)
    for caution in preflight(resolved):
        warnings.warn(caution, stacklevel=3)
    with Store(path) as database:
        numbers = launch.enqueue(database, resolved, sweep_name, launcher="cli")
    for number in numbers:
        for snapshot in run_foreground(path, number):
            if watch is not None:
                watch(snapshot)
    with Store(path) as database:
        return [describe_run(database, run_rows.get_run(database, number)) for number in numbers]


def describe_run(store: Store, row: RunRow) -> Run:
    """Return a row of the store as a ``Run``."""
    looks = looks_of_runs(store, [row])
    return Run(
        row.id,
        row.name,
        row.status,
        row.reason,
        row.metric,
        row.validation_best,
        row.test,
        Path(row.folder),
        store.path,
        looks.experiments,
        looks.strategies,
    )


def store_path(store: Path | str | None) -> Path:
    """Return the path of the store, None for the user's own."""
    return paths.default_store() if store is None else Path(store)


def find_run(run: Run | int | str, store: Path | str | None) -> tuple[Path, str]:
    """Return the store of a run, and the run as an argument of ``engine.store.runs.find_run``."""
    if isinstance(run, Run):
        return run.store, str(run.id)
    return store_path(store), str(run)
