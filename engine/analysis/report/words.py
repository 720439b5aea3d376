"""State what was forgotten in sentences, with numbers and their certainty: ``resources/forgetting_findings.j2``."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.analysis.comparability import retention_measured_on
from engine.analysis.forgetting import stability_plasticity
from engine.analysis.forgetting.forgetting_verdict import (
    judge_forgetting,
    judge_forgetting_difference,
    judge_growth,
    judge_retention,
    judge_since_learnt,
    known_lost,
)
from engine.analysis.forgetting.retention import TARGET
from engine.analysis.report.number_texts import format_over_seeds, format_plain
from engine.analysis.run_groups import RunGroup
from engine.analysis.verdicts.statistics import Spread
from engine.analysis.verdicts.verdict import (
    MetricDifference,
    correct_by_name,
    multiple_comparisons_note,
    open_failures_note,
    p_words,
)
from engine.formatting.phrases import capital
from engine.formatting.templates import state
from engine.spec.checks.findings import LEAST_TEST_TEXTS


def write_findings(strategies: Sequence[RunGroup]) -> list[str]:
    """Return the findings of a report: first those on each strategy, then how they compare."""
    if len(strategies) == 1:
        (only,) = strategies
        return [*_headlines(only, judge_growth(only), _judge_fall(only)), *_details(only)]
    judged, fallen = judge_each(strategies, judge_growth), judge_each(strategies, _judge_fall)
    said = [
        f"{each.name}: {text}"
        for each in strategies
        for text in _headlines(each, judged.get(each.name), fallen.get(each.name))
    ]
    for what, family in (("perplexity", judged), ("accuracy on earlier tasks", fallen)):
        said += _state("asked_of_each", what) if _counts_several(family) else []
    return [
        *said,
        *_retention_comparisons(strategies),
        *_forgetting_comparisons(strategies),
        *_front_finding(strategies),
    ]


def judge_each(
    strategies: Sequence[RunGroup], judge: Callable[[RunGroup], MetricDifference | None]
) -> dict[str, MetricDifference]:
    """Return what ``judge`` makes of each strategy by name, as one family: their p are Holm's."""
    return correct_by_name({each.name: made for each in strategies if (made := judge(each)) is not None})


def _state(sentence: str, *values: object) -> list[str]:
    """Return a sentence of the template, alone in a list."""
    made = state(
        "forgetting_findings",
        sentence,
        *values,
        number=format_plain,
        over_seeds=format_over_seeds,
        p_words=p_words,
        factor_of=lambda growth: math.exp(min(growth, 700.0)),
        target=f"{100 * TARGET:g} %",
        least_texts=LEAST_TEST_TEXTS,
    )
    return [made]


def _counts_several(family: Mapping[str, MetricDifference]) -> bool:
    return sum(made.shown_p is not None for made in family.values()) > 1


def _judge_fall(strategy: RunGroup) -> MetricDifference | None:
    """Return the verdict on accuracy on earlier tasks: F, or the fall since they were learnt where F is biased."""
    lost = known_lost(strategy)
    return judge_since_learnt(strategy) if lost and lost[0].moments > 1 else judge_forgetting(strategy)


def _headlines(
    strategy: RunGroup, grown: MetricDifference | None, fallen: MetricDifference | None
) -> list[str]:
    said = [next(filter(None, (record.weak_head for record in strategy.records)), "")]
    if strategy.factor is not None:
        said += _state("retention", strategy, grown)
    lost = strategy.spread_of("forgetting")
    if lost is not None and fallen is not None:
        earlier, texts = _earlier(strategy), known_lost(strategy)[0]
        said += _state("fall", earlier, fallen, lost, texts, judge_forgetting(strategy))
    elif lost is not None:
        said += _unjudged_fall(strategy, lost)
    said += [each.open_failures for each in (grown, fallen) if each is not None]
    return [text for text in said if text]


def _details(strategy: RunGroup) -> list[str]:
    said: list[str] = []
    for name, (before, after) in strategy.knowledge().items():
        if before is not None and after is not None:
            said += _state("knowledge", name, before, after)
    share = strategy.spread_of("forgotten_examples")
    return said if share is None else said + _state("examples", share)


def _unjudged_fall(strategy: RunGroup, lost: Spread) -> list[str]:
    """Return the sentence on F, in the words of the tasks' metric, where its texts' noise is not known."""
    metric = strategy.metric
    name, unit, decimals, below = "accuracy", " points", 1, lost.mean >= 0
    if metric is not None and not metric.counts_errors:
        percent = metric.unit == "%"
        name = metric.score_title if percent else metric.title
        unit, decimals = f" {metric.difference_unit}".rstrip(), 1 if percent else metric.digits
        # What should be low rises when it is worse.
        below = below if percent or metric.direction == "max" else not below
    what = capital(f"{name} on {_earlier(strategy)}")
    return _state("unjudged_fall", what, unit, below, decimals, lost)


def _earlier(strategy: RunGroup) -> str:
    return "the earlier task" if len(strategy.tasks) == 2 else "earlier tasks"


def _retention_comparisons(found: Sequence[RunGroup]) -> Iterable[str]:
    """Yield each strategy's perplexity on general text against that of the first."""
    base = found[0]
    text = retention_measured_on(base.experiment)
    rivals = [each for each in found[1:] if retention_measured_on(each.experiment) == text]
    if others := [each for each in found[1:] if each not in rivals]:
        yield from _state("unread", base, others)
    judged = judge_each(rivals, lambda each: judge_retention(each, base))
    for each in rivals:
        made = judged.get(each.name)
        if made is not None or (each.factor is not None and base.factor is not None):
            yield from _state("retention_difference", each, base, made)
    yield from filter(None, [open_failures_note(judged.values()), multiple_comparisons_note(judged.values())])


def _forgetting_comparisons(found: Sequence[RunGroup]) -> Iterable[str]:
    """Yield each strategy's F against that of the first, where their lost texts are known."""
    base = found[0]
    judged = judge_each(found[1:], lambda each: judge_forgetting_difference(each, base))
    for each in found[1:]:
        if each.name in judged:
            yield from _state("forgetting_difference", each, base, judged[each.name], known_lost(base)[0])
    yield from filter(None, [open_failures_note(judged.values())])
    if _counts_several(judged):
        yield from _state("asked_of_pairs", len(judged))


def _front_finding(found: Sequence[RunGroup]) -> list[str]:
    """Return which strategies are on the Pareto front of test error and retention."""
    alike = [each for each in found if each.measured_on == found[0].measured_on]
    both = [(each, each.factor, each.test_error) for each in alike]
    known = [(each.name, (factor.mean, test.mean)) for each, factor, test in both if factor and test]
    if len(known) < 2:
        return []
    best = stability_plasticity.pareto_front([point for _, point in known])
    return _state("front", [known[place][0] for place in best], len(known))
