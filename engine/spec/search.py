"""Hyper-parameter search: the search space, and the method of searching it.

A search is part of a plan (``[search]`` in a TOML file), next to the experiment. This module declares the searched
fields, the value of a trial and the pruning rules. ``engine.launch.search`` runs the search. Pruning rules are methods
of their options and depend only on numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median
from typing import ClassVar, Literal

from pydantic import model_validator

from engine.errors import UserError
from engine.formatting.numbers import plural
from engine.json_types import JsonObject
from engine.metrics.base import Direction
from engine.metrics.keys import find_direction
from engine.spec.base import Choice, SpecModel, field
from engine.spec.describe import SpecTable, value_at
from engine.spec.experiment import Experiment, parse_experiment, parse_record
from engine.spec.stages.checkpoint_bound import RETENTION_FACTOR, CheckpointBound, LeastBound, MostBound
from engine.spec.sweep import apply_values, assign_value, resolve_path

_DIGITS = 3
"""Significant digits of a proposed number. More would not affect training, and make names hard to read."""


class FieldRange(SpecModel):
    """The values that a field may take: those of a list, or all numbers between two ends."""

    low: int | float | None = field(None, "From")
    """The smallest value."""
    high: int | float | None = field(None, "To")
    """The largest value."""
    log: bool = field(False, "By factors")
    """Whether 1e-5 to 1e-4 is as far as 1e-4 to 1e-3, as for learning rates."""
    values: list[object] = field([], "One of")
    """The values, where they are not all between two ends."""

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, value: object) -> object:
        return {"values": value} if isinstance(value, list) else value

    @model_validator(mode="after")
    def _complete(self) -> FieldRange:
        if self.values:
            if self.low is not None or self.high is not None or self.log:
                raise ValueError("give a list of values, or low and high, not both")
            if len(self.values) < 2:
                raise ValueError("one value leaves nothing to search. Give two or more")
        elif self.low is None or self.high is None:
            raise ValueError("needs low and high, or a list of values")
        elif not self.low < self.high:
            raise ValueError(f"low ({self.low:g}) must be below high ({self.high:g})")
        elif self.log and self.low <= 0:
            raise ValueError("a logarithmic range must begin above 0")
        return self

    @property
    def is_integer(self) -> bool:
        """Whether it has integers only: both ends are written without a decimal point."""
        return isinstance(self.low, int) and isinstance(self.high, int)

    def ends(self) -> list[object]:
        """Return the values to validate: both ends, or every listed value."""
        return list(self.values) or [self.low, self.high]

    def holds(self, value: object) -> bool:
        """Return whether ``value`` is in the range."""
        if self.values:
            return value in self.values
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        assert self.low is not None and self.high is not None
        return self.low <= value <= self.high and (not self.is_integer or value == int(value))

    def rounded(self, number: float) -> int | float:
        """Return ``number`` rounded to three significant digits, within the range."""
        assert self.low is not None and self.high is not None
        short = float(f"{number:.{_DIGITS}g}")
        inside = min(max(short, self.low), self.high)
        return round(inside) if self.is_integer else float(inside)


class Pruner(Choice):
    """Which trials are stopped early, by what their evaluations have shown.

    All values are costs, of which less is better, by evaluation: the first is that of the first evaluation of the last
    stage.
    """

    noun: ClassVar[str] = "pruner"

    def reason(
        self, costs: Sequence[float], finished: Sequence[Sequence[float]], others: Sequence[Sequence[float]]
    ) -> str:
        """Return the reason to prune a run after its k-th evaluation, or "" to continue.

        Args:
            costs: costs of the run so far, [k].
            finished: costs of the finished runs of other trials.
            others: costs of all runs of other trials.
        """
        raise AssertionError(f"{type(self).__name__} defines no reason")


class NoPruner(Pruner):
    """Every trial runs to its end."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"

    def reason(
        self, costs: Sequence[float], finished: Sequence[Sequence[float]], others: Sequence[Sequence[float]]
    ) -> str:
        return ""


class MedianPruner(Pruner):
    """Stops a trial whose best value so far is worse than the median of finished trials at the same evaluation
    (Golovin et al. 2017, 3.2.1).
    """

    title: ClassVar[str] = "Median"
    kind: Literal["median"] = "median"
    whole_trials: int = field(4, "Unpruned trials", unit="trials", ge=1)
    """The number of trials that are never stopped early."""
    spared: int = field(0, "and", unit="evaluations", ge=0)
    """The number of first evaluations at which no trial is stopped."""

    def reason(
        self, costs: Sequence[float], finished: Sequence[Sequence[float]], others: Sequence[Sequence[float]]
    ) -> str:
        """Return the reason to prune a run.

        Example: costs [3, 2] and four finished runs with 1 at their second evaluation: 2 > 1, so it is pruned.
        """
        index = len(costs) - 1
        if index < self.spared or len(finished) < self.whole_trials:
            return ""
        peers = [run[index] for run in finished if len(run) > index and not math.isnan(run[index])]
        best = min((cost for cost in costs if not math.isnan(cost)), default=math.inf)
        if not peers or best <= median(peers):
            return ""
        return f"its best value is worse than the median of {plural(len(peers), 'finished run')} at this evaluation"


class HalvingPruner(Pruner):
    """Asynchronous successive halving: at evaluations 1, η, η² … only the best 1/η of the runs that have
    come so far continue (Li et al. 2020, algorithm 2).
    """

    title: ClassVar[str] = "Successive halving"
    kind: Literal["halving"] = "halving"
    first: int = field(1, "First rung", unit="evaluations", ge=1)
    """The evaluation of the first selection."""
    factor: int = field(3, "Factor", ge=2)
    """η: one trial in η continues, and each rung is η times as far as the one before."""

    def reason(
        self, costs: Sequence[float], finished: Sequence[Sequence[float]], others: Sequence[Sequence[float]]
    ) -> str:
        """Return the reason to prune a run.

        Example: η 3, costs [3] and others [1], [2], [4]: of four runs at the first rung only the one with 1 continues.
        """
        reached, rung = len(costs), self.first
        while rung < reached:
            rung *= self.factor
        if rung != reached:
            return ""
        peers = [run[rung - 1] for run in others if len(run) >= rung]
        ranked = sorted(cost for cost in [costs[-1], *peers] if not math.isnan(cost))
        survivors = max(1, (len(peers) + 1) // self.factor)
        if ranked and costs[-1] <= ranked[min(survivors, len(ranked)) - 1]:
            return ""
        return f"it is not among the best {survivors} of {plural(len(peers) + 1, 'run')} at this evaluation"


class SearchConstraint(SpecModel):
    """A constraint on a measure: only evaluations within it choose a trial's checkpoint, and settings outside it are
    not chosen, however good they are.
    """

    measure: str = field(RETENTION_FACTOR, "Measure", min_length=1)
    """A key of the store, at the selected checkpoint; retention/factor is the perplexity on general text relative to
    that before training."""
    most: float | None = field(None, "At most")
    """The largest value allowed."""
    least: float | None = field(None, "At least")
    """The smallest value allowed."""
    patience: int = field(2, "Ends after", unit="evaluations outside", zero="never", ge=0)
    """A run ends after so many evaluations in a row outside of the bound; 0: it goes on."""

    @model_validator(mode="after")
    def _require_one_bound(self) -> SearchConstraint:
        if (self.most is None) == (self.least is None):
            raise ValueError("needs either most or least")
        return self

    @property
    def bound(self) -> CheckpointBound:
        """Bound on the checkpoints of trials."""
        if self.most is not None:
            return MostBound(measure=self.measure, value=self.most, patience=self.patience)
        assert self.least is not None
        return LeastBound(measure=self.measure, value=self.least, patience=self.patience)

    def excess(self, value: float) -> float:
        """Return by how much ``value`` exceeds the bound, 0 or less within it."""
        return self.bound.excess(value)

    @property
    def words(self) -> str:
        """The bound in words: ``retention/factor at most 1.5``."""
        return self.bound.words


class Search(SpecModel):
    """Which fields of an experiment are searched, for what, how long and how."""

    fields: dict[str, FieldRange] = field(label="Fields", min_length=1)
    """Dotted fields of the experiment with the values they may take: a list, or low and high."""
    metric: str = field("", "Metric")
    """The validation metric that trials are compared by, and that chooses the checkpoint of each; empty: the
    design's own."""
    trials: int = field(20, "Trials", ge=1, le=5000)
    """Settings that are tried, the design as it stands included."""
    hours: float = field(0.0, "Hours", zero="no limit", ge=0)
    """No new trial starts once the runs have taken this long in total."""
    sampler: Literal["tpe", "random"] = field(
        "tpe",
        "Sampler",
        source="Bergstra et al. 2011; Bergstra & Bengio 2012",
        choices={"tpe": "TPE", "random": "Random"},
    )
    """tpe: proposals follow what was good so far; random: they do not."""
    pruner: Pruner = field(lambda: MedianPruner(), "Pruning")
    """Which trials are stopped early."""
    seed: int = field(0, "Seed", ge=0)
    """The seed of the proposals, not of the runs."""
    seeds: list[int] = field([], "Seeds", max_length=100)
    """Seeds that every trial is run with, one after the other; its value is their mean. Empty: the
    design's."""
    constraint: SearchConstraint | None = field(None, "Constraint")
    """A measure that has to stay within a bound."""
    keep: Literal["all", "best"] = field(
        "all", "Weights kept", choices={"all": "Of all trials", "best": "Of the best trial"}
    )
    """all: of every finished trial; best: of the best trial so far and of the chosen run, to spare the
    disk."""

    @model_validator(mode="after")
    def _seeds_differ(self) -> Search:
        if len(set(self.seeds)) < len(self.seeds):
            raise ValueError("the same seed twice gives the same run twice")
        return self

    def metric_key(self, design: Experiment) -> str:
        """Return the key of the metric in the store by which trials are compared."""
        name = self.metric or design.stages[-1].selection_metric
        return f"validation/{name}" if name else "heldout/loss"

    def direction(self, design: Experiment) -> Direction:
        """Return whether higher or lower values of that metric are better."""
        return find_direction(self.metric_key(design)) or "min"

    def cost(self, design: Experiment, value: float) -> float:
        """Return ``value`` as a cost, of which less is better."""
        return -value if self.direction(design) == "max" else value

    def run_seeds(self, design: Experiment) -> list[int]:
        """Return the seeds of the runs of a trial."""
        return list(self.seeds) or [design.seed]

    def settings_of(self, design: Experiment) -> dict[str, object]:
        """Return the values of the searched fields in ``design``, in the notation of the list where it has them."""
        table = design.model_dump(mode="json")
        settings = {path: value_at(table, path) for path in self.fields}
        for path, each in self.fields.items():
            for value in each.values:
                experiment = parse_experiment(apply_values(table, {path: value}), place="search")
                if value_at(experiment.model_dump(mode="json"), path) == settings[path]:
                    settings[path] = value
        return settings

    def holds(self, settings: dict[str, object]) -> bool:
        """Return whether ``settings`` are in the search space."""
        return all(path in settings and each.holds(settings[path]) for path, each in self.fields.items())

    def experiment_with(self, design: Experiment, settings: dict[str, object]) -> Experiment:
        """Return ``design`` with ``settings``, and with the metric and constraint of the search for its checkpoint.

        Raises UserError when the values do not fit together.
        """
        table = apply_values(design.model_dump(mode="json"), settings)
        if self.metric and "best_on" in table["stages"][-1]:
            table["stages"][-1]["best_on"] = self.metric
        if self.constraint is not None and "within" in table["stages"][-1]:
            table["stages"][-1]["within"] = self.constraint.bound.model_dump(mode="json")
        return parse_experiment(table, place="search")

    def is_same_search(self, other: Search) -> bool:
        """Return whether ``other`` is the same search, apart from its budget and the kept weights."""
        budget = {"trials": 1, "hours": 0.0, "keep": "all"}
        return self.model_copy(update=budget) == other.model_copy(update=budget)


def read_search(design: Experiment, declared: object, *, place: str = "") -> Search:
    """Return the search that a TOML file declares for ``design``, with full dotted paths.

    Raises UserError that names the invalid field or value.
    """
    where = f"{place} [search]".strip()
    if not isinstance(declared, dict):
        raise UserError("must be a table.", place=where)
    table = design.model_dump(mode="json")
    fields = declared.get("fields", {})
    if not isinstance(fields, dict) or not fields:
        raise UserError(
            "names no fields.",
            place=where,
            remedy="Write for example: fields.learning_rate = { low = 1e-5, high = 1e-4, log = true }",
        )
    resolved = {resolve_path(table, path): values for path, values in _flattened(fields).items()}
    search = parse_record(Search, declared | {"fields": resolved}, place=where)
    check_search(design, search)
    return search


def search_table(search: Search) -> JsonObject:
    """Return the plain form of a search, as in a TOML file, without defaults."""
    table = search.model_dump(mode="json", exclude_defaults=True)
    table["fields"] = {
        path: each.model_dump(mode="json", exclude_defaults=True) for path, each in search.fields.items()
    }
    if search.pruner != Search.model_fields["pruner"].get_default(
        call_default_factory=True, validated_data={}
    ):
        table["pruner"] = search.pruner.model_dump(mode="json")
    return table


def _flattened(fields: SpecTable, prefix: str = "") -> dict[str, object]:
    """Return fields by dotted path. TOML nests them: ``decay.factor = {...}`` is a table in a table."""
    values: dict[str, object] = {}
    for name, value in fields.items():
        path = f"{prefix}{name}"
        if isinstance(value, dict) and not set(value) & set(FieldRange.model_fields):
            values |= _flattened(value, f"{path}.")
        else:
            values[path] = value
    return values


def check_search(design: Experiment, search: Search) -> None:
    """Raise UserError when a value is invalid for its field, or a metric of the search is not measured."""
    if not design.trains_encoder:
        raise UserError(
            "a baseline chooses its settings by itself.",
            place="search",
            remedy="Search over an encoder.",
        )
    table = design.model_dump(mode="json")
    for path, field_range in search.fields.items():
        if path in ("name", "notes", "tags", "seed", "recipe") or path.split(".")[0] in ("seeds", "compute"):
            raise UserError(
                "is not a setting that can improve a model.",
                place=f"search.fields.{path}",
                remedy="Leave it out.",
            )
        for value in field_range.ends():
            changed = apply_values(table, {})
            assign_value(changed, path, value)
            parse_experiment(changed, place=f"search.fields.{path}")
    last_stage = table["stages"][-1]
    if search.metric:
        if "best_on" not in last_stage:
            raise UserError(
                f"the last stage chooses by its own measure ({search.metric_key(design)} is not measured).",
                place="search.metric",
                remedy="Leave it empty.",
            )
        search.experiment_with(design, {})
    if "checkpoint" in last_stage and last_stage["checkpoint"] != "best":
        raise UserError(
            "the last stage tests its last update, without validation labels. A search would use them.",
            place="stages.checkpoint",
            remedy="Set it to 'best', or try settings in a sweep.",
        )
    constraint = search.constraint
    if (
        constraint is not None
        and constraint.measure.startswith("retention/")
        and not (design.probes.on and design.probes.retention)
    ):
        raise UserError(
            f"{constraint.measure} is not measured.",
            place="search.constraint",
            remedy="Switch on the measure of language: --set probes.on=true --set probes.retention=true",
        )
