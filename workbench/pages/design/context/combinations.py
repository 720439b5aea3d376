"""The combinations of a draft's sweep, as experiments to draw and to reckon with. No Qt."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.analysis.estimate import SplitSizes
from engine.analysis.rates import RateCurves
from engine.errors import UserError
from engine.spec import sweep
from engine.spec.experiment import Experiment, find_problems, parse_experiment
from engine.spec.sweep import assign_value
from engine.spec.tables import SpecTable, value_at
from workbench.pages.design.context.data_sets import StageData
from workbench.pages.design.draft.draft import Draft

MAX_COMBINATIONS = 24
"""Combinations of a sweep offered and drawn; the estimate counts all."""


@dataclass(frozen=True)
class Combination:
    """One combination of the sweep: its values, its experiment, and which of the draft's stages that has."""

    values: dict[str, Any]
    experiment: Experiment
    stage_indices: tuple[int, ...] = ()

    def tables(self) -> list[SpecTable]:
        """Its stages in plain form."""
        return [stage.model_dump(mode="json") for stage in self.experiment.stages]


def combinations(draft: Draft) -> list[Combination]:
    """The first combinations of the draft's sweep, in the order of the runs; none when the draft is not
    valid.

    Repetitions with other seeds look alike and count as one.
    """
    seeds = ("seed", "seeds")
    axes = {path: values for path, values in draft.axes.items() if values and path.split(".")[0] not in seeds}
    made = []
    for values in itertools.islice(sweep.combinations(axes), MAX_COMBINATIONS):
        gone = {n - 1 for v in values.values() if isinstance(v, sweep.Variant) for n in v.without}
        kept = tuple(index for index in range(len(draft.stages)) if index not in gone)
        try:
            made.append(
                Combination(values, _with_placeholders(sweep.apply_values(draft.table, values)), kept)
            )
        except UserError:
            return []
    return made


def with_seeds(draft: Draft, experiment: Experiment) -> list[Experiment]:
    """``experiment`` with each of the seeds that the draft's sweep gives it; by itself where it gives none."""
    made = [experiment]
    for path, values in draft.axes.items():
        head, _, stream = path.partition(".")
        if head not in ("seed", "seeds") or not values:
            continue
        made = [
            each.model_copy(
                update={"seeds": each.seeds.model_copy(update={stream: value})} if stream else {"seed": value}
            )
            for each in made
            for value in values
        ]
    return made


def _with_placeholders(table: SpecTable) -> Experiment:
    """The experiment of ``table``; where a text or list is still empty something stands in for it, for the
    picture.

    Raises UserError when more than that is amiss.
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


def stage_steps(experiment: Experiment, data: Sequence[StageData]) -> list[int]:
    """The updates of each stage, 0 where its data are not known."""
    found = []
    for stage, here in zip(experiment.stages, data, strict=True):
        texts = here.texts()
        each = (texts,) if isinstance(texts, SplitSizes) else texts or ()
        unknown = stage.labelled_tasks() and not each
        found.append(0 if unknown else stage.planned_updates([data.train for data in each]))
    return found


def same_curves(first: RateCurves, second: RateCurves) -> bool:
    return (
        len(first.x) == len(second.x)
        and bool((abs(first.top - second.top) <= 1e-12).sum() == (first.top == first.top).sum())
        and bool((first.x == second.x).all())
    )
