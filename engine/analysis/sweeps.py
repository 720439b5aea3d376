"""Sweeps: a preview of their combinations, and a summary of their runs."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from engine.analysis.curves.rates import RateCurves
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.metrics.keys import find_direction
from engine.spec import sweep
from engine.spec.describe import SpecTable, value_at
from engine.spec.experiment import Experiment, find_problems, parse_experiment
from engine.spec.sweep import Axes, assign_value
from engine.store.rows import RunRow

MAX_COMBINATIONS = 24
"""Number of combinations of a sweep that are listed and plotted. The estimate includes all."""


@dataclass(frozen=True)
class Combination:
    """Combination of a sweep: its values, its experiment, and the indices of its stages in the draft."""

    values: JsonObject
    experiment: Experiment
    stage_indices: tuple[int, ...] = ()


def preview_combinations(table: SpecTable, axes: Axes) -> list[Combination]:
    """Return the first combinations of ``axes`` over the experiment ``table``, in the order of runs.

    The list is empty if one of them is invalid. Repetitions with other seeds count as one combination.
    """
    seeds, stages = ("seed", "seeds"), len(table.get("stages", []))
    differing = {path: values for path, values in axes.items() if values and path.split(".")[0] not in seeds}
    result = []
    for values in itertools.islice(sweep.combinations(differing), MAX_COMBINATIONS):
        removed = {n - 1 for v in values.values() if isinstance(v, sweep.Variant) for n in v.without}
        indices = tuple(index for index in range(stages) if index not in removed)
        try:
            result.append(Combination(values, _with_placeholders(sweep.apply_values(table, values)), indices))
        except UserError:
            return []
    return result


def with_seeds(experiment: Experiment, axes: Axes) -> list[Experiment]:
    """Return ``experiment`` with each of the seeds of the sweep ``axes``, or unchanged if it has none."""
    experiments = [experiment]
    for path, values in axes.items():
        head, _, stream = path.partition(".")
        if head not in ("seed", "seeds") or not values:
            continue
        experiments = [
            base.model_copy(
                update={"seeds": base.seeds.model_copy(update={stream: value})} if stream else {"seed": value}
            )
            for base in experiments
            for value in values
        ]
    return experiments


def _with_placeholders(table: SpecTable) -> Experiment:
    """Return the experiment of ``table`` with placeholders for empty texts and lists.

    Raises UserError for any other problem.
    """
    try:
        return parse_experiment(table)
    except UserError:
        for path in find_problems(table):
            value = value_at(table, path, None)
            if value == "":
                assign_value(table, path, "-")
            elif value == []:
                assign_value(table, path, ["-"])
        return parse_experiment(table)


def are_same_curves(first: RateCurves, second: RateCurves) -> bool:
    """Return whether the plots of two combinations are the same."""
    return (
        len(first.x) == len(second.x)
        and bool((abs(first.top - second.top) <= 1e-12).sum() == (first.top == first.top).sum())
        and bool((first.x == second.x).all())
    )


@dataclass(frozen=True)
class RunsSummary:
    """Summary of runs.

    Attributes:
        finished, active: number of finished runs, and of running or queued ones.
        share: share of all work that is done, None without active runs.
        metric: the common main metric. Empty if metrics or data differ, so that values cannot be compared.
        best: the best validation value of finished runs.
        data: the data set, or the number of data sets.
        started: start time of the first run.
        forgot: mean forgetting factor of the finished runs.
    """

    finished: int
    active: int
    share: float | None
    metric: str
    best: float | None
    data: str
    started: float | None
    forgot: float | None


def summarise_runs(rows: Sequence[RunRow]) -> RunsSummary:
    """Return the summary of at least one run.

    Example: with one finished and one queued run, the share is 0.5.
    """
    finished = [row for row in rows if row.status == "finished"]
    active = [row for row in rows if row.active]
    share = sum(1.0 if not row.active else row.progress or 0.0 for row in rows) / len(rows)
    data = {row.data for row in rows}
    metric = rows[0].metric if len({(row.metric, row.data) for row in rows}) == 1 else ""
    values = [row.final_best for row in rows if metric and row.final_best is not None]
    choose_best = max if find_direction(f"validation/{metric}") == "max" else min
    factors = [row.forgot for row in finished if row.forgot is not None]
    return RunsSummary(
        finished=len(finished),
        active=len(active),
        share=share if active else None,
        metric=metric,
        best=choose_best(values, default=None),
        data=rows[0].data if len(data) == 1 else f"{len(data)} data sets",
        started=min((row.started for row in rows if row.started is not None), default=None),
        forgot=sum(factors) / len(factors) if factors else None,
    )
