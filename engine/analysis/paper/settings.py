"""What a recipe's runs take from the paper, and what they share: sentences for the head of a filled table."""

from __future__ import annotations

from collections.abc import Sequence

from engine.spec.experiment import Experiment
from engine.spec.presets.published import PRESETS, departures


def describe_settings(experiments: Sequence[Experiment]) -> tuple[str, ...]:
    """Return whose settings the runs of a table have, and what their spread over seeds does not contain."""
    return tuple(said for said in (_describe_presets(experiments), _describe_sharing(experiments)) if said)


def _describe_presets(experiments: Sequence[Experiment]) -> str:
    stages = [stage for experiment in experiments for stage in experiment.stages]
    named = {stage.preset for stage in stages}
    if not stages or named == {""}:
        return ""
    whose = " and ".join(PRESETS[name].lower() for name in sorted(named - {""}))
    # What differs between runs is what the table asks about; what departs alike in all is a choice behind all of it.
    changed: dict[str, set[str]] = {}
    for kind in sorted({stage.kind for stage in stages}):
        found = [
            {each.path: each for each in departures(stage.model_dump(mode="json"))}
            for stage in stages
            if stage.kind == kind and stage.preset
        ]
        for path, first in found[0].items() if found else ():
            if all(path in each and each[path].value == first.value for each in found):
                changed.setdefault(path, set()).add(first.origin)
    but = "; ".join(
        f"{path.replace('_', ' ')} ({', '.join(sorted(changed[path]))})" for path in sorted(changed)
    )
    without = "" if "" not in named else ", some stages without"
    return f"Settings {whose} has them{without}{f', but for: {but}' if but else ''}."


def _describe_sharing(experiments: Sequence[Experiment]) -> str:
    """Say so where runs of different seeds share an earlier stage: then the spread is not that of the whole method."""
    fixed = {
        (stage.title.lower(), stage.seed)
        for experiment in experiments
        for stage in experiment.stages[:-1]
        if stage.seed is not None
    }
    several = len({experiment.seed for experiment in experiments}) > 1
    if not fixed or not several:
        return ""
    said = ", ".join(f"{title} with seed {seed}" for title, seed in sorted(fixed))
    return (
        f"Runs of different seeds share earlier stages ({said}): their interval is that of the last stage alone, and "
        "says nothing of another pre-training."
    )
