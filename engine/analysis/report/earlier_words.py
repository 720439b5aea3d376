"""State what was forgotten of earlier tasks in sentences: judged over seeds and texts where these are known."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.forgetting.forgetting_verdict import (
    judge_forgetting,
    judge_forgetting_difference,
    judge_since_learnt,
    known_lost,
)
from engine.analysis.forgetting.lost_texts import LostTexts
from engine.analysis.report.number_texts import format_over_seeds, format_plain
from engine.analysis.run_groups import RunGroup
from engine.analysis.verdicts.statistics import Spread
from engine.analysis.verdicts.verdict import MetricDifference, correct_by_name, open_failures_note, p_words
from engine.metrics.base import Metric
from engine.spec.checks.findings import LEAST_TEST_TEXTS


def judge_fall(strategy: RunGroup) -> MetricDifference | None:
    """Return what is judged of accuracy on earlier tasks: F, or the fall since they were learnt where F is biased."""
    lost = known_lost(strategy)
    return judge_since_learnt(strategy) if lost and lost[0].moments > 1 else judge_forgetting(strategy)


def earlier_tasks_finding(strategy: RunGroup, fallen: MetricDifference | None) -> list[str]:
    """Return the sentences on F of a strategy; none where it has no F. ``fallen``: what ``judge_fall`` made of it."""
    lost = strategy.spread_of("forgetting")
    if lost is None:
        return []
    if fallen is None:
        return [_unjudged_finding(lost, len(strategy.tasks), strategy.metric)]
    return [_fall_finding(strategy, lost, fallen)]


def _unjudged_finding(lost: Spread, tasks: int, metric: Metric | None) -> str:
    """Return the sentence on F, in the words of the tasks' metric.

    Where it is not stored which texts of earlier tasks were answered wrongly, the noise of these texts is not known:
    the interval is that over seeds, and nothing is said of whether F is more than chance.
    """
    name, unit, decimals, below = "accuracy", " points", 1, lost.mean >= 0
    if metric is not None and not metric.counts_errors:
        percent = metric.unit == "%"
        name = metric.score_title if percent else metric.title
        unit, decimals = f" {metric.difference_unit}".rstrip(), 1 if percent else metric.digits
        # What should be low rises when it is worse.
        below = below if percent or metric.direction == "max" else not below
    what = f"{name} on the earlier task" if tasks == 2 else f"{name} on earlier tasks"
    size = f"{format_plain(abs(lost.mean), decimals)}{unit}"
    where = "below" if below else "above"
    certainty = format_over_seeds(lost, decimals, ", which holds for these test texts only")
    return f"{what[0].upper()}{what[1:]} is {size} {where} its best (F; {certainty})."


def _fall_finding(strategy: RunGroup, lost: Spread, fallen: MetricDifference) -> str:
    """Return the sentences on F where it is known which test texts of earlier tasks were lost.

    ``fallen`` is judged over seeds and texts: F, or where the best of several moments makes it too large, the fall
    since each task was learnt.
    """
    texts = known_lost(strategy)[0]
    what = "accuracy on the earlier task" if len(strategy.tasks) == 2 else "accuracy on earlier tasks"
    if texts.moments == 1:
        side = "below" if fallen.mean >= 0 else "above"
        return _judged_fall(what, f"{side} its best (F", texts, fallen, lost)
    best = judge_forgetting(strategy)
    assert best is not None, "F is of the same texts as the fall since tasks were learnt"
    side = "below" if best.mean >= 0 else "above"
    certainty = _fall_certainty(texts, best, lost, p=False)
    said = f"{what[0].upper()}{what[1:]} is {format_plain(abs(best.mean), 1)} points {side} its best (F; {certainty})."
    side = "below" if fallen.mean >= 0 else "above"
    judged = _judged_fall(what, f"{side} what it was when each was learnt (−BWT", texts, fallen, None)
    return (
        f"{said} The best of several moments is above the others by chance too, so F is not judged. {judged}"
    )


def _judged_fall(
    what: str, where: str, texts: LostTexts, fallen: MetricDifference, lost: Spread | None
) -> str:
    """Return the verdict on a fall of accuracy, with its size, ``where`` it is now, and how sure that is."""
    small = f", but by less than {fallen.margin_words}" if fallen.is_within_margin else ""
    head = f"{what[0].upper()}{what[1:]}"
    said = {
        "worse": f"{head} fell{small}",
        "better": f"{head} rose{small}",
        "equivalent": f"{head} stayed within {fallen.margin_words}",
        "cannot tell": f"Unclear whether {what} changed",
    }[fallen.verdict]
    size = f"{format_plain(abs(fallen.mean), 1)} points"
    return f"{said}{fallen.scope_words}: {size} {where}; {_fall_certainty(texts, fallen, lost)})."


def _fall_certainty(
    texts: LostTexts, fallen: MetricDifference, lost: Spread | None, *, p: bool = True
) -> str:
    """Return ``95 % interval 15.2 to 23.1 over 3 seeds and 500 test texts, p 0.004; over the seeds alone ...``."""
    alone = fallen.sample.scope == "weights"
    sample = (
        f"{texts.count:,} test texts"
        if alone
        else f"{fallen.sample.count} {fallen.sample.unit} and {texts.count:,} test texts"
    )
    if fallen.has_too_few_texts:
        runs = "one run" if alone else f"{fallen.sample.count} {fallen.sample.unit}"
        return f"{runs}; {_too_few(texts, fallen)}"
    ends = f"{format_plain(fallen.low, 1)} to {format_plain(fallen.high, 1)}"
    parts = [f"95 % interval {ends} over {sample}" + (f", {p_words(fallen.p)}" if p else "")]
    if alone:
        parts.append("one run: other seeds may differ")
    elif lost is not None and fallen.sample.unit == "seeds":
        low, high = lost.bounds(interval=True)
        parts.append(
            "the seeds do not differ"
            if low is None or high is None
            else f"over the seeds alone {format_plain(low, 1)} to {format_plain(high, 1)}"
        )
    return "; ".join(parts)


def _too_few(texts: LostTexts, made: MetricDifference) -> str:
    which = "" if len(texts.texts) == 1 else f" of the smallest of {len(texts.texts)} tasks"
    return (
        f"{made.texts:,} test texts{which}, too few to say anything: at least {LEAST_TEST_TEXTS} are needed"
    )


def forgetting_differences(found: Sequence[RunGroup]) -> list[str]:
    """Return what strategies have forgotten of earlier tasks beside the first, where their lost texts are known."""
    base = found[0]
    judged = correct_by_name(
        {
            each.name: made
            for each in found[1:]
            if (made := judge_forgetting_difference(each, base)) is not None
        }
    )
    said = []
    for each in found[1:]:
        if (made := judged.get(each.name)) is not None:
            said.append(_forgetting_difference(each, base, made))
    said += filter(None, [open_failures_note(judged.values())])
    if sum(made.shown_p is not None for made in judged.values()) > 1:
        said.append(
            f"On earlier tasks {len(judged)} comparisons are judged together: these p are Holm's, and the intervals "
            "are each for itself."
        )
    return said


def _forgetting_difference(one: RunGroup, base: RunGroup, made: MetricDifference) -> str:
    """Return what is to be made of the difference of two strategies' F."""
    words = {
        "better": "forgot less of earlier tasks",
        "worse": "forgot more of earlier tasks",
        "equivalent": f"equivalent on earlier tasks within {made.margin_words}",
        "cannot tell": "cannot tell which forgot more of earlier tasks",
    }[made.verdict]
    texts = known_lost(base)[0]
    ends = f"{format_plain(made.low, 1)} to {format_plain(made.high, 1)}"
    rests_on = (
        f"95 % interval {ends} over {texts.count:,} test texts, {made.sample.method}, {p_words(made.p)}"
    )
    if made.has_too_few_texts:
        rests_on = _too_few(texts, made)
    size = f"{format_plain(abs(made.mean), 1)} points {'higher' if made.mean >= 0 else 'lower'}"
    return f"{one.name} against {base.name}: {words}{made.scope_words}; F is {size} ({rests_on})."
