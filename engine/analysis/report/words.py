"""Write the findings on forgetting with their uncertainty, from ``resources/forgetting_findings.j2``."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.analysis.comparability import retention_measured_on
from engine.analysis.forgetting import stability_plasticity
from engine.analysis.forgetting.forgetting_verdict import (
    available_lost_texts,
    judge_forgetting,
    judge_forgetting_difference,
    judge_growth,
    judge_retention,
    judge_since_learnt,
)
from engine.analysis.forgetting.measured import TARGET
from engine.analysis.report.model import format_over_seeds, format_plain
from engine.analysis.run_groups import RunGroup
from engine.analysis.verdicts.statistics import Spread
from engine.analysis.verdicts.verdict import (
    MetricDifference,
    correct_family,
    multiple_comparisons_note,
    open_failures_note,
    p_words,
)
from engine.formatting.phrases import capital
from engine.formatting.templates import state
from engine.spec.checks.findings import LEAST_TEST_TEXTS


def write_findings(strategies: Sequence[RunGroup]) -> list[str]:
    """Return the findings of a report: first on each strategy, then on their comparison."""
    if len(strategies) == 1:
        (only,) = strategies
        return [*_headlines(only, judge_growth(only), _judge_fall(only)), *_details(only)]
    growth, falls = judge_each(strategies, judge_growth), judge_each(strategies, _judge_fall)
    sentences = [
        f"{strategy.name}: {text}"
        for strategy in strategies
        for text in _headlines(strategy, growth.get(strategy.name), falls.get(strategy.name))
    ]
    for measure, family in (("perplexity", growth), ("accuracy on earlier tasks", falls)):
        sentences += _state("asked_of_each", measure) if _has_several_tests(family) else []
    return [
        *sentences,
        *_retention_comparisons(strategies),
        *_forgetting_comparisons(strategies),
        *_front_finding(strategies),
    ]


def judge_each(
    strategies: Sequence[RunGroup], judge: Callable[[RunGroup], MetricDifference | None]
) -> dict[str, MetricDifference]:
    """Return the verdicts of ``judge`` by name of the strategy, Holm-adjusted as one family."""
    return correct_family({each.name: result for each in strategies if (result := judge(each)) is not None})


def _state(macro: str, *values: object) -> list[str]:
    """Return a sentence of the template in a list."""
    text = state(
        "forgetting_findings",
        macro,
        *values,
        number=format_plain,
        over_seeds=format_over_seeds,
        p_words=p_words,
        factor_of=lambda growth: math.exp(min(growth, 700.0)),
        target=f"{100 * TARGET:g} %",
        least_texts=LEAST_TEST_TEXTS,
    )
    return [text]


def _has_several_tests(family: Mapping[str, MetricDifference]) -> bool:
    return sum(verdict.valid_p is not None for verdict in family.values()) > 1


def _judge_fall(strategy: RunGroup) -> MetricDifference | None:
    """Return the verdict on accuracy on earlier tasks: on F, or on −BWT if F is biased."""
    texts = available_lost_texts(strategy)
    return judge_since_learnt(strategy) if texts and texts[0].moments > 1 else judge_forgetting(strategy)


def _headlines(
    strategy: RunGroup, growth: MetricDifference | None, fall: MetricDifference | None
) -> list[str]:
    sentences = [next(filter(None, (record.weak_head for record in strategy.records)), "")]
    if strategy.factor is not None:
        sentences += _state("retention", strategy, growth)
    spread = strategy.spread_of("forgetting")
    if spread is not None and fall is not None:
        tasks, texts = _earlier(strategy), available_lost_texts(strategy)[0]
        sentences += _state("fall", tasks, fall, spread, texts, judge_forgetting(strategy))
    elif spread is not None:
        sentences += _fall_without_noise(strategy, spread)
    sentences += [verdict.open_failures for verdict in (growth, fall) if verdict is not None]
    return [text for text in sentences if text]


def _details(strategy: RunGroup) -> list[str]:
    sentences: list[str] = []
    for name, (before, after) in strategy.knowledge().items():
        if before is not None and after is not None:
            sentences += _state("knowledge", name, before, after)
    share = strategy.spread_of("forgotten_examples")
    return sentences if share is None else sentences + _state("examples", share)


def _fall_without_noise(strategy: RunGroup, spread: Spread) -> list[str]:
    """Return the sentence on F in the tasks' metric, for unknown noise of texts."""
    metric = strategy.metric
    name, unit, decimals, is_loss = "accuracy", " points", 1, spread.mean >= 0
    if metric is not None and not metric.counts_errors:
        is_percentage = metric.unit == "%"
        name = metric.score_title if is_percentage else metric.title
        unit, decimals = f" {metric.difference_unit}".rstrip(), 1 if is_percentage else metric.digits
        # A metric that should be low rises when it becomes worse.
        is_loss = is_loss if is_percentage or metric.direction == "max" else not is_loss
    subject = capital(f"{name} on {_earlier(strategy)}")
    return _state("unjudged_fall", subject, unit, is_loss, decimals, spread)


def _earlier(strategy: RunGroup) -> str:
    return "the earlier task" if len(strategy.tasks) == 2 else "earlier tasks"


def _retention_comparisons(groups: Sequence[RunGroup]) -> Iterable[str]:
    """Yield sentences that compare the perplexity of each strategy on general text with that of the first."""
    base = groups[0]
    text = retention_measured_on(base.experiment)
    rivals = [group for group in groups[1:] if retention_measured_on(group.experiment) == text]
    if unread := [group for group in groups[1:] if group not in rivals]:
        yield from _state("unread", base, unread)
    tests = judge_each(rivals, lambda group: judge_retention(group, base))
    for group in rivals:
        test = tests.get(group.name)
        if test is not None or (group.factor is not None and base.factor is not None):
            yield from _state("retention_difference", group, base, test)
    yield from filter(None, [open_failures_note(tests.values()), multiple_comparisons_note(tests.values())])


def _forgetting_comparisons(groups: Sequence[RunGroup]) -> Iterable[str]:
    """Yield sentences that compare F of each strategy with that of the first, if lost texts are known."""
    base = groups[0]
    tests = judge_each(groups[1:], lambda group: judge_forgetting_difference(group, base))
    for group in groups[1:]:
        if (test := tests.get(group.name)) is not None:
            yield from _state("forgetting_difference", group, base, test, available_lost_texts(base)[0])
    yield from filter(None, [open_failures_note(tests.values())])
    if _has_several_tests(tests):
        yield from _state("asked_of_pairs", len(tests))


def _front_finding(groups: Sequence[RunGroup]) -> list[str]:
    """Return a sentence on the Pareto front of test error and retention."""
    comparable = [group for group in groups if group.measured_on == groups[0].measured_on]
    points_ = [(group, group.factor, group.test_error) for group in comparable]
    points = [(group.name, (factor.mean, test.mean)) for group, factor, test in points_ if factor and test]
    if len(points) < 2:
        return []
    front = stability_plasticity.pareto_front([point for _, point in points])
    return _state("front", [points[index][0] for index in front], len(points))
