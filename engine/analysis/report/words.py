"""State what was forgotten in sentences, with numbers and their certainty."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.analysis.comparability import retention_measured_on
from engine.analysis.forgetting import stability_plasticity
from engine.analysis.forgetting.retention import TARGET, PassageInterval
from engine.analysis.forgetting.retention_verdict import judge_retention
from engine.analysis.run_groups import RunGroup
from engine.analysis.verdicts.significance import multiple_comparisons_note
from engine.analysis.verdicts.statistics import GeometricSpread, Spread
from engine.analysis.verdicts.verdict import MetricDifference, correct_family, p_words
from engine.metrics.base import Metric
from engine.spec.checks.findings import LEAST_TEST_TEXTS

MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"


def format_signed(value: float, decimals: int = 2) -> str:
    """Return a number with its sign, with a true minus."""
    text = f"{abs(value):.{decimals}f}"
    return text if float(text) == 0 else f"{'+' if value > 0 else MINUS}{text}"


def format_plain(value: float | None, decimals: int = 2) -> str:
    """Return a number as text; a dash for None."""
    if value is None or not math.isfinite(value):
        return "–"
    return f"{value:.{decimals}f}".replace("-", MINUS)


def format_factor(value: float | None) -> str:
    """Return a factor as text: × 1.58."""
    return "–" if value is None else f"{TIMES} {value:.2f}" if value < 1000 else f"{TIMES} {value:.3g}"


def format_passages(over: PassageInterval) -> str:
    """Return the interval over passages in words, and how many would narrow it."""
    text = f"over the {over.passages} passages, these weights given, {over.low:.2f} to {over.high:.2f}"
    return f"{text}; ± 2 % would take about {over.needed:,} passages" if over.needed > over.passages else text


def format_spread(value: Spread | GeometricSpread | None, decimals: int = 2) -> str:
    """Return mean ± s.d. over runs; for a factor the geometric mean with its 95 % interval."""
    if value is None:
        return "–"
    if isinstance(value, GeometricSpread):
        low, high = value.bounds(interval=True)
        ends = "" if low is None or high is None else f" ({low:.2f} to {high:.2f})"
        return f"{format_factor(value.mean)}{ends}"
    return format_plain(value.mean, decimals) + ("" if not value.sd else f" ± {value.sd:.{decimals}f}")


def write_findings(strategies: Sequence[RunGroup]) -> list[str]:
    """Return the findings of a report: first those on each strategy, then how they compare."""
    several = len(strategies) > 1
    said = [
        f"{each.name}: {text}" if several else text
        for each in strategies
        for text in [*_headlines(each), *([] if several else _details(each))]
    ]
    return said + (_comparison_findings(strategies) if several else [])


def _headlines(strategy: RunGroup) -> list[str]:
    said = []
    if (factor := strategy.factor) is not None:
        said.append(_retention_finding(factor, strategy.factor_interval))
    if (lost := strategy.spread_of("forgetting")) is not None:
        said.append(_earlier_tasks_finding(lost, len(strategy.tasks), strategy.metric))
    return said


def _details(strategy: RunGroup) -> list[str]:
    said = []
    worst, now = strategy.spread_of("worst_case_accuracy"), strategy.spread_of("average_accuracy")
    metric = strategy.metric
    accuracies = metric is not None and metric.counts_errors
    if accuracies and worst is not None and now is not None and now.mean - worst.mean > 2:
        said.append(
            f"On the way it was worse than at the end: {worst.mean:.1f} % with earlier tasks at their worst (WC-ACC, "
            f"validation), {now.mean:.1f} % at the end (ACC, test)."
        )
    for name, (before, after) in strategy.knowledge().items():
        if before is not None and after is not None:
            word = "rose" if after.mean > before.mean else "fell" if after.mean < before.mean else "stayed"
            said.append(
                f"What a linear probe reads of {name}: error {word} from {before.mean:.1f} % to {after.mean:.1f} %"
                f"{_runs_phrase(after)}."
            )
    examples = strategy.spread_of("forgotten_examples")
    if examples is not None:
        said.append(
            f"{examples.mean:.1f} % of the training texts of the last stage were right once and wrong later"
            f"{_runs_phrase(examples)}."
        )
    return said


def _retention_finding(factor: GeometricSpread, over: PassageInterval | None) -> str:
    low, high = factor.bounds(interval=True)
    passages = "" if over is None else f"; {format_passages(over)}"
    if low is None or high is None:
        word = "rose" if factor.mean >= 1 else "fell"
        chance = "how much of this is chance is unknown" if over is None else "other seeds may differ"
        return f"Perplexity on general text {word} {factor.mean:.2f}-fold (one run: {chance}{passages})."
    of = f"{factor.n} seeds, 95 % interval {low:.2f} to {high:.2f}{passages}"
    if low <= 1 <= high:
        return f"Unclear whether perplexity on general text changed: {factor.mean:.2f}-fold ({of})."
    return f"Perplexity on general text {'rose' if low > 1 else 'fell'} {factor.mean:.2f}-fold ({of})."


def _earlier_tasks_finding(lost: Spread, tasks: int, metric: Metric | None) -> str:
    """Return the sentence on F, in the words of the tasks' metric; one that should be low rises when it is worse."""
    name, unit, decimals = "accuracy", " points", 1
    down, up = "fell", "rose"
    if metric is not None and not metric.counts_errors:
        percent = metric.unit == "%"
        name = metric.score_title if percent else metric.title
        unit, decimals = f" {metric.difference_unit}".rstrip(), 1 if percent else metric.digits
        if metric.direction == "min" and not percent:
            down, up = up, down
    what = f"{name} on the earlier task" if tasks == 2 else f"{name} on earlier tasks"
    low, high = lost.bounds(interval=True)
    size = f"{format_plain(abs(lost.mean), decimals)}{unit}"
    moved = f"{what[0].upper()}{what[1:]} {down if lost.mean >= 0 else up} by {size} from its best (F; "
    if low is None or high is None:
        return f"{moved}one run: how much of this is chance is unknown)."
    of = f"{lost.n} seeds, 95 % interval {format_plain(low, decimals)} to {format_plain(high, decimals)}"
    if low <= 0 <= high:
        return f"Unclear whether {what} {down}: F is {format_plain(lost.mean, decimals)}{unit} ({of})."
    return f"{moved}{of})."


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
    judged = {each.name: made for each in rivals if (made := judge_retention(each, base)) is not None}
    judged = dict(zip(judged, correct_family(list(judged.values())), strict=True))
    for each in rivals:
        if (made := judged.get(each.name)) is not None:
            said.append(_retention_difference(each, base, made))
        elif each.factor is not None and base.factor is not None:
            said.append(
                f"{each.name} against {base.name}: the perplexity on general text ended "
                f"{each.factor.mean / base.factor.mean:.2f} times as high; unclear, for the losses of single passages "
                "that are the same for both are not stored."
            )
    if caution := multiple_comparisons_note(judged.values()):
        said.append(caution)
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
    scope = {"seeds": "", "checkpoint": ", for this checkpoint", "weights": ", for these weights only"}[
        made.scope
    ]
    ratio, low, high = (math.exp(min(value, 700.0)) for value in (made.mean, made.low, made.high))
    sample = made.method.replace(f", {made.texts:,} test texts", "")
    passages = f"{made.texts:,} {'passage' if made.texts == 1 else 'passages'}"
    rests_on = f"95 % interval {low:.2f} to {high:.2f} over {passages}, {sample}, {p_words(made.adjusted_p)}"
    if made.has_too_few_texts:
        rests_on = f"{passages}, too few to say anything: at least {LEAST_TEST_TEXTS} are needed"
    return (
        f"{one.name} against {base.name}: {words}{scope}; the perplexity on general text ended {ratio:.2f} times as "
        f"high ({rests_on})."
    )
