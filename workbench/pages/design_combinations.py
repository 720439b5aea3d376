"""The combinations of a draft's sweep, as experiments to draw and to reckon with. No Qt."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import UserError
from engine.spec import sweep
from engine.spec.experiment import Experiment, parse, problems
from engine.spec.stages import Supervised
from engine.spec.sweep import assign
from workbench.estimate import Texts, updates
from workbench.forms.tables import Table, value_at
from workbench.pages.design_data import StageData
from workbench.pages.design_draft import Draft
from workbench.pages.design_rates import RateCurves

MOST_SHOWN = 24
"""Combinations of a sweep offered and drawn; the estimate counts all."""


@dataclass(frozen=True)
class Combination:
    """One combination of the sweep: its values, its experiment, and which of the draft's stages that has."""

    values: dict[str, Any]
    experiment: Experiment
    kept: tuple[int, ...] = ()

    def tables(self) -> list[Table]:
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
    for values in itertools.islice(sweep.combinations(axes), MOST_SHOWN):
        gone = {n - 1 for v in values.values() if isinstance(v, sweep.Variant) for n in v.without}
        kept = tuple(index for index in range(len(draft.stages)) if index not in gone)
        try:
            made.append(Combination(values, _drawable(sweep.applied(draft.table, values)), kept))
        except UserError:
            return []
    return made


def _drawable(table: Table) -> Experiment:
    """The experiment of ``table``; where a text or list is still empty something stands in for it, for the
    picture.

    Raises UserError when more than that is amiss.
    """
    try:
        return parse(table)
    except UserError:
        for path in problems(table):
            value = value_at(table, path, None)
            if value == "":
                assign(table, path, "-")
            elif value == []:
                assign(table, path, ["-"])
        return parse(table)


def steps_of(experiment: Experiment, data: Sequence[StageData]) -> list[int]:
    """The updates of each stage, 0 where its data are not known."""
    found = []
    for stage, here in zip(experiment.stages, data, strict=True):
        texts = here.texts()
        each = (texts,) if isinstance(texts, Texts) else texts or ()
        unknown = isinstance(stage, Supervised) and not each
        found.append(0 if unknown else updates(stage, [data.train for data in each]))
    return found


def alike(first: RateCurves, second: RateCurves) -> bool:
    return (
        len(first.x) == len(second.x)
        and bool((abs(first.top - second.top) <= 1e-12).sum() == (first.top == first.top).sum())
        and bool((first.x == second.x).all())
    )
