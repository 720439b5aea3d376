"""Judge whether a strategy forgot general text or earlier tasks, and whether two did to a different degree.

All noise that there is counts. What is asked (passages of general text with the same words hidden, or test texts of
earlier tasks) and seeds are both noise, and crossed: every run reads the same. The method is that of test errors
(docs/statistics.md), with what each passage or text contributes to the measure in place of the errors.
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
"""Error gained on earlier tasks, their mean, in points. Results within the default margin count as equal."""
MARGIN = math.log1p(TARGET)
"""Logarithm of the ratio of perplexities within which two strategies count as equal: 2 %."""


LOSS_GROWTH = Metric(
    "loss_growth", "growth of the loss on general text", lambda outcomes: outcomes.loss / outcomes.count, "min",
    needs="totals", digits=3,
)  # fmt: skip
"""The logarithm of the factor of perplexity: nats per hidden word."""

Contribution = tuple[Hashable, Sequence[NDArray[np.floating]]]
"""Fingerprint of a run's texts, and their contributions to the measure: by task float [texts]."""


def judge_forgetting(strategy: RunGroup) -> MetricDifference | None:
    """Return F of a strategy's runs with its noise, judged by itself: *worse* is forgotten.

    The baseline is weights that lost nothing. The best of several moments exceeds the others by chance, so F is then
    above 0 even without forgetting: its interval holds, but ``judge_since_learnt`` decides whether anything was
    forgotten (``lost_texts.LostTexts.moments``).

    None where the lost texts are not known of all runs with an F, or are of different test texts.
    """
    return _judge(strategy, _lost_texts(strategy))


def judge_since_learnt(strategy: RunGroup) -> MetricDifference | None:
    """Return −BWT likewise: the loss since each task was learnt, 0 on average without forgetting."""
    return _judge(strategy, _lost_texts(strategy, since_learnt=True))


def judge_forgetting_difference(first: RunGroup, second: RunGroup) -> MetricDifference | None:
    """Return the difference of two strategies' F, judged by itself.

    None where either has no run whose lost texts are known, or they are of other test texts.
    """
    sides = _arrange(first, _lost_texts(first)), _arrange(second, _lost_texts(second))
    return _judge_pair(*sides, None, TASK_FORGETTING)


def judge_growth(strategy: RunGroup) -> MetricDifference | None:
    """Return whether a strategy's runs changed the perplexity on general text, judged by itself.

    The baseline is their original encoder, whose loss grew by 0 on every passage. *Worse* means forgotten,
    *equivalent* unchanged within 2 %.

    None where the losses of single passages are not stored of all runs with a factor, or they read different passages.
    """
    passages = _passages(strategy)
    sample = _arrange(strategy, passages)
    if sample is None or _is_incomplete([record.factor for record in strategy.records], passages):
        return None
    return judge_runs(sample[0], _zero_runs(sample[0]), MARGIN, metric=LOSS_GROWTH)


def judge_retention(first: RunGroup, second: RunGroup) -> MetricDifference | None:
    """Return the difference of two strategies' logarithms of the factor of perplexity, judged by itself.

    None where either has no run with the losses of single passages, or they read other passages.
    """
    sides = _arrange(first, _passages(first)), _arrange(second, _passages(second))
    return _judge_pair(*sides, MARGIN, LOSS_GROWTH)


def judge_against_zero(lost: TestedRuns) -> MetricDifference:
    """Judge the losses of runs against weights that lost no text."""
    return judge_runs(lost, _zero_runs(lost), metric=TASK_FORGETTING)


def available_lost_texts(strategy: RunGroup) -> list[LostTexts]:
    """Return the lost texts of the runs of which they are known."""
    return [lost for lost in strategy.lost_texts if lost is not None]


def _lost_texts(strategy: RunGroup, *, since_learnt: bool = False) -> list[Contribution | None]:
    return [
        None if lost is None else (lost.texts, lost.since_learnt if since_learnt else lost.since_best)
        for lost in strategy.lost_texts
    ]


def _passages(strategy: RunGroup) -> list[Contribution | None]:
    """Return the hidden words of each passage, and its contribution to the growth of the loss.

    The loss of all passages is a ratio, Σ d / Σ n of the sums of losses d and the hidden words n. To first order
    passage i contributes r + (d_i - r n_i) / n̄, whose mean is the ratio r (Cochran 1977, 6.4).
    """
    contributions: list[Contribution | None] = []
    for differences, counts in (record.passages for record in strategy.records):
        rate = differences.sum() / max(counts.sum(), 1.0)
        values = rate + (differences - rate * counts) / (counts.mean() if len(counts) else 1.0)
        contributions.append((counts.tobytes(), [values]) if len(counts) > 1 else None)
    return contributions


def _is_incomplete(values: Sequence[float | None], contributions: Sequence[Contribution | None]) -> bool:
    """Return whether a run has the measure and nothing is known of single passages or texts."""
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
    """Return the contributing runs and the fingerprint of their texts, or None where their texts differ.

    Of runs whose stages all have the same seeds the last counts: where every stage has its own seed, that of the run
    changes nothing.
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
    """Return the baseline of ``runs`` judged by themselves: weights that change nothing, whatever the seed.

    Then the estimate is that of ``crossed_effects.estimate_difference`` with a single arm.
    """
    return TestedRuns(((),), (0,), tuple(np.zeros_like(values[:1]) for values in runs.values), seedless=True)


@dataclass(frozen=True)
class StrategyForgetting:
    """How far finished runs that differ in their seeds only have forgotten; None where that was not measured.

    Attributes:
        name: of the strategy, that of its run where it is one.
        factor: of the perplexity on general text, for the weights that the last stage passed on. Its interval is that
            over seeds; ``over_passages`` that over passages, these weights given, None where the losses of single
            passages are not known of all runs.
        forgetting: F of earlier tasks, in points. Its interval is that over seeds.
        difference: F with its interval over seeds and test texts, None where it is not known which texts were lost.
        texts: how many test texts the earlier tasks have, 0 where that is not known.
    """

    name: str
    factor: Spread | None = None
    over_passages: PassageInterval | None = None
    forgetting: Spread | None = None
    difference: MetricDifference | None = None
    texts: int = 0


def read_strategy_forgetting(store: Store, run_ids: Sequence[int]) -> list[StrategyForgetting]:
    """Return how far each strategy among ``run_ids`` has forgotten, in order of their first runs.

    Runs that have not finished are left out, for the weights that they hand on are not known yet. Of tasks whose scores
    are no accuracies F is not told.
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
    """Return whether a run has an F, and its tasks share a metric that counts errors."""
    return record.forgetting is not None and record.metric is not None and record.metric.counts_errors
