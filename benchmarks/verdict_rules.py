"""Simulated error rates of the rules of verdicts that ``benchmarks/verdicts.py`` does not cover.

- ``weights``: one run each. The verdict is about these weights, whose errors over all texts are the truth.
- ``no seeds``: two runs that do not depend on the seed.
- ``both checkpoints``: both strategies start from trained checkpoints, the same ones (paired) or different ones.
- ``tasks``: several tasks with equal weights. A seed shifts all of them together.
- ``family``: several strategies against one baseline, equal ones and ones that differ by a margin. False is any untrue
  statement of the table (better or worse for equal ones, equivalent for those that differ by a margin).
- ``moderated``: one of eight equal strategies against a baseline, with variances moderated over all nine. ``noisy``:
  one whose seeds vary 2, 3 or 10 times as much. ``noisy baseline``: against such a baseline.
- ``contrasts``: all pairs of several equal strategies, judged like a table of the paper that reports differences.
  False is an agreement, and a difference in the opposite direction. It is true that ours is too small for the paper's.
- ``contrasts, same``: the contrasts of a table whose numbers come from one further run of each of our strategies, so
  its true differences are ours. False is a disagreement where the published one has the true direction, and an
  agreement where it does not.
- ``picked``: of ten equal strategies the one with the fewest test errors against a baseline, which no interval covers.
- ``passages``: growth of the loss on general text, a ratio over passages of unequal length with heavy tails.
- ``forgetting, two``: the losses of two equal strategies on three earlier tasks, which forget 10 points. The second
  task has half, the third a quarter of the texts, and each task was measured once before the end.
- ``forgetting, none``: one strategy that forgets nothing, judged against no lost texts.
- ``forgetting, learnt``: the same for four consecutive stages, where the first task was measured three times before
  the end: the decrease since each was learnt, which is judged then. ``forgetting, best``: F, if it were judged.
- ``forgetting, two best``: F of two such equal strategies that forget 10 points.

Reported in percent: how often any statement is false (5 nominally), and the coverage of 95 % intervals.

    python benchmarks/verdict_rules.py [--repetitions 1000] [--only RULE] [--json FILE]
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from scipy import stats

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from benchmarks._harness import save, table
from benchmarks.verdicts import Population
from engine.analysis.forgetting import forgetting_verdict
from engine.analysis.paper.contrasts import PaperContrast, answer_contrasts, find_contrast
from engine.analysis.verdicts.tested_runs import TestedRuns
from engine.analysis.verdicts.verdict import MetricDifference, correct_family, judge_runs, judge_strategies

Row = dict[str, float | str | int]


@dataclass(frozen=True)
class Outcome:
    """The outcome of one draw: whether any statement was false, and for each interval whether it contains the truth."""

    is_false: bool
    covered: tuple[bool, ...] = ()


def is_false(difference: MetricDifference, truth: float) -> bool:
    """Return whether a verdict is false. For a true difference of 0 every verdict that names a side is."""
    if difference.verdict in ("better", "worse"):
        return truth == 0 or (difference.mean > 0) != (truth > 0)
    return difference.verdict == "equivalent" and abs(truth) >= difference.margin


def judge(difference: MetricDifference, truth: float) -> Outcome:
    """Return the outcome for one difference."""
    return Outcome(is_false(difference, truth), (difference.low <= truth <= difference.high,))


def draw_strategies(
    population: Population, random: np.random.Generator, errors: Sequence[float], nested: bool = False
) -> list[TestedRuns]:
    """Draw a strategy for each error in percent, on the same texts. ``nested``: from its own checkpoints."""
    common = population.draw_difficulty(random)
    return [
        population.draw_strategy(random, common, error, nested, number)[0]
        for number, error in enumerate(errors)
    ]


def weights(population: Population, random: np.random.Generator) -> Outcome:
    """Judge one run each. The error of a run over all texts follows from its own threshold."""
    threshold = float(stats.norm.ppf(population.error / 100))
    seed_spread = population.seed_sd / (100 * float(stats.norm.pdf(threshold)))
    common = population.draw_difficulty(random)
    runs, truths = [], []
    for number in range(2):
        limit = threshold + seed_spread * random.standard_normal()
        error = 100 * float(stats.norm.cdf(limit))
        single = replace(population, seeds=1, seed_sd=0.0)
        runs.append(single.draw_strategy(random, common, error, False, number)[0])
        truths.append(error)
    return judge(judge_runs(*runs), truths[0] - truths[1])


def no_seeds(population: Population, random: np.random.Generator) -> Outcome:
    """Judge two linear baselines of equal error."""
    runs = draw_strategies(replace(population, seeds=1, seed_sd=0.0), random, [population.error] * 2)
    return judge(judge_runs(*(replace(side, seedless=True) for side in runs)), 0.0)


def both_checkpoints(population: Population, random: np.random.Generator) -> Outcome:
    """Judge two strategies with trained checkpoints, which have the same seeds if paired."""
    runs = draw_strategies(population, random, [population.error] * 2, nested=True)
    if not population.paired:
        runs[1] = replace(runs[1], checkpoints=tuple((100 + each[0],) for each in runs[1].checkpoints))  # type: ignore[index]
    return judge(judge_runs(*runs), 0.0)


def tasks(population: Population, random: np.random.Generator, count: int = 3) -> Outcome:
    """Judge strategies of several tasks. The first has ``population.texts`` texts, each further one half as many."""
    values_by_strategy: list[list[np.ndarray]] = [[], []]
    seed_state = int(random.integers(2**31))
    for task in range(count):
        single = replace(population, texts=population.texts // 2**task, error=population.error / (task + 1))
        # Each strategy draws the thresholds of seeds first, so the same generator shifts all tasks together.
        common = single.draw_difficulty(random)
        for number in range(2):
            seeds = np.random.default_rng([seed_state, number])
            runs, _ = single.draw_strategy(_Mixed(seeds, random), common, single.error, False, number)  # type: ignore[arg-type]
            values_by_strategy[number].append(runs.values[0])
    first, second = (
        TestedRuns(((),) * population.seeds, tuple(range(population.seeds)), tuple(values))
        for values in values_by_strategy
    )
    return judge(judge_runs(first, second), 0.0)


class _Mixed:
    """A generator that draws for seeds (small draws) and for texts from different streams."""

    def __init__(self, seeds: np.random.Generator, texts: np.random.Generator) -> None:
        self._seeds, self._texts = seeds, texts

    def standard_normal(self, size: int, dtype: type = np.float64) -> np.ndarray:
        return (self._texts if dtype is np.float32 else self._seeds).standard_normal(size, dtype)


def family(population: Population, random: np.random.Generator, equal: int = 5, apart: int = 5) -> Outcome:
    """Judge ``equal`` strategies like the baseline and ``apart`` ones that are a margin (``difference``) worse."""
    truths = [0.0] * equal + [population.difference] * apart
    errors = [population.error, *(population.error + truth for truth in truths)]
    baseline, *strategies = draw_strategies(population, random, errors)
    margin = population.difference or None
    verdicts = correct_family({n: judge_runs(other, baseline, margin) for n, other in enumerate(strategies)})
    return Outcome(any(map(is_false, verdicts.values(), truths)))


def moderated(
    population: Population, random: np.random.Generator, noise: float = 1.0, baseline_noise: float = 1.0
) -> Outcome:
    """Judge the first of eight equal strategies. Its seeds, or the baseline's, vary more by the given factor."""
    common = population.draw_difficulty(random)
    spreads = [population.seed_sd * times for times in (baseline_noise, noise, *[1.0] * 7)]
    base, *strategies = (
        replace(population, seed_sd=spread).draw_strategy(random, common, population.error, False, number)[0]
        for number, spread in enumerate(spreads)
    )
    return judge(judge_strategies(dict(enumerate(strategies)), base)[0], 0.0)


def contrasts(population: Population, random: np.random.Generator, count: int = 5) -> Outcome:
    """Judge all pairs of equal strategies for which a paper has published differences of 5 points."""
    runs = draw_strategies(population, random, [population.error] * count)
    pairs = itertools.combinations(range(count), 2)
    pairs_to_judge = [
        (PaperContrast((str(i), ""), (str(j), ""), 5.0, 1.0), judge_runs(runs[i], runs[j])) for i, j in pairs
    ]
    answers = answer_contrasts(pairs_to_judge)
    return Outcome(any(each.answer in ("agrees", "disagrees") and not each.is_smaller for each in answers))


def contrasts_of_the_same(population: Population, random: np.random.Generator, count: int = 5) -> Outcome:
    """Judge the contrasts of a paper that has run our strategies once. Each is ``difference`` worse than the last."""
    errors = [population.error + number * population.difference for number in range(count)]
    drawn = draw_strategies(replace(population, seeds=population.seeds + 1), random, errors)
    published = [float(runs.values[0][-1].mean()) for runs in drawn]
    own_runs = [runs.take(range(population.seeds)) for runs in drawn]
    pairs_to_judge, truths = [], []
    for i, j in itertools.combinations(range(count), 2):
        places = (str(i), ""), (str(j), "")
        contrast = find_contrast(*places, published[i], published[j], population.texts)
        if contrast is not None:
            pairs_to_judge.append((contrast, judge_runs(own_runs[i], own_runs[j])))
            truths.append(errors[i] - errors[j])
    answers = zip(answer_contrasts(pairs_to_judge), truths, strict=True)
    return Outcome(
        any(
            each.answer == ("disagrees" if truth * each.published > 0 else "agrees")
            for each, truth in answers
        )
    )


def picked(population: Population, random: np.random.Generator, count: int = 10) -> Outcome:
    """Judge the best of ``count`` equal strategies."""
    baseline, *strategies = draw_strategies(population, random, [population.error] * (count + 1))
    best = min(strategies, key=lambda runs: float(runs.values[0].mean()))
    return judge(judge_runs(best, baseline), 0.0)


def passages(population: Population, random: np.random.Generator, words: float = 10.0) -> Outcome:
    """Judge equal growth of the loss on ``texts`` passages of about ``words`` masked words. S.d. are in percent."""
    counts = 1 + random.poisson(words - 1, population.texts)
    # The loss of a passage: effects of all models, of this strategy and of this run, all with heavy tails.
    common = random.standard_t(4, population.texts)
    runs = []
    for _ in range(2):
        strategy_effect = 0.3 * random.standard_t(4, population.texts)
        values = []
        for _seed in range(population.seeds):
            rate = 0.7 + population.seed_sd / 100 * random.standard_normal()
            noise = random.standard_normal(population.texts) / np.sqrt(counts)
            growth = counts * (rate + 0.5 * (common + strategy_effect) + noise)
            ratio = growth.sum() / counts.sum()
            values.append(ratio + (growth - ratio * counts) / counts.mean())
        seeds = tuple(range(population.seeds))
        runs.append(TestedRuns(((),) * population.seeds, seeds, (np.stack(values).astype(np.float32),)))
    return judge(
        judge_runs(runs[0], runs[1], forgetting_verdict.MARGIN, metric=forgetting_verdict.LOSS_GROWTH), 0.0
    )


ONE_MOMENT, IN_A_ROW = (1, 1, 1), (3, 2, 1)
"""Numbers of measurements of each earlier task before the last stage: for tasks learnt together, or consecutively."""


def draw_lost_texts(
    population: Population,
    random: np.random.Generator,
    difficulties: Sequence[np.ndarray],
    increase: float,
    moments: Sequence[int],
) -> tuple[TestedRuns, TestedRuns]:
    """Return the texts that a strategy has lost of its tasks since their best, and since they were learnt.

    A task has the error ``population.error`` at each moment except the last, where it is ``increase`` points higher. A
    seed shifts all tasks of a moment together, and is drawn anew for each moment.
    """
    errors = [population.error] * max(moments) + [population.error + increase]
    best: list[np.ndarray] = []
    learnt: list[np.ndarray] = []
    seeds = random.standard_normal((population.seeds, len(errors)))
    own_sd, chance_sd = (np.float32(math.sqrt(each)) for each in (population.own, population.chance))
    for difficulty, count in zip(difficulties, moments, strict=True):
        size = len(difficulty)
        hard = difficulty + own_sd * random.standard_normal(size, np.float32)
        wrong = np.empty((population.seeds, count + 1, size), bool)
        for run, index in itertools.product(range(population.seeds), range(count + 1)):
            moment = max(moments) - count + index
            medians = float(stats.norm.ppf(errors[moment] / 100))
            spread = population.seed_sd / (100 * float(stats.norm.pdf(medians)))
            threshold = medians * math.sqrt(1 + spread**2) + spread * seeds[run, moment]
            wrong[run, index] = hard + chance_sd * random.standard_normal(size, np.float32) < threshold
        now = wrong[:, -1].astype(np.float32)
        first = wrong[:, :-1].mean(2).argmin(1)
        best.append(100 * (now - wrong[np.arange(population.seeds), first]))
        learnt.append(100 * (now - wrong[:, 0]))
    numbers = tuple(range(population.seeds))
    since_best, since_learnt = (
        TestedRuns(((),) * population.seeds, numbers, tuple(each)) for each in (best, learnt)
    )
    return since_best, since_learnt


def _lost_texts_by_size(
    population: Population, random: np.random.Generator, increase: float, moments: Sequence[int], count: int
) -> list[tuple[TestedRuns, TestedRuns]]:
    """Return the losses of ``count`` equal strategies on the same texts. Each task has half as many as the last."""
    difficulties = [
        replace(population, texts=population.texts // 2**task).draw_difficulty(random)
        for task in range(len(moments))
    ]
    return [draw_lost_texts(population, random, difficulties, increase, moments) for _ in range(count)]


def forgetting_of_two(
    population: Population, random: np.random.Generator, moments: Sequence[int] = ONE_MOMENT
) -> Outcome:
    """Judge the difference of F of two equal strategies that forget 10 points."""
    (first, _), (second, _) = _lost_texts_by_size(population, random, 10.0, moments, 2)
    return judge(judge_runs(first, second, metric=forgetting_verdict.TASK_FORGETTING), 0.0)


def forgetting_of_two_in_a_row(population: Population, random: np.random.Generator) -> Outcome:
    """Judge the same for consecutive tasks, whose best is the maximum of several measurements."""
    return forgetting_of_two(population, random, IN_A_ROW)


def nothing_forgotten(population: Population, random: np.random.Generator) -> Outcome:
    """Judge F of a strategy that forgets nothing."""
    ((best, _),) = _lost_texts_by_size(population, random, 0.0, ONE_MOMENT, 1)
    return judge(forgetting_verdict.judge_against_zero(best), 0.0)


def nothing_forgotten_since_learnt(population: Population, random: np.random.Generator) -> Outcome:
    """Judge the decrease since consecutive tasks were learnt, of a strategy that forgets nothing."""
    ((_, learnt),) = _lost_texts_by_size(population, random, 0.0, IN_A_ROW, 1)
    return judge(forgetting_verdict.judge_against_zero(learnt), 0.0)


def nothing_forgotten_since_best(population: Population, random: np.random.Generator) -> Outcome:
    """Judge F of such a strategy, unlike the program, because the best of several is above the others by chance."""
    ((best, _),) = _lost_texts_by_size(population, random, 0.0, IN_A_ROW, 1)
    return judge(forgetting_verdict.judge_against_zero(best), 0.0)


Rule = Callable[[Population, np.random.Generator], Outcome]


def grid() -> Iterator[tuple[str, Rule, Population]]:
    """Yield each rule with its populations."""
    for texts, spread in itertools.product((500, 4_000), (0.0, 0.3)):
        yield "weights", weights, Population(texts, 1, spread)
    for texts in (500, 4_000):
        yield "no seeds", no_seeds, Population(texts, 1, 0.0)
    for seeds, texts, spread in itertools.product((3, 5), (500, 4_000), (0.3, 1.0)):
        for checkpoints in (3, 5) if seeds == 3 else ():
            for paired in (True, False):
                yield (
                    f"both checkpoints, {'the same' if paired else 'others'}",
                    both_checkpoints,
                    Population(texts, 2, spread, checkpoints, spread, paired=paired),
                )
        yield "tasks", tasks, Population(texts, seeds, spread)
        yield "family", family, Population(texts, seeds, spread, difference=1.0)
        for times in (1, 2, 3, 10):
            name = f"moderated{f', noisy x {times}' if times > 1 else ''}"
            yield name, partial(moderated, noise=times), Population(texts, seeds, spread)
        for times in (2, 3):
            rule = partial(moderated, baseline_noise=times)
            yield f"moderated, noisy baseline x {times}", rule, Population(texts, seeds, spread)
        yield "contrasts", contrasts, Population(texts, seeds, spread)
        yield "contrasts, same", contrasts_of_the_same, Population(texts, seeds, spread, difference=0.5)
        yield "picked", picked, Population(texts, seeds, spread)
    for seeds, texts, spread in itertools.product((3, 5), (64, 512), (3.0, 10.0)):
        yield "passages", passages, Population(texts, seeds, spread)
    for seeds, texts, spread in itertools.product((3, 5), (500, 4_000), (0.3, 1.0)):
        population = Population(texts, seeds, spread)
        yield "forgetting, two", forgetting_of_two, population
        yield "forgetting, two best", forgetting_of_two_in_a_row, population
        yield "forgetting, none", nothing_forgotten, population
        yield "forgetting, learnt", nothing_forgotten_since_learnt, population
        yield "forgetting, best", nothing_forgotten_since_best, population


def simulate_rule(name: str, rule: Rule, population: Population, repetitions: int, seed: int = 0) -> Row:
    """Return the rates over ``repetitions`` draws, in percent."""
    key = [seed, sum(map(ord, name)), population.texts, population.seeds, int(100 * population.seed_sd)]
    random = np.random.default_rng(key)
    outcomes = [rule(population, random) for _ in range(repetitions)]
    covered = [is_covered for outcome in outcomes for is_covered in outcome.covered]
    runs = f"{population.checkpoints} x {population.seeds}" if population.checkpoints else population.seeds
    return {
        "rule": name,
        "seeds": runs,
        "texts": population.texts,
        "seed s.d.": population.seed_sd,
        "false": 100 * sum(outcome.is_false for outcome in outcomes) / repetitions,
        "coverage": 100 * sum(covered) / len(covered) if covered else math.nan,
    }


def main() -> None:
    """Print a row for each rule and population."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repetitions", type=int, default=1000)
    parser.add_argument("--only", default="", help="rules whose names begin so, and no more")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows: list[Row] = []
    for name, rule, population in grid():
        if name.startswith(options.only):
            rows.append(simulate_rule(name, rule, population, options.repetitions))
            print(rows[-1], file=sys.stderr, flush=True)
    print(table(rows))
    save(options.json, {"rules": rows})


if __name__ == "__main__":
    main()
