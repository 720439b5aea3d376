"""Queue the additional seeds that a verdict needs."""

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
    """Runs that bring strategies to the required number of seeds.

    Attributes:
        experiments: the experiments to queue.
        existing: numbers of existing runs with these seeds, finished or active.
    """

    experiments: tuple[Experiment, ...]
    existing: tuple[int, ...]


def queue_further_seeds(
    store: Store, baseline: Sequence[RunRow], others: Sequence[tuple[Sequence[RunRow], int]]
) -> tuple[list[int], list[int]]:
    """Queue the seeds that strategies need, and as many of the baseline.

    Args:
        store: the store of the runs.
        baseline: the runs of the baseline.
        others: the runs of each strategy, and its target number of seeds.

    Returns the numbers of the queued runs, and those of existing runs with these seeds.
    """
    if not others:
        return [], []
    plan = plan_seeds(store, [(baseline, max(target for _, target in others)), *others])
    queued = enqueue(store, list(plan.experiments), "Further seeds") if plan.experiments else []
    return list(queued), list(plan.existing)


def plan_seeds(store: Store, strategies: Sequence[tuple[Sequence[RunRow], int]]) -> FurtherRuns:
    """Return the missing runs of each strategy. All strategies get the same seeds, so that they can be paired.

    Seeds that any strategy has come first, then those above the largest. Runs that the store already has (finished,
    running or queued) are not planned again. A linear baseline does not depend on seeds. It gets none, and its seed
    does not count.

    Args:
        store: the store of the runs.
        strategies: the runs of each strategy, and its target number of seeds.
    """
    examples = [runs.get_experiment(store, rows[-1].id) for rows, _ in strategies]
    seeded = [
        (rows, target, example)
        for (rows, target), example in zip(strategies, examples, strict=True)
        if not example.is_seedless
    ]
    base = sorted({run.seed for rows, _, _ in seeded for run in rows})
    count = max((target for _, target, _ in seeded), default=0)
    seeds = base + [base[-1] + 1 + step for step in range(max(0, count - len(base)))] if base else []
    experiments: list[Experiment] = []
    existing: list[int] = []
    for rows, target, example in seeded:
        present = {run.seed for run in rows if run.status in ("finished", "running", "queued")}
        missing = [seed for seed in seeds if seed not in present][: max(0, target - len(present))]
        stored = runs.list_runs(store, status=("finished", "running", "queued"), archived=None)
        runs_by_seed = {run.seed: run.id for run in stored if run.group_identity == rows[-1].group_identity}
        existing += [runs_by_seed[seed] for seed in missing if seed in runs_by_seed]
        experiments += [_with_seed(example, seed) for seed in missing if seed not in runs_by_seed]
    return FurtherRuns(tuple(experiments), tuple(existing))


def _with_seed(experiment: Experiment, seed: int) -> Experiment:
    name, count = re.subn(r"\bseed \d+", f"seed {seed}", experiment.name)
    return experiment.model_copy(update={"seed": seed, "name": name if count else f"{name}, seed {seed}"})
