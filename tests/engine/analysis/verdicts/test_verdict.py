"""Verdicts on runs whose truth is known, and the sentences they are said in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from benchmarks.verdict_rules import draw_strategies
from benchmarks.verdicts import Population, SkewedPopulation, equivalence, simulate
from engine.analysis.verdicts.crossed_effects import (
    CrossedEstimate,
    NeededSample,
    SampledUnits,
    check_margin,
    default_margin,
    moderation,
    plan_sample,
)
from engine.analysis.verdicts.statistics import split_bimodal
from engine.analysis.verdicts.tested_runs import Sample, TestedRuns
from engine.analysis.verdicts.verdict import (
    MetricDifference,
    correct_family,
    judge_runs,
    judge_strategies,
    p_words,
    seeds_needed,
)
from engine.errors import UserError
from engine.formatting import phrases, sentences
from engine.metrics.base import known_metrics
from tests.sampling import nightly_but


def corrected(differences: list[MetricDifference]) -> list[MetricDifference]:
    """Return differences corrected for each other, in their order."""
    return [*correct_family(dict(enumerate(differences))).values()]


def _runs(
    wrong: np.ndarray, seeds: list[int], checkpoints: list[tuple[int, ...]] | None = None
) -> TestedRuns:
    return TestedRuns(
        tuple(checkpoints or [()] * len(seeds)), tuple(seeds), (100 * wrong.astype(np.float32),)
    )


def _drawn(rates: list[float], texts: int = 2000, seed: int = 0) -> np.ndarray:
    """Runs of these errors that are wrong on nearly the same texts."""
    hard = np.random.default_rng(seed).uniform(size=texts)
    noise = np.random.default_rng(seed + 1).normal(0, 0.002, (len(rates), texts))
    return np.asarray(hard + noise < np.array(rates)[:, None])


def needed_of(made: MetricDifference) -> NeededSample:
    """What it would take to find a difference of the margin, whatever the verdict."""
    return plan_sample(made.estimate, made.margin, made.margin_words, made.sample, made.family)


@pytest.mark.parametrize(
    "population",
    nightly_but(
        {0, 2, 3, 8},
        [
            Population(500, 2, 1.0),
            Population(4000, 5, 0.3),
            Population(500, 3, 1.0, paired=False),
            Population(500, 3, 1.0, 3, 1.0),
            Population(500, 3, 1.0, 1, 1.0),
            Population(4000, 1, 0.3, 3, 0.3, pretraining_sd=1.0),
            Population(4000, 2, 0.3, 3, 0.3, pretraining_sd=1.0),
            Population(500, 3, 0.0, chance=0.0),
            Population(500, 3, 0.1, error=2.5, own=0.01, chance=0.01),
        ],
    ),
    ids=[
        "two seeds",
        "five seeds",
        "other seeds",
        "checkpoints",
        "one checkpoint",
        "checkpoints above one",
        "several runs of checkpoints above one",
        "no seed noise",
        "ties",
    ],
)
def test_equal_strategies_are_seldom_told_apart(population: Population) -> None:
    """A small version of ``benchmarks/verdicts.py``: 5 % are claimed, 400 draws have a standard error of 1.1."""
    found = simulate(population, 400, seed=1)
    assert float(found["false"]) <= 5 + 3 * 1.1
    assert float(found["coverage"]) >= 95 - 3 * 1.1


def test_a_large_difference_is_one() -> None:
    made = judge_runs(
        _runs(_drawn([0.12, 0.121, 0.119]), [1, 2, 3]), _runs(_drawn([0.06, 0.061, 0.059]), [1, 2, 3])
    )
    assert (made.verdict, made.sample.scope, made.sample.count, made.texts, made.sample.paired) == (
        "worse",
        "seeds",
        3,
        2000,
        True,
    )
    assert made.low < 6 < made.high
    assert "more errors (paired over 3 seeds, 2,000 test texts" in made.to_sentence()
    assert (p_words(0.0383), p_words(1e-4), p_words(9.9e-5)) == ("p 0.038", "p 0.0001", "p < 0.0001")
    single = judge_runs(_runs(_drawn([0.5]), [1]), _runs(_drawn([0.1]), [1]))
    assert single.estimate.p_value() < 1e-20 and single.to_sentence().endswith(
        "test texts, p < 0.0001)"
    )  # of a normal approximation
    assert made.answer == "worse"


def test_runs_without_a_partner_are_named_or_else_all_count() -> None:
    """Half of either strategy's runs must have a partner; with fewer a verdict would speak of a few of many runs."""
    first, second = _drawn([0.10, 0.11, 0.12, 0.13]), _drawn([0.09, 0.08, 0.07])
    paired = judge_runs(_runs(first, [1, 2, 3, 4]), _runs(second, [3, 4, 9]))
    assert (paired.sample.paired, paired.sample.count) == (True, 2)
    assert paired.mean == pytest.approx(100 * (first[2:].mean() - second[:2].mean()), abs=1e-4)
    assert (
        "2 of the 4 runs of the first strategy have no partner of the same seed and do not count."
        in paired.note
    )
    assert (
        "1 of the 3 runs of the second strategy has no partner of the same seed and does not count."
        in paired.note
    )
    apart = judge_runs(_runs(first, [1, 2, 3, 4]), _runs(second, [3, 8, 9]))
    assert (apart.sample.paired, apart.method) == (False, "4 and 3 seeds, not paired, 2,000 test texts")
    assert apart.mean == pytest.approx(100 * (first.mean() - second.mean()), abs=1e-4)
    assert "partner" not in apart.note
    # Of ten runs each two have a partner, and these two say the contrary of all ten.
    many, other = _drawn([0.06, 0.06] + [0.2] * 8), _drawn([0.08, 0.08] + [0.1] * 8)
    made = judge_runs(_runs(many, [*range(10)]), _runs(other, [0, 1, *range(20, 28)]))
    assert (made.verdict, made.sample.paired) == ("worse", False)


def test_seeds_that_differ_alike_do_not_make_certain() -> None:
    """Two pairs, each 0.2 points apart on 500 texts: the former interval had no width."""
    base = _drawn([0.1, 0.1], 500)
    more = base.copy()
    for run in (0, 1):
        more[run, np.flatnonzero(~more[run])[run]] = True
    made = judge_runs(_runs(more, [1, 2]), _runs(base, [1, 2]), margin=0.3)
    assert made.mean == pytest.approx(0.2)
    assert made.verdict == "cannot tell"
    assert made.low < 0 < made.high
    assert "differ by the same amount" in made.note


def test_no_interval_reaches_beyond_what_errors_can_differ_by() -> None:
    first, second = _drawn([0.1, 0.9]), _drawn([0.1, 0.1])
    made = judge_runs(_runs(first, [1, 2]), _runs(second, [1, 2]))
    assert (made.low, made.high, made.verdict) == (-100.0, 100.0, "cannot tell")


def test_one_run_each_speaks_of_these_weights_only() -> None:
    made = judge_runs(_runs(_drawn([0.12]), [1]), _runs(_drawn([0.06]), [9]))
    assert (made.verdict, made.sample.scope, made.answer) == ("worse", "weights", "worse, these weights")
    assert "these weights only" in made.note and "for these weights only" in made.to_sentence()
    assert needed_of(made).to_sentence().startswith("It takes a second seed")
    said = sentences.read_sentences(f"{made.note} {needed_of(made).to_sentence()} {made.to_sentence()}")
    assert all(isinstance(each, phrases.Phrase) for each in said), "the window can translate them"
    # Few disagreements apart, it is McNemar's test.
    first, second = _drawn([0.101])[0], _drawn([0.1], seed=3)[0]
    b, c = int((first & ~second).sum()), int((second & ~first).sum())
    small = judge_runs(_runs(first[None], [1]), _runs(second[None], [1]))
    assert small.p == pytest.approx(2 * stats.norm.sf(abs(b - c) / np.sqrt(b + c)), abs=0.01)


def test_a_shared_checkpoint_limits_what_is_said_and_several_are_the_sample() -> None:
    first, second = _drawn([0.12] * 4), _drawn([0.06] * 4)
    shared = judge_runs(_runs(first, [1, 2, 3, 4], [(42,)] * 4), _runs(second, [1, 2, 3, 4]))
    assert (shared.sample.scope, shared.sample.count, shared.answer) == (
        "checkpoint",
        4,
        "worse, this checkpoint",
    )
    assert "All runs of the first strategy share one trained checkpoint" in shared.note
    two = judge_runs(_runs(first, [1, 2, 1, 2], [(7,), (7,), (8,), (8,)]), _runs(second, [1, 2, 3, 4]))
    assert (two.sample.scope, two.sample.unit, two.sample.count) == ("seeds", "checkpoints", 2)
    assert two.method.startswith("2 and 4 checkpoints")
    both = [(42, 1), (42, 2), (42, 3), (42, 4)]  # one pre-training, a multi-task checkpoint for each run
    upper = judge_runs(_runs(first, [1, 2, 3, 4], both), _runs(second, [1, 2, 3, 4]))
    assert (upper.sample.scope, upper.sample.unit, upper.sample.count, upper.sample.paired) == (
        "checkpoint",
        "seeds",
        4,
        True,
    )
    assert "All runs of the first strategy share one trained checkpoint" in upper.note
    both = [
        (7, 1),
        (7, 2),
        (8, 3),
        (8, 4),
    ]  # two pre-trainings: what stands above one of them has its noise in common
    lower = judge_runs(_runs(first, [1, 2, 3, 4], both), _runs(second, [1, 2, 3, 4]))
    assert (lower.sample.scope, lower.sample.unit, lower.sample.count) == ("seeds", "checkpoints", 2)
    both = [(42, 7), (42, 7), (42, 8), (42, 8)]
    nested = judge_runs(_runs(first, [1, 2, 3, 4], both), _runs(second, [1, 2, 3, 4]))
    assert (nested.sample.scope, nested.sample.unit, nested.sample.count) == ("checkpoint", "checkpoints", 2)
    own = judge_runs(_runs(first, [1, 2, 3, 4], [(1,), (2,), (3,), (4,)]), _runs(second, [1, 2, 3, 4]))
    assert (own.sample.scope, own.sample.count, own.sample.paired) == ("seeds", 4, True)


def test_checkpoints_that_both_have_are_paired() -> None:
    labels = [(7,), (7,), (8,), (8,), (9,), (9,)]
    made = judge_runs(
        _runs(_drawn([0.12] * 6), [1, 2] * 3, labels), _runs(_drawn([0.06] * 6), [1, 2] * 3, labels)
    )
    assert (made.sample.count, made.sample.unit, made.sample.paired) == (3, "checkpoints", True)


def test_no_number_of_seeds_is_promised_on_too_few_test_texts() -> None:
    """Nothing is judged on 49 texts, so seeds that would find a difference there cannot be named."""
    wrong = np.random.default_rng(3).random((6, 49)) < 0.3
    made = judge_runs(_runs(wrong[:3], [1, 2, 3]), _runs(wrong[3:], [1, 2, 3]), margin=60.0)
    needed = needed_of(made)
    assert needed.units is None
    assert needed.needed_texts is not None and needed.needed_texts >= 50
    assert "on these 49 texts" not in needed.to_sentence()
    assert seeds_needed({1: made}) == {}


def test_what_it_would_take_is_enough_when_it_is_taken() -> None:
    population = Population(4000, 6, 0.3)
    random = np.random.default_rng(2)
    pilot = judge_runs(*population.draw(random)[:2], margin=1.0)
    needed = needed_of(pilot)
    assert needed.units is not None
    assert f"bout {needed.units} seeds each on these 4,000 texts" in needed.to_sentence()
    assert needed.to_sentence().endswith("of cases."), "six seeds tell how much they differ"
    few = needed_of(judge_runs(*(side.take([0, 1, 2]) for side in population.draw(random)[:2]), margin=3.0))
    assert few.to_sentence().endswith(
        "of cases. How many seeds is a rough figure: only 3 tell how much they differ."
    )
    many = Population(4000, needed.units, 0.3, difference=1.0)
    found = sum(judge_runs(*many.draw(random)[:2]).verdict == "worse" for _ in range(200))
    assert found > 110  # 80 % of 200, less what a pilot of six seeds may be wrong by
    hopeless = needed_of(judge_runs(*population.draw(random)[:2], margin=0.001))
    assert (hopeless.units, hopeless.needed_texts) == (None, None)
    assert "it takes more of both" in hopeless.to_sentence()


def with_p(p: float, margin: float = 1.0) -> MetricDifference:
    """A difference with this p, whose noise is that of a normal with s.d. 1."""
    estimate = CrossedEstimate(float(stats.norm.isf(p / 2)), (), 1.0, 1000)
    return MetricDifference(ERROR, estimate, margin, Sample("drawn", 3, "seeds", "seeds", True))


ERROR = known_metrics()["error"]


def test_differences_and_equivalences_are_each_corrected_by_holm() -> None:
    raw = [0.0037, 0.0048, 0.0217, 0.102, 0.298]
    family = corrected([with_p(p) for p in raw])
    assert [made.p for made in family] == pytest.approx([0.0185, 0.0192, 0.0651, 0.204, 0.298], rel=1e-6)
    assert [made.verdict for made in family] == [
        "worse",
        "worse",
        "cannot tell",
        "cannot tell",
        "cannot tell",
    ]
    wide = corrected([with_p(p, margin=5.0) for p in (0.9, 0.5, 0.2)])
    alone = sorted(stats.norm.cdf(abs(made.mean) - 5) for made in wide)
    assert [made.equivalence_p for made in wide] == pytest.approx(
        [3 * alone[0], 2 * alone[1], alone[2]], rel=1e-6
    )
    assert {made.verdict for made in wide} == {"equivalent"}


def test_an_equivalent_says_how_many_failing_seeds_it_leaves_open() -> None:
    estimate = CrossedEstimate(0.0, (), 0.01, 1000)
    said = [
        MetricDifference(ERROR, estimate, 1.0, Sample("drawn", seeds, "seeds", "seeds", True)).remarks
        for seeds in (3, 5, 10)
    ]
    assert said == [
        f"{seeds} seeds without a failure are compatible with up to {most} % of seeds failing."
        for seeds, most in ((3, 63), (5, 45), (10, 26))
    ]
    assert with_p(0.001).open_failures == ""


def test_seeds_that_fall_into_two_groups_are_named() -> None:
    assert split_bimodal([21.8, 50.0, 21.2]) == ([21.2, 21.8], [50.0])
    assert split_bimodal([50.0, 21.2, 50.1, 21.8, 22.0]) == ([21.2, 21.8, 22.0], [50.0, 50.1])
    for steady in ([20.0, 50.0], [20.0, 23.0, 27.0, 34.0], [20.0, 20.1, 24.9]):
        assert split_bimodal(steady) is None
    failing = judge_runs(
        _runs(_drawn([0.2, 0.5, 0.21]), [1, 2, 3]), _runs(_drawn([0.2, 0.2, 0.21]), [1, 2, 3])
    )
    assert "The seeds of the first strategy fall into two groups (" in failing.remarks
    assert "second strategy fall" not in failing.remarks


def test_variances_are_moderated_over_the_strategies_of_a_table() -> None:
    """Beside limma's own formulas, with the prior from moments of logarithms."""
    spreads = np.array([0.4, 1.1, 0.9, 2.0, 0.7, 1.3])
    moderate = moderation([SampledUnits(each, 5, 4) for each in spreads])
    assert moderate is not None
    # They differ less than chance makes variances differ, so the prior is as sure as it may be: 4 degrees of freedom.
    made = moderate(SampledUnits(0.4, 5, 4))
    assert (made.df, made.spread) == (8, pytest.approx((4 * spreads.mean() + 4 * 0.4) / 8))
    noisy = SampledUnits(3.0, 5, 4)
    assert moderate(noisy) == noisy, "more than twice the median"
    assert moderate(SampledUnits(0.4, 2, 1)).df == 1, "of two seeds nothing is moderated"
    assert moderation([SampledUnits(each, 5, 4) for each in spreads[:3]]) is None
    wild = np.array([0.01, 0.1, 1.0, 10.0, 100.0])
    far = moderation([SampledUnits(each, 5, 4) for each in wild])
    assert far is not None and far(SampledUnits(1.0, 5, 4)).df < 5, (
        "so different strategies tell little of another"
    )


def test_a_table_tells_what_its_pairs_alone_cannot() -> None:
    """Three seeds, eight strategies, one of them a point worse: power is why variances are moderated."""
    random, told = np.random.default_rng(3), [0, 0]
    population = Population(25_000, 3, 0.3)
    for _ in range(40):
        baseline, *others = draw_strategies(population, random, [10.0, 11.0, *[10.0] * 6])
        made = judge_strategies(dict(enumerate(others)), baseline)[0]
        assert made.sample.method.endswith("variances moderated over 8 strategies")
        told[0] += judge_runs(others[0], baseline).verdict == "worse"
        told[1] += made.verdict == "worse"
    assert told[1] > 1.25 * told[0]


def test_what_is_not_judged_does_not_count_in_the_correction() -> None:
    base = _runs(_drawn([0.1, 0.101, 0.099]), [1, 2, 3])
    alone = judge_runs(_runs(_drawn([0.12, 0.121, 0.119]), [1, 2, 3]), base)
    few = judge_runs(_runs(np.ones((3, 12)), [1, 2, 3]), _runs(np.zeros((3, 12)), [1, 2, 3]))
    together, unjudged = corrected([alone, few])
    assert (together.p, together.family) == (alone.p, 1)
    assert unjudged.verdict == "cannot tell" and unjudged.valid_p is None


def test_wrong_equally_often_is_not_wrong_on_the_same_texts() -> None:
    wrong = _drawn([0.1, 0.2])
    crosswise = judge_runs(_runs(wrong, [1, 2]), _runs(wrong[::-1], [1, 2]))
    assert crosswise.note == "Over their runs both are wrong equally often on every test text."
    unpaired = judge_runs(_runs(wrong, [1, 2]), _runs(wrong, [3, 4]))
    assert unpaired.note == "Over their runs both are wrong equally often on every test text."
    alike = judge_runs(_runs(wrong, [1, 2]), _runs(wrong, [1, 2]))
    assert alike.note == "Both are wrong on exactly the same test texts."
    newest = judge_runs(_runs(wrong[:1], [1]), _runs(wrong[:1], [2]))
    assert "Both are wrong on exactly the same test texts." in newest.note


@pytest.mark.parametrize(
    ("margin", "why"),
    [
        (0.0, "are exactly equal"),
        (-1.0, "a number above 0"),
        (float("nan"), "a number above 0"),
        (100.0, "any two results would count as equal"),
        (float("inf"), "any two results would count as equal"),
    ],
)
def test_a_margin_that_cannot_be_shown_is_refused(margin: float, why: str) -> None:
    with pytest.raises(UserError, match=f"cannot be used: .*{why}"):
        check_margin(margin)


def test_the_default_margin_is_reached_by_equal_strategies_and_seldom_by_others() -> None:
    """A small version of ``benchmarks/verdicts.py --margins``: 85 % of equal ones, 5 % of those a margin apart."""
    found = equivalence(Population(500, 5, 0.3), default_margin(ERROR, 500), 100)
    assert float(found["equal, %"]) >= 85 - 3 * 3.6
    assert float(found["a margin apart, %"]) <= 5 + 3 * 2.2


def test_a_baseline_without_seeds_is_held_against_every_seed() -> None:
    tuned, fixed = _drawn([0.06, 0.061, 0.059]), _drawn([0.12], seed=0)
    baseline = replace(_runs(fixed, [42]), seedless=True)
    made = judge_runs(_runs(tuned, [1, 2, 3]), baseline)
    assert (made.verdict, made.sample.scope, made.sample.count, made.sample.unit, made.sample.paired) == (
        "better",
        "seeds",
        3,
        "seeds",
        True,
    )
    assert made.method == "3 seeds, against a run without seeds, 2,000 test texts"
    # The same as pairing each seed with a copy of the baseline.
    copies = judge_runs(_runs(tuned, [1, 2, 3]), _runs(np.repeat(fixed, 3, 0), [1, 2, 3]))
    assert (made.low, made.high, made.p) == pytest.approx((copies.low, copies.high, copies.p))
    turned = judge_runs(baseline, _runs(tuned, [1, 2, 3]))
    assert (turned.verdict, turned.mean) == ("worse", pytest.approx(-made.mean))
    one = judge_runs(_runs(tuned[:1], [1]), baseline)
    assert (one.sample.scope, one.sample.count) == ("weights", 1)
    shared = judge_runs(_runs(tuned, [1, 2, 3], [(42,)] * 3), baseline)
    assert shared.sample.scope == "checkpoint"


def test_two_baselines_without_seeds_differ_by_texts_alone() -> None:
    drawn = (_drawn([0.1]), _drawn([0.101], seed=3))
    one, two = (replace(_runs(wrong, [42]), seedless=True) for wrong in drawn)
    made = judge_runs(one, two)
    assert (made.sample.unit, made.sample.count, made.verdict) == ("texts", 1, "cannot tell")
    assert "test texts are the only noise" in made.note
    needed = needed_of(made)
    assert needed.units is None and needed.needed_texts is not None
    assert "test texts would find a difference of 2 points" in needed.to_sentence()
    assert "neither side depends on a seed" in needed.to_sentence()


def test_what_it_would_take_counts_with_the_level_of_the_whole_family() -> None:
    random = np.random.default_rng(5)
    drawn = [Population(4000, 6, 0.3).draw(random)[:2] for _ in range(5)]
    family = corrected([judge_runs(*pair, margin=1.0) for pair in drawn])
    alone = [needed_of(judge_runs(*pair, margin=1.0)) for pair in drawn]
    together = [needed_of(made) for made in family]
    assert all(
        many.units is not None and one.units is not None for many, one in zip(together, alone, strict=True)
    )
    assert all((many.units or 0) > (one.units or 0) for many, one in zip(together, alone, strict=True))
    assert "judged as the first of 5 comparisons" in together[0].to_sentence()
    # Enough for a p below 5 % / 5 in 80 of 100 cases, by the usual formula with the same distribution.
    made, units = family[0], together[0].units or 0
    parts = made.estimate.components
    assert parts is not None
    spread = parts.seed + parts.rest / 4000
    planned = CrossedEstimate(0.0, (SampledUnits(spread, units, units - 1),), parts.text / 4000, 4000)
    assert planned.half_width(1 - 0.05 / 5) + planned.half_width(0.6) <= 1.0


@pytest.mark.parametrize(
    "shares", [pytest.param((0.7, 0.2, 0.1), marks=pytest.mark.nightly), (0.9, 0.05, 0.05)]
)
def test_equal_strategies_are_seldom_told_apart_by_macro_f1(shares: tuple[float, ...]) -> None:
    found = simulate(SkewedPopulation(500, 3, 1.0, shares=shares), 100, seed=1)
    assert float(found["false"]) <= 5 + 3 * 2.2
    assert float(found["coverage"]) >= 95 - 3 * 2.2


def test_a_run_without_seeds_is_seldom_told_from_its_equal() -> None:
    found = simulate(Population(500, 3, 0.3, seedless=True), 400, seed=1)
    assert float(found["false"]) <= 5 + 3 * 1.1
    assert float(found["coverage"]) >= 95 - 3 * 1.1


def test_a_metric_of_which_more_is_better_is_judged_so() -> None:
    loss, accuracy = known_metrics()["loss"], known_metrics()["accuracy"]
    right, less = 1 - _drawn([0.06, 0.061, 0.059]), 1 - _drawn([0.12, 0.121, 0.119])
    made = judge_runs(_runs(right, [1, 2, 3]), _runs(less, [1, 2, 3]), metric=accuracy)
    assert made.verdict == "better" and made.mean == pytest.approx(6, abs=0.5)
    assert "difference of accuracy" in made.to_sentence() and "higher accuracy, better" in made.to_sentence()
    assert "higher accuracy" in made.posterior_sentence()
    losses = np.random.default_rng(0).exponential(size=(3, 500))
    small = judge_runs(_runs(losses, [1, 2, 3]), _runs(losses, [1, 2, 3]), metric=loss)
    assert small.margin == 0.03
    assert "exactly the same values on all test texts" in small.note
    assert small.margin_words == "0.03 of loss"


def test_equal_errors_on_the_same_texts_are_equivalent_and_say_so() -> None:
    wrong = _drawn([0.1, 0.1, 0.1, 0.1])
    made = judge_runs(_runs(wrong, [1, 2, 3, 4]), _runs(wrong, [1, 2, 3, 4]), margin=0.3)
    assert made.verdict == "equivalent"
    assert made.low < 0 < made.high
    assert made.note == "Both are wrong on exactly the same test texts."
    assert "equivalent within 0.3 points" in made.to_sentence()
    assert (
        judge_runs(_runs(wrong, [1, 2, 3, 4]), _runs(wrong, [1, 2, 3, 4]), margin=0.01).verdict
        == "cannot tell"
    )


def test_too_few_test_texts_say_nothing() -> None:
    made = judge_runs(_runs(np.ones((3, 12)), [1, 2, 3]), _runs(np.zeros((3, 12)), [1, 2, 3]))
    assert made.verdict == "cannot tell"
    assert "12 texts: too few for a conclusion" in made.note
    assert made.to_sentence() == "difference 100.00 points: cannot tell (paired over 3 seeds, 12 test texts)"
    assert made.posterior_sentence() == "" and made.bounds is None and made.valid_p is None
    record = made.as_json()
    assert [record[name] for name in ("low", "high", "p", "equivalence_p")] == [None] * 4
    enough = judge_runs(_runs(np.ones((3, 50)), [1, 2, 3]), _runs(np.zeros((3, 50)), [1, 2, 3]))
    assert "95 % interval" in enough.to_sentence() and enough.posterior_sentence()
