"""Arrange the runs of two strategies for a test: pairs, sample and scope of the verdict."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.formatting.templates import state

VerdictScope = Literal["seeds", "checkpoint", "weights"]
"""Scope of a verdict: other seeds, other fine-tuning runs of one trained checkpoint, or these weights only."""


@dataclass(frozen=True, eq=False)
class TestedRuns:
    """Finished runs of a strategy on the same test texts.

    Attributes:
        checkpoints: by run, the seeds of each stage before the compared one, () without earlier stages. Runs whose
            tuples have a common beginning share the checkpoints of these stages.
        seeds: seed of each run.
        values: by task, the contribution of each text to the metric, float32 [runs, texts] or [runs, groups of texts]
            (``significance.pseudo_values``). Their mean is the metric. For the error it is 100 for a wrong prediction.
        texts: size of the test split by task; () if ``values`` has one column per text.
        seedless: whether the results are independent of seeds, as for a linear baseline.
    """

    checkpoints: tuple[tuple[Hashable, ...], ...]
    seeds: tuple[int, ...]
    values: tuple[NDArray[np.float32], ...]
    texts: tuple[int, ...] = ()
    seedless: bool = False

    __test__ = False  # not a test class, despite its name for pytest

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
        """Number of test texts by task."""
        return self.texts or tuple(values.shape[1] for values in self.values)

    @property
    def shared_checkpoint(self) -> bool:
        """Whether all runs share a trained checkpoint of an earlier stage.

        A shared pre-training counts even if each run has its own multi-task checkpoint after it.
        """
        return () not in self.checkpoints and len({checkpoint[0] for checkpoint in self.checkpoints}) == 1


Arms = list[list[NDArray[np.float32]]]


@dataclass(frozen=True)
class Sample:
    """Evidence of a verdict.

    Attributes:
        method: the comparison in words.
        count, unit: size and unit of the sample: ``seeds``, ``checkpoints``; ``texts`` if neither strategy depends on
            seeds.
        scope: scope of a verdict based on the sample.
        paired: whether both strategies have the same units, and differences are taken per unit.
    """

    method: str
    count: int
    unit: str
    scope: VerdictScope
    paired: bool


@dataclass(frozen=True, eq=False)
class Arrangement:
    """Runs of two strategies, arranged for ``crossed_effects.estimate_difference``.

    Attributes:
        arms: one arm of paired differences, or two arms, the second with negative values.
        sample: the sample behind the comparison.
        left_out: sentences on runs that are ignored because they have no partner.
    """

    arms: Arms
    sample: Sample
    left_out: tuple[str, ...] = ()


def arrange_runs(first: TestedRuns, second: TestedRuns, unpaired: bool = False) -> Arrangement:
    """Arrange the runs of two strategies.

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
    """Return the values of the sample and its unit: seeds, or checkpoints with means over their runs."""
    groups = _checkpoint_groups(runs)
    if 1 < len(groups) < len(runs.seeds):
        means = [np.stack([each[list(group)].mean(0) for group in groups]) for each in values]
        return means, "checkpoints"
    return list(values), "seeds"


def should_pair_runs(pairs: int, first: int, second: int) -> bool:
    """Return whether to compare pairs rather than all runs unpaired, given the number of pairs and runs.

    At least two pairs are required, and half of the runs of each strategy, because few pairs may not represent many
    runs. The rule depends only on counts, so that no result selects its own test.
    """
    return pairs >= 2 and 2 * pairs >= max(first, second)


def describe_left_out(pairs: int, first: int, second: int) -> tuple[str, ...]:
    """Return a sentence for each strategy with unpaired runs on their number."""
    return tuple(
        state("verdicts", "left_out", which, count - pairs, count)
        for which, count in (("first", first), ("second", second))
        if count > pairs
    )


def _one_run(first: TestedRuns, second: TestedRuns, pairs: Sequence[tuple[int, int]]) -> Arrangement:
    """Arrange one run of each strategy: a pair with a common seed, else the newest runs."""
    i, j = pairs[-1] if pairs else (-1, -1)
    a, b = first.take([i]), second.take([j])
    count = max(len(first.seeds), len(second.seeds))
    method = "one run each"
    if count > 1:
        method = f"one run against one of {count}, {'with the same seed' if pairs else 'the newest'}"
    differences = [x - y for x, y in zip(a.values, b.values, strict=True)]
    return Arrangement([differences], Sample(method, 1, "seeds", "weights", bool(pairs)))


def _pair_seedless(first: TestedRuns, second: TestedRuns) -> Arrangement:
    """Arrange runs against a seedless run, which is subtracted from each of them.

    The noise of seeds is then that of the other strategy only, and pairing costs no degrees of freedom.
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
    """Return (index in first, index in second) of runs with equal checkpoint seeds and seed, else with equal seed.

    Pairing by seed only requires that no strategy has several checkpoints for one seed. Runs of a strategy that differ
    in more than seeds (draws of a few-shot subset) are not paired.
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
    """Return the indices of runs in independent groups, by the earliest stage with several checkpoints.

    Multi-task checkpoints after two pre-trainings form two groups, because those of one pre-training share its noise.
    After a single pre-training, each multi-task checkpoint is its own group.
    """
    for level in range(1, max(map(len, runs.checkpoints), default=0) + 1):
        groups: dict[tuple[Hashable, ...], list[int]] = {}
        for index, checkpoint in enumerate(runs.checkpoints):
            groups.setdefault(checkpoint[:level], []).append(index)
        if len(groups) > 1:
            return list(groups.values())
    return [list(range(len(runs.seeds)))]
