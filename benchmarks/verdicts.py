"""How often verdicts on equal strategies are false, and intervals hold the truth: simulated, beside the former method.

Populations of texts and seeds are drawn whose true errors are known, and runs are drawn from them: a run is wrong on a
text where the text's difficulty, its difficulty for this strategy and the run's own chance together fall below a
threshold, which every seed (and every pre-training checkpoint) moves. The true difference is that over all texts and
all seeds; where all runs share one checkpoint, that over all seeds, and checkpoints above it, of this checkpoint.
Reported per population, in percent: false alarms (a better or worse between equal strategies; 5 claimed), coverage of
the 95 % interval, its mean width in points, and the same for the former method, a paired t-test over seeds on one test
set; how often equivalence within the default margin is claimed; then whether the sample size that is called enough
finds a difference in 80 % of cases, and how often equivalence is claimed at the margin.

Then the same for macro F1 of skewed classes, which is no mean over texts, and for a strategy held against a run that is
the same whatever the seed, such as a linear baseline. Rules for more than two strategies, and for what is no such pair,
are those of ``benchmarks/verdict_rules.py``.

    python benchmarks/verdicts.py [--repetitions 4000] [--only POPULATION | --margins] [--json FILE]

``--margins`` prints one table only: how often equal strategies are called equivalent within the default margin.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import stats

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from benchmarks._harness import save, table
from engine.analysis.verdicts.crossed_effects import ALPHA, MAX_UNITS, default_margin, plan_sample
from engine.analysis.verdicts.significance import pseudo_values
from engine.analysis.verdicts.tested_runs import TestedRuns
from engine.analysis.verdicts.verdict import MetricDifference, judge_runs
from engine.metrics.base import Metric, Outcomes, known_metrics

Wrong = NDArray[np.float32]


FALL = 20.0
"""Points by which a failing seed is worse."""


@dataclass(frozen=True)
class Population:
    """A pair of strategies whose errors are known.

    Attributes:
        texts: size of the test split, drawn anew each time.
        seeds: runs of each strategy; with ``checkpoints``, of each checkpoint of the first.
        seed_sd, checkpoint_sd: of the error over seeds and checkpoints, in points.
        checkpoints: that the first strategy has trained; 0: none, both differ in seeds only.
        pretraining_sd: above 0, the checkpoints stand above one pre-training that all runs of the first share, and this
            is what pre-trainings differ by.
        error, difference: in percent and in points.
        own: share of a text's difficulty that belongs to the strategy, ``chance`` that belongs to the single run.
        paired: whether both strategies have the same seeds.
        seedless: whether the second strategy is one run that is the same whatever the seed.
        failing: share of the first strategy's seeds that fail, by ``FALL`` points.
    """

    texts: int
    seeds: int
    seed_sd: float
    checkpoints: int = 0
    checkpoint_sd: float = 0.0
    error: float = 10.0
    difference: float = 0.0
    own: float = 0.1
    chance: float = 0.1
    paired: bool = True
    seedless: bool = False
    pretraining_sd: float = 0.0
    failing: float = 0.0
    name: str = ""

    @property
    def metric(self) -> Metric | None:
        """What is measured; None: error."""
        return None

    def draw(self, random: np.random.Generator) -> tuple[TestedRuns, TestedRuns, float]:
        """Return runs of both strategies, and the true difference in points that a verdict is about."""
        common = self.draw_difficulty(random)
        made, truths = [], []
        for number, error in enumerate((self.error + self.difference, self.error)):
            runs, truth = self.draw_strategy(
                random, common, error, number == 0 and self.checkpoints > 0, number
            )
            made.append(runs)
            truths.append(truth)
        return made[0], made[1], truths[0] - truths[1]

    def draw_difficulty(self, random: np.random.Generator) -> Wrong:
        """Return how difficult each text is for every strategy: float32 [texts]."""
        shared = np.float32(math.sqrt(1 - self.own - self.chance))
        return shared * random.standard_normal(self.texts, np.float32)

    def draw_strategy(
        self, random: np.random.Generator, common: Wrong, error: float, nested: bool, number: int
    ) -> tuple[TestedRuns, float]:
        """Return the runs of one strategy and its true error in percent.

        Args:
            random: what draws.
            common: the difficulty of each text for every strategy (``draw_difficulty``).
            error: in percent, over all texts, seeds and checkpoints.
            nested: whether the runs start from checkpoints of its own.
            number: of the strategy, from 0.
        """
        place = float(stats.norm.ppf(error / 100))
        slope = 100 * float(stats.norm.pdf(place))
        fixed = self.seedless and number == 1
        seed_sd = 0.0 if fixed else self.seed_sd / slope
        checkpoint_sd = self.checkpoint_sd / slope if nested else 0.0
        pretraining_sd = self.pretraining_sd / slope if nested else 0.0
        total = math.sqrt(1 + seed_sd**2 + checkpoint_sd**2 + pretraining_sd**2)
        place *= total  # so that the error over all seeds is ``error``
        groups = self.checkpoints if nested else 1
        seeds_each = 1 if fixed else self.seeds
        if self.pretraining_sd and not nested:
            seeds_each *= self.checkpoints  # a partner for each run above the one pre-training
        count = seeds_each * groups
        shifts = np.repeat(checkpoint_sd * random.standard_normal(groups), seeds_each)
        truth = error
        if pretraining_sd:
            common_shift = pretraining_sd * random.standard_normal()
            spread = math.sqrt(1 + seed_sd**2 + checkpoint_sd**2)
            truth = 100 * float(stats.norm.cdf((place + common_shift) / spread))
            shifts = shifts + common_shift
        elif nested and groups == 1:
            truth = 100 * float(stats.norm.cdf((place + shifts[0]) / math.sqrt(1 + seed_sd**2)))
        limits = (place + shifts + seed_sd * random.standard_normal(count)).astype(np.float32)
        if self.failing and number == 0:
            fall = float(stats.norm.ppf((error + FALL) / 100) - stats.norm.ppf(error / 100))
            limits += np.float32(fall) * (random.random(count) < self.failing)
            truth += self.failing * FALL
        hard = common + np.float32(math.sqrt(self.own)) * random.standard_normal(self.texts, np.float32)
        wrong = np.empty((count, self.texts), np.float32)
        for run in range(count):
            chance = np.float32(math.sqrt(self.chance)) * random.standard_normal(self.texts, np.float32)
            wrong[run] = hard + chance < limits[run]
        labels = np.repeat(np.arange(groups), seeds_each)
        seeds = np.arange(count) + (0 if self.paired else 1000 * number)
        below = (-1,) if pretraining_sd else ()  # the pre-training under all checkpoints
        checkpoints = tuple((*below, int(label)) if nested else () for label in labels)
        return TestedRuns(checkpoints, tuple(seeds.tolist()), (100 * wrong,), seedless=fixed), truth


MACRO_F1 = known_metrics()["macro_f1"]


@dataclass(frozen=True)
class SkewedPopulation(Population):
    """The same, measured by macro F1: texts of several classes, and of a wrong text a class that it is taken for.

    Attributes:
        shares: of the classes.
    """

    shares: tuple[float, ...] = (0.7, 0.2, 0.1)

    @property
    def metric(self) -> Metric | None:
        return MACRO_F1

    def draw(self, random: np.random.Generator) -> tuple[TestedRuns, TestedRuns, float]:
        """Return runs of both strategies; equal ones have the same macro F1, whatever it is."""
        assert not self.difference
        labels = random.choice(len(self.shares), self.texts, p=self.shares)
        taken = (labels + random.integers(1, len(self.shares), self.texts)) % len(self.shares)
        names = tuple(map(str, range(len(self.shares))))
        sides = []
        for runs in super().draw(random)[:2]:
            made = []
            for wrong in runs.values[0] > 0:
                answers = np.where(wrong, taken, labels)
                found = pseudo_values(
                    MACRO_F1, Outcomes(self.texts, 0.0, targets=labels, predicted=answers, classes=names)
                )
                assert found is not None
                made.append(found)
            sides.append(replace(runs, values=(np.stack(made).astype(np.float32),)))
        return sides[0], sides[1], 0.0


def former_interval(first: TestedRuns, second: TestedRuns) -> tuple[float, float]:
    """Return the difference and half its interval by the former method: a t-test over seeds on one test set."""
    one, two = (runs.values[0].mean(1, dtype=np.float64) for runs in (first, second))
    if len(one) == len(two) or second.seedless:
        differences = one - two
        return float(differences.mean()), _t_half(differences.std(ddof=1) / math.sqrt(len(one)), len(one) - 1)
    a, b = one.var(ddof=1) / len(one), two.var(ddof=1) / len(two)
    df = (a + b) ** 2 / (a**2 / (len(one) - 1) + b**2 / (len(two) - 1)) if a + b else 1.0
    return float(one.mean() - two.mean()), _t_half(math.sqrt(a + b), df)


def _t_half(error: float, df: float) -> float:
    return float(stats.t.ppf(0.975, df)) * float(error)


def simulate(population: Population, repetitions: int, seed: int = 0) -> dict[str, float | str | int]:
    """Return the shares, in percent, over ``repetitions`` draws from ``population``."""
    random = np.random.default_rng([seed, population.texts, population.seeds, int(100 * population.seed_sd)])
    false = covered = former_false = former_covered = equal = 0
    width = former_width = 0.0
    for _ in range(repetitions):
        first, second, truth = population.draw(random)
        found = judge_runs(first, second, metric=population.metric)
        false += found.verdict in ("better", "worse") and (truth == 0 or (found.mean > 0) != (truth > 0))
        equal += found.equivalence_p < ALPHA  # within the default margin
        covered += found.low <= truth <= found.high
        width += found.high - found.low
        mean, half = former_interval(first, second)
        former_false += half > 0 and abs(mean) > half and (truth == 0 or (mean > 0) != (truth > 0))
        former_covered += abs(mean - truth) <= half
        former_width += 2 * half
    share = 100 / repetitions
    return {
        "population": population.name,
        "seeds": f"{population.checkpoints} x {population.seeds}"
        if population.checkpoints
        else population.seeds,
        "texts": population.texts,
        "seed s.d.": population.seed_sd,
        "false": false * share,
        "coverage": covered * share,
        "width": width / repetitions,
        "false, former": former_false * share,
        "coverage, former": former_covered * share,
        "width, former": former_width / repetitions,
        "equivalent": equal * share,
    }


def grid() -> Iterator[Population]:
    """Yield the populations, all of equal strategies."""
    yield from errors()
    for seeds, texts, spread in itertools.product((2, 3, 5), (500, 25_000), (0.3, 1.0)):
        yield Population(texts, seeds, spread, seedless=True, name="seedless")
    for seeds, texts, spread in itertools.product((2, 3, 5), (500, 4_000), (0.3, 1.0)):
        yield SkewedPopulation(texts, seeds, spread, name="macro-f1")
        yield SkewedPopulation(texts, seeds, spread, shares=(0.9, 0.05, 0.05), name="macro-f1, rare classes")


def errors() -> Iterator[Population]:
    """Yield the populations of seeds and checkpoints."""
    sizes, spreads = (500, 4_000, 25_000), (0.1, 0.3, 1.0)
    for seeds, texts, spread in itertools.product((2, 3, 5, 10), sizes, spreads):
        yield Population(texts, seeds, spread, name="paired by seed")
    for seeds, texts, spread in itertools.product((2, 3, 5), (500, 25_000), spreads):
        yield Population(texts, seeds, spread, paired=False, name="other seeds")
    nested = ((1, 3), (2, 2), (3, 3))
    for (checkpoints, seeds), texts, spread in itertools.product(nested, (500, 25_000), (0.3, 1.0)):
        yield Population(texts, seeds, spread, checkpoints, spread, name="shared checkpoints")
    above_one = ((3, 1), (5, 1), (3, 2))
    for (checkpoints, seeds), texts, spread in itertools.product(above_one, (500, 4_000), (0.3, 1.0)):
        yield Population(
            texts, seeds, 0.3, checkpoints, spread, pretraining_sd=1.0, name="above one pre-training"
        )
    for seeds, texts in itertools.product((2, 3, 5), (500, 4_000)):
        yield Population(texts, seeds, 0.1, error=2.5, own=0.01, chance=0.01, name="ties: few disagreements")
        yield Population(texts, seeds, 0.0, chance=0.0, name="seeds make no difference")
    for seeds, texts in itertools.product((2, 3, 5, 10), (1_000, 10_000)):
        yield Population(texts, seeds, 0.1, failing=0.2, name="failing seeds, one in five")
    for texts in (30, 50, 100, 200):  # from the fewest that are judged at all
        for seeds, spread in ((2, 0.3), (3, 0.3), (5, 1.0), (3, 0.0)):
            yield Population(texts, seeds, spread, name="small test splits")
        yield Population(texts, 1, 0.0, error=30.0, name="small test splits, one run each")


def _called_enough(pilot: MetricDifference) -> int:
    """Return how many seeds a pilot calls enough for a difference of the margin; more than can be, where none are."""
    needed = plan_sample(pilot.estimate, pilot.margin, pilot.margin_words, pilot.sample)
    return needed.units or MAX_UNITS + 1


def power(population: Population, margin: float, repetitions: int) -> dict[str, float | str | int]:
    """Return how often a difference of ``margin`` is found by the seeds that pilots of 10 call enough (median of 9).

    Beside it what single pilots of 2 and of 3 seeds call enough: the 10th and the 90th of 100 of them, more than 100
    where none is named.
    """
    random = np.random.default_rng(1)

    def called_enough(seeds: int, pilots: int) -> list[int]:
        drawn = (replace(population, seeds=seeds).draw(random)[:2] for _ in range(pilots))
        return sorted(_called_enough(judge_runs(*each, margin=margin)) for each in drawn)

    named = called_enough(10, 9)[4]
    small = {seeds: called_enough(seeds, 100) for seeds in (2, 3)}
    real = replace(population, seeds=named, difference=margin)
    found = sum(judge_runs(*real.draw(random)[:2]).verdict == "worse" for _ in range(repetitions))
    return {
        "texts": population.texts,
        "seed s.d.": population.seed_sd,
        "difference": margin,
        "seeds called enough": named,
        **{f"by {seeds} seeds": f"{each[9]}-{each[89]}" for seeds, each in small.items()},
        "found, %": 100 * found / repetitions,
    }


def equivalence(population: Population, margin: float, repetitions: int) -> dict[str, float | str | int]:
    """Return how often strategies that are ``margin`` apart are called equivalent, and equal ones."""
    random = np.random.default_rng(2)
    shares = []
    for apart in (margin, 0.0):
        real = replace(population, difference=apart)
        drawn = (judge_runs(*real.draw(random)[:2], margin=margin) for _ in range(repetitions))
        shares.append(100 * sum(each.equivalence_p < ALPHA for each in drawn) / repetitions)
    return {
        "seeds": population.seeds,
        "texts": population.texts,
        "seed s.d.": population.seed_sd,
        "margin": margin,
        "a margin apart, %": shares[0],
        "equal, %": shares[1],
    }


def margins(repetitions: int) -> Iterator[dict[str, float | str | int]]:
    """Yield how often *equivalent* is said within the default margin, from the fewest texts that each is for."""
    for texts, seeds in itertools.product((50, 200, 500, 2_000, 10_000, 25_000), (3, 5, 10)):
        margin = default_margin(known_metrics()["error"], texts)
        yield equivalence(Population(texts, seeds, 0.3), margin, repetitions)


def main() -> None:
    """Print all tables."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--repetitions", type=int, default=4000)
    arguments.add_argument("--only", default="", help="the populations whose names begin so, and no more")
    arguments.add_argument(
        "--margins", action="store_true", help="how often the default margin is reached, only"
    )
    arguments.add_argument("--json", type=Path)
    chosen = arguments.parse_args()
    if chosen.margins:
        reached = list(margins(chosen.repetitions))
        print(table(reached))
        save(chosen.json, {"margins": reached})
        return
    rows = []
    for population in (each for each in grid() if each.name.startswith(chosen.only)):
        rows.append(simulate(population, chosen.repetitions))
        print({key: value for key, value in rows[-1].items()}, file=sys.stderr, flush=True)
    print(table(rows))
    worst = max(rows, key=lambda row: float(row["false"]))
    print(f"\nMost false alarms: {worst['false']:.1f} % ({worst['population']}, {worst['seeds']} seeds, "
          f"{worst['texts']:,} texts); coverage {min(float(r['coverage']) for r in rows):.1f} to "
          f"{max(float(r['coverage']) for r in rows):.1f} %.\n")  # fmt: skip
    if chosen.only:
        save(chosen.json, {"verdicts": rows})
        return
    fewer = max(200, chosen.repetitions // 4)
    planned = [
        power(Population(texts, 3, spread, name="paired by seed"), margin, fewer)
        for texts, spread, margin in (
            (4_000, 0.3, 1.0),
            (25_000, 0.3, 0.5),
            (25_000, 0.1, 0.3),
            (4_000, 1.0, 1.5),
        )
    ]
    print(table(planned), "\n")
    alike = [
        equivalence(Population(texts, seeds, spread), margin, fewer)
        for texts, seeds, spread, margin in (
            (25_000, 5, 0.1, 0.3),
            (25_000, 5, 0.3, 1.0),
            (4_000, 10, 0.3, 1.0),
        )
    ]
    print(table(alike), "\n")
    save(chosen.json, {"verdicts": rows, "power": planned, "equivalence": alike})


if __name__ == "__main__":
    main()
