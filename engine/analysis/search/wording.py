"""A search and its trials in words, and as the stable JSON of the command line."""

from __future__ import annotations

import math

from engine.analysis.search.results import SearchResults, Trial
from engine.formatting.numbers import plural
from engine.json_types import JsonObject
from engine.metrics.keys import describe_key
from engine.spec.sweep import short_label, value_name

CAUTION = (
    "The chosen value is the best of several on the same validation texts, so it flatters; what the model does on new "
    "texts is said by the test result of the chosen runs."
)


def state_words(trial: Trial) -> str:
    """Return the state of a trial: ``pruned at step 120``."""
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
    """Return a value of the search's metric with its unit, a dash where there is none."""
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
        "chosen_runs": [run.run_id for run in results.chosen],
    }
