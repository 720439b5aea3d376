"""Judge whether a strategy forgot earlier tasks, and whether two did to a different degree, with all noise there is.

Test texts and seeds are both noise, and crossed: every run is asked the same texts. The method is that of test errors
(docs/statistics.md), with the texts each run has lost in place of those it answers wrongly; tasks weigh alike, as in F.
"""

from __future__ import annotations

from engine.analysis.forgetting.lost_texts import LostTexts
from engine.analysis.forgetting.trained_alike import as_tested_runs, newest_places, unchanged
from engine.analysis.run_groups import RunGroup
from engine.analysis.verdicts.tested_runs import TestedRuns
from engine.analysis.verdicts.verdict import MetricDifference, judge_runs
from engine.metrics.base import Metric
from engine.metrics.correctness import error

TASK_FORGETTING = Metric("forgetting", "forgetting of earlier tasks", error, "min", needs="totals", unit="%")
"""Error gained on earlier tasks, their mean, in points; results within the default margin count as equal."""


def judge_forgetting(strategy: RunGroup) -> MetricDifference | None:
    """Return F of a strategy's runs with its noise, judged by itself: *worse* is forgotten.

    They are held against weights that have lost nothing. The best of several moments is above the others by
    chance, so F of what forgets nothing is above 0 then: its interval holds, and ``judge_since_learnt`` is to be asked
    whether anything was forgotten (``lost_texts.LostTexts.moments``).

    None where the lost texts are not known of all runs with an F, or are of different test texts.
    """
    return _judge_alone(strategy, since_learnt=False)


def judge_since_learnt(strategy: RunGroup) -> MetricDifference | None:
    """Return −BWT likewise: what was lost since each task was learnt, which is 0 on the mean where nothing is."""
    return _judge_alone(strategy, since_learnt=True)


def judge_forgetting_difference(first: RunGroup, second: RunGroup) -> MetricDifference | None:
    """Return the difference of two strategies' F, judged by itself.

    None where either has no run whose lost texts are known, or they are of other test texts.
    """
    one, two = _runs_by_text(first), _runs_by_text(second)
    if one is None or two is None or one[1] != two[1]:
        return None
    return judge_runs(one[0], two[0], metric=TASK_FORGETTING)


def judge_against_nothing(lost: TestedRuns) -> MetricDifference:
    """Return what runs have lost, judged against weights that have lost no text."""
    return judge_runs(lost, unchanged(lost), metric=TASK_FORGETTING)


def known_lost(strategy: RunGroup) -> list[LostTexts]:
    """Return the lost texts of the runs of which they are known."""
    return [lost for lost in strategy.lost if lost is not None]


def _judge_alone(strategy: RunGroup, *, since_learnt: bool) -> MetricDifference | None:
    found = _runs_by_text(strategy, since_learnt=since_learnt)
    if found is None or any(
        lost is None and record.forgetting is not None
        for lost, record in zip(strategy.lost, strategy.records, strict=True)
    ):
        return None
    return judge_against_nothing(found[0])


def _runs_by_text(
    strategy: RunGroup, *, since_learnt: bool = False
) -> tuple[TestedRuns, tuple[str, ...]] | None:
    """Return the runs with what each test text contributes, and what these texts are known by."""
    places = newest_places(strategy, [lost is not None for lost in strategy.lost]) if strategy.lost else []
    kept = [lost for place in places if (lost := strategy.lost[place]) is not None]
    if not kept or any(lost.texts != kept[0].texts for lost in kept):
        return None
    by_run = [lost.since_learnt if since_learnt else lost.since_best for lost in kept]
    return as_tested_runs(strategy, places, [*zip(*by_run, strict=True)]), kept[0].texts
