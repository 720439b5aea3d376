"""Proposals for the next trial: Optuna's samplers, with every trial of the store.

The study lives for one question only. Nothing is kept in a database of Optuna's. A proposal depends on the search's
seed, the trial's number and the trials before it, so a search that was killed goes on as if it had not been.
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
"""Trials of TPE that are drawn at random before proposals follow what was good. Few: of the dozens of trials that can
be paid for, most have to count."""
_MAX_ATTEMPTS = 200


def require_optuna() -> None:
    """Raise UserError when Optuna is not installed. It is not imported."""
    if importlib.util.find_spec("optuna") is None:
        raise UserError(
            "a search needs Optuna, which is not installed.",
            remedy="Install it with: pip install 'palimpsest[search]'",
        )


def propose(results: SearchResults) -> tuple[int, JsonObject, Experiment] | None:
    """Return the next trial: its number, settings and experiment, or None where all combinations have been tried.

    Settings that were tried before, and values that do not go together, are drawn again.

    Raises UserError when Optuna is not installed, or no values are found that go together.
    """
    design, search = results.row.design, results.row.search
    number = max((trial.number for trial in results.trials), default=-1) + 1
    earlier = [trial.settings for trial in results.trials]
    reason = ""
    for attempt in range(_MAX_ATTEMPTS):
        # After some vain attempts at random: TPE draws the same favourites of a small space again and again.
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
        random: propose at random whatever the search's sampler.
        stream: distinguishes proposals of one search. With the search's seed it gives the sampler's.
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
            continue  # the design may stand outside of the ranges; of a failed trial nothing is known
        state = {"finished": TrialState.COMPLETE, "pruned": TrialState.PRUNED}.get(
            trial.state, TrialState.RUNNING
        )
        value = trial.value if state is not TrialState.RUNNING else None
        if state is not TrialState.RUNNING and (value is None or not math.isfinite(value)):
            continue
        intermediate = {place: each for place, each in enumerate(trial.evaluations, 1) if math.isfinite(each)}
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
            # By place: values may be tables, which Optuna does not take.
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
    """Return whether a space of finitely many settings has been tried as a whole."""
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
