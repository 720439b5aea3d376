"""A strategy's runs as verdicts take them: those that were trained alike are one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.analysis.run_groups import RunGroup
from engine.analysis.verdicts.significance import stream_seeds, trained_checkpoint
from engine.analysis.verdicts.tested_runs import TestedRuns
from engine.spec.experiment import Experiment


def newest_places(strategy: RunGroup, measured: Sequence[bool]) -> list[int]:
    """Return the places of the ``measured`` runs; of those whose stages all had the same seeds that of the last.

    Where every stage has a seed of its own, that of the run changes nothing.
    """
    newest = {
        _seeds_of_stages(strategy.experiment, run.seed): place
        for place, run in enumerate(strategy.runs)
        if measured[place]
    }
    return [*newest.values()]


def as_tested_runs(
    strategy: RunGroup, places: Sequence[int], values: Sequence[Sequence[NDArray[np.floating]]]
) -> TestedRuns:
    """Return the runs at ``places`` with their ``values``: by task, then by run, float [texts]."""
    seeds = tuple(strategy.runs[place].seed for place in places)
    return TestedRuns(
        tuple(trained_checkpoint(_with_seed(strategy.experiment, seed)) for seed in seeds),
        seeds,
        tuple(np.stack(of_task).astype(np.float32) for of_task in values),
    )


def unchanged(runs: TestedRuns) -> TestedRuns:
    """Return what ``runs`` are held against to be judged by themselves: weights that change nothing, whatever the seed.

    Then the estimate is that of ``crossed_effects.estimate_difference`` with a single arm.
    """
    return TestedRuns(((),), (0,), tuple(np.zeros_like(values[:1]) for values in runs.values), seedless=True)


def _with_seed(experiment: Experiment, seed: int) -> Experiment:
    return experiment.model_copy(update={"seed": seed})


def _seeds_of_stages(experiment: Experiment, seed: int) -> tuple[tuple[int, ...], ...]:
    """Return the seeds of every stage of the run of ``seed``: equal for runs that were trained alike."""
    own = _with_seed(experiment, seed)
    return tuple(stream_seeds(own, index) for index in range(len(own.stages)))
