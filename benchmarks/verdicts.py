"""Simulated rates of false verdicts on equal strategies and of intervals that contain the truth, and a former method's.

Populations of texts and seeds with known true errors are drawn, and runs are drawn from them. A run is wrong on a text
if the sum of the text's difficulty, its difficulty for this strategy and a random effect of the run is below a
threshold, which every seed (and every pre-training checkpoint) shifts. The true difference is that over all texts and
all seeds. If all runs share one checkpoint, it is over all seeds, and over the checkpoints that start from it.
Reported per population, in percent: false alarms (better or worse for equal strategies; 5 nominally), coverage of the
95 % interval, its mean width in points, the same for the former method, a paired t-test over seeds on one test set,
and how often equivalence within the default margin is claimed. Then how often the sample size that is called sufficient
finds a difference (nominally 80 %), and how often equivalence is claimed at the margin.

The same is reported for macro F1 of skewed classes, which is no mean over texts, and for a strategy against a run that
does not depend on the seed, such as a linear baseline. ``benchmarks/verdict_rules.py`` covers the rules for more than
two strategies and the other cases.

    python benchmarks/verdicts.py [--repetitions 4000] [--only POPULATION | --margins] [--json FILE]

``--margins`` prints only one table: how often equal strategies are called equivalent within the default margin.
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


FAILURE_POINTS = 20.0
"""Points by which a failing seed is worse."""


@dataclass(frozen=True)
class Population:
    """A pair of strategies with known errors.

    Attributes:
        texts: size of the test split, which is drawn anew each time.
        seeds: number of runs of each strategy, or with ``checkpoints`` of each checkpoint of the first.
        seed_sd, checkpoint_sd: s.d. of the error over seeds and over checkpoints, in points.
        checkpoints: number of checkpoints trained for the first strategy. 0: none, both differ in seeds only.
        pretraining_sd: above 0, the checkpoints start from one pre-training that all runs of the first share, and this
            is the s.d. over pre-trainings.
        error, difference: in percent and in points.
        own: share of a text's difficulty that belongs to the strategy. ``chance``: the share of the single run.
        paired: whether both strategies have the same seeds.
        seedless: whether the second strategy is a single run that does not depend on the seed.
        failing: share of the first strategy's seeds that fail, by ``FAILURE_POINTS`` points.
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
        """The measured metric, None for the error."""
        return None

    def draw(self, random: np.random.Generator) -> tuple[TestedRuns, TestedRuns, float]:
        """Draw runs of both strategies. Return them and the true difference in points that a verdict is about."""
        common = self.draw_difficulty(random)
        strategies, truths = [], []
        for number, error in enumerate((self.error + self.difference, self.error)):
            runs, truth = self.draw_strategy(
                random, common, error, number == 0 and self.checkpoints > 0, number
            )
            strategies.append(runs)
            truths.append(truth)
        return strategies[0], strategies[1], truths[0] - truths[1]

    def draw_difficulty(self, random: np.random.Generator) -> Wrong:
        """Return the difficulty of each text for every strategy: float32 [texts]."""
        shared = np.float32(math.sqrt(1 - self.own - self.chance))
        return shared * random.standard_normal(self.texts, np.float32)

    def draw_strategy(
        self, random: np.random.Generator, common: Wrong, error: float, nested: bool, number: int
    ) -> tuple[TestedRuns, float]:
        """Return the runs of one strategy and its true error in percent.

        Args:
            random: the random generator.
            common: the difficulty of each text for every strategy (``draw_difficulty``).
            error: the error in percent over all texts, seeds and checkpoints.
            nested: whether the runs start from the strategy's own checkpoints.
            number: number of the strategy, from 0.
        """
        threshold = float(stats.norm.ppf(error / 100))
        slope = 100 * float(stats.norm.pdf(threshold))
        is_fixed = self.seedless and number == 1
        seed_sd = 0.0 if is_fixed else self.seed_sd / slope
        checkpoint_sd = self.checkpoint_sd / slope if nested else 0.0
        pretraining_sd = self.pretraining_sd / slope if nested else 0.0
        total_sd = math.sqrt(1 + seed_sd**2 + checkpoint_sd**2 + pretraining_sd**2)
        threshold *= total_sd  # makes the error over all seeds ``error``
        groups = self.checkpoints if nested else 1
        seeds_each = 1 if is_fixed else self.seeds
        if self.pretraining_sd and not nested:
            seeds_each *= self.checkpoints  # a counterpart for each run from the one pre-training
        count = seeds_each * groups
        shifts = np.repeat(checkpoint_sd * random.standard_normal(groups), seeds_each)
        truth = error
        if pretraining_sd:
            common_shift = pretraining_sd * random.standard_normal()
            spread = math.sqrt(1 + seed_sd**2 + checkpoint_sd**2)
            truth = 100 * float(stats.norm.cdf((threshold + common_shift) / spread))
            shifts = shifts + common_shift
        elif nested and groups == 1:
            truth = 100 * float(stats.norm.cdf((threshold + shifts[0]) / math.sqrt(1 + seed_sd**2)))
        limits = (threshold + shifts + seed_sd * random.standard_normal(count)).astype(np.float32)
        if self.failing and number == 0:
            shift = float(stats.norm.ppf((error + FAILURE_POINTS) / 100) - stats.norm.ppf(error / 100))
            limits += np.float32(shift) * (random.random(count) < self.failing)
            truth += self.failing * FAILURE_POINTS
        difficulty = common + np.float32(math.sqrt(self.own)) * random.standard_normal(self.texts, np.float32)
        wrong = np.empty((count, self.texts), np.float32)
        for run in range(count):
            chance = np.float32(math.sqrt(self.chance)) * random.standard_normal(self.texts, np.float32)
            wrong[run] = difficulty + chance < limits[run]
        labels = np.repeat(np.arange(groups), seeds_each)
        seeds = np.arange(count) + (0 if self.paired else 1000 * number)
        ancestors = (-1,) if pretraining_sd else ()  # the pre-training from which all checkpoints start
        checkpoints = tuple((*ancestors, int(label)) if nested else () for label in labels)
        return TestedRuns(checkpoints, tuple(seeds.tolist()), (100 * wrong,), seedless=is_fixed), truth


MACRO_F1 = known_metrics()["macro_f1"]


@dataclass(frozen=True)
class SkewedPopulation(Population):
    """A population measured by macro F1: texts of several classes, and for each wrong text the predicted class.

    Attributes:
        shares: shares of the classes.
    """

    shares: tuple[float, ...] = (0.7, 0.2, 0.1)

    @property
    def metric(self) -> Metric | None:
        return MACRO_F1

    def draw(self, random: np.random.Generator) -> tuple[TestedRuns, TestedRuns, float]:
        """Draw runs of both strategies. Equal ones have the same macro F1."""
        assert not self.difference
        labels = random.choice(len(self.shares), self.texts, p=self.shares)
        taken = (labels + random.integers(1, len(self.shares), self.texts)) % len(self.shares)
        names = tuple(map(str, range(len(self.shares))))
        sides = []
        for runs in super().draw(random)[:2]:
            values = []
            for wrong in runs.values[0] > 0:
                answers = np.where(wrong, taken, labels)
                found = pseudo_values(
                    MACRO_F1, Outcomes(self.texts, 0.0, targets=labels, predicted=answers, classes=names)
                )
                assert found is not None
                values.append(found)
            sides.append(replace(runs, values=(np.stack(values).astype(np.float32),)))
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
    """Return the rates in percent over ``repetitions`` draws from ``population``."""
    random = np.random.default_rng([seed, population.texts, population.seeds, int(100 * population.seed_sd)])
    false = covered = former_false = former_covered = equal = 0
    width = former_width = 0.0
    for _ in range(repetitions):
        first, second, truth = population.draw(random)
        result = judge_runs(first, second, metric=population.metric)
        false += result.verdict in ("better", "worse") and (truth == 0 or (result.mean > 0) != (truth > 0))
        equal += result.equivalence_p < ALPHA  # within the default margin
        covered += result.low <= truth <= result.high
        width += result.high - result.low
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
    for texts in (30, 50, 100, 200):  # from the minimum that is judged
        for seeds, spread in ((2, 0.3), (3, 0.3), (5, 1.0), (3, 0.0)):
            yield Population(texts, seeds, spread, name="small test splits")
        yield Population(texts, 1, 0.0, error=30.0, name="small test splits, one run each")


def _planned_seeds(pilot: MetricDifference) -> int:
    """Return the number of seeds that a pilot calls sufficient for a difference of the margin, or the limit + 1."""
    needed = plan_sample(pilot.estimate, pilot.margin, pilot.margin_words, pilot.sample)
    return needed.units or MAX_UNITS + 1


def power(population: Population, margin: float, repetitions: int) -> dict[str, float | str | int]:
    """Return how often the seeds that pilots of 10 call sufficient (median of 9) detect a difference of ``margin``.

    Also return the numbers that single pilots of 2 and of 3 seeds call sufficient: the 10th and the 90th percentile of
    100 pilots, more than 100 where there is no number.
    """
    random = np.random.default_rng(1)

    def called_enough(seeds: int, pilots: int) -> list[int]:
        drawn = (replace(population, seeds=seeds).draw(random)[:2] for _ in range(pilots))
        return sorted(_planned_seeds(judge_runs(*each, margin=margin)) for each in drawn)

    seed_count = called_enough(10, 9)[4]
    small_pilots = {seeds: called_enough(seeds, 100) for seeds in (2, 3)}
    shifted = replace(population, seeds=seed_count, difference=margin)
    detections = sum(judge_runs(*shifted.draw(random)[:2]).verdict == "worse" for _ in range(repetitions))
    return {
        "texts": population.texts,
        "seed s.d.": population.seed_sd,
        "difference": margin,
        "seeds called enough": seed_count,
        **{f"by {seeds} seeds": f"{each[9]}-{each[89]}" for seeds, each in small_pilots.items()},
        "found, %": 100 * detections / repetitions,
    }


def equivalence(population: Population, margin: float, repetitions: int) -> dict[str, float | str | int]:
    """Return how often strategies with a difference of ``margin``, and equal ones, are called equivalent."""
    random = np.random.default_rng(2)
    shares = []
    for difference in (margin, 0.0):
        shifted = replace(population, difference=difference)
        drawn = (judge_runs(*shifted.draw(random)[:2], margin=margin) for _ in range(repetitions))
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
    """Yield how often *equivalent* is stated within the default margin, from the smallest test split of each margin."""
    for texts, seeds in itertools.product((50, 200, 500, 2_000, 10_000, 25_000), (3, 5, 10)):
        margin = default_margin(known_metrics()["error"], texts)
        yield equivalence(Population(texts, seeds, 0.3), margin, repetitions)


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repetitions", type=int, default=4000)
    parser.add_argument("--only", default="", help="the populations whose names begin so, and no more")
    parser.add_argument(
        "--margins", action="store_true", help="how often the default margin is reached, only"
    )
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.margins:
        rows = list(margins(options.repetitions))
        print(table(rows))
        save(options.json, {"margins": rows})
        return
    rows = []
    for population in (each for each in grid() if each.name.startswith(options.only)):
        rows.append(simulate(population, options.repetitions))
        print({key: value for key, value in rows[-1].items()}, file=sys.stderr, flush=True)
    print(table(rows))
    worst = max(rows, key=lambda row: float(row["false"]))
    print(f"\nMost false alarms: {worst['false']:.1f} % ({worst['population']}, {worst['seeds']} seeds, "
          f"{worst['texts']:,} texts); coverage {min(float(r['coverage']) for r in rows):.1f} to "
          f"{max(float(r['coverage']) for r in rows):.1f} %.\n")  # fmt: skip
    if options.only:
        save(options.json, {"verdicts": rows})
        return
    repetitions = max(200, options.repetitions // 4)
    power_rows = [
        power(Population(texts, 3, spread, name="paired by seed"), margin, repetitions)
        for texts, spread, margin in (
            (4_000, 0.3, 1.0),
            (25_000, 0.3, 0.5),
            (25_000, 0.1, 0.3),
            (4_000, 1.0, 1.5),
        )
    ]
    print(table(power_rows), "\n")
    equivalence_rows = [
        equivalence(Population(texts, seeds, spread), margin, repetitions)
        for texts, seeds, spread, margin in (
            (25_000, 5, 0.1, 0.3),
            (25_000, 5, 0.3, 1.0),
            (4_000, 10, 0.3, 1.0),
        )
    ]
    print(table(equivalence_rows), "\n")
    save(options.json, {"verdicts": rows, "power": power_rows, "equivalence": equivalence_rows})


if __name__ == "__main__":
    main()
