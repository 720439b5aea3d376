"""Proposals for the next trial from Optuna's samplers and all stored trials.

A study is created for each proposal, without an Optuna database. A proposal depends only on the search's seed, the
trial's number and the earlier trials, so an interrupted search continues as if it had not been interrupted.
"""

from __future__ import annotations

import hashlib
import importlib.util
import logging
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.analysis.search.results import SearchResults, Trial
from engine.errors import UserError
from engine.json_types import JsonObject
from engine.spec.experiment import Experiment
from engine.spec.search import FieldRange, Search

if TYPE_CHECKING:
    import optuna
    from optuna.distributions import BaseDistribution

RANDOM_TRIALS = 5
"""Random trials before TPE models the results. Few, because a search has only dozens of trials."""
_MAX_ATTEMPTS = 200


def require_optuna() -> None:
    """Raise UserError if Optuna is not installed, without importing it."""
    if importlib.util.find_spec("optuna") is None:
        raise UserError(
            "a search needs Optuna, which is not installed.",
            remedy="Install it with: pip install 'palimpsest[search]'",
        )


def propose(results: SearchResults) -> tuple[int, JsonObject, Experiment] | None:
    """Return the number, settings and experiment of the next trial, or None if all combinations have been tried.

    Repeated settings and invalid combinations of values are drawn again.

    Raises UserError if Optuna is not installed, or no valid combination is found.
    """
    design, search = results.row.design, results.row.search
    number = max((trial.number for trial in results.trials), default=-1) + 1
    earlier = [trial.settings for trial in results.trials]
    reason = ""
    for attempt in range(_MAX_ATTEMPTS):
        # Random after ten failed attempts, because TPE repeats its favourites in a small space.
        study = build_study(results, random=attempt >= 10, stream=f"{number}/{attempt}")
        params = study.ask(_distributions(search)).params
        settings = {path: _value(search.fields[path], params[path]) for path in search.fields}
        if settings in earlier:
            if _is_exhausted(search, earlier):
                return None
            continue
        try:
            return number, settings, search.experiment_with(design, settings)
        except UserError as error:
            reason = str(error)
    if reason:
        raise UserError(f"no combination of values is valid: {reason}", place="search")
    return None


def build_study(results: SearchResults, *, random: bool = False, stream: str = "") -> optuna.Study:
    """Return a study with every trial whose settings lie in the search's ranges.

    Args:
        results: the trials.
        random: use random sampling instead of the search's sampler.
        stream: name of the proposal. With the search's seed it determines the sampler's seed.
    """
    require_optuna()
    import optuna
    from optuna.trial import TrialState, create_trial

    optuna.logging.set_verbosity(logging.WARNING)

    design, search = results.row.design, results.row.search
    text = f"{search.seed}/{stream}"
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
    sampler: optuna.samplers.BaseSampler
    if random or search.sampler == "random":
        sampler = optuna.samplers.RandomSampler(seed=seed)
    else:
        sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=RANDOM_TRIALS)
    study = optuna.create_study(
        sampler=sampler, direction="maximize" if search.direction(design) == "max" else "minimize"
    )
    distributions = _distributions(search)
    for trial in results.trials:
        if not search.holds(trial.settings) or trial.state == "failed":
            continue  # the design may lie outside the ranges, and a failed trial has no result
        state = {"finished": TrialState.COMPLETE, "pruned": TrialState.PRUNED}.get(
            trial.state, TrialState.RUNNING
        )
        value = trial.value if state is not TrialState.RUNNING else None
        if state is not TrialState.RUNNING and (value is None or not math.isfinite(value)):
            continue
        intermediate = {index: each for index, each in enumerate(trial.evaluations, 1) if math.isfinite(each)}
        study.add_trial(
            create_trial(
                state=state,
                value=value,
                params=_parameters(search, trial),
                distributions=dict(distributions),
                intermediate_values=intermediate if state is TrialState.PRUNED else {},
                constraints=None if trial.excess is None else {"bound": min(trial.excess, 1e300)},
            )
        )
    return study


def _distributions(search: Search) -> dict[str, BaseDistribution]:
    from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

    distributions: dict[str, BaseDistribution] = {}
    for path, field in search.fields.items():
        if field.values:
            # By index, because values may be tables, which Optuna does not accept.
            distributions[path] = CategoricalDistribution(tuple(range(len(field.values))))
        elif field.is_integer:
            assert isinstance(field.low, int) and isinstance(field.high, int)
            distributions[path] = IntDistribution(field.low, field.high, log=field.log)
        else:
            assert field.low is not None and field.high is not None
            distributions[path] = FloatDistribution(field.low, field.high, log=field.log)
    return distributions


def _value(field: FieldRange, value: object) -> object:
    if field.values:
        assert isinstance(value, int)
        return field.values[value]
    assert isinstance(value, int | float)
    return value if field.is_integer else field.rounded(value)


def _parameters(search: Search, trial: Trial) -> dict[str, object]:
    return {
        path: field.values.index(trial.settings[path]) if field.values else trial.settings[path]
        for path, field in search.fields.items()
    }


def _is_exhausted(search: Search, earlier: Sequence[Mapping[str, object]]) -> bool:
    """Return whether all settings of a finite space have been tried."""
    size = 1
    for field in search.fields.values():
        if not field.values and not field.is_integer:
            return False
        count = len(field.values)
        if field.is_integer:
            assert isinstance(field.low, int) and isinstance(field.high, int)
            count = field.high - field.low + 1
        size *= count
    return sum(search.holds(dict(settings)) for settings in earlier) >= size
