"""Arrange the runs of two strategies for a test: pairs, sample and scope of the verdict."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.formatting.templates import state

VerdictScope = Literal["seeds", "checkpoint", "weights"]
"""Scope of a verdict: other seeds, other fine-tunings of one trained checkpoint, or these weights."""


@dataclass(frozen=True, eq=False)
class TestedRuns:
    """A strategy's finished runs on the same test texts.

    Attributes:
        checkpoints: by run what the weights before the compared stage were trained with: the seeds of each stage before
            it, the first one first; runs whose tuples begin alike share the checkpoints of these stages. () where no
            stage came before.
        seeds: by run.
        values: by task float32 [runs, texts], what each text contributes to the metric, whose value is their mean: of
            error 100 where the run predicts wrongly. Or [runs, groups of texts] (``pseudovalues``).
        texts: by task the size of the test split; () where ``values`` has a column for each text.
        seedless: whether the runs are the same whatever the seed, as those of a linear baseline are.
    """

    checkpoints: tuple[tuple[Hashable, ...], ...]
    seeds: tuple[int, ...]
    values: tuple[NDArray[np.float32], ...]
    texts: tuple[int, ...] = ()
    seedless: bool = False

    __test__ = False  # no test class, whatever pytest thinks of its name

    def take(self, places: Sequence[int]) -> TestedRuns:
        """Return the runs at ``places``."""
        indices = list(places)
        return TestedRuns(
            tuple(self.checkpoints[place] for place in indices),
            tuple(self.seeds[place] for place in indices),
            tuple(values[indices] for values in self.values),
            self.texts,
            self.seedless,
        )

    @property
    def sizes(self) -> tuple[int, ...]:
        """By task the number of test texts."""
        return self.texts or tuple(values.shape[1] for values in self.values)

    @property
    def shared_checkpoint(self) -> bool:
        """Whether all runs rest on a single checkpoint that was trained for them, of whichever stage before.

        A pre-training that all share is one, also where each run has a multi-task checkpoint of its own above it.
        """
        return () not in self.checkpoints and len({checkpoint[0] for checkpoint in self.checkpoints}) == 1


Arms = list[list[NDArray[np.float32]]]


@dataclass(frozen=True)
class Sample:
    """Evidence of a verdict.

    Attributes:
        method: what is compared, in words.
        count, unit: of what the sample is and how many: ``seeds``, ``checkpoints``; ``texts`` where neither strategy
            depends on a seed.
        scope: of a verdict over them.
        paired: whether both strategies have the same units, so that differences are taken unit by unit.
    """

    method: str
    count: int
    unit: str
    scope: VerdictScope
    paired: bool


@dataclass(frozen=True, eq=False)
class Arrangement:
    """Two strategies' runs as ``crossed_effects.estimate_difference`` takes them.

    Attributes:
        arms: one of paired differences, or two, the second with a minus.
        sample: what the comparison rests on.
        left_out: which runs do not count, for they have no partner, in sentences.
    """

    arms: Arms
    sample: Sample
    left_out: tuple[str, ...] = ()


def arrange_runs(first: TestedRuns, second: TestedRuns, unpaired: bool = False) -> Arrangement:
    """Line up two strategies' runs.

    Runs of the same seed (and checkpoint seeds) are paired if at least two of them, and half of either strategy's runs,
    have a partner. Otherwise, and with ``unpaired``, all runs of both count, unpaired. With a single run on either
    side, the difference is that of these weights. A seedless run is compared with each run of the other strategy. If a
    strategy's runs rest on several trained checkpoints, these are the sample, with the mean over the runs of each.
    """
    if first.seedless or second.seedless:
        return _pair_seedless(first, second)
    scope: VerdictScope = "checkpoint" if first.shared_checkpoint or second.shared_checkpoint else "seeds"
    pairs = _common_runs(first, second)
    if min(len(first.seeds), len(second.seeds)) == 1:
        return _one_run(first, second, pairs)
    if not unpaired and should_pair_runs(len(pairs), len(first.seeds), len(second.seeds)):
        a, b = first.take([i for i, _ in pairs]), second.take([j for _, j in pairs])
        differences = [x - y for x, y in zip(a.values, b.values, strict=True)]
        arm, unit = _units(a, differences)
        count = len(arm[0])
        left_out = describe_left_out(len(pairs), len(first.seeds), len(second.seeds))
        return Arrangement([arm], Sample(f"paired over {count} {unit}", count, unit, scope, True), left_out)
    arms = [_units(first, first.values), _units(second, [-values for values in second.values])]
    unit = "checkpoints" if "checkpoints" in (unit for _, unit in arms) else "seeds"
    counts = [len(arm[0]) for arm, _ in arms]
    method = f"{counts[0]} and {counts[1]} {unit}, not paired"
    return Arrangement([arm for arm, _ in arms], Sample(method, min(counts), unit, scope, False))


def _units(runs: TestedRuns, values: Sequence[NDArray[np.float32]]) -> tuple[list[NDArray[np.float32]], str]:
    """Return the values of the sample and its unit: seeds, or means over the runs of each checkpoint."""
    groups = _checkpoint_groups(runs)
    if 1 < len(groups) < len(runs.seeds):
        means = [np.stack([each[list(group)].mean(0) for group in groups]) for each in values]
        return means, "checkpoints"
    return list(values), "seeds"


def should_pair_runs(pairs: int, first: int, second: int) -> bool:
    """Return whether so many pairs of that many runs of either strategy are compared, and not all runs unpaired.

    Two at least, and half of either side's: the few pairs of many runs may say what these do not. The rule goes by
    counts alone, so that no result chooses how it is judged.
    """
    return pairs >= 2 and 2 * pairs >= max(first, second)


def describe_left_out(pairs: int, first: int, second: int) -> tuple[str, ...]:
    """Return how many of either strategy's runs have no partner: a sentence for each side that has such runs."""
    return tuple(
        state("verdicts", "left_out", which, count - pairs, count)
        for which, count in (("first", first), ("second", second))
        if count > pairs
    )


def _one_run(first: TestedRuns, second: TestedRuns, pairs: Sequence[tuple[int, int]]) -> Arrangement:
    """Line up one run of each strategy: those of a common seed, else the newest."""
    i, j = pairs[-1] if pairs else (-1, -1)
    a, b = first.take([i]), second.take([j])
    count = max(len(first.seeds), len(second.seeds))
    method = "one run each"
    if count > 1:
        method = f"one run against one of {count}, {'with the same seed' if pairs else 'the newest'}"
    differences = [x - y for x, y in zip(a.values, b.values, strict=True)]
    return Arrangement([differences], Sample(method, 1, "seeds", "weights", bool(pairs)))


def _pair_seedless(first: TestedRuns, second: TestedRuns) -> Arrangement:
    """Line up runs with one that is the same whatever the seed: its answers are subtracted from those of each.

    The seeds' noise is then that of the other strategy alone, and no pairing costs degrees of freedom.
    """
    a, b = (side.take([-1]) if side.seedless else side for side in (first, second))
    differences = [x - y for x, y in zip(a.values, b.values, strict=True)]
    if a.seedless and b.seedless:
        return Arrangement([differences], Sample("neither depends on a seed", 1, "texts", "seeds", True))
    seeded = b if a.seedless else a
    arm, unit = _units(seeded, differences)
    count = len(arm[0])
    if count == 1:
        return Arrangement([arm], Sample("one run, against one without seeds", 1, unit, "weights", True))
    scope: VerdictScope = "checkpoint" if seeded.shared_checkpoint else "seeds"
    method = f"{count} {unit}, against a run without seeds"
    return Arrangement([arm], Sample(method, count, unit, scope, True))


def _common_runs(first: TestedRuns, second: TestedRuns) -> list[tuple[int, int]]:
    """Return (place in first, place in second) of runs to pair: of equal checkpoint seeds and seed, else of equal seed.

    By the seed alone they are paired only where no strategy has several checkpoints for the same seed; not at all where
    runs of a strategy differ in more than seeds (draws of a few-shot subset).
    """
    keys = [list(zip(runs.checkpoints, runs.seeds, strict=True)) for runs in (first, second)]
    if any(len(set(side)) < len(side) for side in keys):
        return []
    pairs = [(keys[0].index(key), index) for index, key in enumerate(keys[1]) if key in keys[0]]
    if len(pairs) >= 2:
        return pairs
    for runs in (first, second):
        if 1 < len(_checkpoint_groups(runs)) < len(runs.seeds) or len(set(runs.seeds)) < len(runs.seeds):
            return pairs
    return [
        (first.seeds.index(seed), index) for index, seed in enumerate(second.seeds) if seed in first.seeds
    ]


def _checkpoint_groups(runs: TestedRuns) -> list[list[int]]:
    """Return the indices of the runs in independent groups: by the highest level with several checkpoints.

    Multi-task checkpoints above two pre-trainings are two groups, for those of one pre-training have its noise in
    common; above a single pre-training each is a group of its own.
    """
    for level in range(1, max(map(len, runs.checkpoints), default=0) + 1):
        groups: dict[tuple[Hashable, ...], list[int]] = {}
        for index, checkpoint in enumerate(runs.checkpoints):
            groups.setdefault(checkpoint[:level], []).append(index)
        if len(groups) > 1:
            return list(groups.values())
    return [list(range(len(runs.seeds)))]
