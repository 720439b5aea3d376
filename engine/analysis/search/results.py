"""Trials with their values: what a search knows, read from the runs of its trials."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.analysis.forgetting.measured import read_forgetting
from engine.json_types import JsonObject
from engine.spec.search import SearchConstraint
from engine.spec.stages.checkpoint_bound import RETENTION_FACTOR, RETENTION_LOSS, retention_factor
from engine.store import Store, metrics, runs, searches, summaries
from engine.store.metrics import weak_heads
from engine.store.searches import SearchRow, TrialRow
from engine.store.summaries import MetricSummary

TrialState = Literal["waiting", "running", "finished", "pruned", "failed"]
MOST_RESUMPTIONS = 3
"""An interrupted run of a trial is put back into the queue so often. Then the trial has failed."""


@dataclass(frozen=True)
class Trial:
    """A trial with what it has shown.

    Attributes:
        number: 0 is the design as it stands.
        state: *waiting* for a run of its own (between seeds, queued, or interrupted and to be resumed).
        value: mean over its runs of the search's metric at the chosen checkpoint; of a pruned trial the last value.
        excess: by how much the mean of the constraint's measure leaves its bound, None where there is none, or it is
            not known.
        bounded: that mean.
        runs: its runs, in the order of its seeds.
        evaluations: the values of the first run's evaluations, in order.
        seconds: that its runs have taken.
        pruned_step: updates done when it was pruned.
    """

    number: int
    settings: JsonObject
    state: TrialState
    value: float | None
    excess: float | None
    bounded: float | None
    runs: tuple[int, ...]
    evaluations: tuple[float, ...] = ()
    seconds: float = 0.0
    pruned_step: int | None = None
    reason: str = ""

    @property
    def is_feasible(self) -> bool:
        """Whether it keeps to the constraint, where there is one."""
        return self.excess is None or self.excess <= 0


@dataclass(frozen=True)
class SearchResults:
    """A search with its trials in order, and the runs of the chosen one that were trained again and tested."""

    row: SearchRow
    trials: tuple[Trial, ...]
    chosen: tuple[TrialRow, ...] = ()

    def cost(self, trial: Trial) -> float:
        """Return the trial's value turned so that less is better, infinite where there is none."""
        if trial.value is None or math.isnan(trial.value):
            return math.inf
        return self.row.search.cost(self.row.design, trial.value)

    @property
    def best(self) -> Trial | None:
        """The best finished trial that keeps to the constraint; of equals the first.

        Where none keeps to it, the one that leaves it least. None where no trial has finished.
        """
        finished = [trial for trial in self.trials if trial.state == "finished" and trial.value is not None]
        if not finished:
            return None
        return min(finished, key=lambda each: (max(0.0, each.excess or 0.0), self.cost(each), each.number))

    @property
    def seconds(self) -> float:
        """Total time of the runs of its trials."""
        return sum(trial.seconds for trial in self.trials)

    @property
    def is_spent(self) -> bool:
        """Whether no further trial is to begin."""
        search = self.row.search
        return len(self.trials) >= search.trials or bool(search.hours and self.seconds >= 3600 * search.hours)


def read_results(store: Store, search_id: int) -> SearchResults:
    """Return a search with its trials. Raises UserError when there is none of that number."""
    row = searches.get_search(store, search_id)
    rows = searches.list_trials(store, search_id)
    own = [each for each in rows if not each.chosen]
    numbers = [each.run_id for each in own]
    key = row.search.metric_key(row.design)
    measured = summaries.read_summaries(store, numbers)
    curves = evaluations_of_runs(store, numbers, key)
    bounds = _bounded_measures(store, row.search.constraint, numbers, measured)
    by_trial: dict[int, list[TrialRow]] = {}
    for each in own:
        by_trial.setdefault(each.number, []).append(each)
    seeds = len(row.search.run_seeds(row.design))
    found = []
    for number, members in sorted(by_trial.items()):
        state = _state(members, seeds)
        ends = [
            _end_value(each, state, measured[each.run_id].get(key), curves[each.run_id]) for each in members
        ]
        known = [value for value in ends if value is not None]
        kept = [bounds[each.run_id] for each in members if each.run_id in bounds]
        whole = state in ("finished", "pruned") and bool(known)
        trial = Trial(
            number=number,
            settings=members[0].settings,
            state=state,
            value=sum(known) / len(known) if whole else None,
            excess=None,
            bounded=sum(kept) / len(kept) if kept and state == "finished" else None,
            runs=tuple(each.run_id for each in members),
            evaluations=curves[members[0].run_id],
            seconds=sum(each.active_seconds for each in members),
            pruned_step=next((each.pruned_step for each in members if each.pruned_step is not None), None),
            reason=next((each.reason for each in members if each.reason), ""),
        )
        if row.search.constraint is not None and trial.bounded is not None:
            trial = replace(trial, excess=row.search.constraint.excess(trial.bounded))
        found.append(trial)
    return SearchResults(row, tuple(found), tuple(each for each in rows if each.chosen))


def _state(members: Sequence[TrialRow], seeds: int) -> TrialState:
    if any(each.pruned_step is not None and each.status != "running" for each in members):
        return "pruned"
    if any(each.status == "running" for each in members):
        return "running"
    for each in members:
        if each.status in ("failed", "out_of_memory", "stopped"):
            return "failed"
        if each.status == "interrupted":
            return "waiting" if each.resumed < MOST_RESUMPTIONS else "failed"
    whole = sum(each.status == "finished" for each in members) >= seeds
    return "finished" if whole else "waiting"


def _end_value(
    each: TrialRow, state: TrialState, summary: MetricSummary | None, curve: Sequence[float]
) -> float | None:
    """Return the value of a run: at its selected checkpoint, or of a pruned one the last value."""
    if each.status == "finished":
        return None if summary is None else summary.best if summary.at_best is None else summary.at_best
    return curve[-1] if state == "pruned" and curve else None


def evaluations_of_runs(store: Store, run_ids: Sequence[int], key: str) -> dict[int, tuple[float, ...]]:
    """Return the values of ``key`` at each evaluation of the last stage of runs, in order."""
    curves = metrics.read_curves(store, run_ids, [key])
    found: dict[int, tuple[float, ...]] = {}
    for number in run_ids:
        stages = runs.list_stages(store, number)
        curve, first = curves.get((number, key)), stages[-1].first_step if stages else 0
        found[number] = () if curve is None else tuple(curve.value[curve.step > first].tolist())
    return found


def evaluation_costs(store: Store, row: SearchRow, run_ids: Sequence[int]) -> dict[int, list[float]]:
    """Return what the evaluations of runs cost a search, in order: less is better, infinite outside of its constraint.

    Where its measure was not taken at the step of an evaluation, or a weak head cannot tell what became of language,
    the evaluation counts as it is.
    """
    key, bound = row.search.metric_key(row.design), row.search.constraint
    values = evaluations_of_runs(store, run_ids, key)
    costs = {run: [row.search.cost(row.design, value) for value in seen] for run, seen in values.items()}
    if bound is None:
        return costs
    of_language = bound.measure == RETENTION_FACTOR
    stored = RETENTION_LOSS if of_language else bound.measure
    unknown = weak_heads(store, run_ids) if of_language else {}
    curves = metrics.read_curves(store, run_ids, [key, stored])
    for run, seen in costs.items():
        if not seen or run in unknown or (measured := curves.get((run, stored))) is None:
            continue
        by_step = dict(zip(measured.step.tolist(), measured.value.tolist(), strict=True))
        before = by_step.get(0, math.nan)
        for place, step in enumerate(curves[run, key].step[-len(seen) :].tolist()):
            value = by_step.get(step)
            if value is not None and of_language:
                value = retention_factor(before, value)
            if value is not None and bound.excess(value) > 0:
                seen[place] = math.inf
    return costs


def _bounded_measures(
    store: Store,
    constraint: SearchConstraint | None,
    run_ids: Sequence[int],
    measured: Mapping[int, Mapping[str, MetricSummary]],
) -> dict[int, float]:
    """Return the constraint's measure of each run's selected weights, where it was measured."""
    if constraint is None:
        return {}
    if constraint.measure == RETENTION_FACTOR:
        factors = {number: each.factor for number, each in read_forgetting(store, run_ids).items()}
        return {number: value for number, value in factors.items() if value is not None}
    found = {}
    for number in run_ids:
        summary = measured[number].get(constraint.measure)
        value = None if summary is None else summary.last if summary.at_best is None else summary.at_best
        if value is not None:
            found[number] = value
    return found
