"""Judge whether a strategy forgot general text, and whether two did to a different degree, with all noise there is.

Passages and seeds are both noise, and crossed: every run reads the same passages with the same words hidden. The method
is that of test errors (docs/statistics.md).
"""

from __future__ import annotations

import math

import numpy as np

from engine.analysis.forgetting.measured import ForgettingRecord
from engine.analysis.forgetting.retention import TARGET
from engine.analysis.forgetting.trained_alike import as_tested_runs, newest_places, unchanged
from engine.analysis.run_groups import RunGroup
from engine.analysis.verdicts.tested_runs import TestedRuns
from engine.analysis.verdicts.verdict import MetricDifference, judge_runs
from engine.metrics.base import Metric, Outcomes

MARGIN = math.log1p(TARGET)
"""Logarithm of the ratio of perplexities within which two strategies count as equal: 2 %."""


def _growth(outcomes: Outcomes) -> float:
    return outcomes.loss / outcomes.count


LOSS_GROWTH = Metric(
    "loss_growth", "growth of the loss on general text", _growth, "min", needs="totals", digits=3
)
"""The logarithm of the factor of perplexity: nats per hidden word."""


def judge_growth(strategy: RunGroup) -> MetricDifference | None:
    """Return whether a strategy's runs changed the perplexity on general text, judged by itself.

    They are held against the encoder that they began with, whose loss has grown by 0 on every passage. *Worse* is
    forgotten, *equivalent* unchanged within 2 %.

    None where the losses of single passages are not stored of all runs with a factor, or they read different passages.
    """
    found = _runs_by_passage(strategy)
    if found is None or any(each.factor is not None and not _has_passages(each) for each in strategy.records):
        return None
    return judge_runs(found[0], unchanged(found[0]), MARGIN, metric=LOSS_GROWTH)


def judge_retention(first: RunGroup, second: RunGroup) -> MetricDifference | None:
    """Return the difference of two strategies' logarithms of the factor of perplexity, judged by itself.

    None where either has no run with the losses of single passages, or they read other passages.
    """
    one, two = _runs_by_passage(first), _runs_by_passage(second)
    if one is None or two is None or one[1] != two[1]:
        return None
    return judge_runs(one[0], two[0], MARGIN, metric=LOSS_GROWTH)


def _runs_by_passage(strategy: RunGroup) -> tuple[TestedRuns, bytes] | None:
    """Return the runs with what each passage contributes, and the hidden words of each passage as bytes.

    The loss of all passages is a ratio, Σ d / Σ n of the sums of losses d and the hidden words n; to first order
    passage i contributes r + (d_i - r n_i) / n̄, whose mean is the ratio r (Cochran 1977, 6.4). Of runs whose stages
    were all trained with the same seeds the last counts: they are one.
    """
    places = newest_places(strategy, [_has_passages(record) for record in strategy.records])
    passages = [strategy.records[place].passages for place in places]
    if not passages or any(not np.array_equal(each[1], passages[0][1]) for each in passages):
        return None
    values = []
    for differences, counts in passages:
        rate = differences.sum() / counts.sum()
        values.append(rate + (differences - rate * counts) / counts.mean())
    return as_tested_runs(strategy, places, [values]), passages[0][1].tobytes()


def _has_passages(record: ForgettingRecord) -> bool:
    return record.passages.shape[1] > 1
