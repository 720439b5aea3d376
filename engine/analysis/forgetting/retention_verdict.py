"""Judge whether a strategy forgot general text, and whether two did to a different degree, with all noise there is.

Passages and seeds are both noise, and crossed: every run reads the same passages with the same words hidden. The method
is that of test errors (docs/statistics.md).
"""

from __future__ import annotations

import math

import numpy as np

from engine.analysis.forgetting.measured import ForgettingRecord
from engine.analysis.forgetting.retention import TARGET
from engine.analysis.run_groups import RunGroup
from engine.analysis.verdicts.significance import stream_seeds, trained_checkpoint
from engine.analysis.verdicts.tested_runs import TestedRuns
from engine.analysis.verdicts.verdict import MetricDifference, judge_runs
from engine.metrics.base import Metric, Outcomes
from engine.spec.experiment import Experiment

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

    They are held against the encoder that they began with, whose loss has grown by 0 on every passage whatever the
    seed: so the estimate is that of ``crossed_effects.estimate_difference`` with a single arm. *Worse* is forgotten,
    *equivalent* unchanged within 2 %.

    None where the losses of single passages are not stored of all runs with a factor, or they read different passages.
    """
    found = _runs_by_passage(strategy)
    if found is None or any(each.factor is not None and not _has_passages(each) for each in strategy.records):
        return None
    (growth,) = found[0].values
    untouched = TestedRuns(((),), (0,), (np.zeros_like(growth[:1]),), seedless=True)
    return judge_runs(found[0], untouched, MARGIN, metric=LOSS_GROWTH)


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
    newest = {
        _seeds_of_stages(strategy.experiment, run.seed): (run.seed, record.passages)
        for run, record in zip(strategy.runs, strategy.records, strict=True)
        if _has_passages(record)
    }
    pairs = [*newest.values()]
    if not pairs or any(not np.array_equal(each[1], pairs[0][1][1]) for _, each in pairs):
        return None
    values = []
    for _, (differences, counts) in pairs:
        rate = differences.sum() / counts.sum()
        values.append(rate + (differences - rate * counts) / counts.mean())
    checkpoints = tuple(trained_checkpoint(_with_seed(strategy.experiment, seed)) for seed, _ in pairs)
    seeds = tuple(seed for seed, _ in pairs)
    return TestedRuns(checkpoints, seeds, (np.stack(values).astype(np.float32),)), pairs[0][1][1].tobytes()


def _has_passages(record: ForgettingRecord) -> bool:
    return record.passages.shape[1] > 1


def _with_seed(experiment: Experiment, seed: int) -> Experiment:
    return experiment.model_copy(update={"seed": seed})


def _seeds_of_stages(experiment: Experiment, seed: int) -> tuple[tuple[int, ...], ...]:
    """Return the seeds of every stage of the run of ``seed``: equal for runs that were trained alike."""
    own = _with_seed(experiment, seed)
    return tuple(stream_seeds(own, index) for index in range(len(own.stages)))
