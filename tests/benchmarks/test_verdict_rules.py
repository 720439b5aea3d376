"""A small version of ``benchmarks/verdict_rules.py``: every rule of verdicts says something false in 5 % at most."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest

from benchmarks import verdict_rules as rules
from benchmarks.verdicts import Population
from engine.analysis.paper.contrasts import PaperContrast, answer_contrasts
from engine.analysis.verdicts.verdict import MetricDifference, judge_runs
from tests.sampling import nightly_but

DRAWS = 150
MOST = 5 + 3 * 100 * math.sqrt(0.05 * 0.95 / DRAWS)
"""Percent: what is claimed, and three standard errors of the draws."""


@pytest.mark.parametrize(
    ("rule", "population"),
    nightly_but(
        range(0, 16, 2),
        [
            (rules.weights, Population(500, 1, 0.3)),
            (rules.no_seeds, Population(500, 1, 0.0)),
            (rules.both_checkpoints, Population(500, 2, 1.0, 3, 1.0)),
            (rules.both_checkpoints, Population(500, 2, 1.0, 3, 1.0, paired=False)),
            (rules.tasks, Population(1000, 3, 1.0)),
            (rules.family, Population(500, 3, 1.0, difference=1.0)),
            (rules.moderated, Population(4000, 3, 1.0)),
            (partial(rules.moderated, noisy=3), Population(4000, 3, 1.0)),
            (partial(rules.moderated, baseline=2), Population(4000, 3, 1.0)),
            (rules.contrasts, Population(500, 3, 1.0)),
            (rules.contrasts_of_the_same, Population(2000, 3, 1.0, difference=0.5)),
            (rules.passages, Population(128, 3, 3.0)),
            (rules.forgetting_of_two, Population(500, 3, 1.0)),
            (rules.forgetting_of_two_in_a_row, Population(500, 3, 1.0)),
            (rules.nothing_forgotten, Population(1000, 3, 1.0)),
            (rules.nothing_forgotten_since_learnt, Population(500, 5, 0.3)),
        ],
    ),
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_little_is_said_that_is_false(rule: rules.Rule, population: Population) -> None:
    row = rules.simulate_rule("small", rule, population, DRAWS)
    assert float(row["false"]) <= MOST, row
    if not math.isnan(float(row["coverage"])):
        assert float(row["coverage"]) >= 100 - MOST, row


def test_what_is_picked_by_its_test_error_looks_better_than_it_is() -> None:
    row = rules.simulate_rule("small", rules.picked, Population(2000, 5, 1.0), DRAWS)
    assert float(row["false"]) > 7.5, "5 % are claimed of a strategy that was not picked"


@pytest.mark.parametrize("seeds", [3, 5])
def test_that_ours_is_too_small_for_the_paper_s_contrasts_is_found(seeds: int) -> None:
    """Equal strategies that the paper has 2 ± 1 points apart, three and five seeds of small spread."""
    random = np.random.default_rng(seeds)
    answers = []
    for _ in range(DRAWS // 3):
        sides = rules.draw_strategies(Population(10_000, seeds, 0.1), random, [10.0, 10.0])
        published = PaperContrast(("A", "IMDb"), ("B", "IMDb"), 2.0, 1.0)
        (made,) = answer_contrasts([(published, judge_runs(sides[0], sides[1]))])
        answers.append((made.answer, made.is_smaller))
    assert answers.count(("disagrees", True)) > 0.6 * len(answers) and not answers.count(
        ("agrees", False)
    ) > 0.1 * len(answers)


def test_false_is_what_is_not_true(judged: MetricDifference) -> None:
    assert judged.verdict == "worse"
    assert [rules.said_falsely(judged, truth) for truth in (0.0, 5.0, -5.0)] == [True, False, True]


@pytest.fixture
def judged() -> MetricDifference:
    """A strategy that is 20 points worse, on 4,000 texts."""
    population = Population(4000, 3, 0.1)
    random = np.random.default_rng(1)
    better, worse = rules.draw_strategies(population, random, [10.0, 30.0])
    return judge_runs(worse, better)
