"""Trials of a search with their values, read from their runs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.analysis.forgetting.measured import read_forgetting
from engine.formatting.numbers import plural
from engine.json_types import JsonObject
from engine.metrics.keys import describe_key
from engine.spec.search import SearchConstraint
from engine.spec.stages.checkpoint_bound import RETENTION_FACTOR, RETENTION_LOSS, retention_factor
from engine.spec.sweep import short_label, value_name
from engine.store import Store, metrics, runs, searches, summaries
from engine.store.metrics import weak_heads
from engine.store.searches import SearchRow, TrialRow
from engine.store.summaries import MetricSummary

TrialState = Literal["waiting", "running", "finished", "pruned", "failed"]
MAX_RESUMPTIONS = 3
"""Number of times that an interrupted run of a trial is queued again before the trial counts as failed."""


@dataclass(frozen=True)
class Trial:
    """Trial with its results.

    Attributes:
        number: its number. Trial 0 is the unchanged design.
        state: its state. *waiting*: between seeds, queued, or interrupted and to be resumed.
        value: mean over its runs of the search's metric at the selected checkpoint. For a pruned trial the last value.
        excess: amount by which ``bounded`` violates the constraint, None without a constraint or if unknown.
        bounded: mean over its runs of the measure under the constraint.
        runs: its runs in the order of seeds.
        evaluations: the values of the first run's evaluations, in order.
        seconds: total time of its runs.
        pruned_step: updates completed when it was pruned.
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
        """Whether it satisfies the constraint, if there is one."""
        return self.excess is None or self.excess <= 0


@dataclass(frozen=True)
class SearchResults:
    """Search with its trials in order, and the runs that retrained and tested the best trial."""

    row: SearchRow
    trials: tuple[Trial, ...]
    chosen_runs: tuple[TrialRow, ...] = ()

    def cost(self, trial: Trial) -> float:
        """Return the trial's value with the sign for which less is better, infinite without a value."""
        if trial.value is None or math.isnan(trial.value):
            return math.inf
        return self.row.search.cost(self.row.design, trial.value)

    @property
    def best(self) -> Trial | None:
        """The best finished trial that satisfies the constraint, else the one with the smallest violation.

        The first of equal trials counts. None if no trial has finished.
        """
        candidates = [trial for trial in self.trials if trial.state == "finished" and trial.value is not None]
        if not candidates:
            return None
        return min(candidates, key=lambda each: (max(0.0, each.excess or 0.0), self.cost(each), each.number))

    @property
    def seconds(self) -> float:
        """Total time of all trials."""
        return sum(trial.seconds for trial in self.trials)

    @property
    def is_spent(self) -> bool:
        """Whether the budget of trials or hours is used up."""
        search = self.row.search
        return len(self.trials) >= search.trials or bool(search.hours and self.seconds >= 3600 * search.hours)


def read_results(store: Store, search_id: int) -> SearchResults:
    """Return a search with its trials. Raises UserError for an unknown number."""
    row = searches.get_search(store, search_id)
    rows = searches.list_trials(store, search_id)
    trial_rows = [each for each in rows if not each.chosen]
    numbers = [each.run_id for each in trial_rows]
    key = row.search.metric_key(row.design)
    measures = summaries.read_summaries(store, numbers)
    curves = evaluations_of_runs(store, numbers, key)
    bounds = _bounded_measures(store, row.search.constraint, numbers, measures)
    by_trial: dict[int, list[TrialRow]] = {}
    for each in trial_rows:
        by_trial.setdefault(each.number, []).append(each)
    seeds = len(row.search.run_seeds(row.design))
    trials = []
    for number, members in sorted(by_trial.items()):
        state = _state(members, seeds)
        end_values = [
            _end_value(each, state, measures[each.run_id].get(key), curves[each.run_id]) for each in members
        ]
        values = [value for value in end_values if value is not None]
        bounded = [bounds[each.run_id] for each in members if each.run_id in bounds]
        is_complete = state in ("finished", "pruned") and bool(values)
        trial = Trial(
            number=number,
            settings=members[0].settings,
            state=state,
            value=sum(values) / len(values) if is_complete else None,
            excess=None,
            bounded=sum(bounded) / len(bounded) if bounded and state == "finished" else None,
            runs=tuple(each.run_id for each in members),
            evaluations=curves[members[0].run_id],
            seconds=sum(each.active_seconds for each in members),
            pruned_step=next((each.pruned_step for each in members if each.pruned_step is not None), None),
            reason=next((each.reason for each in members if each.reason), ""),
        )
        if row.search.constraint is not None and trial.bounded is not None:
            trial = replace(trial, excess=row.search.constraint.excess(trial.bounded))
        trials.append(trial)
    return SearchResults(row, tuple(trials), tuple(each for each in rows if each.chosen))


def _state(members: Sequence[TrialRow], seeds: int) -> TrialState:
    if any(member.pruned_step is not None and member.status != "running" for member in members):
        return "pruned"
    if any(member.status == "running" for member in members):
        return "running"
    for member in members:
        if member.status in ("failed", "out_of_memory", "stopped"):
            return "failed"
        if member.status == "interrupted":
            return "waiting" if member.resumed < MAX_RESUMPTIONS else "failed"
    is_complete = sum(member.status == "finished" for member in members) >= seeds
    return "finished" if is_complete else "waiting"


def _end_value(
    row: TrialRow, state: TrialState, summary: MetricSummary | None, curve: Sequence[float]
) -> float | None:
    """Return the value of a run at its selected checkpoint, or the last value of a pruned run."""
    if row.status == "finished":
        return None if summary is None else summary.best if summary.at_best is None else summary.at_best
    return curve[-1] if state == "pruned" and curve else None


def evaluations_of_runs(store: Store, run_ids: Sequence[int], key: str) -> dict[int, tuple[float, ...]]:
    """Return the values of ``key`` at the evaluations of each run's last stage, in order."""
    curves = metrics.read_curves(store, run_ids, [key])
    evaluations: dict[int, tuple[float, ...]] = {}
    for number in run_ids:
        stages = runs.list_stages(store, number)
        curve, first_step = curves.get((number, key)), stages[-1].first_step if stages else 0
        evaluations[number] = () if curve is None else tuple(curve.value[curve.step > first_step].tolist())
    return evaluations


def evaluation_costs(store: Store, row: SearchRow, run_ids: Sequence[int]) -> dict[int, list[float]]:
    """Return the costs of the evaluations of runs in order. Less is better; violations of the constraint are infinite.

    If the constraint was not measured at the step of an evaluation, or a weak head cannot measure retention, the
    evaluation counts as feasible.
    """
    key, bound = row.search.metric_key(row.design), row.search.constraint
    values = evaluations_of_runs(store, run_ids, key)
    costs = {run: [row.search.cost(row.design, value) for value in series] for run, series in values.items()}
    if bound is None:
        return costs
    is_retention = bound.measure == RETENTION_FACTOR
    stored_key = RETENTION_LOSS if is_retention else bound.measure
    weak = weak_heads(store, run_ids) if is_retention else {}
    curves = metrics.read_curves(store, run_ids, [key, stored_key])
    for run, series in costs.items():
        if not series or run in weak or (measures := curves.get((run, stored_key))) is None:
            continue
        by_step = dict(zip(measures.step.tolist(), measures.value.tolist(), strict=True))
        initial = by_step.get(0, math.nan)
        for index, step in enumerate(curves[run, key].step[-len(series) :].tolist()):
            value = by_step.get(step)
            if value is not None and is_retention:
                value = retention_factor(initial, value)
            if value is not None and bound.excess(value) > 0:
                series[index] = math.inf
    return costs


def _bounded_measures(
    store: Store,
    constraint: SearchConstraint | None,
    run_ids: Sequence[int],
    measures: Mapping[int, Mapping[str, MetricSummary]],
) -> dict[int, float]:
    """Return the constraint's measure for the selected weights of each run that has it."""
    if constraint is None:
        return {}
    if constraint.measure == RETENTION_FACTOR:
        factors = {number: record.factor for number, record in read_forgetting(store, run_ids).items()}
        return {number: value for number, value in factors.items() if value is not None}
    values = {}
    for number in run_ids:
        summary = measures[number].get(constraint.measure)
        value = None if summary is None else summary.last if summary.at_best is None else summary.at_best
        if value is not None:
            values[number] = value
    return values


CAUTION = (
    "The chosen value is the best of several on the same validation texts, so it is optimistic. The test result of the "
    "chosen runs shows how the model does on new texts."
)


def state_words(trial: Trial) -> str:
    """Return the state of a trial in words: ``pruned at step 120``."""
    if trial.state == "pruned" and trial.pruned_step is not None:
        return f"pruned at step {trial.pruned_step:,}"
    return trial.state


def settings_words(results: SearchResults, trial: Trial) -> str:
    """Return the settings of a trial: ``learning rate 3e-5, batch size 16``."""
    design = results.row.design
    return ", ".join(
        f"{short_label(design, path)} {value_name(value)}" for path, value in trial.settings.items()
    )


def value_words(results: SearchResults, value: float | None) -> str:
    """Return a value of the search's metric with its unit, a dash for None."""
    if value is None or math.isnan(value):
        return "–"
    description = describe_key(results.row.search.metric_key(results.row.design))
    return f"{value:.{description.digits}f} {description.unit}".strip()


def progress_words(results: SearchResults) -> str:
    """Return the progress of a search: ``12 of 20 trials: 7 finished, 4 pruned, 1 running``."""
    search, states = results.row.search, [trial.state for trial in results.trials]
    counts = [f"{states.count(state)} {state}" for state in dict.fromkeys(sorted(states))]
    hours = f", {results.seconds / 3600:.2g} of {search.hours:g} hours" if search.hours else ""
    return f"{len(states)} of {plural(search.trials, 'trial')}{hours}: {', '.join(counts) or 'none yet'}"


def results_json(results: SearchResults) -> JsonObject:
    """Return a search as the stable JSON of the command line."""
    row, best = results.row, results.best
    key = row.search.metric_key(row.design)
    return {
        "id": row.id,
        "name": row.name,
        "status": row.status,
        "reason": row.reason,
        "created": row.created,
        "metric": key,
        "direction": row.search.direction(row.design),
        "constraint": row.search.constraint.words if row.search.constraint else "",
        "fields": list(row.search.fields),
        "labels": {path: short_label(row.design, path) for path in row.search.fields},
        "planned": row.search.trials,
        "hours": row.search.hours,
        "progress": progress_words(results),
        "seconds": results.seconds,
        "trials": [
            {
                "number": trial.number,
                "state": trial.state,
                "value": trial.value,
                "words": {
                    "state": state_words(trial),
                    "value": value_words(results, trial.value),
                    "settings": settings_words(results, trial),
                    "values": {path: value_name(value) for path, value in trial.settings.items()},
                },
                "bounded": trial.bounded,
                "feasible": trial.is_feasible,
                "settings": trial.settings,
                "runs": list(trial.runs),
                "pruned_step": trial.pruned_step,
                "seconds": trial.seconds,
            }
            for trial in results.trials
        ],
        "best": None if best is None else best.number,
        "best_design": None
        if best is None
        else row.search.experiment_with(row.design, best.settings).model_dump(mode="json"),
        "chosen_runs": [run.run_id for run in results.chosen_runs],
    }
