"""Judge whether two strategies' errors differ, are equivalent, or cannot be told apart, and what it would take.

The noise is that of ``engine.analysis.verdicts.crossed_effects``; docs/statistics.md states the method and how well
it keeps its error rates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.analysis.verdicts.crossed_effects import CrossedEstimate, SampledUnits, estimate_difference
from engine.analysis.verdicts.margin import DEFAULT_MARGIN, check_margin
from engine.analysis.verdicts.statistics import RopePosterior, adjust_holm
from engine.errors import UserError

DifferenceVerdict = Literal["better", "worse", "equivalent", "cannot tell"]
VerdictScope = Literal["seeds", "checkpoint", "weights"]
"""To what a verdict extends: to other seeds, to other fine-tunings of one trained checkpoint, or to these weights."""
ALPHA = 0.05
POWER = 0.8
LEAST_TEXTS = 30
"""Test texts below which nothing is judged: the normal approximation of their mean does not hold."""
MAX_UNITS, MAX_TEXTS = 100, 10_000_000


@dataclass(frozen=True, eq=False)
class TestedRuns:
    """A strategy's finished runs on the same test texts.

    Attributes:
        checkpoints: by run what the weights before the compared stage were trained with (their seeds); equal for
            runs that share a trained checkpoint, () where no stage came before.
        seeds: by run.
        wrong: by task float32 [runs, texts], 1 where the run predicts wrongly.
    """

    checkpoints: tuple[Hashable, ...]
    seeds: tuple[int, ...]
    wrong: tuple[NDArray[np.float32], ...]

    __test__ = False  # no test class, whatever pytest thinks of its name

    def take(self, places: Sequence[int]) -> TestedRuns:
        """Return the runs at ``places``."""
        chosen = list(places)
        return TestedRuns(
            tuple(self.checkpoints[place] for place in chosen),
            tuple(self.seeds[place] for place in chosen),
            tuple(values[chosen] for values in self.wrong),
        )

    @property
    def shared_checkpoint(self) -> bool:
        """Whether several runs, or the only one, rest on a single checkpoint that was trained for them."""
        return len(set(self.checkpoints)) == 1 and self.checkpoints[0] != ()


@dataclass(frozen=True)
class NeededSample:
    """What it would take to find a difference of ``margin`` points with the power ``POWER``.

    Attributes:
        unit: what there must be more of, ``seeds`` or ``checkpoints``.
        have: how many there are now, on ``texts`` texts.
        units: how many it takes on the same texts; None where no number is enough.
        needed_texts: how many texts it takes with the same seeds; None where no number is enough.
    """

    margin: float
    unit: str
    have: int
    texts: int
    units: int | None
    needed_texts: int | None

    def to_sentence(self) -> str:
        """Return ``About 9 seeds or 4,000 test texts would find 0.3 points in 80 of 100 cases.``"""
        goal = f"would find a difference of {self.margin:g} points in {POWER:.0%} of cases".replace("%", " %")
        ways = []
        if self.units is not None:
            ways.append(f"about {self.units} {self.unit} each on these {self.texts:,} texts")
        if self.needed_texts is not None:
            ways.append(
                f"about {_round_up(self.needed_texts):,} test texts with these {self.have} {self.unit}"
            )
        if ways:
            said = f"{' or '.join(ways)} {goal}"
            return f"{said[0].upper()}{said[1:]}."
        if self.have < 2:
            return (
                "It takes a second seed to know how much seeds differ, and with that how many it would take."
            )
        return (
            f"Neither more {self.unit} on these {self.texts:,} texts nor more texts with these {self.have} "
            f"{self.unit} {goal}: it takes more of both."
        )


@dataclass(frozen=True)
class ErrorDifference:
    """Test error of a strategy less that of the baseline, in percentage points; negative is better.

    Attributes:
        low, high: the interval of level 1 - ``alpha``.
        p, equivalence_p: of no difference (two-sided), and of a difference beyond ± ``margin`` (two one-sided tests).
        adjusted_p, adjusted_equivalence_p: the same, corrected for all differences shown together.
        method: what was compared, in words; ``note`` what must be known of it.
        n: units of the comparison: pairs of seeds, seeds, or 1.
        texts: size of the test split.
        unit: what they are, ``seeds`` or ``checkpoints``; ``paired`` whether the two strategies have the same.
        estimate: the difference with its noise, from which all of this comes.
        posterior: probabilities of fewer errors, of a difference within the margin, of more errors.
        needed: what it would take to tell; None until ``plan_further`` was asked.
    """

    mean: float
    low: float
    high: float
    p: float
    equivalence_p: float
    margin: float
    method: str
    n: int
    unit: str
    paired: bool
    texts: int
    scope: VerdictScope
    estimate: CrossedEstimate
    posterior: RopePosterior
    note: str = ""
    needed: NeededSample | None = None
    alpha: float = ALPHA
    adjusted_p: float = 1.0
    adjusted_equivalence_p: float = 1.0
    verdict: DifferenceVerdict = "cannot tell"

    @property
    def answer(self) -> str:
        """The verdict with its scope: ``better``, ``worse, these weights``."""
        scope = {"seeds": "", "checkpoint": ", this checkpoint", "weights": ", these weights"}[self.scope]
        return self.verdict if self.verdict == "cannot tell" else f"{self.verdict}{scope}"

    def to_sentence(self) -> str:
        """Return ``difference 0.40 points, 95 % interval -0.30 to 1.10: cannot tell (paired by 3 seeds, ...)``."""
        words = {
            "better": "fewer errors",
            "worse": "more errors",
            "equivalent": f"equivalent within {self.margin:g} points",
            "cannot tell": "cannot tell",
        }[self.verdict]
        small = self.verdict in ("better", "worse") and self.adjusted_equivalence_p < self.alpha
        words += f", but by less than {self.margin:g} points" if small else ""
        words += {"seeds": "", "checkpoint": ", for this checkpoint", "weights": ", for these weights only"}[
            self.scope
        ]
        level = f"{100 * (1 - self.alpha):.4g}"
        return (
            f"difference {self.mean:.2f} points, {level} % interval {self.low:.2f} to {self.high:.2f}: {words} "
            f"({self.method}{f', p {self.adjusted_p:.2g}' if self.texts else ''})"
        )


def judge_runs(
    first: TestedRuns, second: TestedRuns, margin: float = DEFAULT_MARGIN, alpha: float = ALPHA
) -> ErrorDifference:
    """Return the difference of two strategies, judged as if it were the only one.

    Runs of the same seed (and checkpoint seeds) are paired; where fewer than two are common, all runs of both count,
    unpaired. With a single run on either side, the difference is that of these weights. Where a strategy's runs rest on
    several trained checkpoints, these are the sample, with the mean over the runs of each.

    Raises UserError for a margin that is not above 0.
    """
    arms, method, units, unit, scope = _arrange(first, second)
    estimate = estimate_difference(arms, one_text=100.0)
    low, high = estimate.interval(1 - alpha)
    left, right = estimate.tail(estimate.mean + check_margin(margin)), estimate.tail(margin - estimate.mean)
    made = ErrorDifference(
        mean=estimate.mean,
        low=max(low, -100.0),  # of few seeds a t reaches beyond what two errors can differ by
        high=min(high, 100.0),
        p=estimate.p_value(),
        equivalence_p=estimate.equivalence_p(margin),
        margin=margin,
        method=f"{method}, {estimate.texts:,} test texts",
        n=units,
        unit=unit,
        paired=len(arms) == 1,
        texts=estimate.texts,
        scope=scope,
        estimate=estimate,
        posterior=RopePosterior(left, max(0.0, 1 - left - right), right),
        note=_note(first, second, arms, scope, estimate.texts),
        alpha=alpha,
    )
    return correct_family([made])[0]


def correct_family(family: Sequence[ErrorDifference]) -> list[ErrorDifference]:
    """Return the differences with their p corrected for each other, and the verdicts that follow.

    Of a pair's two null hypotheses (no difference; a difference beyond the margin) one at most is true, so with m
    pairs m of 2 m are true at most: Holm's procedure with Shaffer's (1986) multipliers. The chance of any false
    statement stays below alpha.
    """
    m = len(family)
    ps = adjust_holm([p for made in family for p in (made.p, made.equivalence_p)], most_true=m)
    judged = []
    for place, made in enumerate(family):
        differs, equal = (1.0 if p is None else p for p in ps[2 * place : 2 * place + 2])
        verdict: DifferenceVerdict = "cannot tell"
        if made.texts >= LEAST_TEXTS:
            if differs < made.alpha:
                verdict = "worse" if made.mean > 0 else "better"
            elif equal < made.alpha:
                verdict = "equivalent"
        judged.append(replace(made, adjusted_p=differs, adjusted_equivalence_p=equal, verdict=verdict))
    return judged


Arms = list[list[NDArray[np.float32]]]


def _arrange(first: TestedRuns, second: TestedRuns) -> tuple[Arms, str, int, str, VerdictScope]:
    """Return arms of units, what they are in words, how many, of what, and the scope of a verdict over them."""
    trained = bool(first.shared_checkpoint or second.shared_checkpoint)
    scope: VerdictScope = "checkpoint" if trained else "seeds"
    pairs = _common_runs(first, second)
    one = min(len(first.seeds), len(second.seeds)) == 1
    if len(pairs) >= 2 or (one and pairs):
        places = pairs[-1:] if one else pairs
        a, b = first.take([i for i, _ in places]), second.take([j for _, j in places])
        differences = [100 * (x - y) for x, y in zip(a.wrong, b.wrong, strict=True)]
        if one:
            return [differences], "one run each", 1, "seeds", "weights"
        groups = _checkpoint_groups(a)
        if 1 < len(groups) < len(places):
            arm = [_mean_by_group(values, groups) for values in differences]
            return [arm], f"paired over {len(groups)} checkpoints", len(groups), "checkpoints", "seeds"
        return [differences], f"paired over {len(places)} seeds", len(places), "seeds", scope
    if one:
        last = [
            [100 * values[-1:] for values in first.wrong],
            [-100 * values[-1:] for values in second.wrong],
        ]
        return last, "one run each", 1, "seeds", "weights"
    arms, counts, unit = [], [], "seeds"
    for sign, runs in ((100, first), (-100, second)):
        groups = _checkpoint_groups(runs)
        if 1 < len(groups) < len(runs.seeds):
            arms.append([sign * _mean_by_group(values, groups) for values in runs.wrong])
            unit = "checkpoints"
        else:
            arms.append([sign * values for values in runs.wrong])
        counts.append(len(arms[-1][0]))
    return arms, f"{counts[0]} and {counts[1]} {unit}, not paired", min(counts), unit, scope


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


def _note(first: TestedRuns, second: TestedRuns, arms: Arms, scope: VerdictScope, texts: int) -> str:
    """Return what must be known of a comparison, in sentences; empty where there is nothing."""
    said = []
    if texts < LEAST_TEXTS:
        said.append(
            f"The test split has {texts} texts: too few to say anything (at least {LEAST_TEXTS} are needed)."
        )
    if scope == "weights":
        said.append(
            "One run each: the interval holds for these weights only; another seed may turn it round."
        )
    if scope == "checkpoint":
        which = " and ".join(
            name for name, runs in (("the first", first), ("the second", second)) if runs.shared_checkpoint
        )
        said.append(
            f"All runs of {which} strategy share one trained checkpoint: the interval holds for that checkpoint only."
        )
    per_text = [np.sum([arm[task].mean(0) for arm in arms], axis=0) for task in range(len(arms[0]))]
    if not any(np.any(values) for values in per_text):
        said.append("Both are wrong on exactly the same test texts.")
    elif scope != "weights" and len(arms) == 1:
        means = np.mean([values.mean(1) for values in arms[0]], axis=0)
        if np.ptp(means) < 1e-6:
            said.append(
                f"All {len(means)} pairs differ by the same amount; so few cannot show that seeds make no difference, "
                "so they count with the noise of single texts."
            )
    return " ".join(said)


def plan_further(made: ErrorDifference) -> NeededSample:
    """Return what it would take to find a difference of the margin, at the noise found so far.

    A sample is enough when the half intervals of 1 - alpha and of 2 power - 1 together are no more than the margin:
    (t + t') s.e. in the usual formula, with the quantiles of the same distribution.
    """
    estimate, margin, have, unit = made.estimate, made.margin, made.n, made.unit
    if estimate.components is None or not estimate.texts:
        return NeededSample(margin, unit, have, estimate.texts, None, None)
    parts, arms = estimate.components, 1 if made.paired else 2

    def enough(units: int, texts: int) -> bool:
        noise = (parts.seed + parts.rest / texts) / units / arms
        planned = CrossedEstimate(
            0.0, tuple(SampledUnits(noise, units - 1) for _ in range(arms)), parts.text / texts, texts
        )
        return planned.half_width(1 - ALPHA) + planned.half_width(2 * POWER - 1) <= margin

    return NeededSample(
        margin,
        unit,
        have,
        estimate.texts,
        _least(lambda units: enough(units, estimate.texts), 2, MAX_UNITS),
        _least(lambda texts: enough(have, texts), LEAST_TEXTS, MAX_TEXTS),
    )


def _least(enough: Callable[[int], bool], low: int, high: int) -> int | None:
    """Return the least number from ``low`` to ``high`` that is enough, by bisection; None where ``high`` is not."""
    if not enough(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return low


def _round_up(number: int) -> int:
    """Round up to two digits, for these are estimates: 3,841 to 3,900."""
    step = 10 ** max(0, len(str(number)) - 2)
    return math.ceil(number / step) * step


def sequential_alpha(look: int, looks: int, alpha: float = ALPHA) -> float:
    """Return the level of one of several looks at a growing sample, of which all together keep ``alpha``.

    The spending function of O'Brien and Fleming's form (Lan and DeMets 1983), 4 - 4 Φ(z(1 - alpha / 4) / √t), spends
    little early; its increments are levels of their own, which keep the sum by the union bound, whatever the
    dependence between looks and however few seeds there are.

    Args:
        look: of how many seeds the sample is now, from 2.
        looks: at most how many seeds were planned before the first look.

    Example:
        ``[sequential_alpha(k, 4) for k in (2, 3, 4)]`` is about [0.003, 0.016, 0.031]: 0.05 together.
    """
    if not 2 <= look <= looks:
        raise UserError(
            f"{look} seeds are none of the looks planned, from 2 seeds to {looks}.",
            place="seeds",
            remedy="Plan at least as many seeds as there are, before looking at results.",
        )
    from scipy import stats

    def spent(number: int) -> float:
        if number < 2:
            return 0.0
        return float(4 * stats.norm.sf(stats.norm.isf(alpha / 4) / math.sqrt(number / looks)))

    return spent(look) - spent(look - 1)
