"""How well the rules of verdicts keep their word that ``benchmarks/verdicts.py`` does not draw: simulated.

- ``weights``: one run each; what is said holds for these weights, whose errors over all texts are the truth.
- ``no seeds``: two runs that are the same whatever the seed.
- ``both checkpoints``: both strategies start from trained checkpoints, the same ones (paired) or others.
- ``tasks``: several tasks that weigh alike; a seed moves all of them together.
- ``family``: several strategies against one baseline, equal ones and ones a margin apart; false is any statement of the
  table that is not true (a better or worse of equal ones, an equivalent of those a margin apart).
- ``moderated``: one of eight equal strategies against a baseline, with variances moderated over all nine; ``noisy``:
  one whose seeds spread 2, 3 or 10 times as far; ``noisy baseline``: against one of these.
- ``contrasts``: all pairs of several equal strategies, as a table of the paper is judged that has differences there;
  false is an agreement, and a difference the other way round. That ours is too small for the paper's is true.
- ``contrasts, same``: the contrasts of a table whose numbers are those of one further run of each of our strategies, so
  that its true differences are ours; false is a disagreement where the published one has the true direction, and an
  agreement where it has not.
- ``picked``: of ten equal strategies the one with the fewest test errors against a baseline: what no interval covers.
- ``passages``: growth of the loss on general text, a ratio over passages of unequal length with heavy tails.
- ``forgetting, two``: what two strategies have lost of three earlier tasks, equal strategies that forget 10 points;
  the second task has half, the third a quarter of the texts, and each task was measured once before the end.
- ``forgetting, none``: one strategy that forgets nothing, judged against having lost no text.
- ``forgetting, learnt``: the same of four stages in a row, where the first task was measured three times before the
  end: the fall since each was learnt, which is what is judged then; ``forgetting, best``: F, as it would be judged.
- ``forgetting, two best``: F of two such strategies, equal ones that forget 10 points.

Reported in percent: how often anything false is said (5 claimed), and the coverage of 95 % intervals.

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
class Told:
    """What one draw has told: whether anything false was said, and of each interval whether it holds the truth."""

    false: bool
    covered: tuple[bool, ...] = ()


def said_falsely(made: MetricDifference, truth: float) -> bool:
    """Return whether a verdict is false; of a true difference of 0 each that names a side is."""
    if made.verdict in ("better", "worse"):
        return truth == 0 or (made.mean > 0) != (truth > 0)
    return made.verdict == "equivalent" and abs(truth) >= made.margin


def told(made: MetricDifference, truth: float) -> Told:
    """Return what is to be counted of one difference."""
    return Told(said_falsely(made, truth), (made.low <= truth <= made.high,))


def draw_strategies(
    population: Population, random: np.random.Generator, errors: Sequence[float], nested: bool = False
) -> list[TestedRuns]:
    """Return a strategy for each error in percent, on the same texts; ``nested``: from checkpoints of their own."""
    common = population.draw_difficulty(random)
    return [
        population.draw_strategy(random, common, error, nested, number)[0]
        for number, error in enumerate(errors)
    ]


def weights(population: Population, random: np.random.Generator) -> Told:
    """Judge one run each. The error of a run over all texts follows from its own threshold."""
    place = float(stats.norm.ppf(population.error / 100))
    spread = population.seed_sd / (100 * float(stats.norm.pdf(place)))
    common = population.draw_difficulty(random)
    sides, truths = [], []
    for number in range(2):
        limit = place + spread * random.standard_normal()
        error = 100 * float(stats.norm.cdf(limit))
        alone = replace(population, seeds=1, seed_sd=0.0)
        sides.append(alone.draw_strategy(random, common, error, False, number)[0])
        truths.append(error)
    return told(judge_runs(*sides), truths[0] - truths[1])


def no_seeds(population: Population, random: np.random.Generator) -> Told:
    """Judge two linear baselines of equal error."""
    sides = draw_strategies(replace(population, seeds=1, seed_sd=0.0), random, [population.error] * 2)
    return told(judge_runs(*(replace(side, seedless=True) for side in sides)), 0.0)


def both_checkpoints(population: Population, random: np.random.Generator) -> Told:
    """Judge two strategies that have trained checkpoints each; where paired, of the same seeds."""
    sides = draw_strategies(population, random, [population.error] * 2, nested=True)
    if not population.paired:
        sides[1] = replace(sides[1], checkpoints=tuple((100 + each[0],) for each in sides[1].checkpoints))  # type: ignore[index]
    return told(judge_runs(*sides), 0.0)


def tasks(population: Population, random: np.random.Generator, count: int = 3) -> Told:
    """Judge strategies of several tasks: the first has ``population.texts`` texts, each further one half as many."""
    sides: list[list[np.ndarray]] = [[], []]
    seed_state = int(random.integers(2**31))
    for task in range(count):
        alone = replace(population, texts=population.texts // 2**task, error=population.error / (task + 1))
        # Thresholds of the seeds are drawn first by each strategy: the same generator moves all tasks together.
        common = alone.draw_difficulty(random)
        for number in range(2):
            seeds = np.random.default_rng([seed_state, number])
            runs, _ = alone.draw_strategy(_Mixed(seeds, random), common, alone.error, False, number)  # type: ignore[arg-type]
            sides[number].append(runs.values[0])
    first, second = (
        TestedRuns(((),) * population.seeds, tuple(range(population.seeds)), tuple(values))
        for values in sides
    )
    return told(judge_runs(first, second), 0.0)


class _Mixed:
    """Draws what belongs to seeds (small draws) from one generator and what belongs to texts from another."""

    def __init__(self, seeds: np.random.Generator, texts: np.random.Generator) -> None:
        self._seeds, self._texts = seeds, texts

    def standard_normal(self, size: int, dtype: type = np.float64) -> np.ndarray:
        return (self._texts if dtype is np.float32 else self._seeds).standard_normal(size, dtype)


def family(population: Population, random: np.random.Generator, equal: int = 5, apart: int = 5) -> Told:
    """Judge ``equal`` strategies like the baseline and ``apart`` ones that are a margin (``difference``) worse."""
    truths = [0.0] * equal + [population.difference] * apart
    errors = [population.error, *(population.error + truth for truth in truths)]
    baseline, *others = draw_strategies(population, random, errors)
    margin = population.difference or None
    made = correct_family({n: judge_runs(other, baseline, margin) for n, other in enumerate(others)})
    return Told(any(map(said_falsely, made.values(), truths)))


def moderated(
    population: Population, random: np.random.Generator, noisy: float = 1.0, baseline: float = 1.0
) -> Told:
    """Judge the first of eight equal strategies; its seeds, or the baseline's, spread so many times as far."""
    common = population.draw_difficulty(random)
    spreads = [population.seed_sd * times for times in (baseline, noisy, *[1.0] * 7)]
    base, *others = (
        replace(population, seed_sd=spread).draw_strategy(random, common, population.error, False, number)[0]
        for number, spread in enumerate(spreads)
    )
    return told(judge_strategies(dict(enumerate(others)), base)[0], 0.0)


def contrasts(population: Population, random: np.random.Generator, count: int = 5) -> Told:
    """Judge all pairs of equal strategies, of which a paper has published that they are 5 points apart."""
    drawn = draw_strategies(population, random, [population.error] * count)
    pairs = itertools.combinations(range(count), 2)
    asked = [
        (PaperContrast((str(i), ""), (str(j), ""), 5.0, 1.0), judge_runs(drawn[i], drawn[j]))
        for i, j in pairs
    ]
    made = answer_contrasts(asked)
    return Told(any(each.answer in ("agrees", "disagrees") and not each.is_smaller for each in made))


def contrasts_of_the_same(population: Population, random: np.random.Generator, count: int = 5) -> Told:
    """Judge the contrasts of a paper that has run our strategies once; each is ``difference`` worse than the last."""
    errors = [population.error + number * population.difference for number in range(count)]
    drawn = draw_strategies(replace(population, seeds=population.seeds + 1), random, errors)
    published = [float(runs.values[0][-1].mean()) for runs in drawn]
    ours = [runs.take(range(population.seeds)) for runs in drawn]
    asked, truths = [], []
    for i, j in itertools.combinations(range(count), 2):
        places = (str(i), ""), (str(j), "")
        found = find_contrast(*places, published[i], published[j], population.texts)
        if found is not None:
            asked.append((found, judge_runs(ours[i], ours[j])))
            truths.append(errors[i] - errors[j])
    answers = zip(answer_contrasts(asked), truths, strict=True)
    return Told(
        any(
            each.answer == ("disagrees" if truth * each.published > 0 else "agrees")
            for each, truth in answers
        )
    )


def picked(population: Population, random: np.random.Generator, count: int = 10) -> Told:
    """Judge the best of ``count`` equal strategies."""
    baseline, *others = draw_strategies(population, random, [population.error] * (count + 1))
    best = min(others, key=lambda runs: float(runs.values[0].mean()))
    return told(judge_runs(best, baseline), 0.0)


def passages(population: Population, random: np.random.Generator, words: float = 10.0) -> Told:
    """Judge equal growth of the loss on ``texts`` passages of some ``words`` hidden words each; s.d. in percent."""
    counts = 1 + random.poisson(words - 1, population.texts)
    # What a passage loses: as every model does, as this strategy does, as this run does; all with heavy tails.
    common = random.standard_t(4, population.texts)
    sides = []
    for _ in range(2):
        own = 0.3 * random.standard_t(4, population.texts)
        values = []
        for _seed in range(population.seeds):
            rate = 0.7 + population.seed_sd / 100 * random.standard_normal()
            noise = random.standard_normal(population.texts) / np.sqrt(counts)
            growth = counts * (rate + 0.5 * (common + own) + noise)
            ratio = growth.sum() / counts.sum()
            values.append(ratio + (growth - ratio * counts) / counts.mean())
        seeds = tuple(range(population.seeds))
        sides.append(TestedRuns(((),) * population.seeds, seeds, (np.stack(values).astype(np.float32),)))
    return told(
        judge_runs(sides[0], sides[1], forgetting_verdict.MARGIN, metric=forgetting_verdict.LOSS_GROWTH), 0.0
    )


ONE_MOMENT, IN_A_ROW = (1, 1, 1), (3, 2, 1)
"""By earlier task after how many stages it was measured before the last one: tasks learnt together, or in a row."""


def lose_texts(
    population: Population,
    random: np.random.Generator,
    difficulties: Sequence[np.ndarray],
    fall: float,
    moments: Sequence[int],
) -> tuple[TestedRuns, TestedRuns]:
    """Return what a strategy has lost of its tasks since their best, and since they were learnt.

    A task has the error ``population.error`` at each moment but the last, and ``fall`` points more at that. A seed
    moves all tasks of a moment together, and is drawn anew for each.
    """
    errors = [population.error] * max(moments) + [population.error + fall]
    best: list[np.ndarray] = []
    learnt: list[np.ndarray] = []
    seeds = random.standard_normal((population.seeds, len(errors)))
    own, chance = (np.float32(math.sqrt(each)) for each in (population.own, population.chance))
    for difficulty, count in zip(difficulties, moments, strict=True):
        size = len(difficulty)
        hard = difficulty + own * random.standard_normal(size, np.float32)
        wrong = np.empty((population.seeds, count + 1, size), bool)
        for run, place in itertools.product(range(population.seeds), range(count + 1)):
            moment = max(moments) - count + place
            middle = float(stats.norm.ppf(errors[moment] / 100))
            spread = population.seed_sd / (100 * float(stats.norm.pdf(middle)))
            limit = middle * math.sqrt(1 + spread**2) + spread * seeds[run, moment]
            wrong[run, place] = hard + chance * random.standard_normal(size, np.float32) < limit
        now = wrong[:, -1].astype(np.float32)
        first = wrong[:, :-1].mean(2).argmin(1)
        best.append(100 * (now - wrong[np.arange(population.seeds), first]))
        learnt.append(100 * (now - wrong[:, 0]))
    numbers = tuple(range(population.seeds))
    since_best, since_learnt = (
        TestedRuns(((),) * population.seeds, numbers, tuple(each)) for each in (best, learnt)
    )
    return since_best, since_learnt


def _lose_by_size(
    population: Population, random: np.random.Generator, fall: float, moments: Sequence[int], sides: int
) -> list[tuple[TestedRuns, TestedRuns]]:
    """Return what ``sides`` equal strategies lose of the same texts; each task has half as many as the one before."""
    shared = [
        replace(population, texts=population.texts // 2**task).draw_difficulty(random)
        for task in range(len(moments))
    ]
    return [lose_texts(population, random, shared, fall, moments) for _ in range(sides)]


def forgetting_of_two(
    population: Population, random: np.random.Generator, moments: Sequence[int] = ONE_MOMENT
) -> Told:
    """Judge the difference of F of two equal strategies that forget 10 points."""
    (one, _), (other, _) = _lose_by_size(population, random, 10.0, moments, 2)
    return told(judge_runs(one, other, metric=forgetting_verdict.TASK_FORGETTING), 0.0)


def forgetting_of_two_in_a_row(population: Population, random: np.random.Generator) -> Told:
    """The same of tasks in a row, whose best is the best of several."""
    return forgetting_of_two(population, random, IN_A_ROW)


def nothing_forgotten(population: Population, random: np.random.Generator) -> Told:
    """Judge F of a strategy that forgets nothing."""
    ((best, _),) = _lose_by_size(population, random, 0.0, ONE_MOMENT, 1)
    return told(forgetting_verdict.judge_against_zero(best), 0.0)


def nothing_forgotten_since_learnt(population: Population, random: np.random.Generator) -> Told:
    """Judge the fall since tasks in a row were learnt, of a strategy that forgets nothing."""
    ((_, learnt),) = _lose_by_size(population, random, 0.0, IN_A_ROW, 1)
    return told(forgetting_verdict.judge_against_zero(learnt), 0.0)


def nothing_forgotten_since_best(population: Population, random: np.random.Generator) -> Told:
    """Judge F of such a strategy, as the program does not: the best of several is above the others by chance."""
    ((best, _),) = _lose_by_size(population, random, 0.0, IN_A_ROW, 1)
    return told(forgetting_verdict.judge_against_zero(best), 0.0)


Rule = Callable[[Population, np.random.Generator], Told]


def grid() -> Iterator[tuple[str, Rule, Population]]:
    """Yield each rule with the populations that it is drawn from."""
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
            yield name, partial(moderated, noisy=times), Population(texts, seeds, spread)
        for times in (2, 3):
            rule = partial(moderated, baseline=times)
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
    """Return what ``repetitions`` draws have told, in percent."""
    key = [seed, sum(map(ord, name)), population.texts, population.seeds, int(100 * population.seed_sd)]
    random = np.random.default_rng(key)
    draws = [rule(population, random) for _ in range(repetitions)]
    covered = [every for each in draws for every in each.covered]
    runs = f"{population.checkpoints} x {population.seeds}" if population.checkpoints else population.seeds
    return {
        "rule": name,
        "seeds": runs,
        "texts": population.texts,
        "seed s.d.": population.seed_sd,
        "false": 100 * sum(each.false for each in draws) / repetitions,
        "coverage": 100 * sum(covered) / len(covered) if covered else math.nan,
    }


def main() -> None:
    """Print a row for each rule and population."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--repetitions", type=int, default=1000)
    arguments.add_argument("--only", default="", help="rules whose names begin so, and no more")
    arguments.add_argument("--json", type=Path)
    chosen = arguments.parse_args()
    rows: list[Row] = []
    for name, rule, population in grid():
        if name.startswith(chosen.only):
            rows.append(simulate_rule(name, rule, population, chosen.repetitions))
            print(rows[-1], file=sys.stderr, flush=True)
    print(table(rows))
    save(chosen.json, {"rules": rows})


if __name__ == "__main__":
    main()
