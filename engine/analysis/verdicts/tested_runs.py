"""Line up the runs of two strategies: what is paired, what the sample is, and how far a verdict reaches."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

VerdictScope = Literal["seeds", "checkpoint", "weights"]
"""To what a verdict extends: to other seeds, to other fine-tunings of one trained checkpoint, or to these weights."""


@dataclass(frozen=True, eq=False)
class TestedRuns:
    """A strategy's finished runs on the same test texts.

    Attributes:
        checkpoints: by run what the weights before the compared stage were trained with (their seeds); equal for
            runs that share a trained checkpoint, () where no stage came before.
        seeds: by run.
        values: by task float32 [runs, texts], what each text contributes to the metric, whose value is their mean: of
            error 100 where the run predicts wrongly. Or [runs, groups of texts] (``pseudovalues``).
        texts: by task the size of the test split; () where ``values`` has a column for each text.
        seedless: whether the runs are the same whatever the seed, as those of a linear baseline are.
    """

    checkpoints: tuple[Hashable, ...]
    seeds: tuple[int, ...]
    values: tuple[NDArray[np.float32], ...]
    texts: tuple[int, ...] = ()
    seedless: bool = False

    __test__ = False  # no test class, whatever pytest thinks of its name

    def take(self, places: Sequence[int]) -> TestedRuns:
        """Return the runs at ``places``."""
        chosen = list(places)
        return TestedRuns(
            tuple(self.checkpoints[place] for place in chosen),
            tuple(self.seeds[place] for place in chosen),
            tuple(values[chosen] for values in self.values),
            self.texts,
            self.seedless,
        )

    @property
    def sizes(self) -> tuple[int, ...]:
        """By task the number of test texts."""
        return self.texts or tuple(values.shape[1] for values in self.values)

    @property
    def shared_checkpoint(self) -> bool:
        """Whether several runs, or the only one, rest on a single checkpoint that was trained for them."""
        return len(set(self.checkpoints)) == 1 and self.checkpoints[0] != ()


Arms = list[list[NDArray[np.float32]]]


@dataclass(frozen=True, eq=False)
class Arrangement:
    """Two strategies' runs as ``crossed_effects.estimate_difference`` takes them.

    Attributes:
        arms: one of paired differences, or two, the second with a minus.
        method: what is compared, in words.
        count, unit: of what the sample is and how many: ``seeds``, ``checkpoints``; ``texts`` where neither strategy
            depends on a seed.
        scope: of a verdict over them.
    """

    arms: Arms
    method: str
    count: int
    unit: str
    scope: VerdictScope


def arrange_runs(first: TestedRuns, second: TestedRuns) -> Arrangement:
    """Line up two strategies' runs.

    Runs of the same seed (and checkpoint seeds) are paired; where fewer than two are common, all runs of both count,
    unpaired. With a single run on either side, the difference is that of these weights. What does not depend on a seed
    is held against each run of the other. Where a strategy's runs rest on several trained checkpoints, these are the
    sample, with the mean over the runs of each.
    """
    if first.seedless or second.seedless:
        return _against_seedless(first, second)
    trained = bool(first.shared_checkpoint or second.shared_checkpoint)
    scope: VerdictScope = "checkpoint" if trained else "seeds"
    pairs = _common_runs(first, second)
    one = min(len(first.seeds), len(second.seeds)) == 1
    if len(pairs) >= 2 or (one and pairs):
        places = pairs[-1:] if one else pairs
        a, b = first.take([i for i, _ in places]), second.take([j for _, j in places])
        differences = [x - y for x, y in zip(a.values, b.values, strict=True)]
        if one:
            said = _one_run_each(first, second, "with the same seed")
            return Arrangement([differences], said, 1, "seeds", "weights")
        groups = _checkpoint_groups(a)
        if 1 < len(groups) < len(places):
            arm = [_mean_by_group(values, groups) for values in differences]
            said = f"paired over {len(groups)} checkpoints"
            return Arrangement([arm], said, len(groups), "checkpoints", "seeds")
        return Arrangement([differences], f"paired over {len(places)} seeds", len(places), "seeds", scope)
    if one:
        last = [[values[-1:] for values in first.values], [-values[-1:] for values in second.values]]
        return Arrangement(last, _one_run_each(first, second, "the newest"), 1, "seeds", "weights")
    arms, counts, unit = [], [], "seeds"
    for sign, runs in ((1, first), (-1, second)):
        groups = _checkpoint_groups(runs)
        if 1 < len(groups) < len(runs.seeds):
            arms.append([sign * _mean_by_group(values, groups) for values in runs.values])
            unit = "checkpoints"
        else:
            arms.append([sign * values for values in runs.values])
        counts.append(len(arms[-1][0]))
    said = f"{counts[0]} and {counts[1]} {unit}, not paired"
    return Arrangement(arms, said, min(counts), unit, scope)


def _one_run_each(first: TestedRuns, second: TestedRuns, chosen: str) -> str:
    """Return what is compared where a strategy has one run; ``chosen`` says which it is of several of the other."""
    several = max(len(first.seeds), len(second.seeds))
    return "one run each" if several == 1 else f"one run against one of {several}, {chosen}"


def _against_seedless(first: TestedRuns, second: TestedRuns) -> Arrangement:
    """Line up runs with one that is the same whatever the seed: its answers are subtracted from those of each.

    The seeds' noise is then that of the other strategy alone, and no pairing costs degrees of freedom.
    """
    a, b = (side.take([-1]) if side.seedless else side for side in (first, second))
    differences = [x - y for x, y in zip(a.values, b.values, strict=True)]
    if a.seedless and b.seedless:
        return Arrangement([differences], "neither depends on a seed", 1, "texts", "seeds")
    sampled = b if a.seedless else a
    scope: VerdictScope = "checkpoint" if sampled.shared_checkpoint else "seeds"
    groups = _checkpoint_groups(sampled)
    count, unit = len(sampled.seeds), "seeds"
    if 1 < len(groups) < count:
        differences, count = [_mean_by_group(values, groups) for values in differences], len(groups)
        unit, scope = "checkpoints", "seeds"
    if count == 1:
        return Arrangement([differences], "one run, against one without seeds", 1, unit, "weights")
    return Arrangement([differences], f"{count} {unit}, against a run without seeds", count, unit, scope)


def _common_runs(first: TestedRuns, second: TestedRuns) -> list[tuple[int, int]]:
    """Return (place in first, place in second) of runs to pair: of equal checkpoint seeds and seed, else of equal seed.

    By the seed alone they are paired only where no strategy has several checkpoints for the same seed; not at all where
    runs of a strategy differ in more than seeds (draws of a few-shot subset).
    """
    keys = [list(zip(runs.checkpoints, runs.seeds, strict=True)) for runs in (first, second)]
    if any(len(set(each)) < len(each) for each in keys):
        return []
    both = [(keys[0].index(key), place) for place, key in enumerate(keys[1]) if key in keys[0]]
    if len(both) >= 2:
        return both
    for runs in (first, second):
        if 1 < len(_checkpoint_groups(runs)) < len(runs.seeds) or len(set(runs.seeds)) < len(runs.seeds):
            return both
    return [
        (first.seeds.index(seed), place) for place, seed in enumerate(second.seeds) if seed in first.seeds
    ]


def _checkpoint_groups(runs: TestedRuns) -> list[list[int]]:
    found: dict[Hashable, list[int]] = {}
    for place, checkpoint in enumerate(runs.checkpoints):
        found.setdefault(checkpoint, []).append(place)
    return list(found.values())


def _mean_by_group(values: NDArray[np.float32], groups: Sequence[Sequence[int]]) -> NDArray[np.float32]:
    return np.stack([values[list(group)].mean(0) for group in groups])
