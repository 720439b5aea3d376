"""Sweeps: the combinations of one before it runs, and its runs in one line."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from engine.analysis.curves.rates import RateCurves
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.metrics.keys import find_direction
from engine.spec import sweep
from engine.spec.experiment import Experiment, find_problems, parse_experiment
from engine.spec.sweep import Axes, assign_value
from engine.spec.tables import SpecTable, value_at
from engine.store.rows import RunRow

MAX_COMBINATIONS = 24
"""Combinations of a sweep offered and drawn. The estimate counts all."""


@dataclass(frozen=True)
class Combination:
    """One combination of a sweep: its values, its experiment, and the indices of the draft's stages that it has."""

    values: JsonObject
    experiment: Experiment
    stage_indices: tuple[int, ...] = ()


def preview_combinations(table: SpecTable, axes: Axes) -> list[Combination]:
    """Return the first combinations of ``axes`` over the experiment ``table``, in the order of the runs.

    There are none when one of them is not valid. Repetitions with other seeds look alike and count as one.
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
    """Return ``experiment`` with each of the seeds that the sweep ``axes`` gives it. Alone where it gives none."""
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
    """Return the experiment of ``table``, with placeholders for texts and lists that are still empty.

    Raises UserError for any other error.
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
    """Return whether two combinations are drawn alike."""
    return (
        len(first.x) == len(second.x)
        and bool((abs(first.top - second.top) <= 1e-12).sum() == (first.top == first.top).sum())
        and bool((first.x == second.x).all())
    )


@dataclass(frozen=True)
class RunsSummary:
    """Summary of runs.

    Attributes:
        finished, active: how many have finished, how many are running or about to.
        share: the share of all their work that is done, None where nothing is active.
        metric: the main metric of all, "" where they differ in it or in their data, for then no value is the best.
        best: the best validation value of finished runs.
        data: the data set, or how many there are.
        started: when the first began.
        forgot: the mean of what the finished ones forgot.
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

    Of two, one finished and one waiting, half is done.
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
