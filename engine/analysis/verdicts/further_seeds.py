"""Plan the runs that a verdict still needs: further seeds of strategies that cannot be told apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.verdicts.verdict import MetricDifference
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.rows import RunRow

PILOT_SEEDS = 3
"""Seeds to begin with: from one run nothing is known of how much seeds differ, from two next to nothing."""


@dataclass(frozen=True)
class FurtherRuns:
    """Runs that bring strategies to the seeds they need.

    Attributes:
        experiments: to be queued.
        known: numbers of runs of these seeds that the store has already, finished or under way.
    """

    experiments: tuple[Experiment, ...]
    known: tuple[int, ...]


def seeds_needed(found: Mapping[int, MetricDifference]) -> dict[int, int]:
    """Return how many seeds each strategy needs that cannot be told from the baseline, by its key.

    Left out where more seeds on the same texts do not help, as with fewer texts than are judged, or where trained
    checkpoints, and not seeds, are the sample.
    """
    needed = {}
    for key, made in found.items():
        if made.sample.unit != "seeds" or made.shown_p is None or made.verdict in ("better", "worse"):
            continue
        units = made.needed.units if made.needed is not None else None
        # Single runs that are equivalent are so as these weights: seeds may still differ.
        if made.sample.count < PILOT_SEEDS and (made.needed is not None or made.sample.scope == "weights"):
            units = max(PILOT_SEEDS, units or 0)
        if units is not None and units > made.sample.count:
            needed[key] = units
    return needed


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
    known: list[int] = []
    for of, units, example in trained:
        there = {run.seed for run in of if run.status in ("finished", "running", "queued")}
        missing = [seed for seed in seeds if seed not in there][: max(0, units - len(there))]
        others = runs.list_runs(store, status=("finished", "running", "queued"), archived=None)
        elsewhere = {run.seed: run.id for run in others if run.group_identity == of[-1].group_identity}
        known += [elsewhere[seed] for seed in missing if seed in elsewhere]
        experiments += [_with_seed(example, seed) for seed in missing if seed not in elsewhere]
    return FurtherRuns(tuple(experiments), tuple(known))


def _with_seed(experiment: Experiment, seed: int) -> Experiment:
    name, found = re.subn(r"\bseed \d+", f"seed {seed}", experiment.name)
    return experiment.model_copy(update={"seed": seed, "name": name if found else f"{name}, seed {seed}"})
