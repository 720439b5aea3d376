"""State what was forgotten in sentences, with numbers and their certainty."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from engine.analysis.comparability import retention_measured_on
from engine.analysis.forgetting import stability_plasticity
from engine.analysis.forgetting.retention import TARGET, PassageInterval
from engine.analysis.forgetting.retention_verdict import judge_growth, judge_retention
from engine.analysis.report.earlier_words import earlier_tasks_finding, forgetting_differences, judge_fall
from engine.analysis.report.number_texts import format_over_seeds
from engine.analysis.run_groups import RunGroup
from engine.analysis.verdicts.statistics import GeometricSpread, Spread
from engine.analysis.verdicts.verdict import (
    MetricDifference,
    correct_by_name,
    multiple_comparisons_note,
    open_failures_note,
    p_words,
)
from engine.spec.checks.findings import LEAST_TEST_TEXTS


def write_findings(strategies: Sequence[RunGroup]) -> list[str]:
    """Return the findings of a report: first those on each strategy, then how they compare."""
    if len(strategies) == 1:
        (only,) = strategies
        return [*_headlines(only, judge_growth(only), judge_fall(only)), *_details(only)]
    judged, fallen = judge_each(strategies, judge_growth), judge_each(strategies, judge_fall)
    said = [
        f"{each.name}: {text}"
        for each in strategies
        for text in _headlines(each, judged.get(each.name), fallen.get(each.name))
    ]
    for what, family in (("perplexity", judged), ("accuracy on earlier tasks", fallen)):
        if sum(made.shown_p is not None for made in family.values()) > 1:
            said.append(
                f"Whether {what} changed was asked of each strategy: these p are Holm's, so that the chance of any "
                "false alarm stays below 5 %."
            )
    return said + _comparison_findings(strategies)


def judge_each(
    strategies: Sequence[RunGroup], judge: Callable[[RunGroup], MetricDifference | None]
) -> dict[str, MetricDifference]:
    """Return what ``judge`` makes of each strategy by name, as one family: their p are Holm's."""
    return correct_by_name({each.name: made for each in strategies if (made := judge(each)) is not None})


def _headlines(
    strategy: RunGroup, grown: MetricDifference | None, fallen: MetricDifference | None
) -> list[str]:
    said = []
    if weak := next(filter(None, (record.weak_head for record in strategy.records)), ""):
        said.append(weak)
    if (factor := strategy.factor) is not None:
        said.append(_retention_finding(factor, strategy.factor_interval, grown))
    said += earlier_tasks_finding(strategy, fallen)
    return said + [each.open_failures for each in (grown, fallen) if each is not None and each.open_failures]


def _details(strategy: RunGroup) -> list[str]:
    said = []
    for name, (before, after) in strategy.knowledge().items():
        if before is not None and after is not None:
            said.append(
                f"What a linear probe reads of {name}: error {before.mean:.1f} % before and {after.mean:.1f} % after "
                f"({format_over_seeds(after, 1, ', of its few texts only')}; not judged)."
            )
    examples = strategy.spread_of("forgotten_examples")
    if examples is not None:
        said.append(
            f"{examples.mean:.1f} % of the training texts of the last stage were right once and wrong later"
            f"{_runs_phrase(examples)}."
        )
    return said


def _retention_finding(
    factor: GeometricSpread, over: PassageInterval | None, grown: MetricDifference | None
) -> str:
    """Return what became of the perplexity on general text.

    ``grown`` is its logarithm, judged over seeds and passages. Without it, nothing is known of the noise of passages:
    then the factor is told, and not whether it is more than chance.
    """
    size = f"{factor.mean:.2f}-fold"
    if grown is None:
        only = ", which holds for these passages only: the losses of single ones are not stored"
        known = format_over_seeds(factor, 2, only)
        return f"Perplexity on general text is {factor.mean:.2f} times what it was ({known})."
    small = f", but by less than {100 * TARGET:g} %" if grown.is_within_margin else ""
    said = {
        "worse": f"Perplexity on general text rose {size}{small}",
        "better": f"Perplexity on general text fell {size}{small}",
        "equivalent": f"Perplexity on general text stayed within {100 * TARGET:g} %: {size}",
        "cannot tell": f"Unclear whether perplexity on general text changed: {size}",
    }[grown.verdict]
    alone = grown.sample.scope == "weights"
    if grown.has_too_few_texts:
        return f"{said} ({'one run' if alone else f'{grown.sample.count} {grown.sample.unit}'}; {_too_few(grown)})."
    low, high = (math.exp(min(end, 700.0)) for end in (grown.low, grown.high))
    sample = (
        _passages_phrase(grown)
        if alone
        else f"{grown.sample.count} {grown.sample.unit} and {_passages_phrase(grown)}"
    )
    parts = [f"95 % interval {low:.2f} to {high:.2f} over {sample}, {p_words(grown.p)}"]
    if alone:
        parts.append("one run: other seeds may differ")
    elif grown.sample.unit == "seeds" and over is not None:
        parts.append(f"{_seeds_alone(factor)}, over the passages alone {over.low:.2f} to {over.high:.2f}")
    if over is not None and over.needed > over.passages:
        parts.append(f"± {100 * TARGET:g} % over passages would take about {over.needed:,} of them")
    return f"{said}{grown.scope_words} ({'; '.join(parts)})."


def _seeds_alone(factor: GeometricSpread) -> str:
    low, high = factor.bounds(interval=True)
    if low is None or high is None:
        return "the seeds do not differ"
    return f"over the seeds alone {low:.2f} to {high:.2f}"


def _passages_phrase(made: MetricDifference) -> str:
    return f"{made.texts:,} {'passage' if made.texts == 1 else 'passages'}"


def _too_few(made: MetricDifference) -> str:
    return f"{_passages_phrase(made)}, too few to say anything: at least {LEAST_TEST_TEXTS} are needed"


def _runs_phrase(value: Spread) -> str:
    return f" (mean of {value.n} seeds)" if value.n > 1 else " (one run)"


def _comparison_findings(found: Sequence[RunGroup]) -> list[str]:
    """Return each strategy's forgetting against that of the first, and the strategies on the Pareto front."""
    base, said = found[0], []
    text = retention_measured_on(base.experiment)
    rivals = [each for each in found[1:] if retention_measured_on(each.experiment) == text]
    others = [each.name for each in found[1:] if retention_measured_on(each.experiment) != text]
    if others:
        said.append(
            f"Not compared with {base.name}, for their language was measured with another encoder or on other text: "
            f"{', '.join(others)}."
        )
    judged = correct_by_name(
        {each.name: made for each in rivals if (made := judge_retention(each, base)) is not None}
    )
    for each in rivals:
        if (made := judged.get(each.name)) is not None:
            said.append(_retention_difference(each, base, made))
        elif each.factor is not None and base.factor is not None:
            said.append(
                f"{each.name} against {base.name}: the perplexity on general text ended "
                f"{each.factor.mean / base.factor.mean:.2f} times as high; unclear, for the losses of single passages "
                "that are the same for both are not stored."
            )
    said += filter(None, (note(judged.values()) for note in (open_failures_note, multiple_comparisons_note)))
    said += forgetting_differences(found)
    alike = [each for each in found if each.measured_on == base.measured_on]
    both = [(each, each.factor, each.test_error) for each in alike]
    known = [(each, (factor.mean, test.mean)) for each, factor, test in both if factor and test]
    if len(known) > 1:
        kept = [
            known[place][0].name for place in stability_plasticity.pareto_front([point for _, point in known])
        ]
        names = kept[0] if len(kept) == 1 else f"{', '.join(kept[:-1])} or {kept[-1]}"
        said.append(
            f"By their means, no strategy is better than {names} in both test error and retention ({len(known)} "
            "compared)."
        )
    return said


def _retention_difference(one: RunGroup, base: RunGroup, made: MetricDifference) -> str:
    """Return what is to be made of the ratio of two strategies' perplexities; its logarithm was judged."""
    words = {
        "better": "forgot less",
        "worse": "forgot more",
        "equivalent": f"equivalent within {100 * TARGET:g} %",
        "cannot tell": "cannot tell",
    }[made.verdict]
    ratio, low, high = (math.exp(min(value, 700.0)) for value in (made.mean, made.low, made.high))
    rests_on = f"95 % interval {low:.2f} to {high:.2f} over {_passages_phrase(made)}, {made.sample.method}"
    rests_on += f", {p_words(made.p)}"
    if made.has_too_few_texts:
        rests_on = _too_few(made)
    return (
        f"{one.name} against {base.name}: {words}{made.scope_words}; the perplexity on general text ended "
        f"{ratio:.2f} times as high ({rests_on})."
    )
