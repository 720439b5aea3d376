"""State what was forgotten in sentences, with numbers and their certainty."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

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
from engine.analysis.forgetting.lost_texts import LostTexts
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
from engine.metrics.base import Metric
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
        if sum(made.shown_p is not None for made in family.values()) > 1:
            said.append(
                f"Whether {what} changed was asked of each strategy: these p are Holm's, so that the chance of any "
                "false alarm stays below 5 %."
            )
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


def _judge_fall(strategy: RunGroup) -> MetricDifference | None:
    """Return the verdict on accuracy on earlier tasks: F, or the fall since they were learnt where F is biased."""
    lost = known_lost(strategy)
    return judge_since_learnt(strategy) if lost and lost[0].moments > 1 else judge_forgetting(strategy)


def _headlines(
    strategy: RunGroup, grown: MetricDifference | None, fallen: MetricDifference | None
) -> list[str]:
    weak = next(filter(None, (record.weak_head for record in strategy.records)), "")
    lost = strategy.spread_of("forgetting")
    said = [weak, _retention_finding(strategy, grown)]
    if lost is not None:
        said.append(
            _fall_finding(strategy, lost, fallen) if fallen is not None else _unjudged_fall(strategy, lost)
        )
    said += [each.open_failures for each in (grown, fallen) if each is not None]
    return [text for text in said if text]


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
        over = f" (mean of {examples.n} seeds)" if examples.n > 1 else " (one run)"
        said.append(
            f"{examples.mean:.1f} % of the training texts of the last stage were right once and wrong later{over}."
        )
    return said


# -- how sure a change is --------------------------------------------------------------------------------------


def _factor(growth: float) -> float:
    """Return the factor of perplexity for a growth of its logarithm."""
    return math.exp(min(growth, 700.0))


def _ends(made: MetricDifference, texts: str, scale: Callable[[float], float], decimals: int) -> str:
    ends = (format_plain(scale(end), decimals) for end in (made.low, made.high))
    return f"95 % interval {' to '.join(ends)} over {texts}"


def _too_few(made: MetricDifference, what: str) -> str:
    return f"{made.texts:,} {what}, too few to say anything: at least {LEAST_TEST_TEXTS} are needed"


def _certainty(
    made: MetricDifference,
    texts: str,
    few: str,
    seeds: Spread | None,
    *,
    scale: Callable[[float], float] = float,
    decimals: int = 1,
    p: bool = True,
) -> list[str]:
    """Return what a verdict on one strategy rests on.

    Example: ``95 % interval 15.2 to 23.1 over 3 seeds and 500 test texts, p 0.004``, ``over the seeds alone ...``.

    Args:
        made: the verdict.
        texts: the texts that it was judged over.
        few: what is said where they are too few.
        seeds: the spread over seeds alone; None: nothing is said of it.
        scale: from the units of the verdict to those shown.
        decimals: of a number that is shown.
        p: whether p is said.
    """
    alone = made.sample.scope == "weights"
    runs = "one run" if alone else f"{made.sample.count} {made.sample.unit}"
    if made.has_too_few_texts:
        return [runs, few]
    ends = _ends(made, texts if alone else f"{runs} and {texts}", scale, decimals)
    parts = [f"{ends}, {p_words(made.p)}" if p else ends]
    if alone:
        parts.append("one run: other seeds may differ")
    elif seeds is not None and made.sample.unit == "seeds":
        low, high = seeds.bounds(interval=True)
        parts.append(
            "the seeds do not differ"
            if low is None or high is None
            else f"over the seeds alone {format_plain(low, decimals)} to {format_plain(high, decimals)}"
        )
    return parts


def _against(names: str, made: MetricDifference, verdict: str, size: str, ends: str, few: str) -> str:
    """Return the comparison of two strategies: the verdict, the size of the difference, and what both rest on."""
    rests_on = few if made.has_too_few_texts else f"{ends}, {made.sample.method}, {p_words(made.p)}"
    return f"{names}: {verdict}{made.scope_words}; {size} ({rests_on})."


# -- general text ----------------------------------------------------------------------------------------------


def _passages(made: MetricDifference) -> str:
    return "passage" if made.texts == 1 else "passages"


def _retention_finding(strategy: RunGroup, grown: MetricDifference | None) -> str:
    """Return what became of the perplexity on general text; empty where it was not measured.

    ``grown`` is its logarithm, judged over seeds and passages. Without it, nothing is known of the noise of passages:
    then the factor is told, and not whether it is more than chance.
    """
    factor, over = strategy.factor, strategy.factor_interval
    if factor is None:
        return ""
    if grown is None:
        only = ", which holds for these passages only: the losses of single ones are not stored"
        known = format_over_seeds(factor, 2, only)
        return f"Perplexity on general text is {factor.mean:.2f} times what it was ({known})."
    size = f"{factor.mean:.2f}-fold"
    small = f", but by less than {100 * TARGET:g} %" if grown.is_within_margin else ""
    said = {
        "worse": f"Perplexity on general text rose {size}{small}",
        "better": f"Perplexity on general text fell {size}{small}",
        "equivalent": f"Perplexity on general text stayed within {100 * TARGET:g} %: {size}",
        "cannot tell": f"Unclear whether perplexity on general text changed: {size}",
    }[grown.verdict]
    what = _passages(grown)
    few = _too_few(grown, what)
    seeds = factor if over is not None else None
    parts = _certainty(grown, f"{grown.texts:,} {what}", few, seeds, scale=_factor, decimals=2)
    if grown.has_too_few_texts:
        return f"{said} ({'; '.join(parts)})."
    if over is not None and grown.sample.scope != "weights" and grown.sample.unit == "seeds":
        parts[-1] += f", over the passages alone {over.low:.2f} to {over.high:.2f}"
    if over is not None and over.needed > over.passages:
        parts.append(f"± {100 * TARGET:g} % over passages would take about {over.needed:,} of them")
    return f"{said}{grown.scope_words} ({'; '.join(parts)})."


def _retention_comparisons(found: Sequence[RunGroup]) -> list[str]:
    """Return each strategy's perplexity on general text against that of the first."""
    base, said = found[0], []
    text = retention_measured_on(base.experiment)
    rivals = [each for each in found[1:] if retention_measured_on(each.experiment) == text]
    others = [each.name for each in found[1:] if retention_measured_on(each.experiment) != text]
    if others:
        said.append(
            f"Not compared with {base.name}, for their language was measured with another encoder or on other text: "
            f"{', '.join(others)}."
        )
    judged = judge_each(rivals, lambda each: judge_retention(each, base))
    for each in rivals:
        if (made := judged.get(each.name)) is not None:
            said.append(_retention_difference(each, base, made))
        elif each.factor is not None and base.factor is not None:
            said.append(
                f"{each.name} against {base.name}: the perplexity on general text ended "
                f"{each.factor.mean / base.factor.mean:.2f} times as high; unclear, for the losses of single passages "
                "that are the same for both are not stored."
            )
    notes = (note(judged.values()) for note in (open_failures_note, multiple_comparisons_note))
    return [*said, *filter(None, notes)]


def _retention_difference(one: RunGroup, base: RunGroup, made: MetricDifference) -> str:
    """Return the verdict on the ratio of two strategies' perplexities; its logarithm was judged."""
    verdict = {
        "better": "forgot less",
        "worse": "forgot more",
        "equivalent": f"equivalent within {100 * TARGET:g} %",
        "cannot tell": "cannot tell",
    }[made.verdict]
    what = _passages(made)
    size = f"the perplexity on general text ended {_factor(made.mean):.2f} times as high"
    ends = _ends(made, f"{made.texts:,} {what}", _factor, 2)
    return _against(f"{one.name} against {base.name}", made, verdict, size, ends, _too_few(made, what))


# -- earlier tasks ---------------------------------------------------------------------------------------------


def _unjudged_fall(strategy: RunGroup, lost: Spread) -> str:
    """Return the sentence on F, in the words of the tasks' metric.

    Where it is not stored which texts of earlier tasks were answered wrongly, the noise of these texts is not known:
    the interval is that over seeds, and nothing is said of whether F is more than chance.
    """
    metric: Metric | None = strategy.metric
    name, unit, decimals, below = "accuracy", " points", 1, lost.mean >= 0
    if metric is not None and not metric.counts_errors:
        percent = metric.unit == "%"
        name = metric.score_title if percent else metric.title
        unit, decimals = f" {metric.difference_unit}".rstrip(), 1 if percent else metric.digits
        # What should be low rises when it is worse.
        below = below if percent or metric.direction == "max" else not below
    what = capital(f"{name} on {_earlier(strategy)}")
    size = f"{format_plain(abs(lost.mean), decimals)}{unit}"
    certainty = format_over_seeds(lost, decimals, ", which holds for these test texts only")
    return f"{what} is {size} {'below' if below else 'above'} its best (F; {certainty})."


def _earlier(strategy: RunGroup) -> str:
    return "the earlier task" if len(strategy.tasks) == 2 else "earlier tasks"


def _few_texts(made: MetricDifference, texts: LostTexts) -> str:
    several = len(texts.texts)
    return _too_few(made, "test texts" if several == 1 else f"test texts of the smallest of {several} tasks")


def _fall_finding(strategy: RunGroup, lost: Spread, fallen: MetricDifference) -> str:
    """Return the sentences on F where it is known which test texts of earlier tasks were lost.

    ``fallen`` is judged over seeds and texts: F, or where the best of several moments makes it too large, the fall
    since each task was learnt.
    """
    texts = known_lost(strategy)[0]
    what = f"accuracy on {_earlier(strategy)}"

    def moved(made: MetricDifference) -> str:
        return f"{format_plain(abs(made.mean), 1)} points {'below' if made.mean >= 0 else 'above'}"

    def certainty(made: MetricDifference, seeds: Spread | None, *, p: bool = True) -> str:
        known = _certainty(made, f"{texts.count:,} test texts", _few_texts(made, texts), seeds, p=p)
        return "; ".join(known)

    small = f", but by less than {fallen.margin_words}" if fallen.is_within_margin else ""
    said = {
        "worse": f"{capital(what)} fell{small}",
        "better": f"{capital(what)} rose{small}",
        "equivalent": f"{capital(what)} stayed within {fallen.margin_words}",
        "cannot tell": f"Unclear whether {what} changed",
    }[fallen.verdict]
    head = f"{said}{fallen.scope_words}: {moved(fallen)}"
    if texts.moments == 1:
        return f"{head} its best (F; {certainty(fallen, lost)})."
    best = judge_forgetting(strategy)
    assert best is not None, "F is of the same texts as the fall since tasks were learnt"
    return (
        f"{capital(what)} is {moved(best)} its best (F; {certainty(best, lost, p=False)}). "
        "The best of several moments is above the others by chance too, so F is not judged. "
        f"{head} what it was when each was learnt (−BWT; {certainty(fallen, None)})."
    )


def _forgetting_comparisons(found: Sequence[RunGroup]) -> list[str]:
    """Return each strategy's F against that of the first, where their lost texts are known."""
    base = found[0]
    judged = judge_each(found[1:], lambda each: judge_forgetting_difference(each, base))
    said = [
        _forgetting_difference(each, base, judged[each.name]) for each in found[1:] if each.name in judged
    ]
    said += filter(None, [open_failures_note(judged.values())])
    if sum(made.shown_p is not None for made in judged.values()) > 1:
        said.append(
            f"On earlier tasks {len(judged)} comparisons are judged together: these p are Holm's, and the intervals "
            "are each for itself."
        )
    return said


def _forgetting_difference(one: RunGroup, base: RunGroup, made: MetricDifference) -> str:
    """Return the verdict on the difference of two strategies' F."""
    verdict = {
        "better": "forgot less of earlier tasks",
        "worse": "forgot more of earlier tasks",
        "equivalent": f"equivalent on earlier tasks within {made.margin_words}",
        "cannot tell": "cannot tell which forgot more of earlier tasks",
    }[made.verdict]
    texts = known_lost(base)[0]
    higher = "higher" if made.mean >= 0 else "lower"
    size = f"F is {format_plain(abs(made.mean), 1)} points {higher}"
    ends = _ends(made, f"{texts.count:,} test texts", float, 1)
    return _against(f"{one.name} against {base.name}", made, verdict, size, ends, _few_texts(made, texts))


def _front_finding(found: Sequence[RunGroup]) -> list[str]:
    """Return which strategies are on the Pareto front of test error and retention."""
    alike = [each for each in found if each.measured_on == found[0].measured_on]
    both = [(each, each.factor, each.test_error) for each in alike]
    known = [(each.name, (factor.mean, test.mean)) for each, factor, test in both if factor and test]
    if len(known) < 2:
        return []
    kept = [known[place][0] for place in stability_plasticity.pareto_front([point for _, point in known])]
    names = kept[0] if len(kept) == 1 else f"{', '.join(kept[:-1])} or {kept[-1]}"
    return [
        f"By their means, no strategy is better than {names} in both test error and retention ({len(known)} compared)."
    ]
