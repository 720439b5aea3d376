"""Queue the seeds that a verdict still needs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.launch.queue import enqueue
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.rows import RunRow


@dataclass(frozen=True)
class FurtherRuns:
    """Runs that bring strategies to the seeds they need.

    Attributes:
        experiments: to be queued.
        known: numbers of runs of these seeds that the store has already, finished or under way.
    """

    experiments: tuple[Experiment, ...]
    known: tuple[int, ...]


def queue_further_seeds(
    store: Store, baseline: Sequence[RunRow], others: Sequence[tuple[Sequence[RunRow], int]]
) -> tuple[list[int], list[int]]:
    """Queue the seeds that strategies need, and as many of the baseline.

    Args:
        store: where the runs are.
        baseline: the runs of the baseline.
        others: the runs of each strategy, and how many seeds it is to have.

    Returns the numbers of the runs that were queued, and of those of these seeds that the store had already.
    """
    if not others:
        return [], []
    planned = plan_seeds(store, [(baseline, max(units for _, units in others)), *others])
    queued = enqueue(store, list(planned.experiments), "Further seeds") if planned.experiments else []
    return list(queued), list(planned.known)


def plan_seeds(store: Store, strategies: Sequence[tuple[Sequence[RunRow], int]]) -> FurtherRuns:
    """Return what brings each strategy to its number of seeds, the same seeds for all, so that they can be paired.

    Seeds that any strategy has come first, then those that follow the largest. A run that the store has already,
    finished, running or queued, is not planned again. A linear baseline is the same whatever the seed: it gets none,
    and its own seed is none that others need.

    Args:
        store: where the runs are.
        strategies: the runs of each, and how many seeds it is to have.
    """
    examples = [runs.get_experiment(store, of[-1].id) for of, _ in strategies]
    trained = [
        (of, units, example)
        for (of, units), example in zip(strategies, examples, strict=True)
        if not example.is_seedless
    ]
    has = sorted({run.seed for of, _, _ in trained for run in of})
    most = max((units for _, units, _ in trained), default=0)
    seeds = has + [has[-1] + 1 + more for more in range(max(0, most - len(has)))] if has else []
    experiments: list[Experiment] = []
    finished: list[int] = []
    for of, units, example in trained:
        there = {run.seed for run in of if run.status in ("finished", "running", "queued")}
        missing = [seed for seed in seeds if seed not in there][: max(0, units - len(there))]
        others = runs.list_runs(store, status=("finished", "running", "queued"), archived=None)
        elsewhere = {run.seed: run.id for run in others if run.group_identity == of[-1].group_identity}
        finished += [elsewhere[seed] for seed in missing if seed in elsewhere]
        experiments += [_with_seed(example, seed) for seed in missing if seed not in elsewhere]
    return FurtherRuns(tuple(experiments), tuple(finished))


def _with_seed(experiment: Experiment, seed: int) -> Experiment:
    name, count = re.subn(r"\bseed \d+", f"seed {seed}", experiment.name)
    return experiment.model_copy(update={"seed": seed, "name": name if count else f"{name}, seed {seed}"})
