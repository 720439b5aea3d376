"""Test whether a strategy forgot general text or earlier tasks, and whether two strategies differ in it.

Texts (passages of general text with fixed masks, or test texts of earlier tasks) and seeds are crossed random effects,
because every run reads the same texts. The method is that of test errors (docs/statistics.md), with the contribution of
each passage or text in place of its error.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.analysis.comparison import repetition_groups, strategy_name
from engine.analysis.forgetting.lost_texts import LostTexts, read_lost_texts
from engine.analysis.forgetting.measured import (
    TARGET,
    ForgettingRecord,
    PassageInterval,
    mean_interval,
    read_forgetting,
)
from engine.analysis.run_groups import RunGroup
from engine.analysis.verdicts.significance import stream_seeds, trained_checkpoint
from engine.analysis.verdicts.statistics import Spread, geometric_spread
from engine.analysis.verdicts.tested_runs import TestedRuns
from engine.analysis.verdicts.verdict import MetricDifference, judge_runs
from engine.metrics.base import Metric
from engine.metrics.measures import error
from engine.store import Store, runs

TASK_FORGETTING = Metric("forgetting", "forgetting of earlier tasks", error, "min", needs="totals", unit="%")
"""Mean increase of the error on earlier tasks, in points. Differences within the default margin count as equal."""
MARGIN = math.log1p(TARGET)
"""Equivalence margin of log perplexity ratios: 2 %."""


LOSS_GROWTH = Metric(
    "loss_growth", "growth of the loss on general text", lambda outcomes: outcomes.loss / outcomes.count, "min",
    needs="totals", digits=3,
)  # fmt: skip
"""Logarithm of the perplexity factor, in nats per masked word."""

Contribution = tuple[Hashable, Sequence[NDArray[np.floating]]]
"""Fingerprint of a run's texts, and their contributions to the measure, float [texts] per task."""


def judge_forgetting(strategy: RunGroup) -> MetricDifference | None:
    """Return F of a strategy's runs with its noise, as a single test: *worse* means forgotten.

    The baseline is a model without losses. With several earlier measurements (``lost_texts.LostTexts.moments``), the
    best one is too high by chance, so F is above 0 even without forgetting. Its interval is still valid, but whether
    anything was forgotten is decided by ``judge_since_learnt``.

    None if the lost texts of some run with an F are unknown, or the runs have different test texts.
    """
    return _judge(strategy, _lost_texts(strategy))


def judge_since_learnt(strategy: RunGroup) -> MetricDifference | None:
    """Return −BWT likewise: the loss since each task was learnt. Its mean is 0 without forgetting."""
    return _judge(strategy, _lost_texts(strategy, since_learnt=True))


def judge_forgetting_difference(first: RunGroup, second: RunGroup) -> MetricDifference | None:
    """Return the difference between the F of two strategies, as a single test.

    None if either has no run with known lost texts, or their test texts differ.
    """
    sides = _arrange(first, _lost_texts(first)), _arrange(second, _lost_texts(second))
    return _judge_pair(*sides, None, TASK_FORGETTING)


def judge_growth(strategy: RunGroup) -> MetricDifference | None:
    """Return the change of the perplexity on general text in a strategy's runs, as a single test.

    The baseline is their original encoder, whose loss grew by 0 on every passage. *Worse* means forgotten,
    *equivalent* unchanged within 2 %.

    None if the losses of single passages are not stored for all runs with a factor, or the runs read different
    passages.
    """
    passages = _passages(strategy)
    sample = _arrange(strategy, passages)
    if sample is None or _is_incomplete([record.factor for record in strategy.records], passages):
        return None
    return judge_runs(sample[0], _zero_runs(sample[0]), MARGIN, metric=LOSS_GROWTH)


def judge_retention(first: RunGroup, second: RunGroup) -> MetricDifference | None:
    """Return the difference between the log perplexity factors of two strategies, as a single test.

    None if either has no run with the losses of single passages, or they read different passages.
    """
    sides = _arrange(first, _passages(first)), _arrange(second, _passages(second))
    return _judge_pair(*sides, MARGIN, LOSS_GROWTH)


def judge_against_zero(lost: TestedRuns) -> MetricDifference:
    """Test the losses of runs against a model without losses."""
    return judge_runs(lost, _zero_runs(lost), metric=TASK_FORGETTING)


def available_lost_texts(strategy: RunGroup) -> list[LostTexts]:
    """Return the lost texts of the runs that have them."""
    return [lost for lost in strategy.lost_texts if lost is not None]


def _lost_texts(strategy: RunGroup, *, since_learnt: bool = False) -> list[Contribution | None]:
    return [
        None if lost is None else (lost.texts, lost.since_learnt if since_learnt else lost.since_best)
        for lost in strategy.lost_texts
    ]


def _passages(strategy: RunGroup) -> list[Contribution | None]:
    """Return the number of masked words of each passage, and its contribution to the growth of the loss.

    The loss over all passages is a ratio r = Σ d / Σ n of summed losses d and masked words n. To first order, passage i
    contributes r + (d_i - r n_i) / n̄, whose mean is r (Cochran 1977, 6.4).
    """
    contributions: list[Contribution | None] = []
    for differences, counts in (record.passages for record in strategy.records):
        rate = differences.sum() / max(counts.sum(), 1.0)
        values = rate + (differences - rate * counts) / (counts.mean() if len(counts) else 1.0)
        contributions.append((counts.tobytes(), [values]) if len(counts) > 1 else None)
    return contributions


def _is_incomplete(values: Sequence[float | None], contributions: Sequence[Contribution | None]) -> bool:
    """Return whether some run has the measure but no contributions of single passages or texts."""
    return any(a is not None and b is None for a, b in zip(values, contributions, strict=True))


def _judge(strategy: RunGroup, contributions: list[Contribution | None]) -> MetricDifference | None:
    sample = _arrange(strategy, contributions)
    if sample is None or _is_incomplete([record.forgetting for record in strategy.records], contributions):
        return None
    return judge_against_zero(sample[0])


def _judge_pair(
    first: tuple[TestedRuns, Hashable] | None,
    second: tuple[TestedRuns, Hashable] | None,
    margin: float | None,
    metric: Metric,
) -> MetricDifference | None:
    if first is None or second is None or first[1] != second[1]:
        return None
    return judge_runs(first[0], second[0], margin, metric=metric)


def _arrange(
    strategy: RunGroup, contributions: Sequence[Contribution | None]
) -> tuple[TestedRuns, Hashable] | None:
    """Return the contributing runs and the fingerprint of their texts, or None if their texts differ.

    Among runs whose stages all have the same seeds, the last counts. If every stage has its own seed, the seed of the
    run has no effect.
    """
    newest = {}
    for run, part in zip(strategy.runs, contributions, strict=False):
        if part is not None:
            design = strategy.experiment.model_copy(update={"seed": run.seed})
            newest[tuple(stream_seeds(design, index) for index in range(len(design.stages)))] = design, part
    content = {texts for _, (texts, _) in newest.values()}
    if len(content) != 1:
        return None
    designs = [design for design, _ in newest.values()]
    values = zip(*(values for _, (_, values) in newest.values()), strict=True)
    runs = TestedRuns(
        tuple(map(trained_checkpoint, designs)),
        tuple(design.seed for design in designs),
        tuple(np.stack(of_task).astype(np.float32) for of_task in values),
    )
    return runs, content.pop()


def _zero_runs(runs: TestedRuns) -> TestedRuns:
    """Return the zero baseline of ``runs``: a model that changes nothing, independent of seeds.

    The estimate is then that of ``crossed_effects.estimate_difference`` with a single arm.
    """
    return TestedRuns(((),), (0,), tuple(np.zeros_like(values[:1]) for values in runs.values), seedless=True)


@dataclass(frozen=True)
class StrategyForgetting:
    """Forgetting of finished runs that differ only in their seeds. Fields are None if not measured.

    Attributes:
        name: name of the strategy, or of its only run.
        factor: factor of the perplexity on general text for the final weights, with its interval over seeds.
        over_passages: its interval over passages for these weights. None if some run has no losses of single passages.
        forgetting: F of earlier tasks in points, with its interval over seeds.
        difference: F with its interval over seeds and test texts, None if the lost texts are unknown.
        texts: number of test texts of the earlier tasks, 0 if unknown.
    """

    name: str
    factor: Spread | None = None
    over_passages: PassageInterval | None = None
    forgetting: Spread | None = None
    difference: MetricDifference | None = None
    texts: int = 0


def read_strategy_forgetting(store: Store, run_ids: Sequence[int]) -> list[StrategyForgetting]:
    """Return the forgetting of each strategy among ``run_ids``, in order of their first runs.

    Unfinished runs are omitted, since they have no final weights yet. F is given only for tasks with accuracies.
    """
    by_id = {row.id: row for row in runs.list_runs(store, ids=run_ids, archived=None)}
    rows = [by_id[number] for number in run_ids if number in by_id and by_id[number].status == "finished"]
    records = read_forgetting(store, [row.id for row in rows])
    results = []
    for group in repetition_groups(rows):
        name = group[0].name if len(group) == 1 else strategy_name(group[0].name)
        language_records = [records[row.id] for row in group if records[row.id].factor is not None]
        factor = geometric_spread([record.factor for record in language_records])
        interval = mean_interval([record.passages for record in language_records])
        result = StrategyForgetting(name, factor, interval)
        members = [row for row in group if _has_accuracies(records[row.id])]
        if members:
            experiment = runs.get_experiment(store, members[0].id)
            measures = tuple(records[row.id] for row in members)
            lost = read_lost_texts(store, measures)
            strategy = RunGroup(name, group[0].style, tuple(members), measures, (), experiment, None, lost)
            lost_texts, difference = available_lost_texts(strategy), judge_forgetting(strategy)
            texts = lost_texts[0].count if difference else 0
            forgetting = strategy.spread_of("forgetting")
            result = replace(result, forgetting=forgetting, difference=difference, texts=texts)
        results.append(result)
    return results


def _has_accuracies(record: ForgettingRecord) -> bool:
    """Return whether a run has an F, and its tasks share a metric of errors."""
    return record.forgetting is not None and record.metric is not None and record.metric.counts_errors
